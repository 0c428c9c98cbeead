"""Views for tests: games of every size in the middle of a round, lobbies, scores and dialogs."""

from dataclasses import replace

from p2p_ligretto.game.cards import COLOURS, DECK, Card, PileId, parse_card
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.presets import PRESETS, preset_of
from p2p_ligretto.speech.lessons import Course
from p2p_ligretto.speech.table_rules import preset_words, rules_line
from p2p_ligretto.tui.keymap import USUAL_KEYS
from p2p_ligretto.tui.questions import ask_to_open
from p2p_ligretto.tui.view_model import option_entries
from p2p_ligretto.tui.views import (
    Banner,
    CardView,
    Contest,
    CurvesView,
    Field,
    Form,
    GameView,
    Graph,
    GraphLine,
    LessonView,
    LobbyView,
    PileView,
    ReplayView,
    ScoreRow,
    ScoresView,
    SeatEntry,
    SeatView,
    Spoken,
    TableEntry,
    TableLobbyView,
    View,
)

NAMES = ("Ada", "Bea", "Casimir", "Dirk", "Eva", "Фёдор", "Gül", "Hanna-Lovisa", "Ivo", "李小龙", "Karl (3f9a)", "Lea")


def card(text: str, **marks: bool) -> CardView:
    """``R5``, or a gap for ``-``."""
    return CardView(None if text == "-" else parse_card(text), **marks)


def seat(place: int, players: int, **fields: object) -> SeatView:
    """Some place in the middle of a round, the same each time."""
    dealt = [DECK[(place * 7 + step * 11) % 40] for step in range(row_size(players) + 2)]
    values: dict[str, object] = {
        "name": NAMES[place],
        "row": tuple(CardView(each) for each in dealt[2:]),
        "stack": 10 - place % 7,
        "stack_top": CardView(dealt[0]),
        "hand": 21 - place % 5,
        "discard": CardView(dealt[1] if place % 4 else None),
        "centre": place * 5 % 13,
        "delay": f"{place * 3 + 1} ms",
    }
    return SeatView(**(values | fields))  # type: ignore[arg-type]


def piles(players: int) -> tuple[PileView, ...]:
    """The centre in the middle of a round: more piles with more players, some complete."""
    heights = (4, 7, 1, 10, 2, 9, 3, 6, 8, 5, 1, 2)
    shown = []
    for opener in range(players):
        for place, colour in enumerate(COLOURS):
            if (opener + place * 2) % 4 != 3 or players > 6:
                height = heights[(opener * 3 + place * 5) % 12]
                shown.append(PileView(PileId(colour, opener), height))
    return tuple(shown)


def game(players: int, **fields: object) -> GameView:
    """A game as one of ``players`` sees it, with a fresh card, a pending one, a gap, somebody away."""
    own = seat(
        0,
        players,
        discard=card("B4", playable=True),
        stack=7,
        stack_top=card("G6", fresh=True),
        row=(card("R5", pending=True), card("B10"), card("Y2", playable=True), card("-"), card("G8"))[
            : row_size(players)
        ],
        delay="",
    )
    others = [seat(place, players) for place in range(1, players)]
    if players > 2:
        others[-1] = seat(players - 1, players, away="away since 12 s", delay="")
    centre = list(piles(players))
    centre[0] = PileView(centre[0].id, centre[0].height, fresh=True)
    centre[1] = PileView(centre[1].id, centre[1].height, pending=True)
    values: dict[str, object] = {
        "title": "Kitchen",
        "round_text": "round 2 of 3",
        "clock": "01:12",
        "piles": tuple(centre),
        "others": tuple(others),
        "own": own,
        "message": "too late: Bea's R5 was first by 12 ms; yours is back in row 1",
        "watching": 1,
        "clock_error": "2 ms",
    }
    return GameView(**(values | fields))  # type: ignore[arg-type]


def watched(players: int) -> GameView:
    """The same for who only watches."""
    others = tuple(seat(place, players) for place in range(players))
    return game(players, own=None, others=others, message="", seated=False)


LOBBY = LobbyView(
    own_name="Ada",
    tables=(
        TableEntry("Kitchen", "3 players: Bea, Casimir and Dirk", "waiting for players"),
        TableEntry("Garden", "5 players: Eva, Фёдор, Gül, Hanna-Lovisa and 1 other", "a round is being played"),
        TableEntry("Attic", "2 players: Ivo and 李小龙", "between two rounds", private=True),
        TableEntry("Cellar", "", "", refused="plays another version (protocol 2, here 1)"),
    ),
    people=("Bea (at Kitchen)", "Casimir (at Kitchen)", "Dirk (at Kitchen)", "Lea (3f9a)", "Lea (77c0)"),
    addresses=("192.168.1.17:40123", "[fd00::1:17]:40123"),
    chosen=1,
    rules=rules_line(PRESETS["advanced"]),
)

