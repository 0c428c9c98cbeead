"""What the screen needs of a running node; ``runtime.driver.Driver`` is one.

It is spelt out here so that the first picture need not wait for everything that a driver imports.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import trio

from p2p_ligretto.node.intents import Intent
from p2p_ligretto.node.notices import Frozen, Notice
from p2p_ligretto.node.table import TableState
from p2p_ligretto.runtime.seated import PeerView
from p2p_ligretto.wire.messages import Address, TableCard


class NodeState(Protocol):
    """The parts of a node that are looked at."""

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
    def clock_error_us(self) -> int | None:
        """By how much the own table time may be wrong; None where nothing bounds it."""
        ...

    @property
    def peers(self) -> Mapping[bytes, PeerView]:
        """Nodes that are reachable, by peer id."""
        ...

    @property
    def code(self) -> str:
        """The code of the own private table; empty at an open one, and where it is not known."""
        ...

    @property
    def starts_in_us(self) -> int:
        """Until the first move of the round is legal; 0 when it is."""
        ...

    @property
    def is_fed(self) -> bool:
        """Whether it looks on at a table, and somebody hands it what happens there."""
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
    def frozen(self) -> Frozen | None:
        """For whom this node waits with a minority; None where it is with the majority."""
        ...

    @property
    def idle(self) -> frozenset[int]:
        """The seats that may be voted absent now."""
        ...

    @property
    def parted(self) -> tuple[TableCard, ...]:
        """The tables that came of this one, where somebody has gone on without the others."""
        ...

    @property
    def watching(self) -> bool:
        """Whether this node only looks on, or wants to."""
        ...

    @property
    def watchers(self) -> int:
        """How many look on at the own table."""
        ...

    @property
    def table_at_last_start(self) -> bytes | None:
        """The table that this node was at when it last ended without leaving."""
        ...


class Unfit(Protocol):
    """A node that was found and can't be spoken with."""

    @property
    def name(self) -> str:
        """The name of its table, or its own."""
        ...

    @property
    def reason(self) -> str:
        """Why, for a person."""
        ...


class RunningNode(Protocol):
    """A running node, with its surroundings."""

    @property
    def node(self) -> NodeState:
        """The node itself, to look at."""
        ...

    @property
    def port(self) -> int:
        """The TCP port that it listens at."""
        ...

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where it listens, likeliest to be reached first."""
        ...

    @property
    def unfit(self) -> tuple[Unfit, ...]:
        """Nodes of another version."""
        ...

    @property
    def discovery_problem(self) -> str:
        """What is wrong with discovery now, for a person; empty if nothing is."""
        ...

    @property
    def twin_problem(self) -> str:
        """What to do about another process with this node's key, for a person; empty if there is none."""
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
