"""docs/history.md tells the tables and columns that there are."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

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


def test_the_version_is_the_one_that_is_made() -> None:
    assert f"`PRAGMA user_version`, {VERSION} at present" in PAGE


def test_the_columns_of_the_export_are_told_in_order() -> None:
    assert tuple(name.strip("`") for name, _meaning in rows_of("column", "holds")) == COLUMNS
