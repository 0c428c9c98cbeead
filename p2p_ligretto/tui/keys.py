"""What a person types or clicks, as it comes from the terminal."""

from dataclasses import dataclass

from p2p_ligretto.tui.actions import Action


@dataclass(frozen=True, slots=True)
class Key:
    """A key: a character, or a name as ``enter``, ``up``, ``f1``, ``c-c``."""

    name: str


@dataclass(frozen=True, slots=True)
class Paste:
    """A text that was pasted at once."""

    text: str


Typed = Key | Paste | Action
"""What the person did; clicks are known to be actions at once, since only the drawn picture says what was where."""
