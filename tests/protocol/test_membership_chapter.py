"""The state diagrams of the specification are drawn from the code, and the numbers of chapter 05 are the code's."""

import re
from enum import Enum
from pathlib import Path

import pytest

from p2p_ligretto.node.arrival import ASK_US
from p2p_ligretto.node.departure import VOTE_US
from p2p_ligretto.node.hearing import ASLEEP_US, CLOSED_US, STALE_US, SUSPECT_US, WARN_US
from p2p_ligretto.node.outbox import MAX_HOPS
from p2p_ligretto.node.phases import PHASES, PhaseEnd
from p2p_ligretto.node.pulse import ANSWER_US_PER_MEMBER, BEAT_US
from p2p_ligretto.node.routes import MEMORY_US
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.attempt import STEPS, Cause, Step
from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.membership import MAX_BALLOTS_AHEAD, TURN_PER_RANK_US, TURN_US
from p2p_ligretto.replication.proposer import ANSWER_US, RETRY_US
from p2p_ligretto.replication.voter import STANCES, Bond, Stance
from tools.state_diagrams import DIAGRAMS, PLACE, drawn

SPEC = Path(__file__).parents[2] / "protocol" / "spec"
CHAPTERS = {path.name: path.read_text(encoding="utf-8") for path in SPEC.glob("*.md")}
TEXT = " ".join(CHAPTERS["05-membership.md"].split())


def test_diagrams_are_those_of_the_code() -> None:
    for name, text in CHAPTERS.items():
        assert drawn(text) == text, f"{name}: python -m tools.state_diagrams"
    assert sorted(place[2] for text in CHAPTERS.values() for place in PLACE.finditer(text)) == sorted(DIAGRAMS)


@pytest.mark.parametrize(
    ("table", "states", "causes"),
    [(STEPS, Step, Cause), (STANCES, Stance, Bond), (PHASES, Phase, PhaseEnd)],
    ids=["steps", "stances", "phases"],
)
def test_every_state_and_every_cause_has_its_place(
    table: dict[tuple[Enum, Enum], Enum], states: type[Enum], causes: type[Enum]
) -> None:
    assert {state for state, _ in table} | set(table.values()) == set(states)
    assert {cause for _, cause in table} == set(causes)


def test_every_line_of_a_diagram_can_be_drawn() -> None:
    for text in DIAGRAMS.values():
        first, begin, *lines = text.splitlines()
        assert first == "stateDiagram-v2"
        assert re.fullmatch(r"    \[\*\] --> \w+", begin)
        assert all(re.fullmatch(r"    \w+ --> \w+: [\w ,]+", line) for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        f"within the last {STALE_US // 1000} ms",
        f"Silent for {WARN_US // 1000} ms: people are warned",
        f"Silent for {SUSPECT_US // 1000} ms: suspected",
        f"is suspected {CLOSED_US // 1000} ms after that became so",
        f"looked at nothing for {ASLEEP_US // 1000} ms was asleep",
        f"for {MEMORY_US // 1_000_000} s, as long as it has no link to it",
        f"or after {VOTE_US // 1_000_000} s",
        f"{TURN_US // 1000} ms from when it was bound",
        f"and {TURN_PER_RANK_US // 1000} ms more for each member",
        f"more than {MAX_BALLOTS_AHEAD} above",
        f"or {ANSWER_US // 1000} ms have passed since the ballot began",
        f"every {RETRY_US // 1000} ms",
        f"{MAX_MEMBERS} members in all",
    ],
)
def test_numbers_are_those_of_the_code(words: str) -> None:
    assert words in TEXT


def test_numbers_that_other_chapters_tell_are_those_of_the_code_too() -> None:
    ordering = " ".join(CHAPTERS["03-ordering.md"].split())
    assert f"and else every {BEAT_US // 1000} ms" in ordering
    assert f"not before {ANSWER_US_PER_MEMBER / 1000} ms for each member" in ordering
    assert f"| hops | int 0..{MAX_HOPS} |" in CHAPTERS["02-messages.md"]
    assert ASK_US == 1_000_000, "a joiner asks again, every second"


def test_times_leave_one_another_room() -> None:
    """A beat may be lost before anybody is warned, and an answer said again before somebody is left out."""
    assert 2 * BEAT_US <= WARN_US < STALE_US < SUSPECT_US
    assert RETRY_US < ANSWER_US < TURN_US
    # Who was reached over a member that has fallen silent is reached on another way in time to answer.
    assert STALE_US + BEAT_US + RETRY_US < ANSWER_US
    assert BEAT_US < ASLEEP_US < SUSPECT_US
