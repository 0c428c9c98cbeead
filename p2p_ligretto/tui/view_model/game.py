"""The running game: the centre, everybody's place, one line that says what happened or is waited for."""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import DISCARD, ROW, STACK, Source
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.node.notices import RoundEnded
from p2p_ligretto.node.table import DEALING, TableState
from p2p_ligretto.speech.latency import SLOW_US, clock_error_words, delay_words, latency_warning
from p2p_ligretto.speech.lineages import table_title
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.start_signal import start_signal_words
from p2p_ligretto.speech.waiting import waiting_line
from p2p_ligretto.speech.words import card_word
from p2p_ligretto.texts import _
from p2p_ligretto.tui.view_model.affairs import banner_of, deal_message, own_absence, own_loneliness, standing_message
from p2p_ligretto.tui.view_model.freshness import Freshness, Spot, pile_spot
from p2p_ligretto.tui.view_model.hints import NO_HINTS, fitting
from p2p_ligretto.tui.view_model.seats import is_silent, seat_names, seat_note
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import CardView, GameView, PileView, SeatView


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table's state does not tell of this moment of a game."""

    starts_in_us: int = 0
    """Until the first move is legal; 0 when it is."""
    elapsed_us: int | None = None
    """Since the round started."""
    message: str = ""
    """What has just happened; without it the line says what is waited for, if anything is."""
    urgent: bool = False
    storing: str = ""
    """``stack`` or ``discard`` while the slot to store its top on is waited for."""
    hints: bool = True
    """The person wants the cards marked that fit."""


NOW: Final = Moment()


@dataclass(frozen=True, slots=True)
class _Scene:
    """What all places of one view have in common. ``settled`` is the final round, None if it is another one."""

    table: TableState
    round: RoundState | None
    settled: RoundState | None
    freshness: Freshness
    vantage: Vantage
    marked: frozenset[Source]
    """The own places whose cards are marked as fitting."""

    def is_fresh(self, spot: Spot) -> bool:
        return self.freshness.is_fresh(spot, self.vantage.now_us)


def game_view(
    final: TableState, predicted: TableState, vantage: Vantage, freshness: Freshness, moment: Moment = NOW
) -> GameView:
    """The game as predicted, with what is not final yet marked; ``freshness`` is on the clock of ``vantage``."""
    same = (final.match, final.number) == (predicted.match, predicted.number)
    state = None if predicted.phase in DEALING else predicted.round
    marked = _marked(state, vantage.own_seat, moment)
    scene = _Scene(predicted, state, final.round if same else None, freshness, vantage, marked)
    seats = {seat: _seat_view(scene, seat) for seat in predicted.players}
    own = None if vantage.own_seat is None else seats.pop(vantage.own_seat, None)
    message, urgent = moment.message, moment.urgent
    if not message or moment.storing:
        message, urgent = _standing_message(scene, own, moment.storing)
    if moment.starts_in_us > 0 and not predicted.resumes_us and not urgent:
        # Three seconds are all it has; what has just happened stays longer.
        message = start_signal_words(predicted, vantage.own_seat) or message
    return GameView(
        title=table_title(predicted, parted=vantage.parted),
        round_text=_round_text(predicted),
        clock="" if moment.elapsed_us is None else _clock(moment.elapsed_us),
        piles=() if state is None else _piles(scene, state),
        others=tuple(seats.values()),
        own=own,
        message=message,
        urgent=urgent,
        countdown=_countdown(moment.starts_in_us) if state is not None else "",
        watching=vantage.watching,
        clock_error=clock_error_words(vantage.clock_error_us),
        storing=moment.storing if own is not None else "",
        banner=banner_of(predicted, vantage) if state is None or state.end is None else None,
        seated=vantage.own_seat is not None and not vantage.spectator,
    )


def _marked(state: RoundState | None, own_seat: int | None, moment: Moment) -> frozenset[Source]:
    """Nothing where the table forbids it, whatever the person wants."""
    if state is None or own_seat is None or not moment.hints or not state.options.hints:
        return NO_HINTS
    return fitting(state, own_seat, moment.storing)


