"""``replay``: which match is meant, how it is told, and what is said of files that are no records."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_ligretto.cli import run
from p2p_ligretto.game.options import Options
from tests.random_match import Writer, dumps

OPTIONS = Options(rounds=2, penalty="stack_to_hand", row_storage="descending")
NAMES = ("Ada", "Bea", "_Cem_", "$x_{2$", "雪")


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Two rounds of five in which everything happens."""
    written = Writer(1, OPTIONS, 5).lines
    for seat, name in zip(written[0]["seats"], NAMES, strict=True):
        seat["name"] = name
    return [dumps(line) for line in written]


@pytest.fixture
def data(tmp_path: Path, lines: list[str]) -> Path:
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "aa11-1.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return tmp_path


def replayed(data: Path, *arguments: str) -> int:
    return run(["replay", *arguments, "--data", str(data)])


@pytest.mark.parametrize("which", [(), ("last",), ("aa",), ("{data}/matches/aa11-1.jsonl",)])
def test_the_match_that_is_meant_is_told(
    which: tuple[str, ...], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(data, *(each.format(data=data) for each in which)) == 0
    output, errors = capsys.readouterr()
    assert errors == ""
    assert "Ada, Bea, _Cem_, $x_{2$ and 雪" in output.splitlines()[0]
    for part in (
        "round 1 has started",
        "score of round 1:",
        "round 2 has started",
        "contested cards",
        "the match is over",
    ):
        assert output.count(part) == 1, part
    assert "is too late: $x_{2$'s R2 was first by 20 ms" in output
    assert "lays R2 where it does not fit" in output


def test_it_is_told_as_one_of_them_has_read_it(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(data, "--seat", "ada") == 0
    output = capsys.readouterr()[0]
    assert "0:00.0 you lay G1 on green pile 1" in output
    assert "0:00.4 you count as absent" in output
    assert "too late: $x_{2$'s R2 was first by 20 ms" in output
    assert "\nyou: stack " in output


def test_a_name_that_nobody_had_is_one_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(data, "--seat", "Zoe") == 1
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert errors.startswith("p2p-ligretto: --seat: nobody here is called 'Zoe': at the table are Ada, Bea, ")
    assert errors.count("Zoe") == 1


def test_what_breaks_off_is_told_as_far_as_it_goes(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "part.jsonl"
    file.write_text("\n".join(lines[:40]), encoding="utf-8")
    assert run(["replay", str(file)]) == 0
    assert capsys.readouterr()[0].splitlines()[-1] == "the record ends here, before the end of the match"
    file.write_text("\n".join([*lines[:40], lines[40][:-9]]), encoding="utf-8")
    assert run(["replay", str(file)]) == 0
    assert "line 41 of the record is wrong" in capsys.readouterr()[0].splitlines()[-1]


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b"", "no record"),
        (b"\xff\x00\x1b[2J", "no record"),
        (b'{"kind":"round"}\n', "no record"),
        (b"# a page\n", "export"),
        (b'{"kind":"match","format":7}\n', "format 7"),
    ],
)
def test_what_is_no_record_is_one_line(
    content: bytes, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert run(["replay", str(file)]) == 1
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert hint in errors
    assert "\x1b" not in errors


@pytest.mark.parametrize(
    ("which", "hint"),
    [
        ("nowhere.jsonl", "No such file"),
        ("zz", "No match begins with zz: 'p2p-ligretto history' lists"),
        ("{data}", "directory"),
    ],
)
def test_what_is_not_there_is_one_line(which: str, hint: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(data, which.format(data=data)) == 1
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert hint in errors


def test_nothing_that_stands_in_a_record_reaches_the_terminal_as_it_is(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads(lines[0])
    first["id"] = first["seats"][0]["name"] = "\x1b[2J\n"
    (tmp_path / "file").write_text(
        "\n".join([json.dumps(first), *lines[1:], '{"kind":"\\u001b[2J"}']), encoding="utf-8"
    )
    assert run(["replay", str(tmp_path / "file")]) == 0
    assert "\x1b" not in capsys.readouterr()[0]


def test_the_curves_are_drawn_into_a_file(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    pictures = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for picture in pictures:
        assert replayed(data, "--svg", str(picture)) == 0
    assert capsys.readouterr() == ("", "")
    text = pictures[0].read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert pictures[1].read_text(encoding="utf-8") == text
    assert "<!-- round 2: cards in the centre -->" in text
    for name in NAMES:
        assert f"<!-- {name} -->" in text
    for path, reason in (("/nowhere/at/all.svg", "No such file or directory"), (f"{pictures[0]}/x", "Not a directory")):
        assert replayed(data, "--svg", path) == 1
        told = f"Cannot write {path} ({reason}): name another file with --svg FILE."
        assert capsys.readouterr()[1] == f"p2p-ligretto: {told}\n"
