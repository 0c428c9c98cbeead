"""Votes about a seat in the fold: to kick it, to hold it absent, and what becomes of it."""

import json

import pytest

from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.state import End, Rejected
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.fold import Outcome
from p2p_ligretto.node.lies import NOT_NOW
from p2p_ligretto.node.presence_fold import round_of
from p2p_ligretto.node.table import ABSENT_US, Phase
from p2p_ligretto.node.votes_fold import may_be_voted_absent
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payloads import (
    Agreed,
    AnyPayload,
    Closed,
    Forced,
    Moved,
    Paused,
    Ready,
    Revealed,
    SatOut,
    Seated,
    Voted,
)
from tests.node.story import Story, at, commitment, end_round, peer, share, shows

SECOND = 1_000_000


def kick(seat: int, yes: bool = True) -> Voted:
    return Voted("kick", seat, yes)


def absent(seat: int, yes: bool = True) -> Voted:
    return Voted("absent", seat, yes)


def idle(players: int = 3) -> Story:
    """A round in which nobody has moved for as long as it takes."""
    story = at(Phase.PLAYING, players)
    story.time = story.table.started_us + ABSENT_US
    return story


def present(story: Story) -> frozenset[int]:
    assert story.table.round is not None
    return story.table.round.present


# ---- counting


@pytest.mark.parametrize(("seats", "needed"), [(3, 2), (4, 3), (5, 3), (6, 4), (12, 7)])
def test_a_vote_is_carried_by_more_than_half_of_all_seats_the_one_it_is_about_included(seats: int, needed: int) -> None:
    story = Story()
    story.view(*range(seats))
    for seat in range(seats):
        story.say(seat, Seated(f"Seat {seat}"))
    for voter in range(1, needed):
        assert story.say(voter, kick(0)) is None
    assert story.table.banned == frozenset()
    assert len(story.table.votes) == needed - 1
    assert story.say(needed, kick(0)) is None
    assert story.table.banned == {peer(0)}
    assert story.table.votes == frozenset()


def test_of_two_nobody_can_be_voted_on_by_the_other() -> None:
    story = idle(2)
    story.say(0, kick(1))
    story.say(0, absent(1))
    assert story.table.banned == story.table.out == frozenset()
    assert len(story.table.votes) == 2


def test_nobody_votes_about_itself_or_about_who_is_not_there() -> None:
    story = at(Phase.BETWEEN, 3)
    assert story.say(0, kick(0)) == NOT_NOW
    assert story.say(0, kick(7)) == NOT_NOW
    story.view(0, 1)
    assert story.say(0, kick(2)) == NOT_NOW
    assert story.say(2, kick(0)) == NOT_NOW
    assert story.table.votes == frozenset()


def test_a_yes_may_be_taken_back_and_counts_once() -> None:
    story = at(Phase.LOBBY, 4)
    story.say(0, kick(3))
    story.say(0, kick(3))
    story.say(1, kick(3))
    story.say(1, kick(3, yes=False))
    assert story.notices[-1] == told.VoteCast("kick", 1, 3, False)
    story.say(2, kick(3))
    assert story.table.votes == {("kick", 3, 0), ("kick", 3, 2)}
    assert story.table.banned == frozenset()


def test_a_view_drops_the_votes_of_who_is_gone_and_counts_the_others_again() -> None:
    story = at(Phase.LOBBY, 4)
    story.say(0, kick(3))
    story.say(1, kick(3))
    story.say(1, kick(2))
    story.view(0, 1, 3)
    assert story.table.banned == {peer(3)}
    assert story.table.votes == frozenset()
    assert told.SeatKicked(3) in story.notices


def test_a_vote_that_is_carried_may_carry_another_for_fewer_have_a_say_then() -> None:
    story = at(Phase.LOBBY, 4)
    story.say(0, kick(2))
    story.say(1, kick(2))
    for voter in (0, 1, 2):
        story.say(voter, kick(3))
    assert story.table.banned == {peer(2), peer(3)}
    assert story.table.welcome == (0, 1)


# ---- kicked


