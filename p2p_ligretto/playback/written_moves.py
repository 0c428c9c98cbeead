"""Moves, cards and places as a record writes them, made into those of the game; ValueError for what there isn't."""

from typing import Final

from p2p_ligretto.game.cards import COLOURS, Card, PileId, parse_card
from p2p_ligretto.game.moves import DISCARD, ROW, STACK, Fill, Move, Play, Source, Stop, Store, Turn
from p2p_ligretto.playback.lines import MoveLine

_SOURCES: Final[dict[str, Source]] = {str(source): source for source in (STACK, DISCARD, *ROW)}


def move_of(line: MoveLine) -> Move:
    """The move that a line tells of. Raises ValueError for cards and places that there aren't."""
    exposes = cards_of(line.exposes)
    match line.type:
        case "play":
            pile = _pile_of(line.pile)
            return Play(parse_card(line.card), _source_of(line.source), pile, line.height, exposes)
        case "fill":
            return Fill(parse_card(line.card), line.slot, exposes)
        case "store":
            return Store(parse_card(line.card), _source_of(line.source), line.slot, exposes)
        case "turn":
            return Turn(line.hand, line.taken, exposes)
        case "stop":
            return Stop()


def cards_of(texts: tuple[str, ...]) -> tuple[Card, ...]:
    """Cards as they are written. Raises ValueError."""
    return tuple(map(parse_card, texts))


def _source_of(text: str) -> Source:
    if text not in _SOURCES:
        raise ValueError(f"there is no place {text!r}")
    return _SOURCES[text]


def _pile_of(text: str) -> PileId:
    colour, _colon, opener = text.partition(":")
    if len(colour) != 1 or colour not in COLOURS or not opener.isascii() or not opener.isdigit() or len(opener) > 4:
        raise ValueError(f"there is no pile {text!r}")
    return PileId(colour, int(opener))
