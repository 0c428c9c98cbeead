"""When a move goes out, when it waits, and what its player is told when it does neither."""

import pytest

from p2p_ligretto.game.cards import PileId, parse_card
from p2p_ligretto.game.moves import STACK, Fill, Move, Play, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.acting import MAX_OWN_MOVES_UNDER_WAY, MAX_WAITING_MOVES
from p2p_ligretto.node.intents import Act, ForceStart, JoinTable, LeaveTable, OpenTable, SetReady
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import State
from tests.node.company import SECOND, Company


def act(company: Company, number: int, move: Move) -> list[told.Notice]:
    """What the player is told about it at once."""
    before = len(company[number].told(ActRefused))
    company.submit(number, Act(move))
    return company[number].told(ActRefused)[before:]


def turn(company: Company, number: int) -> Turn:
    state = company[number].table.round
    assert state is not None
    area = state.areas[number]
    assert area is not None
    return Turn(area.hand, len(area.discard) if not area.hand else 0)


def playing(size: int = 2, options: Options | None = None) -> Company:
    company = Company(size)
    company.sit(options)
    company.deal()
    return company


def test_a_move_is_seen_at_once_and_final_a_little_later() -> None:
    company = playing()
    before = company[0].final.round
    assert act(company, 0, turn(company, 0)) == []
    state = company[0].table.round
    assert state is not None
    assert state.areas[0] is not None
    assert len(state.areas[0].discard) == 3
    assert company[0].final.round == before
    company.run(SECOND // 10)
    assert company[0].final.round == company[0].table.round == company[1].final.round
    assert [notice.seat for notice in company[1].told(told.Moved)] == [0]  # type: ignore[attr-defined]


def test_no_table_no_seat_no_round() -> None:
    company = Company(3)
    assert act(company, 0, Turn(25, 0)) == [ActRefused("no_table")]
    company.submit(0, SetReady(True))
    assert company[0].notices[-1] == ActRefused("no_table")
    company.sit(who=(0, 1))
    assert act(company, 0, Turn(25, 0)) == [ActRefused("no_round")]
    company.submit(0, OpenTable("Other", Options()))
    assert company[0].notices[-1] == ActRefused("phase")
    company.submit(0, JoinTable(bytes(16)))
    assert company[0].notices[-1] == ActRefused("phase")


def test_who_has_no_seat_yet_can_neither_act_nor_be_ready() -> None:
    company = Company(2)
    company.submit(0, OpenTable("Kitchen", Options()))
    company.held_back = lambda source, target, message: source == 1 and type(message).__name__ == "EventSent"
    company.link(1, 0)
    company.submit(1, JoinTable(company[0].table.table))
    company.until(lambda: company[1].node.final is not None)
    assert company[1].node.own_seat is None
    assert act(company, 1, Turn(25, 0)) in ([ActRefused("not_seated")], [])
    company.submit(1, SetReady(True))
    assert ActRefused("not_seated") in company[1].told(ActRefused)


def test_a_start_is_forced_by_two_or_more_and_only_while_the_table_waits() -> None:
    company = Company(2)
    company.submit(0, OpenTable("Kitchen", Options()))
    company.submit(0, ForceStart())
    assert company[0].notices[-1] == ActRefused("alone")
    company = Company(2)
    company.sit()
    company.submit(1, ForceStart())
    company.run(SECOND)
    assert company.all_in(Phase.PLAYING)
    company.submit(0, ForceStart())
    assert company[0].notices[-1] == ActRefused("phase")
    company.submit(0, SetReady(True))
    assert company[0].notices[-1] == ActRefused("phase")


def test_nobody_plays_before_the_start_signal() -> None:
    company = Company(2)
    company.sit()
    for number in (0, 1):
        company.submit(number, SetReady(True))
    company.until(lambda: company.all_in(Phase.PLAYING))
    assert company[0].node.starts_in_us > 0
    assert act(company, 0, turn(company, 0)) == [ActRefused("countdown")]
    company.run(3 * SECOND)
    assert company[0].node.starts_in_us == 0
    assert act(company, 0, turn(company, 0)) == []


@pytest.mark.parametrize(
    "move",
    [
        Turn(24, 0),
        Fill(parse_card("R1"), 0),
        Play(parse_card("R9"), STACK, PileId("R", 0), 9),
        Play(parse_card("R1"), row(4), PileId("G", 0), 1),
    ],
)
def test_what_the_rules_do_not_allow_stays_at_home(move: Move) -> None:
    company = playing()
    assert act(company, 0, move) == [ActRefused("illegal")]
    company.run(SECOND)
    assert '"kind":"move"' not in "".join(company.export(0))


def test_with_a_penalty_a_wrong_play_goes_out_and_costs() -> None:
    company = playing(2, Options(penalty="stack_to_hand"))
    state = company[0].table.round
    assert state is not None
    area = state.areas[0]
    assert area is not None
    assert area.stack_top is not None
    card = area.stack_top
    height = 1 + card.number % 10
    assert act(company, 0, Play(card, STACK, PileId(card.colour, 0), height)) == []
    company.run(SECOND)
    assert [notice.reason for notice in company[0].told(told.MoveRejected)] == ["wrong"]  # type: ignore[attr-defined]
    after = company[0].final.round
    assert after is not None
    assert after.areas[0] is not None
    assert (after.areas[0].stack, after.areas[0].hand) == (9, area.hand + 1)


def test_eight_own_moves_may_be_under_way() -> None:
    company = playing()
    company.held_back = lambda source, target, message: True
    for _ in range(MAX_OWN_MOVES_UNDER_WAY):
        assert act(company, 0, turn(company, 0)) == []
    assert act(company, 0, turn(company, 0)) == [ActRefused("busy")]


def test_play_waits_for_who_is_away_and_says_for_whom() -> None:
    company = playing(2)
    company.refuses_dials = True
    company.cut(0, 1)
    company.run(SECOND)
    assert act(company, 0, turn(company, 0)) == [ActRefused("alone")], "the senior of two goes on by itself"
    assert act(company, 1, turn(company, 1)) == [ActRefused("away", 0)]
    company.refuses_dials = False
    company.run(3 * SECOND)
    assert act(company, 0, turn(company, 0)) == []
    assert act(company, 1, turn(company, 1)) == []


def test_play_does_not_wait_for_who_is_cut_off_from_some_only() -> None:
    company = playing(3)
    company.refuses_dials = True
    company.cut(0, 2)
    company.run(5 * SECOND)
    for number in (0, 1, 2):
        assert act(company, number, turn(company, number)) == []


def test_who_is_left_alone_has_nobody_to_play_with() -> None:
    company = playing()
    company.submit(1, LeaveTable())
    company.run(SECOND)
    assert act(company, 0, turn(company, 0)) == [ActRefused("alone")]


def test_after_the_end_and_while_leaving_there_is_nothing_to_do() -> None:
    company = playing()
    company.play_round()
    assert act(company, 0, Turn(25, 0)) == [ActRefused("no_round")]
    company = playing()
    company.held_back = lambda source, target, message: True
    company.submit(0, LeaveTable())
    assert act(company, 0, Turn(25, 0)) == [ActRefused("no_round")]


def test_a_round_that_is_closing_takes_no_more_moves() -> None:
    company = playing(2, Options(rounds=2))
    company.play_until(lambda: company[0].table.phase is Phase.CLOSING)
    assert act(company, 0, turn(company, 0)) == [ActRefused("over")]


# ---- moves that wait


def wedged() -> Company:
    """Three play; one leaves, and the others are in the middle of saying so."""
    company = playing(3)
    company.held_back = lambda source, target, message: isinstance(message, State)
    company.submit(2, LeaveTable())
    company.run(SECOND // 10)
    assert company[0].session.membership.wedged
    assert company[1].session.membership.wedged
    return company


def test_moves_wait_for_a_change_of_members_and_go_out_in_order_after_it() -> None:
    company = wedged()
    for number in (0, 1):
        assert act(company, number, turn(company, number)) == []
    assert company[0].table.round == company[0].final.round
    company.held_back = lambda source, target, message: False
    company.run(3 * SECOND)
    assert [notice.seat for notice in company[0].told(told.Moved)] == [0, 1]  # type: ignore[attr-defined]
    assert company[0].final.present == (0, 1)


def test_what_waits_is_judged_when_it_goes_out() -> None:
    company = wedged()
    same = turn(company, 0)
    assert [act(company, 0, same) for _ in range(2)] == [[], []]
    company.held_back = lambda source, target, message: False
    company.run(3 * SECOND)
    assert company[0].told(ActRefused) == [ActRefused("illegal")], "the hand has changed by the first"


def test_eight_moves_may_wait() -> None:
    company = wedged()
    for _ in range(MAX_WAITING_MOVES):
        assert act(company, 0, turn(company, 0)) == []
    assert act(company, 0, turn(company, 0)) == [ActRefused("busy")]


def test_other_wishes_wait_too_and_their_number_is_bounded() -> None:
    company = Company(3)
    company.sit()
    company.held_back = lambda source, target, message: isinstance(message, State)
    company.submit(2, LeaveTable())
    company.run(SECOND // 10)
    for number in range(17):
        company.submit(0, SetReady(number % 2 == 0))
    assert company[0].told(ActRefused) == [ActRefused("wedged")]
    company.held_back = lambda source, target, message: False
    company.run(2 * SECOND)
    assert [notice.ready for notice in company[1].told(told.ReadyChanged)][-1] is False  # type: ignore[attr-defined]


def test_with_one_hand_a_play_waits_for_the_last_one_and_a_third_is_refused() -> None:
    company = playing(2, Options(one_hand=True))
    plays: list[Play] = []
    limit = company.now + 600 * SECOND
    while not plays:
        assert company.now < limit
        for number in (0, 1):
            company.play(number)
        company.run(20_000)
        plays = openings(company)
    company.run(SECOND)
    first = openings(company)[0]
    company.held_back = lambda source, target, message: True
    assert act(company, 0, first) == []
    assert act(company, 0, first) == [], "it waits"
    assert act(company, 0, first) == [ActRefused("busy")]
    assert act(company, 0, turn(company, 0)) == [], "only plays wait for plays"
    company.held_back = lambda source, target, message: False
    company.run(3 * SECOND)
    assert company[0].told(ActRefused)[1:] == [ActRefused("illegal")], "it was the same card"


def openings(company: Company) -> list[Play]:
    """Plays from the row of seat 0 that its player could make now."""
    state = company[0].table.round
    if state is None or state.areas[0] is None or company[0].table.phase is not Phase.PLAYING:
        return []
    found = []
    for slot, cards in enumerate(state.areas[0].row):
        if not cards:
            continue
        card = cards[-1]
        if card.number == 1:
            found.append(Play(card, row(slot), PileId(card.colour, 0), 1))
        found += [
            Play(card, row(slot), pile.id, card.number)
            for pile in state.piles
            if pile.id.colour == card.colour and pile.height == card.number - 1
        ]
    return found
