"""A table told event by event, as the log would have it: who says what, and what comes of it."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from p2p_ligretto.dealing.commitment import secret_hash, share_hash
from p2p_ligretto.dealing.exposure import exposed_by
from p2p_ligretto.dealing.leaves import CardProof, leaf
from p2p_ligretto.game.cards import DECK, Card
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import Fill, Move, Turn
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Opening
from p2p_ligretto.node.announcing import Now, event_notices, view_notices
from p2p_ligretto.node.fold import Outcome, apply_payload, apply_view
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.record import event_lines, view_lines
from p2p_ligretto.node.seen import Seen
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.replication.events import NO_EVENT, Event
from p2p_ligretto.replication.replica import Folded
from p2p_ligretto.wire.conversions import from_move, from_opening, from_options
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import AnyPayload, Closed, Committed, Dealt, Moved, Opened, Ready, Revealed, Seated

TABLE = bytes(range(16))
NAMES = ("Ada", "Bea", "Cai", "Dov")


def peer(number: int) -> bytes:
    return bytes([number + 1]) * 16


def secret(seat: int) -> bytes:
    return hashlib.sha256(b"secret %d" % seat).digest()


def share(seat: int) -> bytes:
    return hashlib.sha256(b"share %d" % seat).digest()


def commitment(seat: int, number: int = 1) -> Committed:
    return Committed(number, secret_hash(secret(seat)), share_hash(share(seat)))


Deck = tuple[Card, ...]


def made_deck(seat: int, players: int, wanted: Mapping[int, Card] | None = None) -> Deck:
    """A made-up deck: the row holds the cards from 11 x seat on, then come the stack top, the hand, and what is left.

    ``wanted`` cards change places with those at their positions.
    """
    size = row_size(players)
    cards = [DECK[(11 * seat + place) % 40] for place in range(40)]
    deck = [cards[size], *cards[31:], *cards[:size], *cards[size + 1 : 31]]
    for position, card in (wanted or {}).items():
        other = deck.index(card)
        deck[position], deck[other] = card, deck[position]
    return tuple(deck)


def prove(seat: int, deck: Deck, cards: Iterable[Card]) -> tuple[CardProof, ...]:
    """Proofs of these cards by made-up salts."""
    return tuple(CardProof(deck.index(card), bytes([seat, deck.index(card)]) * 8) for card in cards)


def shows(seat: int, players: int, number: int = 1, deck: Deck | None = None) -> Dealt:
    """What lies open of the made-up deck, and its leaves."""
    cards = deck or made_deck(seat, players)
    leaves = tuple(leaf(seat, card, proof) for card, proof in zip(cards, prove(seat, cards, cards), strict=True))
    row = cards[10 : 10 + row_size(players)]
    return from_opening(number, Opening(row, cards[0]), leaves, prove(seat, cards, (*row, cards[0])))


@dataclass
class Story:
    """``lines`` and ``notices`` are what a node at seat 0 records and tells.

    ``wanted``: for a seat, cards that are to be at certain positions of its made-up deck.
    """

    table: TableState = field(default_factory=lambda: TableState(TABLE))
    time: int = 0
    seqs: dict[int, int] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    wanted: dict[int, dict[int, Card]] = field(default_factory=dict)

    def deck(self, seat: int) -> Deck:
        return made_deck(seat, len(self.table.players), self.wanted.get(seat))

    def view(self, *members: int) -> "Story":
        """A view of ``members``; who goes leaves politely."""
        before = self.table
        self.table = apply_view(before, frozenset(map(peer, members)))
        self.lines += view_lines(before, self.table)
        left = frozenset(map(peer, range(len(NAMES)))) - self.table.members
        self.notices += view_notices(before, self.table, peer(0), left, Now(self.time))
        return self

    def say(self, author: int, payload: AnyPayload, time: int | None = None) -> Outcome:
        self.time = self.time + 10 if time is None else time
        self.seqs[author] = self.seqs.get(author, 0) + 1
        encoded = encode_payload(payload)
        incarnation = bytes([author]) * 8
        event = Event(TABLE, 1, peer(author), incarnation, self.seqs[author], self.time, NO_EVENT, encoded)
        before = self.table
        self.table, outcome = apply_payload(before, event.author, event.time, payload)
        self.lines += event_lines(before, self.table, event, outcome)
        self.notices += event_notices(before, Folded(event, Seen(self.table), outcome), peer(0), Now(self.time))
        return outcome

    def move(self, author: int, move: Move, after_us: int = 0) -> Outcome:
        return self.say(author, self.moved(author, move), self.table.started_us + after_us)

    def moved(self, author: int, move: Move) -> Moved:
        """What ``author`` says to make ``move``, with proofs of what it exposes."""
        deck = self.deck(author)
        proofs = prove(author, deck, (card for card in exposed_by(move) if card in deck))
        return Moved(self.table.number, from_move(move), proofs)

    def turn(self, author: int, after_us: int) -> Outcome:
        """The next turn of three of ``author``, whose cards lie as ``shows`` has them; so far it made no other move."""
        state = self.table.round
        assert state is not None
        area = state.areas[author]
        assert area is not None
        shown = sum(map(len, area.row)) + 1
        first = 11 * author + shown + len(area.discard)
        return self.move(
            author, Turn(area.hand, 0, tuple(DECK[place % 40] for place in range(first, first + 3))), after_us
        )

    # ---- to a place in the story

    def sit(self, count: int = 2, options: Options = OFFICIAL) -> "Story":
        self.view(*range(count))
        self.say(0, Opened("Kitchen", from_options(options)))
        for seat in range(count):
            self.say(seat, Seated(NAMES[seat]))
        return self

    def ready(self) -> "Story":
        for seat in self.table.present:
            self.say(seat, Ready(True))
        return self

    def committed(self) -> "Story":
        for seat in self.table.players:
            self.say(seat, commitment(seat, self.table.number))
        return self

    def revealed(self) -> "Story":
        for seat in self.table.players:
            self.say(seat, Revealed(self.table.number, share(seat)))
        return self

    def opened(self) -> "Story":
        players = len(self.table.players)
        for seat in self.table.players:
            self.say(seat, shows(seat, players, self.table.number, self.deck(seat)))
        return self

    def playing(self, count: int = 2, options: Options = OFFICIAL) -> "Story":
        """The first round has started, with decks as ``shows`` has them."""
        return self.sit(count, options).ready().committed().revealed().opened()

    def next_round(self) -> "Story":
        return self.ready().committed().revealed().opened()

    def closed(self) -> "Story":
        for seat in self.table.players:
            if self.table.seats[seat].present:
                self.say(seat, Closed(self.table.number, secret(seat)))
        return self


def at(phase: Phase, count: int = 2) -> Story:
    """A table that is in ``phase``, for the first time."""
    story = Story().sit(count)
    if phase is Phase.LOBBY:
        return story
    for reach in (story.ready, story.committed, story.revealed, story.opened):
        reach()
        if story.table.phase is phase:
            return story
    if phase is Phase.PLAYING:
        return story
    end_round(story)
    if phase is not Phase.CLOSING:
        story.closed()
    if phase is Phase.FINISHED:
        while story.table.phase is not Phase.FINISHED:
            end_round(story.next_round())
            story.closed()
    assert story.table.phase is phase, story.table.phase
    return story


def end_round(story: Story, by: int = 0) -> None:
    """Seat ``by`` empties its stack into gaps: its row goes first, as far as it must."""
    state = story.table.round
    assert state is not None
    area = state.areas[by]
    assert area is not None
    assert area.stack_top is not None
    # One card is left, and a gap for it: what led there is of no interest here.
    last = replace(area, row=((), *area.row[1:]), stack=1, centre=area.centre + 10)
    areas = (*state.areas[:by], last, *state.areas[by + 1 :])
    story.table = replace(story.table, round=replace(state, areas=areas))
    assert story.move(by, Fill(area.stack_top, 0), 1_000_000) is None
