"""What a person presses or types to do what a line of text speaks of.

Keys may be changed. Typed commands may not, and are English in every language; ``enter`` is a key, with a name in each.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.texts import _


@dataclass(frozen=True, slots=True)
class Ways:
    """Each is written as it is to be pressed, or typed."""

    ready: str = "r"
    pause: str = "p"
    leave: str = "q"
    turn_key: str = ""
    stack: str = "s"
    end: str = "e"
    help: str = "?"
    discard: str = "d"
    next: str = "next"
    row: tuple[str, ...] = ("1", "2", "3", "4", "5")

    @property
    def turn(self) -> str:
        """What turns hand cards: enter, if no other key does."""
        return self.turn_key or _("enter")


TYPED: Final = Ways()
"""In the line interface."""
