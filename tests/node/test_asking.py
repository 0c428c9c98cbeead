"""Asking for a seat: what was said on a link that turned out to be dead is said again on the next one, at once."""

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.arrival import ASK_US
from p2p_ligretto.node.intents import JoinTable, OpenTable
from p2p_ligretto.replication.messages import Join
from tests.node.company import SECOND, Company


def test_a_new_link_is_asked_on_at_once() -> None:
    company = Company(2)
    company.submit(0, OpenTable("Kitchen", Options()))
    company.held_back = lambda source, target, message: isinstance(message, Join)
    company.link(1, 0)
    company.run(SECOND)
    company.submit(1, JoinTable(company[0].table.table))
    company.run(ASK_US // 10)
    company.held_back = lambda source, target, message: False
    company.hang_up(company.link_to(1, 0))
    company.link(1, 0)
    company.until(lambda: company[1].node.own_seat is not None, ASK_US // 2)
