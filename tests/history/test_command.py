"""What a person sees of ``history``: tables that fit 80 columns, JSON, CSV, and a line where something is wrong."""

import csv
import io
import json
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from p2p_ligretto.cli import run
from p2p_ligretto.history.spreadsheet import COLUMNS, harmless
from p2p_ligretto.runtime.match_index import INDEX_FILE
from tests.history.samples import (
    ADA,
    BEA,
    DAY_S,
    NOON_S,
    ONE_ROUND,
    TWO_ROUNDS,
    match_line,
    result,
    score,
    text,
    write_record,
)

LONG_NAMES = ["W" * 16, "雪" * 8, *(f"Somebody Nr {seat:04}" for seat in range(10))]


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as there:
        there.setenv("TZ", "Europe/Berlin")
        there.delenv("COLUMNS", raising=False)
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    write_record(folder, "11112222aaaa", ONE_ROUND, NOON_S)
    write_record(folder, "33334444bbbb", TWO_ROUNDS, NOON_S + DAY_S)
    return folder


class Said:
    """What a command line came to."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.code = run(["history", *arguments])
        self.output, self.errors = capsys.readouterr()
        self.lines = self.output.splitlines()


def test_matches_are_listed_newest_first(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "--data", str(data))
    assert (said.code, said.errors) == (0, "")
    assert [" ".join(line.split()) for line in said.lines] == [
        "match last change rounds state players and points",
        "33334444 2026-09-22 16:13 2/2 finished Bea 20, Ada 16",
        "11112222 2026-09-21 16:13 1/1 finished Ada 20, Bea 8",
    ]


@pytest.mark.parametrize(
    ("arguments", "matches"),
    [
        (("--since", "2026-09-22"), ["33334444"]),
        (("--until", "2026-09-21"), ["11112222"]),
        (("--since", "2026-09-21", "--until", "2026-09-21"), ["11112222"]),
        (("--player", "bea"), ["33334444", "11112222"]),
        (("--limit", "1"), ["33334444"]),
    ],
)
def test_only_what_is_asked_for_is_listed(
    arguments: tuple[str, ...], matches: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Said(capsys, "--data", str(data), *arguments)
    assert [line.split()[0] for line in said.lines[1 : 1 + len(matches)]] == matches
    assert ("--limit 2 shows all" in said.output) == ("--limit" in arguments)


def test_when_nothing_is_meant_it_says_so(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ((), ("players",)):
        said = Said(capsys, *command, "--data", str(data), "--player", "Nobody")
        assert (said.code, len(said.lines)) == (0, 1)
        assert "2 matches" in said.output
        said = Said(capsys, *command, "--data", str(tmp_path / "new"))
        assert (said.code, len(said.lines)) == (0, 1)
        assert "play one first" in said.output
    assert not (tmp_path / "new").exists()


def test_a_match_in_play_and_one_that_was_given_up(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = TWO_ROUNDS[:7]
    write_record(data, "55556666", begun, NOON_S + 2 * DAY_S)
    write_record(data, "77778888", begun, int(time.time()))
    states = {one["match"]: one["state"] for one in json.loads(Said(capsys, "--data", str(data), "--json").output)}
    assert states == {
        "11112222aaaa": "finished",
        "33334444bbbb": "finished",
        "55556666": "unfinished",
        "77778888": "in play",
    }


def large_match() -> list[dict[str, Any]]:
    sitters = [(name, f"{seat:032x}") for seat, name in enumerate(LONG_NAMES)]
    points = [seat * 3 - 10 for seat in range(len(sitters))]
    rounds = [
        line
        for number in range(1, 4)
        for line in (
            {"kind": "round", "number": number, "dealt": []},
            score(number, points, [point * number for point in points], by=number % len(points)),
        )
    ]
    return [match_line(*sitters), *rounds, result([point * 3 for point in points], len(points) - 1)]


@pytest.mark.parametrize("command", [(), ("show",), ("players",)])
@pytest.mark.parametrize("columns", ["80", "120"])
def test_the_longest_names_fit(
    command: tuple[str, ...],
    columns: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    write_record(tmp_path, "large", large_match())
    said = Said(capsys, *command, "--data", str(tmp_path))
    assert (said.code, said.errors) == (0, "")
    assert max(map(wcswidth, said.lines)) <= int(columns)
    assert "Somebody Nr 0009" in said.output


def test_a_match_is_shown_round_by_round(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "show", "3333", "--data", str(data))
    assert (said.code, said.errors) == (0, "")
    assert said.lines == [
        "Match 33334444bbbb, last change 2026-09-22 16:13: finished",
        "",
        "player  total  stops  races won  races lost",
        "Bea        20      1          1           1  winner",
        "Ada        16      1          1           1",
        "",
        "round  time    ended        points",
        "1      1:30.0  stop by Bea  Bea 14, Ada 4",
        "2      0:45.0  stop by Ada  Ada 12, Bea 6",
    ]
    assert Said(capsys, "show", "--data", str(data)).lines == said.lines


def test_a_match_that_is_not_meant_alone_is_one_line(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_record(data, "3333zzzz", ONE_ROUND)
    for arguments, hint in (
        (("zz", "--data", str(data)), "history"),
        (("3333", "--data", str(data)), "33334444bbbb, 3333zzzz"),
        (("--data", str(tmp_path / "new")), "play one first"),
    ):
        said = Said(capsys, "show", *arguments)
        assert (said.code, said.output, len(said.errors.splitlines())) == (1, "", 1)
        assert hint in said.errors


def test_figures_of_players(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "players", "--data", str(data))
    assert (said.code, said.errors) == (0, "")
    assert said.lines == [
        "player  matches  rounds  average  wins  stops  races  fastest",
        "Ada           2       3     12.0     1      2    2:1   0:45.0",
        "Bea           2       3      9.3     1      1    1:2   1:30.0",
    ]
    (ada,) = json.loads(Said(capsys, "players", "--player", "ada", "--json", "--data", str(data)).output)
    assert (ada["name"], ada["average"], ada["fastest_us"]) == ("Ada", 12.0, 45_000_000)


def test_two_players_of_one_name_are_told_apart(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(data, "5555", [match_line(("Ada", "99" * 16), ("Bea", BEA))])
    lines = Said(capsys, "players", "--data", str(data)).lines
    assert {line[:8] for line in lines[1:] if line.startswith("Ada")} == {"Ada aaaa", "Ada 9999"}


# ---- CSV


def exported(data: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    assert run(["history", "export", "--csv", "-", "--data", str(data)]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr()[0], newline=""), strict=True))


def test_a_line_for_each_player_in_each_round(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = exported(data, capsys)
    assert [
        (row["match"], row["round"], row["player"], row["points"], row["total"], row["stopped"]) for row in rows
    ] == [
        ("33334444bbbb", "1", "Ada", "4", "4", "no"),
        ("33334444bbbb", "1", "Bea", "14", "14", "yes"),
        ("33334444bbbb", "2", "Ada", "12", "16", "yes"),
        ("33334444bbbb", "2", "Bea", "6", "20", "no"),
        ("11112222aaaa", "1", "Ada", "20", "20", "yes"),
        ("11112222aaaa", "1", "Bea", "8", "8", "no"),
    ]
    assert rows[0]["changed"] == "2026-09-22T14:13:20Z"
    assert (rows[0]["seconds"], rows[0]["races_won"], rows[0]["races_lost"], rows[0]["key"]) == (
        "90.000",
        "0",
        "1",
        ADA,
    )


def test_names_of_any_kind_come_back_and_none_is_a_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [
        '=HYPERLINK("x")',
        "+1",
        "-2",
        "@SUM(A1)",
        "\uff1d1",
        "'quoted",
        'a "b", c',
        "a\r\nb",
        "\t=1",
        "Zoë 雪",
        ";",
    ]
    sitters = [(name, f"{seat:032x}") for seat, name in enumerate(names)]
    zeros = [0] * len(names)
    write_record(tmp_path, "names", [match_line(*sitters), score(1, zeros, zeros)])
    found = [row["player"] for row in exported(tmp_path, capsys)]
    assert [name.removeprefix("'") for name in found[:5]] == names[:5]
    assert not [name for name in found if name[0] in "=+-@\uff1d\t\r\n"]
    assert [name[1:] if name[0] == "'" else name for name in found] == names
    assert harmless("Ada") == "Ada"


def test_a_file_is_written_with_the_line_ends_of_the_standard(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "rounds.csv"
    target.write_text("what was there before")
    said = Said(capsys, "export", "--csv", str(target), "--since", "2026-09-22", "--data", str(data))
    assert (said.code, said.output, said.errors) == (0, "", "")
    content = target.read_bytes()
    assert content.startswith(",".join(COLUMNS).encode() + b"\r\n")
    assert content.count(b"\r\n") == content.count(b"\n") == 5
    assert content.endswith(b"\r\n")


def test_where_it_cannot_be_written_it_is_one_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "export", "--csv", "/nowhere/at/all", "--data", str(data))
    assert (said.code, said.output, len(said.errors.splitlines())) == (1, "", 1)
    assert "--csv" in said.errors


# ---- when something is wrong


def test_damaged_records_are_listed_and_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = text(TWO_ROUNDS).encode()[:-30]
    write_record(data, "5555dddd", cut, NOON_S + 2 * DAY_S)
    write_record(data, "6666dddd", b"\x1b[2Jrubbish\n", NOON_S + 3 * DAY_S)
    said = Said(capsys, "--data", str(data))
    assert said.code == 0
    assert said.lines[1].split()[0::4] == ["6666dddd", "damaged"]
    assert " ".join(said.lines[2].split()) == "5555dddd 2026-09-23 16:13 2/2 damaged Bea 20, Ada 16"
    first, second = said.errors.splitlines()
    assert "6666dddd" in first
    assert "5555dddd" in second
    assert f"line {len(TWO_ROUNDS)} " in second
    assert "\x1b" not in said.output + said.errors
    assert Said(capsys, "show", "6666", "--data", str(data)).code == 0


def test_an_index_of_the_future_is_left_alone_until_it_is_said_otherwise(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = Said(capsys, "--data", str(data)).output
    with closing(sqlite3.connect(data / INDEX_FILE)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    future = (data / INDEX_FILE).read_bytes()
    said = Said(capsys, "--data", str(data))
    assert (said.code, said.output, len(said.errors.splitlines())) == (0, expected, 1)
    assert "later version" in said.errors
    assert "history rebuild" in said.errors
    assert (data / INDEX_FILE).read_bytes() == future
    said = Said(capsys, "rebuild", "--data", str(data))
    assert said.code == 0
    assert f"{INDEX_FILE}.version-99" in said.errors
    assert (data / f"{INDEX_FILE}.version-99").read_bytes() == future
    said = Said(capsys, "--data", str(data))
    assert (said.output, said.errors) == (expected, "")


def test_a_damaged_index_is_told_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = Said(capsys, "players", "--data", str(data)).output
    (data / INDEX_FILE).write_bytes(b"damage" * 1_000)
    said = Said(capsys, "players", "--data", str(data))
    assert (said.code, said.output, len(said.errors.splitlines())) == (0, expected, 1)
    assert "made anew" in said.errors
    said = Said(capsys, "players", "--data", str(data))
    assert (said.output, said.errors) == (expected, "")


def test_without_a_place_for_the_index_the_answer_is_the_same(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = Said(capsys, "--data", str(data)).output
    (data / INDEX_FILE).unlink()
    (data / INDEX_FILE).mkdir()
    said = Said(capsys, "--data", str(data))
    assert (said.code, said.output, len(said.errors.splitlines())) == (0, expected, 1)
    assert "nothing is lost" in said.errors
    said = Said(capsys, "rebuild", "--data", str(data))
    assert (said.code, said.output, len(said.errors.splitlines())) == (1, "", 1)


def test_a_folder_that_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "matches").write_text("not a folder")
    said = Said(capsys, "--data", str(tmp_path))
    assert (said.code, said.output, len(said.errors.splitlines())) == (1, "", 1)
    assert "--data" in said.errors


def test_a_time_that_no_calendar_has_is_shown_as_none(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.utime(data / "matches" / "11112222aaaa.jsonl", (-(10**9), -(10**9)))
    said = Said(capsys, "--data", str(data))
    assert (said.code, said.errors) == (0, "")
    assert said.lines[-1].startswith("11112222  1938-")


def test_a_file_that_is_exported_keeps_its_rights_and_its_neighbours(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, neighbour = tmp_path / "rounds.csv", tmp_path / "rounds.csv.new"
    target.write_text("old")
    target.chmod(0o640)
    neighbour.write_text("somebody's")
    assert Said(capsys, "export", "--csv", str(target), "--data", str(data)).code == 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert neighbour.read_text() == "somebody's"
    assert {path.name for path in tmp_path.iterdir()} == {"data", target.name, neighbour.name}


def test_a_new_file_has_the_rights_of_any_other_and_as_long_a_name(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, other = tmp_path / ("r" * 251 + ".csv"), tmp_path / "other"
    other.touch()
    assert Said(capsys, "export", "--csv", str(target), "--data", str(data)).code == 0
    assert target.stat().st_mode == other.stat().st_mode


def test_odd_files_among_the_records_hide_no_match(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(data, "from the year 2300", ONE_ROUND, 10_413_792_000)
    folder = data / "matches"
    try:
        os.rename(folder / "33334444bbbb.jsonl", os.fsencode(folder) + b"/not \xff utf-8.jsonl")
        os.rename(folder / "11112222aaaa.jsonl", os.fsencode(folder) + b"/not \xfe utf-8.jsonl")
    except OSError:
        pytest.skip("this file system takes no name that is no text")
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    (folder / "folder.jsonl").mkdir()
    said = Said(capsys, "--json", "--data", str(data))
    assert (said.code, said.errors) == (0, "")
    assert [one["match"] for one in json.loads(said.output)] == [
        "from the year 2300",
        "not \\xff utf-8",
        "not \\xfe utf-8",
    ]
    assert Said(capsys, "show", os.fsdecode(b"not \xff"), "--data", str(data)).code == 0
