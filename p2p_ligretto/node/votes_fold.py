"""Votes about a seat in the fold: to kick it from the table, or to hold it absent for the round.

A vote is carried when more than half of the seats that have a say say yes, the one that it is about included. It is
judged by the log alone: how long somebody made no move is told by the stamps.
"""

from p2p_ligretto.node.table import ABSENT_US, Phase, TableState
from p2p_ligretto.wire.payloads import VoteAbout


def may_be_voted_absent(table: TableState, seat: int, table_time_us: int) -> bool:
    """Whether ``seat`` takes part in a round that runs, and has made no move in it for ``ABSENT_US``."""
    if table.phase is not Phase.PLAYING or table.paused or seat not in table.playing:
        return False
    last_us = max(dict(table.last_moves).get(seat, 0), table.first_move_us)
    return table_time_us >= last_us + ABSENT_US


def why_not_voted(table: TableState, voter: int, about: VoteAbout, seat: int, time: int) -> str | None:
    """Why ``voter`` can't vote so at table time ``time``: a reason of ``notices.ActRefused``; None if it can."""
    if voter not in table.welcome or seat not in table.welcome:
        return "phase"
    if seat == voter:
        return "own_seat"
    if about == "kick" or may_be_voted_absent(table, seat, time):
        return None
    if table.phase is not Phase.PLAYING:
        return "no_round"
    if table.paused:
        return "paused"
    return "not_yet" if seat in table.playing else "phase"
