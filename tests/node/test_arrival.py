"""Coming to a table for the first time, again after a restart, and where it is full, busy or gone."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.arrival import GONE_US
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, OpenTable, SetReady
from p2p_ligretto.node.kept import DEALING, TABLE, VOTE
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Accept, Beat, Commit, Events, Join, JoinRefused, Resume, Segment
from p2p_ligretto.wire.messages import AnyMessage
from tests.node.company import SECOND, Company


def joined(company: Company, number: int) -> bool:
    return company[number].node.own_seat is not None


def test_a_table_that_was_heard_of_is_joined_once_there_is_somebody_to_ask() -> None:
    company = Company(2)
    company.submit(0, OpenTable("Kitchen", Options()))
    company.submit(1, JoinTable(company[0].table.table))
    company.run(2 * SECOND)
    assert not joined(company, 1)
    company.link(1, 0)
    company.until(lambda: joined(company, 1), 2 * SECOND)
    company.run(SECOND)
    assert [seat.name for seat in company[1].final.seats] == ["Ada", "Bea"]
    assert company[1].told(told.SeatTaken) == [told.SeatTaken(1, "Bea", True)]


def test_several_come_at_once() -> None:
    company = Company(6)
    company.submit(0, OpenTable("Kitchen", Options()))
    table = company[0].table.table
    for number in range(1, 6):
        company.link(number, 0)
        company.submit(number, JoinTable(table))
    company.until(lambda: all(company.sees(number, 6) for number in range(6)))
    company.run(3 * SECOND)
    assert len({seat.final for seat in company}) == 1
    assert all(seat.told(told.Misbehaved) == [] for seat in company)


def test_who_comes_while_the_table_deals_or_plays_is_told_to_wait_once_and_seated_after_the_round() -> None:
    company = Company(3)
    table = company.sit(Options(rounds=2), who=(0, 1))
    company.link(2, 0)
    company.run(SECOND)
    company.submit(0, ForceStart())
    company.until(lambda: company[0].final.phase is Phase.COMMITTING)
    company.submit(2, JoinTable(table))
    company.run(5 * SECOND)
    assert company[2].told(told.JoinWaiting) == [told.JoinWaiting()]
    assert company[0].final.phase is Phase.PLAYING
    company.play_until(lambda: company[0].final.phase is Phase.BETWEEN, who=(0, 1))
    company.until(lambda: joined(company, 2), 3 * SECOND)
    company.run(3 * SECOND)
    company.deal()
    assert company[2].final.players == (0, 1, 2)
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)


def test_the_past_of_a_table_is_recorded_but_not_told_again() -> None:
    company = Company(3)
    table = company.sit(Options(rounds=2), who=(0, 1))
    company.submit(0, ForceStart())
    company.play_until(lambda: company[0].final.phase is Phase.BETWEEN, who=(0, 1))
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    company.until(lambda: joined(company, 2))
    company.run(SECOND)
    assert company[2].told(told.RoundScored) == company[2].told(told.Moved) == []
    assert company[2].node.figures.contested == 0
    assert company.export(2) == company.export(0)


def test_a_table_that_nobody_shows_any_more_is_gone() -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.submit(0, ForceStart())
    company.link(2, 0)
    company.run(SECOND)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    for number in (0, 1):
        company.submit(number, LeaveTable())
    company.run(GONE_US - SECOND)
    assert company[2].told(told.JoinFailed) == []
    company.run(4 * SECOND)
    assert company[2].told(told.JoinFailed) == [told.JoinFailed("gone")]
    company.submit(2, OpenTable("Attic", Options()))
    company.run(SECOND)
    assert company[2].final.name == "Attic"


def test_a_table_that_is_not_there_yet_is_waited_for_without_end() -> None:
    company = Company(2)
    company.link(1, 0)
    company.submit(1, JoinTable(bytes(16)))
    company.run(60 * SECOND)
    assert company[1].told(told.JoinFailed) == []


def test_only_who_was_asked_can_refuse() -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.submit(0, ForceStart())
    company.link(2, 0)
    company.run(SECOND)
    company.submit(2, JoinTable(table))
    company.run(SECOND)
    asked = company.link_to(2, 0)
    company.say(2, asked, JoinRefused(bytes(16), "full"))
    company.say(2, asked, JoinRefused(table, "unknown"))
    assert company[2].told(told.JoinFailed) == []
    company.say(2, asked, JoinRefused(table, "full"))
    assert company[2].told(told.JoinFailed) == [told.JoinFailed("full")]
    company.say(2, asked, JoinRefused(table, "full"))
    assert len(company[2].told(told.JoinFailed)) == 1


def test_who_was_told_that_the_table_is_full_is_not_seated_behind_its_back() -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.submit(0, ForceStart())
    company.link(2, 0)
    company.run(SECOND)
    company.submit(2, JoinTable(table))
    company.run(SECOND)
    company.say(2, company.link_to(2, 0), JoinRefused(table, "full"))
    company.run(SECOND)
    assert not company[0].session.membership.wishes.joiners


def test_a_node_that_has_no_such_table_says_so() -> None:
    company = Company(2)
    company.link(1, 0)
    company.run(SECOND)
    join = Join(bytes(16), company[1].node.identity.incarnation, bytes(8), 0)
    company.say(0, company.link_to(0, 1), join)
    assert company.sent[-1] == (0, 1, JoinRefused(bytes(16), "unknown"))


# ---- the log on its way


@pytest.mark.parametrize("lost", [Segment, Events, Accept, Commit])
def test_whatever_is_lost_of_the_handing_over_is_handed_over_again(lost: type) -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    dropped: list[AnyMessage] = []

    def first_time(source: int, target: int, message: AnyMessage) -> bool:
        if target == 2 and isinstance(message, lost) and not dropped:
            dropped.append(message)
            return True
        return False

    company.held_back = first_time
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    company.until(lambda: joined(company, 2), 10 * SECOND)
    company.run(3 * SECOND)
    assert len(dropped) == 1
    assert company[0].final == company[1].final == company[2].final
    assert company[2].session.log.closed == company[0].session.log.closed


def test_logs_that_several_hand_over_at_once_are_not_mixed_up() -> None:
    company = Company(4)
    table = company.sit(who=(0, 1, 2))
    company.held_back = lambda source, target, message: target == 3 and isinstance(message, Segment | Events)
    for number in range(3):
        company.link(3, number)
    company.run(SECOND)
    company.submit(3, JoinTable(table))
    company.until(lambda: company.peer(3) in company[0].final.members)
    company.run(SECOND)
    assert company[3].node.final is None
    company.held_back = lambda source, target, message: False
    company.run(5 * SECOND)
    assert company[3].final == company[0].final
    assert all(seat.told(told.Misbehaved) == [] for seat in company)


def arriving() -> tuple[Company, bytes]:
    """Cai has asked for a seat, and waits for the log."""
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.held_back = lambda source, target, message: target == 2 and isinstance(message, Segment | Events)
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    assert company[2].node.final is None
    return company, table


def handed(company: Company) -> list[AnyMessage]:
    """What Ada sent Cai of the log, the last time."""
    messages = [
        message
        for source, target, message in company.sent
        if (source, target) == (0, 2) and isinstance(message, Segment | Events)
    ]
    first = max(number for number, one in enumerate(messages) if isinstance(one, Segment) and one.view.number == 1)
    return messages[first:]


def test_a_log_that_was_tampered_with_costs_the_link_and_another_one_is_taken() -> None:
    company, table = arriving()
    messages = handed(company)
    link = company.link_to(2, 0)
    for message in messages:
        if isinstance(message, Events):
            event = replace(message.events[0], payload=b"\x91\xa6forged")
            message = replace(message, events=(event, *message.events[1:]))  # noqa: PLW2901
        company.say(2, link, message)
    assert [notice.peer for notice in company[2].told(told.Misbehaved)] == [company.peer(0)]  # type: ignore[attr-defined]
    assert company[2].node.final is None
    company.held_back = lambda source, target, message: False
    company.run(8 * SECOND)
    assert company[2].final.table == table
    assert company[2].final == company[0].final


def test_a_piece_that_does_not_follow_costs_the_link() -> None:
    company, _ = arriving()
    messages = handed(company)
    first = messages[0]
    assert isinstance(first, Segment)
    company.say(2, company.link_to(2, 0), first)
    company.say(2, company.link_to(2, 0), replace(first, view=replace(first.view, number=7)))
    assert len(company[2].told(told.Misbehaved)) == 1


def test_pieces_without_a_beginning_are_passed_over() -> None:
    company, _ = arriving()
    link = company.link_to(2, 0)
    for message in handed(company)[1:]:
        company.say(2, link, message)
    assert company[2].told(told.Misbehaved) == []
    assert company[2].node.final is None


# ---- starting again


@pytest.mark.parametrize("who", [0, 1, 2])
def test_who_starts_again_has_its_seat_its_cards_and_the_same_final_state(who: int) -> None:
    company = Company(3)
    table = company.sit()
    company.deal()
    for _ in range(40):
        company.play(who)
        company.run(20_000)
    own, area = company[who].session.seen.own, company[who].table.round
    assert own is not None
    company.crash(who)
    company.run(2 * SECOND)
    company.start(who)
    assert company[who].node.table_at_last_start == table
    company.submit(who, JoinTable(table))
    assert company[who].table.round == area, "from the journal alone"
    company.link(who, (who + 1) % 3)
    company.run(8 * SECOND)
    assert company[who].node.own_seat == who
    assert company[who].session.seen.own == own
    assert not company[who].session.membership.mute
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)


@pytest.mark.parametrize("after_us", range(0, 12_000, 1_000))
def test_who_starts_again_at_any_moment_of_a_deal_goes_on_with_it(after_us: int) -> None:
    company = Company(3)
    table = company.sit()
    company.submit(0, ForceStart())
    company.run(after_us)
    company.crash(2)
    company.run(SECOND // 10)
    company.start(2)
    company.submit(2, JoinTable(table))
    company.link(2, 0)
    company.until(lambda: company.all_in(Phase.PLAYING), 20 * SECOND)
    assert company[2].session.seen.own is not None
    assert company[0].final.players == (0, 1, 2)


@pytest.mark.parametrize("after_us", range(0, 12_000, 1_000))
def test_who_is_missed_in_a_deal_watches_the_round_and_is_dealt_in_to_the_next(after_us: int) -> None:
    company = Company(3)
    table = company.sit()
    company.submit(0, ForceStart())
    company.run(after_us)
    company.crash(2)
    company.run(SECOND)
    company.start(2)
    company.submit(2, JoinTable(table))
    company.link(2, 0)
    company.until(lambda: company.all_in(Phase.PLAYING), 20 * SECOND)
    assert company[0].final.present == (0, 1, 2)
    company.until(lambda: company[0].node.starts_in_us == 0)
    company.play_round()
    company.run(SECOND)
    company.deal()
    assert company[2].session.seen.own is not None
    assert company[0].final.players == (0, 1, 2)


def test_a_node_that_starts_again_is_mute_until_a_view_admits_it() -> None:
    company = Company(2)
    table = company.sit()
    company.deal()
    company.crash(1)
    company.refuses_dials = True
    company.start(1)
    company.submit(1, JoinTable(table))
    company.run(2 * SECOND // 10)
    assert company[1].session.membership.mute
    assert not company[1].session.speaks
    assert not any(isinstance(output, Beat) for output in company[1].outputs)
    before = company[1].session.log.have()
    assert company.play(1)
    assert company[1].session.log.have() == before, "its move waits"
    company.link(1, 0)
    company.run(5 * SECOND)
    assert len(company[0].told(told.Moved)) == 1


def test_who_lost_its_disk_is_handed_the_log_and_has_its_seat() -> None:
    company = Company(3)
    table = company.sit(Options(rounds=1))
    company.crash(2)
    company.run(SECOND)
    company.start(2, lost_disk=True)
    assert company[2].node.table_at_last_start is None
    company.submit(2, JoinTable(table))
    company.link(2, 0)
    company.until(lambda: joined(company, 2), 10 * SECOND)
    company.run(3 * SECOND)
    assert company[2].node.own_seat == 2
    company.deal()
    company.play_round()
    assert company.export(0) == company.export(2)


def test_who_has_lost_the_end_of_its_journal_comes_back_as_one_without_its_disk() -> None:
    company = Company(3)
    table = company.sit()
    company.deal()
    company.crash(1)
    (journal,) = company[1].journals.values()
    first = next(number for number, entry in enumerate(journal) if b"ended" in entry)
    del journal[first:]
    company.start(1)
    company.submit(1, JoinTable(table))
    old = company[0].session.log.view.member(company.peer(1))
    assert old is not None
    assert company[1].session.own.disk != old.disk
    company.link(1, 0)
    company.run(10 * SECOND)
    assert company[1].final == company[0].final
    assert not company[1].session.membership.mute
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)
    # And another start finds what this one has written.
    company.crash(1)
    disk = company[1].session.own.disk
    company.start(1)
    company.submit(1, JoinTable(table))
    assert company[1].session.own.disk == disk


def test_a_table_that_was_forgotten_for_another_is_joined_as_one_without_its_disk() -> None:
    """The old table still knows this key, and its vote was forgotten with the place."""
    company = Company(3)
    table = company.sit()
    disk = company[2].session.own.disk
    company.crash(2)
    company.start(2)
    company.submit(2, OpenTable("Attic", Options()), LeaveTable(), JoinTable(table))
    company.link(2, 0)
    company.run(10 * SECOND)
    assert company[2].node.own_seat == 2
    assert company[2].session.own.disk != disk
    assert company[2].final == company[0].final


def test_another_table_than_the_last_one_is_joined_as_new() -> None:
    company = Company(3)
    company.sit(who=(0, 2))
    company.submit(1, OpenTable("Attic", Options()))
    attic = company[1].table.table
    company.crash(2)
    company.start(2)
    company.submit(2, JoinTable(attic))
    company.link(2, 1)
    company.run(3 * SECOND)
    assert company[2].final.name == "Attic"
    assert company[2].node.own_seat == 1


def test_who_is_missed_and_comes_back_goes_on_where_it_was() -> None:
    company = Company(2)
    table = company.sit(Options(rounds=1))
    company.deal()
    company.crash(1)
    company.run(3 * SECOND)
    assert company[0].told(told.SeatLost) == [told.SeatLost(1)]
    company.start(1)
    company.submit(1, JoinTable(table))
    company.link(1, 0)
    company.run(5 * SECOND)
    assert company[0].told(told.SeatBack) == [told.SeatBack(1)]
    company.play_round()
    assert company.export(0) == company.export(1)


def test_a_name_that_changed_meanwhile_is_told_to_the_table() -> None:
    company = Company(2)
    table = company.sit()
    company.crash(1)
    company.start(1)
    company[1].node._stay._name = "Beatrix"
    company.submit(1, JoinTable(table))
    company.link(1, 0)
    company.run(5 * SECOND)
    assert [seat.name for seat in company[0].final.seats] == ["Ada", "Beatrix"]


def test_what_is_remembered_is_written_before_anything_is_said_of_it() -> None:
    company = Company(2)
    company.sit()
    company.deal()
    for seat in company:
        kinds = [
            getattr(output, "key", None) or type(getattr(output, "message", output)).__name__ for output in seat.outputs
        ]
        assert kinds.index(TABLE) < kinds.index("Beat")
        assert DEALING in kinds
    kinds = [getattr(each, "key", None) or type(getattr(each, "message", each)).__name__ for each in company[1].outputs]
    assert kinds.index(VOTE) < kinds.index("Ack")
    kinds = [getattr(each, "key", None) or type(getattr(each, "message", each)).__name__ for each in company[0].outputs]
    assert kinds.index(VOTE) < kinds.index("Accept")


def test_who_is_behind_by_a_view_is_told_how_it_ended() -> None:
    company = Company(3)
    company.sit()
    company.held_back = lambda source, target, message: target == 1 and isinstance(message, Commit)
    company.submit(2, LeaveTable())
    company.run(SECOND)
    assert company[1].session.membership.wedged
    company.held_back = lambda source, target, message: False
    company.say(0, company.link_to(0, 1), Resume(company[0].final.table, 3, (0, 0, 0)))
    company.run(SECOND)
    assert company[1].session.log.view == company[0].session.log.view


def test_ready_is_asked_of_nobody_who_is_not_at_the_table() -> None:
    company = Company(1)
    company.submit(0, SetReady(True), ForceStart())
    assert company[0].told(told.ActRefused) == [told.ActRefused("no_table")] * 2
