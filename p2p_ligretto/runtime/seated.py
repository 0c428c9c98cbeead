"""What a session needs of a running node, and how it waits for something to change there.

``runtime.driver.Driver`` is one. The state is read at any time without waiting: everything runs in one trio loop, so
nothing changes between two reads that no wait divides.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import trio

from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.intents import Intent
from p2p_ligretto.node.notices import Frozen, Notice
from p2p_ligretto.node.presence_fold import round_of
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.wire.messages import TableCard


class PeerView(Protocol):
    """A node that there is a link to."""

    @property
    def name(self) -> str:
        """As it calls itself; empty until it has."""
        ...

    @property
    def round_trip_us(self) -> int | None:
        """There and back, as usual of late; None until it was measured."""
        ...

    @property
    def card(self) -> TableCard | None:
        """What it says of its table; None if it is at none."""
        ...


class NodeView(Protocol):
    """The parts of a node that a person looks at."""

    @property
    def predicted(self) -> TableState | None:
        """The table as it is if every move counts that is known here; None at no table."""
        ...

    @property
    def final(self) -> TableState | None:
        """The table as nothing can change it any more."""
        ...

    @property
    def own_seat(self) -> int | None:
        """None without a seat."""
        ...

    @property
    def code(self) -> str:
        """The code of the own private table; empty at an open one, and where it is not known."""
        ...

    @property
    def muted(self) -> frozenset[int]:
        """The seats that the person does not want to hear."""
        ...

    @property
    def warned(self) -> frozenset[int]:
        """The seats that were not heard for a moment."""
        ...

    @property
    def is_fed(self) -> bool:
        """Whether it looks on at a table, and somebody hands it what happens there."""
        ...

    @property
    def frozen(self) -> Frozen | None:
        """For whom this node waits with a minority; None where it is with the majority."""
        ...

    @property
    def parted(self) -> tuple[TableCard, ...]:
        """The tables that came of this one, where somebody has gone on without the others."""
        ...

    @property
    def clock_error_us(self) -> int | None:
        """By how much the own table time may be wrong; None where nothing bounds it."""
        ...

    @property
    def peers(self) -> Mapping[bytes, PeerView]:
        """Nodes that are reachable, by peer id."""
        ...


class Seated(Protocol):
    """A running node."""

    @property
    def node(self) -> NodeView:
        """The node itself, to look at."""
        ...

    @property
    def changed(self) -> trio.Event:
        """Set when the state changes next; another one from then on."""
        ...

    def submit(self, intent: Intent) -> None:
        """Ask the node for something; a refusal comes as a notice."""
        ...

    def open_notices(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """All notices from now on."""
        ...


def now_us() -> int:
    """Microseconds by the clock of the loop."""
    return int(trio.current_time() * 1_000_000)


async def wait_for_change(seated: Seated, until_us: int | None = None) -> None:
    """Wait until the state changes, or until ``until_us`` by ``now_us``, whichever is first."""
    changed = seated.changed
    if until_us is None:
        await changed.wait()
        return
    with trio.move_on_after(max(0, until_us - now_us()) / 1_000_000):
        await changed.wait()


def running_round(table: TableState | None, seat: int | None = None) -> RoundState | None:
    """The round in which moves can be made, paused or not, if there is one; as ``seat`` may act in it.

    A seat that was held absent is in it: its next move brings it back.
    """
    if table is None or table.phase is not Phase.PLAYING or table.round is None or table.round.end is not None:
        return None
    return table.round if seat is None else round_of(table, seat)
