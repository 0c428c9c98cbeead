"""What replicas tell one another about the log and about who is a member, as frozen types with their bounds.

They stand here and not with the other messages of the wire because the machines of this folder speak them. On the
wire they are messages like all others (``wire.messages``).
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Fork, Forks
from p2p_ligretto.replication.identifiers import (
    MAX_MEMBERS,
    DiskId,
    Hash,
    HeadHash,
    Incarnation,
    PeerId,
    Sequence,
    TableId,
    TimeUs,
    ViewNumber,
)
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View

MAX_EVENTS_PER_MESSAGE: Final = 100

Have = Annotated[tuple[Sequence, ...], Meta(max_length=MAX_MEMBERS)]
"""Last seq held without a gap, for each member of the view in its order."""
Heads = Annotated[tuple[HeadHash, ...], Meta(max_length=MAX_MEMBERS)]
"""Which event each of those is: as long as the ``have`` beside it."""


class Holding(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is held without a gap of the member of that rank: up to which seq, and which event that one is."""

    rank: Annotated[int, Meta(ge=0, lt=MAX_MEMBERS)]
    seq: Sequence
    head: HeadHash


class Message(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of all messages."""


class EventSent(Message, frozen=True, tag="event"):
    """One event, from its author or handed over."""

    event: Event

    @property
    def table(self) -> bytes:
        """The table it is about."""
        return self.event.table


class Events(Message, frozen=True, tag="events"):
    """Events handed over, each author's in chain order."""

    events: Annotated[tuple[Event, ...], Meta(min_length=1, max_length=MAX_EVENTS_PER_MESSAGE)]

    @property
    def table(self) -> bytes:
        """The table that the first of them is about; the log refuses a mixture."""
        return self.events[0].table


class Beat(Message, frozen=True, tag="beat"):
    """ "I shall never stamp at or below ``promise``", and what the sender holds, in ``view``; and that it is there.

    ``held`` leaves out what was told in this view before; now and then it is all. ``hears`` has bit r set where the
    sender hears the member of rank r directly. Who may not promise (it is wedged, or not admitted yet) repeats what it
    said last in this view, or says 0: it is there all the same.
    """

    table: TableId
    view: ViewNumber
    promise: TimeUs
    last_seq: Sequence
    held: Annotated[tuple[Holding, ...], Meta(max_length=MAX_MEMBERS)]
    hears: Annotated[int, Meta(ge=0, lt=2**MAX_MEMBERS)]


def silent_beat(view: View, hears: int) -> Beat:
    """What a member says that has said nothing in ``view`` yet, and may not."""
    return Beat(view.lineage, view.number, 0, 0, (), hears)


def holdings(have: tuple[int, ...], heads: tuple[bytes, ...]) -> tuple[Holding, ...]:
    """Those of all members, where ``have`` and ``heads`` are in the order of the view and of one length."""
    return tuple([Holding(rank, seq, head) for rank, (seq, head) in enumerate(zip(have, heads, strict=True))])


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
    """The sender wants to become a member of ``table``, or one again after a restart or after it was missed.

    ``holds`` is the number of the view that its log has come to, 0 where it has none and has to be handed it.
    """

    table: TableId
    incarnation: Incarnation
    disk: DiskId
    holds: ViewNumber


class JoinRefused(Message, frozen=True, tag="join_refused"):
    """``full``, ``unknown`` (no such table here), ``waiting`` (seats are taken between rounds), ``banned``.

    ``private``: the table's code has to be shown to the sender first. ``asking``: somebody who sits there has to say
    yes, and is being asked. ``declined``: somebody has said no.
    """

    table: TableId
    reason: Literal["asking", "banned", "declined", "full", "private", "unknown", "waiting"]


class Wished(Message, frozen=True, tag="wished"):
    """To the member whose turn it is to propose: ``member``, who is none, has asked the sender for a seat.

    ``holds`` is as in its join; not ``wants``: it has taken that back.
    """

    table: TableId
    member: Member
    holds: ViewNumber
    wants: bool


class Leave(Message, frozen=True, tag="leave"):
    """The sender, a member of ``view``, wants the next view without itself."""

    table: TableId
    view: ViewNumber


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The sender is going, now; its promise is endless."""

    table: TableId
    view: ViewNumber
    last_seq: Sequence
    have: Have
    heads: Heads = ()


class ForkShown(Message, frozen=True, tag="fork"):
    """A member has said two things: it is to be put out."""

    table: TableId
    fork: Fork


class Wedge(Message, frozen=True, tag="wedge"):
    """Stop in ``view``: the sender is about to propose the next one with ``ballot``.

    ``forks``: who is to be put out, as far as the sender knows: a ``state`` claims no more of them than is final.
    """

    table: TableId
    view: ViewNumber
    ballot: Ballot
    forks: Forks = ()


class State(Message, frozen=True, tag="state"):
    """Answer to a wedge: promise given, what was accepted, what is held, who wants to join."""

    table: TableId
    view: ViewNumber
    ballot: Ballot
    accepted: Accepted | None
    have: Have
    heads: Heads
    joiners: Annotated[tuple[Member, ...], Meta(max_length=MAX_MEMBERS)]
    incarnation: Incarnation
    disk: DiskId


class Outbid(Message, frozen=True, tag="outbid"):
    """A wedge or accept came with a lower ballot than the one promised, ``ballot``."""

    table: TableId
    view: ViewNumber
    ballot: Ballot


class Segment(Message, frozen=True, tag="segment"):
    """One stretch of the log, for who has to catch up: a view and the decision that ended it.

    ``decision`` is None for the view that has not ended. The events follow in ``Events``.
    """

    table: TableId
    view: View
    decision: Decision | None


class Accept(Message, frozen=True, tag="accept"):
    """Accept ``proposal`` as the end of ``view``, once the log to its cut is held, which has this hash."""

    table: TableId
    view: ViewNumber
    ballot: Ballot
    proposal: Proposal
    log_hash: Hash


class Ack(Message, frozen=True, tag="ack"):
    """The proposal of ``ballot`` and the log to its cut are written; ``log_hash`` is that log's hash.

    ``disk`` shows whether the sender has a vote in ``view``: who came back on another one acknowledges as a joiner.
    """

    table: TableId
    view: ViewNumber
    ballot: Ballot
    log_hash: Hash
    disk: DiskId


class Commit(Message, frozen=True, tag="commit"):
    """View ``view`` has ended with ``decision``; answers every message of an older view."""

    table: TableId
    view: ViewNumber
    decision: Decision


# ---- spectators

MAX_PATH: Final = 12
"""As long as a way from a member to who feeds may be; a balanced tree of thousands is not half as high."""
MAX_LOST: Final = 16
MAX_FEEDERS: Final = 12
MAX_ONLOOKERS: Final = 1000

Onlookers = Annotated[int, Meta(ge=0, le=MAX_ONLOOKERS)]


class Watch(Message, frozen=True, tag="watch"):
    """The sender wants to be fed: the log of ``table``, then events, ends of views, and what is final.

    It holds the log to ``have`` of ``view``, or nothing (0). ``lost`` are those who could not be had as feeders: it is
    of no use to name them to it.
    """

    table: TableId
    view: ViewNumber = 0
    have: Have = ()
    lost: Annotated[tuple[PeerId, ...], Meta(max_length=MAX_LOST)] = ()


class WatchRefused(Message, frozen=True, tag="watch_refused"):
    """The sender is not at ``table``, or feeds as many as it wants to: ask one of ``feeders``, or another member.

    ``private``: the table's code has to be shown to it first.
    """

    table: TableId
    private: bool = False
    feeders: Annotated[tuple[PeerId, ...], Meta(max_length=MAX_FEEDERS)] = ()


class Unwatch(Message, frozen=True, tag="unwatch"):
    """The sender does not want to be fed any more."""

    table: TableId


class Settled(Message, frozen=True, tag="settled"):
    """To who is fed: ``final`` is the seq of each member's last final event in ``view``, 0 where there is none.

    Everything that it covers was sent before it. The first one follows the log that was handed over.
    """

    table: TableId
    view: ViewNumber
    final: Have


class Feeding(Message, frozen=True, tag="feeding"):
    """To who is fed: over whom it is, from a member to the sender; ``onlookers`` look on at the table altogether."""

    table: TableId
    path: Annotated[tuple[PeerId, ...], Meta(min_length=1, max_length=MAX_PATH)]
    onlookers: Onlookers


class LookingOn(Message, frozen=True, tag="looking_on"):
    """To who feeds: so many look on over the sender, itself counted."""

    table: TableId
    onlookers: Onlookers


AnyReplicationMessage = (
    EventSent
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
)
