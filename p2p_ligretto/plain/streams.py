"""Standard input and output as lines, without ever stopping the node.

A terminal may stop reading for as long as it likes (Ctrl-S, a selection in a console, a pipe to a slow program), and
a read waits for ever: both happen in threads that are left behind when the session ends. Descriptors are
read and written directly, because a buffered stream that a left thread holds would hang the end of the program.
"""

import os
from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from p2p_ligretto.speech.ascii_text import IN_ASCII
from p2p_ligretto.texts import ngettext
from p2p_ligretto.wire.printable import printable

MOST_WAITING: Final = 5_000
"""Lines that wait for a slow reader; older ones are dropped, and their number is told."""

LONGEST_LINE: Final = 4_096
"""Bytes of a typed line; what is longer is cut."""

_CHUNK: Final = 4_096


class LineReader:
    """Typed lines, one at a time. ``read`` waits for some bytes and returns none at the end of input."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read
        self._buffer = b""
        self._ended = False

    async def next_line(self) -> str | None:
        """The next line without its end; None when input has ended. A last line needs no line end."""
        while b"\n" not in self._buffer and not self._ended:
            more = await trio.to_thread.run_sync(self._read, abandon_on_cancel=True)
            self._ended = not more
            self._buffer += more
            if b"\n" not in self._buffer:
                self._buffer = self._buffer[:LONGEST_LINE]
        if not self._buffer:
            return None
        line, _end, self._buffer = self._buffer.partition(b"\n")
        return line[:LONGEST_LINE].decode("utf-8", "replace").rstrip("\r")


class LineWriter:
    """Lines for a person, written in order by a thread. ``write`` waits and raises OSError when nobody reads."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._waiting: deque[str] = deque()
        self._dropped = 0
        self._news = trio.Event()
        self._closed = False

    def say(self, *lines: str) -> None:
        """Have ``lines`` written soon, each as one line whatever it holds; never waits."""
        for line in map(printable, lines):
            if len(self._waiting) == MOST_WAITING:
                self._waiting.popleft()
                self._dropped += 1
            self._waiting.append(line)
        self._news.set()

    async def run(self) -> None:
        """Write until the reader is gone, or until all is written after ``close``."""
        while await self._write_waiting() and not self._closed:
            self._news = trio.Event()
            if not self._waiting:
                await self._news.wait()

    def close(self) -> None:
        """Nothing more will be said."""
        self._closed = True
        self._news.set()

    async def _write_waiting(self) -> bool:
        """False when nobody reads any more."""
        while self._waiting or self._dropped:
            lines = list(self._waiting)
            if self._dropped:
                text = ngettext("({count} line left out)", "({count} lines left out)", self._dropped)
                lines.insert(0, text.format(count=self._dropped))
            self._waiting.clear()
            self._dropped = 0
            try:
                await trio.to_thread.run_sync(self._write, "\n".join(lines) + "\n", abandon_on_cancel=True)
            except OSError:
                return False
        return True


def standard_input(descriptor: int = 0) -> LineReader:
    """The lines of standard input; a terminal that has gone away reads as its end."""

    def read() -> bytes:
        try:
            return os.read(descriptor, _CHUNK)
        except OSError:
            return b""

    return LineReader(read)


def standard_output(descriptor: int = 1, encoding: str = "utf-8") -> LineWriter:
    """Lines to standard output; what ``encoding`` has no character for is written as something like it in ASCII."""

    def write(text: str) -> None:
        data = text.encode(encoding, IN_ASCII)
        while data:
            data = data[os.write(descriptor, data) :]

    return LineWriter(write)
