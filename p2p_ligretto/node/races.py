"""The contested cards of a round: plays that found their place on a pile taken, with who was first and by how much.

Made of final events only, so that they are the same at every node; only how sure they are is each node's own opinion.
"""

from bisect import insort
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import Play
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.events import Event
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved

MOST_RACES: Final = 100
"""So many of a round are kept: the closest."""


@dataclass(frozen=True, slots=True)
class Race:
    """``late`` laid ``card`` on ``pile`` after ``first`` had, by ``margin_us``; both are seats.

    ``error_us``: by so much the margin may be wrong, as far as this node can tell; None where it can't.
    """

    card: Card
    pile: PileId
    first: int
    late: int
    margin_us: int
    error_us: int | None = None

    @property
    def close(self) -> bool:
        """Whether the clocks may be wrong by so much that nobody can be sure who was first."""
        return too_close(self.margin_us, self.error_us)


def too_close(margin_us: int | None, error_us: int | None) -> bool:
    """Whether a margin is not larger than what it may be wrong by; where nothing bounds that, nothing is said of it."""
    return error_us is not None and (margin_us or 0) <= error_us


def race_of(event: Event, table: TableState, outcome: Rejected) -> Race | None:
    """The race that the author of ``event`` has lost, if that is what came of it."""
    payload = decode_payload(event.payload)
    move = to_move(payload.move) if isinstance(payload, Moved) else None
    seat = table.seat_of(event.author)
    if outcome.reason != "beaten" or outcome.by is None or seat is None or not isinstance(move, Play):
        return None
    return Race(move.card, move.pile, outcome.by, seat, outcome.margin_us or 0)


def with_race(races: tuple[Race, ...], race: Race) -> tuple[Race, ...]:
    """``races``, closest first, with one more in its place: of equals the earlier comes first."""
    kept = list(races)
    insort(kept, race, key=lambda one: one.margin_us)
    return tuple(kept[:MOST_RACES])
