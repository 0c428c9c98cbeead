"""A table whose decks are known to the test: it deals, fills in what moves expose, and compares truth and state.

It keeps its own plain lists of what really lies face down, so that the public state is checked against something
that was not computed from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from p2p_ligretto.game.blocked import all_blocked
from p2p_ligretto.game.cards import BITS, COLOURS, DECK, Card, PileId
from p2p_ligretto.game.centre import demand_of
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Source, Stop, Store, Turn, row
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.rules import Outcome, apply, deal
from p2p_ligretto.game.state import Area, Opening, Rejected, RoundState


@dataclass
class FaceDown:
    """What really lies there: the stack from its top, the hand from the next card to be turned."""

    stack: list[Card]
    hand: list[Card]
    seen: set[Card]
    shuffles: dict[tuple[int, tuple[Card, ...]], tuple[Card, ...]] = field(default_factory=dict)


class Dealer:
    """One round with real decks for ``players`` (their seats) at a table of ``seats``."""

    def __init__(
        self, random: Random, players: Sequence[int], options: Options = OFFICIAL, seats: int | None = None
    ) -> None:
        self.random = random
        self.own: dict[int, FaceDown] = {}
        self.time_us = 0
        openings = {}
        size = row_size(len(players))
        for seat in players:
            deck = list(DECK)
            random.shuffle(deck)
            openings[seat] = Opening(tuple(deck[10 : 10 + size]), deck[0])
            self.own[seat] = FaceDown(deck[:10], deck[10 + size :], {deck[0], *deck[10 : 10 + size]})
        self.state = deal(options, openings, seats if seats is not None else max(players) + 1)

    def area(self, seat: int) -> Area:
        area = self.state.areas[seat]
        assert area is not None
        return area

    def complete(self, seat: int, move: Move) -> Move:
        """The move with what it exposes, as the node of its author, who knows the cards, would send it."""
        match move:
            case Stop():
                return move
            case Turn():
                return replace(move, exposes=tuple(self._hand_to_turn(seat)[:3]))
            case _:
                return replace(move, exposes=tuple(self._exposed(seat, move)))

    def act(self, seat: int, move: Move, time_us: int | None = None) -> Outcome:
        """Complete and apply a move; the truth follows when it is accepted, or wrong and paid for."""
        self.time_us = self.time_us + 1 if time_us is None else time_us
        before = self.area(seat)
        whole = self.complete(seat, move)
        outcome = apply(self.state, seat, whole, self.time_us)
        if outcome.rejected is None:
            self._follow(seat, whole)
        elif outcome.rejected == Rejected("wrong"):
            self._pay(seat, before)
        else:
            assert outcome.state is self.state
        self.state = outcome.state
        return outcome

    def _exposed(self, seat: int, move: Play | Fill | Store) -> list[Card]:
        own = self.own[seat]
        penalty = self.state.options.penalty
        if isinstance(move, Play) and (move.card.colour, move.card.number) != (move.pile.colour, move.height):
            if penalty == "hand_to_stack":
                return own.hand[-1:] if not own.stack else []
            return own.stack[1:2] if penalty == "stack_to_hand" else []
        return own.stack[1:2] if isinstance(move, Fill) or move.source == STACK else []

    def _hand_to_turn(self, seat: int) -> list[Card]:
        own, area = self.own[seat], self.area(seat)
        if own.hand:
            return own.hand
        if not self.state.options.reshuffle:
            return list(area.discard)
        key = (area.passes, area.discard)
        if key not in own.shuffles:
            own.shuffles[key] = tuple(self.random.sample(area.discard, len(area.discard)))
        return list(own.shuffles[key])

    def _follow(self, seat: int, move: Move) -> None:
        own = self.own[seat]
        if isinstance(move, Turn):
            own.hand = self._hand_to_turn(seat)[3:]
        elif isinstance(move, Fill) or (isinstance(move, Play | Store) and move.source == STACK):
            own.stack = own.stack[1:]
        if not isinstance(move, Stop):
            own.seen |= set(move.exposes)

    def _pay(self, seat: int, before: Area) -> None:
        own = self.own[seat]
        if self.state.options.penalty == "stack_to_hand" and before.stack > 1:
            own.hand = [*own.hand, own.stack[0]]
            own.stack = own.stack[1:]
        elif self.state.options.penalty == "hand_to_stack" and before.hand:
            own.stack = [*own.stack, own.hand[-1]]
            own.hand = own.hand[:-1]
        own.seen |= set(own.stack[:1])

    def check(self) -> None:
        """Every count and every card of the state agrees with the truth, and no hidden card is named in it."""
        laid = {seat: [] for seat in self.own}
        for pile in self.state.piles:
            assert pile.owners[0] == pile.id.opener
            for number, owner in enumerate(pile.owners, 1):
                laid[owner].append(Card(pile.id.colour, number))
        assert self.state.demand == demand_of(self.state.piles)
        if self.state.options.penalty is None:
            assert self.state.end is not None or not all_blocked(self.state)
        for seat, own in self.own.items():
            area = self.area(seat)
            slots = [card for slot in area.row for card in slot]
            everywhere = [*slots, *own.stack, *own.hand, *area.discard, *laid[seat]]
            assert sorted(everywhere) == sorted(DECK)
            assert area.centre == len(laid[seat])
            assert (area.stack, area.hand) == (len(own.stack), len(own.hand))
            assert area.stack_top == (own.stack[0] if own.stack else None)
            assert area.seen == sum(BITS[card] for card in own.seen)
            _check_known(self.state.options, area, own)


def _check_known(options: Options, area: Area, own: FaceDown) -> None:
    known = {*area.pool, *area.bottom, *area.discard}.union(*area.row, *area.buried)
    assert known <= own.seen
    unseen, rest = own.hand[: area.unturned], own.hand[area.unturned :]
    assert own.seen.isdisjoint(unseen)
    assert area.strays >= 0
    assert area.pool_in_hand >= 0
    assert area.unseen_in_stack >= 0
    pooled, bottom = rest[: area.pool_in_hand], rest[area.pool_in_hand :]
    assert tuple(bottom) == area.bottom
    under = own.stack[1:]
    assert own.seen.isdisjoint(under[: area.unseen_in_stack])
    under = under[area.unseen_in_stack :]
    for group in area.buried:
        assert sorted(under[: len(group)]) == sorted(group)
        under = under[len(group) :]
    assert sorted([*pooled, *under]) == sorted(area.pool)
    assert len(under) == area.strays
    if not options.reshuffle:
        assert tuple(pooled) == area.pool
    if not area.hand:
        assert not area.pool


def conceivable_moves(state: RoundState, seat: int) -> list[Move]:
    """All moves, sensible or not, that name a card playable for ``seat`` at its source, and all turns and calls."""
    area = state.areas[seat]
    assert area is not None
    tops: list[tuple[Source, Card]] = [(row(slot), cards[-1]) for slot, cards in enumerate(area.row) if cards]
    tops += [(STACK, area.stack_top)] if area.stack_top else []
    tops += [(DISCARD, area.discard[-1])] if area.discard else []
    piles = {pile.id for pile in state.piles}
    piles |= {PileId(colour, opener) for colour in COLOURS for opener in (seat, len(state.areas))}
    moves: list[Move] = [Stop()]
    for source, card in tops:
        moves += [Play(card, source, pile, height) for pile in sorted(piles) for height in range(12)]
        moves += [Fill(card, slot) for slot in range(-1, 6)]
        moves += [Store(card, source, slot) for slot in range(-1, 6)]
    moves += [Turn(hand, taken) for hand in range(41) for taken in {0, 1, len(area.discard)}]
    return moves


def greedy_move(state: RoundState, seat: int, *, blocked: bool) -> Move | None:
    """What a player in a hurry does: the first legal move, but no turn that can't help."""
    for move in legal_moves(state, seat):
        if isinstance(move, Turn) and blocked:
            continue
        return move
    return None


def wrong_play(area: Area, random: Random) -> Play | None:
    """A card laid where it does not fit."""
    tops = [(row(slot), cards[-1]) for slot, cards in enumerate(area.row) if cards]
    if area.stack_top:
        tops.append((STACK, area.stack_top))
    if not tops:
        return None
    source, card = random.choice(tops)
    return Play(card, source, PileId(card.colour, 0), card.number % 10 + 1)
