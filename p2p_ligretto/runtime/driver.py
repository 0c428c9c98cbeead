"""The driver: one node in the real world. It feeds the node what happens and has carried out what the node asks.

Everything about the node runs on trio's thread, without waiting in between. Cancelling the block of ``open_driver``
does not cut the node off: it leaves its table politely first, within ``LEAVE_LIMIT_S``.
"""

import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial

import trio

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.intents import Intent, LeaveTable, Listening
from p2p_ligretto.node.links import TAKEN_OVER
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import Left, MatchEnded, Misbehaved, Notice, RoundScored
from p2p_ligretto.replication.signing import Ed25519Signer
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import own_hosts
from p2p_ligretto.runtime.announcement import Announcement
from p2p_ligretto.runtime.carrier import Carrier
from p2p_ligretto.runtime.credentials import new_credentials
from p2p_ligretto.runtime.discovery import Discovery, Event
from p2p_ligretto.runtime.identity import Profile, renew_disk_id
from p2p_ligretto.runtime.link import MICROSECONDS, now_us
from p2p_ligretto.runtime.noted_port import noting_port
from p2p_ligretto.runtime.notice_board import NoticeBoard, NoticeReader
from p2p_ligretto.runtime.problems import OtherVersion, Problem
from p2p_ligretto.runtime.storage import AnyStorage, MemoryStorage, Storage
from p2p_ligretto.runtime.transport import LinkEvents, Transport
from p2p_ligretto.runtime.vicinity import Vicinity
from p2p_ligretto.runtime.watch import watch_machine
from p2p_ligretto.wire.messages import Address, AnyMessage, Presence

_log = logging.getLogger(__name__)

LEAVE_LIMIT_S = 8.0
LISTENING_ADDRESSES = 16
ENTROPY_BYTES = 32

NodeFactory = Callable[[NodeIdentity, str, bytes, Mapping[str, bytes], Mapping[str, Sequence[bytes]]], Node]
DiscoveryFactory = Callable[[Callable[[Event], None]], Discovery]


