"""The screen in a thread of its own, as trio sees it: pictures go in, keys and clicks come out.

Trio is the main loop; prompt_toolkit, an asyncio program, runs alone in the thread. It is given an immutable view
to draw and hands keys over, so that neither a slow redraw nor a terminal that stops reading can hold up the node.

Invariants:

- Keys come out in the order in which they were typed, each once, however long trio or the terminal takes.
- However it ends (cancelled, an error in drawing, the terminal gone), the terminal is as it was before.
- An error in the thread ends the block of ``open_host`` with it; a terminal that is gone is a plain end.
"""

import asyncio
import errno
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import KEY_ALIASES, Keys
from prompt_toolkit.layout import Layout, Window

from p2p_ligretto.tui.actions import Move
from p2p_ligretto.tui.control import PictureControl
from p2p_ligretto.tui.drawing import Drawing
from p2p_ligretto.tui.keys import Key, Paste, Typed
from p2p_ligretto.tui.picture import Picture
from p2p_ligretto.tui.terminal import Ends, OpenEnds
from p2p_ligretto.tui.views import View

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

_log = logging.getLogger(__name__)

TAKE_LIMIT_S: Final = 1.0
"""So long the terminal may take to read the last bytes, which give it back its old state."""
SWITCH_INTERVAL_S: Final = 0.0005
"""How long a thread may compute before another one gets its turn: a redraw may not hold up the node."""
ESCAPE_WAIT_S: Final = 0.01
"""After this an escape character is the key, and not the beginning of another key's."""
SIZE_POLL_S: Final = 0.1
"""How often the size is looked at: the signal that tells of a change doesn't reach a thread."""

NAMES: Final = {code: name for name, code in KEY_ALIASES.items() if name != "c-space"} | {"c-j": "enter"}
"""What people call keys that the library names by their control characters."""
NO_KEYS: Final = frozenset({Keys.Any, Keys.CPRResponse, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.Ignore}) | {
    Keys.ScrollUp,  # of terminals that do not say where: arrow keys by default
    Keys.ScrollDown,
}


