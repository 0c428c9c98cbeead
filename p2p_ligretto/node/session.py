"""A node's place at one table: its log, replica, clocks and its part in the view changes, kept in step.

Invariants:
- Nothing enters the log from outside that its author has not signed.
- Nothing new is said before the table clock is synchronised, while wedged, or as a process that the view does not know.
- An event is in the journal before it is sent, and before a beat claims to have it.
- After every input ``settle`` has run: whatever can be final is, was announced and recorded, and what this node owes
  the table (its part of the deal, the close of a round) has been said.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from p2p_ligretto.node.admission import belongs, refusal, whom_to_reach
from p2p_ligretto.node.audience import AT_TABLE, Audience
from p2p_ligretto.node.chronicle import Chronicle
from p2p_ligretto.node.dealing_secrets import DealingSecrets
from p2p_ligretto.node.hearing import Hearing
from p2p_ligretto.node.identity import SessionSeed
from p2p_ligretto.node.intake import Intake
from p2p_ligretto.node.journal import Ended, GaveUp, Held, encode_entry
from p2p_ligretto.node.kept import VOTE, encode, recall
from p2p_ligretto.node.obligations import Obligations
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.pulse import Pulse
from p2p_ligretto.node.seen import Seen
from p2p_ligretto.node.supply import Supply
from p2p_ligretto.node.table import PLAYING, TableState
from p2p_ligretto.node.timing import Timing
from p2p_ligretto.replication.clock import LamportClock, TableClock
from p2p_ligretto.replication.effects import Blame, Effect, GivenUp, Installed, Tell, Vote, Write
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.forks import Fork, ForkFound, check_forks
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.log import Log, Place
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import Beat, EventSent, Fetch, ForkShown, Goodbye, Resume, holdings
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import signed
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.payload_codec import decode_payload, encode_payload
from p2p_ligretto.wire.payloads import AnyPayload, Moved


class Session:
    """One table, from the first view or a log that was handed over, until the node leaves it."""

    def __init__(self, seed: SessionSeed, log: Log, remembered: Mapping[str, bytes], outbox: Outbox, now: int) -> None:
        self.own = seed.own
        self.signer = seed.signer
        self.log = log
        self.clock = TableClock(now)
        self.timing = Timing(seed.own.peer, lambda: self.clock.known_time(self._now))
        self.lamport = LamportClock()
        self.membership = Membership(seed.own, log, lambda joiner: self.refuses(joiner) is None)
        self.hearing = Hearing(seed.own.peer, log.view, now)
        self.finality = Finality(log)
        self.secrets = DealingSecrets(log.opened, seed.entropy, remembered, outbox)
        self.intake = Intake(log, seed.signer, self.clock)
        self.audience = Audience(log.table, outbox, AT_TABLE, (seed.own.peer,), now)
        self.supply = Supply(log, self.membership, outbox)
        self.journal = seed.journal
        self._outbox = outbox
        self._now = now
        self._obligations = Obligations(seed.own.peer, seed.name, self.secrets)
        self._pulse = Pulse(now)
        self._to_retell = False
        """Whether a view has taken back something final."""
        self.blamed: list[Blame] = []
        """Who has told what turned out to be false, until the node takes it up."""
        self._recall(remembered)
        self.chronicle = self._retold()
        self.admitted = any(view.member(seed.own.peer) for view in (log.view, *(each.view for each in log.closed)))
        """Whether a view has known this node's key: from then on it is at the table, even while it was voted out."""
        heads = [log.head(peer).time for peer in log.view.peers()]
        self._seen_before = max([self.final.latest_us, *heads])
        """The latest stamp that was seen before the table clock was set: only that can bound what a stamp pulls."""
        self.needed = whom_to_reach(self.final, log.view, self.own.peer, self.membership.wishes.left)
        self._follow()

    def _recall(self, remembered: Mapping[str, bytes]) -> None:
        vote = recall(remembered, VOTE, Vote)
        if vote is not None and vote.table == self.log.table and vote.view == self.log.view:
            self.membership.restore(vote)

    def _retold(self) -> Chronicle:
        """The whole log folded anew."""
        chronicle = Chronicle(self.log.opened, self.own.peer, self.secrets.of, self._outbox, self.timing)
        chronicle.replay(self.log)
        return chronicle

    def _follow(self) -> None:
        senior = self.log.view.members[0]
        self.clock.follow(
            None if senior == self.own else senior.peer, frozenset(self.peers), self._seen_before, self._now
        )
        self.audience.follow((self.own.peer,), frozenset(self.peers))

    def _table_time(self) -> int:
        return self.clock.table_time(self._now)

    def _witness(self, time: int = 0) -> None:
        """An event with stamp ``time`` was seen, now or before the table clock was set."""
        self._seen_before = max(self._seen_before, time)
        if self.clock.synchronised:
            self.lamport.witness(self._seen_before, self._table_time())
            self._seen_before = 0

    # ---- what others may look at

    @property
    def table(self) -> TableState:
        """The predicted state: what the screen shows."""
        return self.chronicle.replica.predicted.table

    @property
    def seen(self) -> Seen:
        """The predicted state with the own hidden cards."""
        return self.chronicle.replica.predicted

    @property
    def final(self) -> TableState:
        """The state that can't change any more."""
        return self.chronicle.final

    @property
    def peers(self) -> tuple[bytes, ...]:
        """The other members of the view."""
        return self.log.view.others(self.own.peer)

    @property
    def speaks(self) -> bool:
        """Whether this node may author events and promise now."""
        return self.clock.synchronised and not self.membership.silenced

    @property
    def wake_at(self) -> int:
        """When ``settle`` is wanted without an input."""
        wake_at = min(self._pulse.at, self.hearing.wake_at, self.intake.wake_at(self._now))
        if self.membership.wake_at is not None:
            wake_at = min(wake_at, self.membership.wake_at)
        table = self.chronicle.replica.predicted.table
        if table.phase is PLAYING and table.first_move_us > self.clock.shown_us:
            wake_at = min(wake_at, self._now + max(0, table.first_move_us - self._table_time()))
        return wake_at

    @property
    def may_admit(self) -> bool:
        """Whether this node has a part in whom the next view admits: as a member, or as one that came back."""
        return self.log.view.member(self.own.peer) is not None

    def refuses(self, joiner: Member) -> Literal["banned", "full", "waiting"] | None:
        """Why the next view may not admit ``joiner`` now, if it may not."""
        return refusal(self.final, self.log.view, joiner)

    def belongs(self, peer: bytes) -> bool:
        """Whether ``peer`` needs no code here, where others do; a joiner that a member speaks for needs none either."""
        if peer in self.membership.wishes.joiners and peer not in self.final.banned:
            return True
        return belongs(self.final, self.log, self.membership.voter.next_views(), peer)

    def part(self, now: int) -> None:
        """Go on without the senior one of two, for which this node waits; spectators stay with the other lineage."""
        self._now = now
        self.audience.send_away()
        self.membership.part()
        self._carry_out(self.membership.effects(), now)
        self.audience = Audience(self.log.table, self._outbox, AT_TABLE, (self.own.peer,), now)

    # ---- saying something

    def say(self, payload: AnyPayload, now: int) -> bool:
        """Author an event, or queue it for when this node may speak; False where even the queue or the log is full."""
        if not self.speaks:
            return self._obligations.wait(payload)
        if not self.log.has_room(self.own.peer):
            # Nobody would take it in.
            return False
        self._now = now
        self._witness()
        head = self.log.head(self.own.peer)
        self.lamport.last_own = max(self.lamport.last_own, head.time)
        unsigned = Event(
            self.log.table,
            self.log.view.number,
            self.own.peer,
            self.own.incarnation,
            head.seq + 1,
            self.lamport.stamp(self._table_time()),
            head.hash,
            encode_payload(payload),
        )
        event = signed(unsigned, self.signer)
        self._hold(self.log.add(event)[1])
        # It is a promise by itself, here and there: no beat has to follow it.
        self.finality.grown(event)
        self._outbox.send(self.peers, EventSent(event))
        return True

    def beat(self, now: int) -> None:
        """Say that this node is there; where it may, promise not to stamp below now, and tell what it holds."""
        self._now = now
        view = self.log.view
        self._pulse.begun(view, now)
        if view.member(self.own.peer) is None:
            return
        if self.speaks:
            self._witness()
            promise = self.lamport.promise(self._table_time())
            holds, seq = self.log.holdings(), self.log.head(self.own.peer).seq
            self.finality.heard(self.own.peer, promise, seq, holds)
            beat = self._pulse.said(Beat(self.log.table, view.number, promise, seq, holds, self.hearing.hears), now)
        else:
            beat = self._pulse.repeated(view, self.hearing.hears)
        self._outbox.send(self.peers, beat)

    def goodbye(self) -> Goodbye:
        """The last word: an endless promise, and what is held."""
        log = self.log
        return Goodbye(log.table, log.view.number, log.head(self.own.peer).seq, log.have(), log.heads())

    def resume(self) -> Resume:
        """What to say when a link to a member comes up."""
        return Resume(self.log.table, self.log.view.number, self.log.have())

    def linked(self, peer: bytes, *, anew: bool) -> None:
        """A link to ``peer`` is up; ``anew``: to a process that this one was not linked to just now."""
        if anew:
            self.clock.forget(peer)
        if self.log.view.member(peer) is not None:
            self._pulse.tell_all()
            self._outbox.send((peer,), self.resume())

    # ---- hearing something

    def take_in(self, sender: bytes, events: Iterable[Event], now: int, *, direct: bool = True) -> None:
        """Events that ``sender`` made or handed over; raises Misconduct for what nobody honest could have made.

        ``direct``: they came on the sender's own link.
        """
        self._now = now
        ended: set[int] = set()
        for event in events:
            table_time = self._table_time() if self._keeps_time else None
            if self.intake.passes_over(sender, event) or self.intake.keep_for_later(sender, event, table_time):
                continue
            self.intake.check(event, self.finality)
            try:
                place, added = self.log.add(event)
            except ForkFound as found:
                check_forks((found.fork,), self.signer)
                self.condemn(found.fork)
                continue
            if place is Place.CLOSED_VIEW:
                ended.add(event.view)
            elif place is Place.ADDED:
                self.intake.count(sender if direct else None, added)
                self._hold(added)
                for one in added:
                    self._witness(one.time)
                self.finality.grown(added[-1])
                self._pulse.answer(self.log.view, now)
        for view in sorted(ended):
            self.membership.answer_old(sender, view)

    def due(self, now: int) -> list[tuple[bytes, Event]]:
        """What came too early and waits no longer, to be taken in again, each with who has sent it."""
        self._now = now
        return self.intake.due(self._table_time() if self._keeps_time else None)

    def condemn(self, fork: Fork) -> None:
        """The author of ``fork``, which proves itself, is to be put out; of its chain stays what is final."""
        if fork.author in self.log.condemned or not self.log.is_of_member(fork.first):
            return
        self.membership.condemn(fork, self.finality.final_seq(fork.author))
        self.blamed.append(Blame(fork.author, "two events that contradict one another"))
        self._pulse.take_back()
        self._outbox.send(self.peers, ForkShown(self.log.table, fork))

    @property
    def _keeps_time(self) -> bool:
        """Whether events wait until they are due. The end of a view does not wait for whose clock is ahead."""
        return self.clock.synchronised and self.membership.voter.idle

    def _hold(self, added: tuple[Event, ...]) -> None:
        for event in added:
            self._outbox.append(self.journal, encode_entry(Held(event)))
            self.audience.held(event)
        self.chronicle.replica.insert(*added)

    def heard_beat(self, peer: bytes, beat: Beat, now: int, *, direct: bool) -> None:
        """A member is there, with its promise and holdings; ``direct``: it said so itself."""
        if beat.view < self.log.view.number:
            self.membership.answer_old(peer, beat.view)
        elif beat.view > self.log.view.number:
            self._outbox.send((peer,), self.resume())
        elif any(holding.rank >= len(self.log.view.members) for holding in beat.held):
            raise Misconduct("a beat that does not fit its view")
        else:
            self.hearing.beat(peer, beat.hears, now, direct=direct)
            self.finality.heard(peer, beat.promise, beat.last_seq, beat.held)
            for author, seq in self.log.differing(beat.held):
                # To be shown what its author has said to that one.
                self._outbox.send((peer,), Fetch(self.log.table, beat.view, author, seq, seq))
            gap = self.intake.gap_to_fetch(peer, beat.last_seq, now)
            if gap is not None:
                self._outbox.send((peer,), gap)

    def heard_goodbye(self, peer: bytes, goodbye: Goodbye) -> None:
        """A member is going: it will never stamp again in this view."""
        members = len(self.log.view.members)
        if goodbye.view == self.log.view.number and len(goodbye.have) == len(goodbye.heads) == members:
            self.finality.heard(peer, END_OF_TIME, goodbye.last_seq, holdings(goodbye.have, goodbye.heads))
        self.membership.has_gone(peer, goodbye.view)

    # ---- keeping in step

    def settle(self, linked: frozenset[bytes], now: int) -> None:
        """Do all that can be done now: view changes, finality, what is owed to the table."""
        self._now = now
        if not self.clock.synchronised:
            self.clock.advance(now)
        if self.hearing.look(linked, now) or now >= self._pulse.at:
            self.beat(now)
        self._outbox.routes.members = self.hearing.detours
        reachable = linked | self._outbox.routes.ends() if self._outbox.routes.any else linked
        self.membership.surroundings(reachable, self.hearing.suspects)
        if self.audience.peers:
            self.audience.keep_linked(linked)
        if self.chronicle.final.banned:
            for banned in self.final.banned & frozenset(self.log.view.peers()) - self.membership.wishes.leavers:
                self.membership.leave_wanted(banned)
        while True:
            self.membership.advance(now)
            effects = self.membership.effects()
            moved = self._carry_out(effects, now) if effects else False
            if not self.membership.silenced:
                if not self.chronicle.replica.settled and not self.log.condemned:
                    moved |= self._finalise()
                moved |= self._say_what_is_due(now)
            if not moved:
                return

    def _carry_out(self, effects: Sequence[Effect], now: int) -> bool:
        """Do what the view change wants done; whether a view was installed."""
        for effect in effects:
            if isinstance(effect, Tell):
                self._outbox.send((effect.peer,), effect.message)
            elif isinstance(effect, Write):
                self._outbox.save(VOTE, encode(effect.vote))
            elif isinstance(effect, Blame):
                self.blamed.append(effect)
            elif isinstance(effect, GivenUp):
                self._given_up(effect)
            else:
                self._installed(effect, now)
        if self._to_retell:
            self.chronicle, self._to_retell = self._retold(), False
        return any(isinstance(effect, Installed) for effect in effects)

    def _given_up(self, given_up: GivenUp) -> None:
        self._outbox.append(self.journal, encode_entry(GaveUp(given_up.fork, given_up.seq)))
        if given_up.events:
            gone = set(map(id, given_up.events))
            self.chronicle.replica.keep_only([e for e in self.chronicle.replica.tail_events() if id(e) not in gone])
            self.audience.feed_anew(self.log, self.finality.final)

    def _finalise(self) -> bool:
        count = self.finality.count(self.chronicle.replica.tail_events())
        if count:
            self.finality.mark(self.chronicle.finalise(count))
            self.audience.settled(self.log.view.number, self.finality.final)
        return count > 0

    def _installed(self, installed: Installed, now: int) -> None:
        # Several views may have been installed at once: the log is at the last of them already.
        view = installed.decision.proposal.view
        self._outbox.append(self.journal, encode_entry(Ended(installed.decision)))
        self.audience.ended(view.number - 1, installed.decision)
        self._to_retell |= self.finality.is_taken_back(installed.kept, installed.void)
        self.finality = Finality(self.log)
        self.hearing.begin(self.log.view, now)
        self.intake.installed()
        self.chronicle.install(installed.kept, installed.decision.proposal, frozenset(self.membership.wishes.left))
        self.admitted = self.admitted or view.member(self.own.peer) is not None
        self.needed = whom_to_reach(self.final, self.log.view, self.own.peer, self.membership.wishes.left)
        self._follow()
        for event in sorted(installed.void, key=lambda one: one.seq):
            payload = decode_payload(event.payload)
            if event.author == self.own.peer and not isinstance(payload, Moved):
                self._obligations.say_again(payload)
        self._pulse.at = now

    def _say_what_is_due(self, now: int) -> bool:
        if not self.clock.synchronised:
            return False
        payload = self._obligations.next(self.chronicle.final, self.table, self.log.view.number)
        return payload is not None and self.say(payload, now)
