"""Matches as rows of the index, and back: what is asked of the database, as text and values, and what its rows mean.

Nothing here holds a database: whoever does carries the statements out. It offers a function ``casefold`` in SQL, for
SQLite knows capitals of English only.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from p2p_ligretto.history.summary import (
    Choice,
    Flaw,
    LostRace,
    MatchSummary,
    RecordedMatch,
    RoundSummary,
    Score,
    Sitter,
)

Ask = Callable[[str, tuple[str]], Iterable[tuple[Any, ...]]]
"""Carries out a query with one value; its rows."""
Query = tuple[str, Mapping[str, str | int | None]]

_EARLIEST_NS: Final = -(2**63)
_LATEST_NS: Final = 2**63 - 1
_CHOSEN: Final = """changed_ns >= :since AND changed_ns < :until
    AND (:player IS NULL OR match IN (SELECT match FROM seats WHERE casefold(name) = :player))"""
_FIGURES: Final = """
WITH chosen AS (SELECT match FROM matches WHERE changed_ns >= :since AND changed_ns < :until),
seated AS (SELECT seats.* FROM seats JOIN chosen USING (match)),
sat AS (SELECT player, COUNT(DISTINCT match) AS matches, SUM(won) AS wins FROM seated GROUP BY player),
scored AS (
    SELECT player, COUNT(*) AS rounds, SUM(points) AS points FROM seated JOIN scores USING (match, seat) GROUP BY player
),
stopped AS (
    SELECT player, COUNT(*) AS stops, MIN(duration_us) AS fastest_us
    FROM seated JOIN rounds ON rounds.match = seated.match AND rounds.stopped_by = seated.seat
    WHERE rounds.ended = 'stop' GROUP BY player
),
won AS (
    SELECT player, COUNT(*) AS races FROM seated JOIN races ON races.match = seated.match AND races.first = seated.seat
    GROUP BY player
),
lost AS (
    SELECT player, COUNT(*) AS races FROM seated JOIN races ON races.match = seated.match AND races.late = seated.seat
    GROUP BY player
)
SELECT player, players.name, sat.matches, COALESCE(scored.rounds, 0), COALESCE(scored.points, 0), sat.wins,
    COALESCE(stopped.stops, 0), COALESCE(won.races, 0), COALESCE(lost.races, 0), stopped.fastest_us
FROM sat JOIN players USING (player) LEFT JOIN scored USING (player) LEFT JOIN stopped USING (player)
    LEFT JOIN won USING (player) LEFT JOIN lost USING (player)
WHERE :player IS NULL OR casefold(players.name) = :player
ORDER BY sat.matches DESC, players.name, player
"""
"""Figures of each player in the matches between two times; the columns are the fields of ``PlayerFigures``."""


def _values(choice: Choice) -> dict[str, str | int | None]:
    return {
        "since": _EARLIEST_NS if choice.since_ns is None else choice.since_ns,
        "until": _LATEST_NS if choice.until_ns is None else choice.until_ns,
        "player": None if choice.player is None else choice.player.casefold(),
    }


def how_many(choice: Choice) -> Query:
    """Asks for the number of matches."""
    return f"SELECT COUNT(*) FROM matches WHERE {_CHOSEN}", _values(choice)  # noqa: S608


def names_of(choice: Choice, limit: int) -> Query:
    """Asks for the names of matches, newest first; -1: of all."""
    query = f"SELECT match FROM matches WHERE {_CHOSEN} ORDER BY changed_ns DESC, match LIMIT :limit"  # noqa: S608
    return query, _values(choice) | {"limit": limit}


def names_from(beginning: str) -> Query:
    """Asks for the names that begin so, newest first."""
    query = "SELECT match FROM matches WHERE substr(match, 1, :length) = :beginning ORDER BY changed_ns DESC, match"
    return query, {"length": len(beginning), "beginning": beginning}


def figures_of(choice: Choice) -> Query:
    """Asks for what each player did, or those called so; the columns are the fields of ``PlayerFigures``."""
    return _FIGURES, _values(choice)


# ---- a match


def inserted(recorded: RecordedMatch, size: int) -> Iterator[tuple[str, tuple[str | int | None, ...]]]:
    """The statements that add a match; ``size`` is that of its record."""
    match, summary, flaw = recorded.match, recorded.summary, recorded.summary.flaw
    yield (
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match,
            size,
            recorded.changed_ns,
            summary.finished,
            summary.rounds_planned,
            summary.target_score,
            *((None, None, None) if flaw is None else (flaw.first, flaw.lines, flaw.reason)),
        ),
    )
    for one in summary.sitters:
        values = (match, one.seat, one.player, one.peer, one.name, one.total, one.won)
        yield "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)", values
    for played in summary.rounds:
        key = (match, played.number)
        yield "INSERT INTO rounds VALUES (?, ?, ?, ?, ?)", (*key, played.ended, played.stopped_by, played.duration_us)
        for score in played.scores:
            figures = (score.seat, score.centre, score.left, score.points)
            yield "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?)", (*key, *figures)
        for race in played.races:
            yield "INSERT INTO races VALUES (?, ?, ?, ?, ?)", (*key, race.first, race.late, race.margin_us)


def loaded(ask: Ask, match: str) -> RecordedMatch:
    """The match of that name, which is there."""
    key = (match,)
    ((changed_ns, finished, planned, target, line, lines, flaw),) = ask(
        "SELECT changed_ns, finished, rounds_planned, target_score, flaw_line, flaw_lines, flaw"
        " FROM matches WHERE match = ?",
        key,
    )
    scores: dict[int, list[Score]] = {}
    for number, *figures in ask(
        "SELECT number, seat, centre, left, points FROM scores WHERE match = ? ORDER BY seat", key
    ):
        scores.setdefault(number, []).append(Score(*figures))
    races: dict[int, list[LostRace]] = {}
    for number, *race in ask("SELECT number, first, late, margin_us FROM races WHERE match = ? ORDER BY rowid", key):
        races.setdefault(number, []).append(LostRace(*race))
    seats = ask("SELECT seat, name, peer, total, won FROM seats WHERE match = ? ORDER BY seat", key)
    rounds = ask("SELECT number, ended, stopped_by, duration_us FROM rounds WHERE match = ? ORDER BY number", key)
    summary = MatchSummary(
        sitters=tuple(Sitter(seat, name, peer, total, bool(won)) for seat, name, peer, total, won in seats),
        rounds=tuple(
            RoundSummary(number, ended, by, lasted, tuple(scores.get(number, ())), tuple(races.get(number, ())))
            for number, ended, by, lasted in rounds
        ),
        finished=bool(finished),
        rounds_planned=planned,
        target_score=target,
        flaw=None if flaw is None else Flaw(line, flaw, lines),
    )
    return RecordedMatch(match, changed_ns, summary)
