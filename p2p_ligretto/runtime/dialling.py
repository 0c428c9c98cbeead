"""Reaching a node of which several addresses are known: they are tried in a race with a stagger [RFC 8305].

The first address over which the other side greets as it should gets our own Hello, and the others wait: so the other
side never sees them as links. If it turns out that who answers there is not who it says, the next one has its turn.
"""

import errno
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import SocketAddress, format_address, sockaddr_of
from p2p_ligretto.runtime.cable import until_plugged_in
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.greeting import Greeted, NotGreeted, greet
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import Address

STAGGER_S = 0.25
CONNECT_LIMIT_S = 1.2
"""Long enough for a lost SYN to be sent again (RFC 6298: after a second), and for who is on the same network."""
KNOWN_CONNECT_LIMIT_S = 0.5
"""For a node that was met before: it is dialled again and again, so a lost SYN is soon followed by another one."""
ASK_AGAIN_S = 0.05
"""So long after the system has found nobody at the address of a node that was met before."""
NOBODY_THERE = (errno.EHOSTUNREACH, errno.EHOSTDOWN if hasattr(errno, "EHOSTDOWN") else errno.EHOSTUNREACH)
"""What a connection ends with where nobody has said that the address is theirs."""
DIAL_LIMIT_S = 9.0
"""For all addresses together: a node counts a dial of 10 s as lost."""


@dataclass(frozen=True, slots=True)
class Dialled:
    """A connection on which the handshake is over, on both sides."""

    connection: socket.socket
    greeted: Greeted
    address: Address


@dataclass(frozen=True, slots=True)
class NotDialled:
    """``reason`` is one line for a person: what went wrong and what may help."""

    reason: str


async def dial(addresses: Sequence[Address], own: Credentials, expected: bytes | None = None) -> Dialled | NotDialled:
    """Reach the node ``expected`` (None: whoever it is) at any of ``addresses``."""
    candidates = [address for address in dict.fromkeys(addresses) if sockaddr_of(address) is not None]
    if not candidates:
        return NotDialled(_("None of the addresses can be dialled from here."))
    race = _Race(own, expected, hold_back=len(candidates) > 1)
    try:
        await _run(race, candidates)
    except BaseException:
        # Given up from outside, perhaps in the moment when one had won.
        if race.won is not None:
            sockets.close(race.won.connection)
        raise
    if race.won is not None:
        return race.won
    unanswered = (3, _no_answer(format_address(candidates[0])))
    return NotDialled(min(race.failures, default=unanswered)[1])


async def _run(race: "_Race", candidates: Sequence[Address]) -> None:
    async with trio.open_nursery() as nursery:
        race.scope = nursery.cancel_scope
        race.scope.deadline = trio.current_time() + DIAL_LIMIT_S
        for address in candidates:
            over = trio.Event()
            nursery.start_soon(race.enter, address, over)
            with trio.move_on_after(STAGGER_S):
                await over.wait()


class _Race:
    """The candidates' common state: ``failures`` are (how telling, lower is more; line for a person)."""

    def __init__(self, own: Credentials, expected: bytes | None, hold_back: bool) -> None:
        self._own = own
        self._expected = expected
        self._hold_back = hold_back
        self._claimed: Address | None = None
        self._released = trio.Event()
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
            connection = None if found is None else await self._connect(*found)
        except OSError as error:
            return _connect_failure(error, shown)
        if connection is None:
            return 3, _no_answer(shown)
        own_turn = (lambda: self._claim(address)) if self._hold_back else None
        outcome = await greet(connection, self._own, dialled=True, expected=self._expected, own_turn=own_turn)
        if isinstance(outcome, Greeted):
            return Dialled(connection, outcome, address)
        if self._claimed == address:
            self._claimed = None
            self._released.set()
            self._released = trio.Event()
        return _greeting_failure(outcome, shown)

    async def _connect(self, family: int, sockaddr: SocketAddress) -> socket.socket | None:
        """A connected socket; None if nobody answered in time. Raises OSError.

        Who was met before is reached soon after a cable is plugged in again, its own or this one: see ``cable``. And
        if the system has asked in vain whose the address is (three times, a second apart), it is made to ask again at
        once: it would not do so before the next dial.
        """
        if self._expected is None:
            with trio.move_on_after(CONNECT_LIMIT_S):
                return await sockets.connect(family, sockaddr)
            return None
        nobody_there = None
        with trio.move_on_after(KNOWN_CONNECT_LIMIT_S):
            while True:
                await until_plugged_in(family, sockaddr)
                try:
                    return await sockets.connect(family, sockaddr)
                except OSError as error:
                    if error.errno not in NOBODY_THERE:
                        raise
                    nobody_there = error
                await trio.sleep(ASK_AGAIN_S)
        if nobody_there is not None:
            raise nobody_there
        return None

    async def _claim(self, address: Address) -> None:
        """Wait for the turn to say Hello: for ever if another address wins."""
        while self._claimed is not None:
            await self._released.wait()
        self._claimed = address


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
        case "twin":
            return 0, _(
                "{address} uses your key: was your profile copied there? End one of the two, get a new identity there"
                " with p2p-ligretto profile new, and start it again."
            ).format(address=shown)
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
        case "unencrypted":
            return 1, _("The link with {address} cannot be encrypted: check the port.").format(address=shown)
        case "unproven":
            return 0, _(
                "Who answers at {address} cannot prove who it is: somebody on this network may be in between."
            ).format(address=shown)
        case "other":
            return 2, _("Another node answers at {address} now.").format(address=shown)
