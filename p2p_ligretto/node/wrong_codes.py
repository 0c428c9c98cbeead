"""How many wrong codes somebody has shown, and how long nothing more is looked at.

Whoever it is goes by several names, the key and the address: what counts is the worst of them. Two slips are free; from
the third wrong code on the wait doubles each time. Who has shown none for ``FORGOTTEN_US`` begins anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.node.keeping_last import keep_last

FREE: Final = 2
FIRST_WAIT_US: Final = 2_000_000
LONGEST_WAIT_US: Final = 64_000_000
FORGOTTEN_US: Final = 600_000_000
MAX_NAMES: Final = 512
"""Of so many the wrong codes are counted; the longest unheard of is forgotten first."""

Name = bytes | str


@dataclass(frozen=True, slots=True)
class _Count:
    wrong: int
    last_at: int
    wait_us: int


class WrongCodes:
    """The wrong codes that one member was shown."""

    def __init__(self) -> None:
        self._counts: dict[Name, _Count] = {}

    def wait_us(self, names: Iterable[Name], now: int) -> int:
        """How long nothing is looked at that comes from who goes by ``names``."""
        counts = (self._counts[name] for name in names if name in self._counts)
        return max((count.last_at + count.wait_us - now for count in counts), default=0)

    def add(self, names: Iterable[Name], now: int) -> int:
        """One more wrong code; how long nothing is looked at from now on."""
        longest = 0
        for name in names:
            before = self._counts.get(name)
            wrong = 1 if before is None or now - before.last_at >= FORGOTTEN_US else before.wrong + 1
            wait_us = 0 if wrong <= FREE else min(FIRST_WAIT_US << min(wrong - FREE - 1, 8), LONGEST_WAIT_US)
            keep_last(self._counts, name, _Count(wrong, now, wait_us), MAX_NAMES)
            longest = max(longest, wait_us)
        return longest

    def forget(self, name: Name) -> None:
        """Who goes by ``name`` has shown the right one."""
        self._counts.pop(name, None)
