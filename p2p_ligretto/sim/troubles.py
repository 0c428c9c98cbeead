"""Kinds of trouble, each made from draws: one or several faults that belong together, with their times.

What is here heals, or leaves enough to go on with: ``faults`` says what is spared. Times are microseconds from the
start.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.sim.faults import (
    STEPS,
    Crash,
    CrashWhen,
    Cut,
    CutOneWay,
    CutPower,
    Die,
    DriftClock,
    Fault,
    GoOn,
    HoldStops,
    Leave,
    LoseDisk,
    Partition,
    Pause,
    Planned,
    StepClock,
    Tear,
)

MS: Final = 1_000
SECOND: Final = 1_000_000
HORIZON_US: Final = 14 * SECOND
"""Faults begin until then: sharp bots have met, dealt, waited for the start and played most of a round."""
SEATED_US: Final = 2_500_000
"""All who were there at the start are members then, if nothing kept them."""
SUSPECTED_US: Final = 2_500_000
"""Who is silent for so long has been voted out, if the others could do so."""
NOTICES_US: Final = (0, 20 * MS, SECOND, 4 * SECOND)
"""How long an end takes to learn that its link is lost."""
OF_PROPOSER: Final = STEPS[:5]


@dataclass(frozen=True, slots=True)
class Draft:
    """What trouble is made from."""

    draws: KeyedStream
    hosts: int

    def between(self, least: int, most: int) -> int:
        """A number, each from ``least`` to ``most`` as likely as the others."""
        return least + self.draws.below(most - least + 1)

    def one_in(self, count: int) -> bool:
        """True once in ``count`` times."""
        return self.draws.below(count) == 0

    def duration_us(self, least: int, most: int) -> int:
        """A time (or count) that is as likely to be shorter than the geometric mean as to be longer."""
        octaves = (most // least).bit_length()
        low = least << self.draws.below(octaves)
        return min(most, self.between(low, 2 * low))

    def start_us(self, least: int = 0) -> int:
        """When trouble begins."""
        return self.between(least, HORIZON_US)

    def notice_us(self) -> int:
        """How long a lost link goes unnoticed."""
        return NOTICES_US[self.draws.below(len(NOTICES_US))]

    def host(self) -> int:
        """Any host."""
        return self.draws.below(self.hosts)

    def shuffled(self) -> list[int]:
        """All hosts."""
        left = list(range(self.hosts))
        return [left.pop(self.draws.below(len(left))) for _ in range(self.hosts)]


Make = Callable[[Draft], Sequence[Planned]]


def cut(draft: Draft) -> Sequence[Planned]:
    """Two hosts can't reach each other."""
    one, other = draft.shuffled()[:2]
    lasts_us = draft.duration_us(50 * MS, 20 * SECOND)
    return (Planned(draft.start_us(), Cut(one, other, draft.notice_us()), lasts_us),)


def cut_one_way(draft: Draft) -> Sequence[Planned]:
    """One host can't reach another."""
    source, target = draft.shuffled()[:2]
    return (Planned(draft.start_us(), CutOneWay(source, target), draft.duration_us(50 * MS, 20 * SECOND)),)


def tear(draft: Draft) -> Sequence[Planned]:
    """A link breaks within a message."""
    one, other = draft.shuffled()[:2]
    return (Planned(draft.start_us(), Tear(one, other)),)


