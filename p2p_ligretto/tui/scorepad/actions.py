"""What a person can ask of the score pad by a key or a click, beside what all screens have."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game (asks for its title)."""


@dataclass(frozen=True, slots=True)
class Retitle:
    """Call the game otherwise (asks for the title)."""


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Delete the chosen game (asks first)."""


@dataclass(frozen=True, slots=True)
class EnterRound:
    """Enter a round (asks for all counts)."""


@dataclass(frozen=True, slots=True)
class CorrectRound:
    """Correct the chosen round (asks for all counts)."""


@dataclass(frozen=True, slots=True)
class AddPlayers:
    """Add players (asks for their names)."""


@dataclass(frozen=True, slots=True)
class RenamePlayer:
    """Give the chosen player another name (asks for it)."""


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """Take the chosen player off the sheet (asks first)."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what was entered last."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Enter again what was taken back."""


@dataclass(frozen=True, slots=True)
class DrawStarter:
    """Draw who starts."""


PadAction = (
    NewGame
    | Retitle
    | DeleteGame
    | EnterRound
    | CorrectRound
    | AddPlayers
    | RenamePlayer
    | RemovePlayer
    | Undo
    | Redo
    | DrawStarter
)
