"""docs/history.md tells the tables and columns that there are."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from p2p_ligretto.cli import run
from p2p_ligretto.history.schema import VERSION
from p2p_ligretto.history.spreadsheet import COLUMNS
from p2p_ligretto.runtime.match_index import INDEX_FILE, open_index
from tests.history.samples import ONE_ROUND, write_record

PAGE = (Path(__file__).parents[2] / "docs" / "history.md").read_text(encoding="utf-8")


def rows_of(*heads: str) -> list[list[str]]:
    head = re.escape(f"| {' | '.join(heads)} |")
    (table,) = re.findall(rf"^{head}\n\| --- .*\n((?:\|.*\n)+)", PAGE, re.M)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()]


def test_the_tables_are_those_of_an_index(tmp_path: Path) -> None:
    write_record(tmp_path, "one", ONE_ROUND)
    with open_index(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / INDEX_FILE)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        ]
        made = {name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for name in names}
    told = {name.strip("`"): re.findall(r"`(\w+)`", columns) for name, columns in rows_of("table", "columns")}
    assert told == made


def test_the_keys_of_the_json_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(tmp_path, "one", [*ONE_ROUND, {"kind": "nothing known"}])
    told = {what: re.findall(r"`(\w+)`", keys) for what, keys in rows_of("what", "keys")}
    run(["history", "show", "--json", "--data", str(tmp_path)])
    match = json.loads(capsys.readouterr()[0])
    run(["history", "players", "--json", "--data", str(tmp_path)])
    player, _other = json.loads(capsys.readouterr()[0])
    played = match["rounds"][0]
    printed = {
        "a match": match,
        "who sat there": match["sitters"][0],
        "a round": played,
        "a score": played["scores"][0],
        "a race": played["races"][0],
        "what can't be read": match["flaw"],
        "a player": player,
    }
    assert told == {what: list(content) for what, content in printed.items()}


def test_the_version_is_the_one_that_is_made() -> None:
    assert f"`PRAGMA user_version`, {VERSION} at present" in PAGE


def test_the_columns_of_the_export_are_told_in_order() -> None:
    assert tuple(name.strip("`") for name, _meaning in rows_of("column", "holds")) == COLUMNS
