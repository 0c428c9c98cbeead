"""Recorded matches and players' figures as tables of text: as wide as the terminal, or 80 columns into a pipe."""

import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from typing import Final

from p2p_ligretto.history.summary import PlayerFigures, RecordedMatch, RoundSummary, Sitter
from p2p_ligretto.speech.words import decimal
from p2p_ligretto.texts import _
from p2p_ligretto.tui.cells import clip, width
from p2p_ligretto.wire.names import MAX_NAME_CELLS
from p2p_ligretto.wire.printable import printable

IN_PLAY_NS: Final = 600 * 10**9
"""A match without a result counts as being played so long after its record has last grown."""
SHOWN_DIGITS: Final = 8
NARROWEST: Final = 60
_GAP: Final = "  "


def state_of(recorded: RecordedMatch, now_ns: int) -> str:
    """``finished``, ``in play``, ``damaged`` or ``unfinished``: as it stands in JSON too."""
    summary = recorded.summary
    if not summary.finished and summary.sitters and 0 <= now_ns - recorded.changed_ns < IN_PLAY_NS:
        return "in play"
    if summary.flaw is not None:
        return "damaged"
    return "finished" if summary.finished else "unfinished"


def _state_word(state: str) -> str:
    return {
        "finished": _("finished"),
        "in play": _("in play"),
        "damaged": _("damaged"),
        "unfinished": _("unfinished"),
    }[state]


# ---- times


def day_ns(day: date) -> int:
    """When this day begins here."""
    return int(datetime.combine(day, time()).astimezone().timestamp()) * 10**9


def changed_utc(recorded: RecordedMatch) -> str:
    """When the record last grew, the same everywhere; nothing for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(recorded.changed_ns // 10**9, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return ""


def _changed_here(recorded: RecordedMatch) -> str:
    try:
        return datetime.fromtimestamp(recorded.changed_ns // 10**9).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return "?"


def duration(duration_us: int | None) -> str:
    """Minutes and seconds, such as 1:03.4."""
    if duration_us is None:
        return "-"
    tenths = duration_us // 100_000
    return decimal(f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}")


# ---- tables


def columns_shown() -> int:
    """How wide a line may be."""
    return max(NARROWEST, shutil.get_terminal_size((80, 24)).columns)


def encodable(text: str) -> str:
    """``text`` with an escape for what standard output has no character for."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _name(name: str) -> str:
    return clip(encodable(printable(name)), MAX_NAME_CELLS)


