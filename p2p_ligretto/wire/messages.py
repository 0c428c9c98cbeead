"""The messages that nodes send one another, as frozen types with their bounds.

On the wire a message is a MessagePack array whose first element is its tag (protocol/spec/02). Every string, list and
number has a bound here, and ``checks`` says what bounds can't: what does not fit is not a message.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from p2p_ligretto.replication.events import MAX_SIGNATURE_BYTES
from p2p_ligretto.replication.identifiers import MAX_MEMBERS, Incarnation, PeerId, TableId, TimeUs
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    Beat,
    Commit,
    Events,
    EventSent,
    Feeding,
    Fetch,
    ForkShown,
    Goodbye,
    Join,
    JoinRefused,
    Leave,
    LookingOn,
    Message,
    Onlookers,
    Outbid,
    Resume,
    Segment,
    Settled,
    State,
    Unwatch,
    Watch,
    WatchRefused,
    Wedge,
    Wished,
)
from p2p_ligretto.wire.payloads import Name, TableOptions
from p2p_ligretto.wire.violations import MAX_REASON

MAGIC: Final = "ligretto"
VERSION_LOW: Final = 1
VERSION_HIGH: Final = 1
MAX_PEERS_PER_MESSAGE: Final = 64
MAX_PASSED_BYTES: Final = 65_000
"""With what is said around it, it still fits a frame; no message that is passed on is as long."""

NONCE_BYTES: Final = 16
SHARE_BYTES: Final = 33
CONFIRMATION_BYTES: Final = 32
MAX_CODE_WAIT_S: Final = 3_600

MAX_SAID: Final = 60
"""Beside a name it fits a line of 80 cells."""

EMOTES: Final = 6

Text = Annotated[str, Meta(max_length=MAX_REASON)]


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
    watching: Onlookers = 0
    """How many look on over the sender."""
    options: TableOptions | None = None
    """What is played there; None if the sender does not say."""


# ---- the link itself


class Hello(Message, frozen=True, tag="hello"):
    """First frame of each side of a link, also to strangers."""

    magic: Annotated[str, Meta(max_length=16)]
    version_low: Annotated[int, Meta(ge=0, le=65535)]
    version_high: Annotated[int, Meta(ge=0, le=65535)]
    peer: PeerId
    incarnation: Incarnation
    nonce: Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
    """Drawn anew for each link, so that nothing that was signed for one is of use on another."""


class Proof(Message, frozen=True, tag="proof"):
    """First frame of each side inside the encrypted pipe: whose end it is (protocol/spec/07); no message after that."""

    key: Annotated[bytes, Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, Meta(min_length=64, max_length=64)]


class Refusal(Message, frozen=True, tag="refusal"):
    """Last frame before a link is closed: why, for the person at the other end."""

    reason: Text


class Ping(Message, frozen=True, tag="ping"):
    """First of the four timestamps: ``sent`` by the asker's own clock."""

    sent: TimeUs


class Pong(Message, frozen=True, tag="pong"):
    """``sent`` repeated; ``received`` and ``replied`` by the answerer's table time.

    ``clock`` is what its own clock showed when it received the ping.
    """

    sent: TimeUs
    received: TimeUs
    replied: TimeUs
    clock: TimeUs


# ---- who is there


class Presence(Message, frozen=True, tag="presence"):
    """Heartbeat between nodes: name, where it listens, its table if it has one. At once when something changes.

    Who ``looks_on`` at a table has links with few, and wants no others.
    """

    name: Name
    addresses: Addresses
    card: TableCard | None = None
    looks_on: bool = False


class KnownPeer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A node that the sender has a link to, and where it listens."""

    peer: PeerId
    addresses: Addresses


class Peers(Message, frozen=True, tag="peers"):
    """Other nodes that the sender is linked to, so that one link teaches the whole mesh."""

    peers: Annotated[tuple[KnownPeer, ...], Meta(max_length=MAX_PEERS_PER_MESSAGE)]


class Passed(Message, frozen=True, tag="passed"):
    """What ``origin`` says to ``target``, which has no good link to it; each on the way hands it on to the next.

    ``content`` is the body of the frame that would have been sent directly, and ``signature`` the origin's for content
    and target. ``hops`` are those that may still follow.
    """

    origin: PeerId
    target: PeerId
    hops: Annotated[int, Meta(ge=0, lt=MAX_MEMBERS)]
    content: Annotated[bytes, Meta(min_length=1, max_length=MAX_PASSED_BYTES)]
    signature: Annotated[bytes, Meta(max_length=MAX_SIGNATURE_BYTES)]


# ---- talk


class Said(Message, frozen=True, tag="said"):
    """To the other members of ``table``: what the person at the sender says. It is not of the log, and nobody keeps it.

    Either a ``text``, or the number of an ``emote`` beside an empty one.
    """

    table: TableId
    text: Annotated[str, Meta(max_length=MAX_SAID)]
    emote: Annotated[int, Meta(ge=0, lt=EMOTES)] | None = None


# ---- the code of a private table


class CodeShare(Message, frozen=True, tag="code_share"):
    """One's half of SPAKE2 over the code of ``table``: first that of who wants in, then the member's."""

    table: TableId
    share: Annotated[bytes, Meta(min_length=SHARE_BYTES, max_length=SHARE_BYTES)]


class CodeProof(Message, frozen=True, tag="code_proof"):
    """That the sender has come to the same key, so that it knows the code: first who wants in, then the member."""

    table: TableId
    confirmation: Annotated[bytes, Meta(min_length=CONFIRMATION_BYTES, max_length=CONFIRMATION_BYTES)]


class CodeRefused(Message, frozen=True, tag="code_refused"):
    """A member's answer where nothing comes of it; nothing is looked at for ``wait_s``.

    ``wrong``: that was not the code. ``wait``: it was not looked at. ``unknown``: the sender can't tell; another member
    may. ``banned``: the key was voted off this table.
    """

    table: TableId
    reason: Literal["banned", "unknown", "wait", "wrong"]
    wait_s: Annotated[int, Meta(ge=0, le=MAX_CODE_WAIT_S)]


AnyCodeMessage = CodeShare | CodeProof | CodeRefused

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
    | Watch
    | WatchRefused
    | Unwatch
    | Settled
    | Feeding
    | LookingOn
    | Wished
    | ForkShown
    | Passed
    | Said
    | AnyCodeMessage
)
