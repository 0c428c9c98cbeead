"""Who was caught lying, in the fold: named in the state, by the log alone, so that every node names the same.

What can be checked at once is: a share against its commitment, cards that are shown against the leaves of their deck.
The rest is for the audit (``audit``).
"""

from typing import Final

from msgspec.structs import replace

from p2p_ligretto.dealing import exposure
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.table import CaughtLie, TableState

FORGED: Final = Rejected(exposure.FORGED_REASON)
"""What its author can't have said honestly."""
FORK: Final = "fork"
"""The check that fails where two signed events contradict one another; all others are about cards."""
NOT_NOW: Final = Rejected("not now")
"""A payload that its phase or its author's place does not allow."""


def with_lie(table: TableState, seat: int, check: str) -> TableState:
    """The table with the player at ``seat`` caught by ``check``; of a deal and its round only the first lie is kept."""
    if any((lie.deal, lie.seat) == (table.deals, seat) for lie in table.lies):
        return table
    return replace(table, lies=(*table.lies, CaughtLie(table.number, table.deals, seat, check)))
