"""What becomes of a message: for the link, for the neighbours, for the clocks, for somebody else, or for the table.

A message comes on its sender's own link, or in an envelope that others have passed on (``Passed``, protocol/spec/05);
from there on both are the same.
"""

from typing import Final, TypeGuard, get_args

from p2p_ligretto.node import notices as say
from p2p_ligretto.node.links import Link, Links
from p2p_ligretto.node.neighbours import Neighbours
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.reception import receive_about_table, receive_answer
from p2p_ligretto.node.sender import Sender
from p2p_ligretto.node.stay import Stay
from p2p_ligretto.node.talk import Talk
from p2p_ligretto.replication.log import MAX_EVENT_TIME_US
from p2p_ligretto.replication.messages import (
    AnyReplicationMessage,
    Feeding,
    LookingOn,
    Settled,
    Unwatch,
    Watch,
    WatchRefused,
    Wished,
)
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.peer_clock import measure
from p2p_ligretto.replication.signing import Signer, is_from
from p2p_ligretto.wire.codec import beginning_of, decode
from p2p_ligretto.wire.messages import (
    AnyCodeMessage,
    AnyMessage,
    CodeProof,
    CodeRefused,
    CodeShare,
    Hello,
    Passed,
    Peers,
    Ping,
    Pong,
    Presence,
    Refusal,
    Said,
)
from p2p_ligretto.wire.violations import ProtocolViolation

_OF_AUDIENCE: Final = Watch | WatchRefused | Unwatch | Settled | Feeding | LookingOn
_ABOUT_TABLE: Final = frozenset(get_args(AnyReplicationMessage))
"""Looked up by type: to ask a message whether it is of a type takes six times as long where it is not."""
_WISHED: Final = beginning_of(Wished)
"""Nothing else that is passed on has to be read on the way."""


class Receiving:
    """The messages that reach one node."""

    def __init__(self, links: Links, neighbours: Neighbours, stay: Stay, outbox: Outbox, signer: Signer) -> None:
        self._links = links
        self._neighbours = neighbours
        self._stay = stay
        self._outbox = outbox
        self._signer = signer
        self.talk = Talk(stay, outbox)

    def take(self, link: Link, message: AnyMessage, now: int) -> None:
        """Take in one message; raises Misconduct or ProtocolViolation for what no honest node sends on this link."""
        sender = Sender(link.peer.peer, link.peer.incarnation)
        if _is_about_table(message):
            # As nearly all that comes.
            receive_about_table(self._stay, self._outbox, sender, message, now)
            return
        match message:
            case Presence():
                self._neighbours.presence(link, message, now)
            case Peers(peers):
                for known in peers:
                    self._links.heard_of(known.peer, known.addresses, now)
            case Passed():
                self._take_passed(link, message, now)
            case CodeShare() | CodeProof() | CodeRefused():
                self._stay.take_code(link, message, now)
            case Ping() | Pong() | Said():
                self._take_from(sender, message, now)
            case _:
                raise ProtocolViolation("a message of the handshake after it")

    def _take_passed(self, link: Link, message: Passed, now: int) -> None:
        """Hand on what is for somebody else; take in what is for this node as if it had come directly."""
        if message.origin == self._links.own:
            # It went round, where members draw different maps for a moment; it is said again if it matters.
            return
        if not is_from(message.origin, message.target, message.content, message.signature, self._signer):
            # Whoever passes something on looks at this first.
            raise Misconduct("something passed on that its origin has not signed")
        self._outbox.routes.learn(message.origin, link.peer.peer, now)
        if message.target != self._links.own:
            asks = _who_asks(message.content)
            if asks is not None:
                # The answer comes back on this way, and its target is on nobody's map.
                self._outbox.routes.learn(asks, link.peer.peer, now)
            self._outbox.pass_on(message, link.peer.peer)
            return
        try:
            self._take_from(Sender(message.origin, None), _content(message), now)
        except (Misconduct, ProtocolViolation) as fault:
            # Who passes it on has not made it, and can't be blamed for it.
            self._outbox.notify(say.Misbehaved(message.origin, fault.reason))

    def _take_from(self, sender: Sender, message: Ping | Pong | Said | AnyReplicationMessage, now: int) -> None:
        if isinstance(message, Ping):
            self._answer_ping(sender.peer, message.sent, now)
        elif isinstance(message, Pong):
            self._take_pong(sender, message, now)
        elif isinstance(message, Said):
            self.talk.hear(sender.peer, message, now)
        else:
            receive_about_table(self._stay, self._outbox, sender, message, now)

    def _answer_ping(self, peer: bytes, sent: int, now: int) -> None:
        session = self._stay.session
        if session is not None and session.clock.synchronised:
            table_time = session.clock.table_time(now)
            self._outbox.send((peer,), Pong(sent, table_time, table_time, now))
        elif self._stay.spectator is not None and self._stay.spectator.clock.synchronised:
            table_time = self._stay.spectator.clock.table_time(now)
            self._outbox.send((peer,), Pong(sent, table_time, table_time, now))
        elif self._stay.arrival is not None:
            # It does not know the time of the table yet; who asks wants to know whether it is there.
            self._outbox.send((peer,), Pong(sent, 0, 0, 0))

    def _take_pong(self, sender: Sender, pong: Pong, now: int) -> None:
        if max(pong.received, pong.replied) > MAX_EVENT_TIME_US:
            raise ProtocolViolation("a table time that no clock shows")
        receive_answer(self._stay, self._outbox, sender.peer, pong.sent, now)
        if not self._neighbours.pings.answered(sender.peer, pong.sent, now):
            return
        sample = measure(pong.sent, pong.clock, pong.received, pong.replied, now)
        if sender.direct:
            self._links.by_peer[sender.peer].round_trips.append(sample.round_trip_us)
        if pong.received == 0:
            # Who does not know the time of the table can't tell it.
            return
        session = self._stay.session
        if session is not None and sender.peer in session.peers:
            session.clock.sample(sender.peer, sample, now)
            if session.clock.synchronised:
                session.timing.compare(sender.peer, sample, session.clock.table_time(now) - now)
            self._neighbours.pings.learnt(session.clock, now)
        spectator = self._stay.spectator
        if spectator is not None and sender.peer == spectator.feeder:
            spectator.clock.sample(sender.peer, sample, now)
            spectator.timing.compare(sender.peer, sample, spectator.clock.table_time(now) - now)
            self._neighbours.pings.learnt(spectator.clock, now)


def _is_about_table(message: AnyMessage) -> TypeGuard[AnyReplicationMessage]:
    return type(message) in _ABOUT_TABLE


def _who_asks(content: bytes) -> bytes | None:
    """Who wants a seat, where that is what is passed on."""
    if not content.startswith(_WISHED):
        return None
    try:
        message = decode(content)
    except ProtocolViolation:
        # Its target says so.
        return None
    return message.member.peer if isinstance(message, Wished) else None


def _content(passed: Passed) -> Ping | Pong | Said | AnyReplicationMessage:
    """What was passed on; raises ProtocolViolation for what can't be."""
    content = decode(passed.content)
    if isinstance(content, Hello | Refusal | Presence | Peers | Passed | AnyCodeMessage | _OF_AUDIENCE):
        raise ProtocolViolation("something passed on that concerns one link only")
    return content
