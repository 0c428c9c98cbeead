"""Honest players in a hurry: several moves under way, lost races, wrong cards; nobody is ever held for a liar."""

from itertools import product

import pytest

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.game.cards import PileId
from p2p_ligretto.game.legal import legal_moves, playable
from p2p_ligretto.game.moves import Move, Play, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import Act
from p2p_ligretto.node.table import Phase
from tests.node.cheat import lies_told, of_kind, verdicts
from tests.node.company import SECOND, Company
from tests.replay import check_record

OPTIONS = [
    Options(rounds=1, penalty=penalty, reshuffle=reshuffle, row_storage=storage, call=call)
    for penalty, (reshuffle, storage), call in product(
        [None, "stack_to_hand", "hand_to_stack"],
        [(True, None), (False, "descending"), (True, "ascending")],
        ["auto", "manual"],
    )
]
HURRY = 3
"""How many moves each makes before it hears of the others'."""


def pick(company: Company, number: int, chance: KeyedStream) -> Move | None:
    """A move of who plays what can be played, and where it can't be known better, lays a wrong card now and then."""
    table, seat = company[number].table, company[number].node.own_seat
    if table.round is None or table.phase is not Phase.PLAYING or seat is None:
        return None
    area, legal = table.round.area(seat), legal_moves(table.round, seat)
    if area is None or not legal:
        return None
    plays = [move for move in legal if isinstance(move, Play)]
    cards = playable(area)
    if table.options.penalty is not None and cards and chance.below(12) == 0:
        source, card = cards[chance.below(len(cards))]
        return Play(card, source, PileId(card.colour, 0), card.number % 10 + 1)
    moves = plays if plays and chance.below(4) else legal
    return moves[chance.below(len(moves))]


def hurry(company: Company, chance: KeyedStream) -> None:
    """Each of the three makes some moves, faster than any of them becomes final."""
    for number in range(3):
        for _ in range(HURRY):
            move = pick(company, number, chance)
            if move is not None:
                company.submit(number, Act(move))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda one: f"{one.penalty} {one.row_storage} {one.call}")
def test_whoever_plays_honestly_passes_every_check(options: Options) -> None:
    company = Company(3)
    company.sit(options)
    company.deal()
    chance = KeyedStream(repr(options).encode())
    limit = company.now + 60 * SECOND
    while company.all_in(Phase.PLAYING) and company.now < limit:
        hurry(company, chance)
        company.run(chance.below(4_000))
    company.play_until(lambda: company.all_in(Phase.FINISHED))
    company.run(SECOND)
    assert [lies_told(company, number) for number in range(3)] == [[], [], []]
    assert [one["verdict"] for one in verdicts(company)] == ["honest"] * 3
    assert len({company.export(number) for number in range(3)}) == 1
    summary = check_record(company.export(0))
    assert summary["accepted"] > 30
    assert (summary["wrong"] > 0) == (options.penalty is not None)
    for seat in company:
        own, area = seat.session.seen.own, seat.final.round.areas[seat.number]  # type: ignore[union-attr]
        assert own is not None
        assert area is not None
        assert (len(own.stack), len(own.hand), own.discard) == (area.stack, area.hand, area.discard)
        assert own.stack[:1] == (() if area.stack_top is None else (area.stack_top,))


def test_races_are_lost_in_such_a_hurry() -> None:
    company = Company(3)
    company.sit(Options(rounds=1))
    company.deal()
    chance = KeyedStream(b"hurry")
    while company.all_in(Phase.PLAYING):
        hurry(company, chance)
        company.run(2_000)
    company.run(SECOND)
    assert "beaten" in {line.get("reason") for line in of_kind(company, 0, "move")}


def under_way(company: Company) -> int:
    return len(company[0].session.chronicle.own_tail())


def test_a_turn_that_takes_up_the_discard_waits_until_the_own_moves_are_final() -> None:
    company = Company(2)
    company.sit(Options(rounds=1))
    company.deal()
    for hand in range(25, 1, -3):
        company.submit(0, Act(Turn(hand, 0)))
        company.run(SECOND // 10)
    company.submit(0, Act(Turn(1, 0)), Act(Turn(0, 25)))
    assert under_way(company) == 1
    company.until(lambda: under_way(company) == 0)
    company.run(SECOND // 10)
    assert company[0].final.round.areas[0].passes == 1  # type: ignore[union-attr]
    company.submit(0, Act(Turn(22, 0)), Act(Turn(19, 0)))
    assert under_way(company) == 2, "no other turn has to wait"
    assert company[0].told(told.ActRefused) == []


def test_a_wrong_card_waits_until_the_own_moves_are_final_where_it_costs_a_card() -> None:
    company = Company(2)
    company.sit(Options(rounds=1, penalty="stack_to_hand"))
    company.deal()
    card = company[0].final.round.areas[0].row[0][0]  # type: ignore[union-attr]
    company.submit(0, Act(Turn(25, 0)), Act(Play(card, row(0), PileId(card.colour, 0), card.number % 10 + 1)))
    assert under_way(company) == 1
    company.until(lambda: bool(company[1].told(told.MoveRejected)))
    assert company[1].told(told.MoveRejected)[0].reason == "wrong"  # type: ignore[attr-defined]
    assert company[0].told(told.ActRefused) == []
