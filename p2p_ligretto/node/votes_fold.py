"""Votes about a seat in the fold: to kick it from the table, or to hold it absent for the round (protocol/spec/06).

In play that means that the round goes on without it until it moves; in a deal, that it is not dealt in.

A vote is carried when more than half of the seats that have a say say yes, the one that it is about included. It is
judged by the log alone: for how long somebody made no move, or did not speak, is told by the stamps. A vote for absence
stands only as long as it could be cast: a move, a word of the deal, a pause or the end of the round takes it away.
"""

from collections import Counter

from msgspec.structs import replace

from p2p_ligretto.node.table import ABSENT_US, DEALING, Phase, TableState, Votes
from p2p_ligretto.wire.payloads import VoteAbout, Voted


def may_be_voted_absent(table: TableState, seat: int, table_time_us: int) -> bool:
    """Whether ``seat`` takes part in a round that has waited for it for ``ABSENT_US``."""
    since_us = _waits_since_us(table, seat) if seat in table.playing else None
    return since_us is not None and table_time_us >= since_us + ABSENT_US


def _waits_since_us(table: TableState, seat: int) -> int | None:
    """Since when a player has made no move in a round that runs, or is waited for in a deal, if it is."""
    if table.phase in DEALING:
        return table.first_word_us if seat in _waited_for(table) else None
    if table.phase is not Phase.PLAYING or table.paused:
        return None
    return max(dict(table.last_moves).get(seat, 0), table.first_move_us)


def _waited_for(table: TableState) -> frozenset[int]:
    """Whom a deal waits for: who has not spoken in its phase, where somebody has.

    Before anybody has, the log does not tell since when the players could have spoken.
    """
    spoken = table.spoken()
    return table.playing - spoken if spoken else frozenset()


def why_not_voted(table: TableState, voter: int, about: VoteAbout, seat: int, time: int) -> str | None:
    """Why ``voter`` can't vote so at table time ``time``: a reason of ``notices.ActRefused``; None if it can."""
    if voter not in table.welcome or seat not in table.welcome:
        return "phase"
    if seat == voter:
        return "own_seat"
    if about == "kick" or may_be_voted_absent(table, seat, time):
        return None
    if table.phase in DEALING:
        return "not_yet" if seat in table.playing - table.spoken() else "phase"
    if table.phase is not Phase.PLAYING:
        return "no_round"
    if table.paused:
        return "paused"
    return "not_yet" if seat in table.playing else "phase"


def voted(table: TableState, voter: int, time: int, payload: Voted) -> TableState | None:
    """The table with this vote, and what it carries; None where it can't be cast. A player that goes may end things."""
    if why_not_voted(table, voter, payload.about, payload.seat, time) is not None:
        return None
    vote = (payload.about, payload.seat, voter)
    return with_carried(replace(table, votes=table.votes | {vote} if payload.yes else table.votes - {vote}))


def with_carried(table: TableState) -> TableState:
    """The table with the votes that are carried by those who have a say now; those of others count no more.

    What it means that a player is not in the round any more is not drawn here.
    """
    table = replace(table, votes=_between(table.votes, table.welcome)) if table.votes else table
    while (carried := _first_carried(table)) is not None:
        about, seat = carried
        table = _kicked(table, seat) if about == "kick" else _held_absent(table, seat)
    return table


def _first_carried(table: TableState) -> tuple[VoteAbout, int] | None:
    """One vote that is carried; its effect may carry another, for fewer have a say then."""
    ayes = Counter((about, seat) for about, seat, _ in table.votes)
    carried = [vote for vote, yes in ayes.items() if 2 * yes > len(table.welcome)]
    return min(carried, key=lambda vote: (vote[1], vote[0]), default=None)


def without_absence(votes: Votes, seat: int | None = None) -> Votes:
    """The votes without those to hold ``seat`` absent, or any seat if that is None."""
    return frozenset(vote for vote in votes if vote[0] != "absent" or seat not in (None, vote[1]))


def votes_in_deal(table: TableState) -> Votes:
    """The votes that stand in a deal whose players, or whose words, are fewer than before."""
    waited_for = _waited_for(table)
    return frozenset(vote for vote in table.votes if vote[0] != "absent" or vote[1] in waited_for)


def _between(votes: Votes, seats: tuple[int, ...]) -> Votes:
    return frozenset(vote for vote in votes if vote[1] in seats and vote[2] in seats)


def _kicked(table: TableState, seat: int) -> TableState:
    banned = table.banned | {table.seats[seat].peer}
    if table.phase is Phase.PLAYING:
        table = _out(table, seat)
    table = replace(table, banned=banned, ready=table.ready - {seat})
    return replace(table, votes=_between(table.votes, table.welcome))


def _held_absent(table: TableState, seat: int) -> TableState:
    return replace(_out(table, seat), votes=without_absence(table.votes, seat))


def _out(table: TableState, seat: int) -> TableState:
    if seat not in table.players:
        return table
    return replace(table, out=table.out | {seat}, agreed=table.agreed - {seat})
