"""A pause of the round in the fold: who may, what it holds up, and how it ends."""

import pytest

from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.lies import NOT_NOW
from p2p_ligretto.node.table import COUNTDOWN_US, Phase
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payloads import Agreed, Moved, Paused, Seated
from tests.node.story import Story, at, end_round

SECOND = 1_000_000
HELD_UP = Rejected("paused")


def paused(players: int = 2, after_us: int = SECOND) -> Story:
    story = at(Phase.PLAYING, players)
    assert story.say(1, Paused(1, True), story.table.started_us + after_us) is None
    return story


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.PLAYING])
def test_only_a_round_that_is_played_is_paused(phase: Phase) -> None:
    story = at(phase)
    assert story.say(0, Paused(story.table.number or 1, True)) == NOT_NOW
    assert not story.table.paused


def test_a_pause_is_of_the_round_it_names_and_neither_begins_nor_ends_twice() -> None:
    story = at(Phase.PLAYING)
    assert story.say(0, Paused(1, False)) == NOT_NOW
    assert story.say(0, Paused(2, True)) == NOT_NOW
    assert story.say(0, Paused(1, True)) is None
    assert story.say(1, Paused(1, True)) == NOT_NOW
    assert story.say(1, Paused(1, False)) is None
    assert story.say(0, Paused(1, False)) == NOT_NOW


def test_who_is_at_the_table_but_not_in_the_round_may_pause_it_too() -> None:
    story = at(Phase.PLAYING)
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"))
    assert story.say(2, Paused(1, True)) is None
    assert story.notices[-1] == told.RoundPaused(2)


def test_no_move_is_legal_from_the_pause_to_the_end_of_the_countdown_after_it() -> None:
    story = paused()
    start = story.table.started_us
    assert story.turn(0, 2 * SECOND) == HELD_UP
    assert story.say(0, Paused(1, False), start + 5 * SECOND) is None
    assert story.table.resumes_us == story.table.first_move_us == start + 5 * SECOND + COUNTDOWN_US
    assert story.turn(1, 8 * SECOND - 1) == HELD_UP
    assert story.turn(1, 8 * SECOND) is None


def test_a_move_that_the_order_puts_before_the_pause_counts() -> None:
    story = at(Phase.PLAYING)
    assert story.turn(0, SECOND) is None
    assert story.say(1, Paused(1, True), story.table.started_us + SECOND + 1) is None
    state = story.table.round
    assert state is not None
    assert state.areas[0] is not None
    assert len(state.areas[0].discard) == 3


def test_a_pause_in_the_countdown_puts_the_start_off() -> None:
    story = at(Phase.PLAYING)
    start = story.table.started_us
    story.say(0, Paused(1, True), start - 2 * SECOND)
    story.say(0, Paused(1, False), start - SECOND)
    assert story.turn(0, 2 * SECOND - 1) == HELD_UP
    assert story.turn(0, 2 * SECOND) is None


def test_a_move_of_who_is_not_in_the_round_or_before_the_start_is_illegal_pause_or_not() -> None:
    story = at(Phase.PLAYING)
    story.say(0, Paused(1, True))
    move = Moved(1, from_move(Turn(25, 0)))
    assert story.say(0, move, story.table.started_us - 1) == Rejected("illegal")
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"), story.table.started_us)
    assert story.say(2, move) == Rejected("illegal")


def test_people_are_told_who_and_when_it_goes_on() -> None:
    story = paused()
    assert story.notices[-1] == told.RoundPaused(1)
    story.say(0, Paused(1, False))
    assert story.notices[-1] == told.RoundResumed(0, COUNTDOWN_US)


@pytest.mark.parametrize("how", ["agreed", "left"])
def test_a_round_that_has_ended_is_not_paused_any_more(how: str) -> None:
    story = paused()
    if how == "agreed":
        for seat in (0, 1):
            story.say(seat, Agreed(1, True))
    else:
        story.view()
    assert story.table.phase is (Phase.CLOSING if how == "agreed" else Phase.BETWEEN)
    assert not story.table.paused


def test_the_next_round_knows_nothing_of_a_pause() -> None:
    story = paused()
    story.say(0, Paused(1, False), story.table.started_us + 3 * SECOND)
    end_round_at = story.table.resumes_us - story.table.started_us
    assert story.turn(0, end_round_at) is None
    for seat in (0, 1):
        story.say(seat, Agreed(1, True))
    story.closed().next_round()
    assert (story.table.phase, story.table.paused, story.table.resumes_us) == (Phase.PLAYING, False, 0)
    end_round(story)
    assert story.table.phase is Phase.CLOSING
