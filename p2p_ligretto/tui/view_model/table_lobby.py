"""The table before its first round: who sits there, what is played, what happens next."""

from collections.abc import Iterable

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.table import MIN_PLAYERS, TableState
from p2p_ligretto.speech.latency import SLOW_US, clock_error_words, delay_words
from p2p_ligretto.speech.lineages import table_title
from p2p_ligretto.speech.waiting import waiting_line
from p2p_ligretto.texts import _
from p2p_ligretto.tui.view_model.affairs import standing_message
from p2p_ligretto.tui.view_model.seats import is_silent, seat_names, seat_note
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import OptionEntry, SeatEntry, TableLobbyView


def table_lobby_view(table: TableState, vantage: Vantage, addresses: Iterable[str] = ()) -> TableLobbyView:
    """``table`` is the final state; ``addresses`` (``HOST:PORT``) are those of this node."""
    names = seat_names(table)
    undecided, urgent = standing_message(table, None if vantage.spectator else vantage.own_seat)
    return TableLobbyView(
        title=table_title(table, parted=vantage.parted),
        seats=tuple(
            SeatEntry(
                name=names[seat],
                own=seat == vantage.own_seat,
                ready=seat in table.ready,
                note=_note(table, seat, vantage),
                slow=vantage.delays_us.get(seat, 0) > SLOW_US,
            )
            for seat in range(len(table.seats))
        ),
        options=(*_private(vantage.code), *option_entries(table.options)),
        addresses=tuple(addresses),
        hint=_hint(table, vantage) if vantage.frozen is not None or not undecided else undecided,
        watching=vantage.watching,
        spectator=vantage.spectator,
        urgent=urgent or vantage.frozen is not None,
        clock_error=clock_error_words(vantage.clock_error_us),
    )


def _note(table: TableState, seat: int, vantage: Vantage) -> str:
    if seat != vantage.own_seat and (note := seat_note(table, seat, vantage)):
        return note
    if is_silent(table, seat, vantage):
        return _("silent")
    return delay_words(vantage.delays_us.get(seat))


def _hint(table: TableState, vantage: Vantage) -> str:
    """What happens next at a table that waits, and what the person can do about it."""
    waiting = waiting_line(table, vantage.own_seat, vantage.reach) or ""
    if vantage.spectator:
        full = len(table.seats) >= MAX_SEATS
        return _("this table has no seat left: you are watching") if full else waiting
    if vantage.own_seat is None:
        return _("you get a seat in a moment")
    if vantage.frozen is not None or vantage.away & set(table.present):
        return waiting
    if len(table.present) < MIN_PLAYERS:
        return _("waiting for a second player: others find this table by its name, or by the address below")
    if vantage.own_seat not in table.ready:
        return _("press {ready} when you are ready, or {deal} to deal now").format(
            ready=vantage.keys.shown("ready"), deal=vantage.keys.shown("deal")
        )
    return waiting


def _private(code: str) -> tuple[OptionEntry, ...]:
    if not code:
        return ()
    return (OptionEntry(_("private"), code, _("the code that who joins or watches is asked for")),)


def option_entries(options: Options) -> tuple[OptionEntry, ...]:
    """Every option as it is set, with what that means."""
    return (
        _rounds(options),
        OptionEntry(
            _("discard"),
            _("shuffled") if options.reshuffle else _("turned over"),
            _("an empty hand takes up the discard, shuffled")
            if options.reshuffle
            else _("an empty hand takes up the discard as it lies"),
        ),
        _storage(options),
        OptionEntry(
            _("stop"),
            _("automatic") if options.call == "auto" else _("called"),
            _("the round ends when a stack is empty")
            if options.call == "auto"
            else _("who has an empty stack calls the end"),
        ),
        OptionEntry(
            _("hands"),
            _("one") if options.one_hand else _("both"),
            _("your next card waits until the last has arrived")
            if options.one_hand
            else _("lay cards as fast as you can press keys"),
        ),
        _penalty(options),
    )


def _rounds(options: Options) -> OptionEntry:
    if options.target_score is not None:
        return OptionEntry(
            _("match"),
            _("to {points} points").format(points=options.target_score),
            _("at most {rounds} rounds; the highest total wins").format(rounds=options.rounds),
        )
    return OptionEntry(
        _("match"),
        _("{rounds} rounds").format(rounds=options.rounds) if options.rounds != 1 else _("1 round"),
        _("the highest total wins"),
    )


def _storage(options: Options) -> OptionEntry:
    match options.row_storage:
        case "descending":
            return OptionEntry(
                _("storing"),
                _("descending"),
                _("on a row card one higher, of another colour"),
            )
        case "ascending":
            return OptionEntry(
                _("storing"),
                _("ascending"),
                _("on a row card one lower, of another colour"),
            )
        case _:
            return OptionEntry(_("storing"), _("none"), _("no card is laid on a card of the row"))


def _penalty(options: Options) -> OptionEntry:
    match options.penalty:
        case "stack_to_hand":
            return OptionEntry(_("wrong card"), _("stack to hand"), _("the stack's top goes to the hand of who errs"))
        case "hand_to_stack":
            return OptionEntry(_("wrong card"), _("hand to stack"), _("who errs gets a hand card under the stack"))
        case _:
            return OptionEntry(_("wrong card"), _("costs nothing"), _("a card that fits nowhere stays where it is"))
