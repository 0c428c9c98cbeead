"""All links of one node: it listens, dials, greets, and moves messages; it decides nothing.

What happens is told to ``LinkEvents`` on trio's thread, one call at a time. A link that was up is told down exactly
once, unless the node itself disconnected it. What a remote host may have of this node is bounded (``doorkeeper``), what
all strangers together may have (``strangers``, ``standing``), and what waits on all links together (``backlog``).
"""

import logging
import socket
from collections.abc import Sequence
from typing import Protocol

import trio

from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.backlog import Backlog
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.dialling import NotDialled, dial
from p2p_ligretto.runtime.doorkeeper import Doorkeeper, Host
from p2p_ligretto.runtime.greeting import Greeted, NotGreeted, greet
from p2p_ligretto.runtime.last_word import LAST_WORD_LIMIT_S, refusal_frame
from p2p_ligretto.runtime.link import FINISH_LIMIT_S, Link, LinkEnd, now_us
from p2p_ligretto.runtime.standing import Standing
from p2p_ligretto.texts import _
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Address, AnyMessage

_log = logging.getLogger(__name__)

MAX_LAST_WORDS = 32
"""To who is turned away, at a time; others are turned away without."""
MAX_DIALS = 64
TOO_MANY = "too many connections"


class LinkEvents(Protocol):
    """Whoever wants to know what happens on the links."""

    def link_up(self, link: int, peer: LinkPeer) -> None:
        """A link is there; messages may follow."""

    def link_down(self, link: int, reason: str) -> None:
        """A link that the node did not disconnect is gone."""

    def receive(self, link: int, message: AnyMessage) -> None:
        """A message came in."""

    def misbehaved(self, peer: bytes, reason: str) -> None:
        """A peer broke the protocol; its link goes down next."""

    def dial_failed(self, peer: bytes | None, reason: str) -> None:
        """A node could not be reached; ``reason`` is one line for a person."""


class Transport:
    """``listeners`` are non-blocking listening sockets; they are closed at the end of ``run``."""

    def __init__(self, own: Credentials, listeners: Sequence[socket.socket], events: LinkEvents) -> None:
        self._own = own
        self._listeners = listeners
        self._events = events
        self._links: dict[int, Link] = {}
        self._last_link = 0
        self._doorkeeper = Doorkeeper()
        self._standing = Standing(self._doorkeeper)
        self._backlog = Backlog()
        self._last_words = 0
        self._dials = 0
        self._nursery: trio.Nursery | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._listeners[0].getsockname()[1]
        return port

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve until cancelled."""
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                for listener in self._listeners:
                    nursery.start_soon(sockets.accept_all, listener, self._accepted)
                task_status.started()
                try:
                    await trio.sleep_forever()
                finally:
                    # Nothing more is begun from now on: the nursery closes a little before it is left.
                    self._nursery = None
        finally:
            for listener in self._listeners:
                sockets.close(listener)

    def put_first(self, tablemates: frozenset[bytes]) -> None:
        """These peers come before all others, from now on, whatever there is too little of."""
        self._standing.change(tablemates)

    def send(self, links: Sequence[int], *messages: AnyMessage) -> None:
        """Encode once, send on every link, in one write; a link that is gone meanwhile is left out."""
        frames = b"".join(map(encode, messages))
        for number in links:
            link = self._links.get(number)
            if link is not None:
                link.send(frames)

    def connect(self, peer: bytes | None, addresses: Sequence[Address]) -> None:
        """Dial; the outcome is told to ``LinkEvents``, later."""
        if self._nursery is not None:
            self._nursery.start_soon(self._dial, peer, tuple(addresses))

    def disconnect(self, number: int, reason: str) -> None:
        """End a link after what was sent on it; nothing more is told of it."""
        link = self._links.pop(number, None)
        if link is not None:
            link.finish(reason)

    async def close(self) -> None:
        """Take no more, and end all links after what was sent on them."""
        for listener in self._listeners:
            sockets.close(listener)
        ending = [link.ended for link in self._links.values()]
        for number in list(self._links):
            self.disconnect(number, "")
        with trio.move_on_after(FINISH_LIMIT_S):
            for ended in ending:
                await ended.wait()

    def _accepted(self, connection: socket.socket, host: str) -> None:
        if self._nursery is None:
            sockets.close(connection)
            return
        refused = self._doorkeeper.refuses(host, now_us())
        if refused is None:
            self._nursery.start_soon(self._welcome, connection, host)
            return
        turned_away = self._doorkeeper.turned_away(now_us())
        if turned_away:
            _log.warning("turned away %d connections, the last from %s: %s", turned_away, host, refused)
        if self._last_words < MAX_LAST_WORDS:
            self._nursery.start_soon(self._turn_away, connection)
        else:
            sockets.close(connection)

    async def _turn_away(self, connection: socket.socket) -> None:
        self._last_words += 1
        try:
            await sockets.say_last(connection, refusal_frame(TOO_MANY), LAST_WORD_LIMIT_S)
        finally:
            self._last_words -= 1

    async def _welcome(self, connection: socket.socket, host: str) -> None:
        with self._doorkeeper.connected(host, now_us()) as known:
            outcome = await self._greet_in_turn(connection, known)
            if isinstance(outcome, NotGreeted):
                _log.info("no link with %s: %s", host, outcome.reason)
                return
            await self._serve(connection, outcome, None, host)

    async def _greet_in_turn(self, connection: socket.socket, host: Host) -> Greeted | NotGreeted:
        """Greet who has connected, after those of its host that came before."""
        try:
            async with self._doorkeeper.turn(host) as has_turn:
                if has_turn:
                    return await greet(connection, self._own, dialled=False)
        except BaseException:
            sockets.close(connection)
            raise
        await sockets.say_last(connection, refusal_frame(TOO_MANY), LAST_WORD_LIMIT_S)
        return NotGreeted("silent", "too many handshakes are under way")

    async def _dial(self, peer: bytes | None, addresses: tuple[Address, ...]) -> None:
        if self._dials >= MAX_DIALS:
            self._events.dial_failed(peer, _("Too many nodes are being dialled at once."))
            return
        self._dials += 1
        try:
            outcome = await dial(addresses, self._own, peer)
        finally:
            self._dials -= 1
        if isinstance(outcome, NotDialled):
            _log.info("not dialled: %s", outcome.reason)
            self._events.dial_failed(peer, outcome.reason)
            return
        await self._serve(outcome.connection, outcome.greeted, outcome.address, outcome.address.host)

    async def _serve(self, connection: socket.socket, greeted: Greeted, dialled_at: Address | None, host: str) -> None:
        """Serve a link to who was greeted, which was dialled at an address, or came from ``host``."""
        hello = greeted.hello
        peer = LinkPeer(hello.peer, hello.incarnation, dialled_at is not None, dialled_at, host, greeted.binding)
        link = Link(connection, greeted.pipe, self._backlog, self._doorkeeper.host(host, now_us()).share)
        self._last_link += 1
        number = self._last_link
        self._links[number] = link
        self._standing.up(link, peer.peer, host)
        _log.info("link %d with %s at %s is up", number, peer.peer.hex(), host)
        self._events.link_up(number, peer)

        def over(end: LinkEnd) -> None:
            _log.info("link %d with %s is down: %s", number, peer.peer.hex(), end.reason)
            if end.misbehaved:
                self._events.misbehaved(peer.peer, end.reason)
            if self._links.pop(number, None) is not None:
                self._events.link_down(number, end.reason)

        try:
            await link.run(lambda message: self._events.receive(number, message), over)
        finally:
            self._standing.down(link)
