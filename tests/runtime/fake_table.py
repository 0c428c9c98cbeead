"""Nodes without a network: several seats at one table that agrees at once, with the names that a driver has."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio
from msgspec.structs import replace

from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.match import match_over, winners
from p2p_ligretto.game.moves import Move
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.scoring import score
from p2p_ligretto.node.intents import (
    Act,
    AgreeToEnd,
    ForceStart,
    GoOnWithout,
    Intent,
    JoinTable,
    Mute,
    OpenTable,
    Pause,
    Say,
    SetReady,
    Vote,
)
from p2p_ligretto.node.notices import (
    ActRefused,
    Dealing,
    EndAgreed,
    Frozen,
    JoinFailed,
    MatchEnded,
    Moved,
    Notice,
    PeerSeen,
    ReadyChanged,
    RoundEnded,
    RoundPaused,
    RoundResumed,
    RoundScored,
    RoundStarts,
    SeatSaid,
    SeatTaken,
    VoteCast,
)
from p2p_ligretto.node.table import Phase, Seat, TableState
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.wire.messages import TableCard
from tests.bots.dealer import Dealer

COUNTDOWN_US = 3_000_000
WAITING = {Phase.LOBBY, Phase.BETWEEN, Phase.FINISHED}


@dataclass
class FakePeer:
    name: str
    round_trip_us: int | None = None
    card: TableCard | None = None


@dataclass
class FakeNode:
    table: "FakeTable"
    own_seat: int | None = None
    code: str = ""
    peers: Mapping[bytes, FakePeer] = field(default_factory=dict)
    warned: frozenset[int] = frozenset()
    muted: frozenset[int] = frozenset()
    frozen: Frozen | None = None
    parted: tuple[TableCard, ...] = ()
    is_fed: bool = False
    clock_error_us: int | None = None

    @property
    def predicted(self) -> TableState | None:
        return self.table.state

    @property
    def final(self) -> TableState | None:
        return self.table.state


class FakeSeated:
    def __init__(self, table: "FakeTable", name: str) -> None:
        self.name = name
        self.node = FakeNode(table)
        self.changed = trio.Event()
        self.asked: list[Intent] = []
        self.refuse: str | None = None
        self._table = table
        self._channels: list[trio.MemorySendChannel[Notice]] = []

    @property
    def moves(self) -> list[Move]:
        return [intent.move for intent in self.asked if isinstance(intent, Act)]

    def submit(self, intent: Intent) -> None:
        self.asked.append(intent)
        if self.refuse is not None:
            self.tell(ActRefused(self.refuse))
        else:
            self._table.ask(self, intent)

    @asynccontextmanager
    async def open_notices(self) -> AsyncIterator[AsyncIterator[Notice]]:
        send, receive = trio.open_memory_channel[Notice](100_000)
        self._channels.append(send)
        async with receive:
            yield receive

    def tell(self, notice: Notice) -> None:
        for channel in self._channels:
            channel.send_nowait(notice)

    def close_notices(self) -> None:
        for channel in self._channels:
            channel.close()

    def change(self) -> None:
        self.changed.set()
        self.changed = trio.Event()


class FakeTable:
    """``state`` is None until somebody opens it."""

    def __init__(self, options: Options = OFFICIAL, seats: int = 12) -> None:
        self.options = options
        self.most_seats = seats
        self.state: TableState | None = None
        self.all: list[FakeSeated] = []
        self.dealer = Dealer(2, b"none yet")
        self.start_us = 0

    def sit(self, name: str) -> FakeSeated:
        seated = FakeSeated(self, name)
        self.all.append(seated)
        return seated

    def ask(self, seated: FakeSeated, intent: Intent) -> None:
        match intent:
            case OpenTable() | JoinTable():
                self._seat(seated)
            case SetReady():
                self._ready(seated)
            case ForceStart():
                self._deal()
            case Act():
                self._act(seated, intent.move)
            case Pause() | AgreeToEnd() | Vote():
                self._decide(seated, intent)
            case Say(text, emote):
                assert seated.node.own_seat is not None
                for other in self.all:
                    if seated.node.own_seat not in other.node.muted:
                        other.tell(SeatSaid(seated.node.own_seat, text, emote))
            case Mute(seat, muted):
                seats = {seat} if seat is not None else set(range(len(self.all))) - {seated.node.own_seat}
                seated.node.muted = seated.node.muted | seats if muted else seated.node.muted - seats
            case GoOnWithout():
                seated.node.frozen = None
            case _:
                raise AssertionError(intent)
        self.change()

    def change(self) -> None:
        for seated in self.all:
            seated.change()

    def tell(self, notice: Notice) -> None:
        for seated in self.all:
            seated.tell(notice)

    def set_phase(self, phase: Phase) -> None:
        assert self.state is not None
        self.state = replace(self.state, phase=phase)
        self.change()

    def _seat(self, seated: FakeSeated) -> None:
        state = self.state or TableState(bytes(16), "Kitchen", self.options)
        seat = len(state.seats)
        if seat >= self.most_seats:
            seated.tell(JoinFailed("full"))
            return
        self.state = replace(state, seats=(*state.seats, Seat(bytes([seat]) * 16, seated.name)))
        seated.node.own_seat = seat
        for other in self.all:
            if other is not seated:
                other.tell(PeerSeen(bytes([seat]) * 16, seated.name))
            other.tell(SeatTaken(seat, seated.name, other is seated))

    def _ready(self, seated: FakeSeated) -> None:
        state, seat = self.state, seated.node.own_seat
        if state is None or seat is None or state.phase not in WAITING:
            seated.tell(ActRefused("no_table" if state is None else "phase"))
            return
        self.state = replace(state, ready=state.ready | {seat})
        self.tell(ReadyChanged(seat, True))
        if len(self.state.ready) == len(state.seats) > 1:
            self._deal()

    def _deal(self) -> None:
        state = self.state
        assert state is not None
        number = 1 if state.phase is Phase.FINISHED else state.number + 1
        totals = state.totals if number > 1 else (0,) * len(state.seats)
        self.dealer = Dealer(len(state.seats), bytes([state.match, number]), self.options)
        self.state = replace(
            state,
            phase=Phase.PLAYING,
            number=number,
            ready=frozenset(),
            players=tuple(range(len(state.seats))),
            round=self.dealer.state,
            totals=totals,
        )
        self.start_us = now_us() + COUNTDOWN_US
        self.tell(Dealing(number))
        self.tell(RoundStarts(number, COUNTDOWN_US))

    def _act(self, seated: FakeSeated, move: Move) -> None:
        state, seat = self.state, seated.node.own_seat
        assert state is not None
        assert seat is not None
        if state.paused:
            seated.tell(ActRefused("paused"))
        elif state.phase is not Phase.PLAYING or now_us() < self.start_us:
            seated.tell(ActRefused("countdown" if state.phase is Phase.PLAYING else "over"))
        elif move not in legal_moves(self.dealer.state, seat):
            seated.tell(ActRefused("illegal"))
        else:
            self.dealer.play(seat, move)
            self.state = replace(state, round=self.dealer.state)
            self.tell(Moved(seat, move))
            if self.dealer.state.end is not None:
                self._close()

    def _decide(self, seated: FakeSeated, intent: Pause | AgreeToEnd | Vote) -> None:
        """Taken down, and told; what it carries is the fold's part."""
        state, seat = self.state, seated.node.own_seat
        assert state is not None
        assert seat is not None
        match intent:
            case Pause(paused=True):
                self.state = replace(state, paused=True)
                self.tell(RoundPaused(seat))
            case Pause():
                self.start_us = now_us() + COUNTDOWN_US
                self.state = replace(state, paused=False, resumes_us=self.start_us)
                self.tell(RoundResumed(seat, COUNTDOWN_US))
            case AgreeToEnd(agrees):
                self.state = replace(state, agreed=state.agreed | {seat} if agrees else state.agreed - {seat})
                self.tell(EndAgreed(seat, agrees))
            case Vote(about, whom, yes):
                vote = {(about, whom, seat)}
                self.state = replace(state, votes=state.votes | vote if yes else state.votes - vote)
                self.tell(VoteCast(about, seat, whom, yes))

    def _close(self) -> None:
        state, end = self.state, self.dealer.state.end
        assert state is not None
        assert end is not None
        scored = score(self.dealer.state)
        totals = tuple((old or 0) + (new or 0) for old, new in zip(state.totals, scored.points, strict=True))
        over = match_over(self.options, state.number, totals)
        self.state = replace(state, phase=Phase.FINISHED if over else Phase.BETWEEN, totals=totals)
        self.tell(RoundEnded(state.number, end.kind, end.by))
        self.tell(RoundScored(state.number, scored.centre, scored.left, scored.points, totals))
        if over:
            self.tell(MatchEnded(totals, winners(totals)))