@pytest.mark.parametrize("phase", list(Phase))
def test_a_seat_can_be_kicked_at_any_time_and_is_not_heard_any_more(phase: Phase) -> None:
    story = at(phase, 3)
    story.say(0, kick(2))
    story.say(1, kick(2))
    assert story.table.banned == {peer(2)}
    assert told.SeatKicked(2) in story.notices
    before = story.table
    said: list[AnyPayload] = [
        Seated("Other"),
        Ready(True),
        Forced(),
        kick(0),
        Paused(before.number or 1, True),
        Agreed(before.number or 1, True),
        SatOut(before.number or 1),
        Closed(before.number or 1, None),
        Moved(before.number or 1, from_move(Turn(27, 0))),
        commitment(2, before.number or 1),
    ]
    for payload in said:
        assert story.say(2, payload) == NOT_NOW
    assert story.table.seats == before.seats
    assert (story.table.ready, story.table.votes, story.table.round) == (before.ready, before.votes, before.round)
    assert story.table.spoken() == before.spoken()


def test_that_a_kicked_seat_leaves_or_comes_is_not_told_once_more() -> None:
    story = at(Phase.BETWEEN, 4)
    for voter in (0, 1, 2):
        story.say(voter, kick(3))
    before = list(story.notices)
    story.view(0, 1, 2)
    story.view(0, 1, 2, 3)
    assert story.notices == before


def test_the_one_who_was_kicked_is_told_so() -> None:
    story = at(Phase.LOBBY, 3)
    story.say(1, kick(0))
    story.say(2, kick(0))
    assert story.notices[-2:] == [told.VoteCast("kick", 2, 0, True), told.KickedOut()]


def test_who_is_kicked_in_the_lobby_is_not_dealt_in() -> None:
    story = at(Phase.LOBBY, 4)
    story.say(3, Ready(True))
    for voter in (0, 1, 2):
        story.say(voter, kick(3))
    assert story.table.ready == frozenset()
    story.say(0, Forced())
    assert story.table.players == (0, 1, 2)


def test_the_others_are_dealt_to_when_the_view_has_left_it_out() -> None:
    story = at(Phase.LOBBY, 3)
    story.say(0, kick(2))
    story.say(1, kick(2))
    story.say(0, Ready(True))
    story.say(1, Ready(True))
    assert story.table.phase is Phase.LOBBY
    story.view(0, 1)
    assert (story.table.phase, story.table.players) == (Phase.COMMITTING, (0, 1))


def test_with_one_left_who_has_a_say_nobody_deals() -> None:
    story = at(Phase.LOBBY, 3)
    story.say(0, kick(2))
    story.say(1, kick(2))
    story.view(0, 2)
    assert story.say(0, Forced()) == NOT_NOW


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
def test_who_is_kicked_in_a_deal_sits_it_out_for_good(phase: Phase) -> None:
    story = at(phase, 3)
    story.say(0, kick(2))
    story.say(1, kick(2))
    assert story.table.players == (0, 1)
    if phase is Phase.COMMITTING:
        story.committed()
    if phase in (Phase.COMMITTING, Phase.REVEALING):
        story.revealed()
    story.opened()
    assert (story.table.phase, present(story)) == (Phase.PLAYING, {0, 1})


def test_who_is_kicked_in_play_counts_as_absent_and_does_not_come_back() -> None:
    story = at(Phase.PLAYING, 3)
    story.say(2, Agreed(1, True))
    story.say(0, kick(2))
    story.say(1, kick(2))
    assert (story.table.out, present(story), story.table.agreed) == ({2}, {0, 1}, frozenset())
    assert told.SeatVotedAbsent(2) not in story.notices
    assert round_of(story.table, 2) is story.table.round
    assert story.turn(2, SECOND) == NOT_NOW
    story.view(0, 1)
    story.view(0, 1, 2)
    assert present(story) == {0, 1}, "a view that lets it in makes it no more welcome"
    assert story.turn(2, 2 * SECOND) == NOT_NOW
    story.say(0, Agreed(1, True))
    story.say(1, Agreed(1, True))
    story.say(0, Closed(1, None))
    story.say(1, Closed(1, None))
    assert (story.table.phase, story.table.totals) == (Phase.BETWEEN, (-20, -20, -20))


def test_nobody_waits_for_who_was_kicked_to_close_the_round() -> None:
    story = at(Phase.CLOSING, 3)
    story.say(0, Closed(1, None))
    story.say(1, Closed(1, None))
    story.say(0, kick(2))
    assert story.table.phase is Phase.CLOSING
    story.say(1, kick(2))
    assert story.table.phase is Phase.BETWEEN


