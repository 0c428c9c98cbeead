"""What a campaign makes of the lines of its seeds."""

import json

import pytest

from p2p_ligretto.sim.profiles import players_of
from tools.campaign import report_of


def line(seed: int, *, ok: bool = True) -> str:
    return json.dumps({"seed": seed, "ok": ok, "moves": 9, "violations": [] if ok else [{"what": "final"}]})


TOTALS = {"seeds": 3, "violations": 1, "speed": 20.0, "moves_per_s": 90.0, "reached": {"joins": 7, "die": 0, "cut": 0}}


def test_it_names_what_was_never_reached_and_which_seeds_failed() -> None:
    report = report_of([line(0), line(1, ok=False), line(2), json.dumps(TOTALS)])
    assert report["never"] == ["die", "cut"]
    assert [failed["seed"] for failed in report["failed"]] == [1]
    assert {key: report[key] for key in TOTALS} == TOTALS
    counts = [players_of(seed, 2, 12) for seed in range(3)]
    assert report["players"] == {str(count): counts.count(count) for count in sorted(set(counts))}


def test_a_run_that_was_broken_off_is_no_campaign() -> None:
    with pytest.raises(ValueError, match="did not come to its end"):
        report_of([line(0), line(1)])
