"""Texts in cells: nothing is ever wider than its room, and nothing is lost that would fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.tui.actions import Help, Quit
from p2p_ligretto.tui.cells import clip, head, tail, width, wrap
from p2p_ligretto.tui.picture import Pen, Run, blank, cells_in, paste
from tests.tui.any_views import texts


@pytest.mark.parametrize(
    ("text", "cells"), [("", 0), ("R5", 2), ("漢字", 4), ("e\u0301", 1), ("👍", 2), ("a漢", 3), ("…", 1)]
)
def test_width_is_counted_in_cells(text: str, cells: int) -> None:
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "cells", "clipped"),
    [
        ("Hanna-Lovisa", 12, "Hanna-Lovisa"),
        ("Hanna-Lovisa", 8, "Hanna-L…"),
        ("漢字漢字", 5, "漢字…"),
        ("漢字漢字", 4, "漢…"),
        ("abc", 0, ""),
        ("ae\u0301bc", 3, "ae\u0301…"),
    ],
)
def test_clipped_names_end_in_an_ellipsis(text: str, cells: int, clipped: str) -> None:
    assert clip(text, cells, "…") == clipped


@given(texts, st.integers(0, 50), st.sampled_from(["", "…", "..."]))
def test_clipping_keeps_to_the_room_and_leaves_what_fits(text: str, cells: int, ellipsis: str) -> None:
    clipped = clip(text, cells, ellipsis)
    assert width(clipped) <= cells
    assert clipped == text or width(text) > cells


@given(texts, st.integers(0, 50))
def test_head_and_tail_are_ends_of_the_text(text: str, cells: int) -> None:
    assert text.startswith(head(text, cells))
    assert text.endswith(tail(text, cells))
    assert width(head(text, cells)) <= cells
    assert width(tail(text, cells)) <= cells


@given(texts, st.integers(1, 20), st.integers(1, 5))
def test_wrapped_lines_fit(text: str, cells: int, lines: int) -> None:
    wrapped = wrap(text, cells, lines, "…")
    assert len(wrapped) <= lines
    assert all(width(line) <= cells for line in wrapped)


def test_wrapping_breaks_at_blanks_and_cuts_what_is_left_over() -> None:
    assert wrap("too late: Bea was first", 10, 3) == ["too late:", "Bea was", "first"]
    assert wrap("too late: Bea was first", 10, 2, "…") == ["too late:", "Bea was f…"]


def test_a_pen_writes_fields_and_fills_the_line() -> None:
    pen = Pen(12, "…")
    pen.write("Hanna-Lovisa", "class:name", Quit(), 6)
    pen.right("7", "class:count", 3)
    pen.to(10)
    pen.write("more than fits")
    assert pen.done() == (
        Run("class:name", "Hanna…", Quit()),
        Run("class:count", "  7"),
        Run("", " "),
        Run("", "m…"),
    )


@given(st.lists(texts, min_size=1, max_size=5), st.integers(1, 20), st.integers(0, 20))
def test_a_pasted_box_leaves_lines_as_long_as_they_were(parts: list[str], cells: int, left: int) -> None:
    pen = Pen(60)
    for part in parts:
        pen.write(part, "class:name", Help())
    under = pen.done()
    box = (Run("class:title", "#" * cells),)
    pasted = paste((under, blank(60)), [box], left, 0)
    assert cells_in(pasted[0]) == 60
    assert pasted[1] == blank(60)
    assert pasted[0].count(box[0]) == 1
    before = pasted[0][: pasted[0].index(box[0])]
    assert cells_in(before) == left
