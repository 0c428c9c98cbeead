"""A scripted peer: a node's place in a network, whose every word can be the script's.

As a stranger it says nothing at all by itself. With a seat it holds a real node, which does for it what a script is not
about: takes in the log, answers, beats, deals. What that node says passes here, to be withheld or rewritten, and what
the script says goes out beside it. An honest event of the script continues the node's own chain; a lie is the script's
alone, and the node knows nothing of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.intents import Intent, JoinTable, Listening
from p2p_ligretto.node.node import Figures, Node
from p2p_ligretto.node.outputs import Connect, Disconnect, Output, Send
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.log import Head
from p2p_ligretto.replication.messages import EventSent, Message
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.sim.surroundings import SendBytes
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Address, AnyMessage, Presence, Refusal, TableCard
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.violations import ProtocolViolation

NEVER: Final = 2**62


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that came from a node, by the peer's clock; ``message`` is None for the end of the link."""

    at_us: int
    message: AnyMessage | None


Rewriting = Callable[[Message], bytes]
"""A message that the inner node says -> the frame that goes out for it."""

Talk = Callable[[int, str, str, str, AnyMessage | bytes | None], None]
"""Is told of all that is said and heard: (the peer's clock in microseconds, peer, ``>`` or ``<``, the other, what).

What a script says are bytes; None is the end of a link.
"""


