"""What people type for a round: ``17 4`` is 17 cards in the centre and 4 left on the stack, ``-`` is not in it."""

import re
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.scorepad.sheet import Entry, Reason, Refused, entry_fault

_COUNTS: Final = re.compile(r"([0-9]{1,3})\s*[ /,;:.]\s*([0-9]{1,3})")
_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class NotInRound:
    """The player was not in the round."""


def read_entry(text: str) -> Entry | NotInRound | Refused:
    """One player's counts."""
    typed = " ".join(text.split())
    if typed == "-":
        return NotInRound()
    found = _COUNTS.fullmatch(typed)
    if found is None:
        return Refused(Reason.NO_COUNTS, typed[:_SHOWN])
    entry = Entry(int(found[1]), int(found[2]))
    return entry_fault(entry) or entry


def written_entry(entry: Entry | None) -> str:
    """As it would be typed."""
    return "-" if entry is None else f"{entry.centre} {entry.left}"