def test_a_ban_outlives_matches() -> None:
    story = at(Phase.FINISHED, 3)
    story.say(0, kick(2))
    story.say(1, kick(2))
    story.view(0, 1)
    story.next_round()
    assert (story.table.match, story.table.banned) == (2, {peer(2)})
    story.view(0, 1, 2)
    assert story.say(2, Seated("Cai")) == NOT_NOW


# ---- held absent


def test_who_has_not_moved_for_a_minute_may_be_voted_absent() -> None:
    story = at(Phase.PLAYING, 3)
    start = story.table.started_us
    assert story.say(0, absent(2), start + ABSENT_US - 1) == NOT_NOW
    assert not may_be_voted_absent(story.table, 2, start + ABSENT_US - 1)
    assert may_be_voted_absent(story.table, 2, start + ABSENT_US)
    assert story.say(0, absent(2), start + ABSENT_US) is None
    assert story.say(1, absent(2)) is None
    assert (story.table.out, present(story)) == ({2}, {0, 1})
    assert story.notices[-1] == told.SeatVotedAbsent(2)


def test_the_minute_counts_from_the_last_accepted_move() -> None:
    story = at(Phase.PLAYING, 3)
    assert story.turn(2, 10 * SECOND) is None
    assert story.move(2, Turn(1, 0), 30 * SECOND) == Rejected("follows")
    start = story.table.started_us
    assert not may_be_voted_absent(story.table, 2, start + ABSENT_US + 10 * SECOND - 1)
    assert may_be_voted_absent(story.table, 2, start + ABSENT_US + 10 * SECOND)
    assert may_be_voted_absent(story.table, 1, start + ABSENT_US)


def test_a_pause_is_nobodys_absence() -> None:
    story = idle()
    story.say(0, absent(2))
    story.say(0, Paused(1, True))
    assert story.table.votes == frozenset()
    assert story.say(1, absent(2)) == NOT_NOW
    story.say(0, Paused(1, False))
    assert story.say(1, absent(2), story.table.resumes_us + ABSENT_US - 1) == NOT_NOW
    assert story.say(1, absent(2), story.table.resumes_us + ABSENT_US) is None


def test_who_sits_a_round_out_is_voted_about_no_more() -> None:
    story = idle(4)
    story.say(0, absent(3))
    story.say(0, absent(2))
    story.say(3, SatOut(1))
    assert story.table.votes == {("absent", 2, 0)}


def test_a_move_takes_away_the_votes_that_were_cast_before_it() -> None:
    story = idle()
    story.say(0, absent(2))
    story.say(0, kick(2))
    assert story.turn(2, ABSENT_US + SECOND) is None
    assert story.table.votes == {("kick", 2, 0)}


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.PLAYING])
def test_nobody_is_voted_absent_where_nothing_is_waited_for(phase: Phase) -> None:
    """In a deal nobody has spoken yet: all may just have begun."""
    story = at(phase, 3)
    story.time += 2 * ABSENT_US
    assert story.say(0, absent(2)) == NOT_NOW
    assert not may_be_voted_absent(story.table, 2, story.time)


def test_the_next_move_brings_it_back_before_it_is_judged() -> None:
    story = idle()
    story.say(0, absent(2))
    story.say(1, absent(2))
    assert story.say(0, absent(2)) == NOT_NOW
    seen = round_of(story.table, 2)
    assert seen is not None
    assert seen.present == {0, 1, 2}
    assert round_of(story.table, 1) is story.table.round
    assert story.turn(2, 2 * ABSENT_US) is None
    assert (story.table.out, present(story)) == (frozenset(), {0, 1, 2})
    assert not may_be_voted_absent(story.table, 2, story.time + ABSENT_US - 1)


def test_a_move_that_is_rejected_brings_it_back_too() -> None:
    story = idle()
    story.say(0, absent(2))
    story.say(1, absent(2))
    assert story.move(2, Turn(1, 0), 2 * ABSENT_US) == Rejected("follows")
    assert (story.table.out, present(story)) == (frozenset(), {0, 1, 2})
    assert not may_be_voted_absent(story.table, 2, story.time + ABSENT_US - 1), "it has shown that it is there"


