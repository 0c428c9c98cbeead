"""The table before its first round: who sits there, what is played, what happens next."""

from collections.abc import Iterable

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.game.presets import preset_of
from p2p_ligretto.node.table import MIN_PLAYERS, TableState
from p2p_ligretto.speech.latency import SLOW_US, clock_error_words, delay_words
from p2p_ligretto.speech.lineages import table_title
from p2p_ligretto.speech.table_rules import preset_words
from p2p_ligretto.speech.waiting import waiting_line
from p2p_ligretto.texts import _
from p2p_ligretto.tui.view_model.affairs import standing_message
from p2p_ligretto.tui.view_model.options import option_entries
from p2p_ligretto.tui.view_model.seats import is_silent, seat_names, seat_note
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import OptionEntry, SeatEntry, TableLobbyView


def table_lobby_view(table: TableState, vantage: Vantage, addresses: Iterable[str] = ()) -> TableLobbyView:
    """``table`` is the final state; ``addresses`` (``HOST:PORT``) are those of this node.

    Nobody gets a seat by way of who looks on, so there they are not shown.
    """
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
        addresses=() if vantage.spectator else tuple(addresses),
        hint=_hint(table, vantage) if vantage.frozen is not None or not undecided else undecided,
        watching=vantage.watching,
        spectator=vantage.spectator,
        urgent=urgent or vantage.frozen is not None,
        clock_error=clock_error_words(vantage.clock_error_us),
        preset=preset_words(preset_of(table.options))[0],
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
        return _("waiting for a second player: others find this table by name or address")
    if vantage.own_seat not in table.ready:
        return _("press {ready} when you are ready, or {deal} to deal now").format(
            ready=vantage.keys.shown("ready"), deal=vantage.keys.shown("deal")
        )
    return waiting


def _private(code: str) -> tuple[OptionEntry, ...]:
    if not code:
        return ()
    return (OptionEntry(_("private"), code, _("the code that who joins or watches is asked for")),)
