"""The end of a round by agreement in the fold (protocol/spec/06): it ends when all who take part in it agree.

Who is left alone in a round agrees alone; where nobody takes part there is nobody to agree.
"""

from msgspec.structs import replace

from p2p_ligretto.game.rules import agree
from p2p_ligretto.node.closing_fold import with_round
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.wire.payloads import Agreed


def why_not_agreed(table: TableState, seat: int) -> str | None:
    """Why ``seat`` has no say in the end of a round: a reason of ``notices.ActRefused``; None if it has."""
    if table.phase is not Phase.PLAYING or seat not in table.players:
        return "no_round"
    return None if seat in table.playing else "phase"


def agreed(table: TableState, seat: int, payload: Agreed) -> TableState | None:
    """``seat`` agrees, or no longer, that the round should end; None where it has no say."""
    if payload.number != table.number or why_not_agreed(table, seat) is not None:
        return None
    who = table.agreed | {seat} if payload.agrees else table.agreed - {seat}
    return ended_if_all_agree(replace(table, agreed=who))


def ended_if_all_agree(table: TableState) -> TableState:
    """The table with its round ended, if all who take part in it agree."""
    if table.phase is not Phase.PLAYING or table.round is None or not table.playing:
        return table
    return with_round(table, agree(table.round)) if table.agreed >= table.playing else table
