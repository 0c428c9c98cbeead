"""One link per peer, the same one at both ends; and whom to dial when, for how long."""

from collections.abc import Callable
from itertools import pairwise, permutations

import pytest

from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.node.links import (
    DIAL_TIMEOUT_US,
    FIRST_WAIT_US,
    HIGHER_PEER_WAITS_US,
    LONGEST_WAIT_US,
    MAX_ADDRESSES,
    MAX_DIALS,
    MAX_DIALS_AT_ONCE,
    MAX_INTRODUCED,
    MAX_KNOWN,
    MAX_LINKS,
    MAX_TAKEN_OVER,
    SHORT_US,
    TAKEN_OVER,
    Links,
)
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.wire.messages import Address, TableCard

LOW, HIGH = b"a" * 16, b"z" * 16
SECOND_US = 1_000_000
HERE = (Address("10.0.0.7", 4000),)
NOBODY: dict[bytes, int] = {}


def peer(number: int) -> bytes:
    return b"peer" + number.to_bytes(12)


def at(who: bytes, *, dialled: bool, start: int = 1, address: Address | None = None) -> LinkPeer:
    return LinkPeer(who, start.to_bytes(8), dialled, address)


# ---- which link


@pytest.mark.parametrize("order_at_low", list(permutations(["low dialled", "high dialled"])))
@pytest.mark.parametrize("order_at_high", list(permutations(["low dialled", "high dialled"])))
def test_when_both_dial_both_keep_what_the_lower_peer_dialled(
    order_at_low: tuple[str, str], order_at_high: tuple[str, str]
) -> None:
    names = {"low dialled": 1, "high dialled": 2}
    low, high = Links(LOW), Links(HIGH)
    for which in order_at_low:
        low.up(names[which], at(HIGH, dialled=which == "low dialled"), 0)
    for which in order_at_high:
        high.up(names[which], at(LOW, dialled=which == "high dialled"), 0)
    assert low.by_peer[HIGH].id == high.by_peer[LOW].id == 1
    assert low.by_id.keys() == high.by_id.keys() == {1}


def test_the_link_that_is_not_kept_is_named_to_be_closed() -> None:
    links = Links(LOW)
    used, dropped = links.up(1, at(HIGH, dialled=True), 0)
    assert (used and used.id, dropped) == (1, None)
    used, dropped = links.up(2, at(HIGH, dialled=False), 0)
    assert (used, dropped and dropped.id) == (None, 2)
    links = Links(HIGH)
    links.up(1, at(LOW, dialled=True), 0)
    used, dropped = links.up(2, at(LOW, dialled=False), 0)
    assert (used and used.id, dropped and dropped.id) == (2, 1)


def test_of_two_that_one_side_dialled_the_newer_is_kept() -> None:
    """Who dials again has lost the first one, and the other end does not know yet."""
    for dialled in (True, False):
        links = Links(LOW)
        links.up(1, at(HIGH, dialled=dialled), 0)
        used, dropped = links.up(2, at(HIGH, dialled=dialled), 0)
        assert (used and used.id, dropped and dropped.id) == (2, 1)


def test_a_new_start_takes_over_whoever_dialled() -> None:
    for first in (True, False):
        links = Links(LOW)
        links.up(1, at(HIGH, dialled=True), 0)
        used, dropped = links.up(2, at(HIGH, dialled=first, start=2), 0)
        assert (used and used.id, dropped and dropped.id) == (2, 1)
        assert links.by_peer[HIGH].peer.incarnation == (2).to_bytes(8)


def test_who_was_taken_over_is_turned_away_while_the_newer_one_is_linked() -> None:
    """Two processes with one key would throw each other out in turns."""
    links = Links(LOW)
    links.up(1, at(HIGH, dialled=False, start=1), 0)
    _, dropped = links.up(2, at(HIGH, dialled=False, start=2), 0)
    assert dropped is not None
    assert links.end_of(dropped) == TAKEN_OVER
    for number, dialled in ((3, True), (4, False)):
        used, dropped = links.up(number, at(HIGH, dialled=dialled, start=1), 0)
        assert (used, dropped and dropped.id) == (None, number)
        assert dropped is not None
        assert links.end_of(dropped) == TAKEN_OVER
    assert links.by_peer[HIGH].id == 2
    links.down(2, 0)
    used, _ = links.up(5, at(HIGH, dialled=False, start=1), 0)
    assert used is not None, "the other one is gone"
    used, dropped = links.up(6, at(HIGH, dialled=False, start=2), 0)
    assert (used and used.id, dropped and dropped.id) == (6, 5)
    assert links.by_peer[HIGH].peer.incarnation == (2).to_bytes(8)


