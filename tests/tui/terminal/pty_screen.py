"""A terminal for tests: a pty, read by a thread into a screen that can be looked at, or not read at all for a while."""

import fcntl
import os
import re
import select
import struct
import termios
import threading
import time
from collections.abc import Callable
from typing import Any, TextIO

import pyte

LIMIT_S = 20.0
MODES = {"mouse": b"1000", "mouse drag": b"1003", "mouse sgr": b"1006", "paste": b"2004", "alternate screen": b"1049"}


class PtyScreen:
    """``text()`` is what is on screen, ``written`` every byte that came; ``slave`` is the end for the program."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.master, self.slave = os.openpty()
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._news = threading.Condition()
        self._reads = threading.Event()
        self._reads.set()
        self._closing = False
        self._set_size(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while True:
            self._reads.wait()
            # A read that waits would keep the pty alive when the window is closed.
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if self._closing:
                return
            if not ready:
                continue
            try:
                data = os.read(self.master, 65_536)
            except OSError:
                return
            if not data:
                return
            with self._news:
                self.written += data
                self._stream.feed(data)
                self._news.notify_all()

    def keys(self) -> TextIO:
        """The end that a program reads, for one in this process."""
        return open(self.slave, encoding="utf-8", closefd=False)

    # ---- what a person does

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def click(self, column: int, row: int) -> None:
        """Press and release the left button in a cell, counted from 0."""
        self.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def click_on(self, text: str) -> None:
        for row, line in enumerate(self.lines()):
            if text in line:
                self.click(line.index(text), row)
                return
        raise AssertionError(f"{text!r} is not on screen:\n{self.text()}")

    def resize(self, columns: int, rows: int) -> None:
        with self._news:
            self.screen.resize(rows, columns)
        self._set_size(columns, rows)

    def stop_reading(self) -> None:
        self._reads.clear()

    def read_on(self) -> None:
        self._reads.set()

    def close_window(self) -> None:
        """Close the window: nobody reads or writes at its end any more."""
        self._closing = True
        self._thread.join()
        os.close(self.master)
        self.master = -1

    def close(self) -> None:
        self._closing = True
        self._reads.set()
        self._thread.join()
        for descriptor in (self.slave, self.master):
            if descriptor >= 0:
                os.close(descriptor)

    # ---- what a person sees

    def lines(self) -> list[str]:
        with self._news:
            return list(self.screen.display)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines())

    def wait_until(self, holds: Callable[[str], Any], limit_s: float = LIMIT_S) -> str:
        """Wait until ``holds`` says yes of the text on screen; the text."""
        deadline = time.monotonic() + limit_s
        while True:
            text = self.text()
            if holds(text):
                return text
            with self._news:
                if not self._news.wait(timeout=min(0.2, max(0.0, deadline - time.monotonic()))):
                    assert time.monotonic() < deadline, f"never came; on screen is\n{text}"

    def see(self, *parts: str, limit_s: float = LIMIT_S) -> None:
        """Wait until all ``parts`` are on screen. What else is there may be half drawn: a drawing comes in pieces."""
        self.wait_until(lambda text: all(part in text for part in parts), limit_s)

    def find(self, pattern: str, limit_s: float = LIMIT_S) -> re.Match[str]:
        """Wait until ``pattern`` is on screen; where it is."""
        found = re.search(pattern, self.wait_until(lambda text: re.search(pattern, text), limit_s))
        assert found is not None
        return found

    def assert_usable(self) -> None:
        """It is as it was before, as soon as the last bytes are read: line discipline, mouse, cursor, screen."""
        deadline = time.monotonic() + LIMIT_S
        with self._news:
            while faults := self._faults():
                assert self._news.wait(max(0.0, deadline - time.monotonic())), faults

    def _faults(self) -> list[str]:
        faults = [f"{name} is still on" for name, number in MODES.items() if not self._is(b"?" + number, b"l", b"h")]
        if not self._is(b"?25", b"h", b"l"):
            faults.append("the cursor is hidden")
        if b"\x1b[?1049l" not in self.written:
            faults.append("nothing was drawn")
        if self.slave >= 0 and termios.tcgetattr(self.slave) != self.before:
            faults.append("the line discipline is another")
        return faults

    def _is(self, mode: bytes, wanted: bytes, other: bytes) -> bool:
        return self.written.rfind(b"\x1b[" + mode + other) <= self.written.rfind(b"\x1b[" + mode + wanted)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
