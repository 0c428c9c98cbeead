"""``export``: which match is meant, where it goes, and what is said when there is none."""

import os
from pathlib import Path

import pytest

from p2p_ligretto.cli import run

OLD = '{"kind":"match","id":"aa11-1","seats":[{"seat":0,"name":"Ada","peer":"00"}]}\n'
NEW = '{"kind":"match","id":"aa22-1","seats":[]}\n{"kind":"seat","seat":0,"name":"Zoë 雪","peer":"01"}\n'
NEW_EXPORTED = '{"kind":"match","id":"aa22-1","seats":[{"seat":0,"name":"Zoë 雪","peer":"01"}]}\n'


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "matches"
    folder.mkdir()
    for name, content, changed in (("aa11-1", OLD, 1_000), ("aa22-1", NEW, 2_000)):
        (folder / f"{name}.jsonl").write_text(content, encoding="utf-8")
        os.utime(folder / f"{name}.jsonl", (changed, changed))
    return tmp_path


def exported(data: Path, *arguments: str) -> int:
    return run(["export", *arguments, "--data", str(data)])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [((), NEW_EXPORTED), (("last",), NEW_EXPORTED), (("aa11-1",), OLD), (("aa1",), OLD), (("aa22",), NEW_EXPORTED)],
)
def test_the_match_that_is_meant_is_printed(
    arguments: tuple[str, ...], expected: str, data: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert exported(data, *arguments) == 0
    assert capfdbinary.readouterr() == (expected.encode(), b"")


def test_out_names_a_file(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exported(data, "--out", str(tmp_path / "match.jsonl")) == 0
    assert (tmp_path / "match.jsonl").read_bytes() == NEW_EXPORTED.encode()
    assert capsys.readouterr() == ("", "")


def test_a_last_line_that_was_cut_off_is_left_out(data: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with (data / "matches" / "aa11-1.jsonl").open("a") as file:
        file.write('{"kind":"round","num')
    assert exported(data, "aa11") == 0
    assert capfdbinary.readouterr()[0] == OLD.encode()


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("zz",), "No match begins with zz: 'p2p-ligretto history' lists them."),
        (("aa",), "Several matches begin with aa: aa22-1, aa11-1."),
        (("--out", "/nowhere/at/all"), "--out"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    arguments: tuple[str, ...], hint: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exported(data, *arguments) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.splitlines()) == 1
    assert hint in errors


def test_of_many_matches_that_may_be_meant_a_few_are_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(20):
        (data / "matches" / f"bb{number:02}-1.jsonl").write_text(OLD, encoding="utf-8")
    assert exported(data, "bb") == 1
    errors = capsys.readouterr()[1]
    assert errors.endswith(" and 12 more.\n")
    assert errors.count("-1") == 8


def test_before_the_first_match_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exported(tmp_path) == 1
    assert "play one first" in capsys.readouterr()[1]


@pytest.mark.parametrize("content", ["no json\n", "[]\n", '{"kind":"round"}\n', "\n", ""])
def test_a_damaged_record_is_one_line(content: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "matches" / "aa11-1.jsonl").write_text(content)
    assert exported(data, "aa11") == 1
    errors = capsys.readouterr()[1]
    assert len(errors.splitlines()) == 1
    assert "damaged" in errors


@pytest.mark.parametrize(
    "content",
    [
        '{"kind":"match"}',
        '{"kind":"match","seats":5}',
        '{"kind":"match","seats":[]}\n{"kind":"seat"}',
        '{"kind":"match","seats":[]}\n{"kind":"score","points":5}',
        '{"kind":"match","seats":[]}\n' + "[" * 100_000,
    ],
)
def test_a_record_of_another_shape_is_damaged_and_no_fault_of_ours(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "aa33-1.jsonl").write_text(content + "\n", encoding="utf-8")
    assert exported(tmp_path) == 1
    assert "is damaged" in capsys.readouterr()[1]


def test_what_is_no_file_is_no_match(data: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    matches = data / "matches"
    (matches / "folder.jsonl").mkdir()
    (matches / "loop.jsonl").symlink_to("loop.jsonl")
    assert exported(data) == 0
    assert capfdbinary.readouterr()[0] == NEW_EXPORTED.encode()
