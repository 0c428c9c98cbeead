"""The tree of those who look on: who feeds whom, who is let in, and how it is mended."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.audience import AT_TABLE, INSISTS, LOOKING_ON, TELL_US
from p2p_ligretto.node.gallery import LINGER_US, LOOKS_ON
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, OpenTable, ShowCode, Vote, WatchTable
from p2p_ligretto.node.outputs import Disconnect
from p2p_ligretto.node.spectator import ALONE_US, SILENT_US, Spectator
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import (
    MAX_PATH,
    Feeding,
    LookingOn,
    Segment,
    Settled,
    Unwatch,
    Watch,
    WatchRefused,
)
from p2p_ligretto.wire.messages import AnyMessage, CodeRefused, Peers
from tests.node.company import SECOND, Company

PLAYERS = (0, 1)


def looking_on(company: Company, number: int) -> Spectator:
    spectator = company[number].node._stay.spectator
    assert spectator is not None
    return spectator


def feeder(company: Company, number: int) -> int | None:
    """Who feeds a spectator, and has handed over all."""
    at = looking_on(company, number)
    return next((seat.number for seat in company if at.attached and seat.node.identity.peer == at.feeder), None)


def all_fed(company: Company, *numbers: int) -> bool:
    return all(looking_on(company, number).attached for number in numbers)


def watched(spectators: int, *, players: tuple[int, ...] = PLAYERS) -> Company:
    """Some play; the others look on, one after the other, so that the first of them is fed by a player."""
    company = Company(len(players) + spectators)
    table = company.sit(Options(rounds=1), who=players)
    company.submit(0, ForceStart())
    company.run(4 * SECOND)
    for number in range(len(players), len(company.seats)):
        company.link(number, 0)
        company.submit(number, WatchTable(table))
        company.until(lambda number=number: all_fed(company, number), 2 * SECOND)  # type: ignore[misc]
    company.run(2 * SECOND)
    return company


def said(company: Company, source: int, target: int, kind: type, since: int = 0) -> list[AnyMessage]:
    return [
        message
        for one, other, message in company.sent[since:]
        if (one, other) == (source, target) and type(message) is kind
    ]


# ---- the tree


def test_the_most_senior_member_feeds_one_and_that_one_feeds_others() -> None:
    company = watched(4)
    assert [feeder(company, number) for number in (2, 3, 4, 5)] == [0, 2, 2, 2]
    assert len(company[1].session.audience.peers) == 0
    assert all(seat.final == company[0].final for seat in company)
    assert [seat.node.watchers for seat in company] == [4] * 6
    company.play_until(lambda: company.all_in(Phase.FINISHED), who=PLAYERS)
    assert len({company.export(number) for number in range(6)}) == 1


def test_who_feeds_as_many_as_it_wants_sends_others_on_to_those() -> None:
    company = watched(LOOKING_ON.wanted + 3)
    fed_by = [feeder(company, number) for number in range(2, len(company.seats))]
    assert fed_by[0] == 0
    assert fed_by.count(2) == LOOKING_ON.wanted
    deep = fed_by[LOOKING_ON.wanted + 1 :]
    assert len(set(deep)) == len(deep) == 2, "who come one after the other are spread"
    assert [seat.node.watchers for seat in company] == [len(fed_by)] * len(company.seats)


def test_who_can_not_have_those_that_are_named_is_fed_all_the_same_up_to_a_bound() -> None:
    company = watched(AT_TABLE.most + 3)
    table, root = company[0].final.table, company.peer(2)
    insisting = range(3, 3 + AT_TABLE.most)
    before = len(company.sent)
    for number in insisting:
        company.link(number, 0)
        # It says that it could have neither the one that is fed here nor any that is fed since.
        lost = (root, *(company.peer(each) for each in insisting if each != number))
        company.say(0, company.link_to(0, number), Watch(table, lost=lost))
    assert len(company[0].session.audience.peers) == AT_TABLE.most
    last = insisting[-1]
    assert said(company, 0, last, WatchRefused, before) == [WatchRefused(table)]
    # They are believed for a while, and then asked to look again.
    company.run(INSISTS * TELL_US + 2 * SECOND)
    assert company[0].session.audience.peers == {root}


def test_of_two_members_that_feed_the_senior_one_goes_on() -> None:
    company = watched(2)
    table = company[0].final.table
    company.link(3, 1)
    lost = (company.peer(0),)
    company.say(1, company.link_to(1, 3), Watch(table, lost=lost))
    assert company[1].session.audience.peers == {company.peer(3)}
    company.until(lambda: not company[1].session.audience.peers, (INSISTS + 2) * TELL_US)
    company.run(SECOND)
    assert feeder(company, 3) == 2


def test_nobody_feeds_who_feeds_it() -> None:
    company = watched(3)
    table, before = company[0].final.table, len(company.sent)
    company.say(3, company.link_to(3, 2), Watch(table))
    assert said(company, 3, 2, WatchRefused, before) == [WatchRefused(table)]
    assert looking_on(company, 3).audience.peers == frozenset()


def test_who_hears_that_it_feeds_its_feeder_looks_for_another_one() -> None:
    company = watched(3)
    table = company[0].final.table
    path = (company.peer(0), company.peer(3), company.peer(2))
    company.say(3, company.link_to(3, 2), Feeding(table, path, 1))
    company.until(lambda: feeder(company, 3) not in (None, 2), 3 * SECOND)
    assert said(company, 3, 2, Unwatch)


def test_a_way_that_is_too_long_is_not_made_longer() -> None:
    company = watched(3)
    company.link(4, 3)
    company.say(3, company.link_to(3, 4), Watch(company[0].final.table))
    assert looking_on(company, 3).audience.peers == {company.peer(4)}
    path = (*(bytes([number]) * 16 for number in range(MAX_PATH - 1)), company.peer(2))
    before = len(company.sent)
    company.say(3, company.link_to(3, 2), Feeding(company[0].final.table, path, 3))
    assert looking_on(company, 3).audience.peers == frozenset()
    assert said(company, 3, 4, WatchRefused, before) == [
        WatchRefused(company[0].final.table, feeders=(company.peer(2),))
    ]


def test_a_spectator_keeps_no_link_that_costs_others_something() -> None:
    company = watched(2)
    for number in PLAYERS:
        company.link(3, number)
    company.run(LINGER_US + SECOND)
    assert set(company[3].node.peers) == {company.peer(2)}
    assert set(company[2].node.peers) == {company.peer(0), company.peer(3)}
    ends = [output for output in company[3].outputs if isinstance(output, Disconnect)]
    assert {output.reason for output in ends} == {LOOKS_ON}
    company.run(20 * SECOND)
    assert set(company[1].node.peers) == {company.peer(0)}, "nobody dials who looks on"
    assert all(
        company.peer(3) not in {each.peer for each in message.peers}
        for _, _, message in company.sent[-200:]
        if isinstance(message, Peers)
    )


def test_how_many_look_on_is_told_by_those_who_are_fed() -> None:
    company = watched(2)
    table = company[0].final.table
    company.say(0, company.link_to(0, 2), LookingOn(table, 1000))
    company.run(2 * SECOND)
    assert company[1].node.watchers == 1000
    company.link(3, 0)
    company.say(0, company.link_to(0, 3), LookingOn(table, 50))
    company.run(2 * SECOND)
    assert company[1].node.watchers in (2, 1000), "who is not fed here does not count"


# ---- how it is mended


def test_the_next_feeder_hands_over_only_what_is_missing() -> None:
    company = watched(3)
    before = len(company.sent)
    company.play_until(lambda: company[0].session.log.head(company.peer(0)).seq > 6, who=PLAYERS)
    company.submit(2, LeaveTable())
    company.until(lambda: all_fed(company, 3, 4), SECOND)
    company.play_until(lambda: company.all_in(Phase.FINISHED) or company[0].final.phase is Phase.FINISHED, who=PLAYERS)
    company.run(SECOND)
    assert [message for _, _, message in company.sent[before:] if isinstance(message, Segment)] == []
    assert company[3].final == company[4].final == company[0].final
    assert company.export(3) == company.export(4) == company.export(0)


def test_a_view_that_ended_meanwhile_is_handed_over_too() -> None:
    company = Company(4)
    table = company.sit(who=PLAYERS)
    company.link(3, 0)
    company.submit(3, WatchTable(table))
    company.until(lambda: all_fed(company, 3), 2 * SECOND)
    company.refuses_dials = True
    company.cut(3, 0)
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    company.until(lambda: company.sees(0, 3))
    before = len(company.sent)
    company.refuses_dials = False
    company.run(8 * SECOND)
    assert company[3].final == company[0].final
    assert [
        message for _, target, message in company.sent[before:] if target == 3 and isinstance(message, Segment)
    ] == []


def test_a_feeder_that_falls_silent_is_replaced() -> None:
    company = watched(4)
    company.held_back = lambda source, target, message: source == 2
    company.until(lambda: {feeder(company, number) for number in (3, 4, 5)} <= {0, 3, 4, 5}, SILENT_US + SECOND)
    company.held_back = lambda source, target, message: False
    company.run(5 * SECOND)
    assert len(company[0].session.audience.peers) == 1
    assert all(company[number].final == company[0].final for number in (2, 3, 4, 5))


def test_who_finds_no_feeder_lets_those_go_whom_it_feeds() -> None:
    company = watched(3)
    everybody = company.held_back
    company.held_back = lambda source, target, message: 2 in (source, target) and {source, target} & {0, 1}
    company.refuses_dials = True
    company.run(SILENT_US + ALONE_US + SECOND)
    assert looking_on(company, 2).audience.peers == frozenset()
    company.held_back, company.refuses_dials = everybody, False
    company.until(lambda: all_fed(company, 2, 3, 4), 12 * SECOND)
    company.run(SECOND)
    assert all(company[number].final == company[0].final for number in (2, 3, 4))


def test_who_is_asked_before_it_is_fed_itself_answers_when_it_is() -> None:
    company = Company(4)
    table = company.sit(who=PLAYERS)
    kept: list[AnyMessage] = []

    def slow(source: int, target: int, message: AnyMessage) -> bool:
        if (source, target) == (0, 2) and isinstance(message, Settled):
            kept.append(message)
            return True
        return False

    company.held_back = slow
    company.link(2, 0)
    company.submit(2, WatchTable(table))
    company.run(SECOND // 2)
    company.link(3, 0)
    company.submit(3, WatchTable(table))
    company.run(SECOND // 2)
    assert looking_on(company, 3).feeder == company.peer(2)
    assert not all_fed(company, 3)
    company.held_back = lambda source, target, message: False
    company.say(2, company.link_to(2, 0), kept[0])
    company.until(lambda: all_fed(company, 2, 3), SECOND)


# ---- who is let in


def private(spectators: int) -> tuple[Company, bytes, str]:
    """Two sit at a private table, and one looks on; the others know of both."""
    company = Company(2 + spectators)
    company.submit(0, OpenTable("Kitchen", Options(), "code"))
    table, code = company[0].table.table, company[0].node.code
    company.link(1, 0)
    company.submit(1, JoinTable(table, code))
    company.until(lambda: company.sees(1, 2))
    company.run(2 * SECOND)
    company.link(2, 0)
    company.submit(2, WatchTable(table, code))
    company.until(lambda: all_fed(company, 2), 3 * SECOND)
    return company, table, code


def test_who_looks_on_at_a_private_table_asks_for_its_code_too() -> None:
    company, table, code = private(2)
    company.link(3, 0)
    company.submit(3, WatchTable(table))
    company.run(3 * SECOND)
    company.submit(3, ShowCode(code))
    company.until(lambda: all_fed(company, 3), 5 * SECOND)
    assert feeder(company, 3) == 2
    assert said(company, 2, 3, WatchRefused) == [WatchRefused(table, private=True)]
    assert company[3].told(told.CodeWanted) == [told.CodeWanted(wrong=False)]


def test_who_looks_on_at_a_private_table_tells_a_stranger_nothing() -> None:
    company, table, _ = private(2)
    company.link(3, 2)
    before = len(company.sent)
    company.say(2, company.link_to(2, 3), Watch(table))
    company.run(SECOND)
    answers = [message for source, target, message in company.sent[before:] if (source, target) == (2, 3)]
    assert [message for message in answers if isinstance(message, WatchRefused | Segment | Settled | Feeding)] == [
        WatchRefused(table, private=True)
    ]


def test_who_has_a_seat_and_not_the_code_feeds_nobody_at_a_private_table() -> None:
    company, table, code = private(2)
    company.submit(1, LeaveTable())
    company.run(2 * SECOND)
    company.submit(1, WatchTable(table))
    company.until(lambda: all_fed(company, 1), 3 * SECOND)
    assert company[1].node._stay.threshold.keeper.code == ""
    company.link(3, 1)
    company.say(1, company.link_to(1, 3), Watch(table))
    assert said(company, 1, 3, WatchRefused)[-1] == WatchRefused(table)
    company.submit(3, WatchTable(table, code))
    company.until(lambda: all_fed(company, 3), 5 * SECOND)


def test_nobody_who_calls_a_code_wrong_is_believed_once_it_was_right() -> None:
    company, table, code = private(2)
    company.held_back = lambda source, target, message: source == 2 and type(message).__name__ == "CodeShare"
    company.link(3, 0)
    company.submit(3, WatchTable(table, code))
    company.run(SECOND)
    company.say(3, company.link_to(3, 2), CodeRefused(table, "wrong", 0))
    company.run(5 * SECOND)
    assert company[3].told(told.CodeWanted) == []
    company.held_back = lambda source, target, message: False
    company.until(lambda: all_fed(company, 3), 10 * SECOND)


@pytest.mark.parametrize("asked", [0, 3], ids=["at the table", "beside it"])
def test_who_was_kicked_may_not_look_on(asked: int) -> None:
    company = watched(1, players=(0, 1, 2))
    kicked = company.peer(2)
    for number in (0, 1):
        company.submit(number, Vote("kick", 2, True))
    shown = looking_on(company, 3)
    company.until(lambda: shown.chronicle is not None and kicked in shown.chronicle.final.banned, 5 * SECOND)
    if company.peer(asked) not in company[2].node.peers:
        company.link(2, asked)
    before = len(company.sent)
    company.say(asked, company.link_to(asked, 2), Watch(company[0].final.table))
    assert said(company, asked, 2, WatchRefused, before) == [WatchRefused(company[0].final.table)]
