"""The whole of a node, without clock, randomness or I/O: inputs in, outputs out (DESIGN 2).

Every input ends in ``_settle``, which does all that can be done by then; what is left is done by the next input or by a
``tick`` at ``wake_at``. Times are microseconds of the surroundings' monotonic clock.
"""

import hashlib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from p2p_ligretto.node import notices as say
from p2p_ligretto.node.acting import judge, waits_for_last_play
from p2p_ligretto.node.arrival import ASK_US, FIRST_VIEW, Arrival, kept_log
from p2p_ligretto.node.attendance import Attendance
from p2p_ligretto.node.departure import Departure
from p2p_ligretto.node.identity import LinkPeer, NodeIdentity, SessionSeed
from p2p_ligretto.node.intents import (
    Act,
    Dial,
    Discovered,
    ForceStart,
    Intent,
    JoinTable,
    LeaveTable,
    Listening,
    OpenTable,
    SetReady,
)
from p2p_ligretto.node.journal import encode_entry, entries_of
from p2p_ligretto.node.kept import TABLE, VOTE, Place, encode, recall
from p2p_ligretto.node.links import Link, Links
from p2p_ligretto.node.neighbours import Neighbours
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.outputs import Output
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import WAITING, TableState
from p2p_ligretto.replication.clock import measure
from p2p_ligretto.replication.identifiers import END_OF_TIME, MAX_MEMBERS
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    Beat,
    Commit,
    Events,
    EventSent,
    Fetch,
    Goodbye,
    Join,
    JoinRefused,
    Leave,
    Outbid,
    Resume,
    Segment,
    State,
    Wedge,
)
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.views import Member, View
from p2p_ligretto.wire.conversions import from_options
from p2p_ligretto.wire.messages import AnyMessage, Hello, Peers, Ping, Pong, Presence, Refusal
from p2p_ligretto.wire.payloads import AnyPayload, Forced, Moved, Opened, Ready
from p2p_ligretto.wire.violations import ProtocolViolation