def _countdown(starts_in_us: int) -> str:
    """Seconds that have begun; empty when there are none."""
    return str(-(-starts_in_us // 1_000_000)) if starts_in_us > 0 else ""


def _round_text(table: TableState) -> str:
    if table.options.target_score is not None:
        return _("round {number}, to {points} points").format(number=table.number, points=table.options.target_score)
    return _("round {number} of {rounds}").format(number=table.number, rounds=table.options.rounds)


def _clock(elapsed_us: int) -> str:
    minutes, seconds = divmod(max(0, elapsed_us) // 1_000_000, 60)
    return f"{minutes:02}:{seconds:02}"


def _piles(scene: _Scene, state: RoundState) -> tuple[PileView, ...]:
    settled = {pile.id: pile.height for pile in scene.settled.piles} if scene.settled is not None else None
    return tuple(
        PileView(
            id=pile.id,
            height=pile.height,
            pending=settled is not None and settled.get(pile.id) != pile.height,
            fresh=scene.is_fresh(pile_spot(*pile.id)),
        )
        for pile in state.piles
    )


def _seat_view(scene: _Scene, seat: int) -> SeatView:
    state, vantage = scene.round, scene.vantage
    own = seat == vantage.own_seat
    name = seat_names(scene.table)[seat]
    area = None if state is None else state.area(seat)
    left = not scene.table.seats[seat].present
    away = "" if own else seat_note(scene.table, seat, vantage)
    silent = not own and is_silent(scene.table, seat, vantage)
    delay_us = None if away else vantage.delays_us.get(seat)
    delay, slow = delay_words(delay_us), delay_us is not None and delay_us > SLOW_US
    if state is None or area is None:
        nothing = CardView(None)
        # Before the deal as many slots as there will be: the cards that come move nothing.
        slots = (nothing,) * row_size(max(2, len(scene.table.players))) if state is None else ()
        return SeatView(name, slots, 0, nothing, 0, nothing, 0, delay, away, left, silent, slow)
    settled = None if scene.settled is None else scene.settled.area(seat)
    marked = scene.marked if own else NO_HINTS
    return SeatView(
        name=name,
        row=_row(scene, seat, area, settled, marked),
        stack=area.stack,
        stack_top=CardView(
            area.stack_top,
            pending=settled is not None and (settled.stack, settled.stack_top) != (area.stack, area.stack_top),
            fresh=scene.is_fresh(Spot("stack", seat)),
            playable=STACK in marked,
        ),
        hand=area.hand,
        discard=_discard(scene, seat, area, settled, marked),
        centre=area.centre,
        delay=delay,
        away=away,
        left=left,
        silent=silent,
        slow=slow,
    )


def _row(scene: _Scene, seat: int, area: Area, settled: Area | None, marked: frozenset[Source]) -> tuple[CardView, ...]:
    return tuple(
        CardView(
            card=cards[-1] if cards else None,
            depth=len(cards),
            pending=settled is not None and settled.row[slot : slot + 1] != (cards,),
            fresh=scene.is_fresh(Spot("row", seat, slot)),
            playable=ROW[slot] in marked,
        )
        for slot, cards in enumerate(area.row)
    )


def _discard(scene: _Scene, seat: int, area: Area, settled: Area | None, marked: frozenset[Source]) -> CardView:
    top = area.discard[-1] if area.discard else None
    return CardView(
        card=top,
        depth=len(area.discard),
        pending=settled is not None and settled.discard != area.discard,
        fresh=scene.is_fresh(Spot("discard", seat)),
        playable=DISCARD in marked,
    )


def _standing_message(scene: _Scene, own: SeatView | None, storing: str) -> tuple[str, bool]:
    """What holds until something changes, and whether it needs the person."""
    table, state, vantage = scene.table, scene.round, scene.vantage
    if state is None:
        return deal_message(table, vantage)
    if state.end is not None:
        return line_for(RoundEnded(table.number, state.end.kind, state.end.by), table, vantage.own_seat) or "", True
    waiting = waiting_line(table, vantage.own_seat, vantage.reach) if vantage.frozen is None else None
    if waiting is not None:
        return waiting, True
    own_seat = None if vantage.spectator else vantage.own_seat
    undecided, urgent = standing_message(table, own_seat, vantage.keys)
    if urgent:
        return undecided, True
    undecided = undecided or latency_warning(table, own_seat, vantage.delays_us, vantage.clock_error_us)
    if own is None:
        return undecided if vantage.spectator else _("you are not in this round: you play from the next one on"), False
    if storing:
        top = own.stack_top if storing == "stack" else own.discard
        shown = card_word(top.card) if top.card is not None else "-"
        return _("store {card}: press the key of a row slot, or esc").format(card=shown), True
    if table.options.call == "manual" and own.stack == 0:
        return _("your stack is empty: press {key} to call stop").format(key=vantage.keys.shown("stop")), True
    absence = own_absence(table, vantage) or own_loneliness(table, vantage)
    return (absence, True) if absence else (undecided, False)
