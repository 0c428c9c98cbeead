"""Scenarios as files, what profiles make of seeds, and how failing ones are made smaller."""

import json
import re
from pathlib import Path

import pytest
from click import Option
from msgspec.structs import replace

from p2p_ligretto.commands.simulation_parameters import simulation_parameters
from p2p_ligretto.sim import checkers
from p2p_ligretto.sim.faults import (
    STEPS,
    Arrive,
    Crash,
    CrashWhen,
    Cut,
    Partition,
    Pause,
    Planned,
    Tear,
    name_of,
    undone,
)
from p2p_ligretto.sim.profiles import ALL, PROFILES, players_of, scenario
from p2p_ligretto.sim.scenario import Scenario, from_json, to_json
from p2p_ligretto.sim.shrinking import shrunk
from p2p_ligretto.sim.tally import FAULTS
from p2p_ligretto.sim.trial import Trial

EVERYTHING = (*PROFILES, ALL)
SECOND = 1_000_000
PAGE = (Path(__file__).parents[2] / "docs" / "simulator.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("profile", EVERYTHING)
def test_a_file_gives_the_scenario_again(profile: str) -> None:
    for seed in range(30):
        made = scenario(seed, 2 + seed % 11, 1, "sharp", profile)
        assert from_json(to_json(made)) == made
        assert made == scenario(seed, 2 + seed % 11, 1, "sharp", profile)


def test_a_file_says_in_words_what_happens() -> None:
    told = json.loads(to_json(Scenario(7, 3, faults=(Planned(5, Cut(0, 2, 9), 20), Planned(6, Tear(1, 2))))))
    assert told["faults"] == [
        {"at_us": 5, "fault": {"fault": "cut", "one": 0, "other": 2, "notice_us": 9}, "for_us": 20},
        {"at_us": 6, "fault": {"fault": "tear", "one": 1, "other": 2}},
    ]
    assert (told["seed"], told["players"], told["level"]) == (7, 3, "sharp")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"seed":1}',
        '{"seed":1,"players":13}',
        '{"seed":1,"players":2,"level":"quick"}',
        '{"seed":1,"players":11,"guests":2}',
        '{"seed":1,"players":2,"faults":[{"at_us":1,"fault":{"fault":"flood","host":0}}]}',
        '{"seed":1,"players":2,"faults":[{"at_us":1,"fault":{"fault":"crash","host":2}}]}',
        '{"seed":1,"players":2,"faults":[{"at_us":1,"fault":{"fault":"partition","groups":[[0],[2]]}}]}',
        '{"seed":1,"players":2,"faults":[{"at_us":1,"fault":{"fault":"crash_when","step":"nap"}}]}',
        '{"seed":1,"players":2,"faults":[{"at_us":1,"fault":{"fault":"crash_when","step":"save","host":2}}]}',
        '{"seed":1,"players":2,"weather":"bad"}',
        '{"seed":1,"players":2,"signatures":"none"}',
    ],
)
def test_what_is_no_scenario_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        from_json(text.encode())


def test_all_profiles_together_make_every_fault_but_those_that_undo_others() -> None:
    made = [scenario(seed, 2 + seed % 11, 1, "sharp", ALL) for seed in range(200)]
    kinds = {name_of(planned.fault) for each in made for planned in each.faults}
    undoing = {"heal", "start", "wake", "disarm", "release_stops"}
    assert kinds == set(FAULTS) - undoing
    steps = {planned.fault.step for each in made for planned in each.faults if isinstance(planned.fault, CrashWhen)}
    assert steps == set(STEPS)
    assert {each.delay for each in made} == {PROFILES[name].delay for name in ("none", "lan", "bad-wifi")}
    assert {each.guests for each in made} == {0, 1}


@pytest.mark.parametrize("profile", EVERYTHING)
def test_trouble_heals_unless_it_is_for_good(profile: str) -> None:
    for seed in range(100):
        made = scenario(seed, 2 + seed % 11, 1, "sharp", profile)
        assert all(planned.for_us for planned in made.faults if undone(planned.fault))


