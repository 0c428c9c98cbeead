"""Cases of chapter 06: a round that is played, what people say in it, and what the table is after each step.

Times are microseconds since the first legal move of the round. A move stands as ``moves`` with the verdict of the rules
of the game, so that nothing of them is needed to follow a case: a turn that names the hand as it is, or doesn't.
"""

from dataclasses import dataclass
from typing import Any, Final

from msgspec import structs

from p2p_ligretto.dealing.leaves import CardProof, leaf
from p2p_ligretto.game.cards import DECK, Card
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.game.rules import deal
from p2p_ligretto.game.state import Opening
from p2p_ligretto.node.fold import apply_payload, apply_view
from p2p_ligretto.node.table import ABSENT_US, COUNTDOWN_US, Phase, Seat, TableState
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payloads import Agreed, Moved, Paused, SatOut, Voted

START_US: Final = 10 * COUNTDOWN_US
SECOND: Final = 1_000_000
MINUTE: Final = ABSENT_US


@dataclass(frozen=True)
class Says:
    """``seat`` says a payload of this chapter."""

    seat: int
    time: int
    payload: Agreed | Paused | Voted | SatOut


@dataclass(frozen=True)
class Moves:
    """``seat`` turns cards; the rules accept that if they get to judge it, or don't."""

    seat: int
    time: int
    accepted: bool = True


@dataclass(frozen=True)
class Members:
    """A view in which the owners of these seats are members."""

    seats: tuple[int, ...]


Step = Says | Moves | Members


@dataclass(frozen=True)
class Case:
    """All of ``seats`` are dealt in and present when it begins."""

    name: str
    seats: int
    steps: tuple[Step, ...]


def _agree(seat: int, time: int, agrees: bool = True) -> Says:
    return Says(seat, time, Agreed(1, agrees))


def _pause(seat: int, time: int, paused: bool = True) -> Says:
    return Says(seat, time, Paused(1, paused))


def _kick(voter: int, seat: int, time: int, yes: bool = True) -> Says:
    return Says(voter, time, Voted("kick", seat, yes))


def _absent(voter: int, seat: int, time: int, yes: bool = True) -> Says:
    return Says(voter, time, Voted("absent", seat, yes))


def _sit_out(seat: int, time: int) -> Says:
    return Says(seat, time, SatOut(1))


CASES = (
    Case(
        "a pause holds up moves until its countdown is over",
        2,
        (
            Moves(0, 5),
            _pause(1, 10),
            Moves(0, 11),
            _pause(0, 20),
            _pause(0, 30, paused=False),
            _pause(1, 31, paused=False),
            Moves(1, 30 + COUNTDOWN_US - 1),
            Moves(1, 30 + COUNTDOWN_US),
        ),
    ),
    Case(
        "a pause in the first countdown",
        2,
        (
            _pause(0, -2 * SECOND),
            _pause(0, -SECOND, paused=False),
            Moves(0, -1),
            Moves(0, COUNTDOWN_US - SECOND - 1),
            Moves(0, COUNTDOWN_US - SECOND),
        ),
    ),
    Case(
        "all agree, in a pause",
        3,
        (
            _pause(0, 5),
            _agree(2, 10),
            _agree(0, 11),
            _agree(0, 12, agrees=False),
            _agree(1, 13),
            _agree(0, 14),
            Moves(1, 15),
        ),
    ),
    Case("of who leaves, nobody waits for its agreement", 3, (_agree(0, 1), _agree(1, 2), Members((0, 1)))),
    Case(
        "an agreement does not outlive its seat's leaving",
        3,
        (_agree(2, 1), Members((0, 1)), Members((0, 1, 2)), _agree(0, 2), _agree(1, 3), _agree(2, 4)),
    ),
    Case("who is left alone ends the round alone", 2, (_sit_out(1, 1), _agree(1, 2), _agree(0, 3))),
    Case("of two nobody votes the other out", 2, (_kick(0, 1, 1), _kick(1, 0, 2), _kick(0, 0, 3), _kick(0, 5, 4))),
    Case(
        "kicked",
        3,
        (
            _agree(2, 1),
            _kick(0, 2, 2),
            _kick(1, 2, 3),
            Moves(2, 4),
            _kick(2, 0, 5),
            Members((0, 1)),
            Members((0, 1, 2)),
            _sit_out(2, 6),
            _agree(0, 7),
            _agree(1, 8),
        ),
    ),
    Case(
        "a view drops votes and counts the rest again",
        4,
        (_kick(0, 3, 1), _kick(1, 3, 2), _kick(2, 1, 3), Members((0, 1, 3))),
    ),
    Case(
        "one kick carries the next",
        4,
        (_kick(0, 2, 1), _kick(1, 2, 2), _kick(0, 3, 3), _kick(1, 3, 4), _kick(3, 2, 5)),
    ),
    Case(
        "absent after a minute, and back with the next move",
        3,
        (
            Moves(2, SECOND),
            Moves(2, 2 * SECOND, accepted=False),
            _absent(0, 2, SECOND + MINUTE - 1),
            _absent(0, 2, SECOND + MINUTE),
            _absent(1, 2, SECOND + MINUTE + 1),
            _absent(1, 2, SECOND + MINUTE + 2),
            Moves(2, 2 * MINUTE, accepted=False),
            _absent(0, 2, 3 * MINUTE - 1),
            _absent(0, 2, 3 * MINUTE),
            Moves(2, 3 * MINUTE + 1),
            _absent(1, 2, 4 * MINUTE + 1),
        ),
    ),
    Case(
        "a pause is no absence",
        3,
        (
            _absent(0, 2, MINUTE),
            _pause(0, MINUTE + 1),
            _absent(1, 2, MINUTE + 2),
            _pause(0, MINUTE + 3, paused=False),
            _absent(1, 2, 2 * MINUTE + 2 + COUNTDOWN_US),
            _absent(1, 2, 2 * MINUTE + 3 + COUNTDOWN_US),
        ),
    ),
    Case(
        "who is held absent is so when it comes back to the table",
        4,
        (
            _absent(0, 3, MINUTE),
            _absent(1, 3, MINUTE + 1),
            _absent(2, 3, MINUTE + 2),
            Members((0, 1, 2)),
            Members((0, 1, 2, 3)),
            _pause(0, 2 * MINUTE),
            Moves(3, 2 * MINUTE + 1),
            _pause(0, 2 * MINUTE + 2, paused=False),
            Moves(3, 3 * MINUTE),
        ),
    ),
    Case(
        "a vote for absence can be carried by a view, and end the round",
        4,
        (
            _agree(0, MINUTE),
            _agree(1, MINUTE + 1),
            _absent(0, 2, MINUTE + 2),
            _absent(1, 2, MINUTE + 3),
            Members((0, 1, 2)),
        ),
    ),
    Case("sitting out, once", 3, (_sit_out(2, 1), _sit_out(2, 2), _agree(0, 3), _agree(1, 4))),
)


