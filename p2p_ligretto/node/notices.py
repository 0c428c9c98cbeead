"""What a node tells the person, bot or program at it: one frozen type per thing that happens.

Seats are numbers; names are looked up in the table state. Times are microseconds. Nothing here needs an answer.
"""

from dataclasses import dataclass

from p2p_ligretto.game.moves import Move
from p2p_ligretto.node.races import Race
from p2p_ligretto.wire.payloads import VoteAbout


@dataclass(frozen=True, slots=True)
class PeerSeen:
    """A node is reachable (a link to it is up and it has said its name)."""

    peer: bytes
    name: str


@dataclass(frozen=True, slots=True)
class PeerGone:
    """The link to a node that shares no table with this one is gone."""

    peer: bytes
    name: str


@dataclass(frozen=True, slots=True)
class DialFailed:
    """Nothing that speaks our protocol answered there; ``reason`` is for a person."""

    reason: str


@dataclass(frozen=True, slots=True)
class JoinWaiting:
    """The table will seat this node between rounds."""


@dataclass(frozen=True, slots=True)
class JoinAsks:
    """Those at the table are asked whether this node may sit down."""


@dataclass(frozen=True, slots=True)
class CallerAsks:
    """Somebody wants a seat at the own table, and one of those who sit there has to say yes: ``intents.Admit``."""

    peer: bytes
    name: str


@dataclass(frozen=True, slots=True)
class CallerGone:
    """It is let in by somebody else, or wants no seat any more: there is nothing to answer."""

    peer: bytes


@dataclass(frozen=True, slots=True)
class JoinFailed:
    """``full``, ``gone``, ``banned`` or ``declined``."""

    reason: str


@dataclass(frozen=True, slots=True)
class CodeWanted:
    """The table asks for its code. ``wrong``: the one that was shown isn't it; the next is looked at in ``wait_s``."""

    wrong: bool
    wait_s: int = 0


@dataclass(frozen=True, slots=True)
class CodeWaits:
    """The code was not looked at, after so many wrong ones; it is shown again in ``wait_s``, by itself."""

    wait_s: int


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat was given, at finality. ``own`` when it is this node's."""

    seat: int
    name: str
    own: bool


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The owner of a seat has left the table, politely."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLost:
    """The table goes on without a seat whose laptop is gone; its owner may come back."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatBack:
    """A seat that had left the table is taken up again by its owner."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatWarned:
    """A member was not heard for half a second."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockOff:
    """The clock at a seat does not agree with those of the others, and counts for nothing until it does.

    It is ``ahead_us`` ahead of them, behind where that is negative. ``seat`` may be this node's.
    """

    seat: int
    ahead_us: int


@dataclass(frozen=True, slots=True)
class SeatAway:
    """A member is suspected to be gone: it was not heard for two seconds, or its link is gone."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A member that was away is heard again."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatSaid:
    """Who sits at ``seat`` says a ``text``, or the ``emote`` of that number. ``seat`` may be this node's."""

    seat: int
    text: str
    emote: int | None = None


@dataclass(frozen=True, slots=True)
class Frozen:
    """This node is with a minority: it waits for one of ``seats``. ``may_go_on``: ``GoOnWithout`` is possible."""

    seats: tuple[int, ...]
    may_go_on: bool


@dataclass(frozen=True, slots=True)
class Thawed:
    """This node is with a minority no longer."""


@dataclass(frozen=True, slots=True)
class ReadyChanged:
    """A seat is ready for the next deal, or no longer."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deal of round ``number`` began."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundStarts:
    """Everybody's cards lie open; the first move is legal ``in_us`` from now."""

    number: int
    in_us: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A move is final and was accepted."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class MoveRejected:
    """A move is final and was not accepted; for ``beaten`` who was first, by how much, and how wrong that may be.

    ``error_us`` is what this node can tell of the two clocks; None where it can tell nothing.
    """

    seat: int
    move: Move
    reason: str
    by: int | None = None
    margin_us: int | None = None
    error_us: int | None = None


@dataclass(frozen=True, slots=True)
class ActRefused:
    """An intent was not carried out. ``reason`` is a key of ``speech.refusals``: what to do instead.

    One of: no_table, not_seated, no_round, countdown, paused, over, away, alone, illegal, busy (8 own moves are under
    way), talk (too much was said at once), not_yet (nobody is voted absent before ``ABSENT_US``), own_seat (nobody
    votes about itself), phase (not possible now), wedged.
    """

    reason: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class RoundPaused:
    """``seat`` has paused the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundResumed:
    """``seat`` goes on with the round; moves are legal again ``in_us`` from now."""

    seat: int
    in_us: int


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """``seat`` agrees, or no longer, to end the round."""

    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class VoteCast:
    """Seat ``by`` says yes, or no longer, to ``kick`` seat ``seat`` or to hold it ``absent``."""

    about: VoteAbout
    by: int
    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class SeatVotedAbsent:
    """A seat counts as absent until it makes a move again; in a deal, it is not dealt in to the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatKicked:
    """A seat was voted off the table for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class KickedOut:
    """This node was voted off the table for good."""


@dataclass(frozen=True, slots=True)
class LieFound:
    """The player at ``seat`` was not honest; ``check`` is what failed (protocol/spec/04).

    ``fork``: it has said two things, not with its cards alone, and is out of the table for good (protocol/spec/05).
    ``withheld`` says only that nobody can tell: it closed the round without opening its deck.
    """

    seat: int
    check: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The end is final: ``kind`` as in ``game.state.End``."""

    number: int
    kind: str
    by: int | None


@dataclass(frozen=True, slots=True)
class RoundScored:
    """Every member holds the end; per seat, None for who was not in the round. ``races``: closest first."""

    number: int
    centre: tuple[int | None, ...]
    left: tuple[int | None, ...]
    points: tuple[int | None, ...]
    totals: tuple[int | None, ...]
    races: tuple[Race, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; several winners where totals are equal."""

    totals: tuple[int | None, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """This node has left its table and may end."""


@dataclass(frozen=True, slots=True)
class Misbehaved:
    """A peer broke the protocol and lost its link; for the log."""

    peer: bytes
    reason: str


Notice = (
    PeerSeen
    | PeerGone
    | DialFailed
    | JoinWaiting
    | JoinFailed
    | JoinAsks
    | CallerAsks
    | CallerGone
    | CodeWanted
    | CodeWaits
    | SeatTaken
    | SeatLeft
    | SeatLost
    | SeatBack
    | SeatWarned
    | SeatAway
    | SeatReturned
    | ClockOff
    | SeatSaid
    | Frozen
    | Thawed
    | ReadyChanged
    | Dealing
    | RoundStarts
    | Moved
    | MoveRejected
    | ActRefused
    | RoundPaused
    | RoundResumed
    | EndAgreed
    | VoteCast
    | SeatVotedAbsent
    | SeatKicked
    | KickedOut
    | LieFound
    | RoundEnded
    | RoundScored
    | MatchEnded
    | Left
    | Misbehaved
)
