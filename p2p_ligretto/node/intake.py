"""The door of the log: what nobody has signed stays outside, and what comes too early waits; gaps are noticed.

An event waits if it is of a view that is not installed here yet, or if the clock that stamped it is ahead: then until
it is due, so that it pulls nobody's stamps. Whether it counts depends on the log alone, when it is taken in does not
matter. So nothing waits for its time while a view is being ended, which may need it.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.replication.clock import TableClock
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Fetch
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import Signer, check_signed
from p2p_ligretto.wire.payload_codec import decode_payload

GAP_US: Final = 300_000
"""How long events that a beat told of may be missing before they are asked for."""
MAX_KEPT: Final = 4096
EARLY_US: Final = 2_000_000
"""So long stamps of one author have to come early before its clock is doubted. If it is the own clock that is behind
(a laptop has slept), pings find that out within that time."""
CALM_US: Final = 5_000_000
"""After so long without one that came early, it begins anew."""


@dataclass(frozen=True, slots=True)
class Early:
    """Stamps of somebody came ahead of the table time, from ``first`` to ``last``, the last one by ``ahead_us``."""

    first: int
    last: int
    ahead_us: int


@dataclass(slots=True)
class Figures:
    """Events that came from their author, and those that somebody else handed over."""

    direct: int = 0
    handed_over: int = 0


class Intake:
    """What is not in the log yet."""

    def __init__(self, log: Log, signer: Signer, clock: TableClock) -> None:
        self.figures = Figures()
        self._log = log
        self._signer = signer
        self._clock = clock
        self._kept: list[tuple[bytes, Event]] = []
        self._due_at = END_OF_TIME
        """The table time at which something that came too early has to be taken out; END_OF_TIME if nothing has."""
        self._early: dict[bytes, Early] = {}
        self._missing_since: dict[bytes, int] = {}

    def passes_over(self, sender: bytes, event: Event) -> bool:
        """Whether ``event`` is of no use: of who has forked it is for the others to say what counts."""
        return sender == event.author and sender in self._log.condemned

    def keep_for_later(self, sender: bytes, event: Event, table_time: int | None) -> bool:
        """Whether ``event`` has to wait; it is kept then. ``table_time`` is None while the clock is not set."""
        early = table_time is not None and self._clock.is_early(event.author, event.time, table_time)
        if not early and event.view <= self._log.view.number:
            return False
        if early and table_time is not None and sender == event.author and self._log.view.member(sender) is not None:
            # On its author's own link: no signature was looked at yet, and others could say it in anybody's name.
            self._note_early(event, table_time)
        if len(self._kept) < MAX_KEPT:
            # One that finds no room is fetched again later, by the gap that it leaves.
            self._keep(sender, event)
        return True

    def _note_early(self, event: Event, table_time: int) -> None:
        known = self._early.get(event.author)
        first = table_time if known is None or table_time - known.last > CALM_US else known.first
        self._early[event.author] = Early(first, table_time, event.time - table_time)

    def stamped_ahead(self, table_time: int) -> dict[bytes, int]:
        """Whose stamps came early again and again, of late, and by how much the last one."""
        return {
            author: early.ahead_us
            for author, early in self._early.items()
            if early.last - early.first >= EARLY_US and table_time - early.last < CALM_US
        }

    def _keep(self, sender: bytes, event: Event) -> None:
        self._kept.append((sender, event))
        if event.view <= self._log.view.number:
            self._due_at = min(self._due_at, event.time)

    def check(self, event: Event, finality: Finality) -> None:
        """What has to be so before an event may enter the log: everything after it builds on it.

        Raises Misconduct or ProtocolViolation.
        """
        decode_payload(event.payload)
        new = event.view == self._log.view.number and event.seq > self._log.head(event.author).seq
        if not new or self._log.view.member(event.author) is None:
            # The log knows it already, passes it over, or refuses it.
            return
        check_signed(event, self._signer)
        if event.time <= finality.promise_of(event.author) and event.author not in self._log.condemned:
            raise Misconduct("an event at or below what its author promised")

    @property
    def any_kept(self) -> bool:
        """Whether something waits."""
        return bool(self._kept)

    def wake_at(self, now: int) -> int:
        """When, by the own clock, something that came too early is due; END_OF_TIME if nothing has."""
        if self._due_at == END_OF_TIME:
            return END_OF_TIME
        return now + max(0, self._due_at - self._clock.table_time(now))

    def due(self, table_time: int | None) -> list[tuple[bytes, Event]]:
        """What waits no longer, taken out, to be offered again: what is not ahead of ``table_time``; if None, all.

        Not what is of a lineage that was left meanwhile.
        """
        kept, self._kept, self._due_at = self._kept, [], END_OF_TIME
        due = []
        for sender, event in kept:
            if event.table != self._log.table:
                continue
            if table_time is not None and event.time > table_time:
                self._keep(sender, event)
            else:
                due.append((sender, event))
        return due

    def count(self, sender: bytes | None, added: tuple[Event, ...]) -> None:
        """These are new in the log, and came on the link of ``sender``, or were passed on (None)."""
        direct = sum(event.author == sender for event in added)
        self.figures.direct += direct
        self.figures.handed_over += len(added) - direct

    def gap_to_fetch(self, peer: bytes, last_seq: int, now: int) -> Fetch | None:
        """What to ask ``peer`` for, whose beat told of events up to ``last_seq``."""
        held = self._log.head(peer).seq
        if last_seq <= held:
            self._missing_since.pop(peer, None)
            return None
        if now - self._missing_since.setdefault(peer, now) < GAP_US:
            return None
        self._missing_since[peer] = now
        return Fetch(self._log.table, self._log.view.number, peer, held + 1, last_seq)

    def installed(self) -> None:
        """A view was installed: gaps of the old one don't matter any more."""
        self._missing_since.clear()
