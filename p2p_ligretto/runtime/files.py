"""Writing files so that a crash at any moment leaves the old content or the new one, never a mixture."""

import contextlib
import errno
import os
from io import FileIO
from pathlib import Path


def write_durably(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Replace the file's content and come back when it would survive a power cut. Raises OSError."""
    draft = path.with_name(path.name + ".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), mode)
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
    sync_folder(path.parent)


def remove_durably(path: Path) -> None:
    """Remove the file if it is there, for good. Raises OSError."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make names in ``folder`` survive a power cut, where the system offers that (Windows does not)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        # Some network and FUSE file systems refuse to sync a folder; the file itself is synced by then.
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def append_whole(file: FileIO, content: bytes) -> None:
    """Add all of ``content`` to an unbuffered file in one write, or nothing of it. Raises OSError."""
    before = file.seek(0, os.SEEK_END)
    if file.write(content) == len(content):
        return
    # A disk that fills up takes a part and says nothing until the next write.
    file.truncate(before)
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
