"""The terminal library alone: a full screen of text in one window, of which each byte over TCP changes one cell.

Argument: the port of the bench, which it connects to.
"""

import asyncio
import sys

from prompt_toolkit.application import Application
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

LINES = tuple(f"line {number:2} {'·' * 60}" for number in range(23))


async def main(port: int) -> None:
    """Run until the bench closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    changes = 0
    control = FormattedTextControl(lambda: "\n".join((f"changed {changes} times", *LINES)))
    application: Application[None] = Application(
        layout=Layout(Window(control)), full_screen=True, min_redraw_interval=None, max_render_postpone_time=0
    )

    async def obey() -> None:
        nonlocal changes
        while await reader.read(1):
            changes += 1
            application.invalidate()
        application.exit()

    obeying = asyncio.create_task(obey())
    await application.run_async()
    await obeying
    writer.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
