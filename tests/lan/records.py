"""When things become final: the records of running programs, read line by line as they are written.

A program adds a line to its record the moment a move is final there, and all of them write to one file system under one
clock. So the record tells from outside, without any help of the program, when play stood still and when it went on.
"""

import json
import threading
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.lan.programs import Program

LOOK_EVERY_S = 0.002
SURELY_AFTER_S = 0.05
"""The moment of a move is known to within the quickest finality before it: a beat and the way there and back."""


@dataclass(frozen=True)
class Written:
    """One line, and when it was seen in the file, on the monotonic clock."""

    seen_s: float
    line: dict[str, Any]


class _Reader:
    """The lines of one record as they come; a record that is begun anew is read from its beginning."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[Written] = []
        self._folder = folder
        self._path: Path | None = None
        self._offset = 0
        self._rest = b""

    def look(self) -> None:
        path = self._path or next(self._folder.glob("*.jsonl"), None)
        if path is None:
            return
        self._path = path
        size = path.stat().st_size
        if size < self._offset:
            self._offset, self._rest, self.lines = 0, b"", []
        if size > self._offset:
            self._take(path)

    def _take(self, path: Path) -> None:
        with path.open("rb") as file:
            file.seek(self._offset)
            new = file.read()
        seen_s = time.monotonic()
        self._offset += len(new)
        *whole, self._rest = (self._rest + new).split(b"\n")
        self.lines.extend(Written(seen_s, json.loads(line)) for line in whole)


class Watch:
    """Reads the records of ``programs`` in a thread, for as long as the ``with`` lasts."""

    def __init__(self, programs: Iterable[Program]) -> None:
        self._readers = {program.player: _Reader(program.data / "matches") for program in programs}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def lines(self, player: str) -> tuple[Written, ...]:
        """All lines of a player's record so far."""
        return tuple(self._readers[player].lines)

    def _look(self) -> None:
        while not self._ended.wait(LOOK_EVERY_S):
            for reader in self._readers.values():
                reader.look()


def moves(lines: Iterable[Written]) -> list[Written]:
    return [written for written in lines if written.line["kind"] == "move"]


def first_made_after(lines: Iterable[Written], moment_s: float, without: Collection[int]) -> float | None:
    """When the first move that was made after ``moment_s`` by anybody but those was seen to be final.

    A move's time counts from the start of its round. What that was on this clock is the least difference there is
    between seeing a move and its time; it is late by the quickest finality, and so is the reckoned moment of a move.
    """
    begun_s: float | None = None
    for written in lines:
        if written.line["kind"] == "round":
            begun_s = None
        if written.line["kind"] != "move":
            continue
        since_begin_s = written.line["time"] / 1e6
        begun_s = min(begun_s or written.seen_s, written.seen_s - since_begin_s)
        surely_after = begun_s + since_begin_s - SURELY_AFTER_S > moment_s
        if surely_after and written.line["seat"] not in without:
            return written.seen_s
    return None


def members_since(lines: Iterable[Written], moment_s: float) -> list[tuple[float, frozenset[int]]]:
    """Who were members, each time that it changed after ``moment_s``."""
    return [
        (written.seen_s, frozenset(written.line["seats"]))
        for written in lines
        if written.line["kind"] == "present" and written.seen_s > moment_s
    ]
