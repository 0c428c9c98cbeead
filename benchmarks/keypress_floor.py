"""The terminal library alone: a full screen of text, which sends a byte over TCP for each key that is pressed.

It listens for one connection, at the port that its screen shows.
"""

import asyncio

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from benchmarks.redraw_floor import LINES


async def main() -> None:
    """Run until whoever has connected goes."""
    writers: list[asyncio.StreamWriter] = []
    bindings = KeyBindings()

    @bindings.add(Keys.Any)
    def _tell(event: KeyPressEvent) -> None:
        for writer in writers:
            writer.write(b"x")

    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(accepted, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    text = "\n".join((f"port {port} ", *LINES))
    application: Application[None] = Application(
        layout=Layout(Window(FormattedTextControl(text))), key_bindings=bindings, full_screen=True
    )
    async with server:
        await application.run_async()


if __name__ == "__main__":
    asyncio.run(main())
