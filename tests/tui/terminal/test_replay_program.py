"""``replay`` as a process on a terminal: it is drawn, runs, and gives the terminal back."""

import sys
from pathlib import Path

import pytest

from p2p_ligretto.game.options import Options
from tests.random_match import Writer
from tests.tui.terminal.program import started

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is no pty")


def test_a_match_is_seen_again_and_the_terminal_is_given_back(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = Writer(1, Options(rounds=2, penalty="stack_to_hand", row_storage="descending"), 5)
    file.write_text(match.text(), encoding="utf-8")
    with started("replay", str(file), "--seat", "Zoë 3", folder=tmp_path / "ada") as ada:
        ada.see("round 1 of 2", "standing", "view Zoë 3", "hand")
        ada.type("n")
        ada.see("Zoë 0 is too late: your R2 was first by 20 ms", "contested 1/2")
        ada.type("c")
        ada.see("points over the rounds", "1 Zoë 0", "4 Zoë 3")
        ada.type("c++++ ")
        ada.see("the match is over: you win with 23 points", "standing")
        ada.type("q")
        assert ada.wait() == 0
        ada.terminal.assert_usable()
        assert ada.errors == ""
