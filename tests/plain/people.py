"""A person at the line interface: types lines, reads what is printed."""

import trio

from p2p_ligretto.plain.streams import LineReader, LineWriter


class Typing(LineReader):
    """Input that a test types; it ends when ``hang_up`` says so."""

    def __init__(self) -> None:
        super().__init__(lambda: b"")
        self._send, self._receive = trio.open_memory_channel[str](10_000)

    def type(self, *lines: str) -> None:
        for line in lines:
            self._send.send_nowait(line)

    def hang_up(self) -> None:
        self._send.close()

    async def next_line(self) -> str | None:
        try:
            return await self._receive.receive()
        except trio.EndOfChannel:
            return None


class Reading(LineWriter):
    """Output that a test reads."""

    def __init__(self) -> None:
        super().__init__(lambda text: None)
        self.lines: list[str] = []
        self.gone = False
        self.stuck = False
        self._more = trio.Event()

    def say(self, *lines: str) -> None:
        self.lines.extend(lines)
        self._more.set()
        self._more = trio.Event()

    async def run(self) -> None:
        while self.stuck or not (self.gone or self._closed):
            await self._news.wait()
            self._news = trio.Event()

    def hang_up(self) -> None:
        self.gone = True
        self._news.set()

    async def see(self, part: str, after: int = 0) -> str:
        """Wait for a line that holds ``part``, at place ``after`` or later."""
        with trio.fail_after(600):
            while True:
                for line in self.lines[after:]:
                    if part in line:
                        return line
                await self._more.wait()
