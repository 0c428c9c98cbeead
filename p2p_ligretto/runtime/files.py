"""Files and folders of a profile: whole or not there after a crash at any moment, and for their owner's eyes only."""

import contextlib
import errno
import os
import secrets
import stat
from io import FileIO
from pathlib import Path
from typing import Final

PRIVATE_FOLDER: Final = 0o700
PRIVATE_FILE: Final = 0o600
DRAFT_SUFFIX: Final = ".new"
"""Of a profile's file that is being written, and takes the place of the one before when it is whole."""
_USUAL: Final = 0o666
"""What programs make files with: the person's umask takes away from it."""
_OTHERS: Final = 0o077
"""The rights of group and all."""


def make_private_folder(folder: Path) -> None:
    """Make ``folder``, or narrow the rights of one that is there, so that only its owner enters. Raises OSError."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    keep_private(folder)


def keep_private(path: Path) -> None:
    """Take the rights of all but the owner from what is there. Raises OSError when it isn't.

    What can't be narrowed (a shared mount, say) stays as it is; Windows keeps rights by other means.
    """
    if os.name == "nt":
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & _OTHERS:
        with contextlib.suppress(OSError):
            path.chmod(mode & ~_OTHERS)


def private_opener(path: str, flags: int) -> int:
    """For ``open``: a file that it makes, or that is there, is its owner's only. Raises OSError."""
    descriptor = os.open(path, flags, PRIVATE_FILE)
    keep_private(Path(path))
    return descriptor


def write_durably(path: Path, content: bytes) -> None:
    """Replace the content of a profile's file and come back when it would survive a power cut.

    OSError leaves it as it was.
    """
    draft = path.with_name(path.name + DRAFT_SUFFIX)
    # One that was left behind may have wider rights, or lead elsewhere.
    draft.unlink(missing_ok=True)
    _replace(path, draft, content, PRIVATE_FILE)


def write_whole(path: Path, content: bytes) -> None:
    """The same for a file that a person named, in a folder with other things: it keeps the rights that it has."""
    rights = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    # A name that nobody has, and that is not longer than a folder takes.
    draft = path.with_name(f".p2p-ligretto-{secrets.token_hex(8)}")
    _replace(path, draft, content, _USUAL if rights is None else PRIVATE_FILE, rights)


def _replace(path: Path, draft: Path, content: bytes, made_with: int, rights: int | None = None) -> None:
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), made_with)
    try:
        if rights is not None:
            draft.chmod(rights)
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def why_unwritable(path: Path) -> str:
    """Why no file can be written at ``path``, in the system's words; empty if nothing is against it.

    Nothing is made, so what only shows when it is written is not known yet.
    """
    folder, failure = path.absolute().parent, 0
    if path.is_dir():
        failure = errno.EISDIR
    elif not folder.is_dir():
        failure = errno.ENOTDIR if folder.exists() else errno.ENOENT
    elif not os.access(path if path.exists() else folder, os.W_OK):
        failure = errno.EACCES
    return os.strerror(failure) if failure else ""


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