def test_a_link_that_only_another_of_the_same_process_replaces_ends_without_a_word() -> None:
    links = Links(LOW)
    links.up(1, at(HIGH, dialled=False), 0)
    _, dropped = links.up(2, at(HIGH, dialled=False), 0)
    assert dropped is not None
    assert links.end_of(dropped) == ""


def test_what_is_remembered_of_takeovers_is_bounded() -> None:
    links = Links(LOW)
    for number in range(2 * MAX_TAKEN_OVER):
        links.up(number, at(HIGH, dialled=False, start=number), 0)
    assert len(links.taken_over) == MAX_TAKEN_OVER


def test_a_link_that_ends_at_once_is_not_dialled_again_at_once() -> None:
    links = Links(LOW)
    links.up(1, at(HIGH, dialled=True, address=HERE[0]), 0)
    links.down(1, SHORT_US - 1)
    assert links.to_dial({HIGH: 0}, SHORT_US - 1) == []
    assert links.to_dial({HIGH: 0}, SHORT_US - 1 + HIGHER_PEER_WAITS_US) == [(HIGH, HERE)]


def test_links_are_bounded_but_a_peer_that_has_one_may_have_another() -> None:
    links = Links(LOW)
    for number in range(MAX_LINKS):
        links.up(number, at(peer(number), dialled=False), 0)
    used, dropped = links.up(900, at(peer(900), dialled=False), 0)
    assert (used, dropped and dropped.id) == (None, 900)
    used, _ = links.up(901, at(peer(0), dialled=False, start=2), 0)
    assert used is not None


def full(*, fed: int = 0) -> tuple[Links, frozenset[bytes]]:
    """All links are taken: by strangers, of whom the last ones are fed."""
    links = Links(LOW)
    for number in range(MAX_LINKS):
        links.up(number, at(peer(number), dialled=False), number)
    return links, frozenset(map(peer, range(MAX_LINKS - fed, MAX_LINKS)))


@pytest.mark.parametrize(("fed", "goes"), [(0, 63), (1, 62), (10, 53), (64, 63)])
def test_where_all_links_are_taken_the_last_stranger_makes_room_for_one_of_the_table(fed: int, goes: int) -> None:
    links, audience = full(fed=fed)
    gone = links.in_the_way(HIGH, {HIGH}, audience)
    assert gone is not None
    assert gone.peer.peer == peer(goes)
    links.down(gone.id, MAX_LINKS)
    used, dropped = links.up(900, at(HIGH, dialled=False), MAX_LINKS)
    assert (used and used.id, dropped) == (900, None)


def test_nobody_of_the_table_makes_room_and_nobody_makes_room_for_a_stranger() -> None:
    links, audience = full()
    everybody = {HIGH, *links.by_peer}
    assert links.in_the_way(HIGH, everybody, audience) is None
    assert links.in_the_way(HIGH, everybody - {HIGH}, audience) is None
    assert links.in_the_way(peer(0), {peer(0)}, audience) is None, "it has a link"
    links.down(5, MAX_LINKS)
    assert links.in_the_way(HIGH, {HIGH}, audience) is None, "there is room"


def test_who_looks_on_and_is_fed_by_others_makes_room_for_a_stranger_too() -> None:
    links, audience = full(fed=1)
    for number in (20, 40, MAX_LINKS - 1):
        links.by_peer[peer(number)].looks_on = True
    gone = links.in_the_way(HIGH, NOBODY, audience)
    assert gone is not None
    assert gone.peer.peer == peer(20), "it has been told who feeds, longest ago"
    assert links.in_the_way(HIGH, {peer(20), peer(40)}, audience) is None


def test_who_looks_on_is_not_dialled_when_its_link_is_over() -> None:
    links = Links(LOW)
    links.up(1, at(HIGH, dialled=True, address=HERE[0]), 0)
    links.by_peer[HIGH].looks_on = True
    links.down(1, SECOND_US)
    assert HIGH not in links.known


