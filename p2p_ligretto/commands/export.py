"""``export``: a recorded match as JSON lines, the same on every node."""

import sys
from pathlib import Path

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.recorded_match import recorded_lines
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.node.record import export_lines
from p2p_ligretto.texts import _


def export_match(settings: Settings, which: str, out: Path | None) -> int:
    """Write the match named ``which`` (``last`` for the newest) to ``out``, or to standard output."""
    folder = settings.folder
    try:
        content = "".join(line + "\n" for line in export_lines(recorded_lines(folder, which)))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        # A line is any JSON by then, and what it lacks shows in any of these.
        raise Problem(_("The record in {folder} is damaged ({reason}).").format(folder=folder, reason=error)) from error
    if out is None:
        # Bytes, so that no platform's line ends or encodings come between.
        sys.stdout.buffer.write(content.encode())
        sys.stdout.buffer.flush()
        return 0
    try:
        out.write_bytes(content.encode())
    except OSError as error:
        raise Problem(
            _("Cannot write {path} ({reason}): name another file with --out FILE.").format(
                path=out, reason=error.strerror or error
            )
        ) from error
    return 0
