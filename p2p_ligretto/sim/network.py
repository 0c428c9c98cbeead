"""Simulated TCP: links that keep order both ways, delay what they carry, and can be lost.

A link has two ends, 0 the dialler's and 1 the other's. Bytes of one direction come out in the order in which they
went in. Nothing comes out of an end before it is opened or after it is closed. A cut pair of hosts exchanges nothing:
what was under way is lost, and a dial ends after a time. What is held back one way waits, and comes when that heals, as
TCP does it. Nodes never appear here, only the processes they run in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.sim.faults import Cut, CutOneWay, Heal, Tear
from p2p_ligretto.sim.schedule import Arrived, Closed, DialEnded, Knock, Opened, Schedule
from p2p_ligretto.sim.seeds import stream
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.messages import Address, Hello

DIAL_TIMEOUT_US: Final = 1_200_000


@dataclass(frozen=True, slots=True)
class LinkDelay:
    """One way takes ``base_us`` and a random part of at most ``jitter_us``, each value as likely as the others.

    One in ``stall_every`` of what is sent takes ``stall_us`` more, as on bad Wi-Fi, and so does all behind it; 0: none.
    """

    base_us: int = 1_000
    jitter_us: int = 4_000
    stall_every: int = 0
    stall_us: int = 0

    def drawn_us(self, draws: KeyedStream) -> int:
        """How long the next thing that is sent takes one way, were there nothing before it."""
        stalled = self.stall_every and draws.below(self.stall_every) == 0
        return self.base_us + draws.below(self.jitter_us + 1) + (self.stall_us if stalled else 0)


@dataclass(frozen=True, slots=True)
class Party:
    """One process of a host, and the Hello that it says first on every link: a restart makes another one."""

    host: int
    process: int
    hello: Hello


@dataclass(slots=True)
class End:
    """One end of a link: ``up`` from Opened to Closed; ``last_us`` is when the last thing sent to it comes out.

    Of a ``torn`` link each end still gets half of what comes next, and is ``deaf`` then.
    """

    party: Party
    up: bool = False
    closed: bool = False
    torn: bool = False
    deaf: bool = False
    last_us: int = 0
    decoder: FrameDecoder = field(default_factory=FrameDecoder)


@dataclass(slots=True)
class Link:
    """A dial and what became of it. ``wanted`` is the peer that the dialler hoped for; ``lost`` after a cut."""

    number: int
    ends: tuple[End, End]
    wanted: bytes | None
    lost: bool = False


class Network:
    """All links there ever were between the hosts of one simulation, and who can't reach whom."""

    def __init__(
        self, schedule: Schedule, seed: int, delay: LinkDelay, delays: Mapping[tuple[int, int], LinkDelay]
    ) -> None:
        """``delays`` hold for (from, to) pairs of hosts, ``delay`` for all others."""
        self._schedule = schedule
        self._seed = seed
        self._delay = delay
        self._delays = delays
        self._draws: dict[tuple[int, int], tuple[LinkDelay, KeyedStream]] = {}
        """By way what it takes, and out of what that is drawn."""
        self._cut: set[frozenset[int]] = set()
        self._held_back: dict[tuple[int, int], list[tuple[Link, int, bytes | None]]] = {}
        """What waits at a way that is cut: (link, end, bytes or the news that the other end was closed)."""
        self._links: dict[int, Link] = {}
        self._listening: dict[Address, Party] = {}
        self._dialled = 0

    def listen(self, address: Address, party: Party) -> None:
        """From now on ``party`` takes what is dialled at ``address``."""
        self._listening[address] = party

    def link(self, number: int) -> Link | None:
        """The link of that number; None when both its ends are closed."""
        return self._links.get(number)

    def dial(self, party: Party, peer: bytes | None, addresses: tuple[Address, ...]) -> None:
        """Reach whoever listens at the first of ``addresses`` where somebody does."""
        for address in addresses:
            listener = self._listening.get(address)
            if listener is None:
                continue
            self._dialled += 1
            link = Link(self._dialled, (End(party), End(listener)), peer)
            self._links[link.number] = link
            if not self._can_open(link):
                self.fail_dial(link, "no answer", DIAL_TIMEOUT_US)
            else:
                self._schedule.plan(self._arrival_us(link, 1), Knock(link.number))
            return
        ended = DialEnded(party.host, party.process, peer, "nobody listens there")
        self._schedule.plan(self._schedule.now_us + self._one_way_us(party.host, party.host), ended)

    def answer(self, link: Link) -> None:
        """The dial has arrived at a process that takes it: both ends open as the Hellos get there."""
        if not self._can_open(link):
            self.fail_dial(link, "no answer", DIAL_TIMEOUT_US)
            return
        first_us = self._arrival_us(link, 0)
        self._schedule.plan(first_us, Opened(link.number, 0))
        link.ends[1].last_us = first_us
        self._schedule.plan(self._arrival_us(link, 1, first_us), Opened(link.number, 1))

    def refuse(self, link: Link, reason: str) -> None:
        """The dial has arrived where nobody takes it: the dialler hears so."""
        self.fail_dial(link, reason, self._one_way_us(link.ends[1].party.host, link.ends[0].party.host))

    def fail_dial(self, link: Link, reason: str, after_us: int) -> None:
        """Nothing comes of ``link``; its dialler learns it ``after_us`` from now."""
        del self._links[link.number]
        party = link.ends[0].party
        ended = DialEnded(party.host, party.process, link.wanted, reason)
        self._schedule.plan(self._schedule.now_us + after_us, ended)

    def send(self, link: Link, end: int, data: bytes) -> None:
        """Put bytes in at ``end``; they come out at the other one, unless the link is lost before."""
        if link.ends[1 - end].closed or link.ends[end].torn:
            return
        self._pass_on(link, 1 - end, data)

    def _pass_on(self, link: Link, end: int, data: bytes | None) -> None:
        """Let bytes, or the news that the other end was closed, come out at ``end``, once the way is free."""
        if self._held_back:
            held_back = self._held_back.get((link.ends[1 - end].party.host, link.ends[end].party.host))
            if held_back is not None:
                held_back.append((link, end, data))
                return
        happening = Closed(link.number, end) if data is None else Arrived(link.number, end, data)
        self._schedule.plan(self._arrival_us(link, end), happening)

    def hang_up(self, link: Link, end: int) -> None:
        """Close ``end`` now; the other one learns it after what was sent to it."""
        self.closed(link, end)
        other = 1 - end
        if not link.lost and not link.ends[other].closed:
            self._pass_on(link, other, None)

    def closed(self, link: Link, end: int) -> None:
        """Nothing goes in or out at ``end`` any more."""
        link.ends[end].up = False
        link.ends[end].closed = True
        if link.ends[1 - end].closed:
            self._links.pop(link.number, None)

    def links_of(self, party: Party) -> list[tuple[Link, int]]:
        """Every end that is ``party``'s, open or opening, oldest link first."""
        return [
            (link, end)
            for link in self._links.values()
            for end in (0, 1)
            if link.ends[end].party == party and not link.ends[end].closed
        ]

    def cut(self, fault: Cut) -> None:
        """Lose all links between the two hosts, and what is under way on them; nothing new gets through."""
        self._cut.add(frozenset((fault.one, fault.other)))
        for link in list(self._links.values()):
            if link.lost or not self._is_cut(link):
                continue
            link.lost = True
            if not link.ends[0].up and not link.ends[0].closed:
                self.fail_dial(link, "no answer", DIAL_TIMEOUT_US)
                continue
            for end in (0, 1):
                self._schedule.plan(self._schedule.now_us + fault.notice_us, Closed(link.number, end))

    def heal(self, fault: Heal) -> None:
        """Let the two hosts reach each other again; links that were lost stay lost."""
        self._cut.discard(frozenset((fault.one, fault.other)))
        for way in ((fault.one, fault.other), (fault.other, fault.one)):
            for link, end, data in self._held_back.pop(way, ()):
                if not link.lost:
                    self._pass_on(link, end, data)

    def cut_one_way(self, fault: CutOneWay) -> None:
        """Hold back what goes one way from now on."""
        self._held_back.setdefault((fault.source, fault.target), [])

    def tear(self, fault: Tear) -> None:
        """Break all links between the two hosts within what is under way; both ends learn of it after that."""
        hosts = {fault.one, fault.other}
        for link in list(self._links.values()):
            if link.lost or {end.party.host for end in link.ends} != hosts or not all(end.up for end in link.ends):
                continue
            for number, end in enumerate(link.ends):
                if not end.torn:
                    end.torn = True
                    self._schedule.plan(self._arrival_us(link, number), Closed(link.number, number))

    def _can_open(self, link: Link) -> bool:
        one, other = (end.party.host for end in link.ends)
        return not (self._is_cut(link) or (one, other) in self._held_back or (other, one) in self._held_back)

    def _is_cut(self, link: Link) -> bool:
        return frozenset(end.party.host for end in link.ends) in self._cut

    def _one_way_us(self, source: int, target: int) -> int:
        way = source, target
        if way not in self._draws:
            self._draws[way] = self._delays.get(way, self._delay), stream(self._seed, "delay", source, target)
        delay, draws = self._draws[way]
        return delay.drawn_us(draws)

    def _arrival_us(self, link: Link, end: int, from_us: int | None = None) -> int:
        """When what is sent to ``end`` at ``from_us`` (now) comes out there: never before what went before."""
        target = link.ends[end]
        sent_us = self._schedule.now_us if from_us is None else from_us
        delay_us = self._one_way_us(link.ends[1 - end].party.host, target.party.host)
        target.last_us = max(target.last_us, sent_us + delay_us)
        return target.last_us
