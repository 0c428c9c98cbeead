"""The log: a file if one is asked for, and never the terminal; one line for each thing that is logged.

What peers and libraries say may quote what came over the network: nothing of it reaches the file but as text.
Libraries with threads of their own (zeroconf, and asyncio under it) log and raise where no caller sees it; that
goes to the log as well, since a line on stderr would land in the middle of the game. So do warnings, and errors in
finalizers.
"""

import logging
import sys
import threading
import traceback
from pathlib import Path

from p2p_ligretto.runtime.files import why_unwritable
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable

PACKAGE = "p2p_ligretto"
LONGEST_LINE = 2_000
_FORMAT = "%(asctime)s.%(msecs)03d %(levelname)s %(name)s: %(message)s"


class PlainFormatter(logging.Formatter):
    """One line a record, and a traceback below it; whatever a terminal would obey is an escape."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        # Not by way of ``super``: that takes over what another handler has made of the traceback.
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        lines = [self.formatMessage(record)]
        if record.exc_info and not _is_only_the_network(record):
            # Indented: what an error quotes must not look like a record of its own.
            lines += [f"    {line}" for line in "".join(traceback.format_exception(*record.exc_info)).splitlines()]
        return "\n".join(printable(line, LONGEST_LINE) for line in lines)


def _is_only_the_network(record: logging.LogRecord) -> bool:
    """Whether a library warns of what the system has refused: its words say that, and nobody is helped by where."""
    error = record.exc_info[1] if record.exc_info else None
    return record.levelno < logging.ERROR and isinstance(error, OSError)


class LogFile(logging.FileHandler):
    """The file; ``lost`` is why the first record that could not be written there was not, empty if all were."""

    lost = ""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging calls it so
        """Remember it: a line on stderr would land in the middle of the game."""
        error = sys.exc_info()[1]
        reason = error.strerror if isinstance(error, OSError) else None
        self.lost = self.lost or reason or f"{type(error).__name__}: {record.name}"

    def close(self) -> None:
        """Close it, whether what is still to be written can be written or not."""
        try:
            super().close()
        except OSError as error:
            self.lost = self.lost or error.strerror or str(error)


def configure_log(path: Path | None) -> None:
    """Log to ``path``, or nowhere. Raises ProfileError when the file can't be opened."""
    handler: logging.Handler = logging.NullHandler()
    if path is not None:
        try:
            handler = LogFile(path, encoding="utf-8")
        except OSError as error:
            raise _cannot_write(path, error.strerror or str(error)) from error
        handler.setFormatter(PlainFormatter(_FORMAT, datefmt="%Y-%m-%dT%H:%M:%S"))
    handler.set_name(PACKAGE)
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if handler.get_name() == PACKAGE]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(PACKAGE).setLevel(logging.WARNING if path is None else logging.DEBUG)
    threading.excepthook = _log_thread_failure
    logging.captureWarnings(True)
    if sys.unraisablehook is sys.__unraisablehook__:  # else somebody else takes care of it
        sys.unraisablehook = _log_unraisable


def check_log(path: Path) -> None:
    """Raise ProfileError if ``configure_log`` would; nothing is made."""
    if reason := why_unwritable(path):
        raise _cannot_write(path, reason)


def _cannot_write(path: Path, reason: str) -> ProfileError:
    return ProfileError(
        _("Cannot write the log {path} ({reason}): name another file with --log FILE.").format(path=path, reason=reason)
    )


def log_trouble() -> str:
    """A line for a person whose log is not whole; empty if it is, or if there is none."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, LogFile) and handler.lost:
            return _("The log {path} is not whole ({reason}): make room there, or name another file.").format(
                path=handler.baseFilename, reason=handler.lost
            )
    return ""


def _log_thread_failure(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_type is SystemExit or failure.exc_value is None:
        return
    logging.getLogger(PACKAGE).error(
        "a thread failed: %s", failure.thread, exc_info=(failure.exc_type, failure.exc_value, failure.exc_traceback)
    )


def _log_unraisable(failure: "sys.UnraisableHookArgs") -> None:
    if failure.exc_value is None:
        return
    logging.getLogger(PACKAGE).error(
        "an error that nothing can catch, in %r",
        failure.object,
        exc_info=(failure.exc_type, failure.exc_value, failure.exc_traceback),
    )
