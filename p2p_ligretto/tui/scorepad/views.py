"""What the score pad shows, as frozen values: the games, or the sheet of one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list: who plays, how far it is, who leads."""

    title: str
    players: str
    rounds: str
    leader: str


@dataclass(frozen=True, slots=True)
class GamesView:
    """The newest first; ``chosen`` is an index or -1. ``problem`` is what is wrong with the folder, or a file in it."""

    games: tuple[GameEntry, ...]
    chosen: int = -1
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PadRow:
    """A player: points in each round, None for one without it; ``total`` None before its first one."""

    name: str
    points: tuple[int | None, ...]
    total: int | None
    leads: bool = False


@dataclass(frozen=True, slots=True)
class PadView:
    """The sheet of a game. ``chosen`` is a player's index or -1, ``round`` that of the chosen round or -1."""

    title: str
    details: str
    rows: tuple[PadRow, ...]
    chosen: int = -1
    round: int = -1
    entry: str = ""
    """What the chosen player had in the chosen round."""
    problem: str = ""
    """What could not be kept, and what to do about it."""
