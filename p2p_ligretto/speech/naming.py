"""Which seat a person means by a name: whole or begun, in any case, with a fingerprint where two look alike."""

from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.choices import Misfit
from p2p_ligretto.speech.words import either, listed, look, seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def seat_named(table: TableState, typed: str) -> int | Misfit:
    """The present seat that ``typed`` names, or why there is none."""
    seats = table.welcome
    wanted = look(" ".join(typed.split()))
    names = {seat: look(seat_name(table, seat)) for seat in seats}
    for fitting in (
        [seat for seat in seats if names[seat] == wanted],
        [seat for seat in seats if look(table.seats[seat].name) == wanted],
        [seat for seat in seats if wanted and names[seat].startswith(wanted)],
    ):
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            shown = either(seat_name(table, seat) for seat in fitting)
            return Misfit(_("whom do you mean? type {names}").format(names=shown))
    shown = listed(seat_name(table, seat) for seat in seats)
    return Misfit(
        _("nobody here is called '{name}': at the table are {names}").format(name=printable(typed), names=shown)
    )
