"""What to say for something that the seats decide together, or why not: a pause, an agreed end, a vote.

The log judges again, at the place where the order puts it; this is for the person's sake.
"""

from typing import assert_never

from p2p_ligretto.node.agreement_fold import why_not_agreed
from p2p_ligretto.node.intents import AgreeToEnd, Pause, Vote
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.node.pause_fold import why_not_paused
from p2p_ligretto.node.table import TableState
from p2p_ligretto.node.votes_fold import why_not_voted
from p2p_ligretto.wire.payloads import Agreed, Paused, Voted


def payload_for(
    table: TableState, peer: bytes, intent: Pause | AgreeToEnd | Vote, table_time: int
) -> Agreed | Paused | Voted | ActRefused:
    """The payload by which ``peer`` says what it wants at ``table``, the predicted state; or why it can't."""
    seat = table.seat_of(peer)
    if seat is None:
        return ActRefused("not_seated")
    if seat not in table.welcome:
        return ActRefused("phase")
    match intent:
        case Pause(paused):
            refused = why_not_paused(table, paused)
            return Paused(table.number, paused) if refused is None else ActRefused(refused)
        case AgreeToEnd(agrees):
            refused = why_not_agreed(table, seat)
            return Agreed(table.number, agrees) if refused is None else ActRefused(refused)
        case Vote(about, other, yes):
            refused = why_not_voted(table, seat, about, other, table_time)
            return Voted(about, other, yes) if refused is None else ActRefused(refused, other)
    assert_never(intent)
