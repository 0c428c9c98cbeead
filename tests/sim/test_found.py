"""Scenarios that have shown something wrong once, in a node or in a checker, each made small by the simulator."""

from pathlib import Path

import pytest

from p2p_ligretto.sim.scenario import from_json
from p2p_ligretto.sim.trial import Trial

FOUND = sorted((Path(__file__).parent / "found").glob("*.json"))


@pytest.mark.parametrize("path", FOUND, ids=[path.stem for path in FOUND])
def test_what_was_found_once_is_survived(path: Path) -> None:
    verdict = Trial(from_json(path.read_bytes())).run()
    assert verdict.ok, verdict.violations
