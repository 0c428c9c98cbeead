"""A session in the line interface: what happens is printed, what is typed is done.

It ends with the match where a bot plays at the own place, unless it is there for rematches; else when the person
leaves, input ends or nobody reads the output any more. Leaving the table politely is the driver's part, when it is
closed.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import trio

from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.moves import Move
from p2p_ligretto.node.intents import Act, Admit, ForceStart, Intent, SetReady
from p2p_ligretto.node.notices import (
    CallerAsks,
    CallerGone,
    CodeWanted,
    DialFailed,
    JoinFailed,
    KickedOut,
    Left,
    MatchEnded,
    Notice,
    RoundResumed,
    RoundStarts,
    SeatTaken,
)
from p2p_ligretto.node.readiness import BY_HAND, Readiness
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.plain.affairs import intents_for
from p2p_ligretto.plain.code_asking import show_code
from p2p_ligretto.plain.commands import (
    Affair,
    AgreeEnd,
    Answer,
    AnswerCaller,
    AutoFill,
    CastVote,
    Command,
    ForceDeal,
    GoOn,
    HearOrNot,
    Help,
    Look,
    NextLesson,
    PauseRound,
    Quit,
    Rules,
    SayEmote,
    SayReady,
    SayWords,
    Talk,
    Unclear,
    Who,
    help_lines,
    parse,
)
from p2p_ligretto.plain.company import company_lines, played_lines, warning_lines
from p2p_ligretto.plain.own_place import OwnPlace
from p2p_ligretto.plain.place import look_lines
from p2p_ligretto.plain.reporter import Reporter
from p2p_ligretto.plain.streams import LineReader, LineWriter
from p2p_ligretto.plain.talk import talk_for
from p2p_ligretto.runtime.bot_session import StartSignal, keep_ready, play_by_bot
from p2p_ligretto.runtime.seated import Seated, now_us, running_round, wait_for_change
from p2p_ligretto.speech.choices import Misfit, move_for
from p2p_ligretto.speech.codes import code_needed_line, own_code_line
from p2p_ligretto.speech.lessons import LAST, LESSONS, Course
from p2p_ligretto.speech.lineages import parted_line
from p2p_ligretto.speech.wanted import CallStop, FillGap, Lay, StoreCard, TurnHand, Wanted
from p2p_ligretto.speech.ways import TYPED
from p2p_ligretto.texts import _

FLUSH_LIMIT_S: Final = 2.0
"""So long the last lines may take to be written when the session is over."""

_MID_ROUND: Final = frozenset({Phase.COMMITTING, Phase.REVEALING, Phase.OPENING, Phase.PLAYING, Phase.CLOSING})


class Ending(Enum):
    """Why a session ended."""

    MATCH_OVER = "match over"
    LEFT = "left"
    INPUT_ENDED = "input ended"
    OUTPUT_GONE = "output gone"
    NO_SEAT = "no seat"
    KICKED_OUT = "kicked out"

    @property
    def exit_code(self) -> int:
        """1 where there was no seat to be had, or to be kept, else 0."""
        return 1 if self in {Ending.NO_SEAT, Ending.KICKED_OUT} else 0


@dataclass(frozen=True, slots=True)
class Seating:
    """How this node takes part.

    ``first`` is submitted at the start (open a table, or join one), ``readiness`` says when it is ready by itself,
    ``player`` is the bot that plays at the own place; None for a person, who is ``guided`` by lessons or not.
    """

    first: tuple[Intent, ...] = ()
    readiness: Readiness = BY_HAND
    player: BotPlayer | None = None
    guided: bool = False


async def run_session(seated: Seated, seating: Seating, reader: LineReader, writer: LineWriter) -> Ending:
    """Take part as ``seating`` says, until the end; the last lines are written before it returns."""
    session = _Session(seated, writer, seating)
    async with seated.open_notices() as notices, trio.open_nursery() as writing:
        async with trio.open_nursery() as running:
            session.scope = running.cancel_scope
            for intent in seating.first:
                seated.submit(intent)
            writing.start_soon(session.write)
            running.start_soon(session.read, reader)
            running.start_soon(keep_ready, seated, seating.readiness)
            running.start_soon(session.watch_parted)
            if seating.player is None:
                running.start_soon(session.own_place.watch)
            else:
                running.start_soon(play_by_bot, seated, seating.player, session.signal)
            async for notice in notices:
                session.report(notice, running)
            session.end(Ending.LEFT)
        writer.close()
        writing.cancel_scope.deadline = trio.current_time() + FLUSH_LIMIT_S
    return session.ending


class _Session:
    def __init__(self, seated: Seated, writer: LineWriter, seating: Seating) -> None:
        self._seated = seated
        self._writer = writer
        self._auto = seating.player is not None
        self._rematch = seating.readiness.rematch
        self._reporter = Reporter(seating.readiness, auto=self._auto)
        self._asked_to_quit = False
        self._asked_to_go_on = False
        self._code_wanted = False
        """The next line that is typed is the code of the table."""
        self._input_ended = False
        self._callers: list[bytes] = []
        """Who asks for a seat, in the order in which they are answered."""
        self._course = Course() if seating.guided else Course(LAST + 1)
        self._lesson_told = -1
        self.signal = StartSignal()
        self.own_place = OwnPlace(seated, writer, self.signal)
        self.scope = trio.CancelScope()
        self.ending = Ending.LEFT

    def end(self, ending: Ending) -> None:
        """Stop all that runs; the first reason counts."""
        if self.scope.cancel_called:
            return
        self.ending = ending
        self.scope.cancel()

    async def write(self) -> None:
        """Print what is said until the session is over; nobody reading ends it."""
        await self._writer.run()
        self.end(Ending.OUTPUT_GONE)

    async def read(self, reader: LineReader) -> None:
        """Do what is typed until the end of input, which ends the session unless a bot plays."""
        while (line := await reader.next_line()) is not None:
            command = parse(line)
            if self._code_wanted and not isinstance(command, Quit):
                self._code_wanted = not show_code(line, self._seated, self._writer)
            else:
                self._obey(command)
        self._input_ended = True
        if self._code_wanted:
            self._end_without_code()
        elif not self._auto:
            self.end(Ending.INPUT_ENDED)

    def _end_without_code(self) -> None:
        if self.scope.cancel_called:
            return
        self._say(code_needed_line())
        self.end(Ending.NO_SEAT)

    # ---- what happens

    def report(self, notice: Notice, running: trio.Nursery) -> None:
        """Print a notice, and do what it asks for."""
        table, seat = self._final, self._seated.node.own_seat
        self._writer.say(*self._reporter.lines(notice, table, seat))
        self._teach(self._course.after(notice, seat), scored=isinstance(notice, MatchEnded))
        match notice:
            case RoundStarts() | RoundResumed():
                self.signal.told(notice, now_us())
                running.start_soon(self._announce_start, notice.in_us)
                if isinstance(notice, RoundStarts):
                    self._say(*warning_lines(self._seated.node))
            case CodeWanted():
                self._code_wanted = True
                if self._input_ended:
                    self._end_without_code()
            case SeatTaken(own=True):
                self._code_wanted = False
                self._say_code()
            case CallerAsks() | CallerGone():
                self._hear_caller(notice)
            case KickedOut():
                self.end(Ending.KICKED_OUT)
            case MatchEnded() if self._auto and not self._rematch:
                self.end(Ending.MATCH_OVER)
            case JoinFailed():
                self.end(Ending.NO_SEAT)
            case DialFailed() if self._seated.node.predicted is None:
                self.end(Ending.NO_SEAT)
            case Left():
                self.end(Ending.LEFT)

    def _teach(self, course: Course, *, scored: bool = False) -> None:
        """Say the lesson at hand once, from when the cards are dealt; the last one when the result was told."""
        self._course = course
        table, seat = self._final, self._seated.node.own_seat
        if course.over or course.at == self._lesson_told or table is None or table.round is None:
            return
        if scored if course.at == LAST else table.phase in _MID_ROUND:
            self._lesson_told = course.at
            heading = _("lesson {number} of {count}").format(number=course.at + 1, count=len(LESSONS))
            self._say(f"{heading}: {course.words(table.round, seat, TYPED)}")

    @property
    def _final(self) -> TableState | None:
        return self._seated.node.final or self._seated.node.predicted

    async def _announce_start(self, in_us: int) -> None:
        """Say that cards may be played from now on, unless something came in between."""
        if in_us <= 0:
            return
        before = self._seated.node.predicted
        await trio.sleep(in_us / 1_000_000)
        table = self._seated.node.predicted
        if before is None or table is None or running_round(table) is None or table.paused:
            return
        if (table.number, table.resumes_us) == (before.number, before.resumes_us):
            self._writer.say(_("go!"))

    async def watch_parted(self) -> None:
        """Say once of each table that came of this one, when it is first seen; never returns."""
        told: set[bytes] = set()
        while True:
            for card in self._seated.node.parted:
                if card.table not in told:
                    told.add(card.table)
                    self._say(parted_line(card))
            await wait_for_change(self._seated)

    # ---- what is typed

    def _obey(self, command: Command) -> None:
        asked_to_quit, self._asked_to_quit = self._asked_to_quit, False
        asked_to_go_on, self._asked_to_go_on = self._asked_to_go_on, isinstance(command, GoOn)
        match command:
            case Lay() | FillGap() | StoreCard() | TurnHand() | CallStop():
                self._move(command)
            case SayReady() if not self._auto:
                self._seated.submit(SetReady(True))
            case ForceDeal():
                self._seated.submit(ForceStart())
            case AutoFill():
                self.own_place.fills_gaps = command.on
                self._say(_("gaps fill themselves") if command.on else _("gaps stay until you fill them"))
            case AnswerCaller(yes):
                self._answer_caller(yes=yes)
            case PauseRound() | AgreeEnd() | CastVote() | GoOn():
                self._decide(command, asked_to_go_on)
            case NextLesson():
                self._go_to_next_lesson()
            case SayWords() | SayEmote() | HearOrNot():
                self._talk(command)
            case Quit():
                self._quit(asked_to_quit)
            case _:
                self._tell(command)

    def _go_to_next_lesson(self) -> None:
        if self._course.over:
            self._say(_("there are no lessons here: p2p-ligretto learn has them"))
        elif self._course.skipped() == self._course:
            self._say(_("the last lesson comes when the round is over"))
        else:
            self._teach(self._course.skipped())

    def _tell(self, command: SayReady | Answer) -> None:
        node = self._seated.node
        match command:
            case SayReady():
                self._say(_("a bot plays here, and is ready by itself"))
            case Look(what):
                self._say(*look_lines(what, node.predicted, node.own_seat))
            case Who():
                reach = self._reporter.reach(node)
                self._say(*company_lines(node.predicted, node.own_seat, reach, node))
                self._say_code()
            case Rules():
                self._say(*played_lines(node.predicted, whole=True))
            case Help():
                self._say(*help_lines())
            case Unclear():
                self._say(command.line)

    def _hear_caller(self, notice: CallerAsks | CallerGone) -> None:
        if isinstance(notice, CallerAsks):
            self._callers.append(notice.peer)
            if self._auto:
                # Nobody is here to be asked.
                self._answer_caller(yes=True)
        elif notice.peer in self._callers:
            self._callers.remove(notice.peer)

    def _answer_caller(self, *, yes: bool) -> None:
        if self._callers:
            self._seated.submit(Admit(self._callers.pop(0), yes))
        else:
            self._say(_("nobody asks for a seat"))

    def _say_code(self) -> None:
        """What somebody at a private table can tell a friend."""
        if self._seated.node.code:
            self._say(own_code_line(self._seated.node.code))

    def _say(self, *lines: str) -> None:
        self._writer.say(*lines)

    def _move(self, wanted: Wanted) -> None:
        seat = self._seated.node.own_seat
        state = running_round(self._seated.node.predicted, seat)
        if self._auto:
            self._say(_("a bot plays here: type l to look, who to see who is here, q to leave"))
            return
        if state is None or seat is None:
            self._say(self._no_round_line())
            return
        move: Move | Misfit = move_for(wanted, state, seat)
        if isinstance(move, Misfit):
            self._say(move.line)
        else:
            self._seated.submit(Act(move))

    def _decide(self, affair: Affair, asked: bool) -> None:
        node = self._seated.node
        found = intents_for(affair, node.predicted, node.own_seat, node.frozen, asked=asked)
        if isinstance(found, Misfit):
            self._say(found.line)
            return
        for intent in found:
            self._seated.submit(intent)

    def _talk(self, command: Talk) -> None:
        node = self._seated.node
        found = talk_for(command, node.predicted, node.own_seat)
        if isinstance(found, Misfit):
            self._say(found.line)
            return
        intent, line = found
        self._seated.submit(intent)
        if line:
            self._say(line)

    def _no_round_line(self) -> str:
        table, seat = self._seated.node.predicted, self._seated.node.own_seat
        if table is None:
            return _("you are at no table yet: wait until one is found, or q to leave")
        if seat is not None and table.phase in _MID_ROUND:
            return _("not now: cards are being dealt or counted")
        if seat is not None and seat in table.ready:
            return _("no round is being played yet: type who to see what the table waits for")
        return _("no round is being played: type r when you are ready")

    def _quit(self, asked: bool) -> None:
        table, seat = self._seated.node.predicted, self._seated.node.own_seat
        plays = table is not None and table.phase in _MID_ROUND and seat in table.players
        if plays and not asked:
            self._asked_to_quit = True
            self._say(_("a round is being played: type q once more to leave it"))
        else:
            self.end(Ending.LEFT)
