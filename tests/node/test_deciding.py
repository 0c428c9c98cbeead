"""What people want of each other at a table: what is said, what is refused and why, what real nodes tell of it."""

import pytest

from p2p_ligretto.node import notices as told
from p2p_ligretto.node.deciding import payload_for
from p2p_ligretto.node.intents import AgreeToEnd, Intent, LeaveTable, Pause, SetReady, Vote
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.node.table import ABSENT_US, COUNTDOWN_US, DEALING, Phase
from p2p_ligretto.wire.payloads import Agreed, AnyPayload, Paused, Revealed, SatOut, Voted
from tests.node.company import SECOND, Company
from tests.node.story import Story, at, commitment, peer
from tests.node.test_acting import act, playing, turn

KICK, ABSENT = Vote("kick", 1, True), Vote("absent", 1, True)


def judged(story: Story, intent: Pause | AgreeToEnd | Vote, seat: int = 0) -> AnyPayload | ActRefused:
    return payload_for(story.table, peer(seat), intent, story.time)


def late() -> Story:
    story = at(Phase.PLAYING, 3)
    story.time = story.table.started_us + ABSENT_US
    return story


@pytest.mark.parametrize(
    ("intent", "payload"),
    [
        (Pause(True), Paused(1, True)),
        (AgreeToEnd(True), Agreed(1, True)),
        (AgreeToEnd(False), Agreed(1, False)),
        (KICK, Voted("kick", 1, True)),
        (Vote("absent", 1, False), Voted("absent", 1, False)),
    ],
)
def test_what_is_possible_is_said(intent: Pause | AgreeToEnd | Vote, payload: AnyPayload) -> None:
    assert judged(late(), intent) == payload


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.PLAYING])
@pytest.mark.parametrize("intent", [Pause(True), Pause(False), AgreeToEnd(True)])
def test_where_no_round_is_played_there_is_none_to_pause_or_to_end(phase: Phase, intent: Pause | AgreeToEnd) -> None:
    assert judged(at(phase), intent) == ActRefused("no_round")


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.PLAYING])
def test_where_no_round_is_played_nobody_is_held_absent_but_may_be_kicked(phase: Phase) -> None:
    assert judged(at(phase), ABSENT) == ActRefused("not_yet" if phase in DEALING else "no_round", 1)
    assert judged(at(phase), KICK) == Voted("kick", 1, True)


def test_in_a_deal_who_is_waited_for_may_be_held_absent_after_a_minute() -> None:
    story = at(Phase.COMMITTING, 3)
    story.say(0, commitment(0))
    story.time += ABSENT_US - 1
    assert judged(story, ABSENT) == ActRefused("not_yet", 1)
    story.time += 1
    assert judged(story, ABSENT) == Voted("absent", 1, True)
    story.say(1, commitment(1))
    assert judged(story, ABSENT) == ActRefused("phase", 1)


def test_who_has_no_seat_decides_nothing() -> None:
    for intent in (Pause(True), AgreeToEnd(True), KICK):
        assert judged(late(), intent, 7) == ActRefused("not_seated")


def test_who_was_kicked_decides_nothing_either() -> None:
    story = late()
    story.say(0, Voted("kick", 2, True))
    story.say(1, Voted("kick", 2, True))
    for intent in (Pause(True), AgreeToEnd(True), KICK):
        assert judged(story, intent, 2) == ActRefused("phase")


def test_a_pause_that_there_is_and_one_that_there_is_not() -> None:
    story = late()
    assert judged(story, Pause(False)) == ActRefused("phase")
    story.say(1, Paused(1, True))
    assert judged(story, Pause(True)) == ActRefused("paused")
    assert judged(story, ABSENT) == ActRefused("paused", 1)
    assert judged(story, Pause(False)) == Paused(1, False)


def test_nobody_votes_about_itself_too_early_or_about_nobody() -> None:
    story = late()
    assert judged(story, KICK, 1) == ActRefused("own_seat", 1)
    assert judged(story, Vote("kick", 9, True)) == ActRefused("phase", 9)
    story.time -= 1
    assert judged(story, ABSENT) == ActRefused("not_yet", 1)
    story.say(1, SatOut(1))
    assert judged(story, ABSENT) == ActRefused("phase", 1), "it counts as absent already"


def test_who_does_not_take_part_has_no_say_in_the_end() -> None:
    story = late()
    story.say(0, SatOut(1))
    assert judged(story, AgreeToEnd(True)) == ActRefused("phase")


# ---- at a table of real nodes


def refused(company: Company, number: int, intent: Intent) -> list[told.Notice]:
    before = len(company[number].told(ActRefused))
    company.submit(number, intent)
    return company[number].told(ActRefused)[before:]


