"""A table whose face-down cards the test knows: fills in what a bot's move exposes, and applies it."""

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.game.cards import DECK, STACK_SIZE, Card
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import Move, Play, Stop, Store, Turn
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.rules import apply, deal
from p2p_ligretto.game.state import Area, Opening, RoundState


class Dealer:
    """Knows every seat's stack (top first) and hand (next first); ``state`` is what all can see."""

    def __init__(self, seats: int, seed: bytes, options: Options = OFFICIAL) -> None:
        self.stream = KeyedStream(seed)
        self.now_us = 0
        self.stacks: list[list[Card]] = []
        self.hands: list[list[Card]] = []
        openings = {}
        size = row_size(seats)
        for seat in range(seats):
            deck = list(self.stream.shuffled(DECK))
            self.stacks.append(deck[:STACK_SIZE])
            self.hands.append(deck[STACK_SIZE + size :])
            openings[seat] = Opening(tuple(deck[STACK_SIZE : STACK_SIZE + size]), deck[0])
        self.state: RoundState = deal(options, openings, seats)

    def area(self, seat: int) -> Area:
        area = self.state.areas[seat]
        assert area is not None
        return area

    def play(self, seat: int, move: Move) -> None:
        """Carry out a move, which must be legal."""
        self.now_us += 1_000
        outcome = apply(self.state, seat, self._completed(seat, move), self.now_us)
        assert outcome.rejected is None, (move, outcome.rejected)
        self.state = outcome.state

    def _completed(self, seat: int, move: Move) -> Move:
        match move:
            case Stop():
                return move
            case Turn():
                return Turn(move.hand, move.taken, self._turned(seat))
            case Play() | Store() if move.source.place != "stack":
                return move
        stack = self.stacks[seat]
        stack.pop(0)
        exposes = tuple(stack[:1])
        match move:
            case Play():
                return Play(move.card, move.source, move.pile, move.height, exposes)
            case Store():
                return Store(move.card, move.source, move.slot, exposes)
            case _:
                return type(move)(move.card, move.slot, exposes)

    def _turned(self, seat: int) -> tuple[Card, ...]:
        hand = self.hands[seat]
        if not hand:
            discard = self.area(seat).discard
            hand[:] = self.stream.shuffled(discard) if self.state.options.reshuffle else discard
        turned = tuple(hand[:3])
        del hand[:3]
        return turned