def test_a_move_in_a_pause_brings_nobody_back() -> None:
    story = idle()
    story.say(0, absent(2))
    story.say(1, absent(2))
    story.say(0, Paused(1, True))
    assert story.turn(2, 2 * ABSENT_US) == Rejected("paused")
    assert story.table.out == {2}


def test_after_the_end_nobody_comes_back() -> None:
    story = idle()
    story.say(0, absent(2))
    story.say(1, absent(2))
    end_round(story, by=0)
    assert story.turn(2, 2 * ABSENT_US) == Rejected("over")
    assert story.table.out == {2}
    story.closed().next_round()
    assert (story.table.out, story.table.players) == (frozenset(), (0, 1, 2))


def test_who_comes_back_to_the_table_is_still_held_absent_until_it_moves() -> None:
    story = idle(4)
    for voter in (0, 1, 2):
        story.say(voter, absent(3))
    story.view(0, 1, 2)
    story.view(0, 1, 2, 3)
    assert present(story) == {0, 1, 2}
    assert story.turn(3, 2 * ABSENT_US) is None
    assert present(story) == {0, 1, 2, 3}


def test_when_all_who_could_still_play_are_held_absent_the_round_ends_blocked() -> None:
    story = idle()
    state = story.table.round
    assert state is not None
    story.view(0, 1, 2)
    story.say(0, SatOut(1))
    story.say(1, SatOut(1))
    assert story.table.phase is Phase.PLAYING
    story.say(0, absent(2))
    assert story.say(1, absent(2)) is None
    assert story.table.round is not None
    assert (story.table.phase, story.table.round.end) == (Phase.CLOSING, End("blocked"))


# ---- held absent in a deal

DEAL = (Phase.COMMITTING, Phase.REVEALING, Phase.OPENING)


def speak(story: Story, seat: int, time: int | None = None) -> Outcome:
    """``seat`` says what its phase of the deal asks of it."""
    table = story.table
    said: dict[Phase, AnyPayload] = {
        Phase.COMMITTING: commitment(seat, table.number),
        Phase.REVEALING: Revealed(table.number, share(seat)),
        Phase.OPENING: shows(seat, len(table.players), table.number),
    }
    return story.say(seat, said[table.phase], time)


def held_up(phase: Phase, players: int = 3, *, by: tuple[int, ...] = (2,)) -> Story:
    """A deal in which all have spoken but ``by``, the first of them ``ABSENT_US`` ago."""
    story = at(phase, players)
    first = story.time + 10
    for seat in range(players):
        if seat not in by:
            speak(story, seat)
    story.time = first + ABSENT_US
    return story


def goes_on(story: Story) -> None:
    """All who are left say what is asked of them, until the round has begun."""
    for phase in DEAL:
        if story.table.phase is phase:
            for seat in [seat for seat in story.table.players if seat not in story.table.spoken()]:
                assert speak(story, seat) is None
    assert story.table.phase is Phase.PLAYING


@pytest.mark.parametrize("phase", DEAL)
def test_who_holds_a_deal_up_for_a_minute_may_be_voted_absent_and_sits_the_round_out(phase: Phase) -> None:
    story = held_up(phase)
    late, deals = story.time, story.table.deals
    assert story.say(0, absent(2), late - 1) == NOT_NOW
    assert [may_be_voted_absent(story.table, seat, late) for seat in range(3)] == [False, False, True]
    assert story.say(0, absent(2), late) is None
    assert story.say(1, absent(2)) is None
    assert (story.table.players, story.table.votes) == ((0, 1), frozenset())
    assert story.notices.count(told.SeatVotedAbsent(2)) == 1
    assert speak(story, 2) == NOT_NOW, "there is no second draw"
    goes_on(story)
    assert (story.table.deals, present(story)) == (deals, {0, 1})
    assert [area and len(area.row) for area in story.table.round.areas] == [5, 5, None]  # type: ignore[union-attr]
    end_round(story)
    story.closed()
    assert story.table.totals[2] is None
    story.next_round()
    assert (story.table.players, story.table.out) == ((0, 1, 2), frozenset())


