"""Sheets: what may be entered, what it comes to, and that undo and redo are each other's reverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.scorepad.pad import MOST_ACTS, Pad, acted, clean_title, redo, retitled, undo
from p2p_ligretto.scorepad.sheet import (
    MOST_ROUNDS,
    Act,
    AddPlayer,
    AddRound,
    CorrectRound,
    Entry,
    Reason,
    Refused,
    RemovePlayer,
    RenamePlayer,
    Sheet,
    apply,
    entry_fault,
    leaders,
    totals,
)
from p2p_ligretto.scorepad.typed import NotInRound, read_entry, written_entry

EMPTY = Sheet()


def sheet_after(*acts: Act, sheet: Sheet = EMPTY) -> Sheet:
    for act in acts:
        after = apply(sheet, act)
        assert isinstance(after, Sheet), after
        sheet = after
    return sheet


TWO = sheet_after(AddPlayer("Ada"), AddPlayer("Bea"))


def test_the_examples_of_the_rules() -> None:
    examples = {(17, 4): 9, (12, 3): 6, (7, 5): -3, (14, 0): 14, (14, 3): 8, (8, 0): 8}
    assert {counts: Entry(*counts).points for counts in examples} == examples


def test_totals_and_leaders() -> None:
    sheet = sheet_after(AddRound((Entry(17, 4), Entry(7, 5))), AddRound((None, Entry(12, 0))), sheet=TWO)
    assert totals(sheet) == (9, 9)
    assert leaders(sheet) == (0, 1)
    assert totals(sheet_after(AddPlayer("Cas"), sheet=sheet)) == (9, 9, None)
    assert leaders(TWO) == ()


def test_who_joins_later_starts_at_nothing_and_who_is_removed_takes_its_rounds_along() -> None:
    sheet = sheet_after(AddRound((Entry(5, 0), Entry(1, 1))), AddPlayer("Cas"), sheet=TWO)
    assert sheet.rounds == ((Entry(5, 0), Entry(1, 1), None),)
    assert sheet_after(RemovePlayer(0), sheet=sheet) == Sheet(("Bea", "Cas"), ((Entry(1, 1), None),))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry(40, 0), None),
        (Entry(30, 10), None),
        (Entry(0, 10), None),
        (Entry(41, 0), Reason.TOO_MANY_IN_CENTRE),
        (Entry(31, 10), Reason.TOO_MANY_IN_CENTRE),
        (Entry(-1, 0), Reason.TOO_MANY_IN_CENTRE),
        (Entry(0, 11), Reason.TOO_MANY_LEFT),
        (Entry(0, -1), Reason.TOO_MANY_LEFT),
    ],
)
def test_an_entry_is_what_a_deck_allows(entry: Entry, reason: Reason | None) -> None:
    fault = entry_fault(entry)
    assert (None if fault is None else fault.reason) == reason
    refused = apply(TWO, AddRound((entry, None)))
    assert isinstance(refused, Sheet if reason is None else Refused)


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (AddPlayer("  "), Reason.NO_NAME),
        (AddPlayer("ADA"), Reason.NAME_TAKEN),
        (RenamePlayer(1, "ada"), Reason.NAME_TAKEN),
        (RenamePlayer(2, "Cas"), Reason.NO_SUCH_PLAYER),
        (RemovePlayer(2), Reason.NO_SUCH_PLAYER),
        (RemovePlayer(-1), Reason.NO_SUCH_PLAYER),
        (AddRound((Entry(1, 1),)), Reason.MISSING_ENTRY),
        (AddRound((None, None)), Reason.NOBODY_PLAYED),
        (CorrectRound(0, (None, Entry(1, 1))), Reason.NO_SUCH_ROUND),
    ],
)
def test_what_can_not_be_is_refused(act: Act, reason: Reason) -> None:
    refused = apply(TWO, act)
    assert isinstance(refused, Refused)
    assert refused.reason is reason


def test_a_table_has_two_to_twelve_players() -> None:
    assert apply(sheet_after(AddPlayer("Ada")), AddRound((Entry(1, 1),))) == Refused(Reason.TOO_FEW_PLAYERS)
    full = sheet_after(*(AddPlayer(f"Player {number}") for number in range(12)))
    assert apply(full, AddPlayer("one more")) == Refused(Reason.TOO_MANY_PLAYERS)
    renamed = sheet_after(RenamePlayer(11, "PLAYER 11"), sheet=full)
    assert renamed.players[11] == "PLAYER 11", "the own name in other letters is not taken"


def test_a_sheet_and_a_game_are_bounded() -> None:
    pad = Pad("a", "Friday", 0)
    for act in (AddPlayer("Ada"), AddPlayer("Bea"), *[AddRound((Entry(1, 0), None))] * MOST_ROUNDS):
        after = acted(pad, act)
        assert isinstance(after, Pad)
        pad = after
    assert acted(pad, AddRound((Entry(1, 0), None))) == Refused(Reason.TOO_MANY_ROUNDS)
    while pad.done < MOST_ACTS:
        after = acted(pad, CorrectRound(0, (Entry(2, 0), None)))
        assert isinstance(after, Pad)
        pad = after
    assert acted(pad, CorrectRound(0, (Entry(2, 0), None))) == Refused(Reason.FULL)


entries = st.none() | st.builds(Entry, st.integers(0, 30), st.integers(0, 10))
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(AddPlayer, st.sampled_from(["Ada", "Bea", "Cas", "Dirk"])),
    st.builds(RenamePlayer, st.integers(0, 3), st.sampled_from(["Ada", "Eva"])),
    st.builds(RemovePlayer, st.integers(0, 3)),
    st.builds(AddRound, st.tuples(entries, entries)),
    st.builds(CorrectRound, st.integers(0, 2), st.tuples(entries, entries)),
)


@given(st.lists(acts, max_size=20), st.integers(0, 25))
def test_undo_goes_back_step_by_step_and_redo_forth(wanted: list[Act], steps: int) -> None:
    pad = Pad("a", "Friday", 0)
    seen = [pad]
    for act in wanted:
        after = acted(pad, act)
        if isinstance(after, Pad):
            pad = after
            seen.append(pad)
            assert len(pad.sheet.rounds) == 0 or {len(each) for each in pad.sheet.rounds} == {len(pad.sheet.players)}
    back = pad
    for step in range(steps):
        back = undo(back)
        assert back.sheet == seen[max(0, len(seen) - 2 - step)].sheet
    for _step in range(steps):
        back = redo(back)
    assert back == pad
    assert (pad.undone, pad.last) == (None, pad.acts[-1] if pad.acts else None)


def test_a_new_act_forgets_what_was_taken_back() -> None:
    pad = acted(Pad("a", "Friday", 0), AddPlayer("Ada"))
    assert isinstance(pad, Pad)
    other = acted(undo(pad), AddPlayer("Bea"))
    assert isinstance(other, Pad)
    assert redo(other).sheet.players == ("Bea",)


def test_a_title_is_a_line() -> None:
    assert clean_title("  Friday\n\x1b[2J night ") == "Friday [2J night"
    assert retitled(Pad("a", "Friday", 0), "\n") == Refused(Reason.NO_NAME)
    assert retitled(Pad("a", "Friday", 0), "x" * 99) == Pad("a", "x" * 40, 0)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("17 4", Entry(17, 4)),
        (" 17/4 ", Entry(17, 4)),
        ("17, 4", Entry(17, 4)),
        ("-", NotInRound()),
        ("0 0", Entry(0, 0)),
        ("", Refused(Reason.NO_COUNTS, "")),
        ("17", Refused(Reason.NO_COUNTS, "17")),
        ("17 -4", Refused(Reason.NO_COUNTS, "17 -4")),
        ("1 2 3", Refused(Reason.NO_COUNTS, "1 2 3")),
        ("41 0", Refused(Reason.TOO_MANY_IN_CENTRE, "41")),
        ("5 11", Refused(Reason.TOO_MANY_LEFT, "11")),
        ("9999 1", Refused(Reason.NO_COUNTS, "9999 1")),
    ],
)
def test_counts_are_typed(text: str, entry: Entry | NotInRound | Refused) -> None:
    assert read_entry(text) == entry


def test_counts_are_written_as_they_are_typed() -> None:
    assert (written_entry(Entry(17, 4)), written_entry(None)) == ("17 4", "-")
