"""The log: a file if one is asked for, and never the terminal.

Libraries with threads of their own (zeroconf, and asyncio under it) log and raise where no caller sees it; that
goes to the log as well, since a line on stderr would land in the middle of the game.
"""

import logging
import threading
from pathlib import Path

from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.texts import _

PACKAGE = "p2p_ligretto"
_FORMAT = "%(asctime)s.%(msecs)03d %(levelname)s %(name)s: %(message)s"


def configure_log(path: Path | None) -> None:
    """Log to ``path``, or nowhere. Raises ProfileError when the file can't be opened."""
    handler: logging.Handler = logging.NullHandler()
    if path is not None:
        try:
            handler = logging.FileHandler(path, encoding="utf-8")
        except OSError as error:
            raise ProfileError(
                _("Cannot write the log {path} ({reason}): name another file with --log FILE.").format(
                    path=path, reason=error.strerror or error
                )
            ) from error
        handler.setFormatter(logging.Formatter(_FORMAT, datefmt="%Y-%m-%dT%H:%M:%S"))
    handler.set_name(PACKAGE)
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if handler.get_name() == PACKAGE]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(PACKAGE).setLevel(logging.WARNING if path is None else logging.DEBUG)
    threading.excepthook = _log_thread_failure


def _log_thread_failure(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_type is SystemExit or failure.exc_value is None:
        return
    logging.getLogger(PACKAGE).error(
        "a thread failed: %s", failure.thread, exc_info=(failure.exc_type, failure.exc_value, failure.exc_traceback)
    )
