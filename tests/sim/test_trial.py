"""Whole scenarios: what heals is survived, two runs are one, and what can't be survived is told."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.node.intents import JoinTable
from p2p_ligretto.node.kept import TABLE
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.stay import Stay
from p2p_ligretto.sim.faults import Crash, Die, Leave, Pause, Planned, StepClock
from p2p_ligretto.sim.profiles import ALL, PROFILES, scenario
from p2p_ligretto.sim.scenario import Scenario, from_json, to_json
from p2p_ligretto.sim.trial import Trial, Verdict

SECOND = 1_000_000


def judged(seed: int, players: int, profile: str) -> Verdict:
    verdict = Trial(scenario(seed, players, 1, "sharp", profile)).run()
    assert verdict.ok, verdict
    return verdict


@pytest.mark.parametrize("profile", PROFILES)
def test_every_kind_of_trouble_that_heals_is_survived(profile: str) -> None:
    for seed in range(2):
        assert judged(seed, 2 + seed, profile).moves > 20


@pytest.mark.parametrize("seed", range(100, 124))
def test_a_mixture_of_trouble_is_survived(seed: int) -> None:
    judged(seed, 2 + seed % 3, ALL)


def test_nine_survive_a_mixture_too() -> None:
    verdict = judged(4, 9, ALL)
    assert verdict.reached["joins"] >= 8


def test_two_runs_of_a_seed_are_the_same_run() -> None:
    digests = set()
    for seed in (4, 7):
        made = scenario(seed, 3, 1, "sharp", ALL)
        one = Trial(made).run()
        assert one == Trial(from_json(to_json(made))).run()
        digests |= {one.digest, Trial(replace(made, faults=())).run().digest}
    assert len(digests) == 4


def test_two_runs_with_real_signatures_are_the_same_run() -> None:
    made = scenario(99, 3, 1, "sharp", ALL)
    assert made.signatures == "ed25519"
    one = Trial(made).run()
    assert one.ok, one
    assert one == Trial(from_json(to_json(made))).run()
    assert one.digest != Trial(replace(made, signatures="keyed_hash")).run().digest
    assert one.reached["real_signatures"] == 1


def test_what_was_reached_is_counted() -> None:
    reached = judged(3, 4, "restarts").reached
    assert reached["crash"] == reached["start"] >= reached["restarts"] > 0
    assert reached["view_changes"] > reached["restarts"]
    split = judged(2, 4, "partitions").reached
    assert split["seats_lost"] > 0
    assert split["warnings"] >= split["suspicions"] > 0
    assert split["frozen_minorities"] >= split["thaws"] > 0
    deaths = judged(3, 4, "proposers").reached
    assert sum(times for name, times in deaths.items() if name.startswith("proposer_deaths_")) > 0
    guests = judged(1, 3, "guests").reached
    assert guests["joins"] > 2
    assert guests["waits_for_a_seat"] > 0
    assert guests["lose_disk"] == guests["crash"] == 0, "what did not happen is told too"


def test_who_does_not_come_together_again_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    join = Stay.join

    def join_once(self: Stay, intent: JoinTable, now: int) -> None:
        if TABLE not in self._remembered:
            join(self, intent, now)

    monkeypatch.setattr(Stay, "join", join_once)
    verdict = Trial(Scenario(1, 2, faults=(Planned(8 * SECOND, Crash(1), SECOND),))).run()
    assert [violation.what for violation in verdict.violations] == ["apart"]
    assert verdict.violations[0].how.endswith("Bea without a table")


def test_who_waits_for_ever_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stay, "act", lambda self, move, now: None)
    verdict = Trial(Scenario(1, 2)).run()
    assert [violation.what for violation in verdict.violations] == ["waiting"]
    assert verdict.violations[0].how == "Ada playing in view 2 of 2, Bea playing in view 2 of 2"


def test_what_breaks_in_a_node_is_a_violation_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(self: Session, linked: frozenset[bytes], now: int) -> None:
        raise IndexError("out of cards")

    monkeypatch.setattr(Session, "settle", break_down)
    (violation,) = Trial(Scenario(1, 2)).run().violations
    assert (violation.what, violation.how) == ("broken", "IndexError in break_down: out of cards")


def test_who_leaves_for_good_is_not_waited_for() -> None:
    verdict = Trial(Scenario(2, 3, faults=(Planned(8 * SECOND, Leave(1)),))).run()
    assert verdict.ok, verdict
    assert verdict.reached["leaves"] == 1


def test_who_died_asleep_is_not_woken() -> None:
    """And so is not taken by the checks for somebody who runs in peace."""
    faults = (Planned(6 * SECOND, Pause(2), 8 * SECOND), Planned(7 * SECOND, Die(2)))
    verdict = Trial(Scenario(1, 3, faults=faults)).run()
    assert verdict.ok, verdict
    assert (verdict.reached["pause"], verdict.reached["die"], verdict.reached["wake"]) == (1, 1, 0)


def test_a_clock_that_is_wrong_pulls_nobody_who_takes_up_a_log() -> None:
    """Who comes back has no table clock yet when it sees the stamps of whose clock has jumped."""
    faults = (Planned(841_586, StepClock(1, 1_930_044)), Planned(11_138_595, Leave(2), 1_545))
    verdict = Trial(Scenario(1308, 3, delay=PROFILES["bad-wifi"].delay, faults=faults)).run()
    assert verdict.ok, verdict
    assert verdict.reached["leaves"] == 1
