"""``simulate`` as it is typed: lines for people and for programs, exit codes, and files that replay what failed."""

import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from p2p_ligretto.cli import run
from p2p_ligretto.sim.fairness.profiles import FAIRNESS_PROFILES
from p2p_ligretto.sim.profiles import scenario
from p2p_ligretto.sim.scenario import from_json, to_json
from p2p_ligretto.sim.trial import Trial
from tests.mutations import switches


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["simulate", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_one_seed_is_told_with_its_faults_its_digest_and_its_speed(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = said(capsys, "--players", "2", "--seed", "5", "--faults", "cuts")
    made = scenario(5, 2, 1, "sharp", "cuts")
    verdict = Trial(made).run()
    assert (code, errors) == (0, "")
    first, *faults, digest, totals, reached, never = output.splitlines()
    assert first == f"Seed 5: 2 players, 0 later, sharp bots, 1 round; {len(made.faults)} faults"
    assert len(made.faults) > 1
    assert len(faults) == len(made.faults)
    assert digest == f"  digest {verdict.digest}"
    simulated = f"{verdict.simulated_us / 1e6:.1f}"
    assert re.fullmatch(
        rf"1 seed, 0 with violations: {simulated} s in [\d.]+ s, [\d.]+ times real time, [\d.]+ moves a second", totals
    )
    assert re.search(r"joins [1-9]", reached)
    assert never.startswith("Never: ")
    assert {"die", "torn_writes", "lineages"} < set(never.removeprefix("Never: ").split(", "))


def test_json_has_a_line_for_each_seed_and_one_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = said(capsys, "--players", "2-3", "--seeds", "3:6", "--faults", "all", "--json")
    assert (code, errors) == (0, "")
    *seeds, totals = lines(output)
    assert [line["seed"] for line in seeds] == [3, 4, 5]
    for line in seeds:
        assert set(line) == {"seed", "ok", "digest", "simulated_s", "wall_s", "moves", "signatures", "violations"}
        assert (line["ok"], line["violations"]) == (True, [])
        assert line["moves"] > 0
    assert set(totals) == {"seeds", "violations", "speed", "moves_per_s", "reached"}
    assert (totals["seeds"], totals["violations"]) == (3, 0)
    assert totals["reached"]["view_changes"] >= 3


def test_which_signatures_are_used_is_told_where_they_are_real(capsys: pytest.CaptureFixture[str]) -> None:
    _, output, _ = said(capsys, "--players", "2", "--seeds", "48:50", "--level", "instant", "--json")
    *seeds, totals = lines(output)
    assert [line["signatures"] for line in seeds] == ["keyed_hash", "ed25519"]
    assert totals["reached"]["real_signatures"] == 1
    _, output, _ = said(capsys, "--players", "2", "--seed", "49", "--level", "instant")
    assert output.splitlines()[1] == "  signed with Ed25519, as real nodes do"
    assert f"  digest {seeds[1]['digest']}" in output


@pytest.mark.parametrize("text", ["2", "h", "0s", "2 h", "-1s", "1d"])
def test_how_long_to_play_is_said_with_a_unit(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, errors = said(capsys, "--for", text)
    assert code == 2
    assert "as in 90s, 20m or 2h" in errors


def test_no_further_seed_is_taken_when_the_time_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = said(capsys, "--players", "2", "--level", "instant", "--for", "1s", "--json")
    *seeds, totals = lines(output)
    assert code == 0
    assert [line["seed"] for line in seeds] == list(range(totals["seeds"]))
    assert totals["seeds"] > 0


def test_several_processes_find_what_one_finds(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--players", "2", "--seeds", "0:3", "--json", "--level", "instant")
    one, two = (lines(said(capsys, *arguments, *more)[1]) for more in ((), ("--jobs", "2")))
    assert [line["digest"] for line in one[:-1]] == [line["digest"] for line in two[:-1]]
    assert one[-1]["reached"] == two[-1]["reached"]


def test_what_fails_is_made_smaller_and_replays_from_its_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    switches.finality_over_linked_peers(monkeypatch)
    code, output, errors = said(capsys, "--players", "3", "--seed", "2", "--faults", "cuts")
    assert code == 1
    assert any(re.match(r"  VIOLATED \w+, \w+, at [\d.]+ s: ", line) for line in output.splitlines())
    file = Path("ligretto-seed-2.json")
    assert re.search(rf"Seed 2: 1 of \d+ faults is enough; play it again with --faults {file}", errors)
    assert len(from_json(file.read_bytes()).faults) == 1
    again = [said(capsys, "--faults", str(file), "--json") for _ in range(2)]
    assert [code for code, _, _ in again] == [1, 1]
    first, second = (lines(output)[0] for _, output, _ in again)
    assert first["digest"] == second["digest"]
    assert f"VIOLATED {first['violations'][0]['what']}, " in output


def test_a_transcript_shows_what_every_node_takes_in(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = said(capsys, "--players", "2", "--seed", "1", "--transcript")
    assert code == 0
    shown = output.splitlines()
    assert any(re.fullmatch(r" +[\d.]+ Bea message on \d+: Segment\(table=\w{8}, .*", line) for line in shown)
    assert any("payload=Moved(number=1, move=PlayMove(" in line for line in shown)
    assert any(re.fullmatch(r" +[\d.]+ Ada tick", line) for line in shown)


def test_a_transcript_is_for_programs_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, output, _ = said(capsys, "--players", "2", "--seed", "1", "--transcript", "--json")
    *inputs, _seed, _totals = lines(output)
    assert set(inputs[0]) == {"at_us", "host", "what", "message"}
    assert any(line["message"] and line["message"][0] == "beat" for line in inputs)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "1"), "from 2 to 12 can play"),
        (("--players", "2-13"), "from 2 to 12 can play"),
        (("--players", "many"), "say a number"),
        (("--seeds", ":7"), "as in 0:100"),
        (("--seeds", "7:x"), "as in 0:100"),
        (("--seed", "1", "--seeds", "1:2"), "don't go together"),
        (("--seeds", "1:9", "--transcript"), "for one seed"),
    ],
)
def test_what_is_not_understood_is_told_in_one_line(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, errors = said(capsys, *arguments)
    assert (code, output) == (2, "")
    assert told in errors
    assert errors.count("\n") == 1


def test_a_file_that_is_none_or_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_text('{"seed":1,"players":2,"level":"quick"}')
    code, _, errors = said(capsys, "--faults", "bad.json")
    assert (code, errors.count("\n")) == (1, 1)
    assert "bad.json is not a scenario (there is no level quick): name a file that a failing seed has left" in errors
    code, _, errors = said(capsys, "--faults", "none.json")
    assert code == 1
    assert "'none.json' is no kind of faults, and no file that can be read" in errors
    assert "say one of all, bad-wifi, " in errors
    assert "or the file that a failing seed has left" in errors


@pytest.mark.parametrize("seeds", [("--seed", "1"), ("--seeds", "0:4")])
def test_a_file_has_its_own_seed_but_a_mistyped_kind_of_faults_is_no_file(
    seeds: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.json").write_bytes(to_json(scenario(2, 3, 1, "instant", "restarts")))
    code, _, errors = said(capsys, "--faults", "mine.json", *seeds)
    assert (code, "its own seed: leave out --seed and --seeds" in errors) == (2, True)
    code, _, errors = said(capsys, "--faults", "bad_wifi", *seeds)
    assert (code, "'bad_wifi' is no kind of faults" in errors) == (1, True)


def test_a_scenario_of_ones_own_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.json").write_bytes(to_json(scenario(2, 3, 1, "instant", "restarts")))
    code, output, _ = said(capsys, "--faults", "mine.json", "--json")
    assert code == 0
    assert lines(output)[0]["seed"] == 2


# ---- the fairness lab

PROFILES = [profile.name for profile in FAIRNESS_PROFILES]
FEW = ("--fairness", "--contests", "3", "--players", "3", "--seed", "5", "--jobs", "1")


def test_fairness_has_a_json_line_for_each_profile_and_clock(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = said(capsys, *FEW, "--json")
    assert (code, errors) == (0, "")
    told = lines(output)
    assert [(line["profile"], line["clock"]) for line in told] == [
        (name, clock) for name in PROFILES for clock in ("bare", "table")
    ]
    for line in told:
        assert list(line) == [
            *("profile", "clock", "contests", "clock_error_us", "gaps", "share_by_seat", "share_by_link", "others")
        ]
        assert [gap["gap_us"] // 1000 for gap in line["gaps"]] == [0, 1, 2, 5, 10, 20, 50, 100, 200]
        assert [gap["contests"] for gap in line["gaps"]] == [30] + [3] * 8
        assert line["contests"] == 54
        assert all(0 <= gap["share_true_first"] <= 1 for gap in line["gaps"])
        assert line["clock_error_us"] > 0
        assert len(line["share_by_seat"]) == 3
    assert [line["others"] is None for line in told[::2]] == [True] * 3 + [False] * 4
    assert said(capsys, *FEW, "--json")[1] == output


def test_how_many_processes_measure_fairness_makes_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (said(capsys, *FEW[:-1], jobs, "--json")[1] for jobs in ("1", "2"))
    assert one == two


def test_fairness_is_told_as_tables(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = said(capsys, *FEW)
    assert (code, errors) == (0, "")
    for name in PROFILES:
        assert re.search(rf"^{re.escape(name)}: 54 contests, clocks off by at most [\d.]+ ms$", output, re.M)
    assert len(re.findall(r"^    won by the first, % +0 +1 +2 +5 +10 +20 +50 +100 +200 ms later$", output, re.M)) == 7
    assert len(re.findall(r"^    (?:bare counters|table time) (?: +(?:[\d.]+|-)){9}$", output, re.M)) == 22
    assert len(re.findall(r"^  among the others, off by at most [\d.]+ ms$", output, re.M)) == 4
    assert re.search(r"^    table time (?: +[\d.]+){3}   good Wi-Fi 100\.0; good Wi-Fi, \+200 ms 0\.0$", output, re.M)
    assert max(map(len, output.splitlines())) <= 100


def test_fairness_is_drawn_the_same_way_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one.svg", "two.svg"):
        assert said(capsys, *FEW, "--svg", name)[0] == 0
    picture = Path("one.svg").read_bytes()
    assert picture == Path("two.svg").read_bytes()
    drawn = ElementTree.fromstring(picture)
    assert drawn.tag.endswith("}svg")
    panels = [each for each in drawn.iter() if each.get("id", "").startswith("axes_")]
    assert len(panels) == len(PROFILES)


def test_who_can_not_draw_is_told_before_anything_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, output, errors = said(capsys, "--fairness", "--svg", "fair.svg")
    assert (code, output) == (1, "")
    assert "pipx install --force '.[plots]'" in errors


def test_a_picture_that_can_not_be_written_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    code, output, errors = said(capsys, *FEW, "--svg", "nowhere/fair.svg")
    assert (code, output) == (1, ""), "told before anything is measured"
    assert errors == (
        "p2p-ligretto: Cannot write nowhere/fair.svg (No such file or directory): name another file with --svg FILE.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--contests", "9"), "--contests is for the fairness lab"),
        (("--svg", "fair.svg"), "--svg is for the fairness lab"),
        (("--fairness", "--players", "2-4"), "say how many play"),
        (("--fairness", "--for", "9s", "--faults", "cuts"), "--for, --faults and --fairness don't go together"),
        (("--fairness", "--script", "some.json"), "leave that out"),
    ],
)
def test_what_does_not_go_with_fairness_is_told_in_one_line(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, errors = said(capsys, *arguments)
    assert (code, output) == (2, "")
    assert told in errors
    assert errors.count("\n") == 1
