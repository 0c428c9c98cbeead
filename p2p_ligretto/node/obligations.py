"""What a node owes its table and says as soon as it may: what waited, its name, its part of a deal, a round's close.

Nothing is owed twice in one view: an answer that the fold refuses must not be given for ever.
"""

from collections import deque
from typing import Final

from p2p_ligretto.node.dealer import due, what_is_due
from p2p_ligretto.node.dealing_secrets import DealingSecrets
from p2p_ligretto.node.table import TableState
from p2p_ligretto.wire.payloads import AnyPayload, Seated

MAX_QUEUED: Final = 16


class Obligations:
    """Of the node ``own``, which goes by ``name``."""

    def __init__(self, own: bytes, name: str, secrets: DealingSecrets) -> None:
        self._own = own
        self._name = name
        self._secrets = secrets
        self._queue: deque[AnyPayload] = deque()
        self._said: set[tuple[object, ...]] = set()
        self._seen: tuple[TableState, TableState, int] | None = None
        """For what ``next`` had nothing to say."""

    def wait(self, payload: AnyPayload) -> bool:
        """Keep what can't be said now; False where no more can be kept."""
        if len(self._queue) >= MAX_QUEUED:
            return False
        self._queue.append(payload)
        return True

    def say_again(self, payload: AnyPayload) -> None:
        """What was said is void: it has to be said anew."""
        self._queue.append(payload)

    def next(self, final: TableState, predicted: TableState, view: int) -> AnyPayload | None:
        """What to say next in view ``view``; each is given once."""
        if self._queue:
            return self._queue.popleft()
        if self._seen is not None and self._seen[0] is final and self._seen[1] is predicted and self._seen[2] == view:
            # It is asked after every input, and most of them change nothing at the table.
            return None
        payload = self._seat(predicted) or self._part_of_deal(final, predicted, view)
        self._seen = (final, predicted, view) if payload is None else None
        return payload

    def _once(self, *what: object) -> bool:
        if what in self._said:
            return False
        self._said.add(what)
        return True

    def _seat(self, predicted: TableState) -> Seated | None:
        """What tells the table the name that this node goes by, if it does not know it."""
        seat = predicted.seat_of(self._own)
        known = seat is not None and predicted.seats[seat].name == self._name
        if known or not predicted.name or not self._once("seated"):
            return None
        return Seated(self._name)

    def _part_of_deal(self, final: TableState, predicted: TableState, view: int) -> AnyPayload | None:
        seat = due(final, predicted, self._own)
        if seat is None:
            return None
        payload = what_is_due(final, seat, self._secrets.for_phase(final))
        phase = (view, final.match, final.number, final.deals, final.phase, final.players)
        return payload if payload is not None and self._once(*phase) else None
