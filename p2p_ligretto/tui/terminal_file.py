"""Writing to the terminal without ever waiting for it.

A terminal may stop reading for as long as it likes (a selection in a console, a scrolled-back window, a slow
line). What is drawn goes to a thread that writes it in order; who draws is told when all of it was taken, and draws
nothing new before that. The thread is left behind if the terminal does not read any more when the program ends: it
writes to the descriptor itself, since a buffered stream that a left thread holds would hang the end of the program.
"""

import os
import threading
from collections.abc import Callable
from typing import Final

from p2p_ligretto.speech.ascii_text import IN_ASCII

_PIECE: Final = 4_096


class TerminalFile:
    """A text file as prompt_toolkit wants one: ``write`` gathers, ``flush`` hands over to the thread.

    ``gone`` is called from the thread, once, when nobody is there any more who could read.
    """

    def __init__(self, descriptor: int, encoding: str, gone: Callable[[OSError], None]) -> None:
        self.encoding = encoding
        self.errors = IN_ASCII if encoding == "ascii" else "replace"
        self._descriptor = descriptor
        self._gone = gone
        self._gathered: list[str] = []
        self._waiting = b""
        self._writing = False
        self._closed = False
        self._when_taken: Callable[[], None] | None = None
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    # ---- for who draws

    def fileno(self) -> int:
        """The descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return os.isatty(self._descriptor)

    def write(self, text: str) -> int:
        """Gather ``text``; never waits."""
        self._gathered.append(text)
        return len(text)

    def flush(self) -> None:
        """Have all that was gathered written soon; never waits."""
        data = "".join(self._gathered).encode(self.encoding, self.errors)
        self._gathered.clear()
        with self._news:
            self._waiting += data
            self._news.notify()

    def when_taken(self, call: Callable[[], None]) -> None:
        """Call ``call`` once when the terminal has taken all that was flushed: at once, or from the thread."""
        with self._news:
            if self._waiting or self._writing:
                self._when_taken = call
                return
        call()

    def close(self, limit_s: float) -> bool:
        """No more will be written; wait up to ``limit_s`` for the rest. False if the terminal didn't take it."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join(limit_s)
        return not self._thread.is_alive()

    # ---- the thread

    def _run(self) -> None:
        while (data := self._next()) is not None:
            try:
                while data:
                    data = data[os.write(self._descriptor, data[:_PIECE]) :]
            except OSError as error:
                self._gone(error)
                return

    def _next(self) -> bytes | None:
        """What to write next; None at the end."""
        with self._news:
            self._writing = False
            taken = None
            if not self._waiting:
                taken, self._when_taken = self._when_taken, None
        if taken is not None:
            taken()
        with self._news:
            while not self._waiting:
                if self._closed:
                    return None
                self._news.wait()
            data, self._waiting, self._writing = self._waiting, b"", True
            return data
