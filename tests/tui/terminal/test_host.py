import itertools
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
import trio
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DummyStyle

from p2p_ligretto.tui.actions import Action, Move, Quit, Turn
from p2p_ligretto.tui.drawing import Drawing
from p2p_ligretto.tui.host import Host, open_host
from p2p_ligretto.tui.keys import Key, Paste, Typed
from p2p_ligretto.tui.picture import Picture, Run
from p2p_ligretto.tui.terminal import open_descriptors
from p2p_ligretto.tui.views import LobbyView, View
from tests.tui.terminal.pty_screen import PtyScreen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is no pty")
LIMIT_S = 20


@pytest.fixture
def terminal() -> Iterator[PtyScreen]:
    screen = PtyScreen(40, 6)
    yield screen
    screen.close()


def view(name: str) -> View:
    return View(LobbyView(name, (), (), ()))


def render(shown: View, columns: int, rows: int) -> Picture:
    """The own name, the size, and two buttons."""
    assert isinstance(shown.screen, LobbyView)
    texts = [(f"I am {shown.screen.own_name}", None), (f"{columns} x {rows}", None), ("[turn]", Turn()), ("", None)]
    lines = [(Run("", text.ljust(columns), action),) for text, action in texts]
    buttons = (Run("", "日本 ", None), Run("", "[quit]", Quit()), Run("", "".ljust(columns - 11), None))
    return (*lines[:3], buttons, *[lines[3]] * (rows - 4))


@asynccontextmanager
async def host_on(
    terminal: PtyScreen, draw: Callable[[View, int, int], Picture] = render, first: str = "Ada"
) -> AsyncIterator[Host]:
    with trio.fail_after(LIMIT_S), terminal.keys() as keys:
        open_ends = partial(open_descriptors, keys, terminal.slave, "utf-8")
        async with open_host(view(first), Drawing(draw, DummyStyle(), ColorDepth.DEPTH_8_BIT), open_ends) as host:
            yield host


async def see(terminal: PtyScreen, part: str) -> None:
    await trio.to_thread.run_sync(terminal.see, part)


async def typed_on(host: Host, count: int) -> list[Typed]:
    return [await host.typed.receive() for _ in range(count)]


async def test_draws_what_it_is_given_and_gives_the_terminal_back(terminal: PtyScreen) -> None:
    async with host_on(terminal) as host:
        await see(terminal, "I am Ada")
        await host.draw(view("Bea"))
        await see(terminal, "I am Bea")
    terminal.assert_usable()
    terminal.wait_until(lambda text: "I am" not in text)


async def test_the_bell_rings_once_for_each_time_that_it_is_to(terminal: PtyScreen) -> None:
    async with host_on(terminal) as host:
        await see(terminal, "I am Ada")
        before = terminal.written.count(b"\x07")
        for rings in (1, 1, 2):
            await host.draw(replace(view("Ada"), rings=rings))
        await host.draw(replace(view("Bea"), rings=2))
        await see(terminal, "I am Bea")
        assert terminal.written.count(b"\x07") - before == 2


async def test_keys_have_the_names_that_people_use(terminal: PtyScreen) -> None:
    async with host_on(terminal) as host:
        terminal.type("a\r\t\x7f1\x1b[A\x1bOP\x03 é")
        names = ["a", "enter", "tab", "backspace", "1", "up", "f1", "c-c", " ", "é"]
        assert await typed_on(host, len(names)) == [Key(name) for name in names]
        terminal.type("\x1b")
        assert await host.typed.receive() == Key("escape")
        terminal.type("\x1b[200~10.0.0.1:4711\x1b[201~")
        assert await host.typed.receive() == Paste("10.0.0.1:4711")


async def test_a_key_that_is_held_down_comes_as_often_as_it_is_typed(terminal: PtyScreen) -> None:
    async with host_on(terminal) as host:
        expected = "".join(letter * 50 for letter in "abcdefghij") * 4
        for start in range(0, len(expected), 40):
            terminal.type(expected[start : start + 40])
            await host.draw(view(str(start)))
        typed = await typed_on(host, len(expected))
        assert "".join(key.name for key in typed if isinstance(key, Key)) == expected
        with trio.move_on_after(0.1):
            raise AssertionError(await host.typed.receive())