EMPTY_LOBBY = LobbyView(
    own_name="Ada",
    tables=(),
    people=(),
    addresses=("192.168.1.17:40123",),
    problem="Nodes can't find each other here: no multicast; join by address (j).",
)


CHANGED = Options(target_score=99, rounds=50, row_storage="ascending", penalty="hand_to_stack")


def table_lobby(players: int, **fields: object) -> TableLobbyView:
    """A table before its first round."""
    values: dict[str, object] = {
        "title": "Kitchen",
        "seats": tuple(
            SeatEntry(NAMES[place], own=place == 0, ready=place % 3 == 1, note="" if place == 0 else f"{place * 3} ms")
            for place in range(players)
        ),
        "options": option_entries(OFFICIAL),
        "addresses": ("192.168.1.17:40123",),
        "hint": "press r when you are ready, or f to deal now",
        "clock_error": "2 ms",
        "preset": "official",
    }
    return TableLobbyView(**(values | fields))  # type: ignore[arg-type]


def scores(players: int, *, finished: bool = False, options: Options = OFFICIAL, newcomer: bool = False) -> ScoresView:
    """After round 3."""
    rows = []
    for place in range(players):
        history = (place * 5 % 13 - 3, place * 7 % 17 - 1, 31 - place * 4)
        rows.append(
            ScoreRow(
                name=NAMES[place],
                own=place == 1,
                centre=12 - place,
                left=place,
                points=12 - 3 * place,
                total=history[-1],
                history=history,
                ready=place % 2 == 1,
                winner=finished and place == 0,
                stopped=place == 1,
            )
        )
    contests = tuple(
        Contest(
            Card("RYGB"[step % 4], step % 9 + 2),
            NAMES[step % players],
            NAMES[(step + 1) % players],
            f"{step * 4 + 1} ms" if step else "< 0.1 ms",
            pile=f"pile {step % players + 1}",
            error=f"{step % 3 + 1} ms",
            close=step in (0, 1),
        )
        for step in range(7)
    )
    return ScoresView(
        title="Kitchen: the match is over" if finished else "Kitchen: after round 2 of 3",
        ending="the match is over: Ada wins with 31 points" if finished else "round 2 is over: Ligretto stop, by you",
        rows=tuple(rows),
        contests=contests,
        hint="press r when you are ready for the next round, or f to deal now",
        finished=finished,
        preset=preset_words(preset_of(options))[0],
        changed_options=tuple(option for option in option_entries(options) if option.changed),
        newcomer=newcomer,
    )


STATUS = ("standing", "0:12.3/1:46.0", "step 110/194", "speed 1", "view Ada", "contested 2/5")


def replay(players: int) -> ReplayView:
    """A recorded game, seen from the place of one of them."""
    return ReplayView(game(players, replayed=True, seated=False, clock="", watching=0, clock_error=""), STATUS)


