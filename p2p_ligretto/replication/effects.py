"""What the membership machine wants done, in order: told, written, installed, or held against somebody."""

from dataclasses import dataclass

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.identifiers import TableId
from p2p_ligretto.replication.messages import AnyReplicationMessage
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, View


@dataclass(frozen=True, slots=True)
class Tell:
    """Send ``message`` to ``peer``, if there is a link to it; what matters is said again until it is answered."""

    peer: bytes
    message: AnyReplicationMessage


class Vote(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a member may not forget: how far it has bound itself in ``view``. Written before it says so."""

    table: TableId
    view: View
    promised: Ballot
    accepted: Accepted | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Durable, before what follows."""

    vote: Vote


@dataclass(frozen=True, slots=True)
class Installed:
    """The log's view has changed: ``kept`` events of the old one are final, ``void`` ones never were."""

    decision: Decision
    kept: tuple[Event, ...]
    void: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Blame:
    """``peer`` has told something that turns out to be false."""

    peer: bytes
    reason: str


Effect = Tell | Write | Installed | Blame