@pytest.mark.parametrize(
    ("column", "row", "action"), [(1, 2, Turn()), (5, 3, Quit()), (3, 3, None), (39, 2, Turn()), (0, 5, None)]
)
async def test_a_click_means_what_was_drawn_there(
    terminal: PtyScreen, column: int, row: int, action: Action | None
) -> None:
    async with host_on(terminal) as host:
        terminal.click(column, row)
        terminal.type("x")
        expected = [Key("x")] if action is None else [action, Key("x")]
        assert await typed_on(host, len(expected)) == expected


async def test_the_wheel_moves_what_is_chosen(terminal: PtyScreen) -> None:
    async with host_on(terminal) as host:
        terminal.type("\x1b[<65;5;2M\x1b[<64;5;2M")
        assert await typed_on(host, 2) == [Move(1), Move(-1)]


async def test_another_size_is_drawn_anew(terminal: PtyScreen) -> None:
    async with host_on(terminal):
        await see(terminal, "40 x 6")
        for columns, rows in ((60, 9), (30, 5), (40, 6)):
            terminal.resize(columns, rows)
            await see(terminal, f"{columns} x {rows}")


async def test_a_terminal_that_stops_reading_holds_up_neither_trio_nor_keys(terminal: PtyScreen) -> None:
    filled = "".join(itertools.islice(itertools.cycle("0123456789"), 40))

    def much(shown: View, columns: int, rows: int) -> Picture:
        assert isinstance(shown.screen, LobbyView)
        number = int(shown.screen.own_name) % 10
        return ((Run("", (filled[number:] + filled)[:columns], None),),) * rows

    async with host_on(terminal, much, "0") as host, trio.open_nursery() as nursery:
        drawn = 0

        async def draw_on() -> None:
            nonlocal drawn
            while True:
                drawn += 1
                await host.draw(view(str(drawn)))

        terminal.stop_reading()
        nursery.start_soon(draw_on)
        longest_s = 0.0
        last = trio.current_time()
        for _ in range(100):
            await trio.sleep(0.01)
            longest_s, last = max(longest_s, trio.current_time() - last), trio.current_time()
        stuck = drawn
        terminal.type("x")
        assert await host.typed.receive() == Key("x")
        await trio.sleep(0.2)
        assert drawn == stuck
        assert longest_s < 0.2
        terminal.read_on()
        with trio.fail_after(LIMIT_S):
            while drawn == stuck:  # noqa: ASYNC110 - the thread tells nobody else
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
    terminal.assert_usable()


async def test_it_ends_although_the_terminal_does_not_read(terminal: PtyScreen) -> None:
    def much(shown: View, columns: int, rows: int) -> Picture:
        assert isinstance(shown.screen, LobbyView)
        return ((Run("", (shown.screen.own_name * columns)[:columns], None),),) * rows

    terminal.resize(200, 60)
    started = trio.current_time()
    async with host_on(terminal, much, "0") as host:
        terminal.stop_reading()
        with trio.move_on_after(1):
            for number in itertools.count():
                await host.draw(view(str(number % 10)))
    assert trio.current_time() - started < 5
    terminal.read_on()
    terminal.assert_usable()


@pytest.mark.parametrize("first", ["broken", "Ada"])
async def test_an_error_in_drawing_ends_it_with_that_error(terminal: PtyScreen, first: str) -> None:
    def fragile(shown: View, columns: int, rows: int) -> Picture:
        if isinstance(shown.screen, LobbyView) and shown.screen.own_name == "broken":
            raise ZeroDivisionError("cannot draw that")
        return render(shown, columns, rows)

    with pytest.RaisesGroup(pytest.RaisesExc(ZeroDivisionError, match="cannot draw that")):
        async with host_on(terminal, fragile, first) as host:
            await host.draw(view("broken"))
            await trio.sleep_forever()
    terminal.assert_usable()


async def test_an_error_in_trio_ends_it_with_that_error(terminal: PtyScreen) -> None:
    with pytest.RaisesGroup(ZeroDivisionError):
        async with host_on(terminal):
            raise ZeroDivisionError
    terminal.assert_usable()


async def test_being_cancelled_gives_the_terminal_back(terminal: PtyScreen) -> None:
    with trio.CancelScope() as scope:
        async with host_on(terminal):
            scope.cancel()
            await trio.sleep_forever()
    assert scope.cancelled_caught
    terminal.assert_usable()


async def test_a_terminal_that_is_closed_is_a_plain_end() -> None:
    terminal = PtyScreen(40, 6)
    ended = False
    slave = terminal.slave
    async with host_on(terminal) as host:
        terminal.close_window()
        try:
            while True:
                await host.draw(view("Bea"))
                await trio.sleep(0.01)
        finally:
            ended = True
    assert ended
    del slave
