"""Transcripts of the view change: the machine gives what was worked out by hand, and what the file says in full."""

import hashlib
import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import convert

from p2p_ligretto.replication.messages import AnyReplicationMessage

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
CASES = json.loads((FOLDER / "membership.json").read_text(encoding="ascii"))["cases"]

per_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("generate")


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return bytes.fromhex(value["bin"]) if value.keys() == {"bin"} else [bare(each) for each in value.values()]
    return [bare(each) for each in value] if isinstance(value, list) else value


def told(case: dict[str, Any], kind: str) -> list[tuple[int, dict[str, Any]]]:
    """Messages of one kind that the machine gives, each with its place among all outputs of the case."""
    outputs = [output for step in case["steps"] for output in step["outputs"]]
    return [
        (place, output["message"])
        for place, output in enumerate(outputs)
        if output.get("message", {}).get("type") == kind
    ]


def written(case: dict[str, Any], place: int) -> dict[str, Any]:
    """What had been written last before the output at ``place``."""
    outputs = [output for step in case["steps"] for output in step["outputs"]]
    return [output["write"] for output in outputs[:place] if "write" in output][-1]


def test_machines_give_what_was_worked_out_by_hand(generator: ModuleType) -> None:
    transcripts = generator.transcripts
    for case in generator.membership_cases.CASES:
        machine = transcripts.Machine(case)
        for given, expected in case.steps:
            assert [transcripts.in_short(effect) for effect in machine.take(given)] == list(expected), case.name


@per_case
def test_messages_are_messages(case: dict[str, Any]) -> None:
    for step in case["steps"]:
        for side in (step["input"], *step["outputs"]):
            if "message" in side:
                convert(bare(side["message"]), AnyReplicationMessage, builtin_types=(bytes,))


@per_case
def test_nothing_is_told_before_it_is_written(case: dict[str, Any]) -> None:
    for kind in ("wedge", "state"):
        for place, message in told(case, kind):
            if message["view"] == case["view"]["number"]:
                assert written(case, place)["promised"] == message["ballot"]
    for kind in ("accept", "ack"):
        for place, message in told(case, kind):
            assert written(case, place)["accepted"]["ballot"] == message["ballot"]
    for place, message in told(case, "commit"):
        assert written(case, place)["view"] == message["decision"]["proposal"]["view"]


def test_the_transcripts_show_every_message_of_a_view_change() -> None:
    shown = {
        side["message"]["type"]
        for case in CASES
        for step in case["steps"]
        for side in (step["input"], *step["outputs"])
        if "message" in side
    }
    assert {"join", "leave", "goodbye", "wedge", "state", "outbid", "accept", "ack", "commit", "segment"} <= shown


def test_who_goes_on_without_the_other_gives_its_lineage_a_name_of_its_own() -> None:
    parted = [
        (case, step["outputs"]) for case in CASES for step in case["steps"] if step["input"].keys() == {"go_on_without"}
    ]
    assert parted
    for case, outputs in parted:
        view, own = case["view"], case["own"]["peer"]["bin"]
        name = b"ligretto lineage" + bytes.fromhex(view["lineage"]["bin"]) + view["number"].to_bytes(8, "big")
        lineage = hashlib.sha256(name + bytes.fromhex(own)).hexdigest()[:32]
        (decided,) = (output["install"]["proposal"]["view"] for output in outputs if "install" in output)
        assert decided["lineage"]["bin"] == lineage
        assert [member["peer"]["bin"] for member in decided["members"]] == [own]


def test_a_minority_says_nothing() -> None:
    """From the moment when those whom a member can count on are no quorum it promises nothing of its own accord."""
    for case in CASES:
        members = [member["peer"]["bin"] for member in case["view"]["members"]]
        suspects: set[str] = set()
        for step in case["steps"]:
            if "linked" not in step["input"]:
                continue
            suspects = {peer["bin"] for peer in step["input"]["suspects"]}
            heard = [peer for peer in members if peer not in suspects]
            quorum = 2 * len(heard) > len(members) or (2 * len(heard) == len(members) and members[0] in heard)
            assert quorum or step["outputs"] == []
