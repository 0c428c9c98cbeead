"""A pause of the round in the fold (protocol/spec/06): no move is legal till it ends, with a countdown."""

from typing import Final

from msgspec.structs import replace

from p2p_ligretto.node.table import COUNTDOWN_US, Phase, TableState
from p2p_ligretto.node.votes_fold import without_absence
from p2p_ligretto.wire.payloads import Paused

PAUSED: Final = "paused"


def why_not_paused(table: TableState, wanted: bool) -> str | None:
    """Why the round can't be paused (``wanted``) or go on: a reason of ``notices.ActRefused``; None if it can."""
    if table.phase is not Phase.PLAYING:
        return "no_round"
    if table.paused == wanted:
        return PAUSED if wanted else "phase"
    return None


def paused(table: TableState, time: int, payload: Paused) -> TableState | None:
    """The round pauses, or goes on after a countdown; None where it can't. Nobody is held absent for a pause."""
    if payload.number != table.number or why_not_paused(table, payload.paused) is not None:
        return None
    resumes_us = table.resumes_us if payload.paused else time + COUNTDOWN_US
    return replace(table, paused=payload.paused, resumes_us=resumes_us, votes=without_absence(table.votes))


def is_held_up(table: TableState, time: int) -> bool:
    """Whether a move of that time falls in a pause of the round, or in the countdown after it."""
    return table.paused or time < table.resumes_us