class Driver:
    """A running node. Look at ``node``, wait for ``changed``, ``submit`` intents, read notices."""

    def __init__(
        self,
        node: Node,
        announcement: Announcement,
        make_transport: Callable[[LinkEvents], Transport],
        storage: AnyStorage,
        on_problem: Callable[[Problem], None] | None,
    ) -> None:
        self.node = node
        self.addresses: tuple[Address, ...] = ()
        """Where this node listens, likeliest to be reached first."""
        self._storage = storage
        self._on_problem = on_problem
        self._transport = make_transport(self)
        self._carrier = Carrier(self._transport, storage, self._notify, self._report)
        self._vicinity = Vicinity(announcement, self.submit, self._report)
        self._board = NoticeBoard()
        self._changed = trio.Event()
        self._seen: tuple[object, object] = (None, None)
        self._tablemates: frozenset[bytes] = frozenset()
        self._armed_for = 0
        self._rearm = trio.Event()
        self._left = trio.Event()
        self._scope = trio.CancelScope()
        self._running = False

    # ---- for who sits at the node

    @property
    def port(self) -> int:
        """The TCP port that this node listens at."""
        return self._transport.port

    @property
    def unfit(self) -> tuple[OtherVersion, ...]:
        """The nodes that were found and play another version."""
        return tuple(self._vicinity.unfit.values())

    @property
    def discovery_problem(self) -> str:
        """What is wrong with discovery now, in a line for a person; empty if nothing is."""
        discovery = self._vicinity.discovery
        return discovery.problem.reason if discovery is not None and discovery.problem is not None else ""

    @property
    def twin_problem(self) -> str:
        """What to do about another process with this node's key, in a line for a person; empty if there is none."""
        twin = self._vicinity.twin
        return "" if twin is None else twin.reason

    @property
    def changed(self) -> trio.Event:
        """Set at the next change of the table or of who is there; a new one takes its place then."""
        return self._changed

    def submit(self, intent: Intent) -> None:
        """Ask something of the node."""
        self.node.submit(intent, now_us())
        self._after_input()

    @asynccontextmanager
    async def open_notices(self) -> AsyncIterator[NoticeReader]:
        """All notices from now on, as an async iterator; it ends when the driver does."""
        with self._board.reader() as reader:
            yield reader

    # ---- what happens on the links (LinkEvents)

    def link_up(self, link: int, peer: LinkPeer) -> None:
        """A link is there."""
        self.node.link_up(link, peer, now_us())
        self._after_input(peers_changed=True)

    def link_down(self, link: int, reason: str) -> None:
        """A link is gone."""
        if TAKEN_OVER in reason:
            self._vicinity.heard_of_twin()
        self.node.link_down(link, now_us())
        self._after_input(peers_changed=True)

    def receive(self, link: int, message: AnyMessage) -> None:
        """A message came in."""
        self.node.receive(link, message, now_us())
        self._after_input(peers_changed=isinstance(message, Presence))

    def misbehaved(self, peer: bytes, reason: str) -> None:
        """A peer broke the protocol below the messages."""
        self._notify(Misbehaved(peer, reason))

    def dial_failed(self, peer: bytes | None, reason: str) -> None:
        """A node could not be reached."""
        self.node.dial_failed(peer, reason, now_us())
        self._after_input()

    # ---- after each input

    def _after_input(self, *, peers_changed: bool = False) -> None:
        self._carrier.take(self.node.outputs())
        if self.node.wake_at < self._armed_for:
            self._rearm.set()
        if self.node.tablemates is not self._tablemates:
            self._tablemates = self.node.tablemates
            self._transport.put_first(self._tablemates)
        seen = (self.node.predicted, self.node.final)
        if peers_changed or seen[0] is not self._seen[0] or seen[1] is not self._seen[1]:
            self._seen = seen
            # Who looks on is nobody of that table.
            self._vicinity.announce(None if self.node.watching else seen[1])
            self._tell_changed()

    def _tell_changed(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def _notify(self, notice: Notice) -> None:
        _log.debug("%s", notice)
        match notice:
            case Left():
                self._left.set()
            case RoundScored() | MatchEnded():
                _log.info("figures: %s", self.node.figures)
            case Misbehaved(peer, reason):
                _log.warning("%s broke the protocol: %s", peer.hex(), reason)
        self._board.put(notice)
        self._tell_changed()

    def _report(self, problem: Problem) -> None:
        _log.warning("%s", problem.reason)
        if self._on_problem is not None:
            self._on_problem(problem)
        self._tell_changed()

    # ---- tasks

    async def serve(
        self,
        discovery: DiscoveryFactory | None,
        hosts: Callable[[], tuple[str, ...]],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Run until ``leave``."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    await nursery.start(self._transport.run)
                    self._running = True
                    if discovery is not None:
                        self._vicinity.discovery = discovery(self._vicinity.heard)
                        nursery.start_soon(self._vicinity.discovery.run)
                    self._moved(hosts())
                    nursery.start_soon(watch_machine, hosts, self._moved, self._woke)
                    nursery.start_soon(self._tick)
                    nursery.start_soon(self._carrier.run)
                    task_status.started()
        finally:
            self._running = False
            self._left.set()
            self._board.close()
            self._tell_changed()
            self._storage.close()

    def outlive_cancellation(self) -> None:
        """From now on only ``leave`` ends the node; before that, a start that is cancelled just ends."""
        self._scope.shield = True

    async def leave(self) -> None:
        """Leave the table, if there is one, and end: at most ``LEAVE_LIMIT_S``, and shielded."""
        with trio.CancelScope(shield=True):
            if self._running:
                self._left = trio.Event()
                with trio.move_on_after(LEAVE_LIMIT_S):
                    self.submit(LeaveTable())
                    await self._left.wait()
                await self._transport.close()
            self._scope.cancel()

    async def _tick(self) -> None:
        while True:
            self._armed_for = self.node.wake_at
            self._rearm = trio.Event()
            with trio.move_on_after(max(0, self._armed_for - now_us()) / MICROSECONDS):
                await self._rearm.wait()
            now = now_us()
            if self.node.wake_at <= now:
                self.node.tick(now)
                self._after_input()

    # ---- the machine and its network

    def _moved(self, hosts: tuple[str, ...]) -> None:
        """The machine's addresses are these now."""
        _log.info("addresses: %s", ", ".join(hosts))
        self.addresses = tuple(Address(host, self.port) for host in hosts)[:LISTENING_ADDRESSES]
        self.submit(Listening(self.addresses))
        self._vicinity.look_around()

    def _woke(self) -> None:
        """The machine slept: whatever was known about the network may be old."""
        _log.info("this machine slept")
        self.node.tick(now_us())
        self._after_input()
        self._vicinity.look_around()


@asynccontextmanager
async def open_driver(  # noqa: PLR0913 - all but the first two have a default that fits
    profile: Profile,
    name: str,
    *,
    port: int = 0,
    discovery: bool = True,
    interfaces: Sequence[str] | None = None,
    loopback_only: bool = False,
    on_problem: Callable[[Problem], None] | None = None,
    make_node: NodeFactory = Node,
) -> AsyncIterator[Driver]:
    """Run a node as ``profile``, called ``name``, until the end of the block; then it leaves its table politely.

    ``port`` 0 is any free one. ``discovery``: find others by multicast DNS and be found, on ``interfaces`` only if
    addresses are given. ``loopback_only``: listen for programs on this machine alone. ``on_problem`` is called, on
    trio's thread, with what a person should know about storage and discovery. Raises ListenError,
    EncryptionError and ProfileError.
    """
    storage: AnyStorage = MemoryStorage() if profile.folder is None else Storage(profile.folder)
    kept = await trio.to_thread.run_sync(storage.load)
    disk = profile.disk
    if kept.damaged and profile.folder is not None:
        disk = renew_disk_id(profile.folder)
    if kept.problem is not None and on_problem is not None:
        on_problem(kept.problem)
    identity = NodeIdentity(profile.peer, profile.incarnation, disk, Ed25519Signer(profile.key))
    node = make_node(identity, name, secrets.token_bytes(ENTROPY_BYTES), kept.remembered, kept.journals)
    announcement = Announcement(profile.peer, profile.incarnation, name)
    credentials = await trio.to_thread.run_sync(new_credentials, profile.peer, profile.incarnation, profile.key)
    listeners = sockets.listen(port, loopback_only=loopback_only)
    driver = Driver(node, announcement, partial(Transport, credentials, listeners), storage, on_problem)

    def make_discovery(tell: Callable[[Event], None]) -> Discovery:
        return Discovery(tell, announcement, driver.port, interfaces)

    hosts = _loopback_hosts if loopback_only else own_hosts
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(driver.serve, make_discovery if discovery else None, hosts)
            driver.outlive_cancellation()
            try:
                with noting_port(None if loopback_only else profile.folder, driver.port):
                    yield driver
            finally:
                await driver.leave()
    finally:
        for listener in listeners:
            sockets.close(listener)


def _loopback_hosts() -> tuple[str, ...]:
    return ("127.0.0.1", "::1")
