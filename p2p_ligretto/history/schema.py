"""The tables of the index, as the steps that make each version of them out of the one before (docs/history.md).

``PRAGMA user_version`` of a database says which version it is; an empty one is version 0. A step that has something new
to be read from the records sets every ``size`` to -1: no record has that size, so all of them are read again. A step
that was released is never changed.
"""

from typing import Final

Step = tuple[str, ...]

_TABLES: Final[Step] = (
    """CREATE TABLE matches (
    match TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    changed_ns INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    rounds_planned INTEGER,
    target_score INTEGER,
    flaw_line INTEGER,
    flaw_lines INTEGER,
    flaw TEXT
)""",
    """CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    peer TEXT NOT NULL,
    name TEXT NOT NULL,
    total INTEGER,
    won INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
)""",
    """CREATE TABLE rounds (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ended TEXT,
    stopped_by INTEGER,
    duration_us INTEGER,
    PRIMARY KEY (match, number)
)""",
    """CREATE TABLE scores (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    centre INTEGER NOT NULL,
    left INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (match, number, seat)
)""",
    "CREATE INDEX matches_by_time ON matches (changed_ns)",
    "CREATE INDEX seats_by_player ON seats (player)",
    # The name is that of the newest match: beside MAX, SQLite takes other columns from the row that has it.
    """CREATE VIEW players AS
    SELECT player, name, COUNT(DISTINCT match) AS matches, MAX(changed_ns) AS changed_ns
    FROM seats JOIN matches USING (match) GROUP BY player""",
)

_RACES: Final[Step] = (
    """CREATE TABLE races (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    late INTEGER NOT NULL,
    margin_us INTEGER NOT NULL
)""",
    "CREATE INDEX races_by_match ON races (match, number)",
    "UPDATE matches SET size = -1",
)

STEPS: Final[tuple[Step, ...]] = (_TABLES, _RACES)
"""The step at place n makes version n + 1."""

VERSION: Final = len(STEPS)
