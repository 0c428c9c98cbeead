"""The score pad on the screen: keys are obeyed one after the other, and what they lead to is drawn."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import trio

from p2p_ligretto.tui.keys import Key, Paste
from p2p_ligretto.tui.scorepad.desk import PadDesk
from p2p_ligretto.tui.scorepad.wishes import PadWishes
from p2p_ligretto.tui.views import View

if TYPE_CHECKING:
    # It comes with all that a node needs.
    from p2p_ligretto.tui.app import Shown


async def run_pad(shown: "Shown", desk: PadDesk, wishes: PadWishes, interrupt: Callable[[], None]) -> int:
    """Run it on ``shown`` until the person quits; the exit code."""
    changed = trio.Event()
    async with trio.open_nursery() as nursery:

        async def keep_drawing() -> None:
            nonlocal changed
            drawn: View | None = None
            while True:
                changed = trio.Event()
                if (view := desk.view()) != drawn:
                    drawn = view
                    await shown.draw(view)
                await changed.wait()

        nursery.start_soon(keep_drawing)
        async for typed in shown.typed:
            match typed:
                case Key("c-c"):
                    interrupt()
                case Key(name):
                    wishes.type(name)
                case Paste(text):
                    wishes.paste(text)
                case _:
                    wishes.obey(typed)
            if wishes.over:
                break
            changed.set()
        nursery.cancel_scope.cancel()
    return 0
