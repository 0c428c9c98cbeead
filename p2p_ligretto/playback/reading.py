"""Record lines made into a ``Recording``: folded by the rules of the game, which have to agree with the record.

A record that breaks off (its program crashed, the match is still going on) is read as far as it goes; so is one of
which a line is damaged, or says something else than the rules do. The recording tells where that is.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from p2p_ligretto.game import rules
from p2p_ligretto.game.cards import parse_card
from p2p_ligretto.game.moves import Move, Play
from p2p_ligretto.game.state import Opening, Rejected, RoundState
from p2p_ligretto.node import notices as say
from p2p_ligretto.node.lies import FORGED, FORK
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.pause_fold import PAUSED, is_held_up
from p2p_ligretto.node.races import Race, with_race
from p2p_ligretto.node.table import IN_PLAY, PLAYING, Phase, Seat, TableState
from p2p_ligretto.playback.lines import (
    AbsentLine,
    AgreedLine,
    AuditLine,
    ForkLine,
    LieLine,
    Line,
    MatchLine,
    MoveLine,
    NoRecord,
    PauseLine,
    PresentLine,
    ResultLine,
    ResumeLine,
    RoundLine,
    ScoreLine,
    SeatEntry,
    SeatLine,
    read_first_line,
    read_line,
)
from p2p_ligretto.playback.outcomes import ended, require, scored
from p2p_ligretto.playback.recording import Flaw, RecordedRound, Recording, Step
from p2p_ligretto.playback.written_moves import cards_of, move_of

_HELD: Final = Rejected(PAUSED)


def read_recording(lines: Iterable[str]) -> Recording:
    """The match that these lines record, each without its end.

    Raises NoRecord for what is no record or holds no round, OtherFormat for what another version has written.
    """
    numbered = enumerate(lines, start=1)
    _number, first = next(numbered, (0, ""))
    reading = _Reading(read_first_line(first))
    flaw = None
    for number, text in numbered:
        try:
            reading.take(read_line(text))
        except ValueError as error:
            flaw = Flaw(number, str(error))
            break
    return reading.recording(flaw)


class _Reading:
    """The table between two lines of a record, and all that came before. ``take`` raises ValueError.

    ``members`` is None until the first round begins: nothing has been said of them, and all who play are there.
    """

    def __init__(self, first: MatchLine) -> None:
        self._match = first.id
        self._table = TableState(b"", name=first.id, options=first.options)
        self._members: frozenset[int] | None = None
        self._rounds: list[RecordedRound] = []
        self._dealt = self._table
        self._steps: list[Step] = []
        self._races: tuple[Race, ...] = ()
        self._early: list[Notice] = []
        """What was told in a deal."""
        try:
            for seat in first.seats:
                self._take_seat(seat)
        except ValueError as error:
            raise NoRecord(str(error)) from error

    def recording(self, flaw: Flaw | None) -> Recording:
        """All that was taken. Raises NoRecord if no round has begun."""
        self._end_round()
        if not self._rounds:
            raise NoRecord("no round has begun in it" if flaw is None else f"line {flaw.line}: {flaw.reason}")
        return Recording(self._match, tuple(self._rounds), self._table.phase is Phase.FINISHED, flaw)

    def take(self, line: Line) -> None:
        """The next line of the record."""
        require(self._table.phase is not Phase.FINISHED, "something follows the result")
        match line:
            case MoveLine():
                self._take_move(line)
            case RoundLine():
                self._take_round(line)
            case ScoreLine():
                self._take_score(line)
            case ResultLine():
                self._take_result(line)
            case SeatLine():
                self._take_seat(line)
            case LieLine(seat=seat, check=check):
                self._tell(say.LieFound(seat, check), seat)
            case ForkLine(seat=seat):
                self._tell(say.LieFound(seat, FORK), seat)
            case AuditLine():
                self._take_audit(line)
            case _:
                self._take_change(line)

    # ---- who is there

    def _take_seat(self, seat: SeatLine | SeatEntry) -> None:
        table = self._table
        require(seat.seat == len(table.seats), "seats are not in order")
        entry = Seat(bytes.fromhex(seat.peer), seat.name, present=False)
        self._table = replace(table, seats=(*table.seats, entry), totals=(*table.totals, None))

    def _is_seat(self, *seats: int) -> None:
        require(all(seat < len(self._table.seats) for seat in seats), "there is no such seat")

    def _with_members(self, table: TableState) -> TableState:
        """The table with those present who are, and the round ended if all of them are blocked."""
        members = self._members or frozenset()
        seats = tuple(replace(seat, present=number in members) for number, seat in enumerate(table.seats))
        table = replace(table, seats=seats)
        if table.round is None or table.phase not in IN_PLAY:
            return table
        return replace(table, round=rules.with_present(table.round, members & frozenset(table.players) - table.out))

    # ---- a round

    def _take_round(self, line: RoundLine) -> None:
        table = self._table
        require(table.phase in (Phase.LOBBY, Phase.BETWEEN), "a round begins in another one")
        require(line.number == table.number + 1, "rounds are not in order")
        self._is_seat(*(dealt.seat for dealt in line.dealt))
        openings = {dealt.seat: Opening(cards_of(dealt.row), parse_card(dealt.stack_top)) for dealt in line.dealt}
        require(len(openings) == len(line.dealt), "a seat is dealt in twice")
        state = rules.deal(table.options, openings, len(table.seats))
        hidden = {dealt.seat: (dealt.stack, dealt.hand) for dealt in line.dealt}
        require(all(_counts(state, seat) == counts for seat, counts in hidden.items()), "the cards are miscounted")
        self._end_round()
        if self._members is None:
            self._members = frozenset(openings)
        table = replace(
            table,
            phase=PLAYING,
            number=line.number,
            players=tuple(sorted(openings)),
            round=state,
            paused=False,
            resumes_us=0,
            out=frozenset(),
        )
        self._dealt = self._table = self._with_members(table)
        if self._early:
            self._add(0, self._table, *self._early)
            self._early = []

    def _end_round(self) -> None:
        if self._dealt.number:
            times = tuple(step.time_us for step in self._steps)
            self._rounds.append(RecordedRound(self._dealt, tuple(self._steps), times))
        self._steps, self._races = [], ()

    def _add(self, time_us: int, table: TableState, *told: Notice, race: Race | None = None) -> None:
        """One more step; an end of the round that it has brought is told with it."""
        state = table.round
        if table.phase is PLAYING and state is not None and state.end is not None:
            table = replace(table, phase=Phase.CLOSING, paused=False)
            told = (*told, say.RoundEnded(table.number, state.end.kind, state.end.by))
        if self._steps:
            time_us = max(time_us, self._steps[-1].time_us)
        self._table = table
        self._steps.append(Step(time_us, table, told, race))

    def _now_us(self) -> int:
        return self._steps[-1].time_us if self._steps else 0

    def _tell(self, notice: Notice, seat: int) -> None:
        self._is_seat(seat)
        if self._table.phase in IN_PLAY:
            self._add(self._now_us(), self._table, notice)
        else:
            self._early.append(notice)

    def _take_change(self, line: PresentLine | AbsentLine | PauseLine | ResumeLine | AgreedLine) -> None:
        table = self._table
        if isinstance(line, PresentLine):
            self._is_seat(*line.seats)
            self._members = frozenset(line.seats)
            self._table = self._with_members(table)
            if table.phase in IN_PLAY:
                self._add(line.time, self._table)
            return
        require(table.phase is PLAYING and table.round is not None, "that belongs to a round that is played")
        assert table.round is not None
        match line:
            case AbsentLine(seats=seats):
                require(set(seats) <= set(table.players), "who is absent does not play")
                self._add(line.time, self._with_members(replace(table, out=frozenset(seats))))
            case PauseLine(seat=seat):
                self._is_seat(seat)
                require(not table.paused, "the round is paused already")
                self._add(line.time, replace(table, paused=True), say.RoundPaused(seat))
            case ResumeLine(seat=seat, time=resumes_us):
                self._is_seat(seat)
                require(table.paused, "the round is not paused")
                # The time is that of the first legal move: moves before it were rejected.
                now_us = self._now_us()
                told = say.RoundResumed(seat, max(0, resumes_us - now_us))
                self._add(now_us, replace(table, paused=False, resumes_us=resumes_us), told)
            case AgreedLine():
                self._add(line.time, replace(table, round=rules.agree(table.round)))

    # ---- moves

    def _take_move(self, line: MoveLine) -> None:
        table = self._table
        require(table.phase in IN_PLAY, "a move belongs to a round")
        self._is_seat(line.seat)
        move = move_of(line)
        after, rejected = self._judged(line, move)
        by = None if line.by is None else (line.by.seat, line.by.margin_us)
        said = None if line.accepted else (line.reason, *(by or (None, None)))
        found = None if rejected is None else (rejected.reason, rejected.by, rejected.margin_us)
        require(said == found, "the rules say something else of this move")
        if rejected is None:
            self._add(line.time, after, say.Moved(line.seat, move))
            return
        race = None
        if rejected.by is not None and isinstance(move, Play):
            race = Race(move.card, move.pile, rejected.by, line.seat, rejected.margin_us or 0)
            self._races = with_race(self._races, race)
        told = say.MoveRejected(line.seat, move, rejected.reason, rejected.by, rejected.margin_us)
        self._add(line.time, after, told, race=race)

    def _judged(self, line: MoveLine, move: Move) -> tuple[TableState, Rejected | None]:
        """What comes of a move; whether a card was forged can't be seen from here."""
        table = self._table
        assert table.round is not None, "a round is played"
        if line.reason == FORGED.reason:
            return table, FORGED
        if line.seat in table.players:
            if line.time < 0:
                return table, rules.ILLEGAL
            if table.phase is PLAYING and is_held_up(table, line.time):
                return table, _HELD
        outcome = rules.apply(table.round, line.seat, move, line.time)
        return replace(table, round=outcome.state), outcome.rejected

    # ---- what it comes to

    def _take_audit(self, line: AuditLine) -> None:
        caught = {told.seat for step in self._steps for told in step.notices if isinstance(told, say.LieFound)}
        for verdict in line.verdicts:
            check = "withheld" if verdict.verdict == "withheld" else verdict.check
            if check and verdict.seat not in caught:
                self._tell(say.LieFound(verdict.seat, check), verdict.seat)

    def _take_score(self, line: ScoreLine) -> None:
        table, told = scored(self._table, line, self._races)
        self._add(self._now_us(), table, told)

    def _take_result(self, line: ResultLine) -> None:
        self._is_seat(*line.winners)
        table, told = ended(self._table, line)
        self._add(self._now_us(), table, told)


def _counts(state: RoundState, seat: int) -> tuple[int, int]:
    area = state.area(seat)
    assert area is not None, "who is dealt in has cards"
    return area.stack, area.hand
