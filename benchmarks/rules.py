"""Whole rounds of the pure rules: four greedy players of equal speed, who take turns, and nothing else.

For each move a player takes the best of its legal moves (``bots.policy``), and the rules judge it (``game.rules``).
A dealer stands for the owners of the cards, who know what lies face down; it is no part of the rules. So rounds are
played twice: first with the dealer, then, timed, everybody chooses again what the dealer has completed the first time.

All rounds come from one seed, so two runs play the same cards. Time is the process's own, and of many batches the
best counts: what else the machine does can only make one slower. The collector of cyclic garbage is off meanwhile
(there is none), since what a batch keeps for the second time would be its work, not the rules'.
"""

import gc
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.cards import DECK, STACK_SIZE, Card
from p2p_ligretto.game.face_down import TURN_SIZE
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import STACK, Fill, Move, Stop, Turn
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.game.rules import apply, deal
from p2p_ligretto.game.state import Opening

PLAYERS = 4
SEED = 20240229
ROUNDS_A_BATCH = 50


Decision = tuple[int, Move | None]
"""Who was asked for a move, and the move with what it exposed; None for who could only wait."""


class Dealer:
    """The cards as they really lie, each list with the next card last. For official rules: no penalties."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._stacks: list[list[Card]] = []
        self._hands: list[list[Card]] = []
        self.openings: dict[int, Opening] = {}
        row_end = STACK_SIZE + row_size(PLAYERS)
        for seat in range(PLAYERS):
            deck = random.sample(DECK, len(DECK))
            self.openings[seat] = Opening(tuple(deck[STACK_SIZE:row_end]), deck[0])
            self._stacks.append(deck[STACK_SIZE - 1 : 0 : -1])
            self._hands.append(deck[: row_end - 1 : -1])

    def complete(self, seat: int, move: Move, discard: tuple[Card, ...]) -> Move:
        """``move`` with the cards that it exposes; they lie open from now on. ``discard`` is what it is before it."""
        if isinstance(move, Stop):
            return move
        if isinstance(move, Turn):
            hand = self._hands[seat]
            if not hand:
                hand.extend(sorted(discard, key=lambda _card: self._random.random()))
            exposes = tuple(hand[: -TURN_SIZE - 1 : -1])
            del hand[-TURN_SIZE:]
            return Turn(move.hand, move.taken, exposes)
        stack = self._stacks[seat]
        if stack and (isinstance(move, Fill) or move.source == STACK):
            return replace(move, exposes=(stack.pop(),))
        return move


@dataclass(frozen=True, slots=True)
class Batch:
    """``seconds`` for choosing and judging all moves of ``rounds``, ``judging_s`` for judging the same moves alone."""

    rounds: int
    seconds: float
    judging_s: float

    @property
    def rate(self) -> float:
        """Rounds per second, choosing and judging."""
        return self.rounds / self.seconds

    @property
    def judging_rate(self) -> float:
        """Rounds per second where moves are only judged, as a node that looks on does."""
        return self.rounds / self.judging_s


def play_round(dealer: Dealer) -> list[Decision]:
    """One round from the deal to its end; returns what was decided in it."""
    state = deal(OFFICIAL, dealer.openings, PLAYERS)
    decisions: list[Decision] = []
    while state.end is None:
        for seat in range(PLAYERS):
            move = choose(state, seat)
            area = state.areas[seat]
            if move is None or area is None:
                decisions.append((seat, None))
                continue
            whole = dealer.complete(seat, move, area.discard)
            outcome = apply(state, seat, whole, len(decisions))
            assert outcome.rejected is None, "a legal move is accepted"
            decisions.append((seat, whole))
            state = outcome.state
            if state.end is not None:
                break
    return decisions


def choose_and_judge(openings: Mapping[int, Opening], decisions: Sequence[Decision]) -> None:
    """The same round, in which everybody chooses again, and does what it did."""
    state = deal(OFFICIAL, openings, PLAYERS)
    for number, (seat, whole) in enumerate(decisions):
        choose(state, seat)
        if whole is not None:
            state = apply(state, seat, whole, number).state
    assert state.end is not None, "the same moves end the round"


def judge(openings: Mapping[int, Opening], decisions: Sequence[Decision]) -> None:
    """The same round, of which the moves are known."""
    state = deal(OFFICIAL, openings, PLAYERS)
    for number, (seat, whole) in enumerate(decisions):
        if whole is not None:
            state = apply(state, seat, whole, number).state
    assert state.end is not None, "the same moves end the round"


def _play_batch(seed: int) -> Batch:
    random = Random(seed)  # noqa: S311 - the same cards in every run
    dealers = [Dealer(random) for _ in range(ROUNDS_A_BATCH)]
    played = [(dealer.openings, play_round(dealer)) for dealer in dealers]
    started = time.process_time()
    for openings, decisions in played:
        choose_and_judge(openings, decisions)
    chosen = time.process_time()
    for openings, decisions in played:
        judge(openings, decisions)
    return Batch(len(played), chosen - started, time.process_time() - chosen)


def measure_rules(batches: int) -> Batch:
    """Play that many batches; returns the one of the best rate."""
    gc.disable()
    try:
        return max((_play_batch(SEED + number) for number in range(batches)), key=lambda batch: batch.rate)
    finally:
        gc.enable()
