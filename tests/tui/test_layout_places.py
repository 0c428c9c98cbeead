"""The table at the sizes that people have: nothing is cut, and nothing changes its place while a round goes on."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from p2p_ligretto.game.cards import COLOURS, PileId
from p2p_ligretto.tui.actions import FillSlot, PlayFrom, Turn
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.picture import Picture
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Banner, CardView, GameView, PileView, SeatView, View
from tests.tui.samples import NAMES, card, game, seat, watched

SIZES = [(80, 24), (120, 40), (200, 60)]
PLAYERS = [2, 4, 8, 12]
WIDE_NAMES = tuple(chr(0x4E00 + place) * 16 for place in range(12))
"""As long as names may be, of characters of two cells."""
STATES = ("laptop gone, may return", "away since 119 min", "counts as absent", "has left", "kicked out", "")
LABELS = ("centre", "others", "players", "stack", "row", "discard", "hand", "link", "yours")


def text_of(picture: Picture) -> list[str]:
    return ["".join(run.text for run in line) for line in picture]


def crowded(players: int, names: tuple[str, ...], *, own: bool) -> GameView:
    """Every count as large as it can be, somebody in each state."""
    others = tuple(
        seat(
            place,
            players,
            name=names[place],
            stack=10,
            hand=40,
            centre=40,
            delay="151 ms",
            silent=place % 7 == 6,
            away=STATES[place % 6] if place % 7 != 6 else "",
        )
        for place in range(own, players)
    )
    view = game(players, others=others, message="", round_text="round 12, to 1000 points", clock="101:12", watching=12)
    if not own or view.own is None:
        return replace(view, own=None, seated=False)
    slots = tuple(card(f"{colour}10", depth=9) for colour in "RGBYR"[: len(view.own.row)])
    return replace(view, own=replace(view.own, stack=10, hand=40, centre=40, row=slots, discard=card("B10")))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES], ids=["usual", "wide"])
@pytest.mark.parametrize("own", [True, False], ids=["player", "spectator"])
def test_nothing_of_a_table_is_cut(own: bool, names: tuple[str, ...], players: int, columns: int, rows: int) -> None:
    view = crowded(players, names, own=own)
    shown = "\n".join(text_of(render(View(view), columns, rows, Look())))
    assert "\u2026" not in shown
    for other in view.others:
        assert other.name in shown
        assert other.away in shown
    assert "Kitchen \u00b7 round 12, to 1000 points \u00b7 101:12" in shown


def test_a_long_name_of_a_table_gives_way_to_the_clock() -> None:
    view = game(4, title="W" * 40, round_text="round 12, to 1000 points", clock="101:12", watching=12)
    title = text_of(render(View(view), 80, 24, Look()))[0]
    assert "\u2026 \u00b7 round 12, to 1000 points \u00b7 101:12 " in title


def test_the_name_of_who_has_paused_is_whole() -> None:
    title = f"{WIDE_NAMES[1]} has paused the round"
    view = game(4, banner=Banner("paused", title, "p goes on with it, after three seconds"))
    assert title in "\n".join(text_of(render(View(view), 80, 24, Look())))


def landmarks(picture: Picture, names: tuple[str, ...]) -> Iterator[tuple[object, int, int]]:
    """What lies still, with the line and the column where it begins: labels, names, own cards and keys.

    Where piles lie is a matter of the order in which they are opened: see ``test_layout``.
    """
    for number, line in enumerate(picture[1:-1], start=1):
        text = "".join(run.text for run in line)
        for found in re.finditer("|".join(rf"\b{re.escape(word)}\b" for word in (*LABELS, *names)), text):
            yield found[0], number, width(text[: found.start()])
        column, last = 0, None
        for run in line:
            if run.action != last and isinstance(run.action, PlayFrom | FillSlot | Turn):
                yield _spot(run.action), number, column
            last = run.action
            column += width(run.text)


def _spot(action: object) -> object:
    """A slot is the same place, whether a card lies there or not."""
    if isinstance(action, FillSlot):
        return "row", action.slot
    if isinstance(action, PlayFrom) and action.source.place == "row":
        return "row", action.source.slot
    return action


CARDS = (card("R1"), card("G10", fresh=True), card("B9", pending=True), card("Y2", playable=True), CardView(None))


def later(seat: SeatView, random: Random, *, own: bool) -> SeatView:
    """The same seat at another moment of the round."""
    away = "" if own else random.choice(STATES)
    return replace(
        seat,
        row=tuple(replace(random.choice(CARDS), depth=random.randint(1, 9)) for _slot in seat.row),
        stack=random.randint(0, 10),
        stack_top=random.choice(CARDS),
        hand=random.randint(0, 37),
        discard=random.choice(CARDS),
        centre=random.randint(0, 40),
        away=away,
        delay="" if away or own else random.choice(["", "< 1 ms", "151 ms", "1.2 s"]),
        silent=not own and not away and random.random() < 0.5,
    )


def at_moment(view: GameView, random: Random) -> GameView:
    """The same round at another moment."""
    ids = [PileId(colour, opener) for colour in COLOURS for opener in range(len(view.others))]
    opened = random.sample(ids, random.randint(0, len(ids)))
    return replace(
        view,
        clock=random.choice(["", "00:00", "101:12"]),
        piles=tuple(PileView(each, random.randint(1, 10)) for each in opened),
        others=tuple(later(other, random, own=False) for other in view.others),
        own=None if view.own is None else later(view.own, random, own=True),
        message=random.choice(["", "too late: somebody was first by 12 ms"]),
        urgent=random.random() < 0.5,
        countdown=random.choice(["", "3"]),
        watching=random.randint(0, 12),
        banner=random.choice([None, Banner("paused", "Somebody has paused", "p goes on with it")]),
        clock_error=random.choice(["", "2 ms", "120 ms"]),
    )


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("own", [True, False], ids=["player", "spectator"])
def test_nothing_changes_its_place_while_a_round_goes_on(own: bool, players: int, columns: int, rows: int) -> None:
    start = game(players) if own else watched(players)
    names = tuple(other.name for other in start.others)
    all_here = replace(start, others=tuple(replace(other, away="", delay="151 ms") for other in start.others))
    known = set(landmarks(render(View(all_here), columns, rows, Look()), names))
    random = Random(players)
    for _moment in range(8):
        # Some are covered by a banner, or give way to the state of a seat; none is anywhere else.
        assert set(landmarks(render(View(at_moment(start, random)), columns, rows, Look()), names)) <= known
