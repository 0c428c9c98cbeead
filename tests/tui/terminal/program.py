"""The whole program as a process on a terminal of its own."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tui.terminal.pty_screen import LIMIT_S, PtyScreen

# A process becomes the leader of its terminal only by asking for it; then a closed window is told to it.
ON_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.executable, sys.argv[1:])"
)
ENVIRONMENT = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}


class Program:
    """``terminal`` is what it is drawn on; standard error goes to a file, to be read as ``errors``."""

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        columns: int = 80,
        rows: int = 24,
        module: str = "p2p_ligretto",
        **environment: str,
    ) -> None:
        self.terminal = PtyScreen(columns, rows)
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self._errors = folder / "stderr"
        command = [sys.executable, "-m", module, *arguments, "--data", str(folder / "data")]
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", ON_TERMINAL, *command],
                stdin=self.terminal.slave,
                stdout=self.terminal.slave,
                stderr=errors,
                env=kept | ENVIRONMENT | environment,
                start_new_session=True,
            )
        self._watchdog = threading.Timer(6 * LIMIT_S, self.process.kill)
        self._watchdog.start()

    @property
    def errors(self) -> str:
        return self._errors.read_text(encoding="utf-8")

    def type(self, keys: str) -> None:
        self.terminal.type(keys)

    def see(self, *parts: str) -> None:
        self.terminal.see(*parts)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        return self.process.wait(LIMIT_S)

    def close(self) -> None:
        self._watchdog.cancel()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.terminal.close()


@contextmanager
def started(*arguments: str, folder: Path, columns: int = 80, rows: int = 24, **environment: str) -> Iterator[Program]:
    """The program, killed at the end of the block if it is still there."""
    program = Program(*arguments, folder=folder, columns=columns, rows=rows, **environment)
    try:
        yield program
    finally:
        program.close()
