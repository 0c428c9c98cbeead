"""What is said of a name that does not mean one recorded match."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.texts import _, ngettext

MOST_NAMED: Final = 8
"""Of more matches than these that may be meant only the first are named: who reads one line gives a page up."""


def no_such_match(which: str, beginning: Sequence[str]) -> Problem:
    """What to tell where not one match alone begins with ``which``, but all of ``beginning``."""
    if not beginning:
        return Problem(_("No match begins with {which}: 'p2p-ligretto history' lists them.").format(which=which))
    names, more = ", ".join(beginning[:MOST_NAMED]), len(beginning) - MOST_NAMED
    if more <= 0:
        return Problem(_("Several matches begin with {which}: {names}.").format(which=which, names=names))
    told = ngettext(
        "Several matches begin with {which}: {names} and {count} more.",
        "Several matches begin with {which}: {names} and {count} more.",
        more,
    )
    return Problem(told.format(which=which, names=names, count=more))
