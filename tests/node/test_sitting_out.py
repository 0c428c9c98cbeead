"""Who came back without its dealing secret: out of the deal, or out of the round, and in the next one again."""

import pytest

from p2p_ligretto.node.lies import NOT_NOW
from p2p_ligretto.node.table import Phase
from p2p_ligretto.wire.payloads import Agreed, SatOut, Seated
from tests.node.story import Story, at, end_round


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
def test_in_a_deal_it_is_dropped_like_one_who_left(phase: Phase) -> None:
    story = at(phase, 4)
    assert story.say(3, SatOut(1)) is None
    assert (story.table.players, story.table.out) == ((0, 1, 2), frozenset())
    assert story.say(3, SatOut(1)) == NOT_NOW
    if phase is Phase.COMMITTING:
        story.committed()
    if phase in (Phase.COMMITTING, Phase.REVEALING):
        story.revealed()
    story.opened()
    state = story.table.round
    assert state is not None
    assert [area and len(area.row) for area in state.areas] == [4, 4, 4, None]
    end_round(story)
    story.closed().next_round()
    assert story.table.players == (0, 1, 2, 3)


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
def test_with_one_left_the_deal_is_off_and_can_be_made_again(phase: Phase) -> None:
    story = at(phase, 2)
    deals = story.table.deals
    story.say(1, SatOut(1))
    assert (story.table.phase, story.table.number) == (Phase.LOBBY, 0)
    story.ready()
    assert (story.table.phase, story.table.players) == (Phase.COMMITTING, (0, 1))
    assert story.table.deals == deals + 1


def test_in_play_it_keeps_cards_and_score_but_counts_as_absent() -> None:
    story = at(Phase.PLAYING, 3)
    story.say(2, Agreed(1, True))
    assert story.say(2, SatOut(1)) is None
    assert story.say(2, SatOut(1)) == NOT_NOW
    state = story.table.round
    assert state is not None
    assert (state.present, story.table.out, story.table.agreed) == ({0, 1}, {2}, frozenset())
    assert state.areas[2] is not None
    assert not [notice for notice in story.notices if type(notice).__name__ == "SeatVotedAbsent"]
    end_round(story)
    story.closed()
    assert (story.table.phase, story.table.totals) == (Phase.BETWEEN, (10, -20, -20))


def test_who_is_not_in_the_round_that_it_names_sits_nothing_out() -> None:
    story = at(Phase.PLAYING, 2)
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"))
    assert story.say(2, SatOut(1)) == NOT_NOW
    assert story.say(1, SatOut(2)) == NOT_NOW


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CLOSING, Phase.BETWEEN, Phase.FINISHED])
def test_where_nothing_is_dealt_or_played_there_is_nothing_to_sit_out(phase: Phase) -> None:
    story: Story = at(phase)
    assert story.say(0, SatOut(story.table.number or 1)) == NOT_NOW
