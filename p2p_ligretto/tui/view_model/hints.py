"""Which own cards are marked as fitting: what the key below each of them would do now, if anything.

Whether there are marks at all is the person's choice, where the table allows it (docs/decisions/0031).
"""

from p2p_ligretto.game.centre import PLACES
from p2p_ligretto.game.legal import acting_area, playable, stores
from p2p_ligretto.game.moves import ROW, STACK, Source
from p2p_ligretto.game.state import RoundState

NO_HINTS: frozenset[Source] = frozenset()


def fitting(state: RoundState, seat: int, storing: str = "") -> frozenset[Source]:
    """Where the cards lie that can go to the centre, into a gap or onto a row card; none where ``seat`` can't act.

    While the slot to store on is waited for, it is the slots that would take the card of ``storing``.
    """
    area = acting_area(state, seat)
    if area is None:
        return NO_HINTS
    if storing:
        return frozenset(ROW[store.slot] for store in stores(state, area) if store.source.place == storing)
    found = {source for source, card in playable(area) if PLACES[card] & state.demand}
    if area.stack_top is not None and () in area.row:
        found.add(STACK)
    if state.options.row_storage is not None:
        found.update(store.source for store in stores(state, area))
    return frozenset(found)
