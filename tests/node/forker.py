"""A member that forks: some are told other events than the rest, each as if it were the only one that there is."""

from msgspec.structs import replace

from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.identifiers import HEAD_BYTES
from p2p_ligretto.replication.messages import Beat, Events, EventSent, Holding, State, holdings
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.wire.messages import AnyMessage
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Ready
from tests.node.company import Company


class Forker:
    """From its next event on the node at ``number`` tells ``deceived`` a chain of their own.

    ``covers``: what it says it holds fits what it has told to each.
    """

    def __init__(self, company: Company, number: int, deceived: frozenset[int], *, covers: bool = True) -> None:
        self.peer = company.peer(number)
        self._number = number
        self._deceived = deceived
        self._covers = covers
        self._log = company[number].session.log
        self._first = self._log.head(self.peer).seq + 1
        self._others: dict[int, Event] = {}
        company.instead = self._instead

    def _instead(self, source: int, target: int, message: AnyMessage) -> AnyMessage:
        if source != self._number or target not in self._deceived:
            return message
        match message:
            case EventSent(event):
                return EventSent(self.other_of(event))
            case Events(events):
                return Events(tuple(map(self.other_of, events)))
            case Beat() if self._covers and self._others:
                return replace(message, held=self._other_holdings(message.held))
            case State() if self._covers and self._others:
                held = self._other_holdings(holdings(message.have, message.heads))
                return replace(message, heads=tuple(one.head for one in held))
        return message

    def _other_holdings(self, held: tuple[Holding, ...]) -> tuple[Holding, ...]:
        own = self._log.view.rank(self.peer)
        heads = {(own, seq): event_hash(event)[:HEAD_BYTES] for seq, event in self._others.items()}
        return tuple(replace(one, head=heads.get((one.rank, one.seq), one.head)) for one in held)

    def other_of(self, event: Event) -> Event:
        """What the deceived are told in place of ``event``."""
        if event.author != self.peer or event.seq < self._first:
            return event
        if event.seq not in self._others:
            before = self._others.get(event.seq - 1)
            if before is None:
                other = replace(event, payload=encode_payload(Ready(False)))
            else:
                other = replace(event, previous=event_hash(before))
            self._others[event.seq] = signed(other, KeyedHashSigner(self.peer))
        return self._others[event.seq]
