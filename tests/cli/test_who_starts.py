"""Who starts at a table with real cards: one of the names, or of so many players."""

import pytest

from p2p_ligretto.cli import run


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["who-starts", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def test_everybody_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    names = {said(capsys, "Ada", "Bea", "Cas")[1] for _time in range(200)}
    assert names == {"Ada starts.\n", "Bea starts.\n", "Cas starts.\n"}
    numbers = {said(capsys, "2")[1] for _time in range(100)}
    assert numbers == {"Player 1 of 2 starts.\n", "Player 2 of 2 starts.\n"}


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ((), "who-starts Ada Bea"),
        (("Ada",), "2 to 12"),
        (("0",), "2 to 12"),
        (("1",), "2 to 12"),
        (("13",), "2 to 12"),
        (("9" * 400,), "2 to 12"),
        (("Ada", "Bea", "ada"), "twice"),
        (("Ada", ""), "letters"),
        (("Ada", "\x1b\u202e"), "letters"),
        (tuple(f"Player {number}" for number in range(13)), "at most 12"),
    ],
)
def test_what_nobody_can_be_drawn_from_is_told(
    arguments: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, errors = said(capsys, *arguments)
    assert (code, output) == (2, "")
    assert hint in errors
    assert len(errors.splitlines()) == 1
    assert "\x1b" not in errors