def test_splits_are_even_lopsided_and_not_transitive() -> None:
    made = [scenario(seed, 4, 1, "sharp", "partitions").faults for seed in range(60)]
    sizes = {
        tuple(sorted(map(len, planned.fault.groups)))
        for faults in made
        for planned in faults
        if isinstance(planned.fault, Partition)
    }
    assert sizes == {(1, 3), (2, 2)}
    cuts = [
        frozenset((each.fault.one, each.fault.other)) for faults in made for each in faults if type(each.fault) is Cut
    ]
    assert cuts, "a pair can't reach each other, and both reach a third"


def test_a_range_of_players_is_used_whole_with_half_of_the_seeds_small() -> None:
    counts = [players_of(seed, 2, 12) for seed in range(400)]
    assert set(counts) == set(range(2, 13))
    assert 0.5 < sum(count <= 4 for count in counts) / len(counts) < 0.75
    assert {players_of(seed, 6, 8) for seed in range(50)} == {6, 7, 8}
    assert players_of(1, 5, 5) == 5


def test_of_fifty_seeds_one_signs_as_real_nodes_do_and_its_file_says_so() -> None:
    made = [scenario(seed, 2, 1, "sharp", profile) for profile in ("none", ALL) for seed in range(150)]
    real = [each for each in made if each.signatures == "ed25519"]
    assert [each.seed for each in real] == 2 * [49, 99, 149]
    assert json.loads(to_json(real[0]))["signatures"] == "ed25519"
    assert json.loads(to_json(made[0]))["signatures"] == "keyed_hash"


# ---- shrinking

MANY = Scenario(
    1,
    5,
    guests=1,
    rounds=3,
    faults=(
        Planned(1 * SECOND, Cut(0, 1), 4 * SECOND),
        Planned(2 * SECOND, Pause(3), 8 * SECOND),
        Planned(3 * SECOND, Crash(1), 2 * SECOND),
        Planned(4 * SECOND, Arrive(5)),
        Planned(5 * SECOND, Tear(2, 4)),
    ),
)


def test_only_what_it_takes_to_fail_is_left() -> None:
    def fails(candidate: Scenario) -> bool:
        crash = any(isinstance(planned.fault, Crash) for planned in candidate.faults)
        return crash and any(
            isinstance(planned.fault, Pause) and (planned.for_us or 0) >= SECOND for planned in candidate.faults
        )

    smallest = shrunk(MANY, fails)
    assert [name_of(planned.fault) for planned in smallest.faults] == ["pause", "crash"]
    assert (smallest.players, smallest.guests, smallest.rounds) == (4, 0, 1)
    assert smallest.faults[0].for_us == SECOND
    assert smallest.faults[1].for_us == 1_953


def test_what_fails_without_faults_is_left_with_none() -> None:
    assert shrunk(MANY, lambda _: True) == replace(MANY, players=2, guests=0, rounds=1, faults=())


def test_real_signatures_are_left_only_where_it_takes_them_to_fail() -> None:
    real = replace(MANY, signatures="ed25519")
    assert shrunk(real, lambda _: True).signatures == "keyed_hash"
    assert shrunk(real, lambda candidate: candidate.signatures == "ed25519").signatures == "ed25519"


def test_shrinking_ends_after_so_many_trials() -> None:
    tried: list[Scenario] = []

    def never(candidate: Scenario) -> bool:
        tried.append(candidate)
        return False

    assert shrunk(MANY, never) == MANY
    assert len(set(tried)) == len(tried)
    tried.clear()
    shrunk(MANY, never, trials=3)
    assert len(tried) == 3


# ---- the page for testers


def test_the_help_names_every_profile() -> None:
    (option,) = [each for each in simulation_parameters() if each.name == "faults"]
    assert isinstance(option, Option)
    assert f"What goes wrong: {', '.join(PROFILES)}, all of it," in (option.help or "")


def test_the_page_names_every_profile_and_every_check() -> None:
    profiles, checks, *_ = re.findall(r"(?:^\|.*\|\n)+", PAGE, re.M)
    assert set(re.findall(r"`([\w-]+)`", profiles)) == {*PROFILES, ALL}
    checked = re.findall(r"^\| (\w+) +\|", checkers.__doc__ or "", re.M)[1:]
    assert re.findall(r"^\| `(\w+)`", checks, re.M) == [*checked, "scores", "apart", "waiting", "broken"]


def test_the_scenario_on_the_page_can_be_played() -> None:
    (written,) = [block for block in re.findall(r"```\n(.*?)```", PAGE, re.S) if block.startswith("{")]
    assert Trial(from_json(written.encode())).run().ok
