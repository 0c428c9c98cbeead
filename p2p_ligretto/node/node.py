"""The whole of a node, without clock, randomness or I/O: inputs in, outputs out (docs/architecture.md).

Every input ends in ``_settle``, which does all that can be done by then; what is left is done by the next input or by a
``tick`` at ``wake_at``. Times are microseconds of the surroundings' monotonic clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from p2p_ligretto.node import notices as say
from p2p_ligretto.node.arrival import last_table
from p2p_ligretto.node.chronicle import Chronicle
from p2p_ligretto.node.gallery import LOOKS_ON
from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.intents import (
    Act,
    Admit,
    AgreeToEnd,
    Dial,
    Discovered,
    ForceStart,
    GoOnWithout,
    Intent,
    IntentAtTable,
    JoinTable,
    LeaveTable,
    Listening,
    Mute,
    OpenTable,
    Pause,
    Say,
    SetReady,
    ShowCode,
    Vote,
    WatchTable,
)
from p2p_ligretto.node.links import MADE_ROOM, Link, Links
from p2p_ligretto.node.neighbours import Neighbours
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.outputs import Output
from p2p_ligretto.node.receiving import Receiving
from p2p_ligretto.node.routes import Routes
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.stay import Stay
from p2p_ligretto.node.table import TableState
from p2p_ligretto.node.tablemates import Tablemates
from p2p_ligretto.node.votes_fold import may_be_voted_absent
from p2p_ligretto.replication.clock import ClockSeen
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.views import parted_lineage
from p2p_ligretto.wire.messages import AnyMessage, Ping, Refusal, TableCard
from p2p_ligretto.wire.payloads import Forced, Ready
from p2p_ligretto.wire.violations import ProtocolViolation


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
        self.table_at_last_start = last_table(remembered, journals)
        """The table that this node was at when it last ended without leaving."""
        self._links = Links(identity.peer)
        self._outbox = Outbox(self._links, Routes(), identity.signer)
        self._neighbours = Neighbours(name, self._links, self._outbox)
        self._stay = Stay(identity, name, entropy, self._links, self._outbox)
        self._stay.remember(remembered, journals)
        self._tablemates = Tablemates()
        self._receiving = Receiving(self._links, self._neighbours, self._stay, self._outbox, identity.signer)
        self._chronicle: Chronicle | None = None
        """That of the table which this node sees, as of its last input: players and checks ask after each."""
        self._now = 0

    # ---- what the surroundings may look at

    @property
    def predicted(self) -> TableState | None:
        """The table as the screen shows it: final events and those that are only known yet."""
        chronicle = self._chronicle
        return None if chronicle is None else chronicle.replica.predicted.table

    @property
    def final(self) -> TableState | None:
        """The table as it can't change any more."""
        chronicle = self._chronicle
        return None if chronicle is None else chronicle.final

    @property
    def session(self) -> Session | None:
        """What this node holds of its table, for who checks it: to look at only; None where it holds nothing."""
        return self._stay.session

    @property
    def watching(self) -> bool:
        """Whether this node only looks on, or wants to."""
        return self._stay.spectator is not None

    @property
    def is_fed(self) -> bool:
        """Whether this node looks on, and somebody hands it what happens there."""
        spectator = self._stay.spectator
        return spectator is not None and spectator.attached

    @property
    def watchers(self) -> int:
        """How many look on at this node's table, as far as its members let know."""
        table = self.predicted
        return 0 if table is None else self._stay.gallery.onlookers(self._stay.session, self._stay.spectator, table)

    @property
    def own_seat(self) -> int | None:
        """The own seat, as predicted; None for who only looks on, whatever seat its key has."""
        table = None if self.watching else self.predicted
        return None if table is None else table.seat_of(self.identity.peer)

    @property
    def code(self) -> str:
        """The code of the private table that this node sits at, as far as it knows it; else empty."""
        at_table = self._stay.at_table
        return self._stay.threshold.keeper.code if at_table is not None and at_table.table.private else ""

    @property
    def peers(self) -> Mapping[bytes, Link]:
        """The peers that there is a link to."""
        return self._links.by_peer

    @property
    def tablemates(self) -> frozenset[bytes]:
        """The peers whose links come before those of strangers: the same object until they change."""
        return self._tablemates.of(self._stay.session, self._stay.spectator, self.identity.peer)

    @property
    def warned(self) -> frozenset[int]:
        """The present seats that this node has not heard for a moment."""
        return self._stay.attendance.warned

    @property
    def away(self) -> frozenset[int]:
        """The present seats that this node has not heard for so long that they are suspected."""
        return self._stay.attendance.away

    @property
    def muted(self) -> frozenset[int]:
        """The seats that the person does not want to hear."""
        return self._receiving.talk.muted

    @property
    def clocks_off(self) -> frozenset[int]:
        """The seats whose clocks don't agree with the others', or did not a moment ago."""
        return self._stay.attendance.clocks.off

    @property
    def clock_error_us(self) -> int | None:
        """How far this node's table time may be off that of the others, in microseconds; None if that is not known."""
        at = self._stay.spectator or self._stay.at_table
        return None if at is None else at.clock.error_us(self._now)

    @property
    def clocks(self) -> Mapping[bytes, ClockSeen]:
        """What is known of the table time of each other member that has answered, by peer."""
        session = self._stay.session
        if session is None:
            return {}
        found = ((peer, session.clock.seen(peer, self._now)) for peer in session.peers)
        return {peer: seen for peer, seen in found if seen is not None}

    @property
    def frozen(self) -> say.Frozen | None:
        """For whom this node waits, if it is with a minority that can't go on."""
        return self._stay.attendance.frozen

    @property
    def parted(self) -> tuple[TableCard, ...]:
        """The tables that came of this one where the junior of two has gone on without the other, as far as seen."""
        session = self._stay.session
        if session is None:
            return ()
        cards = (link.card for link in self._links.by_peer.values())
        others = {card.table: card for card in cards if card is not None and card.table != session.log.table}
        if not others:
            return ()
        views = (session.log.view, *(closed.view for closed in session.log.closed))
        names = (parted_lineage(view) for view in views if len(view.members) == 2)
        return tuple(others[name] for name in names if name in others)

    @property
    def _known_time(self) -> int | None:
        at = self._stay.spectator or self._stay.at_table
        return None if at is None else at.clock.known_time(self._now)

    @property
    def starts_in_us(self) -> int:
        """Time until the next move of the round is legal, at its start and after a pause; 0 when it is, or unknown."""
        table, time = self.predicted, self._known_time
        return 0 if table is None or time is None else max(0, table.first_move_us - time)

    @property
    def idle(self) -> frozenset[int]:
        """The seats that may be voted absent now."""
        table, time = self.predicted, self._known_time
        if table is None or time is None:
            return frozenset()
        return frozenset(seat for seat in table.players if may_be_voted_absent(table, seat, time))

    @property
    def figures(self) -> Figures:
        """Counts of the session."""
        session = self._stay.session
        if session is None:
            return Figures()
        chronicle, came = session.chronicle, session.intake.figures
        return Figures(came.direct, came.handed_over, chronicle.replica.rollbacks, chronicle.contested)

    @property
    def wake_at(self) -> int:
        """When a tick is wanted, on the clock of the inputs."""
        return min(self._neighbours.wake_at, self._stay.wake_at)

    def outputs(self) -> list[Output]:
        """What is asked since the last call, in order."""
        return self._outbox.drain()

    # ---- inputs

    def tick(self, now: int) -> None:
        """Time has passed."""
        self._now = now
        for link in self._neighbours.silent(now):
            self._drop(link, "")
        for link in self._stay.gallery.of_no_use(self._stay.spectator, now):
            self._drop(link, LOOKS_ON)
        if self._stay.session is not None:
            self._take_kept(self._stay.session)
            self._stay.remember_addresses()
        self._settle()

    def link_up(self, link: int, peer: LinkPeer, now: int) -> None:
        """The handshake on a link succeeded."""
        self._now = now
        session = self._stay.session
        fed = self._stay.gallery.fed(session, self._stay.spectator)
        in_the_way = self._links.in_the_way(peer.peer, self.tablemates, fed)
        if in_the_way is not None:
            self._drop(in_the_way, MADE_ROOM)
        used, dropped = self._links.up(link, peer, now)
        if dropped is not None:
            self._outbox.disconnect(dropped.id, self._links.end_of(dropped))
        if used is not None:
            self._neighbours.greet(used, now)
            if session is not None:
                session.linked(peer.peer, anew=dropped is None or dropped.peer.incarnation != peer.incarnation)
        self._settle()

    def link_down(self, link: int, now: int) -> None:
        """A link is gone."""
        self._now = now
        gone = self._links.down(link, now, self._stay.needed())
        if gone is not None and gone.name:
            self._outbox.notify(say.PeerGone(gone.peer.peer, gone.name))
        self._settle()

    def dial_failed(self, peer: bytes | None, reason: str, now: int) -> None:
        """A ``Connect`` found nobody; ``reason`` is for a person."""
        self._now = now
        if peer is None:
            self._outbox.notify(say.DialFailed(reason))
        else:
            self._links.dial_failed(peer, self._stay.needed(), now)
        self._settle()

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """A message came. What no honest node would send costs the sender its link."""
        self._now = now
        known = self._links.by_id.get(link)
        if known is None:
            # It was under way when the link was dropped.
            return
        known.heard_at = now
        if type(message) is Refusal:
            # Its last word: it is closing the link.
            self._drop(known, "")
            self._settle()
            return
        try:
            self._receiving.take(known, message, now)
            if type(message) is not Ping:
                # The answer to one changes nothing here, and what time alone makes due is done at a tick.
                self._settle()
        except (Misconduct, ProtocolViolation) as fault:
            self._blame(known.peer.peer, fault.reason)
            self._settle()

    def submit(self, intent: Intent, now: int) -> None:
        """The person, bot or program at this node wants something."""
        self._now = now
        match intent:
            case OpenTable():
                self._stay.open(intent, now)
            case JoinTable():
                self._stay.join(intent, now)
            case WatchTable():
                self._stay.watch(intent, now)
            case ShowCode(code):
                self._stay.show_code(code, now)
            case Dial(addresses):
                self._outbox.connect(None, addresses)
            case Discovered(peer, addresses):
                self._links.heard_of(peer, addresses, now)
            case Listening(addresses):
                self._neighbours.listens_at(addresses)
            case _:
                self._submit_at_table(intent, now)
        self._settle()

    # ---- inside

    def _submit_at_table(self, intent: IntentAtTable, now: int) -> None:
        match intent:
            case SetReady(ready):
                self._stay.say_ready(Ready(ready), now)
            case ForceStart():
                self._stay.say_ready(Forced(), now)
            case Act(move):
                self._stay.act(move, now)
            case Pause() | AgreeToEnd() | Vote():
                self._stay.decide(intent, now)
            case Admit(peer, yes):
                self._stay.callers.decide(self._stay.session, peer, now, yes=yes)
            case Say() | Mute():
                self._receiving.talk.obey(intent, now)
            case GoOnWithout():
                self._stay.go_on_without(now)
            case LeaveTable():
                self._stay.leave(now)
            case _:
                assert_never(intent)

    def _blame(self, peer: bytes, reason: str) -> None:
        """A peer broke the protocol: it loses its link, and both sides are told why."""
        self._outbox.notify(say.Misbehaved(peer, reason))
        link = self._links.by_peer.get(peer)
        if link is not None:
            self._drop(link, reason)

    def _drop(self, link: Link, reason: str) -> None:
        self._outbox.disconnect(link.id, reason)
        self._links.down(link.id, self._now, self._stay.needed())
        if link.name:
            self._outbox.notify(say.PeerGone(link.peer.peer, link.name))

    def _take_kept(self, session: Session) -> None:
        """Offer the log again what came too early."""
        for sender, event in session.due(self._now):
            try:
                session.take_in(sender, (event,), self._now)
            except (Misconduct, ProtocolViolation) as fault:
                self._blame(sender, fault.reason)

    def _wants_kept(self, session: Session, before: Session | None, view: int | None) -> bool:
        """Whether what came too early counts now: of a view that was installed, or for the end of the open one."""
        installed = session is before and session.log.view.number != view
        return installed or not session.membership.voter.idle

    def _settle(self) -> None:
        before = self._stay.session
        view = None if before is None else before.log.view.number
        self._stay.settle(self._now)
        session = self._stay.session
        if session is not None and session.intake.any_kept and self._wants_kept(session, before, view):
            self._take_kept(session)
            self._stay.settle(self._now)
        if session is not None and session.blamed:
            blamed, session.blamed = session.blamed, []
            for blame in blamed:
                self._blame(blame.peer, blame.reason)
            self._stay.settle(self._now)
        self._neighbours.advance(session, self._stay.spectator, self._stay.needed(), self._now)
        self._chronicle = self._stay.chronicle
