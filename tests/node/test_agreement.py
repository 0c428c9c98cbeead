"""The end of a round by agreement in the fold, and when a bot agrees."""

import pytest

from p2p_ligretto.game.state import End, Rejected
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.agreement import bot_agrees
from p2p_ligretto.node.lies import NOT_NOW
from p2p_ligretto.node.table import ABSENT_US, Phase
from p2p_ligretto.wire.payloads import Agreed, SatOut, Seated, Voted
from tests.node.story import Story, at

AGREES, NO_LONGER = Agreed(1, True), Agreed(1, False)


def end(story: Story) -> End | None:
    assert story.table.round is not None
    return story.table.round.end


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.PLAYING])
def test_only_a_round_that_is_played_can_be_ended(phase: Phase) -> None:
    story = at(phase)
    assert story.say(0, Agreed(story.table.number or 1, True)) == NOT_NOW
    assert story.table.agreed == frozenset()


def test_a_round_ends_when_all_who_play_agree() -> None:
    story = at(Phase.PLAYING, 3)
    for seat in (2, 0):
        assert story.say(seat, AGREES) is None
    assert (story.table.phase, story.table.agreed, end(story)) == (Phase.PLAYING, {0, 2}, None)
    assert story.say(1, AGREES) is None
    assert (story.table.phase, end(story)) == (Phase.CLOSING, End("agreed"))
    assert story.notices[-2:] == [told.EndAgreed(1, True), told.RoundEnded(1, "agreed", None)]
    assert story.turn(0, 1_000_000) == Rejected("over")
    story.closed()
    assert (story.table.phase, story.table.totals) == (Phase.BETWEEN, (-20, -20, -20))


def test_who_no_longer_agrees_is_not_counted() -> None:
    story = at(Phase.PLAYING)
    story.say(0, AGREES)
    assert story.say(0, NO_LONGER) is None
    assert story.notices[-1] == told.EndAgreed(0, False)
    story.say(1, AGREES)
    assert (story.table.phase, story.table.agreed) == (Phase.PLAYING, {1})


def test_an_agreement_is_about_the_round_it_names_and_of_who_is_in_it() -> None:
    story = at(Phase.PLAYING)
    assert story.say(0, Agreed(2, True)) == NOT_NOW
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"))
    assert story.say(2, AGREES) == NOT_NOW
    story.say(0, AGREES)
    story.say(1, AGREES)
    assert end(story) == End("agreed"), "who looks on is not asked"


def test_when_the_last_who_has_not_agreed_leaves_the_round_ends() -> None:
    story = at(Phase.PLAYING, 3)
    story.say(0, AGREES)
    story.say(1, AGREES)
    story.view(0, 1)
    assert (story.table.phase, end(story)) == (Phase.CLOSING, End("agreed"))


def test_who_leaves_agrees_no_longer_and_is_asked_again_when_back() -> None:
    story = at(Phase.PLAYING, 3)
    story.say(2, AGREES)
    story.view(0, 1)
    assert story.table.agreed == frozenset()
    story.view(0, 1, 2)
    story.say(0, AGREES)
    story.say(1, AGREES)
    assert story.table.phase is Phase.PLAYING
    story.say(2, AGREES)
    assert story.table.phase is Phase.CLOSING


def test_who_is_held_absent_or_sits_out_is_not_asked() -> None:
    story = at(Phase.PLAYING, 4)
    story.say(3, SatOut(1))
    assert story.say(3, AGREES) == NOT_NOW
    story.say(0, AGREES)
    story.say(1, AGREES)
    late = story.table.started_us + ABSENT_US
    for seat in (0, 1):
        story.say(seat, Voted("absent", 2, True), late + seat)
    assert story.table.phase is Phase.PLAYING
    assert story.say(3, Voted("absent", 2, True), late + 2) is None
    assert (story.table.out, end(story)) == ({2, 3}, End("agreed"))


def test_one_who_is_left_alone_in_a_round_ends_it_alone() -> None:
    story = at(Phase.PLAYING)
    story.say(1, SatOut(1))
    assert story.table.phase is Phase.PLAYING
    assert story.say(0, AGREES) is None
    assert end(story) == End("agreed")


def test_the_next_round_has_to_be_agreed_on_anew() -> None:
    story = at(Phase.PLAYING)
    story.say(0, AGREES)
    story.say(1, AGREES)
    story.closed().next_round()
    assert (story.table.phase, story.table.agreed) == (Phase.PLAYING, frozenset())


# ---- bots


def test_a_bot_agrees_after_all_others_and_never_before() -> None:
    story = at(Phase.PLAYING, 3)
    assert not any(bot_agrees(story.table, seat) for seat in range(3))
    story.say(0, AGREES)
    assert not any(bot_agrees(story.table, seat) for seat in range(3))
    story.say(1, AGREES)
    assert [bot_agrees(story.table, seat) for seat in range(3)] == [False, False, True]
    story.say(1, NO_LONGER)
    assert not bot_agrees(story.table, 2)


def test_a_bot_that_is_left_alone_agrees_if_somebody_waits_for_the_next_round() -> None:
    story = at(Phase.PLAYING)
    story.view(0)
    assert not bot_agrees(story.table, 0), "the other one may come back"
    story.view(0, 1)
    story.say(1, SatOut(1))
    assert bot_agrees(story.table, 0)
    assert not bot_agrees(story.table, 1)


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.COMMITTING, Phase.CLOSING, Phase.BETWEEN])
def test_a_bot_agrees_to_nothing_where_nothing_is_played(phase: Phase) -> None:
    assert not bot_agrees(at(phase).table, 0)
