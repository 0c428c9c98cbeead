"""The code of a private table as a script gives it: in a file or on standard input, never among the arguments.

Arguments are seen by everybody on the computer who lists the programs that run.
"""

from typing import Final

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.node.table_code import read_code
from p2p_ligretto.plain.streams import LineReader
from p2p_ligretto.speech.codes import no_code_words
from p2p_ligretto.texts import _

STANDARD_INPUT: Final = "-"
_MOST_BYTES: Final = 1_024


async def given_code(source: str | None, typed: LineReader) -> str:
    """The code in the first line of the file ``source``, or of ``typed`` for "-"; "" where none is given.

    Raises Problem.
    """
    if source is None:
        return ""
    line = (await typed.next_line() or "") if source == STANDARD_INPUT else _first_line(source)
    return _read(line)


def code_in_file(source: str | None) -> str:
    """The same where nothing but keys is typed: standard input can't be ``source``. Raises Problem."""
    if source == STANDARD_INPUT:
        raise Problem(
            _("The full screen reads keys from standard input: type the code when it is asked for, or add --plain.")
        )
    return "" if source is None else _read(_first_line(source))


def _first_line(source: str) -> str:
    try:
        with open(source, "rb") as file:
            return file.read(_MOST_BYTES).partition(b"\n")[0].decode("utf-8", "replace")
    except OSError as error:
        raise Problem(
            _("{file} can't be read ({reason}): name a file whose first line is the code.").format(
                file=source, reason=error.strerror or error
            )
        ) from error


def _read(line: str) -> str:
    code = read_code(line)
    if code is None:
        raise Problem(_("What --code-file gives is no code: {what}.").format(what=no_code_words(line)))
    return code
