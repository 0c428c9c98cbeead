"""Journals: files that only grow, one entry after the other, and whose readable beginning is always right.

An entry is a 4-byte big-endian length (never 0), the CRC-32 of the content, and the content; the first entry of a
file is the journal's name. An entry is handed to the system in one write, without a sync: it survives the death of
the process, not a power cut. A last entry that is not whole was never relied upon and is cut off on reading.
"""

import errno
import hashlib
import os
import zlib
from dataclasses import dataclass
from pathlib import Path

from p2p_ligretto.runtime.files import append_whole, private_opener

HEADER_BYTES = 8
MAX_ENTRY_BYTES = 1 << 20
MAX_JOURNAL_BYTES = 256 * 1024 * 1024
"""Four times the longest log: what was said and came to nothing is in it as well."""
KEPT_JOURNALS = 20
"""Older ones belong to tables that are long over."""


@dataclass(frozen=True, slots=True)
class JournalRead:
    """What a journal file held. ``damaged``: more than an unfinished last entry was wrong."""

    name: str | None
    entries: tuple[bytes, ...]
    good_bytes: int
    damaged: bool


class JournalWriter:
    """Appends to one journal. After a failed write it takes no more: what is on disk stays a beginning of the whole."""

    def __init__(self, path: Path, name: str) -> None:
        """Open for appending, or make the file. Raises OSError."""
        self._file = open(path, "ab", buffering=0, opener=private_opener)  # noqa: SIM115 - closed by close()
        self._broken = False
        self._size = self._file.seek(0, os.SEEK_END)
        if self._size == 0:
            try:
                self.append(name.encode())
            except OSError:
                self.close()
                raise

    def append(self, entry: bytes) -> None:
        """Raises OSError when the entry could not be written whole, then and ever after."""
        if self._broken:
            raise OSError("an entry before this one could not be written")
        framed = frame_entry(entry)
        self._broken = True
        if self._size + len(framed) > MAX_JOURNAL_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        append_whole(self._file, framed)
        self._size += len(framed)
        self._broken = False

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def frame_entry(entry: bytes) -> bytes:
    """Raises ValueError for an empty entry or one that is too long."""
    if not 0 < len(entry) <= MAX_ENTRY_BYTES:
        raise ValueError(f"a journal entry has 1 to {MAX_ENTRY_BYTES} bytes, not {len(entry)}")
    return len(entry).to_bytes(4, "big") + zlib.crc32(entry).to_bytes(4, "big") + entry


def journal_path(folder: Path, name: str) -> Path:
    """File names are hashes: a name may hold anything."""
    return folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.journal"


def read_journal(path: Path) -> JournalRead:
    """Read the good beginning of a journal file. Raises OSError."""
    content = path.read_bytes()
    entries: list[bytes] = []
    position, damaged = 0, False
    while len(content) - position >= HEADER_BYTES:
        length = int.from_bytes(content[position : position + 4], "big")
        check = int.from_bytes(content[position + 4 : position + HEADER_BYTES], "big")
        end = position + HEADER_BYTES + length
        if not 0 < length <= MAX_ENTRY_BYTES:
            damaged = True
            break
        if end > len(content):
            break
        entry = content[position + HEADER_BYTES : end]
        if zlib.crc32(entry) != check:
            damaged = True
            break
        entries.append(entry)
        position = end
    name = entries[0].decode("utf-8", "replace") if entries else None
    return JournalRead(name, tuple(entries[1:]), position, damaged)


def load_journals(folder: Path) -> tuple[dict[str, tuple[bytes, ...]], bool]:
    """All journals by name, made fit for appending, and whether any was damaged. Raises OSError."""
    paths = sorted(folder.glob("*.journal"), key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    journals: dict[str, tuple[bytes, ...]] = {}
    damaged = False
    for place, path in enumerate(paths):
        if place >= KEPT_JOURNALS:
            path.unlink()
            continue
        read = read_journal(path)
        damaged = damaged or read.damaged
        if read.name is None or journal_path(folder, read.name) != path:
            path.unlink()
            continue
        if read.good_bytes != path.stat().st_size:
            os.truncate(path, read.good_bytes)
        journals[read.name] = read.entries
    return journals, damaged