def _aligned(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> Iterator[str]:
    """Rows with columns as wide as their widest cell; those in ``right`` stand at its right side."""
    widths = [max(map(width, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        padded = []
        for column, cell in enumerate(row):
            blanks = " " * (widths[column] - width(cell))
            padded.append(blanks + cell if column in right else cell + blanks)
        yield _GAP.join(padded).rstrip()


def _best_first(sitters: Sequence[Sitter]) -> list[Sitter]:
    """Winners first, then by total; who played in no round is last."""
    return sorted(sitters, key=lambda one: (not one.won, one.total is None, -(one.total or 0), one.seat))


def matches_table(found: Sequence[RecordedMatch], now_ns: int) -> tuple[str, ...]:
    """One line a match; players that have no room are counted."""
    digits = _telling_digits([one.match for one in found])
    rows = [[_("match"), _("last change"), _("rounds"), _("state")]]
    for one in found:
        state = _state_word(state_of(one, now_ns))
        rows.append([printable(one.match[:digits]), _changed_here(one), _rounds(one), state])
    lines = _aligned_whole(rows)
    room = columns_shown() - width(lines[0]) - len(_GAP)
    players = [_("players and points"), *(_players(one, room) for one in found)]
    return tuple((line + _GAP + cell).rstrip() for line, cell in zip(lines, players, strict=True))


def _aligned_whole(rows: Sequence[Sequence[str]]) -> list[str]:
    """All lines of the same width."""
    lines = list(_aligned(rows))
    widest = max(map(width, lines))
    return [line + " " * (widest - width(line)) for line in lines]


def _telling_digits(names: Sequence[str]) -> int:
    """So much of each name tells them apart."""
    digits = SHOWN_DIGITS
    while len({name[:digits] for name in names}) < len(set(names)):
        digits += 1
    return digits


def _rounds(recorded: RecordedMatch) -> str:
    summary = recorded.summary
    scored = sum(played.ended is not None for played in summary.rounds)
    return str(scored) if summary.rounds_planned is None else f"{scored}/{summary.rounds_planned}"


def _players(recorded: RecordedMatch, room: int) -> str:
    told = [f"{_name(one.name)} {_figure(one.total)}" for one in _best_first(recorded.summary.sitters)]
    if not told:
        return "-"
    for count in range(len(told), 0, -1):
        rest = len(told) - count
        text = ", ".join(told[:count]) + (f", +{rest}" if rest else "")
        if width(text) <= room:
            return text
    return clip(told[0], room)


def _figure(number: int | None) -> str:
    return "-" if number is None else str(number)


def match_lines(recorded: RecordedMatch, now_ns: int) -> Iterator[str]:
    """One match: who played, and each round."""
    summary = recorded.summary
    yield _("Match {match}, last change {when}: {state}").format(
        match=printable(recorded.match), when=_changed_here(recorded), state=_state_word(state_of(recorded, now_ns))
    )
    if summary.sitters:
        yield ""
        yield from _standings(recorded)
    if summary.rounds:
        yield ""
        yield from _rounds_table(recorded)


def _standings(recorded: RecordedMatch) -> Iterator[str]:
    rounds = recorded.summary.rounds
    stops = Counter(played.stopped_by for played in rounds if played.ended == "stop")
    won = Counter(race.first for played in rounds for race in played.races)
    lost = Counter(race.late for played in rounds for race in played.races)
    rows = [[_("player"), _("total"), _("stops"), _("races won"), _("races lost"), ""]]
    for one in _best_first(recorded.summary.sitters):
        figures = (_figure(one.total), str(stops[one.seat]), str(won[one.seat]), str(lost[one.seat]))
        rows.append([_name(one.name), *figures, _("winner") if one.won else ""])
    yield from _aligned(rows, frozenset({1, 2, 3, 4}))


def _rounds_table(recorded: RecordedMatch) -> Iterator[str]:
    sitters, rounds = recorded.summary.sitters, recorded.summary.rounds
    rows = [[_("round"), _("time"), _("ended")]]
    rows.extend([str(played.number), duration(played.duration_us), _ended(played, sitters)] for played in rounds)
    points = [[_("points")], *(_points(played, sitters) for played in rounds)]
    lines = _aligned_whole(list(map(tuple, rows)))
    room = max(20, columns_shown() - width(lines[0]) - len(_GAP))
    for line, told in zip(lines, points, strict=True):
        first, *more = _filled(told, room)
        yield (line + _GAP + first).rstrip()
        for part in more:
            yield " " * (width(line) + len(_GAP)) + part


def _ended(played: RoundSummary, sitters: Sequence[Sitter]) -> str:
    if played.ended == "stop" and played.stopped_by is not None:
        return _("stop by {name}").format(name=_name(sitters[played.stopped_by].name))
    words = {"stop": _("stop"), "blocked": _("blocked"), "agreed": _("agreed"), None: _("not scored")}
    return words.get(played.ended) or printable(played.ended or "", MAX_NAME_CELLS)


def _filled(told: Sequence[str], room: int) -> list[str]:
    """What is told, as an enumeration in lines of that width."""
    lines = [told[0]]
    for text in told[1:]:
        if width(lines[-1]) + width(text) + 3 <= room:
            lines[-1] += f", {text}"
        else:
            lines[-1] += ","
            lines.append(text)
    return lines


def _points(played: RoundSummary, sitters: Sequence[Sitter]) -> list[str]:
    best_first = sorted(played.scores, key=lambda score: (-score.points, score.seat))
    return [f"{_name(sitters[score.seat].name)} {score.points}" for score in best_first] or ["-"]


def figures_table(players: Sequence[PlayerFigures]) -> tuple[str, ...]:
    """One line a player; who has the name of another one is told apart by the beginning of the key."""
    names = Counter(_name(one.name) for one in players)
    # Translators: heads of columns: matches won, rounds stopped, races for a pile (won:lost), fastest round stopped.
    heads = [_("player"), _("matches"), _("rounds"), _("average"), _("wins"), _("stops"), _("races"), _("fastest")]
    rows = [heads]
    for one in players:
        name = _name(one.name)
        shown = name if names[name] == 1 else f"{name} {one.player[:4]}"
        average = "-" if one.average is None else decimal(f"{one.average:.1f}")
        figures = (one.matches, one.rounds, average, one.wins, one.stops)
        races = f"{one.races_won}:{one.races_lost}"
        rows.append([shown, *map(str, figures), races, duration(one.fastest_us)])
    return tuple(_aligned(rows, frozenset(range(1, len(heads)))))
