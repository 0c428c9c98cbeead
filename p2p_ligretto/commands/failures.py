"""What a person is told when a command fails: one line, and where to read more if the fault is ours."""

import errno
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.runtime.encryption_error import EncryptionError
from p2p_ligretto.runtime.files import private_opener
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.sockets import ListenError
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable

EXPECTED: Final = (Problem, ProfileError, ListenError, EncryptionError)
REPORT_FILE: Final = "error.log"
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What the output says that leads to a file. What is written by name says itself where there was no room."""


def told(error: BaseException, log: Path | None, folder: Path) -> str | None:
    """The line for a person, or None if nobody reads any more (a closed pipe).

    Unknown errors are our own fault: their traceback goes to ``log``, or to a file in ``folder``, the profile's.
    """
    causes = tuple(_leaves(error))
    for cause in causes:
        if isinstance(cause, EXPECTED):
            return str(cause)
    if all(isinstance(cause, BrokenPipeError) for cause in causes):
        return None
    for cause in causes:
        if isinstance(cause, OSError) and cause.errno in _NO_ROOM and cause.filename is None:
            return _("Cannot write what there is to say ({reason}): make room, or write it elsewhere.").format(
                reason=cause.strerror
            )
    what = f"{type(causes[0]).__name__}: {causes[0]}".rstrip(": ")
    report = _write_report(error, log or folder / REPORT_FILE)
    if report is None:
        return _("This should not have happened ({what}). Run it again with --log FILE and report it, please.").format(
            what=what
        )
    return _(
        "This should not have happened ({what}). The details are in {report}: report it with them, please."
    ).format(what=what, report=report)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The errors themselves, out of the groups that they come in."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _write_report(error: BaseException, path: Path) -> Path | None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # What went wrong may quote what came over the network.
        lines = "".join(traceback.format_exception(error)).splitlines()
        with open(path, "a", encoding="utf-8", opener=private_opener) as file:
            file.writelines(printable(line) + "\n" for line in lines)
    except OSError:
        return None
    return path
