"""What a record comes to: who sat where, rounds with scores and races, how the match ended, what was unreadable."""

from dataclasses import dataclass
from typing import Final

BOT_NAME: Final = "Bot"
BOT_ENDING: Final = "(bot)"
"""How the bots of this program are called if nobody calls them otherwise, in every language."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat. ``peer`` is the key in hex; ``total`` is None for who played in no scored round."""

    seat: int
    name: str
    peer: str
    total: int | None = None
    won: bool = False

    @property
    def player(self) -> str:
        """Whose figures are added up: people go by their key; a bot has a new one in each match, so it goes by name."""
        bot = self.name == BOT_NAME or self.name.endswith(BOT_ENDING)
        return f"bot {self.name}" if bot else self.peer


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat earned in a round: cards in the centre, cards left in the stack, points."""

    seat: int
    centre: int
    left: int
    points: int


@dataclass(frozen=True, slots=True)
class LostRace:
    """``late`` laid a card where ``first`` had laid one, by ``margin_us``; both are seats."""

    first: int
    late: int
    margin_us: int


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """One round. ``ended`` is ``stop`` (``stopped_by`` says whose), ``blocked`` or ``agreed``; None: it has no score.

    ``duration_us`` runs from the start signal to the last move that counted, or to the agreement to end, without
    pauses; None where the record has neither.
    """

    number: int
    ended: str | None = None
    stopped_by: int | None = None
    duration_us: int | None = None
    scores: tuple[Score, ...] = ()
    races: tuple[LostRace, ...] = ()


@dataclass(frozen=True, slots=True)
class Flaw:
    """What of a record could not be read: ``lines`` of them, the first of them line ``first`` because of ``reason``."""

    first: int
    reason: str
    lines: int = 1


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match as its record tells it. ``finished``: the record has its result.

    ``rounds_planned`` and ``target_score`` are the options of its length, None where they are not set.
    """

    sitters: tuple[Sitter, ...] = ()
    rounds: tuple[RoundSummary, ...] = ()
    finished: bool = False
    rounds_planned: int | None = None
    target_score: int | None = None
    flaw: Flaw | None = None


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match, its name, and when its record last changed, in nanoseconds of the wall clock."""

    match: str
    changed_ns: int
    summary: MatchSummary


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one player did in all matches: ``rounds`` are those with a score, ``stops`` those that the player ended.

    ``fastest_us`` is the shortest round that the player ended, None without any.
    """

    player: str
    name: str
    matches: int
    rounds: int
    points: int
    wins: int
    stops: int
    races_won: int
    races_lost: int
    fastest_us: int | None

    @property
    def average(self) -> float | None:
        """Points in a round."""
        return self.points / self.rounds if self.rounds else None


@dataclass(frozen=True, slots=True)
class Choice:
    """Which matches are asked for: from ``since_ns`` on and before ``until_ns``, with a player called ``player``."""

    player: str | None = None
    since_ns: int | None = None
    until_ns: int | None = None
