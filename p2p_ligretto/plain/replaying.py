"""A recorded match as lines: what a person at the table, or who looked on, would have read, with the time of each."""

from collections.abc import Iterator

from p2p_ligretto.node.notices import MatchEnded, RoundScored, RoundStarts
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.node.table import TableState
from p2p_ligretto.plain.place import table_lines
from p2p_ligretto.plain.reporter import Reporter
from p2p_ligretto.playback.recording import Recording, Step
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.replaying import beginning_line, ending_line, presence_lines, time_words
from p2p_ligretto.texts import _


def replay_lines(recording: Recording, own_seat: int | None) -> Iterator[str]:
    """All of it, seen from ``own_seat``; None for who looks on."""
    reporter = Reporter(bot(), auto=True)
    yield beginning_line(recording)
    for played in recording.rounds:
        yield ""
        yield line_for(RoundStarts(played.number, 0), played.dealt, own_seat) or ""
        yield from table_lines(played.dealt, own_seat)
        before = played.dealt
        for step in played.steps:
            yield from _step_lines(reporter, before, step, own_seat)
            before = step.table
    if ending := ending_line(recording):
        yield ending


def _step_lines(reporter: Reporter, before: TableState, step: Step, own_seat: int | None) -> Iterator[str]:
    for notice in step.notices:
        lines = reporter.lines(notice, step.table, own_seat)
        if isinstance(notice, RoundScored | MatchEnded):
            yield from lines
        else:
            yield from (_timed(step.time_us, line) for line in lines)
    if not step.notices:
        yield from (_timed(step.time_us, line) for line in presence_lines(before, step.table, own_seat))


def _timed(time_us: int, line: str) -> str:
    return _("{time} {line}").format(time=time_words(time_us), line=line)