class ScriptedPeer:
    """``names``: who of those that a script can speak of has which peer id; others may be linked all the same."""

    def __init__(
        self,
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> None:
        self.identity = identity
        self.name = name
        self.names: dict[bytes, str] = {}
        self.inner: Node | None = None
        self.heard: dict[str, list[Heard]] = {}
        self.withheld: frozenset[str] = frozenset()
        self.rewritten: dict[str, Rewriting] = {}
        self.refused = ""
        """Why the last dial came to nothing."""
        self.talk: Talk | None = None
        self.last_said: Event | None = None
        self.own_words: dict[str, Message] = {}
        """Of each type the last message that the inner node wanted to say."""
        self._kept = (entropy, remembered, journals)
        self._addresses: tuple[Address, ...] = ()
        self._links: dict[int, LinkPeer] = {}
        self._by_name: dict[str, int] = {}
        self._presences: dict[int, Presence] = {}
        self._dialling: str | None = None
        self._queue: list[Output | SendBytes] = []
        self._now = 0

    # ---- what a simulation looks at

    @property
    def predicted(self) -> TableState | None:
        """What the inner node shows."""
        return None if self.inner is None else self.inner.predicted

    @property
    def final(self) -> TableState | None:
        """What the inner node holds as final."""
        return None if self.inner is None else self.inner.final

    @property
    def figures(self) -> Figures:
        """What the inner node has counted."""
        return Figures() if self.inner is None else self.inner.figures

    @property
    def own_seat(self) -> int | None:
        """The seat of this peer."""
        return None if self.inner is None else self.inner.own_seat

    @property
    def peers(self) -> Mapping[bytes, object]:
        """Who is linked."""
        return {peer.peer: link for link, peer in self._links.items()}

    @property
    def session(self) -> Session | None:
        """The inner node's place at a table."""
        return None if self.inner is None else self.inner.session

    @property
    def wake_at(self) -> int:
        """When the inner node wants a tick."""
        return NEVER if self.inner is None else self.inner.wake_at

    # ---- what the script wants

    def dial(self, node: str, address: Address) -> None:
        """Make a link to ``node``."""
        self._dialling, self.refused = node, ""
        self._queue.append(Connect(None, (address,)))

    def is_linked(self, node: str) -> bool:
        """Whether there is a link to ``node``."""
        return node in self._by_name

    @property
    def linked(self) -> tuple[str, ...]:
        """Of those that a script can speak of, who is linked."""
        return tuple(self._by_name)

    def say(self, node: str, data: bytes) -> None:
        """Put bytes on the link to ``node``, which is up."""
        self._queue.append(SendBytes(self._by_name[node], data))
        self._write_down(">", node, data)

    def hang_up(self, node: str, now: int) -> None:
        """Close the link to ``node``, which is up."""
        self._now = now
        link = self._by_name[node]
        self._queue.append(Disconnect(link))
        self._down(link)
        if self.inner is not None:
            self.inner.link_down(link, now)

    def card_of(self, node: str) -> TableCard | None:
        """What ``node`` has said of its table, on the link that is up."""
        presence = self._presences.get(self._by_name.get(node, 0))
        return None if presence is None else presence.card

    def sit_down(self, table: bytes, now: int) -> None:
        """Behave like a node that wants a seat at ``table``, on the links that are up and on further ones."""
        if self.inner is None:
            self.inner = Node(self.identity, self.name, *self._kept)
            self.inner.submit(Listening(self._addresses), now)
            for link, peer in self._links.items():
                self.inner.link_up(link, peer, now)
                if link in self._presences:
                    self.inner.receive(link, self._presences[link], now)
        self.inner.submit(JoinTable(table), now)

    def table_time(self, now: int) -> int:
        """Table time as this peer knows it; as a stranger, or with its clock not set yet, its own."""
        session = self.session
        return session.clock.table_time(now) if session is not None and session.clock.synchronised else now

    def head(self) -> Head:
        """The end of its own chain as far as the script knows it: what it said last there, or what its node holds."""
        session, said = self.session, self.last_said
        held = Head() if session is None else session.log.head(self.identity.peer)
        view = None if session is None else session.log.view.number
        if said is None or (view is not None and said.view != view) or said.seq <= held.seq:
            return held
        return Head(said.seq, event_hash(said), said.time)

    def has_said(self, what: Struct | None) -> None:
        """The script has said this: an event that could be the inner node's next one becomes that."""
        if not isinstance(what, Event) or what.author != self.identity.peer or not _is_sound(what):
            return
        self.last_said = what
        session = self.session
        if session is None or not _continues(what, session):
            return
        try:
            added = session.log.add(what)[1]
        except Misconduct:
            # A stamp that no clock shows, say: a lie like others.
            return
        session.lamport.last_own = max(session.lamport.last_own, what.time)
        session.chronicle.replica.insert(*added)
        session.finality.grown(what)

    # ---- what happens to it

    def link_up(self, link: int, peer: LinkPeer, now: int) -> None:
        """A link is there."""
        self._now = now
        self._links[link] = peer
        name = self.names.get(peer.peer)
        if name is not None:
            self._by_name[name] = link
            self._dialling = None if self._dialling == name else self._dialling
        if self.inner is not None:
            self.inner.link_up(link, peer, now)

    def link_down(self, link: int, now: int) -> None:
        """A link is gone."""
        self._now = now
        self._down(link)
        if self.inner is not None:
            self.inner.link_down(link, now)

    def _down(self, link: int) -> None:
        peer = self._links.pop(link, None)
        self._presences.pop(link, None)
        name = None if peer is None else self.names.get(peer.peer)
        if name is None or self._by_name.get(name) != link:
            return
        others = [other for other, linked in self._links.items() if self.names.get(linked.peer) == name]
        if others:
            self._by_name[name] = others[-1]
        else:
            del self._by_name[name]
            self._hear(name, None)

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """A message came."""
        self._now = now
        peer = self._links.get(link)
        name = None if peer is None else self.names.get(peer.peer)
        if isinstance(message, Presence):
            self._presences[link] = message
        if name is not None:
            self._hear(name, message)
        if self.inner is not None:
            self.inner.receive(link, message, now)

    def dial_failed(self, peer: bytes | None, reason: str, now: int) -> None:
        """A dial came to nothing: who was dialled by the script has refused the link, as on a real one."""
        self._now = now
        if peer is None and self._dialling is not None:
            node, self._dialling, self.refused = self._dialling, None, reason
            self._hear(node, Refusal(reason))
            self._hear(node, None)
        elif self.inner is not None:
            self.inner.dial_failed(peer, reason, now)

    def submit(self, intent: Intent, now: int) -> None:
        """What the surroundings, or a script that wants no more than a player does, ask of the inner node."""
        self._now = now
        if isinstance(intent, Listening):
            self._addresses = intent.addresses
        if self.inner is not None:
            self.inner.submit(intent, now)

    def tick(self, now: int) -> None:
        """Time has passed."""
        self._now = now
        if self.inner is not None:
            self.inner.tick(now)

    def outputs(self) -> Sequence[Output | SendBytes]:
        """What the script says, then what its node does as far as the script lets it."""
        queue, self._queue = self._queue, []
        for output in [] if self.inner is None else self.inner.outputs():
            if isinstance(output, Send):
                queue.extend(self._let_through(output))
                continue
            if isinstance(output, Disconnect):
                self._down(output.link)
            queue.append(output)
        return queue

    def _let_through(self, output: Send) -> Sequence[Output | SendBytes]:
        type_ = str(output.message.__struct_config__.tag)
        self.own_words[type_] = output.message
        if type_ in self.withheld:
            return ()
        rewriting = self.rewritten.get(type_)
        data = None if rewriting is None else rewriting(output.message)
        for link in output.links:
            self._write_down(">", self.names.get(self._links[link].peer, "?"), data or output.message)
        if data is None:
            return (output,)
        return tuple(SendBytes(link, data) for link in output.links)

    def _hear(self, name: str, message: AnyMessage | None) -> None:
        self.heard.setdefault(name, []).append(Heard(self._now, message))
        self._write_down("<", name, message)

    def _write_down(self, sign: str, name: str, what: AnyMessage | bytes | None) -> None:
        if self.talk is not None:
            self.talk(self._now, self.name, sign, name, what)


def _is_sound(event: Event) -> bool:
    """Whether it is an event at all: a script may fill one with anything."""
    try:
        encode(EventSent(event))
        decode_payload(event.payload)
    except (ValueError, TypeError, ProtocolViolation):
        return False
    return True


def _continues(event: Event, session: Session) -> bool:
    own, head = session.own, session.log.head(session.own.peer)
    return (
        (event.author, event.incarnation) == (own.peer, own.incarnation)
        and (event.table, event.view) == (session.log.table, session.log.view.number)
        and (event.seq, event.previous) == (head.seq + 1, head.hash)
        and event.time > head.time
    )
