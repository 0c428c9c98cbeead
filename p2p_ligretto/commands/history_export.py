"""``history export``: the scores of all rounds as CSV, in a file that is whole or not touched."""

import sys
from datetime import date
from pathlib import Path

from p2p_ligretto.commands.history import chosen, index_of, tell_flaws
from p2p_ligretto.commands.history_tables import changed_utc
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.history.spreadsheet import csv_head, csv_lines
from p2p_ligretto.runtime.files import write_whole
from p2p_ligretto.texts import _


def export_history(settings: Settings, target: str, since: date | None, until: date | None) -> int:
    """Write the matches that are meant to ``target``, ``-`` for standard output; the exit code."""
    with index_of(settings) as index:
        found = tuple(index.matches(chosen(settings, since, until)))
    lines = (line for recorded in found for line in csv_lines(recorded, changed_utc(recorded)))
    content = "".join((csv_head(), *lines)).encode()
    if target == "-":
        # Bytes, so that no platform's line ends or encodings come between.
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        _write(Path(target), content)
    tell_flaws(found)
    return 0


def _write(path: Path, content: bytes) -> None:
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe can't be replaced
            return
        write_whole(path.resolve(), content)
    except OSError as error:
        raise Problem(
            _("Cannot write {path} ({reason}): name another file with --csv FILE.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
