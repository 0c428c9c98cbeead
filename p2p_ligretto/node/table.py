"""The state of a table, as everybody at it knows it: the fold of the table's log.

``phase`` runs lobby -> committing -> revealing -> opening -> playing -> closing -> between -> ... -> finished.
Lists per seat are indexed by seat number; a seat is for good its peer's, present or not.
"""

from dataclasses import dataclass
from enum import Enum

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Opening, RoundState


class Phase(Enum):
    """Where a table is; dealing is three phases, each complete when all who play have spoken."""

    LOBBY = "lobby"
    COMMITTING = "committing"
    REVEALING = "revealing"
    OPENING = "opening"
    PLAYING = "playing"
    CLOSING = "closing"
    BETWEEN = "between"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seat:
    """``peer`` owns the seat for the life of the table; ``present`` says if it is a member now."""

    peer: bytes
    name: str
    present: bool = True


@dataclass(frozen=True, slots=True)
class Commitment:
    secret_hash: bytes
    share_hash: bytes


@dataclass(frozen=True, slots=True)
class TableState:
    """All of a table. ``number`` is the round under way or last played (0 before the first) of match ``match``."""

    table: bytes
    name: str = ""
    options: Options = OFFICIAL
    seats: tuple[Seat, ...] = ()
    phase: Phase = Phase.LOBBY
    match: int = 1
    number: int = 0
    ready: frozenset[int] = frozenset()
    players: tuple[int, ...] = ()
    """Seats in the round under way, while they deal and play."""
    commitments: tuple[tuple[int, Commitment], ...] = ()
    shares: tuple[tuple[int, bytes], ...] = ()
    joint_seed: bytes = b""
    openings: tuple[tuple[int, Opening], ...] = ()
    started_us: int = 0
    """Table time of the first legal move."""
    round: RoundState | None = None
    closed: frozenset[int] = frozenset()
    """Seats whose owners hold the final end of the round."""
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    def seat_of(self, peer: bytes) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.peer == peer:
                return number
        return None
