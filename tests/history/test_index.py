"""The index: it says what the records say, whatever has happened to it, and never harms them."""

import contextlib
import os
import socket
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from p2p_ligretto.history.schema import STEPS, VERSION
from p2p_ligretto.history.summary import Choice, RecordedMatch
from p2p_ligretto.runtime.match_index import INDEX_FILE, MatchIndex, Trouble, open_index
from tests.history.samples import ADA, BEA, CEM, DAY_S, NOON_S, ONE_ROUND, TWO_ROUNDS, match_line, text, write_record

EVERYTHING = Choice()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_record(tmp_path, "one", ONE_ROUND, NOON_S)
    write_record(tmp_path, "two", TWO_ROUNDS, NOON_S + DAY_S)
    return tmp_path


def indexed(data: Path, *, anew: bool = False) -> tuple[tuple[RecordedMatch, ...], Trouble | None]:
    with open_index(data, anew=anew) as index:
        return tuple(index.matches(EVERYTHING)), index.trouble


def names(data: Path, choice: Choice = EVERYTHING) -> list[str]:
    with open_index(data) as index:
        assert index.count(choice) == len(list(index.matches(choice)))
        return [one.match for one in index.matches(choice)]


def kept(data: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in (data / "matches").iterdir()}


def test_it_hands_back_what_was_read(data: Path) -> None:
    (two, one), trouble = indexed(data)
    assert trouble is None
    assert (two.match, two.changed_ns) == ("two", (NOON_S + DAY_S) * 10**9)
    assert [played.stopped_by for played in two.summary.rounds] == [1, 0]
    assert [sitter.total for sitter in one.summary.sitters] == [20, 8]
    assert indexed(data) == ((two, one), None)


def test_it_keeps_up_with_the_records(data: Path) -> None:
    assert names(data) == ["two", "one"]
    grown = write_record(data, "three", TWO_ROUNDS[:7], NOON_S + 2 * DAY_S)
    assert names(data) == ["three", "two", "one"]
    with grown.open("a") as file:
        file.write(text(TWO_ROUNDS[7:]))
    (three, *_), _trouble = indexed(data)
    assert three.summary.finished
    (data / "matches" / "two.jsonl").unlink()
    assert names(data) == ["three", "one"]


def test_what_has_not_changed_is_not_read_again(data: Path) -> None:
    before, _trouble = indexed(data)
    path = data / "matches" / "one.jsonl"
    path.write_bytes(b"x" * path.stat().st_size)
    os.utime(path, (NOON_S, NOON_S))
    assert indexed(data) == (before, None)
    assert indexed(data, anew=True)[0] != before


def test_it_is_for_its_owners_eyes_only(data: Path) -> None:
    indexed(data)
    assert stat.S_IMODE((data / INDEX_FILE).stat().st_mode) == 0o600


def test_nothing_is_made_where_nothing_is_recorded(tmp_path: Path) -> None:
    assert indexed(tmp_path / "nowhere") == ((), None)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice(player="ADA"), ["two", "one"]),
        (Choice(player="zoë"), ["three"]),
        (Choice(player="Ad"), []),
        (Choice(since_ns=(NOON_S + DAY_S) * 10**9), ["three", "two"]),
        (Choice(until_ns=(NOON_S + DAY_S) * 10**9), ["one"]),
        (Choice(player="Bea", since_ns=(NOON_S + 1) * 10**9), ["two"]),
    ],
)
def test_matches_are_chosen_by_player_and_time(choice: Choice, expected: list[str], data: Path) -> None:
    write_record(data, "three", [match_line(("ZOË", CEM), ("Cem", "dd"))], NOON_S + 2 * DAY_S)
    assert names(data, choice) == expected


def test_figures_of_players(data: Path) -> None:
    with open_index(data) as index:
        ada, bea = index.players(EVERYTHING)
        assert (ada.name, ada.matches, ada.rounds, ada.points, ada.wins, ada.stops) == ("Ada", 2, 3, 36, 1, 2)
        assert (ada.races_won, ada.races_lost, ada.fastest_us, ada.average) == (2, 1, 45_000_000, 12.0)
        assert (bea.wins, bea.stops, bea.races_won, bea.races_lost, bea.fastest_us) == (1, 1, 1, 2, 90_000_000)
        (first,) = index.players(Choice(player="bea", until_ns=(NOON_S + 1) * 10**9))
        assert (first.matches, first.rounds, first.points, first.stops, first.fastest_us) == (1, 1, 8, 0, None)


def test_a_player_goes_by_key_under_the_newest_name_and_a_bot_by_name(data: Path) -> None:
    later = [match_line(("Adele", ADA), ("Ada", CEM), ("Bea (bot)", "dd"))]
    write_record(data, "three", later, NOON_S + 2 * DAY_S)
    write_record(data, "four", [match_line(("Adele", ADA), ("Bea (bot)", "ee"))], NOON_S + 3 * DAY_S)
    with open_index(data) as index:
        found = {(one.player, one.name, one.matches) for one in index.players(EVERYTHING)}
    assert found == {(ADA, "Adele", 4), (BEA, "Bea", 2), (CEM, "Ada", 1), ("bot Bea (bot)", "Bea (bot)", 2)}


