"""``logs``: where this program writes something down, and whether there is anything yet."""

from pathlib import Path

from p2p_ligretto.commands.failures import REPORT_FILE
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.settings_file import settings_file
from p2p_ligretto.runtime.records import MATCHES_FOLDER
from p2p_ligretto.runtime.score_pads import SCORES_FOLDER
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def show_places(settings: Settings) -> int:
    """Print a line for each place, whether there is something or not; the exit code."""
    folder = settings.folder
    if settings.log is None:
        print(_("log: none is written; --log FILE with a command adds to FILE what the program does meanwhile"))
    else:
        print(_place(_("log"), settings.log))
    for what, path in (
        (_("details of errors"), folder / REPORT_FILE),
        (_("profile, with your identity"), folder),
        (_("records of matches"), folder / MATCHES_FOLDER),
        (_("games of the score pad"), folder / SCORES_FOLDER),
        (_("settings"), settings_file()),
    ):
        print(_place(what, path))
    return 0


def _place(what: str, path: Path) -> str:
    shown = printable(str(path.absolute()))
    try:
        there = path.exists()
    except OSError as error:
        reason = error.strerror or error
        return _("{what}: {path} (cannot be looked at: {reason})").format(what=what, path=shown, reason=reason)
    if there:
        return _("{what}: {path}").format(what=what, path=shown)
    return _("{what}: {path} (not there yet)").format(what=what, path=shown)
