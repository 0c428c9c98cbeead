"""Programs on terminals of their own: a pty each, whose bytes are kept with the time at which they came."""

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Sequence
from typing import Final

import pyte

COLUMNS: Final = 80
ROWS: Final = 24
LIMIT_S: Final = 30.0
END_LIMIT_S: Final = 10.0
ENVIRONMENT: Final = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


class Terminal:
    """Runs ``command`` on a pty of 80x24 until it is closed; ``started_ns`` is just before its start."""

    def __init__(self, command: Sequence[str]) -> None:
        self.chunks: list[tuple[int, bytes]] = []
        """What came, with the nanosecond of the machine's monotonic clock at which it was read."""
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._parsed = 0
        self._news = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.started_ns = time.monotonic_ns()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=os.environ | ENVIRONMENT, start_new_session=True
        )
        os.close(slave)

    def _read(self) -> None:
        while not self._closing:
            # A read that waits would not end with the terminal.
            if not select.select([self._master], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self._master, 65_536)
            except OSError:
                return
            self.chunks.append((time.monotonic_ns(), data))
            self._news.set()

    def lines_after_each(self) -> list[tuple[int, list[str]]]:
        """The screen after each chunk that has come since the last look, with the chunk's time."""
        found = []
        while self._parsed < len(self.chunks):
            when, data = self.chunks[self._parsed]
            self._parsed += 1
            self._stream.feed(data)
            found.append((when, list(self._screen.display)))
        return found

    def lines(self) -> list[str]:
        """The screen as it is now."""
        self.lines_after_each()
        return list(self._screen.display)

    def wait_for(self, text: str) -> int:
        """Wait until ``text`` is on screen; when it came there, or, if it was there before, when anything last came.

        Raises RuntimeError if it never does.
        """
        if any(text in line for line in self._screen.display):
            return self.chunks[self._parsed - 1][0]
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            self._news.clear()
            for when, lines in self.lines_after_each():
                if any(text in line for line in lines):
                    return when
            self._news.wait(0.1)
        raise RuntimeError(f"{text!r} never came; on screen is\n" + "\n".join(self._screen.display))

    def type(self, keys: bytes) -> int:
        """Press keys; the nanosecond just before."""
        pressed_ns = time.monotonic_ns()
        os.write(self._master, keys)
        return pressed_ns

    def close(self) -> None:
        """End the program as a closed window does, then take the terminal away."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGHUP)
        try:
            self.process.wait(END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._closing = True
        self._thread.join()
        os.close(self._master)


def program(folder: str, name: str, *arguments: str) -> list[str]:
    """The command line of the game with data of its own."""
    return [sys.executable, "-m", "p2p_ligretto", *arguments, "--player", name, "--data", f"{folder}/{name}"]
