"""A bot at a node: it gets ready by itself and plays until the match is over or its session is cancelled.

The same loops seat a bot at a person's own place (``--auto``) and get a waiting host ready.
"""

from collections.abc import Sequence
from typing import Final

import trio

from p2p_ligretto.bots.player import NEVER_US, BotPlayer
from p2p_ligretto.node.agreement import bot_agrees
from p2p_ligretto.node.intents import Act, Admit, AgreeToEnd, Intent, SetReady
from p2p_ligretto.node.notices import CallerAsks, JoinFailed, Left, MatchEnded, RoundResumed, RoundStarts
from p2p_ligretto.node.readiness import Readiness, wants_ready
from p2p_ligretto.node.table import TableState
from p2p_ligretto.runtime.seated import Seated, now_us, running_round, wait_for_change

TELLING_US: Final = 1_000_000
"""So long after a new round is seen, its countdown has surely been told: it is told when the deal is final."""

ASK_AGAIN_US: Final = 500_000
"""What a node could not say (a view is being changed) it is asked again after this."""


class StartSignal:
    """When the first move of the round is legal, as its countdown was told; bots keep their hands still until then.

    The state of a new round, or of one that goes on after a pause, may be seen a little before its countdown is told,
    or after.
    """

    def __init__(self) -> None:
        self._seen = (0, 0, 0)
        self._start_us = 0

    def told(self, starts: RoundStarts | RoundResumed, at_us: int) -> None:
        """The countdown of a round, at its start or after a pause, began at ``at_us``."""
        self._start_us = at_us + starts.in_us

    def start_us(self, table: TableState, at_us: int) -> int:
        """When play may begin, or go on, in the round that is seen at ``at_us``."""
        seen = (table.match, table.number, table.resumes_us)
        if seen != self._seen:
            self._seen = seen
            self._start_us = max(self._start_us, at_us + TELLING_US)
        return self._start_us


async def run_bot(seated: Seated, player: BotPlayer, readiness: Readiness, first: Sequence[Intent] = ()) -> None:
    """Submit ``first`` (as: join a table), then play until the match is over, or on and on where it is for a rematch.

    Ends too when there is no seat to be had, and when the node has left its table.
    """
    signal = StartSignal()
    async with seated.open_notices() as notices, trio.open_nursery() as nursery:
        for intent in first:
            seated.submit(intent)
        nursery.start_soon(keep_ready, seated, readiness)
        nursery.start_soon(play_by_bot, seated, player, signal)
        async for notice in notices:
            match notice:
                case RoundStarts() | RoundResumed():
                    signal.told(notice, now_us())
                case CallerAsks(peer):
                    seated.submit(Admit(peer, True))
                case JoinFailed() | Left():
                    break
                case MatchEnded() if not readiness.rematch:
                    break
        nursery.cancel_scope.cancel()


async def play_by_bot(seated: Seated, player: BotPlayer, signal: StartSignal) -> None:
    """Make the bot's moves; never returns."""
    while True:
        table, seat = seated.node.predicted, seated.node.own_seat
        state = running_round(table, seat)
        if table is not None and seat is not None and bot_agrees(table, seat):
            seated.submit(AgreeToEnd(True))
            await wait_for_change(seated, now_us() + ASK_AGAIN_US)
            continue
        if table is not None and table.paused:
            player.observe(None, seat, now_us())
            await wait_for_change(seated)
            continue
        if table is not None and state is not None and now_us() < signal.start_us(table, now_us()):
            player.observe(None, seat, now_us())
            await wait_for_change(seated, signal.start_us(table, now_us()))
            continue
        player.observe(state, seat, now_us())
        move = player.decide(now_us())
        if move is not None:
            seated.submit(Act(move))
            await trio.lowlevel.checkpoint()
            continue
        await wait_for_change(seated, None if player.wake_at == NEVER_US else player.wake_at)


async def keep_ready(seated: Seated, readiness: Readiness) -> None:
    """Get ready whenever ``readiness`` says so; never returns."""
    while True:
        table, seat = seated.node.final, seated.node.own_seat
        if table is not None and seat is not None and seat < len(table.seats) and wants_ready(readiness, table, seat):
            seated.submit(SetReady(True))
            await trio.sleep(ASK_AGAIN_US / 1_000_000)
        else:
            await wait_for_change(seated)
