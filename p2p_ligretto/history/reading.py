"""A record read line by line, into what it comes to.

A line that can't be read, or does not fit those before it, is left out and counted: a damaged record still gives what
the rest of it tells. Only without its first line nothing is known.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from p2p_ligretto.history.lines import (
    FORMAT,
    AgreedLine,
    Known,
    MatchLine,
    MoveLine,
    PauseLine,
    ResultLine,
    ResumeLine,
    RoundLine,
    ScoreLine,
    SeatEntry,
    SeatLine,
    read_line,
)
from p2p_ligretto.history.summary import Flaw, LostRace, MatchSummary, RoundSummary, Score, Sitter

_END = b"\n"


def read_match(lines: Iterable[bytes]) -> MatchSummary:
    """What the record says whose lines these are, each with its end."""
    reading = _Reading()
    flaw: Flaw | None = None
    for number, text in enumerate(lines, start=1):
        try:
            _require(text.endswith(_END), "the line is cut off")
            reading.take(read_line(text[:-1]))
        except ValueError as error:
            flaw = Flaw(number, str(error)) if flaw is None else replace(flaw, lines=flaw.lines + 1)
            if not reading.begun:
                break
    if flaw is None and not reading.begun:
        flaw = Flaw(1, "the file is empty")
    return reading.summary(flaw)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


@dataclass
class _Clock:
    """How long a round has run: ``end_us`` is its last moment so far, ``held_us`` what pauses took of it."""

    end_us: int | None = None
    held_us: int = 0
    paused_us: int | None = None

    def reach(self, time_us: int) -> None:
        self.end_us = max(time_us, self.end_us or 0)

    def pause(self, time_us: int) -> None:
        self.paused_us = time_us

    def resume(self, time_us: int) -> None:
        if self.paused_us is not None:
            self.held_us += max(0, time_us - self.paused_us)
        self.paused_us = None

    def duration_us(self) -> int | None:
        if self.end_us is None:
            return None
        if self.paused_us is not None:
            self.resume(self.end_us)
        return max(0, self.end_us - self.held_us)


@dataclass
class _Reading:
    """What was read so far. ``take`` raises ValueError for a line that does not fit, and keeps nothing of it."""

    begun: bool = False
    _first: MatchLine = field(default_factory=MatchLine)
    _sitters: list[Sitter] = field(default_factory=list)
    _rounds: dict[int, RoundSummary] = field(default_factory=dict)
    _number: int | None = None
    """The round under way."""
    _clock: _Clock = field(default_factory=_Clock)
    _races: list[LostRace] = field(default_factory=list)
    _finished: bool = False

    def summary(self, flaw: Flaw | None) -> MatchSummary:
        self._close_round()
        return MatchSummary(
            sitters=tuple(self._sitters),
            rounds=tuple(self._rounds[number] for number in sorted(self._rounds)),
            finished=self._finished,
            rounds_planned=self._first.options.rounds,
            target_score=self._first.options.target_score,
            flaw=flaw,
        )

    def take(self, line: Known) -> None:
        if not self.begun:
            _require(isinstance(line, MatchLine), "a record begins with the line of the match")
            assert isinstance(line, MatchLine)
            self._begin(line)
            return
        match line:
            case MoveLine():
                self._take_move(line)
            case PauseLine(time=time):
                self._clock.pause(time)
            case ResumeLine(time=time):
                self._clock.resume(time)
            case AgreedLine(time=time):
                self._clock.reach(time)
            case RoundLine(number=number):
                _require(number not in self._rounds, "the round was played before")
                self._close_round()
                self._number = number
                self._rounds[number] = RoundSummary(number)
            case SeatLine():
                self._sit_down(line)
            case ScoreLine():
                self._take_score(line)
            case ResultLine():
                self._take_result(line)
            case MatchLine():
                raise ValueError("a match begins in another one")
            case _:
                pass

    def _begin(self, line: MatchLine) -> None:
        _require(line.format == FORMAT, f"its format is {line.format}, and {FORMAT} is read here")
        self._first = line
        for seat in line.seats:
            self._sit_down(seat)
        self.begun = True

    def _sit_down(self, seat: SeatEntry | SeatLine) -> None:
        _require(seat.seat == len(self._sitters), "seats are not in order")
        self._sitters.append(Sitter(seat.seat, seat.name, seat.peer))

    def _are_seats(self, *seats: int) -> None:
        _require(all(seat < len(self._sitters) for seat in seats), "there is no such seat")

    def _take_move(self, line: MoveLine) -> None:
        _require(self._number is not None, "a move belongs to a round")
        self._are_seats(line.seat)
        if line.accepted:
            self._clock.reach(line.time)
        elif line.by is not None and line.type == "play":
            self._are_seats(line.by.seat)
            self._races.append(LostRace(line.by.seat, line.seat, line.by.margin_us))

    def _take_score(self, line: ScoreLine) -> None:
        played = self._rounds.get(line.number, RoundSummary(line.number))
        _require(played.ended is None, "the round was scored before")
        self._are_seats(*(() if line.by is None else (line.by,)))
        self._are_seats(*(len(figures) - 1 for figures in (line.centre, line.left, line.points, line.totals)))
        by_seat = zip(line.centre, line.left, line.points, strict=True)
        scores = tuple(
            Score(seat, centre, left, points)
            for seat, (centre, left, points) in enumerate(by_seat)
            if centre is not None and left is not None and points is not None
        )
        self._close_round()
        played = self._rounds.get(line.number, played)
        self._rounds[line.number] = replace(played, ended=line.end, stopped_by=line.by, scores=scores)
        self._take_totals(line.totals)

    def _take_totals(self, totals: tuple[int | None, ...]) -> None:
        for seat, total in enumerate(totals):
            if total is not None:
                self._sitters[seat] = replace(self._sitters[seat], total=total)

    def _take_result(self, line: ResultLine) -> None:
        _require(not self._finished, "the match has a result")
        self._are_seats(len(line.totals) - 1, *line.winners)
        self._take_totals(line.totals)
        for seat in line.winners:
            self._sitters[seat] = replace(self._sitters[seat], won=True)
        self._finished = True

    def _close_round(self) -> None:
        """What the clock and the races say belongs to the round that was under way."""
        if self._number is not None:
            played = self._rounds[self._number]
            self._rounds[self._number] = replace(
                played, duration_us=self._clock.duration_us(), races=tuple(self._races)
            )
        self._number, self._clock, self._races = None, _Clock(), []
