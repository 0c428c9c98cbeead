"""The messages that nodes send one another, as frozen types with their bounds.

On the wire a message is a MessagePack array whose first element is its tag. Every string, list and number has a
bound here: what does not fit is not a message.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.identifiers import (
    MAX_MEMBERS,
    DiskId,
    Hash,
    Incarnation,
    PeerId,
    Sequence,
    TableId,
    TimeUs,
    ViewNumber,
)
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.wire.payloads import Name

MAGIC: Final = "ligretto"
VERSION_LOW: Final = 1
VERSION_HIGH: Final = 1
MAX_EVENTS_PER_MESSAGE: Final = 100
MAX_PEERS_PER_MESSAGE: Final = 64

Text = Annotated[str, Meta(max_length=200)]
Have = Annotated[tuple[Sequence, ...], Meta(max_length=MAX_MEMBERS)]
"""Last seq held without a gap, for each member of the view in its order."""


class Message(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of all messages."""


class Address(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a node listens: an IPv4 or IPv6 literal (with scope where it needs one) and a TCP port."""

    host: Annotated[str, Meta(min_length=1, max_length=64)]
    port: Annotated[int, Meta(ge=1, le=65535)]


Addresses = Annotated[tuple[Address, ...], Meta(max_length=16)]


class TableCard(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a node says of its table to people who look for one."""

    table: TableId
    name: Name
    phase: Literal["lobby", "playing", "between", "finished"]
    players: Annotated[tuple[Name, ...], Meta(max_length=64)]
    private: bool = False


# ---- the link itself


class Hello(Message, frozen=True, tag="hello"):
    """First frame of each side of a link, also to strangers."""

    magic: Annotated[str, Meta(max_length=16)]
    version_low: Annotated[int, Meta(ge=0, le=65535)]
    version_high: Annotated[int, Meta(ge=0, le=65535)]
    peer: PeerId
    incarnation: Incarnation


class Refusal(Message, frozen=True, tag="refusal"):
    """Last frame before a link is closed: why, for the person at the other end."""

    reason: Text


class Ping(Message, frozen=True, tag="ping"):
    """First of the four timestamps: ``sent`` by the asker's own clock."""

    sent: TimeUs


class Pong(Message, frozen=True, tag="pong"):
    """``sent`` repeated; ``received`` and ``replied`` by the answerer's table time."""

    sent: TimeUs
    received: TimeUs
    replied: TimeUs


# ---- who is there


class Presence(Message, frozen=True, tag="presence"):
    """Heartbeat between nodes: name, where it listens, its table if it has one. At once when something changes."""

    name: Name
    addresses: Addresses
    card: TableCard | None = None


class KnownPeer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    peer: PeerId
    addresses: Addresses


class Peers(Message, frozen=True, tag="peers"):
    """Other nodes that the sender is linked to, so that one link teaches the whole mesh."""

    peers: Annotated[tuple[KnownPeer, ...], Meta(max_length=MAX_PEERS_PER_MESSAGE)]


# ---- the log


class EventSent(Message, frozen=True, tag="event"):
    """One event, from its author or handed over."""

    event: Event


class Events(Message, frozen=True, tag="events"):
    """Events handed over, each author's in chain order."""

    events: Annotated[tuple[Event, ...], Meta(max_length=MAX_EVENTS_PER_MESSAGE)]


class Beat(Message, frozen=True, tag="beat"):
    """ "I shall never stamp at or below ``promise``", and what the sender holds, in ``view``."""

    table: TableId
    view: ViewNumber
    promise: TimeUs
    last_seq: Sequence
    have: Have


class Resume(Message, frozen=True, tag="resume"):
    """After a link came up between members: hand over what is beyond ``have``."""

    table: TableId
    view: ViewNumber
    have: Have


class Fetch(Message, frozen=True, tag="fetch"):
    """Hand over the events of one author in one view, from ``first`` to ``last``."""

    table: TableId
    view: ViewNumber
    author: PeerId
    first: Sequence
    last: Sequence


# ---- membership


class Join(Message, frozen=True, tag="join"):
    """The sender wants to become a member of ``table``, or one again after a restart."""

    table: TableId
    incarnation: Incarnation
    disk: DiskId


class JoinRefused(Message, frozen=True, tag="join_refused"):
    """``full``, ``unknown`` (no such table here) or ``waiting`` (seats are taken between rounds)."""

    table: TableId
    reason: Literal["full", "unknown", "waiting"]


class Leave(Message, frozen=True, tag="leave"):
    """The sender wants the next view without itself."""

    table: TableId


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The sender is going, now; its promise is endless."""

    table: TableId
    view: ViewNumber
    last_seq: Sequence
    have: Have


class Wedge(Message, frozen=True, tag="wedge"):
    table: TableId
    view: ViewNumber
    ballot: Ballot


class State(Message, frozen=True, tag="state"):
    """Answer to a wedge: promise given, what was accepted, what is held, who wants to join."""

    table: TableId
    view: ViewNumber
    ballot: Ballot
    accepted: Accepted | None
    have: Have
    joiners: Annotated[tuple[Member, ...], Meta(max_length=MAX_MEMBERS)]
    incarnation: Incarnation
    disk: DiskId


class Outbid(Message, frozen=True, tag="outbid"):
    """A wedge or accept came with a lower ballot than the one promised, ``ballot``."""

    table: TableId
    view: ViewNumber
    ballot: Ballot


class Segment(Message, frozen=True, tag="segment"):
    """One closed stretch of the log, for who has to catch up: the view and the decision that ended it.

    Its events follow in ``Events``.
    """

    table: TableId
    view: View
    decision: Decision


class Accept(Message, frozen=True, tag="accept"):
    table: TableId
    view: ViewNumber
    ballot: Ballot
    proposal: Proposal


class Ack(Message, frozen=True, tag="ack"):
    table: TableId
    view: ViewNumber
    ballot: Ballot
    log_hash: Hash


class Commit(Message, frozen=True, tag="commit"):
    """View ``view`` has ended with ``decision``; answers every message of an older view."""

    table: TableId
    view: ViewNumber
    decision: Decision


AnyMessage = (
    Hello
    | Refusal
    | Ping
    | Pong
    | Presence
    | Peers
    | EventSent
    | Events
    | Beat
    | Resume
    | Fetch
    | Join
    | JoinRefused
    | Leave
    | Goodbye
    | Wedge
    | State
    | Outbid
    | Segment
    | Accept
    | Ack
    | Commit
)