def test_a_record_that_cannot_be_opened_is_listed_and_tried_again(data: Path) -> None:
    path = data / "matches" / "three.jsonl"
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as nothing_to_open:
        nothing_to_open.bind(path.name)
    (three, *_), trouble = indexed(data)
    assert trouble is None
    assert (three.match, three.summary.sitters) == ("three", ())
    assert three.summary.flaw is not None
    path.unlink()
    write_record(data, "three", ONE_ROUND)
    assert {one.match: one.summary.flaw for one in indexed(data)[0]} == {"one": None, "two": None, "three": None}


# ---- versions


def made_by_version(data: Path, version: int) -> None:
    """An index as that version left it, with the matches as they are."""
    with closing(sqlite3.connect(data / INDEX_FILE)) as connection, connection:
        for step in STEPS[:version]:
            for statement in step:
                connection.execute(statement)
        for path in (data / "matches").iterdir():
            status = path.stat()
            row = (path.stem, status.st_size, status.st_mtime_ns, 1, None, None, None, None, None)
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute(f"PRAGMA user_version = {version}")


@pytest.mark.parametrize("version", range(VERSION))
def test_an_index_of_an_earlier_version_is_brought_up_to_this_one(version: int, data: Path) -> None:
    expected, _trouble = indexed(data)
    (data / INDEX_FILE).unlink()
    if version:
        made_by_version(data, version)
    assert indexed(data) == (expected, None)
    with closing(sqlite3.connect(data / INDEX_FILE)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("SELECT COUNT(*) FROM races").fetchone() == (3,)


def from_the_future(data: Path) -> bytes:
    with closing(sqlite3.connect(data / INDEX_FILE)) as connection, connection:
        connection.execute("CREATE TABLE notes (text TEXT)")
        connection.execute(f"PRAGMA user_version = {VERSION + 7}")
    return (data / INDEX_FILE).read_bytes()


def test_an_index_of_the_future_is_left_as_it_is(data: Path) -> None:
    expected, _trouble = indexed(data)
    (data / INDEX_FILE).unlink()
    future = from_the_future(data)
    assert indexed(data) == (expected, Trouble("future", data / INDEX_FILE, str(VERSION + 7)))
    assert (data / INDEX_FILE).read_bytes() == future


def test_made_anew_an_index_of_the_future_is_put_aside(data: Path) -> None:
    future = from_the_future(data)
    found, trouble = indexed(data, anew=True)
    assert len(found) == 2
    assert trouble is not None
    assert trouble.aside is not None
    assert trouble.aside.read_bytes() == future
    assert indexed(data) == (found, None)


# ---- damage


def wipe_middle(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:2_000] + b"\xa5" * (len(content) - 4_000) + content[-2_000:])


def drop_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE races")


def mislabel(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = -3")


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5_000])


def fill_with_text(path: Path) -> None:
    path.write_text("this is no database, and longer than a header of one would be\n" * 10)


@pytest.mark.parametrize("harm", [wipe_middle, drop_table, mislabel, cut_off, fill_with_text])
def test_a_damaged_index_is_made_anew_and_the_old_one_put_aside(harm: Callable[[Path], None], data: Path) -> None:
    expected, _trouble = indexed(data)
    before = kept(data)
    harm(data / INDEX_FILE)
    harmed = (data / INDEX_FILE).read_bytes()
    found, trouble = indexed(data)
    assert found == expected
    assert trouble is not None
    assert (trouble.kind, trouble.aside) == ("damaged", data / "history.db.damaged")
    assert (data / "history.db.damaged").read_bytes() == harmed
    assert indexed(data) == (expected, None)
    assert kept(data) == before


def test_an_emptied_index_is_filled_again(data: Path) -> None:
    expected, _trouble = indexed(data)
    (data / INDEX_FILE).write_bytes(b"")
    assert indexed(data) == (expected, None)


def test_where_no_file_can_be_made_the_answers_come_from_memory(data: Path) -> None:
    expected, _trouble = indexed(data)
    (data / INDEX_FILE).unlink()
    (data / INDEX_FILE).mkdir()
    found, trouble = indexed(data)
    assert found == expected
    assert trouble is not None
    assert trouble.kind == "unusable"
    assert trouble.reason


def test_what_another_process_writes_meanwhile_is_waited_for_or_done_without(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, _trouble = indexed(data)
    monkeypatch.setattr("p2p_ligretto.runtime.match_index.BUSY_S", 0.01)
    with closing(sqlite3.connect(data / INDEX_FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert indexed(data) == (expected, None)  # nothing is to be written
        write_record(data, "three", ONE_ROUND, NOON_S + 2 * DAY_S)
        found, trouble = indexed(data)
        other.execute("ROLLBACK")
    assert [one.match for one in found] == ["three", "two", "one"]
    assert trouble is not None
    assert trouble.kind == "unusable"
    assert indexed(data) == (found, None)


def test_what_is_asked_is_answered_as_of_one_moment(data: Path) -> None:
    with open_index(data) as index:
        assert index.count(EVERYTHING) == 2
        with closing(sqlite3.connect(data / INDEX_FILE, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("DELETE FROM matches")
            assert len(list(index.matches(EVERYTHING))) == 2


def test_a_match_is_named_by_its_beginning(data: Path) -> None:
    write_record(data, "twofold", ONE_ROUND, NOON_S - DAY_S)

    def found(index: MatchIndex, beginning: str) -> list[str]:
        return [one.match for one in index.named(beginning)]

    with open_index(data) as index:
        assert found(index, "last") == ["two"]
        assert found(index, "two") == ["two"]
        assert found(index, "tw") == ["two", "twofold"]
        assert found(index, "o") == ["one"]
        assert found(index, "%") == []
