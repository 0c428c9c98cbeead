"""What the person, bot or program at a node can ask of it."""

from dataclasses import dataclass, field

from p2p_ligretto.game.moves import Move
from p2p_ligretto.game.options import Options
from p2p_ligretto.wire.messages import Address
from p2p_ligretto.wire.payloads import Admission, VoteAbout


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table of one's own and take its first seat. With ``admission`` ``code`` a code is made for it."""

    name: str
    options: Options
    admission: Admission = "open"


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Take a seat at a table that a peer was heard of; waits for the table and for the end of a round.

    ``code`` is shown to its members if they ask for it.
    """

    table: bytes
    code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class WatchTable:
    """Look on at a table that a peer was heard of, without a seat; ``LeaveTable`` ends it. ``code`` as in a join."""

    table: bytes
    code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ShowCode:
    """The code of the table that this node wants to join or watch, after it was asked for."""

    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Dial:
    """Reach a node by address (``join HOST:PORT``)."""

    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Discovered:
    """Discovery heard of a node: a hint, never a sign of life."""

    peer: bytes
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Listening:
    """Where this node can be reached; said at start and whenever it changes."""

    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class SetReady:
    """Ready (or not) for the next deal."""

    ready: bool


@dataclass(frozen=True, slots=True)
class ForceStart:
    """Deal now, whoever is not ready."""


@dataclass(frozen=True, slots=True)
class Act:
    """Make a move in the running round; nothing exposed, the node fills that in."""

    move: Move


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the running round for a while, or go on with it."""

    paused: bool


@dataclass(frozen=True, slots=True)
class AgreeToEnd:
    """Agree, or no longer, to end the running round: it ends when all who play agree."""

    agrees: bool


@dataclass(frozen=True, slots=True)
class Vote:
    """Say yes, or no longer, to ``kick`` a seat from the table or to hold it ``absent`` for this round."""

    about: VoteAbout
    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Admit:
    """Say yes or no to ``peer``, who asks for a seat (``notices.CallerAsks``); the first answer at the table counts."""

    peer: bytes
    yes: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to all who sit at the table: a ``text`` (``wire.names.clean_saying``), or an ``emote`` and none."""

    text: str = ""
    emote: int | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Hear nothing more of what ``seat`` says, or of what anybody says where it is None; or hear it again."""

    seat: int | None
    muted: bool


@dataclass(frozen=True, slots=True)
class GoOnWithout:
    """Go on with a minority, the others missing: a new lineage of the table, never merged with theirs."""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Leave politely: linger for the closed log where a match has ended, a view without this node, then go.

    ``Left`` is notified when it is done; at most 5 s + 2 s later.
    """


IntentAtTable = SetReady | ForceStart | Act | Pause | AgreeToEnd | Vote | Admit | Say | Mute | GoOnWithout | LeaveTable
Intent = OpenTable | JoinTable | WatchTable | ShowCode | Dial | Discovered | Listening | IntentAtTable
