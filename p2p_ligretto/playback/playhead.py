"""Where a replay stands and how it runs: a frozen value, with all ways to go as functions of it.

Where it stands is a round, a time in it, and how many of its steps are shown: steps of one time can be gone through
one by one. Time that passes comes from whoever has a clock.
"""

from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.node.table import TableState
from p2p_ligretto.playback.recording import RecordedRound, Recording, Step

SPEEDS_PERCENT: Final = (25, 50, 100, 200, 400, 800, 1600)
REST_US: Final = 5_000_000
"""So long, at speed 1, a round that was played to its end stays on screen before the next begins."""
FRESH_US: Final = 300_000
"""So long, by the clock on the wall, what has changed stands out."""


@dataclass(frozen=True, slots=True)
class Playhead:
    """A place in ``recording``: ``shown`` steps of the round ``place`` (from 0) are made, and it is ``time_us``.

    No step that is not shown is earlier than ``time_us``.
    """

    recording: Recording
    place: int = 0
    shown: int = 0
    time_us: int = 0
    playing: bool = False
    speed_percent: int = 100

    # ---- what is there

    @property
    def round(self) -> RecordedRound:
        """The round that is shown."""
        return self.recording.rounds[self.place]

    @property
    def table(self) -> TableState:
        """The table as it is now."""
        return self.round.table_at(self.shown)

    @property
    def step(self) -> Step | None:
        """The last step that was made in this round."""
        return self.round.steps[self.shown - 1] if self.shown else None

    @property
    def before(self) -> TableState:
        """The table as it was before what has just changed: a step ago, or, while it plays, a moment."""
        if not self.playing:
            return self.round.table_at(max(0, self.shown - 1))
        moment_us = FRESH_US * self.speed_percent // 100
        return self.round.table_at(min(self.shown, self.round.steps_until(self.time_us - moment_us)))

    @property
    def at_end(self) -> bool:
        """Whether nothing more is to come."""
        return self.place == len(self.recording.rounds) - 1 and self.shown == len(self.round.steps)

    # ---- how it runs

    def toggled(self) -> "Playhead":
        """Play, or stand still; from the end it plays all of it again."""
        if self.at_end and not self.playing:
            return replace(self.to_start(), playing=True)
        return replace(self, playing=not self.playing)

    def faster(self, by: int) -> "Playhead":
        """At a speed that is so many steps higher, or lower, as far as there are any."""
        place = SPEEDS_PERCENT.index(self.speed_percent) + by
        return replace(self, speed_percent=SPEEDS_PERCENT[min(max(place, 0), len(SPEEDS_PERCENT) - 1)])

    def after(self, passed_us: int) -> "Playhead":
        """Once so much time has passed on the wall. At the end it stands still."""
        if not self.playing:
            return self
        time_us = self.time_us + passed_us * self.speed_percent // 100
        here = self.round
        if time_us <= here.end_us + REST_US and not (time_us > here.end_us and self._is_last):
            return replace(self, time_us=time_us, shown=max(self.shown, here.steps_until(time_us)))
        if self._is_last:
            return replace(self._at_step(self.place, len(here.steps)), playing=False)
        return self._at_begin(self.place + 1)

    @property
    def _is_last(self) -> bool:
        return self.place == len(self.recording.rounds) - 1

    # ---- where it goes

    def _at_begin(self, place: int) -> "Playhead":
        return replace(self, place=place, shown=0, time_us=self.recording.rounds[place].begin_us)

    def _at_step(self, place: int, shown: int) -> "Playhead":
        if shown == 0:
            return self._at_begin(place)
        return replace(self, place=place, shown=shown, time_us=self.recording.rounds[place].times_us[shown - 1])

    def stepped(self, by: int) -> "Playhead":
        """One step on (1) or back (-1), over the ends of rounds too; it stands still there."""
        still = replace(self, playing=False)
        shown = self.shown + by
        if 0 <= shown <= len(self.round.steps):
            return still._at_step(self.place, shown)
        place = self.place + by
        if not 0 <= place < len(self.recording.rounds):
            return still
        return still._at_step(place, 0 if by > 0 else len(self.recording.rounds[place].steps))

    def to_contest(self, by: int) -> "Playhead":
        """To the next (1) or the last (-1) contested card of the match, if there is one; it stands still there."""
        here = (self.place, self.shown)
        found = [(place, shown) for place, each in enumerate(self.recording.rounds) for shown in each.contests]
        beyond = [at for at in found if at > here] if by > 0 else [at for at in reversed(found) if at < here]
        still = replace(self, playing=False)
        return still._at_step(*beyond[0]) if beyond else still

    def to_round(self, by: int) -> "Playhead":
        """To the beginning of the next round (1), or of this one, or from there of the one before (-1)."""
        if by < 0 and (self.shown or self.time_us > self.round.begin_us):
            return self._at_begin(self.place)
        place = self.place + by
        return self._at_begin(place) if 0 <= place < len(self.recording.rounds) else self

    def to_start(self) -> "Playhead":
        """To the first deal."""
        return self._at_begin(0)

    def to_end(self) -> "Playhead":
        """To the last step of all; it stands still there."""
        last = len(self.recording.rounds) - 1
        return replace(self, playing=False)._at_step(last, len(self.recording.rounds[last].steps))

    def at_time(self, time_us: int) -> "Playhead":
        """To a time of this round."""
        here = self.round
        time_us = min(max(time_us, here.begin_us), here.end_us)
        return replace(self, time_us=time_us, shown=here.steps_until(time_us))
