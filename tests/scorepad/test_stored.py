"""Games as texts: what was written is read, and nothing that was not written by the program breaks it."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.scorepad.exported import as_csv, as_json
from p2p_ligretto.scorepad.pad import Pad, acted, undo
from p2p_ligretto.scorepad.sheet import (
    Act,
    AddPlayer,
    AddRound,
    CorrectRound,
    Entry,
    RemovePlayer,
    RenamePlayer,
)
from p2p_ligretto.scorepad.stored import Unreadable, read, written


def pad_after(*acts: Act) -> Pad:
    pad = Pad("a1", "Friday", 1_700_000_000)
    for act in acts:
        after = acted(pad, act)
        assert isinstance(after, Pad)
        pad = after
    return pad


FRIDAY = pad_after(
    AddPlayer("Ada"),
    AddPlayer("Béa"),
    AddRound((Entry(17, 4), None)),
    CorrectRound(0, (Entry(17, 3), Entry(1, 10))),
    RenamePlayer(1, "=Bea"),
    AddPlayer("Cas"),
    RemovePlayer(2),
)


@pytest.mark.parametrize("pad", [FRIDAY, undo(undo(FRIDAY)), Pad("a1", "Friday", 0)])
def test_what_was_written_is_read(pad: Pad) -> None:
    assert read("a1", written(pad)) == pad


def test_a_beginning_of_a_text_is_no_game() -> None:
    text = written(FRIDAY)
    for length in range(len(text) - 2):
        assert read("a1", text[:length]) is Unreadable.DAMAGED


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists, max_leaves=8))
def test_acts_that_nobody_made_are_damage(parts: object) -> None:
    value = json.loads(written(FRIDAY))
    value["acts"][2] = parts
    assert read("a1", json.dumps(value)) is Unreadable.DAMAGED


@pytest.mark.parametrize(
    "change",
    [
        {"form": "other"},
        {"version": 0},
        {"version": "1"},
        {"title": ""},
        {"title": "x" * 41},
        {"begun_us": None},
        {"done": 8},
        {"done": -1},
        {"acts": {}},
        {"acts": [["round", [[1, 1]]]]},
        {"acts": [["add", "x" * 65]]},
        {"acts": [["add", "Ada"], ["add", "Bea"], ["round", [[1, 1], [1]]]]},
        {"acts": [["add", "Ada"], ["add", "Bea"], ["correct", 0, [1]]]},
    ],
)
def test_what_does_not_fit_is_damage(change: dict[str, object]) -> None:
    assert read("a1", json.dumps(json.loads(written(FRIDAY)) | change)) is Unreadable.DAMAGED


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, "\x00", "null"])
def test_rubbish_is_damage(text: str) -> None:
    assert read("a1", text) is Unreadable.DAMAGED


def test_a_later_version_is_told_apart() -> None:
    text = json.dumps({"form": "p2p-ligretto score pad", "version": 2, "what": "ever"})
    assert read("a1", text) is Unreadable.NEWER


def test_exported_as_json_and_as_lines() -> None:
    (game,) = json.loads(as_json([FRIDAY]))
    assert (game["game"], game["players"], game["totals"]) == ("Friday", ["Ada", "=Bea"], [11, -19])
    assert game["rounds"] == [[{"centre": 17, "left": 3, "points": 11}, {"centre": 1, "left": 10, "points": -19}]]
    head, *rows = csv.reader(io.StringIO(as_csv([FRIDAY])))
    assert head == ["game", "round", "player", "centre", "left", "points"]
    assert rows == [["Friday", "1", "Ada", "17", "3", "11"], ["Friday", "1", "'=Bea", "1", "10", "-19"]]
