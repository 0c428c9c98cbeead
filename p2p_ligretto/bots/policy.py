"""What a bot would do: one move out of the legal ones, from what everybody at the table sees.

The order of preference is the rule of thumb of good players: get rid of the stack (two points a card), keep
gaps filled from it, then earn points from the row and the discard, then store, then turn. A bot turns only
while that can help: a seat that is blocked waits for the centre to change.

The round must come to an end with bots alone. A seat that is not blocked has something to do here, and each
thing but a turn lessens what is left to do; so a discard card is stored as soon as nothing but storing is left.
"""

import dataclasses
from typing import Final

import msgspec

from p2p_ligretto.game.blocked import seat_blocked
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.moves import Fill, Move, Play, Stop, Store, Turn
from p2p_ligretto.game.state import Area, RoundState

_PLAY_RANK: Final = {"stack": 0, "row": 2, "discard": 3}
_FILL_RANK: Final = 1
_STORE_RANK: Final = 4
_STOP_RANK: Final = 5
_TURN_RANK: Final = 6


def choose(state: RoundState, seat: int) -> Move | None:
    """The move that a bot at ``seat`` would make now, with nothing exposed; None when nothing makes sense.

    Of equally good moves it takes the one that ``legal_moves`` names first.
    """
    best: Move | None = None
    best_rank = _TURN_RANK + 1
    for move in legal_moves(state, seat):
        rank = _rank(move)
        if rank < best_rank and _sensible(state, seat, move):
            best, best_rank = move, rank
    return best


def _rank(move: Move) -> int:
    match move:
        case Play():
            return _PLAY_RANK[move.source.place]
        case Fill():
            return _FILL_RANK
        case Store():
            return _STORE_RANK
        case Stop():
            return _STOP_RANK
        case Turn():
            return _TURN_RANK


def _sensible(state: RoundState, seat: int, move: Move) -> bool:
    match move:
        case Turn():
            return not seat_blocked(state, seat)
        case Stop():
            return is_ahead(state, seat)
        case Store() if move.source.place == "discard":
            return _nothing_but_storing(state, seat)
        case _:
            return True


def is_ahead(state: RoundState, seat: int) -> bool:
    """Whether ``seat`` would score more than everybody else if the round ended now."""
    own = state.areas[seat]
    if own is None:
        return False
    return all(
        _points(own) > _points(area) for other, area in enumerate(state.areas) if area is not None and other != seat
    )


def _points(area: Area) -> int:
    return area.centre - 2 * area.stack


def _nothing_but_storing(state: RoundState, seat: int) -> bool:
    """Whether the seat would be blocked if its row were no store."""
    options = dataclasses.replace(state.options, row_storage=None)
    return seat_blocked(msgspec.structs.replace(state, options=options), seat)
