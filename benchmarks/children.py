"""Processes that are measured: started by the bench, told what to do by lines, answering in lines of JSON.

A child never speaks unasked, so that it does nothing while it is measured but what is measured.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import trio

ROOT = Path(__file__).parents[1]
ANSWER_LIMIT_S = 60.0
END_LIMIT_S = 10.0


class Child:
    """One process, run as ``python -m MODULE ARGUMENTS``."""

    def __init__(self, module: str, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def tell(self, command: str) -> None:
        """Send one line."""
        self._pipe(self.process.stdin).write(command + "\n")

    def answer(self) -> Any:
        """Wait for the next line of the child; RuntimeError if it ends, or takes more than ``ANSWER_LIMIT_S``."""
        limit = threading.Timer(ANSWER_LIMIT_S, self.process.kill)
        limit.start()
        line = self._pipe(self.process.stdout).readline()
        limit.cancel()
        if not line:
            raise RuntimeError(f"{self.process.args!r} ended before it answered, or did not answer")
        return json.loads(line)

    def ask(self, command: str) -> Any:
        """Send one line and wait for the answer."""
        self.tell(command)
        return self.answer()

    def end(self) -> None:
        """Ask it to end by closing its input; kill it if it does not."""
        self._pipe(self.process.stdin).close()
        try:
            self.process.wait(END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._pipe(self.process.stdout).close()

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


@contextmanager
def children(module: str, arguments: Sequence[Sequence[str]]) -> Iterator[list[Child]]:
    """One child for each list of arguments, ended with the block."""
    started: list[Child] = []
    try:
        started.extend(Child(module, *each) for each in arguments)
        yield started
    finally:
        for child in started:
            child.process.stdin.close() if child.process.stdin else None
        for child in started:
            child.end()


# ---- the other side of the pipe, in a child


async def commands() -> AsyncIterator[str]:
    """The lines that the bench sends, until it closes the pipe."""
    unread = b""
    async with trio.lowlevel.FdStream(os.dup(sys.stdin.fileno())) as stream:
        async for data in stream:
            *lines, unread = (unread + data).split(b"\n")
            for line in lines:
                yield line.decode()


def answer(value: Any) -> None:
    """Answer one line."""
    print(json.dumps(value), flush=True)
