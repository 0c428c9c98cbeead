"""A recorded match by the name that a person gives it: its lines, and the match read back from them."""

from pathlib import Path

from p2p_ligretto.commands.match_names import no_such_match
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.playback.lines import NoRecord, OtherFormat
from p2p_ligretto.playback.reading import read_recording
from p2p_ligretto.playback.recording import Recording
from p2p_ligretto.runtime.records import MAX_RECORD_BYTES, SUFFIX, as_text, find_record, list_records, read_record
from p2p_ligretto.texts import _


def recorded_lines(folder: Path, which: str) -> tuple[str, ...]:
    """The lines of the match in ``folder`` named ``which``, ``last`` for the newest. Raises Problem."""
    try:
        record = find_record(folder, which)
        if record is not None:
            return read_record(record)
        known = [other.match for other in list_records(folder)]
    except OSError as error:
        raise Problem(
            _("Cannot read {folder} ({reason}): make it readable, or name another folder with --data DIR.").format(
                folder=folder, reason=error.strerror or error
            )
        ) from error
    if not known:
        raise Problem(_("No match is recorded in {folder}: play one first.").format(folder=folder))
    raise no_such_match(which, [match for match in known if match.startswith(as_text(which))])


def read_match(folder: Path, which: str) -> Recording:
    """The match that ``which`` means: a file, ``last``, or the beginning of an id in ``folder``. Raises Problem."""
    lines = _lines_of_file(Path(which)) if _means_file(which) else recorded_lines(folder, which)
    try:
        return read_recording(lines)
    except OtherFormat as error:
        raise Problem(
            _("{which} is a record in format {number}, which this version does not read: use the one that wrote it.")
            .format(which=which, number=error.number)
        ) from error  # fmt: skip
    except NoRecord as error:
        raise Problem(
            _(
                "{which} is no record of a match that can be replayed ({reason}). p2p-ligretto export writes one."
            ).format(which=which, reason=error)
        ) from error


def _means_file(which: str) -> bool:
    path = Path(which)
    return which != "last" and (path.name != which or path.suffix == SUFFIX or path.is_file())


def _lines_of_file(path: Path) -> tuple[str, ...]:
    """A last line without its end is taken too: somebody may have copied the text."""
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise Problem(_("{path} is too large to be the record of a match.").format(path=path))
        return tuple(path.read_bytes().decode("utf-8", "replace").removesuffix("\n").split("\n"))
    except OSError as error:
        raise Problem(
            _(
                "Cannot read {path} ({reason}): name a file that p2p-ligretto export wrote, or the id of a match."
            ).format(path=path, reason=error.strerror or error)
        ) from error