class Host:
    """A running screen: ``draw`` views on it, read ``typed``."""

    def __init__(self, view: View, drawing: Drawing, open_ends: OpenEnds) -> None:
        self._view = view
        self._drawing = drawing
        self._open_ends = open_ends
        self._token = trio.lowlevel.current_trio_token()
        # Nothing is dropped: a person types no more than memory holds.
        self._send, self.typed = trio.open_memory_channel[Typed](sys.maxsize)
        self._drawn = trio.Event()
        self._ready = trio.Event()
        self._ended = trio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._application: Application[None] | None = None
        self._failure: BaseException | None = None
        self._rings = view.rings
        """As often the bell was rung."""

    # ---- for trio

    async def draw(self, view: View) -> None:
        """Show ``view``; returns when it was drawn and the terminal took it, which may be never."""
        self._view = view
        if self._application is None:
            return
        self._drawn = trio.Event()
        self._application.invalidate()
        await self._drawn.wait()

    async def close(self) -> None:
        """Give the terminal back; does no harm when that was done already."""
        with trio.CancelScope(shield=True):
            await self._ready.wait()
            if self._loop is not None:
                with suppress(RuntimeError):  # the loop has ended by itself
                    self._loop.call_soon_threadsafe(self._exit)
            await self._ended.wait()

    async def wait_until_ready(self) -> None:
        """Wait until the first picture is drawn."""
        await self._ready.wait()

    async def run(self) -> None:
        """Run the thread until it ends; raises what went wrong in it."""
        try:
            # Its ways to end are ``close`` and the end of the terminal; trio does not wait for it without one of them.
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(self._run_thread)
        except (EOFError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in (errno.EIO, errno.EBADF, errno.EPIPE):
                raise
            _log.info("the terminal is gone: %r", error)
        finally:
            self._ready.set()
            self._ended.set()

    # ---- in the thread

    def _run_thread(self) -> None:
        asyncio.run(self._run_application())

    async def _run_application(self) -> None:
        self._loop = loop = asyncio.get_running_loop()
        # Errors in key bindings and in drawing come here: they would hang the application otherwise.
        loop.set_exception_handler(lambda _loop, context: self._fail(_error_of(context)))
        ends = self._open_ends(lambda error: self._soon_in_thread(self._fail, error))
        try:
            self._application = application = self._build(ends)
            # Looked at before the first picture: a change right after it must not be taken for the first size.
            watching = asyncio.create_task(_watch_size(application, application.output.get_size()))
            try:
                await application.run_async(handle_sigint=False, set_exception_handler=False)
            finally:
                watching.cancel()
                # After an error in the very first picture nothing else would do it.
                application.renderer.reset()
        finally:
            ends.close(TAKE_LIMIT_S)
        if self._failure is not None:
            raise self._failure

    def _build(self, ends: Ends) -> Application[None]:
        control = PictureControl(self._draw_picture, self._type, lambda by: self._type(Move(by)))
        application: Application[None] = Application(
            layout=Layout(Window(control, always_hide_cursor=True)),
            key_bindings=self._bindings(),
            style=self._drawing.style,
            color_depth=self._drawing.depth,
            full_screen=True,
            mouse_support=True,
            erase_when_done=True,
            include_default_pygments_style=False,
            min_redraw_interval=None,
            max_render_postpone_time=0,
            terminal_size_polling_interval=None,
            after_render=lambda _application: self._rendered(ends),
            input=ends.input,
            output=ends.output,
        )
        application.ttimeoutlen = application.timeoutlen = ESCAPE_WAIT_S
        return application

    def _bindings(self) -> KeyBindings:
        """Every key goes to trio: what it means is decided there, by the screen as it is when its turn comes."""
        bindings = KeyBindings()

        def pass_on(event: KeyPressEvent) -> "NotImplementedOrNone":
            press = event.key_sequence[0]
            if press.key is Keys.BracketedPaste:
                self._type(Paste(press.data))
            else:
                name = press.key.value if isinstance(press.key, Keys) else press.key
                self._type(Key(NAMES.get(name, name)))
            return NotImplemented  # so that nothing is drawn now: what the key leads to will be

        for key in (Keys.Any, *(key for key in Keys if key not in NO_KEYS)):
            bindings.add(key)(pass_on)
        return bindings

    def _draw_picture(self, columns: int, rows: int) -> Picture:
        return self._drawing.render(self._view, columns, rows)

    def _rendered(self, ends: Ends) -> None:
        rings, self._rings = self._rings, self._view.rings
        if self._rings > rings:
            ends.output.bell()
        self._post(self._ready.set)
        ends.when_taken(lambda: self._post(self._tell_drawn))

    def _tell_drawn(self) -> None:
        self._drawn.set()

    def _type(self, typed: Typed) -> None:
        self._post(self._hand_over, typed)

    def _hand_over(self, typed: Typed) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # nobody reads any more: it ends
            self._send.send_nowait(typed)

    def _post(self, call: Callable[..., object], *arguments: Any) -> None:
        """Have trio call this soon, in order."""
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(call, *arguments)

    def _soon_in_thread(self, call: Callable[..., object], *arguments: Any) -> None:
        assert self._loop is not None, "the thread runs"
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(call, *arguments)

    def _fail(self, error: BaseException) -> None:
        if self._failure is None:
            self._failure = error
        self._exit()

    def _exit(self) -> None:
        application = self._application
        if application is not None and application.future is not None and not application.future.done():
            application.exit()


async def _watch_size(application: Application[None], size: Size) -> None:
    """Draw anew whenever ``size`` has changed; never returns. (The library's own watch misses what comes early.)"""
    while True:
        await asyncio.sleep(SIZE_POLL_S)
        if (now := application.output.get_size()) != size:
            size = now
            application.invalidate()


def _error_of(context: dict[str, Any]) -> BaseException:
    error = context.get("exception")
    return error if isinstance(error, BaseException) else RuntimeError(context["message"])


@asynccontextmanager
async def open_host(view: View, drawing: Drawing, open_ends: OpenEnds) -> AsyncIterator[Host]:
    """Show ``view`` on a terminal until the end of the block, which is cancelled when the terminal goes or fails."""
    host = Host(view, drawing, open_ends)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            try:
                await host.run()
            finally:
                nursery.cancel_scope.cancel()

        nursery.start_soon(run)
        try:
            await host.wait_until_ready()
            yield host
        finally:
            await host.close()
