"""A bot at a seat: it sees something to do, takes its time, then acts on what it sees at that moment.

Pure but for its own memory: time and entropy come in. The surroundings show it each new state (``observe``),
wake it at ``wake_at`` and carry out what ``decide`` returns. A move that has no effect on the own place was
refused or is being held back (too many moves under way, a wait for somebody's laptop): it is tried again, but
only after a pause that doubles each time, so that a refusal can't make a loop.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.bots.levels import Level
from p2p_ligretto.bots.policy import choose
from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.game.moves import Move
from p2p_ligretto.game.state import Area, RoundState

NEVER_US: Final = 2**63 - 1
"""``wake_at`` of a bot that has nothing to do until it sees something new."""

FIRST_PAUSE_US: Final = 20_000
LONGEST_PAUSE_US: Final = 320_000


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A move that was tried while the own place was ``area``; not again before ``again_us``."""

    move: Move
    area: Area
    pause_us: int
    again_us: int


class BotPlayer:
    """One bot. ``entropy`` (any bytes, fresh for each bot) fixes all its reaction times."""

    def __init__(self, level: Level, entropy: bytes) -> None:
        self.level = level
        self._stream = KeyedStream(entropy)
        self._state: RoundState | None = None
        self._seat = -1
        self._choice: Move | None = None
        self._due_us: int | None = None
        self._attempt: _Attempt | None = None

    @property
    def wake_at(self) -> int:
        """When ``decide`` should be called next (microseconds), ``NEVER_US`` if there is nothing to do."""
        if self._due_us is None:
            return NEVER_US
        if self._attempt is not None and self._choice == self._attempt.move:
            return max(self._due_us, self._attempt.again_us)
        return self._due_us

    def observe(self, state: RoundState | None, seat: int | None, now_us: int) -> None:
        """See the round as it is now; None while no round is played or the bot has no seat."""
        if state is None or seat is None or state.end is not None or not _plays(state, seat):
            self._rest()
            return
        if state is not self._state or seat != self._seat:
            self._state, self._seat = state, seat
            if self._attempt is not None and state.areas[seat] != self._attempt.area:
                self._attempt = None
            self._choice = choose(state, seat)
        if self._choice is None:
            self._due_us = None
        elif self._due_us is None:
            self._due_us = now_us + self.level.reaction_us(self._stream)

    def decide(self, now_us: int) -> Move | None:
        """The move to make now, if it is time for one. The next look at the table tells what became of it."""
        if self._state is None or self._choice is None or now_us < self.wake_at:
            return None
        move, area = self._choice, self._state.areas[self._seat]
        assert area is not None, "a bot has a choice only where it plays"
        again = self._attempt is not None and self._attempt.move == move
        pause_us = min(2 * self._attempt.pause_us, LONGEST_PAUSE_US) if again and self._attempt else FIRST_PAUSE_US
        self._attempt = _Attempt(move, area, pause_us, now_us + pause_us)
        self._due_us = now_us + self.level.reaction_us(self._stream)
        return move

    def _rest(self) -> None:
        self._state = self._choice = self._due_us = self._attempt = None


def _plays(state: RoundState, seat: int) -> bool:
    return seat in state.present and state.area(seat) is not None
