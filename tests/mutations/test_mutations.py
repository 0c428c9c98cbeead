"""The checkers bite: each rule that is left out is found within the stated number of seeds of a profile."""

import pytest

from p2p_ligretto.sim.profiles import scenario
from p2p_ligretto.sim.trial import Trial
from tests.mutations import switches

CASES = [
    # What is final.
    (switches.finality_without_the_quorum, "bad-wifi", 5, {"held"}),
    (switches.final_with_half, "bad-wifi", 10, {"held"}),
    (switches.finality_over_linked_peers, "cuts", 10, {"promised", "final"}),
    (switches.promises_count_before_the_events, "cuts", 20, {"final", "blamed"}),
    (switches.final_while_wedged, "all", 10, {"wedged"}),
    # What is stamped and promised.
    (switches.stamps_without_a_bound, "clocks", 10, {"stamp"}),
    (switches.promises_not_kept, "none", 3, {"promise"}),
    (switches.speaks_while_wedged, "restarts", 5, {"wedged"}),
    (switches.back_to_the_old_view, "proposers", 15, {"wedged"}),
    (switches.restarted_and_not_mute, "restarts", 10, {"broken", "blamed", "promise"}),
    # Votes.
    (switches.promise_not_written, "proposers", 5, {"vote"}),
    (switches.value_not_written, "proposers", 15, {"vote"}),
    (switches.value_of_its_own_whatever_was_accepted, "proposers", 20, {"chosen"}),
    (switches.votes_without_a_disk, "disks", 15, {"apart", "vote", "view", "final"}),
    (switches.decided_by_the_old_view_alone, "all", 5, {"chosen", "log"}),
    (switches.both_halves_go_on, "partitions", 10, {"view", "final"}),
    # Who is in the next view, and with what.
    (switches.nobody_is_waited_for, "none", 5, {"ousted"}),
    (switches.nobody_takes_over, "proposers", 5, {"apart"}),
    (switches.only_direct_links_count, "cuts", 20, {"ousted"}),
    (switches.acknowledged_without_the_log, "partitions", 5, {"final", "log"}),
    (switches.cut_at_the_least, "all", 30, {"final"}),
    (switches.nothing_is_void, "zombies", 10, {"fold", "final"}),
    (switches.decisions_are_not_told_again, "zombies", 5, {"apart"}),
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
