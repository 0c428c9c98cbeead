"""What the machines of a view change want done, in order: told, written, installed, or held against somebody."""

from dataclasses import dataclass

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Fork
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


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Of the chain of the author of ``fork`` what lay beyond ``seq`` is held no more: ``events``."""

    fork: Fork
    seq: int
    events: tuple[Event, ...]


Effect = Tell | Write | Installed | Blame | GivenUp


class Effects:
    """What the machines of one node want done, collected until somebody takes it."""

    def __init__(self, own: bytes) -> None:
        self._own = own
        self._effects: list[Effect] = []

    def take(self) -> list[Effect]:
        """All since the last call."""
        effects, self._effects = self._effects, []
        return effects

    def add(self, effect: Effect) -> None:
        """One more, behind the others."""
        self._effects.append(effect)

    def tell(self, peer: bytes, message: AnyReplicationMessage) -> None:
        """Say something to another node; what would be said to oneself is known already."""
        if peer != self._own:
            self._effects.append(Tell(peer, message))
