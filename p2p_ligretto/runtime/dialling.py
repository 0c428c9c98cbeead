"""Reaching a node of which several addresses are known: they are tried in a race with a stagger [RFC 8305].

The first address over which the other side greets as it should wins; only there is our own Hello said, so the other
side never sees the losers as links.
"""

import errno
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import format_address, sockaddr_of
from p2p_ligretto.runtime.greeting import Greeted, NotGreeted, greet
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import Address, Hello

STAGGER_S = 0.25
CONNECT_LIMIT_S = 1.2
"""Long enough for a lost SYN to be sent again (RFC 6298: after a second), and for who is on the same network."""
KNOWN_CONNECT_LIMIT_S = 0.5
"""For a node that was met before: it is dialled again and again, so a lost SYN is soon followed by another one."""
DIAL_LIMIT_S = 9.0
"""For all addresses together: a node counts a dial of 10 s as lost."""


@dataclass(frozen=True, slots=True)
class Dialled:
    """A connection on which both sides have said Hello."""

    connection: socket.socket
    hello: Hello
    address: Address


@dataclass(frozen=True, slots=True)
class NotDialled:
    """``reason`` is one line for a person: what went wrong and what may help."""

    reason: str


async def dial(addresses: Sequence[Address], own: Hello, expected: bytes | None = None) -> Dialled | NotDialled:
    """Reach the node ``expected`` (None: whoever it is) at any of ``addresses``."""
    candidates = [address for address in dict.fromkeys(addresses) if sockaddr_of(address) is not None]
    if not candidates:
        return NotDialled(_("None of the addresses can be dialled from here."))
    race = _Race(own, expected, hold_back=len(candidates) > 1)
    async with trio.open_nursery() as nursery:
        race.scope = nursery.cancel_scope
        race.scope.deadline = trio.current_time() + DIAL_LIMIT_S
        for address in candidates:
            over = trio.Event()
            nursery.start_soon(race.enter, address, over)
            with trio.move_on_after(STAGGER_S):
                await over.wait()
    if race.won is not None:
        return race.won
    unanswered = (3, _no_answer(format_address(candidates[0])))
    return NotDialled(min(race.failures, default=unanswered)[1])


class _Race:
    """The candidates' common state: ``failures`` are (how telling, lower is more; line for a person)."""

    def __init__(self, own: Hello, expected: bytes | None, hold_back: bool) -> None:
        self._own = own
        self._expected = expected
        self._hold_back = hold_back
        self._claimed: Address | None = None
        self.scope = trio.CancelScope()
        self.failures: list[tuple[int, str]] = []
        self.won: Dialled | None = None

    async def enter(self, address: Address, over: trio.Event) -> None:
        """Run for one address; the winner ends the race."""
        outcome = await self._try(address)
        if isinstance(outcome, Dialled):
            self.won = outcome
            self.scope.cancel()
        else:
            self.failures.append(outcome)
        over.set()

    async def _try(self, address: Address) -> Dialled | tuple[int, str]:
        shown = format_address(address)
        found = sockaddr_of(address)
        connection = None
        try:
            with trio.move_on_after(CONNECT_LIMIT_S if self._expected is None else KNOWN_CONNECT_LIMIT_S):
                connection = None if found is None else await sockets.connect(*found)
        except OSError as error:
            return _connect_failure(error, shown)
        if connection is None:
            return 3, _no_answer(shown)
        may_answer = (lambda: self._claim(address)) if self._hold_back else None
        outcome = await greet(connection, self._own, expected=self._expected, may_answer=may_answer)
        if isinstance(outcome, Greeted):
            return Dialled(connection, outcome.hello, address)
        if self._claimed == address:
            self._claimed = None
        return _greeting_failure(outcome, shown)

    def _claim(self, address: Address) -> bool:
        """The first to ask may say Hello."""
        if self._claimed is None:
            self._claimed = address
        return self._claimed == address


def _connect_failure(error: OSError, shown: str) -> tuple[int, str]:
    """How telling the failure is (lower is more) and the line for a person."""
    if error.errno == errno.ECONNREFUSED:
        return 2, _("Nobody listens at {address}: is the game running there, and is the port right?").format(
            address=shown
        )
    if error.errno in (errno.ETIMEDOUT, errno.EHOSTDOWN if hasattr(errno, "EHOSTDOWN") else errno.ETIMEDOUT):
        return 3, _no_answer(shown)
    if sys.platform == "darwin" and error.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH):
        return 4, _(
            "{address} cannot be reached: allow the terminal to use the local network (System Settings, Privacy), "
            "and check that both machines are on one network."
        ).format(address=shown)
    return 4, _("{address} cannot be reached ({reason}): are both machines on one network?").format(
        address=shown, reason=error.strerror or error
    )


def _no_answer(shown: str) -> str:
    return _(
        "No answer from {address}: check the address; a firewall, or a guest network that keeps its devices apart, "
        "may be in the way."
    ).format(address=shown)


def _greeting_failure(failure: NotGreeted, shown: str) -> tuple[int, str]:
    match failure.cause:
        case "incompatible" | "refused":
            return 0, _("{address} refuses the link: {reason}.").format(address=shown, reason=failure.reason)
        case "self":
            return 0, _("{address} is this program itself: use the address of another player.").format(address=shown)
        case "foreign":
            return 1, _("What answers at {address} is not a Ligretto node: check the port.").format(address=shown)
        case "silent":
            return 1, _("Something at {address} takes the connection but says nothing: check the port.").format(
                address=shown
            )
        case "closed":
            return 1, _("{address} closed the connection: is that the port of a Ligretto node?").format(address=shown)
        case "other" | "late":
            return 2, _("Another node answers at {address} now.").format(address=shown)