def deciding() -> dict[str, Any]:
    """The cases with what comes of each step."""
    return {
        "cases": [{"name": case.name, "seats": case.seats, "steps": [*_told(case)]} for case in CASES],
    }


def _peer(seat: int) -> bytes:
    return bytes([seat + 1]) * 16


def _begun(seats: int) -> TableState:
    size = row_size(seats)
    openings = {seat: Opening(DECK[:size], DECK[size]) for seat in range(seats)}
    return TableState(
        bytes(16),
        name="Kitchen",
        seats=tuple(Seat(_peer(seat), f"Seat {seat}") for seat in range(seats)),
        phase=Phase.PLAYING,
        number=1,
        players=tuple(range(seats)),
        started_us=START_US,
        leaves=tuple(_leaves(seat, seats) for seat in range(seats)),
        round=deal(OFFICIAL, openings, seats),
        totals=(None,) * seats,
        members=frozenset(map(_peer, range(seats))),
    )


def _told(case: Case) -> list[dict[str, Any]]:
    table, told = _begun(case.seats), []
    for step in case.steps:
        if isinstance(step, Members):
            table, shown = apply_view(table, frozenset(map(_peer, step.seats))), {"members": list(step.seats)}
        else:
            payload = step.payload if isinstance(step, Says) else _turn(table, step)
            table, outcome = apply_payload(table, _peer(step.seat), START_US + step.time, payload)
            shown = {"seat": step.seat, "time": step.time} | _said(step)
            shown |= {"outcome": None if outcome is None else outcome.reason}
        told.append(shown | {"table": _shown(table)})
    return told


def _said(step: Says | Moves) -> dict[str, Any]:
    if isinstance(step, Moves):
        return {"moves": "accepted" if step.accepted else "rejected"}
    return {"says": {"type": step.payload.__struct_config__.tag, **structs.asdict(step.payload)}}


def _turn(table: TableState, step: Moves) -> Moved:
    assert table.round is not None
    area = table.round.areas[step.seat]
    assert area is not None
    shown = row_size(len(table.players)) + 1 + len(area.discard)
    turned = DECK[shown : shown + 3]
    deck = _deck(row_size(len(table.players)))
    proofs = tuple(CardProof(deck.index(card), bytes(16)) for card in turned)
    return Moved(1, from_move(Turn(area.hand if step.accepted else 1, 0, turned)), proofs)


def _deck(size: int) -> tuple[Card, ...]:
    """A made-up deck, the same for all: the row holds the first cards, then come the stack top and the hand."""
    return (DECK[size], *DECK[31:], *DECK[:size], *DECK[size + 1 : 31])


def _leaves(seat: int, seats: int) -> tuple[bytes, ...]:
    deck = _deck(row_size(seats))
    return tuple(leaf(seat, card, CardProof(position, bytes(16))) for position, card in enumerate(deck))


def _shown(table: TableState) -> dict[str, Any]:
    assert table.round is not None
    return {
        "phase": table.phase.value,
        "end": None if table.round.end is None else table.round.end.kind,
        "paused": table.paused,
        "legal_from": table.first_move_us - START_US,
        "takes_part": sorted(table.playing),
        "out": sorted(table.out),
        "agreed": sorted(table.agreed),
        "votes": [list(vote) for vote in sorted(table.votes)],
        "kicked": [seat for seat, owner in enumerate(table.seats) if owner.peer in table.banned],
    }