def curves(players: int) -> ReplayView:
    """Points over three rounds, and cards in the centre over 24 seconds."""
    marks = "123456789abc"[:players]
    points = tuple(
        GraphLine(mark, ((0, 0), (1, 12 - 3 * place), (2, 20 - 5 * place), (3, 40 - 2 * place)), own=place == 0)
        for place, mark in enumerate(marks)
    )
    cards = tuple(
        GraphLine(
            mark, tuple((second * (place + 3), second) for second in range(24 // (place + 3) + 1)), own=place == 0
        )
        for place, mark in enumerate(marks)
    )
    graphs = (
        Graph("points over the rounds", points, "begin", "after round 3"),
        Graph("cards in the centre in round 3", cards, "0:00.0", "0:24.0", steps=True),
    )
    names = tuple(f"{mark} {NAMES[place]}" for place, mark in enumerate(marks))
    return ReplayView(CurvesView("match 3f9a77", graphs, names), STATUS)


QUESTION = Form(
    "Leave?",
    "A round is being played. Your seat stays yours; your cards stay as they lie.",
    confirm="leave",
    back="play on",
)

DECISION = Form(
    "Go on without Bea?",
    "Bea can't be reached, and may be playing on as well. Going on makes another table of it from here, with "
    "cards and points as they are; the two never join again. If you wait, the game goes on when a laptop is back.",
    confirm="go on without",
    back="wait",
    deliberate=True,
)
TOLD = Form("Kicked out", "you were kicked out of this table, by a vote", back="all right")

SAYING = Form("say", "", (Field("", "", typed=True),), 0, "say it", "back", foot=True)
SAYING_ON = replace(SAYING, fields=(Field("", "that was close", typed=True),))
SPOKEN = (Spoken("Bea", "well played :)"), Spoken("you", "ouch :(", own=True))

PAUSED = Banner("paused", "Bea has paused the round", "p goes on with it, after three seconds")
FROZEN = Banner(
    "frozen",
    "waiting for the laptop of Bea or Casimir",
    "You are with the minority: most of the table can't be reached. Nothing is lost.",
)


def company(players: int, **fields: object) -> GameView:
    """A game in which something is with everybody: silent for a moment, laptop gone, left, held absent, away."""
    states: tuple[dict[str, object], ...] = (
        {"silent": True},
        {"away": "laptop gone, may return", "left": True, "delay": ""},
        {"away": "has left", "left": True, "delay": ""},
        {"away": "counts as absent", "delay": ""},
        {"away": "away since 12 s", "delay": ""},
    )
    others = tuple(seat(place, players, **states[(place - 1) % len(states)]) for place in range(1, players))
    message = "does Dirk count as absent? Casimir says yes (1 of 3 needed): v votes"
    return game(players, **({"others": others, "message": message, "urgent": True} | fields))


OPEN_FORM = ask_to_open("Ada's table").selected(1).form()

ADDRESS_FORM = Form(
    title="Join by address",
    text="Somebody at the table reads it out: it is in their lobby and at their table.",
    fields=(Field("address", "192.168.1.x", "HOST:PORT", typed=True, fault="write HOST:PORT, as 192.168.1.17:40123"),),
    confirm="join",
)

LESSON = LessonView(3, 8, Course(2).words(None, None, USUAL_KEYS.ways) + " Now: Y2, with 3.")

VIEWS = {
    "game-2": View(game(2)),
    "game-4": View(game(4)),
    "game-8": View(game(8)),
    "game-12": View(game(12)),
    "countdown": View(game(4, piles=(), countdown="3", message="")),
    "watched-2": View(watched(2)),
    "watched-4": View(watched(4)),
    "watched-8": View(watched(8)),
    "watched-12": View(watched(12)),
    "lobby": View(LOBBY),
    "lobby-empty": View(EMPTY_LOBBY),
    "table-4": View(table_lobby(4)),
    "table-12": View(table_lobby(12)),
    "table-8": View(table_lobby(8)),
    "table-changed": View(table_lobby(12, options=option_entries(CHANGED), preset="own rules")),
    "scores-2": View(scores(2)),
    "scores-changed": View(scores(4, options=PRESETS["family"])),
    "scores-newcomer": View(scores(12, options=PRESETS["family"], newcomer=True)),
    "scores-4": View(scores(4)),
    "scores-8": View(scores(8)),
    "scores-12": View(scores(12, finished=True)),
    "question": View(game(4), form=QUESTION),
    "form-open": View(LOBBY, form=OPEN_FORM),
    "form-address": View(LOBBY, form=ADDRESS_FORM),
    "company-4": View(company(4)),
    "company-12": View(company(12)),
    "paused-4": View(game(4, banner=PAUSED, message="")),
    "paused-12": View(game(12, banner=PAUSED, message="")),
    "frozen-4": View(company(4, banner=FROZEN, message="")),
    "resuming-4": View(game(4, countdown="3", message="")),
    "decision": View(game(4), form=DECISION),
    "told": View(LOBBY, form=TOLD),
    "lesson": View(game(2), lesson=LESSON),
    "replay-4": View(replay(4)),
    "replay-12": View(replay(12)),
    "curves-4": View(curves(4)),
    "curves-12": View(curves(12)),
    "replay-scores": View(ReplayView(scores(4), STATUS, playing=True)),
    "help-replay": View(replay(4), help=True),
    "saying": View(game(4), form=SAYING),
    "saying-on": View(game(4), form=SAYING_ON),
    "said-4": View(game(4, message="", urgent=False), talk=SPOKEN),
    "said-lobby": View(table_lobby(4), talk=SPOKEN),
    "help-game": View(game(4), help=True),
    "help-lobby": View(LOBBY, help=True),
}