MAX_WAITING_ACTS: Final = 8


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of this session: events by how they came, re-folds that changed an outcome, lost races that are final."""

    direct: int = 0
    handed_over: int = 0
    rollbacks: int = 0
    contested: int = 0


class Node:
    """One player's node. Its surroundings feed it inputs and carry out ``outputs()`` in order after each."""

    def __init__(
        self,
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> None:
        """``entropy``: 32 fresh bytes. ``remembered`` and ``journals``: what ``Save`` and ``Append`` had kept."""
        self.identity = identity
        self.name = name
        self._entropy = entropy
        self._remembered = dict(remembered)
        self._journals = dict(journals)
        self._links = Links(identity.peer)
        self._outbox = Outbox(self._links)
        self._neighbours = Neighbours(name, self._links, self._outbox)
        self._attendance = Attendance()
        self._session: Session | None = None
        self._arrival: Arrival | None = None
        self._departure: Departure | None = None
        self._acts: deque[Act] = deque()
        self._tables_opened = 0
        self._now = 0

    # ---- what the surroundings may look at

    @property
    def predicted(self) -> TableState | None:
        """The table as the screen shows it: final events and those that are only known yet."""
        return self._session.table if self._session is not None and self._is_at_table else None

    @property
    def final(self) -> TableState | None:
        """The table as it can't change any more."""
        return self._session.final if self._session is not None and self._is_at_table else None

    @property
    def own_seat(self) -> int | None:
        """The own seat, as predicted."""
        table = self.predicted
        return None if table is None else table.seat_of(self.identity.peer)

    @property
    def peers(self) -> Mapping[bytes, Link]:
        """The peers that there is a link to."""
        return self._links.by_peer

    @property
    def away(self) -> frozenset[int]:
        """The present seats that this node has no link to: play waits for them."""
        return self._attendance.away

    @property
    def table_at_last_start(self) -> bytes | None:
        """The table that this node was at when it last ended without leaving."""
        place = recall(self._remembered, TABLE, Place)
        return None if place is None else place.table

    @property
    def starts_in_us(self) -> int:
        """Time until the first move is legal; 0 when it is."""
        if self._session is None:
            return 0
        return max(0, self._session.table.started_us - self._session.clock.table_time(self._now))

    @property
    def figures(self) -> Figures:
        """Counts of the session."""
        if self._session is None:
            return Figures()
        chronicle, seen = self._session.chronicle, self._session.intake.figures
        return Figures(seen.direct, seen.handed_over, chronicle.replica.rollbacks, chronicle.contested)

    @property
    def wake_at(self) -> int:
        """When a tick is wanted, on the clock of the inputs."""
        waits = [self._neighbours.wake_at(self._now), END_OF_TIME]
        if self._session is not None:
            waits.append(self._session.wake_at)
        if self._arrival is not None:
            waits.append(self._arrival.ask_at)
        if self._departure is not None:
            waits.append(self._departure.wake_at)
        return min(waits)

    def outputs(self) -> list[Output]:
        """What is asked since the last call, in order."""
        return self._outbox.drain()

    @property
    def _is_at_table(self) -> bool:
        """Whether a view has admitted this process, or one of its key that it continues."""
        return self._session is not None and self._session.log.view.member(self.identity.peer) is not None

    # ---- inputs

    def tick(self, now: int) -> None:
        """Time has passed."""
        self._now = now
        for link in self._neighbours.silent(now):
            self._outbox.disconnect(link.id)
            self._links.down(link.id, now)
            self._unlinked(link)
        if self._session is not None:
            self._session.tick(now)
            self._take_kept(self._session)
        self._settle()

    def link_up(self, link: int, peer: LinkPeer, now: int) -> None:
        """The handshake on a link succeeded."""
        self._now = now
        used, dropped = self._links.up(link, peer, now)
        if dropped is not None:
            self._outbox.disconnect(dropped.id)
        if used is not None:
            self._neighbours.greet(used, now)
            if self._session is not None:
                if dropped is not None and dropped.peer.incarnation != peer.incarnation:
                    self._session.clock.forget(peer.peer)
                if self._session.log.view.member(peer.peer) is not None:
                    self._outbox.send((peer.peer,), self._session.resume())
        self._settle()

    def link_down(self, link: int, now: int) -> None:
        """A link is gone."""
        self._now = now
        gone = self._links.down(link, now)
        if gone is not None:
            self._unlinked(gone)
        self._settle()

    def dial_failed(self, peer: bytes | None, reason: str, now: int) -> None:
        """A ``Connect`` found nobody; ``reason`` is for a person."""
        self._now = now
        if peer is None:
            self._outbox.notify(say.DialFailed(reason))
        else:
            self._links.dial_failed(peer, self._needed(), now)
        self._settle()

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """A message came. What no honest node would send costs the sender its link."""
        self._now = now
        known = self._links.by_id.get(link)
        if known is None:
            return
        known.heard_at = now
        try:
            self._take(known, message)
            self._settle()
        except (Misconduct, ProtocolViolation) as fault:
            self._blame(known.peer.peer, fault.reason)
            self._settle()

    def submit(self, intent: Intent, now: int) -> None:
        """The person, bot or program at this node wants something."""
        self._now = now
        match intent:
            case OpenTable():
                self._open(intent)
            case JoinTable():
                self._join(intent)
            case Dial(addresses):
                self._outbox.connect(None, addresses)
            case Discovered(peer, addresses):
                self._links.heard_of(peer, addresses, now)
            case Listening(addresses):
                self._neighbours.listens_at(addresses)
            case SetReady(ready):
                self._wait_phase(Ready(ready))
            case ForceStart():
                self._wait_phase(Forced())
            case Act():
                self._act(intent)
            case LeaveTable():
                self._leave()
            case _:
                assert_never(intent)
        self._settle()

    # ---- intents

    def _open(self, intent: OpenTable) -> None:
        if self._session is not None:
            self._outbox.notify(say.ActRefused("phase"))
            return
        self._tables_opened += 1
        name = b"ligretto table" + self._tables_opened.to_bytes(4, "big")
        table = hashlib.sha256(self._entropy + name).digest()[:16]
        own = Member(self.identity.peer, self.identity.incarnation, self.identity.disk)
        self._arrival = None
        session = self._begin(Log(table, View(table, FIRST_VIEW, (own,))), own)
        session.say(Opened(intent.name, from_options(intent.options)), self._now)

    def _begin(self, log: Log, own: Member, place: Place | None = None) -> Session:
        """Sit down with a log: a new one, or, with the place of its journal, one that was kept."""
        if place is None:
            place = Place(log.table, f"{log.table.hex()}-{own.incarnation.hex()}-{self._tables_opened}")
            for entry in entries_of(log):
                self._outbox.append(place.journal, encode_entry(entry))
        self._outbox.save(TABLE, encode(place))
        seed = SessionSeed(own, self.name, place.journal, self._entropy)
        self._session = Session(seed, log, self._remembered, self._outbox, self._now)
        self._attendance = Attendance(self._now)
        return self._session

    def _join(self, intent: JoinTable) -> None:
        if self._session is not None:
            self._outbox.notify(say.ActRefused("phase"))
            return
        self._arrival = Arrival(intent.table, self._now)
        self._tables_opened += 1
        kept = kept_log(intent.table, self._remembered, self._journals)
        if kept is not None:
            log, place, whole = kept
            lost = hashlib.sha256(self._entropy + b"ligretto disk").digest()[:8]
            disk = self.identity.disk if whole else lost
            self._begin(log, Member(self.identity.peer, self.identity.incarnation, disk), place)

    def _wait_phase(self, payload: AnyPayload) -> None:
        """Ready and forced start: only while the table waits for people."""
        table = self.predicted
        if self._session is None or table is None:
            self._outbox.notify(say.ActRefused("no_table"))
        elif self.own_seat is None:
            self._outbox.notify(say.ActRefused("not_seated"))
        elif table.phase not in WAITING:
            self._outbox.notify(say.ActRefused("phase"))
        elif isinstance(payload, Forced) and len(table.present) < 2:
            self._outbox.notify(say.ActRefused("alone"))
        elif not self._session.say(payload, self._now):
            self._outbox.notify(say.ActRefused("wedged"))

    def _act(self, act: Act) -> None:
        session = self._session
        if session is None or not self._is_at_table:
            self._outbox.notify(say.ActRefused("no_table"))
        elif self._departure is not None:
            self._outbox.notify(say.ActRefused("no_round"))
        elif session.membership.wedged or waits_for_last_play(session, act.move):
            limit = MAX_WAITING_ACTS if session.membership.wedged else 1
            if len(self._acts) >= limit:
                self._outbox.notify(say.ActRefused("busy"))
            else:
                self._acts.append(act)
        else:
            away = min(self._attendance.away, default=None)
            judged = judge(session, act.move, away, session.clock.table_time(self._now))
            if not isinstance(judged, Moved):
                self._outbox.notify(judged)
            elif not session.say(judged, self._now):
                self._outbox.notify(say.ActRefused("wedged"))

    def _leave(self) -> None:
        self._arrival = None
        if self._session is None or not self._is_at_table:
            self._gone()
        elif self._departure is None:
            self._departure = Departure(self._now)

    def _gone(self) -> None:
        if self._session is not None:
            self._outbox.send(self._session.peers, self._session.goodbye())
            self._outbox.save(TABLE, None)
            self._outbox.save(VOTE, None)
            self._remembered = {}
        self._session = self._departure = None
        self._acts.clear()
        self._attendance = Attendance()
        self._outbox.notify(say.Left())

    # ---- messages

    def _take(self, link: Link, message: AnyMessage) -> None:
        peer = link.peer.peer
        match message:
            case Hello() | Refusal():
                raise ProtocolViolation("a message of the handshake after it")
            case Presence():
                self._neighbours.presence(link, message, self._now)
            case Peers(peers):
                for known in peers:
                    self._links.heard_of(known.peer, known.addresses, self._now)
            case Ping(sent):
                self._answer_ping(peer, sent)
            case Pong():
                link.round_trip_us = max(0, self._now - message.sent - (message.replied - message.received))
                if self._session is not None:
                    sample = measure(message.sent, message.received, message.replied, self._now)
                    self._session.clock.sample(peer, sample, self._now)
            case Join():
                self._asked_to_join(link, message)
            case JoinRefused():
                self._join_refused(message)
            case _:
                if self._arrival is not None and message.table == self._arrival.table and self._take_arriving(message):
                    return
                if self._session is not None and message.table == self._session.log.table:
                    self._take_at_table(self._session, peer, message)

    def _answer_ping(self, peer: bytes, sent: int) -> None:
        if self._session is not None and self._session.clock.synchronised:
            table_time = self._session.clock.table_time(self._now)
            self._outbox.send((peer,), Pong(sent, table_time, table_time))

    def _take_arriving(self, message: AnyMessage) -> bool:
        """The log comes in before this node is a member; True if that is what the message was for."""
        arrival = self._arrival
        assert arrival is not None
        if isinstance(message, Segment):
            if not self._is_at_table:
                arrival.segment(message)
            return True
        if arrival.catch_up is None or arrival.catch_up.log is None:
            return False
        if isinstance(message, Events):
            for event in message.events:
                arrival.catch_up.log.add(event)
            return True
        if isinstance(message, Accept) and arrival.catch_up.complete:
            own = Member(self.identity.peer, self.identity.incarnation, self.identity.disk)
            self._begin(arrival.catch_up.log, own)
            arrival.catch_up = None
        return False

    def _take_at_table(self, session: Session, peer: bytes, message: AnyMessage) -> None:
        match message:
            case EventSent(event):
                session.take_in(peer, (event,), self._now)
            case Events(events):
                session.take_in(peer, events, self._now)
            case Beat():
                session.heard_beat(peer, message, self._now)
            case Resume():
                session.answer_resume(peer, message)
            case Fetch():
                session.answer_fetch(peer, message)
            case Goodbye():
                session.heard_goodbye(peer, message)
            case Wedge() | State() | Outbid() | Accept() | Ack() | Commit() | Leave():
                session.membership.receive(peer, message)
            case _:
                # A log that is handed over to who is a member already.
                return

    def _asked_to_join(self, link: Link, message: Join) -> None:
        peer, session = link.peer.peer, self._session
        if session is None or session.log.table != message.table or session.membership.mute:
            self._outbox.send((peer,), JoinRefused(message.table, "unknown"))
            return
        if message.incarnation != link.peer.incarnation:
            raise ProtocolViolation("a wish to join that is of another start than its link")
        member = Member(peer, message.incarnation, message.disk)
        if session.log.view.member(peer) == member:
            return
        if session.log.view.member(peer) is None and len(session.log.view.members) >= MAX_MEMBERS:
            self._outbox.send((peer,), JoinRefused(message.table, "full"))
            return
        if not session.admissible(member):
            self._outbox.send((peer,), JoinRefused(message.table, "waiting"))
        session.membership.join_wanted(member)

    def _join_refused(self, message: JoinRefused) -> None:
        arrival = self._arrival
        if arrival is None or arrival.table != message.table:
            return
        if message.reason == "full":
            self._arrival = None
            self._outbox.notify(say.JoinFailed("full"))
        elif message.reason == "waiting" and not arrival.told_to_wait:
            arrival.told_to_wait = True
            self._outbox.notify(say.JoinWaiting())

    # ---- keeping in step

    def _linked(self) -> frozenset[bytes]:
        return frozenset(self._links.by_peer)

    def _needed(self) -> frozenset[bytes]:
        """Peers that are dialled for as long as it takes."""
        return frozenset(self._session.peers) if self._session is not None else frozenset()

    def _blame(self, peer: bytes, reason: str) -> None:
        """A peer broke the protocol: it loses its link, and both sides are told why."""
        self._outbox.notify(say.Misbehaved(peer, reason))
        link = self._links.by_peer.get(peer)
        if link is not None:
            self._outbox.disconnect(link.id, reason)
            self._links.down(link.id, self._now)
            self._unlinked(link)

    def _take_kept(self, session: Session) -> None:
        """Offer the log again what came too early."""
        for sender, event in session.intake.kept():
            try:
                session.take_in(sender, (event,), self._now)
            except (Misconduct, ProtocolViolation) as fault:
                self._blame(sender, fault.reason)

    def _unlinked(self, link: Link) -> None:
        if link.name:
            self._outbox.notify(say.PeerGone(link.peer.peer, link.name))

    def _settle(self) -> None:
        session = self._session
        if session is not None:
            view = session.log.view.number
            session.settle(self._linked(), self._now)
            if session.log.view.number != view:
                self._take_kept(session)
                session.settle(self._linked(), self._now)
            self._release_acts(session)
            if self._is_at_table:
                for notice in self._attendance.changes(session, self._linked(), self._now):
                    self._outbox.notify(notice)
            if self._departure is not None:
                if self._departure.advance(session, self._linked(), self._now):
                    self._gone()
                else:
                    session.settle(self._linked(), self._now)
        self._ask_to_join()
        self._neighbours.advance(self._session, self._needed(), self._now)

    def _release_acts(self, session: Session) -> None:
        while self._acts and not session.membership.wedged and not waits_for_last_play(session, self._acts[0].move):
            self._act(self._acts.popleft())
            session.settle(self._linked(), self._now)

    def _ask_to_join(self) -> None:
        arrival = self._arrival
        if arrival is None:
            return
        if self._session is not None and not self._session.membership.mute:
            self._arrival = None
        elif self._now >= arrival.ask_at:
            cards = ((peer, link.card) for peer, link in self._links.by_peer.items())
            asked = {peer for peer, card in cards if card is not None and card.table == arrival.table}
            asked |= set(self._session.peers) if self._session is not None else set()
            disk = self._session.own.disk if self._session is not None else self.identity.disk
            self._outbox.send(sorted(asked), Join(arrival.table, self.identity.incarnation, disk))
            arrival.ask_at = self._now + (ASK_US if asked & self._linked() else ASK_US // 10)
