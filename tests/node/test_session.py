"""A node's place at one table: what it says by itself, what it says again, and what it answers."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.dealer import DealingSecret, due, fresh_secret, what_is_due
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, OpenTable, SetReady
from p2p_ligretto.node.outputs import Record, Save
from p2p_ligretto.node.pulse import ANSWER_US_PER_MEMBER, BEAT_US, FEW, SPREAD_US, TELL_ALL_US
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Beat, Commit, EventSent, Goodbye, Resume
from p2p_ligretto.replication.views import Decision, Proposal
from p2p_ligretto.wire.payloads import Closed, SatOut
from tests.node.company import DELAY_US, SECOND, Company
from tests.node.story import at, end_round


def beats(company: Company, source: int) -> list[Beat]:
    return [message for one, _, message in company.sent if one == source and isinstance(message, Beat)]


def test_beats_come_four_times_a_second_and_at_once_after_an_event() -> None:
    company = Company(2)
    company.sit()
    company.run(BEAT_US)
    before = len(beats(company, 1))
    company.run(10 * BEAT_US)
    assert len(beats(company, 1)) - before == 10
    company.run(2 * ANSWER_US_PER_MEMBER)
    company.submit(0, SetReady(True))
    own, others = len(beats(company, 0)), len(beats(company, 1))
    company.run(DELAY_US)
    assert company[0].table.ready == {0}
    assert len(beats(company, 1)) - others == 1
    company.run(DELAY_US)
    assert company[0].final.ready == company[1].final.ready == {0}
    assert len(beats(company, 0)) == own, "the event says for its author what a beat would say"


@pytest.mark.parametrize("size", [FEW, FEW + 1])
def test_where_many_sit_the_event_goes_before_all_that_is_said_about_it(size: int) -> None:
    company = Company(size)
    company.sit()
    company.run(3 * BEAT_US)
    company.run(ANSWER_US_PER_MEMBER * size)
    before, others = len(beats(company, 1)), size - 1
    company.submit(0, SetReady(True))
    company.run(DELAY_US)
    assert company[1].table.ready == {0}
    company.run(SPREAD_US - 1)
    assert len(beats(company, 1)) - before == (others if size <= FEW else 0)
    company.run(1)
    assert len(beats(company, 1)) - before == others


@pytest.mark.parametrize("size", [2, 4])
def test_several_events_are_answered_by_one_beat(size: int) -> None:
    company = Company(size)
    company.sit()
    company.run(3 * BEAT_US)
    company.run(ANSWER_US_PER_MEMBER * size)
    before, others = len(beats(company, 1)), size - 1
    company.submit(0, SetReady(True))
    company.run(DELAY_US)
    assert len(beats(company, 1)) - before == others
    for ready in (False, True, False):
        company.submit(0, SetReady(ready))
        company.run(1_000)
    company.run(ANSWER_US_PER_MEMBER * size - 3_000)
    assert len(beats(company, 1)) - before == 2 * others
    company.run(DELAY_US)
    assert len(beats(company, 1)) - before == 2 * others


def test_beats_tell_what_is_new_and_all_of_it_once_a_second() -> None:
    company = Company(3)
    company.sit()
    company.run(2 * TELL_ALL_US)
    all_held = company[1].session.log.holdings()
    began = len(beats(company, 1))
    company.run(4 * TELL_ALL_US)
    told_all = [message.held == all_held for message in beats(company, 1)[began:]]
    assert all(message.held in {(), all_held} for message in beats(company, 1)[began:])
    assert sum(told_all) == 2 * 4, "to each of the others"
    company.submit(0, SetReady(True))
    company.run(SECOND // 10)
    assert {message.held for message in beats(company, 1)[-2:]} == {company[1].session.log.holdings()[:1]}


def test_who_has_missed_what_was_told_is_told_once_there_is_a_link_again() -> None:
    company = Company(3)
    company.sit()
    company.run(2 * TELL_ALL_US + BEAT_US)
    company.held_back = lambda source, target, message: (source, target) == (1, 2)
    company.submit(0, SetReady(True))
    company.run(BEAT_US // 2)
    have, finality = company[0].session.log.have(), company[2].session.finality
    assert not finality.holds(company.peer(1), have)
    company.held_back = lambda source, target, message: False
    company.hang_up(company.link_to(1, 2))
    company.link(1, 2)
    company.run(BEAT_US + DELAY_US)
    assert company[2].session.finality is finality, "no view has ended meanwhile"
    assert finality.holds(company.peer(1), have)


def test_promises_rise_and_every_event_lies_above_those_before_it() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    company.play_round()
    for source in range(3):
        promised = 0
        view = 0
        for one, target, message in company.sent:
            if one != source or target != (source + 1) % 3:
                continue
            if isinstance(message, Beat):
                promised = promised if message.view == view else 0
                view = message.view
                assert message.promise >= promised
                promised = message.promise
            elif isinstance(message, EventSent) and message.event.author == company.peer(source):
                assert message.event.view != view or message.event.time > promised


def test_what_a_beat_claims_to_hold_was_written_before() -> None:
    company = Company(2)
    company.sit()
    company.deal()
    company.play_round()
    for seat in company:
        written = 0
        for output in seat.outputs:
            if type(output).__name__ == "Append":
                written += b"held" in output.entry[:8]  # type: ignore[union-attr]
            message = getattr(output, "message", None)
            if isinstance(message, Beat):
                assert sum(holding.seq for holding in message.held) <= written


def test_a_dealing_secret_is_on_disk_before_the_commitment_to_it_goes_out() -> None:
    company = Company(2)
    company.sit()
    del company[0].outputs[:]
    company.submit(0, ForceStart())
    company.run(SECOND)
    saved = next(
        n for n, output in enumerate(company[0].outputs) if isinstance(output, Save) and output.key == "dealing"
    )
    commitments = [
        number
        for number, output in enumerate(company[0].outputs)
        if isinstance(getattr(output, "message", None), EventSent) and b"committed" in output.message.event.payload  # type: ignore[union-attr]
    ]
    assert saved < min(commitments)


def test_every_deal_has_secrets_of_its_own() -> None:
    entropy = bytes(32)
    secrets = {fresh_secret(entropy, bytes(16), match, deal) for match in (1, 2) for deal in (1, 2)}
    assert len(secrets) == 4
    assert len({secret.secret for secret in secrets} | {secret.share for secret in secrets}) == 8
    assert "secret" not in repr(next(iter(secrets)))[len("DealingSecret") :]


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
def test_who_has_lost_its_secret_sits_the_round_out(phase: Phase) -> None:
    table = at(phase).table
    assert due(table, table, table.seats[0].peer) == 0
    assert what_is_due(table, 0, None) == SatOut(1)
    assert what_is_due(table, 0, DealingSecret(bytes(32), bytes(32))) is not None
    assert due(table, at(Phase.LOBBY).table, table.seats[0].peer) is None
    assert what_is_due(at(Phase.LOBBY).table, 0, DealingSecret(bytes(32), bytes(32))) is None


def test_who_has_lost_its_secret_says_so_once_in_play_and_goes_on_to_close_the_round() -> None:
    story = at(Phase.PLAYING, 3)
    peer = story.table.seats[0].peer
    assert due(story.table, story.table, peer) == 0
    assert what_is_due(story.table, 0, None) == SatOut(1)
    assert what_is_due(story.table, 0, DealingSecret(bytes(32), bytes(32))) is None
    story.say(0, SatOut(1))
    assert due(story.table, story.table, peer) is None
    end_round(story, by=1)
    assert due(story.table, story.table, peer) == 0
    assert what_is_due(story.table, 0, None) == Closed(1, None)
    story.closed()
    assert what_is_due(story.table, 0, None) is None, "the round is over"


def test_own_words_that_a_decision_made_void_are_said_again() -> None:
    company = Company(2)
    company.sit()
    company.held_back = lambda source, target, message: source == 1
    log = company[1].session.log
    before = log.have()
    company.submit(1, SetReady(True))
    assert company[1].table.ready == {1}
    following = replace(log.view, number=log.view.number + 1)
    proposal = Proposal(following, before)
    decision = Decision(proposal, log.hash_to(proposal))
    for number in (0, 1):
        here, there = company.link_to(number, 1 - number), company[number].session
        company.say(number, here, Commit(log.table, there.log.view.number, decision))
    company.held_back = lambda source, target, message: False
    company.run(SECOND)
    assert company[0].session.log.view == following
    assert company[0].final.ready == company[1].final.ready == {1}
    assert company[1].session.log.beyond(before)[0].view == following.number


def test_an_old_beat_or_resume_is_answered_with_how_its_view_ended() -> None:
    company = Company(3)
    company.sit()
    company.submit(2, LeaveTable())
    company.run(SECOND)
    log = company[0].session.log
    old = log.closed[-1].view
    beat = Beat(log.table, old.number, 1, 0, (), 0)
    for message in (beat, Resume(log.table, old.number, (0, 0, 0))):
        company.say(0, company.link_to(0, 1), message)
        source, target, answer = company.sent[-1]
        assert (source, target, answer) == (0, 1, Commit(log.table, old.number, log.closed[-1].decision))


def test_a_beat_of_a_later_view_is_answered_with_what_is_held() -> None:
    company = Company(2)
    company.sit()
    session = company[0].session
    company.say(0, company.link_to(0, 1), Beat(session.log.table, session.log.view.number + 1, 1, 0, (), 0))
    assert company.sent[-1] == (0, 1, session.resume())


def test_a_goodbye_of_another_view_still_says_that_its_sender_goes() -> None:
    company = Company(3)
    company.sit()
    company.refuses_dials = True
    for number in (0, 1):
        company.say(number, company.link_to(number, 2), Goodbye(company[0].final.table, 0, 0, ()))
    company.until(lambda: company[0].final.present == company[1].final.present == (0, 1), SECOND)


def test_table_time_is_the_senior_members_and_goes_on_when_it_leaves() -> None:
    company = Company(3)
    company[0].node.tick(company.now)
    company.sit()
    times = [seat.session.clock.table_time(company.now) for seat in company]
    assert max(times) - min(times) <= 1
    company.submit(0, LeaveTable())
    company.run(2 * SECOND)
    assert company[1].session.log.view.members[0].peer == company.peer(1)
    after = [company[number].session.clock.table_time(company.now) for number in (1, 2)]
    assert abs(after[0] - after[1]) <= 1
    assert after[0] >= times[0] + 2 * SECOND


def test_twelve_sit_down_and_no_more() -> None:
    company = Company(13)
    company.submit(0, OpenTable("Kitchen", Options()))
    table = company[0].table.table
    for number in range(1, 12):
        company.link(number, 0)
        company.submit(number, JoinTable(table))
    company.until(lambda: company.sees(0, 12), 60 * SECOND)
    company.link(12, 0)
    company.submit(12, JoinTable(table))
    company.run(3 * SECOND)
    assert company[12].told(told.JoinFailed) == [told.JoinFailed("full")]
    company.submit(3, LeaveTable())
    company.run(3 * SECOND)
    assert len(company[0].final.members) == 11, "who was told that it is full is not seated unasked"


def test_a_deal_that_was_called_off_leaves_one_beginning_in_everybodys_record() -> None:
    company = Company(3)
    table = company.sit(Options(rounds=1), who=(0, 1))
    company.submit(0, ForceStart())
    company.until(lambda: company[0].final.phase is Phase.COMMITTING)
    company.submit(1, LeaveTable())
    company.run(SECOND)
    assert company[0].final.phase is Phase.LOBBY
    company.submit(1, JoinTable(table))
    company.run(3 * SECOND)
    company.submit(0, ForceStart())
    company.play_until(lambda: all(company[n].final.phase is Phase.FINISHED for n in (0, 1)), who=(0, 1))
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    company.until(lambda: company[2].node.own_seat is not None)
    company.run(SECOND)
    assert company.export(0) == company.export(1) == company.export(2)
    assert sum('"kind":"match"' in line for line in company.export(2)) == 1
    assert any(isinstance(output, Record) and output.restart for output in company[2].outputs)
