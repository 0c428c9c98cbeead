"""Who sits at the own table comes before strangers: they are known apart, and one of them gets a link in any case."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import LinkPeer
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, Vote, WatchTable
from p2p_ligretto.node.links import MADE_ROOM, MAX_LINKS
from p2p_ligretto.node.outputs import Disconnect
from tests.node.company import SECOND, Company, drawn


def mates(company: Company, number: int) -> set[int]:
    peers = company[number].node.tablemates
    assert peers is company[number].node.tablemates, "it is asked for after every input"
    return {seat.number for seat in company if seat.node.identity.peer in peers}


def crowd(company: Company, at: int) -> None:
    """Strangers take all links of a node that are left."""
    node = company[at].node
    for number in range(MAX_LINKS):
        node.link_up(10_000 + number, LinkPeer(drawn("stranger", number, 16), bytes(8), dialled=False), company.now)
        company.obey(at)
    assert len(node.peers) == MAX_LINKS


def test_who_is_at_no_table_knows_strangers_only() -> None:
    company = Company(2)
    company.link(0, 1)
    assert mates(company, 0) == set()


@pytest.mark.parametrize("how", ["crash", "leave"])
def test_who_sits_there_or_has_a_seat_is_none_and_who_looks_on_is(how: str) -> None:
    company = Company(4)
    table = company.sit(Options(rounds=1), who=(0, 1, 2))
    assert [mates(company, number) for number in range(3)] == [{1, 2}, {0, 2}, {0, 1}]
    company.link(3, 0)
    company.submit(3, WatchTable(table))
    company.run(SECOND)
    assert mates(company, 0) == {1, 2}
    assert mates(company, 3) == {0}, "its feeder"
    if how == "leave":
        company.submit(2, LeaveTable())
    company.crash(2)
    company.run(6 * SECOND)
    assert len(company[0].final.present) == 2
    assert mates(company, 0) == {1, 2}, "its seat is kept"


def test_who_was_kicked_is_a_stranger() -> None:
    company = Company(3)
    company.sit(Options(rounds=1))
    company.submit(0, Vote("kick", 2, True))
    company.submit(1, Vote("kick", 2, True))
    company.run(6 * SECOND)
    assert mates(company, 0) == {1}


def test_who_comes_back_to_its_seat_gets_a_link_though_strangers_have_taken_all() -> None:
    company = Company(3)
    table = company.sit(Options(rounds=1))
    company.submit(0, ForceStart())
    company.run(4 * SECOND)
    company.crash(2)
    company.run(6 * SECOND)
    assert len(company[0].final.present) == 2
    crowd(company, 0)
    company[0].outputs.clear()
    company.start(2)
    company.submit(2, JoinTable(table))
    company.link(2, 0)
    assert company.peer(2) in company[0].node.peers
    assert len(company[0].node.peers) == MAX_LINKS
    gone = [output for output in company[0].outputs if isinstance(output, Disconnect)]
    assert [output.reason for output in gone] == [MADE_ROOM]
    assert company.peer(1) in company[0].node.peers
    company.until(lambda: len(company[0].final.present) == 3, 3 * SECOND)