def test_who_has_revealed_and_then_falls_silent_stays_in_the_seed() -> None:
    story = held_up(Phase.OPENING)
    seed = story.table.joint_seed
    story.say(0, absent(2))
    story.say(1, absent(2))
    goes_on(story)
    assert story.table.joint_seed == seed


@pytest.mark.parametrize("phase", DEAL)
def test_the_minute_counts_from_the_first_word_of_each_phase(phase: Phase) -> None:
    story = at(phase, 3)
    story.time += 10 * ABSENT_US
    speak(story, 0)
    first = story.time
    speak(story, 1, first + ABSENT_US // 2)
    assert not may_be_voted_absent(story.table, 2, first + ABSENT_US - 1)
    assert may_be_voted_absent(story.table, 2, first + ABSENT_US)


@pytest.mark.parametrize("phase", DEAL)
def test_who_speaks_after_all_is_not_voted_about_any_more(phase: Phase) -> None:
    story = held_up(phase, 4, by=(2, 3))
    story.say(0, absent(2))
    story.say(0, absent(3))
    story.say(0, kick(2))
    assert speak(story, 2) is None
    assert story.table.votes == {("absent", 3, 0), ("kick", 2, 0)}
    assert story.say(1, absent(2)) == NOT_NOW
    assert speak(story, 3) is None
    assert story.table.votes == {("kick", 2, 0)}


def test_several_who_hold_it_up_are_voted_about_one_by_one() -> None:
    story = held_up(Phase.COMMITTING, 4, by=(3,))
    for voter in (0, 1, 2):
        story.say(voter, absent(3))
    assert story.table.players == (0, 1, 2)
    for seat in (0, 1):
        speak(story, seat)
    story.time += ABSENT_US
    for voter in (0, 1, 3):
        assert story.say(voter, absent(2)) is None
    assert story.table.players == (0, 1), "who sits the round out has a say like everybody"


def test_when_cards_are_laid_out_anew_the_minute_begins_anew() -> None:
    story = held_up(Phase.OPENING, 4, by=(2, 3))
    story.say(0, absent(2))
    story.view(0, 1, 2)
    assert (story.table.players, story.table.votes) == ((0, 1, 2), frozenset())
    assert story.say(0, absent(2)) == NOT_NOW
    speak(story, 0)
    assert story.say(0, absent(2), story.time + ABSENT_US - 1) == NOT_NOW
    assert story.say(0, absent(2), story.time + 1) is None


def test_a_view_may_carry_such_a_vote() -> None:
    story = held_up(Phase.REVEALING, 4, by=(3,))
    story.say(0, absent(3))
    story.say(1, absent(3))
    assert story.table.players == (0, 1, 2, 3)
    story.view(0, 1, 3)
    assert story.table.players == (0, 1)
    assert story.notices.count(told.SeatVotedAbsent(3)) == 1
    goes_on(story)


@pytest.mark.parametrize("phase", DEAL)
def test_with_one_left_the_deal_is_off(phase: Phase) -> None:
    story = held_up(phase, 2, by=(1,))
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"))
    assert story.say(0, absent(1)) is None
    assert story.say(2, absent(1)) is None
    assert (story.table.phase, story.table.number, story.table.players) == (Phase.LOBBY, 0, ())
    assert story.notices.count(told.SeatVotedAbsent(1)) == 1
    story.ready()
    assert (story.table.phase, story.table.players, story.table.out) == (Phase.COMMITTING, (0, 1, 2), frozenset())


@pytest.mark.parametrize("phase", DEAL)
def test_of_two_in_a_deal_neither_can_vote_the_other_out(phase: Phase) -> None:
    story = held_up(phase, 2, by=(1,))
    assert story.say(0, absent(1)) is None
    assert (story.table.phase, story.table.players) == (phase, (0, 1))


@pytest.mark.parametrize("phase", DEAL)
def test_a_deal_that_is_held_up_is_told_of_in_the_record_as_any_other(phase: Phase) -> None:
    story = held_up(phase)
    story.say(0, absent(2))
    story.say(1, absent(2))
    goes_on(story)
    assert story.turn(0, ABSENT_US) is None
    story.say(0, absent(1), story.table.started_us + 2 * ABSENT_US)
    story.say(2, absent(1))
    kinds = [line for line in story.lines if '"kind":"absent"' in line]
    assert [json.loads(line)["seats"] for line in kinds] == [[1]]
