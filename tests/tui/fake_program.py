"""The program on a screen that a test types on and looks at, over nodes without a network."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio
from msgspec.structs import replace

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.node.intents import Admit, Intent, JoinTable, LeaveTable, OpenTable, SetReady, ShowCode, WatchTable
from p2p_ligretto.node.notices import Left, SeatLeft
from p2p_ligretto.node.table import Phase, Seat
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.tui.actions import Action
from p2p_ligretto.tui.alerts import OFF, Alerts
from p2p_ligretto.tui.app import run_app
from p2p_ligretto.tui.keys import Key, Paste, Typed
from p2p_ligretto.tui.surroundings import NodeWish, Start, Surroundings
from p2p_ligretto.tui.views import GameView, LobbyView, ScoresView, TableLobbyView, View
from p2p_ligretto.wire.messages import Address, TableCard
from tests.runtime.fake_table import FakeNode, FakePeer, FakeSeated, FakeTable

LIMIT_S = 3_600


@dataclass
class ScreenNode(FakeNode):
    watching: bool = False
    watchers: int = 0
    idle: frozenset[int] = frozenset()
    table_at_last_start: bytes | None = None
    at_table: bool = False

    @property
    def predicted(self):  # type: ignore[no-untyped-def]
        return self.table.state if self.at_table else None

    @property
    def final(self):  # type: ignore[no-untyped-def]
        return self.predicted

    @property
    def starts_in_us(self) -> int:
        return max(0, self.table.start_us - now_us()) if self.at_table else 0


class ScreenSeated(FakeSeated):
    """A node that may sit at ``table``, look on, or do neither."""

    port = 4711
    addresses = (Address("192.168.1.20", 4711),)

    def __init__(self, table: FakeTable, name: str) -> None:
        super().__init__(table, name)
        self.node: ScreenNode = ScreenNode(table)
        self.unfit: tuple[object, ...] = ()
        self.discovery_problem = ""
        self.twin_problem = ""
        self.answers = True

    def submit(self, intent: Intent) -> None:
        if isinstance(intent, OpenTable | JoinTable | WatchTable) and self.answers:
            self.node.at_table = True
        super().submit(intent)


class ScreenTable(FakeTable):
    """A table that can be left and watched too."""

    def sit(self, name: str) -> ScreenSeated:
        seated = ScreenSeated(self, name)
        self.all.append(seated)
        return seated

    def ask(self, seated: FakeSeated, intent: Intent) -> None:
        assert isinstance(seated, ScreenSeated)
        match intent:
            case ShowCode() | Admit():
                pass
            case JoinTable() | WatchTable() if not seated.answers:
                pass
            case OpenTable(name, options):
                self.options = options
                super().ask(seated, intent)
                assert self.state is not None
                self.state = replace(self.state, name=name)
            case WatchTable():
                seated.node.watching = True
            case LeaveTable():
                self._leave(seated)
            case SetReady(ready=False):
                assert self.state is not None
                assert seated.node.own_seat is not None
                self.state = replace(self.state, ready=self.state.ready - {seated.node.own_seat})
            case _:
                super().ask(seated, intent)
        self.change()

    def _leave(self, seated: ScreenSeated) -> None:
        seat, seated.node.own_seat = seated.node.own_seat, None
        seated.node.at_table = seated.node.watching = False
        seated.tell(Left())
        if seat is not None and self.state is not None:
            owner = self.state.seats[seat]
            left = Seat(owner.peer, owner.name, present=False)
            self.state = replace(self.state, seats=(*self.state.seats[:seat], left, *self.state.seats[seat + 1 :]))
            self.tell(SeatLeft(seat))


class Screen:
    """What the program draws, and what is typed."""

    def __init__(self) -> None:
        self._send, self.typed = trio.open_memory_channel[Typed](10_000)
        self.view = View(LobbyView("", (), (), ()))
        self.drawn = 0
        self.closed = False

    async def draw(self, view: View) -> None:
        await trio.lowlevel.checkpoint()
        self.view = view
        self.drawn += 1

    async def close(self) -> None:
        self.closed = True

    def type(self, *keys: str) -> None:
        for key in keys:
            self._send.send_nowait(Key(key))

    def paste(self, text: str) -> None:
        self._send.send_nowait(Paste(text))

    def click(self, action: Action) -> None:
        self._send.send_nowait(action)


@dataclass
class Program:
    """Ada at her screen. ``opened`` are the nodes that ran, ``bots`` what was asked of bots."""

    start: Start = Start("Ada")  # noqa: RUF009 - a frozen value
    table: ScreenTable = field(default_factory=ScreenTable)
    screen: Screen = field(default_factory=Screen)
    opened: list[NodeWish] = field(default_factory=list)
    nodes: list[ScreenSeated] = field(default_factory=list)
    bots: list[tuple[int, str]] = field(default_factory=list)
    found: bytes | str = bytes(16)
    finds_after_s: float = 0.0
    interrupted: int = 0
    goodbyes: int = 0
    alerts: Alerts = OFF
    motion: bool = True
    before: Callable[[ScreenSeated], None] = lambda seated: None
    code: int | None = None
    hear: Callable[[str], None] = print
    closed_before_leaving: list[bool] = field(default_factory=list)

    @property
    def seated(self) -> ScreenSeated:
        return self.nodes[-1]

    @property
    def view(self) -> View:
        return self.screen.view

    @property
    def lobby(self) -> LobbyView:
        assert isinstance(self.view.screen, LobbyView), self.view.screen
        return self.view.screen

    @property
    def table_lobby(self) -> TableLobbyView:
        assert isinstance(self.view.screen, TableLobbyView), self.view.screen
        return self.view.screen

    @property
    def game(self) -> GameView:
        assert isinstance(self.view.screen, GameView), self.view.screen
        return self.view.screen

    @property
    def scores(self) -> ScoresView:
        assert isinstance(self.view.screen, ScoresView), self.view.screen
        return self.view.screen

    async def settle(self) -> None:
        await trio.testing.wait_all_tasks_blocked()

    async def type(self, *keys: str) -> View:
        self.screen.type(*keys)
        await self.settle()
        return self.view

    async def text(self, text: str) -> View:
        return await self.type(*text)

    async def click(self, action: Action) -> View:
        self.screen.click(action)
        await self.settle()
        return self.view

    @asynccontextmanager
    async def _open_node(self, wish: NodeWish, hear: Callable[[str], None]) -> AsyncIterator[ScreenSeated]:
        self.opened.append(wish)
        self.hear = hear
        seated = self.table.sit(wish.name)
        self.nodes.append(seated)
        self.before(seated)
        try:
            yield seated
        finally:
            self.closed_before_leaving.append(self.screen.closed)
            seated.close_notices()
            self.table.all.remove(seated)

    async def _find_table(self, running: object, where: str | None) -> bytes | str:
        await trio.sleep(self.finds_after_s)
        return self.found

    async def _run_bots(self, running: object, bots: int, level: str, table: bytes) -> None:
        self.bots.append((bots, level))
        for number in range(bots):
            seated = self.table.sit(f"Bot{number}")
            seated.submit(JoinTable(table))
            seated.submit(SetReady(True))
        await trio.sleep_forever()

    def _interrupt(self) -> None:
        self.interrupted += 1

    def _say_goodbye(self) -> None:
        assert self.screen.closed
        self.goodbyes += 1

    async def run(self) -> None:
        surroundings = Surroundings(
            self._open_node,
            self._find_table,
            self._run_bots,
            self._interrupt,
            self._say_goodbye,
            alerts=self.alerts,
            motion=self.motion,
        )
        self.code = await run_app(self.screen, surroundings, self.start)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Program"]:
        """The program runs until the end of the block; there it has to end by itself, or is made to quit."""
        with trio.fail_after(LIMIT_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.run)
                await self.settle()
                yield self
                await self.settle()
                if self.code is None:
                    nursery.cancel_scope.cancel()

    # ---- the others at the table

    def neighbour(self, number: int, name: str, players: tuple[str, ...] = (), phase: str = "lobby") -> None:
        """Somebody on the network who sits at a table."""
        card = TableCard(bytes([number]) * 16, f"{name}'s", phase, players or (name,)) if phase else None  # type: ignore[arg-type]
        peers = {**self.seated.node.peers, bytes([number]) * 16: FakePeer(name, 3_000, card)}
        self.seated.node.peers = peers
        self.seated.change()

    async def open_with(self, *others: str, options: Options = OFFICIAL) -> list[ScreenSeated]:
        """Ada opens a table, the others sit down at it."""
        self.seated.submit(OpenTable("Kitchen", options))
        seats = [self.table.sit(name) for name in others]
        for seated in seats:
            seated.submit(JoinTable(bytes(16)))
        await self.settle()
        return seats

    async def deal(self, *others: str, options: Options = OFFICIAL) -> list[ScreenSeated]:
        """A round is being played since a moment."""
        seats = await self.open_with(*others, options=options)
        for seated in seats:
            seated.submit(SetReady(True))
        await self.type("r")
        assert self.table.state is not None
        assert self.table.state.phase is Phase.PLAYING
        await trio.sleep(3.5)
        await self.settle()
        return seats