def partition(draft: Draft) -> Sequence[Planned]:
    """The hosts are split in two: at random, in halves, or one from the rest."""
    hosts = draft.shuffled()
    size = (draft.between(1, draft.hosts - 1), draft.hosts // 2, 1)[draft.draws.below(3)]
    groups = (tuple(sorted(hosts[:size])), tuple(sorted(hosts[size:])))
    lasts_us = draft.duration_us(100 * MS, 20 * SECOND)
    return (Planned(draft.start_us(), Partition(groups, draft.notice_us()), lasts_us),)


def detour(draft: Draft) -> Sequence[Planned]:
    """Some hosts reach others over others only: of a chain of all of them each link stays, of other pairs a half."""
    hosts, at_us, lasts_us = draft.shuffled(), draft.start_us(), draft.duration_us(SECOND, 20 * SECOND)
    notice_us = draft.notice_us()
    return tuple(
        Planned(at_us, Cut(one, other, notice_us), lasts_us)
        for place, one in enumerate(hosts)
        for other in hosts[place + 2 :]
        if draft.one_in(2)
    )


def crash(draft: Draft) -> Sequence[Planned]:
    """A process is killed, and started anew."""
    return (Planned(draft.start_us(SEATED_US), Crash(draft.host()), draft.duration_us(1 * MS, 8 * SECOND)),)


def crash_of_many(draft: Draft) -> Sequence[Planned]:
    """A power strip: more than half of all processes, or all of them, are killed at once."""
    hosts = draft.shuffled()
    size = draft.hosts if draft.one_in(2) else draft.between(draft.hosts // 2 + 1, draft.hosts)
    at_us, spread_us = draft.start_us(SEATED_US), draft.duration_us(1, 100 * MS)
    return tuple(
        Planned(at_us + draft.between(0, spread_us), Crash(host), draft.duration_us(1 * MS, 8 * SECOND))
        for host in hosts[:size]
    )


def death(draft: Draft) -> Sequence[Planned]:
    """Laptops are gone for good: fewer than half."""
    hosts = draft.shuffled()[: draft.between(1, max(1, (draft.hosts - 1) // 2))]
    at_us = draft.start_us(SEATED_US)
    return tuple(Planned(at_us + draft.between(0, 4 * SECOND) * (not draft.one_in(2)), Die(host)) for host in hosts)


def lost_disk(draft: Draft) -> Sequence[Planned]:
    """A process comes back without what it had written, or without the end of it."""
    host = draft.host()
    fault: Fault = LoseDisk(host) if draft.one_in(2) else CutPower(host, draft.between(0, 30))
    return (Planned(draft.start_us(SEATED_US), fault, draft.duration_us(1 * MS, 8 * SECOND)),)


def torn_write(draft: Draft) -> Sequence[Planned]:
    """A process is killed in the middle of a write."""
    down_us = draft.duration_us(1 * MS, 8 * SECOND)
    if draft.one_in(3):
        fault = CrashWhen("save", draft.between(1, 6), down_us)
    else:
        fault = CrashWhen("append", draft.duration_us(1, 300), down_us)
    return (Planned(draft.start_us(), fault, 10 * SECOND),)


def death_of_proposer(draft: Draft) -> Sequence[Planned]:
    """A proposer ends at some step of a view change; there is one, since something makes it necessary."""
    step = OF_PROPOSER[draft.draws.below(len(OF_PROPOSER))]
    down_us = None if draft.one_in(4) else draft.duration_us(1 * MS, 8 * SECOND)
    at_us = draft.start_us(SEATED_US)
    occurrence = draft.between(1, 2 if step in ("states", "acks") else 4)
    ends = Planned(at_us, CrashWhen(step, occurrence, down_us), draft.duration_us(2 * SECOND, 10 * SECOND))
    return (ends, *_cause(draft, draft.host(), at_us + draft.between(0, SECOND)))


def _cause(draft: Draft, host: int, at_us: int) -> Sequence[Planned]:
    """Something that makes a view change necessary."""
    if draft.one_in(3):
        return (Planned(at_us, Leave(host), draft.duration_us(100 * MS, 4 * SECOND)),)
    if draft.one_in(4):
        return (Planned(at_us, Die(host)),)
    if draft.one_in(3):
        return (Planned(at_us, Pause(host), draft.duration_us(2 * SECOND, 6 * SECOND)),)
    return (Planned(at_us, Crash(host), draft.duration_us(1 * MS, 4 * SECOND)),)


def zombie(draft: Draft) -> Sequence[Planned]:
    """A host is away for so long that a view passes without it, and mostly one or two more; then it is there again."""
    away, *others = draft.shuffled()
    at_us, lasts_us = draft.start_us(), draft.duration_us(3 * SECOND, 30 * SECOND)
    fault = Pause(away) if draft.one_in(2) else Partition(((away,), tuple(sorted(others))), draft.notice_us())
    causes = [
        cause
        for host in others[: draft.between(0, 2)]
        for cause in _cause(draft, host, at_us + draft.between(SUSPECTED_US, max(SUSPECTED_US, lasts_us)))
    ]
    return (Planned(at_us, fault, lasts_us), *causes)


def parting(draft: Draft) -> Sequence[Planned]:
    """Two are left, one of them is out of reach, and the other goes on alone; later they are together again."""
    one, other, *rest = draft.shuffled()
    at_us, lasts_us = draft.start_us(SEATED_US), draft.duration_us(8 * SECOND, 30 * SECOND)
    apart_us = at_us + (SUSPECTED_US + draft.between(0, 2 * SECOND) if rest else 0)
    goes_us = apart_us + SUSPECTED_US + draft.between(0, 4 * SECOND)
    away = [Planned(at_us, Pause(host), lasts_us + 4 * SECOND) for host in rest]
    apart = Planned(apart_us, Cut(one, other, draft.notice_us()), lasts_us)
    return (*away, apart, Planned(goes_us, GoOn(one)), Planned(goes_us, GoOn(other)))


def stop(draft: Draft) -> Sequence[Planned]:
    """Two end the round in the same millisecond, and somebody ends or goes at that moment, or about then."""
    at_us = draft.between(SEATED_US, HORIZON_US // 2)
    held = Planned(at_us, HoldStops(), draft.between(10 * SECOND, 30 * SECOND))
    down_us = None if draft.one_in(4) else draft.duration_us(1 * MS, 8 * SECOND)
    if draft.one_in(2):
        return (held, Planned(at_us, CrashWhen("stop", draft.between(1, 2 * draft.hosts), down_us), 20 * SECOND))
    return (held, *_cause(draft, draft.host(), draft.start_us(HORIZON_US // 2)))


def death_while_sending(draft: Draft) -> Sequence[Planned]:
    """An event gets to some and not to others, and its author is gone; one in two while they sit down and deal."""
    down_us = None if draft.one_in(2) else draft.duration_us(1, 8 * SECOND)
    if draft.one_in(2):
        copies = draft.between(1, 6 * draft.hosts * draft.hosts)
        return (Planned(0, CrashWhen("event", copies, down_us), SEATED_US),)
    return (Planned(draft.start_us(), CrashWhen("event", draft.duration_us(1, 400), down_us), 10 * SECOND),)


def pause(draft: Draft) -> Sequence[Planned]:
    """A lid is closed."""
    return (Planned(draft.start_us(), Pause(draft.host()), draft.duration_us(100 * MS, 60 * SECOND)),)


def step_clock(draft: Draft) -> Sequence[Planned]:
    """A clock jumps."""
    return (Planned(draft.start_us(), StepClock(draft.host(), draft.duration_us(1 * MS, 10 * SECOND))),)


def drift_clock(draft: Draft) -> Sequence[Planned]:
    """A clock goes wrong."""
    return (Planned(draft.start_us(), DriftClock(draft.host(), draft.between(-1_000, 1_000))),)


def leave(draft: Draft) -> Sequence[Planned]:
    """Somebody leaves, and comes back."""
    return (Planned(draft.start_us(SEATED_US), Leave(draft.host()), draft.duration_us(100 * MS, 8 * SECOND)),)
