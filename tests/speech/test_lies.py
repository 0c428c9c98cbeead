from typing import get_args

import pytest

from p2p_ligretto.dealing.audit import Check
from p2p_ligretto.node.notices import LieFound
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.tui.telling import message_for
from tests.speech.samples import table_of

TABLE = table_of("Ada Bea Cas")
CHECKS = ("share", "deal", *get_args(Check))


def test_who_cheats_and_how() -> None:
    assert line_for(LieFound(1, "reshuffle"), TABLE, 0) == "Bea cheats: did not reshuffle as agreed"
    assert line_for(LieFound(0, "leaf"), TABLE, 0) == (
        "you are held for a cheat: showed a card that is not in the sealed deck"
    )
    assert line_for(LieFound(1, "withheld"), TABLE, 0) == (
        "Bea did not open the deck: nobody can tell if it was honest"
    )
    assert line_for(LieFound(0, "withheld"), TABLE, 0) == (
        "you did not open your deck: nobody can tell if it was honest"
    )


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_has_words_that_fit_a_line(check: str) -> None:
    line = line_for(LieFound(1, check), TABLE, 0)
    assert line is not None
    assert not line.endswith(check)
    assert len(line) < 80


def test_a_check_of_another_version_is_told_by_its_name_and_obeyed_by_no_terminal() -> None:
    assert line_for(LieFound(1, "new\x1b"), TABLE, 0) == "Bea cheats: new\\x1b"


def test_it_is_on_the_screen() -> None:
    message = message_for(LieFound(1, "deck"), TABLE, 0, 0)
    assert message is not None
    assert message.text == "Bea cheats: did not shuffle the deck as agreed"
