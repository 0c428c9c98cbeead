"""What a node keeps up with every node it is linked to, table or not: presence, known peers, pings, dials.

Presence is the heartbeat: every ``PRESENCE_US``, and at once when something changes; a link that is silent for
``SILENCE_US`` is gone, whatever TCP thinks. Between members of a view beats are heartbeat enough.
"""

from typing import Final, Literal

from p2p_ligretto.node.links import Link, Links, Needed
from p2p_ligretto.node.notices import PeerSeen
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.pings import Pings
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.spectator import Spectator
from p2p_ligretto.node.table import IN_PLAY, PLAYING, WAITING, TableState
from p2p_ligretto.replication.clock import TableClock
from p2p_ligretto.replication.views import View
from p2p_ligretto.wire.conversions import from_options
from p2p_ligretto.wire.messages import (
    Address,
    Ping,
    Presence,
    TableCard,
)

PRESENCE_US: Final = 2_000_000
SILENCE_US: Final = 4_000_000
PING_US: Final = 1_000_000
FEEDER_PING_US: Final = 500_000
"""Who looks on has to see soon that its feeder is gone."""
IDLE_PING_US: Final = 2_000_000
"""Where nothing is played."""
COUNTDOWN_PING_US: Final = 500_000
"""Before the first move of a round: clocks agree best when it begins."""
ASLEEP_US: Final = 1_000_000
"""If it was not ticked for so long, this node slept: nobody can be blamed for silence."""
LOOK_US: Final = ASLEEP_US // 2
MAX_CARD_PLAYERS: Final = 64


class Neighbours:
    """The heartbeat of a node; all state about others is in its ``Links``."""

    def __init__(self, name: str, links: Links, outbox: Outbox) -> None:
        self._name = name
        self._links = links
        self._outbox = outbox
        self.pings = Pings()
        self._addresses: tuple[Address, ...] = ()
        self._told: Presence | None = None
        self._latest: Presence | None = None
        """What was last made to be told, of ``_shown``: a table, how many look on, and whether this node does."""
        self._shown: tuple[TableState | None, int, bool] = (None, 0, False)
        self._presence_at = 0
        self._asked: View | None = None
        self._asked_every_us = 0
        """Who was asked for the time last, and how often they were then."""
        self._looked_at = 0

    def listens_at(self, addresses: tuple[Address, ...]) -> None:
        """Where this node can be reached from now on."""
        self._addresses, self._latest = addresses[:16], None

    def greet(self, link: Link, now: int) -> None:
        """A link is up: say who this is, and who else is there."""
        if self._told is not None:
            self._outbox.send_on_links((link.peer.peer,), self._told)
        self._outbox.introduce((link.peer.peer,), self._links.introduced(link.peer.peer))
        self.pings.ask_at = min(self.pings.ask_at, now)
        self.pings.all_from(now)

    def presence(self, link: Link, message: Presence, now: int) -> None:
        """A peer says who it is and where it can be reached."""
        first = not link.name
        link.name, link.card, link.looks_on = message.name, message.card, message.looks_on
        known = self._links.known[link.peer.peer]
        fresh = not set(message.addresses) <= set(known.addresses)
        self._links.heard_of(link.peer.peer, message.addresses, now)
        if first:
            self._outbox.notify(PeerSeen(link.peer.peer, message.name))
        if (first or fresh) and not link.looks_on:
            self._outbox.introduce(self._links.introduced(link.peer.peer), (link.peer.peer,))

    def silent(self, now: int) -> list[Link]:
        """The links that were silent for too long; to be asked at every tick."""
        if now - self._looked_at > ASLEEP_US:
            for link in self._links.by_id.values():
                link.heard_at = now
            if not self.pings.idle:
                # The own clock may have slept too.
                self.pings.ask_at = now
                self.pings.all_from(now)
        self._looked_at = now
        return [link for link in self._links.by_id.values() if now - link.heard_at >= SILENCE_US]

    @property
    def wake_at(self) -> int:
        """When to look for silent links, or ``advance`` has something to do.

        Counted from the last look and not from the last input: inputs that come thick must not keep it from looking.
        """
        return min(self._looked_at + LOOK_US, self._presence_at, self.pings.ask_at, self._links.next_dial_at())

    def advance(self, session: Session | None, spectator: Spectator | None, needed: Needed, now: int) -> None:
        """Send what is due, and dial whom it is time to dial."""
        presence = self._presence(session, looks_on=spectator is not None)
        is_news = presence is not self._told and presence != self._told
        if is_news or now >= self._presence_at:
            self._told = presence
            self._presence_at = now + PRESENCE_US
            sent_beats = () if is_news else _sent_beats(session)
            self._outbox.send_on_links(sorted(self._links.by_peer.keys() - sent_beats), presence)
        if now >= self.pings.ask_at or self.pings.idle or self._is_other(session):
            self._ask_for_time(session, spectator, now)
        for peer, addresses in self._links.to_dial(needed, now):
            self._outbox.connect(peer, addresses)

    def _presence(self, session: Session | None, *, looks_on: bool) -> Presence:
        """As others are to see this node: asked after each input, and made anew only where it may have changed."""
        table = None if session is None or session.membership.mute else session.final
        watching = 0 if session is None else session.audience.onlookers
        if self._latest is None or table is not self._shown[0] or (watching, looks_on) != self._shown[1:]:
            self._shown = (table, watching, looks_on)
            self._latest = Presence(self._name, self._addresses, _card(table, watching), looks_on)
        return self._latest

    def _is_other(self, session: Session | None) -> bool:
        """Whether there are other members than when all were asked for the time last, or they are asked more often."""
        if session is None:
            return False
        return session.log.view is not self._asked or _ping_us(session) < self._asked_every_us

    def _ask_for_time(self, session: Session | None, spectator: Spectator | None, now: int) -> None:
        """Ask whoever knows the time of the table, if there is one."""
        if session is not None:
            if self._is_other(session):
                self.pings.all_from(now)
            self._asked, self._asked_every_us = session.log.view, _ping_us(session)
            self._ping(session.clock, session.peers, self._asked_every_us, now)
        elif spectator is not None and spectator.feeder is not None:
            self._ping(spectator.clock, (spectator.feeder,), FEEDER_PING_US, now)
        else:
            self.pings.rest()

    def _ping(self, clock: TableClock, peers: tuple[bytes, ...], every_us: int, now: int) -> None:
        asked = self.pings.whom(clock, peers, every_us, now)
        if asked:
            self._outbox.send(asked, Ping(now))


def _ping_us(session: Session) -> int:
    """How often the members are asked for the time."""
    table = session.final
    if table.phase is PLAYING and table.first_move_us > session.clock.shown_us:
        return COUNTDOWN_PING_US
    return PING_US if table.phase in IN_PLAY else IDLE_PING_US


def _sent_beats(session: Session | None) -> tuple[bytes, ...]:
    """The peers that hear from this node more often than they need."""
    return () if session is None or session.membership.mute else session.peers


def _card(table: TableState | None, watching: int) -> TableCard | None:
    """What to say of the own table to people who look for one; nothing before it has a name, or admitted this node."""
    if table is None or not table.name:
        return None
    names = tuple(table.seats[seat].name for seat in table.present)[:MAX_CARD_PLAYERS]
    phase = _phase_name(table)
    return TableCard(table.table, table.name, phase, names, table.private, watching, from_options(table.options))


def _phase_name(table: TableState) -> Literal["lobby", "playing", "between", "finished"]:
    return table.phase.value if table.phase in WAITING else "playing"  # type: ignore[return-value]
