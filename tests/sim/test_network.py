from typing import Any

import pytest

from p2p_ligretto.sim.faults import Cut, Heal
from p2p_ligretto.sim.network import DIAL_TIMEOUT_US, Link, LinkDelay, Network, Party
from p2p_ligretto.sim.schedule import Arrived, Closed, DialEnded, Happening, Knock, Opened, Schedule
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import Address

MINUTE_US = 60_000_000

ADA, BEA = Address("10.0.0.1", 1), Address("10.0.0.2", 1)


def party(host: int, process: int = 1) -> Party:
    return Party(host, process, hello(bytes([host]) * 16, bytes([process]) * 8, bytes(16)))


class Bench:
    """A network between two hosts, whose dials are all answered."""

    def __init__(self, seed: int = 1, delay: LinkDelay | None = None, **delays: Any) -> None:
        self.schedule = Schedule()
        self.network = Network(self.schedule, seed, delay or LinkDelay(1_000, 4_000), **delays or {"delays": {}})
        self.network.listen(ADA, party(0))
        self.network.listen(BEA, party(1))
        self.seen: list[tuple[int, Happening]] = []

    def run(self) -> list[Happening]:
        start, end_us = len(self.seen), self.schedule.now_us + MINUTE_US
        while (happening := self.schedule.take_until(end_us)) is not None:
            self.seen.append((self.schedule.now_us, happening))
            if isinstance(happening, Knock):
                link = self.network.link(happening.link)
                if link is not None and not link.ends[0].closed:
                    self.network.answer(link)
            elif isinstance(happening, Opened):
                self.link(happening.link).ends[happening.end].up = True
            elif isinstance(happening, Closed):
                self.network.closed(self.link(happening.link), happening.end)
        return [happening for _, happening in self.seen[start:]]

    def link(self, number: int = 1) -> Link:
        link = self.network.link(number)
        assert link is not None
        return link

    def linked(self) -> Link:
        self.network.dial(party(0), None, (BEA,))
        self.run()
        return self.link()


def test_a_dial_opens_the_link_at_the_dialler_first() -> None:
    bench = Bench()
    bench.network.dial(party(0), None, (Address("10.0.0.9", 1), BEA))
    assert bench.run() == [Knock(1), Opened(1, 0), Opened(1, 1)]
    assert [end.party for end in bench.link().ends] == [party(0), party(1)]


@pytest.mark.parametrize("seed", range(5))
def test_bytes_come_out_in_the_order_in_which_they_went_in(seed: int) -> None:
    bench = Bench(seed)
    link = bench.linked()
    for number in range(50):
        bench.network.send(link, number % 2, bytes([number]))
    arrived = [(each.end, each.data[0]) for each in bench.run() if isinstance(each, Arrived)]
    assert [data for end, data in arrived if end == 1] == list(range(0, 50, 2))
    assert [data for end, data in arrived if end == 0] == list(range(1, 50, 2))
    assert [data for _, data in arrived] != list(range(50)), "both ways are independent"


def test_every_delay_lies_within_its_bounds_and_pairs_may_have_their_own() -> None:
    bench = Bench(delay=LinkDelay(1_000, 500), delays={(1, 0): LinkDelay(9_000, 0)})
    link = bench.linked()
    start_us = bench.schedule.now_us
    bench.network.send(link, 0, b"there")
    bench.network.send(link, 1, b"back")
    bench.run()
    there_us, back_us = (at_us - start_us for at_us, each in bench.seen if isinstance(each, Arrived))
    assert 1_000 <= there_us <= 1_500
    assert back_us == 9_000


def test_one_seed_gives_one_course_of_things_and_another_one_another() -> None:
    courses = []
    for seed in (1, 1, 2):
        bench = Bench(seed)
        bench.linked()
        courses.append(bench.seen)
    assert courses[0] == courses[1] != courses[2]


def test_who_hangs_up_hears_no_more_and_the_other_end_gets_what_was_sent_before() -> None:
    bench = Bench()
    link = bench.linked()
    bench.network.send(link, 0, b"last words")
    bench.network.hang_up(link, 0)
    bench.network.send(link, 1, b"too late")
    assert bench.run() == [Arrived(1, 1, b"last words"), Closed(1, 1)]
    assert bench.network.link(1) is None


def test_a_cut_loses_what_is_under_way_and_both_ends_learn_of_it_after_the_stated_time() -> None:
    bench = Bench()
    link = bench.linked()
    bench.network.send(link, 0, b"lost")
    cut_us = bench.schedule.now_us
    bench.network.cut(Cut(1, 0, notice_us=2_000_000))
    assert link.lost
    bench.run()
    closed = [(at_us - cut_us, each.end) for at_us, each in bench.seen if isinstance(each, Closed)]
    assert closed == [(2_000_000, 0), (2_000_000, 1)]


def test_over_a_cut_nobody_answers_until_it_heals() -> None:
    bench = Bench()
    bench.network.cut(Cut(0, 1))
    bench.network.dial(party(0), b"wanted", (BEA,))
    assert bench.run() == [DialEnded(0, 1, b"wanted", "no answer")]
    assert bench.seen[-1][0] == DIAL_TIMEOUT_US
    bench.network.heal(Heal(1, 0))
    bench.network.dial(party(0), None, (BEA,))
    assert bench.run() == [Knock(2), Opened(2, 0), Opened(2, 1)]


def test_a_dial_that_is_cut_off_under_way_ends() -> None:
    bench = Bench()
    bench.network.dial(party(0), None, (BEA,))
    bench.network.cut(Cut(0, 1))
    assert bench.run() == [Knock(1), DialEnded(0, 1, None, "no answer")]


def test_where_nobody_listens_a_dial_fails() -> None:
    bench = Bench()
    bench.network.dial(party(0), b"wanted", (Address("10.0.0.9", 1),))
    assert bench.run() == [DialEnded(0, 1, b"wanted", "nobody listens there")]


def test_both_may_dial_at_once_and_have_two_links() -> None:
    bench = Bench()
    bench.network.dial(party(0), None, (BEA,))
    bench.network.dial(party(1), None, (ADA,))
    opened = [each for each in bench.run() if isinstance(each, Opened)]
    assert sorted((each.link, each.end) for each in opened) == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert [end for _, end in bench.network.links_of(party(0))] == [0, 1]
