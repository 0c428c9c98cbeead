"""The checkers bite: each rule that is left out is found within the stated number of seeds of a profile.

As long as every member answers every wedge (docs/decisions/0007), some rules of view changes are not missed: nobody who
goes on speaking while wedged says anything that the cut leaves out. They belong here once members are suspected.
"""

import pytest

from p2p_ligretto.sim.profiles import scenario
from p2p_ligretto.sim.trial import Trial
from tests.mutations import switches

CASES = [
    (switches.finality_without_the_quorum, "bad-wifi", 10, {"held"}),
    (switches.finality_over_linked_peers, "cuts", 10, {"promised", "final"}),
    (switches.stamps_without_a_bound, "clocks", 10, {"stamp"}),
    (switches.joiners_counted_without_the_log, "all", 20, {"log"}),
    (switches.cut_at_the_least, "bad-wifi", 10, {"final"}),
    (switches.promises_not_kept, "none", 3, {"promise"}),
    (switches.restarted_and_not_mute, "all", 20, {"broken", "blamed", "promise", "waiting"}),
]


@pytest.mark.parametrize(
    ("switch", "profile", "seeds", "found_by"), CASES, ids=lambda case: getattr(case, "__name__", "")
)
def test_a_rule_that_is_left_out_is_found(
    switch: switches.Switch, profile: str, seeds: int, found_by: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    switch(monkeypatch)
    verdicts = (Trial(scenario(seed, 3 + seed % 3, 1, "sharp", profile)).run() for seed in range(seeds))
    found = next((verdict.violations[0] for verdict in verdicts if not verdict.ok), None)
    assert found is not None
    assert found.what in found_by, found
