"""The record of each match: a file of JSON lines in the data folder, which grows as the match becomes final."""

import contextlib
import errno
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from p2p_ligretto.runtime.files import append_whole, make_private_folder, private_opener

MATCHES_FOLDER = "matches"
SUFFIX = ".jsonl"
MAX_RECORD_BYTES = 256 * 1024 * 1024
"""As for a journal: a line for each event of a log that is full is no longer than that."""
_LATEST_NS = 2**63 - 2
"""In the year 2262. A file system may know later times; what is asked for in 64 bits ends before the next."""
_MATCH_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_.-]{0,99}")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One recorded match; ``changed_ns`` is the wall-clock time of its last line, ``size`` is in bytes."""

    match: str
    path: Path
    changed_ns: int
    size: int


def record_path(folder: Path, match: str) -> Path:
    """Raises ValueError for a match name that is not a plain word."""
    if not _MATCH_NAME.fullmatch(match):
        raise ValueError(f"not the name of a match: {match!r}")
    return folder / MATCHES_FOLDER / (match + SUFFIX)


def write_record(folder: Path, match: str, lines: tuple[str, ...], restart: bool) -> None:
    """Add lines to a match's record, or begin it anew; all of them or none. Raises OSError."""
    path = record_path(folder, match)
    make_private_folder(path.parent)
    content = "".join(line + "\n" for line in lines).encode()
    with open(path, "wb" if restart else "ab", buffering=0, opener=private_opener) as file:
        if file.seek(0, os.SEEK_END) + len(content) > MAX_RECORD_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        append_whole(file, content)


def list_records(folder: Path) -> tuple[RecordFile, ...]:
    """All recorded matches, newest first. A missing folder has none; raises OSError when it can't be read."""
    found: list[RecordFile] = []
    matches = folder / MATCHES_FOLDER
    # A glob would say nothing of a folder that can't be read.
    entries = tuple(matches.iterdir()) if matches.exists() else ()
    for path in entries:
        if path.suffix != SUFFIX:
            continue
        # A record may vanish while we look: somebody tidied up. And a link may lead nowhere.
        with contextlib.suppress(OSError):
            status = path.stat()
            if not stat.S_ISDIR(status.st_mode):
                match = as_text(path.name.removesuffix(SUFFIX))
                found.append(RecordFile(match, path, min(status.st_mtime_ns, _LATEST_NS), status.st_size))
    return tuple(sorted(found, key=lambda record: (record.changed_ns, record.match), reverse=True))


def as_text(name: str) -> str:
    """``name`` as it can be stored and shown: a file system, and a command line, take any bytes for a name.

    What is no text is spelt as ``\\xff``, so that two names stay two.
    """
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def find_record(folder: Path, which: str = "last") -> RecordFile | None:
    """The newest record for ``last``, else the one whose name is or, alone among all, begins with ``which``."""
    records = list_records(folder)
    which = as_text(which)
    if which == "last":
        return records[0] if records else None
    for record in records:
        if record.match == which:
            return record
    beginning = [record for record in records if record.match.startswith(which)]
    return beginning[0] if len(beginning) == 1 else None


def read_record(record: RecordFile) -> tuple[str, ...]:
    """The record's whole lines; a last line that was cut off is left out. Raises OSError."""
    content = record.path.read_bytes().decode("utf-8", "replace")
    return tuple(content.split("\n")[:-1])
