"""Who is caught at once, in the fold alone: in which phases, how often, and what it changes."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.game.cards import DECK
from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.lies import FORGED, NOT_NOW
from p2p_ligretto.node.table import CaughtLie, Phase
from p2p_ligretto.wire.payloads import Dealt, Moved, Paused, Revealed, Seated
from tests.node.story import Story, at, commitment, end_round, share, shows


def forged(story: Story, seat: int = 0) -> Moved:
    """A turn of the right cards with salts that anybody could think of."""
    moved = story.moved(seat, Turn(25, 0, DECK[6:9]))
    return replace(moved, proofs=tuple(CardProof(proof.position, bytes(16)) for proof in moved.proofs))


@pytest.mark.parametrize("after_us", [-1, 0, 1_000_000])
def test_what_is_forged_is_a_lie_at_any_time_of_the_round_and_changes_nothing_in_it(after_us: int) -> None:
    story = at(Phase.PLAYING)
    before = story.table
    assert story.say(0, forged(story), story.table.started_us + after_us) == FORGED
    assert story.table.round is before.round
    assert story.table.last_moves == before.last_moves
    assert story.table.lies == (CaughtLie(1, 1, 0, "leaf"),)


def test_only_what_fits_its_leaf_brings_back_who_was_held_absent() -> None:
    """A card without its proof may be anybody's word; one in the wrong place is at least of that player's deck."""
    story = at(Phase.PLAYING)
    absent = replace(story.table, out=frozenset({0}))
    story.table = absent
    assert story.say(0, forged(story), absent.started_us) == FORGED
    assert story.table.out == {0}
    misplaced = story.moved(0, Turn(25, 0, DECK[7:10]))
    assert story.say(0, misplaced, absent.started_us + 1) == FORGED
    assert [lie.check for lie in story.table.lies] == ["leaf"], "of each player the first lie in a round"
    assert story.table.out == frozenset()


def test_it_is_one_in_a_pause_and_after_the_end_too() -> None:
    story = at(Phase.PLAYING)
    story.say(1, Paused(1, True), story.table.started_us)
    assert story.say(0, forged(story)) == FORGED
    story = at(Phase.CLOSING)
    assert story.say(1, forged(story, 1)) == FORGED
    assert [lie.seat for lie in story.table.lies] == [1]


def test_of_a_round_that_is_not_played_or_by_who_is_not_in_it_nothing_is_judged() -> None:
    story = at(Phase.PLAYING)
    assert story.say(0, replace(forged(story), number=2)) == NOT_NOW
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"), story.table.started_us)
    assert story.say(2, forged(story)) != FORGED
    story = at(Phase.BETWEEN)
    assert story.say(0, forged(story)) == NOT_NOW
    assert story.table.lies == ()


def test_the_first_lie_of_a_player_in_a_round_is_kept_for_the_match() -> None:
    story = Story().playing(2, Options(rounds=2))
    for _ in range(3):
        assert story.say(0, forged(story), story.table.started_us) == FORGED
    assert story.table.lies == (CaughtLie(1, 1, 0, "leaf"),)
    assert [notice for notice in story.notices if isinstance(notice, told.LieFound)] == [told.LieFound(0, "leaf")]
    assert len([line for line in story.lines if '"kind":"lie"' in line]) == 1
    end_round(story)
    story.closed().next_round()
    assert story.say(0, forged(story), story.table.started_us) == FORGED
    assert story.table.lies == (CaughtLie(1, 1, 0, "leaf"), CaughtLie(2, 2, 0, "leaf"))
    end_round(story)
    story.closed()
    assert story.table.phase is Phase.FINISHED
    assert len(story.table.lies) == 2
    story.ready()
    assert story.table.lies == ()


def test_where_two_are_dealt_in_and_one_lies_the_deal_is_off() -> None:
    story = at(Phase.REVEALING)
    assert story.say(1, Revealed(1, share(0))) == FORGED
    assert (story.table.phase, story.table.number, story.table.deals) == (Phase.LOBBY, 0, 1)
    assert story.table.lies == (CaughtLie(1, 1, 1, "share"),)
    story.ready().committed()
    assert story.say(1, Revealed(1, share(0))) == FORGED
    assert story.table.lies == (CaughtLie(1, 1, 1, "share"), CaughtLie(1, 2, 1, "share"))
    story.next_round()
    assert story.table.phase is Phase.PLAYING


def test_who_is_dropped_for_a_lie_can_say_no_more_in_the_deal_and_the_others_show_their_cards_anew() -> None:
    story = at(Phase.OPENING, 3)
    assert story.say(0, shows(0, 3)) is None
    assert story.say(2, replace(shows(2, 3), leaves=shows(1, 3).leaves)) == FORGED
    assert story.table.players == (0, 1)
    assert story.table.openings == ()
    assert story.say(2, shows(2, 3)) == NOT_NOW
    assert story.say(0, shows(0, 3)) == NOT_NOW, "two players have a longer row than three"
    story.opened()
    assert story.table.phase is Phase.PLAYING


@pytest.mark.parametrize("seat", [0, 1])
def test_a_lie_is_told_by_its_seat_whoever_tells_it(seat: int) -> None:
    story = at(Phase.OPENING)
    dealt: Dealt = replace(shows(seat, 2), salts=(bytes(16),) * 6)
    assert story.say(seat, dealt) == FORGED
    assert told.LieFound(seat, "deal") in story.notices
    assert story.lines[-1] == f'{{"kind":"lie","number":1,"seat":{seat},"check":"deal"}}'


def test_a_commitment_counts_once() -> None:
    story = at(Phase.COMMITTING)
    assert story.say(0, commitment(0)) is None
    assert story.say(0, commitment(1)) == NOT_NOW
    assert story.table.lies == ()
