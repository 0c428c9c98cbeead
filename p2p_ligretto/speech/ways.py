"""What a person presses or types to do what a line of text speaks of: keys may be changed, typed commands not."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ways:
    """Each is written as it is to be pressed, or typed."""

    ready: str = "r"
    pause: str = "p"
    leave: str = "q"
    turn: str = "enter"
    stack: str = "s"
    end: str = "e"
    help: str = "?"
    discard: str = "d"
    next: str = "next"
    row: tuple[str, ...] = ("1", "2", "3", "4", "5")


TYPED: Final = Ways()
"""In the line interface."""
