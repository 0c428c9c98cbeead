"""A program of this project on a terminal of its own: what it shows can be looked at, what it is asked is typed.

A thread reads what the program writes, so that it never waits for us. Linux and other systems with ptys only.
"""

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pyte
from pyte.screens import Char

QUIET_S: Final = 0.02
"""A screen that has not changed for so long has been drawn to its end."""
STOP_LIMIT_S: Final = 15.0

Cells = tuple[tuple[Char, ...], ...]
"""What stands in each cell, row by row."""


class NeverShown(Exception):
    """What was waited for did not come; the message holds what was on screen instead."""


class TerminalProgram:
    """``p2p-ligretto ARGUMENTS`` on a terminal of the given size, in ``environment``, its files in ``folder``."""

    def __init__(
        self, arguments: tuple[str, ...], columns: int, rows: int, folder: Path, environment: Mapping[str, str]
    ) -> None:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._news = threading.Condition()
        command = (sys.executable, "-m", "p2p_ligretto", *arguments, "--data", str(folder))
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=dict(environment), start_new_session=True
        )
        os.close(slave)
        self._closing = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._master, keys.encode())

    def text(self) -> str:
        """What is on screen now, line by line."""
        with self._news:
            return "\n".join(line.rstrip() for line in self._screen.display)

    def wait_for(self, holds: Callable[[str], bool], limit_s: float) -> Cells:
        """Wait until ``holds`` says yes of the text of a screen that is drawn to its end; its cells.

        Raises NeverShown after ``limit_s``, and when the program ends.
        """
        for text, cells in self._drawn_screens(limit_s):
            if holds(text):
                return cells
        raise NeverShown(f"on screen was{self._ended()}:\n{self.text()}")

    def best_until(self, over: Callable[[str], bool], worth: Callable[[str], int], limit_s: float) -> Cells:
        """Of all screens until ``over`` says yes, the first of those that are worth most; its cells.

        Raises NeverShown after ``limit_s``, when the program ends, and when no screen was worth anything.
        """
        best: Cells | None = None
        most = 0
        for text, cells in self._drawn_screens(limit_s):
            if over(text):
                break
            if worth(text) > most:
                best, most = cells, worth(text)
        else:
            raise NeverShown(f"it never was over; on screen was{self._ended()}:\n{self.text()}")
        if best is None:
            raise NeverShown(f"nothing was worth a picture; at the end there was on screen:\n{self.text()}")
        return best

    def _drawn_screens(self, limit_s: float) -> Iterator[tuple[str, Cells]]:
        """Each screen that has been drawn to its end."""
        deadline = time.monotonic() + limit_s
        while time.monotonic() < deadline and self._process.poll() is None:
            with self._news:
                if self._news.wait(QUIET_S):
                    continue
                drawn = "\n".join(self._screen.display), self._cells()
            yield drawn

    def _ended(self) -> str:
        return "" if self._process.poll() is None else f" (it ended with {self._process.returncode})"

    def kill(self) -> None:
        """End it without a word to anybody, as when a laptop loses its power."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ask it to end, and wait for that."""
        self._process.terminate()
        try:
            self._process.wait(STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._closing = True
        self._thread.join()
        os.close(self._master)

    def _cells(self) -> Cells:
        buffer = self._screen.buffer
        return tuple(
            tuple(buffer[row][column] for column in range(self._screen.columns)) for row in range(self._screen.lines)
        )

    def _read(self) -> None:
        while not self._closing:
            if not select.select([self._master], [], [], 0.05)[0]:
                continue
            try:
                data = os.read(self._master, 65_536)
            except OSError:  # the program has ended
                return
            with self._news:
                self._stream.feed(data)
                self._news.notify_all()
