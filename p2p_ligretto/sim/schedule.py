"""What will happen, by true time; among things of one microsecond, what was planned first happens first."""

from heapq import heappop, heappush

from msgspec import Struct

from p2p_ligretto.sim.faults import Fault


class Knock(Struct, frozen=True):
    """A dial reaches the host that it was sent to."""

    link: int


class Opened(Struct, frozen=True):
    """End ``end`` of a link has the other end's Hello: its node may use it."""

    link: int
    end: int


class Arrived(Struct, frozen=True):
    """Bytes come out of end ``end`` of a link."""

    link: int
    end: int
    data: bytes


class Closed(Struct, frozen=True):
    """End ``end`` of a link learns that the link is gone."""

    link: int
    end: int


class DialEnded(Struct, frozen=True):
    """A dial of process ``process`` on host ``host`` has failed."""

    host: int
    process: int
    peer: bytes | None
    reason: str


class Woken(Struct, frozen=True):
    """Process ``process`` on host ``host`` wanted a tick now, or the player at it a turn."""

    host: int
    process: int


Happening = Knock | Opened | Arrived | Closed | DialEnded | Woken | Fault


class Schedule:
    """A queue ordered by (time, order of planning); ``now_us`` is the time of what was taken last."""

    def __init__(self) -> None:
        self.now_us = 0
        self._planned = 0
        self._heap: list[tuple[int, int, Happening]] = []

    def plan(self, at_us: int, happening: Happening) -> None:
        """Let ``happening`` happen at ``at_us``; the past is out of reach (ValueError)."""
        if at_us < self.now_us:
            raise ValueError(f"{happening} was planned for {at_us} us, and it is {self.now_us} us")
        heappush(self._heap, (at_us, self._planned, happening))
        self._planned += 1

    def take_until(self, end_us: int) -> Happening | None:
        """The next thing that happens by ``end_us``; time moves on to it, or to ``end_us`` where there is none."""
        if self._heap and self._heap[0][0] <= end_us:
            self.now_us, _, happening = heappop(self._heap)
            return happening
        self.now_us = max(self.now_us, end_us)
        return None