def test_who_turns_links_away_is_dialled_less_and_less_and_forgotten() -> None:
    links = Links(LOW)
    links.heard_of(HIGH, HERE, 0)
    dials = []
    for now in range(0, 60 * SECOND_US, SECOND_US // 10):
        for _ in links.to_dial(NOBODY, now):
            dials.append(now)
            links.up(now, at(HIGH, dialled=True, address=HERE[0]), now)
            links.down(now, now + 1)
    waits = [later - earlier for earlier, later in pairwise(dials)]
    assert waits == sorted(waits)
    assert len(dials) == MAX_DIALS
    assert HIGH not in links.known


def test_only_those_that_are_wanted_are_dialled_where_others_are_of_no_use() -> None:
    links = Links(LOW)
    for who in (HIGH, peer(1)):
        links.heard_of(who, HERE, 0)
    links.wanted = frozenset()
    assert links.to_dial(NOBODY, SECOND_US) == []
    assert links.next_dial_at() == END_OF_TIME
    links.wanted = frozenset({HIGH})
    assert links.next_dial_at() == 0
    assert links.to_dial(NOBODY, SECOND_US) == [(HIGH, HERE)]


def test_a_newcomer_is_introduced_to_some_and_those_at_tables_come_first() -> None:
    links = Links(LOW)
    for number in range(MAX_LINKS - 1):
        links.up(number, at(peer(number), dialled=False), 0)
    links.by_peer[peer(50)].card = TableCard(bytes(16), "Kitchen", "lobby", ())
    links.by_peer[peer(0)].looks_on = True
    told = links.introduced(peer(1))
    assert len(told) == MAX_INTRODUCED
    assert told[0] == peer(50)
    assert not {peer(0), peer(1)} & set(told)


def test_what_is_down_is_gone_once() -> None:
    links = Links(LOW)
    links.up(1, at(HIGH, dialled=True), 0)
    gone = links.down(1, 5)
    assert gone is not None
    assert gone.peer.peer == HIGH
    assert links.down(1, 5) is None
    assert not links.by_peer


# ---- whom to dial


def known(own: bytes = LOW, who: bytes = HIGH, now: int = 0) -> Links:
    links = Links(own)
    links.heard_of(who, HERE, now)
    return links


def test_the_lower_peer_dials_at_once_and_the_higher_a_little_later() -> None:
    assert known().to_dial(NOBODY, 0) == [(HIGH, HERE)]
    links = known(HIGH, LOW)
    assert links.to_dial(NOBODY, 0) == []
    assert links.next_dial_at() == HIGHER_PEER_WAITS_US
    assert links.to_dial(NOBODY, HIGHER_PEER_WAITS_US) == [(LOW, HERE)]


def test_nobody_dials_itself_or_who_is_linked_or_who_has_no_address() -> None:
    links = known()
    links.heard_of(LOW, HERE, 0)
    assert LOW not in links.known
    links.up(1, at(HIGH, dialled=False), 0)
    links.heard_of(peer(1), (), 0)
    assert links.to_dial(NOBODY, 100 * LONGEST_WAIT_US) == []
    assert links.next_dial_at() == END_OF_TIME


def test_waits_grow_and_who_is_never_there_is_forgotten() -> None:
    links, now, waits = known(), 0, []
    for _ in range(MAX_DIALS):
        assert links.to_dial(NOBODY, now)
        links.dial_failed(HIGH, NOBODY, now)
        waits.append(links.next_dial_at() - now)
        now = links.next_dial_at()
    assert waits[:-1] == [FIRST_WAIT_US << step for step in range(4)] + [LONGEST_WAIT_US]
    assert HIGH not in links.known
    assert links.next_dial_at() == END_OF_TIME
    links.dial_failed(HIGH, NOBODY, now)


def test_who_is_needed_is_dialled_every_second_for_ever() -> None:
    links, now = known(), 0
    needed = {HIGH: FIRST_WAIT_US}
    for _ in range(3 * MAX_DIALS):
        assert links.to_dial(needed, now)
        links.dial_failed(HIGH, needed, now)
        assert links.next_dial_at() - now == FIRST_WAIT_US
        now = links.next_dial_at()


def test_the_time_that_a_dial_took_counts_for_who_is_needed() -> None:
    links = known()
    assert links.to_dial({HIGH: FIRST_WAIT_US}, 0)
    links.dial_failed(HIGH, {HIGH: FIRST_WAIT_US}, 2 * FIRST_WAIT_US)
    assert links.next_dial_at() == 2 * FIRST_WAIT_US


def test_who_is_missed_is_dialled_now_and_then_for_ever() -> None:
    links, now = known(), 0
    for _ in range(3 * MAX_DIALS):
        assert links.to_dial({HIGH: LONGEST_WAIT_US}, now)
        links.dial_failed(HIGH, {HIGH: LONGEST_WAIT_US}, now)
        now = links.next_dial_at()
    assert links.to_dial({HIGH: LONGEST_WAIT_US}, now)
    links.dial_failed(HIGH, {HIGH: LONGEST_WAIT_US}, now)
    assert links.next_dial_at() - now == LONGEST_WAIT_US


def test_a_dial_that_nobody_ever_tells_the_end_of_has_failed() -> None:
    links = known()
    assert links.to_dial(NOBODY, 0)
    assert links.to_dial(NOBODY, 1) == []
    assert links.next_dial_at() == DIAL_TIMEOUT_US
    assert links.to_dial(NOBODY, DIAL_TIMEOUT_US) == []
    assert links.next_dial_at() == DIAL_TIMEOUT_US + FIRST_WAIT_US
    assert links.to_dial(NOBODY, DIAL_TIMEOUT_US + FIRST_WAIT_US)


def test_a_new_address_is_tried_soon_and_first() -> None:
    links = known()
    for _ in range(3):
        links.dial_failed(HIGH, NOBODY, 0)
    other = Address("10.0.0.8", 4000)
    links.heard_of(HIGH, (other,), 0)
    assert links.next_dial_at() == HIGHER_PEER_WAITS_US
    assert links.known[HIGH].addresses == (other, *HERE)
    many = tuple(Address("10.0.1.1", port) for port in range(1, 40))
    links.heard_of(HIGH, many, 0)
    assert links.known[HIGH].addresses == many[:MAX_ADDRESSES]


def test_who_was_dialled_may_be_dialled_again_and_after_a_loss_at_once() -> None:
    links = Links(LOW)
    links.up(1, at(HIGH, dialled=True, address=HERE[0]), 0)
    links.down(1, SHORT_US)
    assert links.to_dial(NOBODY, SHORT_US) == [(HIGH, HERE)]
    links = Links(HIGH)
    links.up(1, at(LOW, dialled=True, address=HERE[0]), 0)
    links.down(1, SHORT_US)
    assert links.next_dial_at() == SHORT_US + HIGHER_PEER_WAITS_US


def test_while_all_links_are_taken_only_the_needed_are_dialled_and_the_others_wait() -> None:
    """They are not due at every moment: a node that waits for the next thing to do must be able to wait."""
    links = known(now=7)
    for number in range(MAX_LINKS):
        links.up(number, at(peer(number), dialled=False), 0)
    assert links.to_dial(NOBODY, 7) == []
    assert links.next_dial_at() == 7 + LONGEST_WAIT_US
    links.down(0, 8)
    assert links.to_dial(NOBODY, 7 + LONGEST_WAIT_US) == [(HIGH, HERE)]
    links = known()
    for number in range(MAX_LINKS):
        links.up(number, at(peer(number), dialled=False), 0)
    assert links.to_dial({HIGH: LONGEST_WAIT_US}, 0) == [(HIGH, HERE)]


def test_peers_that_were_only_heard_of_are_bounded() -> None:
    links = Links(LOW)
    for number in range(MAX_KNOWN + 10):
        links.heard_of(peer(number), HERE, 0)
    assert len(links.known) == MAX_KNOWN
    used, _ = links.up(1, at(HIGH, dialled=False), 0)
    assert used is not None, "who is there is always known"


def test_of_who_came_and_went_nothing_is_remembered_that_is_of_no_use() -> None:
    links = Links(LOW)
    for number in range(MAX_KNOWN):
        links.up(number, at(peer(number), dialled=False), 0)
        links.down(number, SHORT_US)
    assert not links.known
    for number in range(2 * MAX_KNOWN):
        links.up(number, at(peer(number), dialled=False), 0)
        links.heard_of(peer(number), HERE, 0)
        links.down(number, SHORT_US)
    assert len(links.known) == MAX_KNOWN
    links.up(900, at(HIGH, dialled=False), 0)
    links.down(900, SHORT_US, {HIGH: FIRST_WAIT_US})
    assert HIGH in links.known, "it is needed, and may be heard of"


def test_dials_are_kept_free_for_who_is_needed() -> None:
    links = Links(LOW)
    for number in range(2 * MAX_DIALS_AT_ONCE):
        links.heard_of(peer(number), HERE, 0)
    links.heard_of(HIGH, HERE, 0)
    needed = {HIGH: FIRST_WAIT_US}
    first = [who for who, _ in links.to_dial(needed, 0)]
    assert first == [*map(peer, range(MAX_DIALS_AT_ONCE)), HIGH]
    assert links.next_dial_at() == FIRST_WAIT_US
    assert links.to_dial(needed, FIRST_WAIT_US) == []
    for who in first:
        links.dial_failed(who, needed, FIRST_WAIT_US)
    assert len(links.to_dial(needed, 3 * FIRST_WAIT_US)) == MAX_DIALS_AT_ONCE + 1


@pytest.mark.parametrize(
    "act",
    [
        lambda links: links.to_dial(NOBODY, links.next_dial_at()),
        lambda links: links.dial_failed(HIGH, NOBODY, links.next_dial_at()),
    ],
)
def test_what_is_due_is_due_later_when_it_is_done(act: Callable[[Links], object]) -> None:
    links = known()
    before = links.next_dial_at()
    act(links)
    assert links.next_dial_at() > before
