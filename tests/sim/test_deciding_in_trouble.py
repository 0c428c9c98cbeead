"""People who pause, agree, vote and kick at random while their network fails: nothing that is checked breaks."""

from collections.abc import Sequence
from random import Random

import pytest

from p2p_ligretto.node.intents import AgreeToEnd, Intent, Pause, Vote
from p2p_ligretto.node.notices import JoinFailed, KickedOut
from p2p_ligretto.node.table import TableState
from p2p_ligretto.sim import trial
from p2p_ligretto.sim.guest import Gathering, Guest
from p2p_ligretto.sim.match import export
from p2p_ligretto.sim.profiles import scenario
from p2p_ligretto.sim.surroundings import SimulatedNode
from tests.replay import check_text

SECOND = 1_000_000
QUIET_AFTER_US = 40 * SECOND
"""From then on nobody wants anything of the others but that a pause ends."""


class Person(Guest):
    """Plays like a bot, and wants something of the others now and then; goes when kicked."""

    def __init__(self, gathering: Gathering, number: int, level: str, entropy: bytes) -> None:
        super().__init__(gathering, number, level, entropy)
        self._random = Random(entropy)
        self._next_us = 0
        self._first_us: int | None = None

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        if any(notice in (KickedOut(), JoinFailed("banned")) for _, notice in self._host.notices[-20:]):
            self._host.wants_seat = False
        wanted = (*super().intents(node, now), *self._whims(node, now))
        if self._host.wants_seat:
            self.wake_at = min(self.wake_at, self._next_us)
        return wanted

    def _whims(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        if self._first_us is None:
            self._first_us = now
        if not self._host.wants_seat or now < self._next_us:
            return ()
        self._next_us = now + self._random.randrange(SECOND // 4, 3 * SECOND)
        table, seat = node.predicted, node.own_seat
        return () if table is None or seat is None else self._wishes(table, now - self._first_us)

    def _wishes(self, table: TableState, since_us: int) -> Sequence[Intent]:
        if table.paused:
            return [Pause(False)]
        if since_us > QUIET_AFTER_US:
            return []
        other, yes = self._random.randrange(len(table.seats)), self._random.random() < 0.8
        choices: list[Intent] = [Pause(True), AgreeToEnd(yes), AgreeToEnd(yes), Vote("absent", other, yes)]
        return [self._random.choice([*choices, Vote("kick", other, yes)])]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_breaks_whatever_people_want_of_each_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "Guest", Person)
    played = trial.Trial(scenario(seed, 3 + seed % 3, 2, "sharp", "all"))
    verdict = played.run()
    assert verdict.violations == ()
    for host in played.seekers()[:1]:
        check_text(export(played.cluster, host.number, played.gathering.opened))
