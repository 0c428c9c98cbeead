"""What a node has to do with a table: nothing, wanting to join it, sitting at it, leaving it.

At most one table at a time. ``session`` is there from the moment when this node holds the table's log, a little
before a view admits it; ``at_table`` says that a view has known its key. Who was voted out keeps the table before its
eyes, and asks by itself to be let in again.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from p2p_ligretto.game.moves import Move
from p2p_ligretto.node import notices as say
from p2p_ligretto.node.acting import Acting
from p2p_ligretto.node.arrival import FIRST_VIEW, Arrival, kept_log
from p2p_ligretto.node.attendance import Attendance
from p2p_ligretto.node.callers import Callers
from p2p_ligretto.node.chronicle import Chronicle
from p2p_ligretto.node.deciding import payload_for
from p2p_ligretto.node.departure import Departure
from p2p_ligretto.node.gallery import Gallery
from p2p_ligretto.node.identity import NodeIdentity, SessionSeed
from p2p_ligretto.node.intents import AgreeToEnd, JoinTable, OpenTable, Pause, Vote, WatchTable
from p2p_ligretto.node.journal import encode_entry, entries_of
from p2p_ligretto.node.kept import DISK, DISK_BYTES, TABLE, VOTE, Place, disk_id, encode
from p2p_ligretto.node.kept_addresses import KeptAddresses
from p2p_ligretto.node.links import NOBODY, Link, Links, Needed
from p2p_ligretto.node.newcomers import Newcomers
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.spectator import Spectator
from p2p_ligretto.node.table import MIN_PLAYERS, WAITING
from p2p_ligretto.node.threshold import Threshold
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Accept, AnyReplicationMessage, Events, Goodbye, JoinRefused, Segment
from p2p_ligretto.replication.views import Member, View
from p2p_ligretto.wire.conversions import from_options
from p2p_ligretto.wire.messages import AnyCodeMessage
from p2p_ligretto.wire.payloads import Forced, Opened, Ready

NEWS_US: Final = 1_000_000
"""How often who waits as a minority asks whether it was left behind."""


class Stay:
    """One node's table, changed by ``Node`` alone; ``settle`` has to follow every change."""

    def __init__(self, identity: NodeIdentity, name: str, entropy: bytes, links: Links, outbox: Outbox) -> None:
        self.session: Session | None = None
        self.spectator: Spectator | None = None
        self.attendance = Attendance()
        self.threshold = Threshold(entropy, links, outbox)
        self.gallery = Gallery(links, self.threshold, outbox)
        self.callers = Callers(links, outbox)
        self.newcomers = Newcomers()
        self._identity = identity
        self._name = name
        self._entropy = entropy
        self._links = links
        self._outbox = outbox
        self._remembered: dict[str, bytes] = {}
        self._journals: dict[str, Sequence[bytes]] = {}
        self._addresses = KeptAddresses(links, outbox)
        self.arrival: Arrival | None = None
        self._departure: Departure | None = None
        self._acting = Acting()
        self._news_at = 0
        self._journals_begun = 0
        self._disk_renewed = b""

    def remember(self, remembered: Mapping[str, bytes], journals: Mapping[str, Sequence[bytes]]) -> None:
        """What an earlier start of this node had kept."""
        self._remembered, self._journals = dict(remembered), dict(journals)
        self._disk_renewed = remembered.get(DISK, b"")
        self.threshold.remember(remembered)

    @property
    def at_table(self) -> Session | None:
        """The session, once a view has admitted this process, or one of its key that it continues."""
        return self.session if self.session is not None and self.session.admitted else None

    @property
    def chronicle(self) -> Chronicle | None:
        """That of the table which this node sits or looks on at."""
        if self.spectator is not None:
            return self.spectator.chronicle
        session = self.at_table
        return None if session is None else session.chronicle

    @property
    def wake_at(self) -> int:
        """When something is to be done without an input."""
        wake_at = min(self.threshold.wake_at, self.callers.wake_at, self.gallery.wake_at(self.session))
        if self.session is not None:
            wake_at = min(wake_at, self.session.wake_at)
        if self.arrival is not None:
            wake_at = min(wake_at, self.arrival.ask_at)
        if self._departure is not None:
            wake_at = min(wake_at, self._departure.wake_at)
        if self.spectator is not None:
            wake_at = min(wake_at, self.spectator.wake_at)
        return wake_at

    def needed(self) -> Needed:
        """The peers that this node has to be linked to."""
        if self.session is not None:
            return self.session.needed
        return NOBODY if self.spectator is None else self.spectator.needed

    def remember_addresses(self) -> None:
        """Keep where those are who are needed at the table, if that has changed: to be asked now and then."""
        if self.session is not None:
            self._addresses.keep(self.session.log.table, self.session.needed)

    # ---- what the person wants

    def open(self, intent: OpenTable, now: int) -> None:
        """Open a table and sit down at it."""
        if self.session is not None or self.spectator is not None:
            self._refuse("phase")
            return
        self._give_up_arrival()
        if TABLE in self._remembered:
            self._renew_disk()
        name = b"ligretto table" + self._journals_begun.to_bytes(4, "big")
        table = hashlib.sha256(self._entropy + name).digest()[:16]
        own = self._own_member()
        session = self._begin(Log(table, View(table, FIRST_VIEW, (own,))), own, None, now)
        if intent.admission == "code":
            self.threshold.open(table)
        session.say(Opened(intent.name, from_options(intent.options), intent.admission), now)

    def join(self, intent: JoinTable, now: int) -> None:
        """Wish to be a member; with the log that an earlier start kept, if it kept one."""
        if self.session is not None or self.spectator is not None:
            self._refuse("phase")
            return
        self._give_up_arrival()
        self.arrival = Arrival(intent.table, self._identity.signer, now)
        self.threshold.come_to(intent.table, intent.code or self.threshold.known(intent.table))
        self._addresses.go_to(intent.table, self._remembered, now)
        kept = kept_log(intent.table, self._remembered, self._journals)
        if TABLE in self._remembered and (kept is None or not kept.whole):
            self._renew_disk()
        if kept is not None:
            self._begin(kept.log, self._own_member(), kept.place, now)

    def watch(self, intent: WatchTable, now: int) -> None:
        """Look on at a table."""
        if self.session is not None or self.spectator is not None:
            self._refuse("phase")
            return
        self._give_up_arrival()
        self.spectator = Spectator(intent.table, self._identity, self._links, self._outbox, now)
        self.threshold.come_to(intent.table, intent.code)

    def show_code(self, code: str, now: int) -> None:
        """The code of the table that this node wants in to."""
        if self.threshold.bearer is None:
            self._refuse("phase")
        else:
            self.threshold.bearer.give(code, now)

    def _own_member(self) -> Member:
        disk = disk_id(self._identity.disk, self._disk_renewed)
        return Member(self._identity.peer, self._identity.incarnation, disk)

    def _renew_disk(self) -> None:
        """What was written about a table is not to be relied on any more."""
        renewed = hashlib.sha256(self._entropy + b"ligretto disk" + self._disk_renewed).digest()
        self._disk_renewed = renewed[:DISK_BYTES]
        self._outbox.save(DISK, self._disk_renewed)

    def _give_up_arrival(self) -> None:
        """The wish to join is no more; who was asked must not admit this node some time later."""
        arrival, self.arrival = self.arrival, None
        self.threshold.go_away()
        if arrival is not None and arrival.asked and self.session is None:
            self._outbox.send(sorted(arrival.asked), Goodbye(arrival.table, 0, 0, ()))

    def _begin(self, log: Log, own: Member, place: Place | None, now: int) -> Session:
        """Sit down with a log: one that is new here, or, with the place of its journal, one that was kept."""
        if place is None:
            place = Place(log.table, f"{log.table.hex()}-{own.incarnation.hex()}-{self._journals_begun}")
            self._journals_begun += 1
            for entry in entries_of(log):
                self._outbox.append(place.journal, encode_entry(entry))
        self._outbox.save(TABLE, encode(place))
        seed = SessionSeed(own, self._identity.signer, self._name, place.journal, self._entropy)
        self.session = Session(seed, log, self._remembered, self._outbox, now)
        self.threshold.sit_down(self.session.final.opened)
        self.attendance = Attendance()
        return self.session

    def say_ready(self, payload: Ready | Forced, now: int) -> None:
        """Ready, or a forced start: only while the table waits for people."""
        session = self.at_table
        if session is None:
            self._refuse("no_table")
        elif session.table.seat_of(self._identity.peer) is None:
            self._refuse("not_seated")
        elif session.table.phase not in WAITING or session.final.phase not in WAITING:
            # Before the score is final nobody has seen it, and who waits for a seat could not be admitted first.
            self._refuse("phase")
        elif isinstance(payload, Forced) and len(session.table.welcome) < MIN_PLAYERS:
            self._refuse("alone")
        elif not session.say(payload, now):
            self._refuse("wedged")

    def act(self, move: Move, now: int) -> None:
        """A move in the round."""
        session = self.at_table
        if session is None:
            self._refuse("no_table")
        elif self._departure is not None:
            self._refuse("no_round")
        else:
            self._tell(self._acting.act(session, move, self.attendance.waited_for, now))

    def decide(self, intent: Pause | AgreeToEnd | Vote, now: int) -> None:
        """Something that the seats decide together: a pause, the end of the round, who goes."""
        session = self.at_table
        if session is None:
            self._refuse("no_table")
            return
        said = payload_for(session.table, self._identity.peer, intent, session.clock.table_time(now))
        if isinstance(said, say.ActRefused):
            self._tell(said)
        elif self._departure is not None:
            self._refuse("phase")
        elif not session.say(said, now):
            self._refuse("wedged")

    def go_on_without(self, now: int) -> None:
        """Go on without the senior one of two, for whom this node waits: under another name, with the same seats."""
        session = self.at_table
        if session is None or not session.membership.may_part:
            self._refuse("phase")
            return
        session.part(now)
        self.arrival = None
        self._outbox.save(TABLE, encode(Place(session.log.table, session.journal)))

    def leave(self, now: int) -> None:
        """Leave politely; at once where there is nobody to be polite to."""
        self._give_up_arrival()
        if self.spectator is not None:
            self.spectator.leave()
            self.spectator = self._links.wanted = None
            self.threshold.stand_up()
        if self.at_table is None:
            self._gone()
        elif self._departure is None:
            self._departure = Departure(now)

    def _gone(self) -> None:
        if self.session is not None:
            self._outbox.send(self.session.peers, self.session.goodbye())
            self.session.audience.send_away()
            self._renew_disk()
            self._outbox.save(TABLE, None)
            self._outbox.save(VOTE, None)
            self._addresses.forget()
            self.threshold.stand_up()
            self.callers.leave()
            self._remembered = dict(self.session.secrets.kept())
            self._journals = {}
        self.session = self._departure = None
        self._acting = Acting()
        self.attendance = Attendance()
        self._outbox.notify(say.Left())

    def _refuse(self, reason: str) -> None:
        self._outbox.notify(say.ActRefused(reason))

    def _tell(self, refused: say.ActRefused | None) -> None:
        if refused is not None:
            self._outbox.notify(refused)

    # ---- what others say while this node arrives

    def take_arriving(self, sender: bytes, message: AnyReplicationMessage, now: int, *, direct: bool) -> bool:
        """Take in the log before this node is a member; True if that is all that the message was for."""
        arrival = self.arrival
        if arrival is not None and isinstance(message, Events) and arrival.events(sender, message, direct=direct):
            # Whatever table they name: it may have been of another lineage when they were said.
            return True
        if arrival is None or arrival.table != message.table:
            return False
        if isinstance(message, Segment):
            if self.session is None:
                arrival.segment(sender, message, direct=direct)
            return True
        log, own = arrival.log, self._own_member()
        if log is not None and (isinstance(message, Accept) or log.view.member(own.peer) == own):
            # The log is here: from now on this node votes, and is a member once the vote has succeeded.
            arrival.spoil()
            self._begin(log, own, None, now)
        return False

    def join_refused(self, sender: bytes, message: JoinRefused) -> None:
        """A member's answer to the wish to join."""
        arrival = self.arrival
        if arrival is None or arrival.table != message.table or sender not in arrival.asked:
            return
        if message.reason in ("full", "banned", "declined"):
            self._give_up_arrival()
            self._outbox.notify(say.JoinFailed(message.reason))
        elif message.reason in ("waiting", "asking") and arrival.told != message.reason:
            arrival.told = message.reason
            self._outbox.notify(say.JoinWaiting() if message.reason == "waiting" else say.JoinAsks())
        elif message.reason == "private" and self.threshold.bearer is not None:
            self.threshold.bearer.asked_for(sender)

    def take_code(self, link: Link, message: AnyCodeMessage, now: int) -> None:
        """About the code of a private table, on the sender's own link. Raises ProtocolViolation."""
        if not self.threshold.awaits(link):
            self.threshold.answer(link, message, self.gallery.table_of(self.session, self.spectator), now)
        elif self.threshold.take(link, message, now):
            # It has found the code right: ask again for what it has refused.
            if self.arrival is not None:
                self.arrival.ask_at = now
            self.gallery.code_was_right(self.spectator, now)

    # ---- keeping in step

    def settle(self, now: int) -> None:
        """Do all that can be done by now."""
        linked = self._links.linked
        self._outbox.routes.forget(linked, now)
        session = self.session
        if session is not None:
            session.settle(linked, now)
            while self._acting.may_release(session):
                self._tell(self._acting.release(session, self.attendance.waited_for, now))
                session.settle(linked, now)
            self.callers.look(session, now)
            if session.admitted:
                for notice in self.attendance.changes(session, now):
                    self._outbox.notify(notice)
            if self.attendance.frozen is not None:
                self._ask_for_news(session, linked, now)
            if session.membership.mute and self.arrival is None:
                self._come_back(session, now)
            if self._departure is not None:
                self._depart(session, self._departure, linked, now)
        self.gallery.look_after(session, self.spectator, now)
        if self.arrival is not None:
            self._ask_to_join(self.arrival, linked, now)
        self.threshold.advance(now)

    def _ask_for_news(self, session: Session, linked: frozenset[bytes], now: int) -> None:
        """Who waits as a minority may have been left behind: who is at the table, and none of its view, knows more."""
        if now < self._news_at:
            return
        self._news_at = now + NEWS_US
        strangers = sorted(linked - frozenset(session.log.view.peers()))
        shown = ((peer, self._links.by_peer[peer].card) for peer in strangers)
        others = [peer for peer, card in shown if card is not None and card.table == session.log.table]
        self._outbox.send(others, session.resume())

    def _come_back(self, session: Session, now: int) -> None:
        """Who finds that it was voted out, or is known as another process, wants in again."""
        if self._departure is not None:
            return
        if self._identity.peer in session.final.banned:
            self._departure = Departure(now)
        elif session.admitted:
            self.arrival = Arrival(session.log.table, self._identity.signer, now)

    def _depart(self, session: Session, departure: Departure, linked: frozenset[bytes], now: int) -> None:
        reachable = linked | self._outbox.routes.ends()
        if not departure.advance(session, reachable, now):
            session.settle(linked, now)
            if not departure.advance(session, reachable, now):
                return
        self._gone()

    def _ask_to_join(self, arrival: Arrival, linked: frozenset[bytes], now: int) -> None:
        session = self.session
        if session is not None and not session.membership.mute:
            self.arrival = None
            self.threshold.go_away()
            return
        cards = ((peer, link.card) for peer, link in self._links.by_peer.items())
        asked = {peer for peer, card in cards if card is not None and card.table == arrival.table}
        asked |= self.needed().keys() & linked
        links = frozenset(self._links.by_peer[peer].id for peer in asked)
        if now < arrival.ask_at and links <= arrival.asked_on:
            # A link that is new is asked on at once: it may lead to the one that proposes.
            return
        arrival.asked_on = links
        own = session.own if session is not None else self._own_member()
        holds = session.log.view.number if session is not None else 0
        arrival.ask(sorted(asked), own, holds, now, self._outbox)
        if session is None and arrival.gone(now):
            self._give_up_arrival()
            self._outbox.notify(say.JoinFailed("gone"))
