"""The index of the recorded matches: an SQLite file beside them, that can be thrown away at any time.

The records are the truth. Whoever asks the index brings it up to date first, in one transaction: records that are new
or have another size or time are read, those that are gone are forgotten. So it is whole after a kill at any moment.
Where no file can be used, the same tables are made in memory. What is not this program's, or of a later version of
it, is left as it is or put aside, never overwritten. This is the only file that knows sqlite3.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from p2p_ligretto.history.reading import read_match
from p2p_ligretto.history.rows import figures_of, how_many, inserted, loaded, names_from, names_of
from p2p_ligretto.history.schema import STEPS, VERSION, Step
from p2p_ligretto.history.summary import Choice, Flaw, MatchSummary, PlayerFigures, RecordedMatch
from p2p_ligretto.runtime.files import private_opener
from p2p_ligretto.runtime.records import RecordFile, as_text, list_records

INDEX_FILE: Final = "history.db"
BUSY_S: Final = 5.0
"""So long one waits for another process that is writing."""

_MEMORY: Final = ":memory:"
_NEVER_READ: Final = -1
_DAMAGE: Final = frozenset(
    {
        sqlite3.SQLITE_ERROR,  # a table or a column is missing
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_SCHEMA,
    }
)
"""What SQLite says of a file that is no sound index; what else goes wrong is the disk's fault, or that of rights."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the index is not as it was left.

    ``future``: a later version made it, it is left as it is; ``damaged``: made anew, the old one is ``aside``;
    ``unusable``: it can't be kept, because of ``reason``. Save for ``damaged`` the answers come from memory.
    """

    kind: Literal["future", "damaged", "unusable"]
    path: Path
    reason: str = ""
    aside: Path | None = None


class _FutureIndex(Exception):
    """The file was made by a later version; the only argument is its number."""


class _DamagedIndex(Exception):
    """The file is no index, or not a sound one."""


class MatchIndex:
    """The tables, up to date when they are handed out. ``trouble`` is what a person should know of them."""

    def __init__(self, connection: sqlite3.Connection, trouble: Trouble | None = None) -> None:
        self.trouble = trouble
        self._connection = connection

    def freeze(self) -> None:
        """Answer as of now, whatever another process writes meanwhile."""
        self._connection.execute("BEGIN")

    def count(self, choice: Choice) -> int:
        """How many matches are meant."""
        (count,) = self._connection.execute(*how_many(choice)).fetchone()
        return int(count)

    def matches(self, choice: Choice, limit: int = -1) -> Iterator[RecordedMatch]:
        """Those that are meant, newest first; -1: all of them."""
        for (match,) in self._connection.execute(*names_of(choice, limit)).fetchall():
            yield loaded(self._connection.execute, match)

    def named(self, beginning: str) -> tuple[RecordedMatch, ...]:
        """The match of that name, or all whose names begin so; the newest one for ``last``."""
        if beginning == "last":
            return tuple(self.matches(Choice(), 1))
        beginning = as_text(beginning)
        names = [match for (match,) in self._connection.execute(*names_from(beginning)).fetchall()]
        meant = [beginning] if beginning in names else names
        return tuple(loaded(self._connection.execute, match) for match in meant)

    def players(self, choice: Choice) -> tuple[PlayerFigures, ...]:
        """Figures of each player in the matches of that time; who played most is first."""
        return tuple(PlayerFigures(*row) for row in self._connection.execute(*figures_of(choice)))


# ---- opening it


@contextlib.contextmanager
def open_index(folder: Path, *, anew: bool = False) -> Iterator[MatchIndex]:
    """The index of the matches in ``folder``, up to date; ``anew``: every record is read again, by all means in a file.

    Raises OSError when the records can't be looked for.
    """
    records = list_records(folder)
    path = folder / INDEX_FILE
    with contextlib.ExitStack() as stack:
        index = _made(stack, path, records, anew=anew)
        index.freeze()
        yield index


def _made(stack: contextlib.ExitStack, path: Path, records: tuple[RecordFile, ...], *, anew: bool) -> MatchIndex:
    if not records and not path.exists():
        return MatchIndex(_opened(stack, None, records))
    trouble: Trouble | None = None
    try:
        try:
            return MatchIndex(_opened(stack, path, records, anew=anew))
        except _FutureIndex as error:
            (version,) = error.args
            if not anew:
                trouble = Trouble("future", path, str(version))
                return MatchIndex(_opened(stack, None, records), trouble)
            trouble = Trouble("future", path, str(version), _put_aside(path, f"version-{version}"))
        except _DamagedIndex as error:
            trouble = Trouble("damaged", path, str(error), _put_aside(path, "damaged"))
        return MatchIndex(_opened(stack, path, records), trouble)
    except (OSError, sqlite3.Error, _DamagedIndex) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return MatchIndex(_opened(stack, None, records), Trouble("unusable", path, reason))


def _put_aside(path: Path, label: str) -> Path:
    """Move the file out of the way. A journal that it leaves behind is of no file any more: SQLite drops it."""
    aside = path.with_name(f"{path.name}.{label}")
    os.replace(path, aside)
    return aside


def _opened(
    stack: contextlib.ExitStack, path: Path | None, records: tuple[RecordFile, ...], *, anew: bool = False
) -> sqlite3.Connection:
    """The tables of that file, or in memory, up to date; closed by ``stack``.

    Raises _FutureIndex, _DamagedIndex, OSError and sqlite3.Error: then it is closed again.
    """
    with contextlib.ExitStack() as opening:
        try:
            connection = _connect(path)
            opening.callback(connection.close)
            _migrate(connection)
            _update(connection, records, anew=anew)
        except sqlite3.Error as error:
            if path is not None and _is_damage(error):
                raise _DamagedIndex(str(error)) from error
            raise
        stack.push(opening.pop_all())
    return connection


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _DAMAGE


def _connect(path: Path | None) -> sqlite3.Connection:
    if path is not None and not path.exists():
        # SQLite would make it with wider rights; its journal takes those of the file.
        open(path, "ab", opener=private_opener).close()
    connection = sqlite3.connect(path or _MEMORY, timeout=BUSY_S, isolation_level=None)
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    version = _version(connection)
    ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise _DamagedIndex(found)
    if version != VERSION:
        with _transaction(connection):
            # Another process may have been first.
            for step in STEPS[_version(connection) :]:
                _take(connection, step)
            connection.execute(f"PRAGMA user_version = {VERSION}")
    if _tables(connection) != _wanted_tables():
        raise _DamagedIndex("its tables are not those of an index")


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise _FutureIndex(version)
    if version < 0:
        raise _DamagedIndex(f"its version is {version}")
    return int(version)


def _take(connection: sqlite3.Connection, step: Step) -> None:
    for statement in step:
        connection.execute(statement)


def _tables(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    return set(connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def _wanted_tables() -> set[tuple[str, ...]]:
    with contextlib.closing(sqlite3.connect(_MEMORY)) as connection:
        for step in STEPS:
            _take(connection, step)
        return _tables(connection)


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and alone: whoever else writes waits, and who reads sees what was before."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk has ended the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


# ---- bringing it up to date


def _update(connection: sqlite3.Connection, records: tuple[RecordFile, ...], *, anew: bool) -> None:
    kept = {
        match: (size, changed_ns)
        for match, size, changed_ns in connection.execute("SELECT match, size, changed_ns FROM matches")
    }
    gone = kept.keys() - {record.match for record in records}
    changed = [record for record in records if anew or kept.get(record.match) != (record.size, record.changed_ns)]
    if not gone and not changed:
        return
    with _transaction(connection):
        for match in gone:
            connection.execute("DELETE FROM matches WHERE match = ?", (match,))
        for record in changed:
            _store(connection, record)


def _store(connection: sqlite3.Connection, record: RecordFile) -> None:
    size = record.size
    try:
        with open(record.path, "rb") as file:
            summary = read_match(file)
    except FileNotFoundError:
        summary = None  # somebody tidied up
    except OSError as error:
        # It is tried again when it is asked for again.
        size, summary = _NEVER_READ, MatchSummary(flaw=Flaw(1, error.strerror or str(error)))
    connection.execute("DELETE FROM matches WHERE match = ?", (record.match,))
    if summary is not None:
        for statement, values in inserted(RecordedMatch(record.match, record.changed_ns, summary), size):
            connection.execute(statement, values)