def test_at_no_table_and_while_leaving_nothing_is_decided() -> None:
    company = Company(2)
    assert refused(company, 0, Pause(True)) == [ActRefused("no_table")]
    company.sit()
    company.deal()
    company.held_back = lambda source, target, message: source == 1
    company.submit(0, LeaveTable())
    assert refused(company, 0, Pause(True)) == [ActRefused("phase")]


def test_a_round_is_paused_and_goes_on_after_a_countdown() -> None:
    company = playing(3)
    company.submit(1, Pause(True))
    company.run(SECOND // 10)
    assert all(seat.final.paused for seat in company)
    assert all(seat.told(told.RoundPaused) == [told.RoundPaused(1)] for seat in company)
    assert act(company, 0, turn(company, 0)) == [ActRefused("paused")]
    company.submit(2, Pause(False))
    company.run(SECOND // 10)
    assert not any(seat.final.paused for seat in company)
    for seat in company:
        (resumed,) = seat.told(told.RoundResumed)
        assert isinstance(resumed, told.RoundResumed)
        assert resumed.seat == 2
        assert COUNTDOWN_US - SECOND // 10 <= resumed.in_us <= COUNTDOWN_US
        assert COUNTDOWN_US - SECOND // 5 <= seat.node.starts_in_us <= COUNTDOWN_US
    assert act(company, 0, turn(company, 0)) == [ActRefused("countdown")]
    company.run(COUNTDOWN_US)
    assert company[0].node.starts_in_us == 0
    assert act(company, 0, turn(company, 0)) == []
    company.run(SECOND // 10)
    assert company[1].told(told.Moved)[-1:] != []


def test_all_agree_and_the_round_is_scored() -> None:
    company = playing()
    company.submit(0, AgreeToEnd(True))
    company.run(SECOND // 10)
    assert company[1].final.agreed == {0}
    company.submit(1, AgreeToEnd(True))
    company.run(SECOND // 2)
    for seat in company:
        assert seat.told(told.RoundEnded) == [told.RoundEnded(1, "agreed", None)]
        assert len(seat.told(told.RoundScored)) == 1
    assert company.export(0) == company.export(1)


def test_who_is_held_absent_is_back_with_its_next_move() -> None:
    company = playing(3)
    assert refused(company, 0, Vote("absent", 2, True)) == [ActRefused("not_yet", 2)]
    assert company[0].node.idle == frozenset()
    company.run(COUNTDOWN_US + ABSENT_US)
    assert company[0].node.idle == {0, 1, 2}
    company.submit(0, Vote("absent", 2, True))
    company.submit(1, Vote("absent", 2, True))
    company.run(SECOND // 10)
    assert all(seat.final.out == {2} for seat in company)
    assert company[2].told(told.SeatVotedAbsent) == [told.SeatVotedAbsent(2)]
    assert act(company, 2, turn(company, 2)) == []
    company.run(SECOND // 10)
    assert all(seat.final.out == frozenset() for seat in company)
    assert company[0].told(told.Moved)[-1:] == company[2].told(told.Moved)[-1:] != []


def test_who_never_reveals_is_voted_out_of_the_deal_and_told() -> None:
    company = Company(3)
    company.sit()
    obligations = company[2].session._obligations
    due = obligations.next
    withheld = lambda *states: None if isinstance(said := due(*states), Revealed) else said  # noqa: E731
    obligations.next = withheld  # type: ignore[method-assign]
    for number in range(3):
        company.submit(number, SetReady(True))
    company.until(lambda: all(company[number].final.phase is Phase.REVEALING for number in range(3)))
    company.until(lambda: company[0].node.idle == {2}, ABSENT_US + SECOND)
    company.submit(0, Vote("absent", 2, True))
    company.submit(1, Vote("absent", 2, True))
    company.until(lambda: all(company[number].final.phase is Phase.PLAYING for number in (0, 1)), 10 * SECOND)
    for number in (0, 1):
        assert company[number].final.players == (0, 1)
        assert company[number].told(told.SeatVotedAbsent) == [told.SeatVotedAbsent(2)]


def test_who_is_kicked_is_told_and_goes() -> None:
    company = playing(3)
    company.submit(0, Vote("kick", 2, True))
    company.submit(1, Vote("kick", 2, True))
    company.run(3 * SECOND)
    assert company[2].told(told.KickedOut) == [told.KickedOut()]
    assert company[2].told(told.Left) == [told.Left()]
    assert company[2].node.session is None
    for number in (0, 1):
        assert company[number].told(told.SeatKicked) == [told.SeatKicked(2)]
        assert company[number].final.present == (0, 1)
        assert company.peer(2) in company[number].final.banned
    assert act(company, 0, turn(company, 0)) == []
