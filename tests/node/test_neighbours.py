"""What nodes keep up with one another, table or not: who they are, that they are there, and who else is."""

from collections import Counter
from itertools import permutations

from p2p_ligretto.game.options import Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import Dial, Discovered, ForceStart, JoinTable, Listening, OpenTable
from p2p_ligretto.node.links import MAX_KNOWN
from p2p_ligretto.node.neighbours import ASLEEP_US, PRESENCE_US, SILENCE_US
from p2p_ligretto.node.outputs import Connect
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.peer_clocks import WINDOW
from p2p_ligretto.wire.conversions import from_options
from p2p_ligretto.wire.messages import Address, KnownPeer, Peers, Ping, Pong, Presence, Refusal
from tests.node.company import SECOND, Company, address


def linked(size: int = 2) -> Company:
    company = Company(size)
    for number in range(1, size):
        company.link(number, 0)
    company.run(SECOND // 10)
    return company


def presences(company: Company, source: int, target: int) -> list[Presence]:
    return [
        message
        for one, other, message in company.sent
        if (one, other) == (source, target) and isinstance(message, Presence)
    ]


def test_both_ends_say_who_they_are_and_where_they_listen() -> None:
    company = linked()
    assert company[0].told(told.PeerSeen) == [told.PeerSeen(company.peer(1), "Bea")]
    assert company[1].told(told.PeerSeen) == [told.PeerSeen(company.peer(0), "Ada")]
    (link,) = company[0].node.peers.values()
    assert (link.name, link.card) == ("Bea", None)


def test_presence_is_repeated_and_told_at_once_when_it_changes() -> None:
    company = linked()
    company.run(3 * PRESENCE_US)
    before = len(presences(company, 0, 1))
    assert before >= 3
    company.submit(0, OpenTable("Kitchen", PRESETS["family"]))
    company.run(10_000)
    card = presences(company, 0, 1)[-1].card
    assert card is not None
    assert (card.name, card.phase, card.players) == ("Kitchen", "lobby", ("Ada",))
    assert card.options == from_options(PRESETS["family"])
    link = company[1].node.peers[company.peer(0)]
    assert link.card == card
    company.submit(0, Listening((Address("10.0.0.9", 9),)))
    company.run(10_000)
    assert presences(company, 0, 1)[-1].addresses == (Address("10.0.0.9", 9),)


def test_between_members_beats_are_heartbeat_enough() -> None:
    company = Company(3)
    company.sit(who=(0, 1))
    company.link(2, 0)
    company.run(SECOND)
    began = company.now
    company.sent.clear()
    company.run(4 * PRESENCE_US)
    assert not presences(company, 0, 1)
    assert not presences(company, 1, 0)
    assert len(presences(company, 0, 2)) == len(presences(company, 2, 0)) == 4
    assert company.now == began + 4 * PRESENCE_US
    assert len(company[0].node.peers) == 2


def test_a_card_tells_the_phase_and_who_sits_there() -> None:
    company = Company(3)
    company.sit(who=(0, 1))
    company.link(2, 0)
    company.run(SECOND)
    (link,) = [each for each in company[2].node.peers.values() if each.name == "Ada"]
    assert link.card is not None
    assert link.card.players == ("Ada", "Bea")
    company.submit(0, ForceStart())
    company.run(10 * SECOND)
    assert link.card.phase == "playing"


def test_one_link_teaches_the_whole_mesh() -> None:
    company = linked(4)
    company.run(5 * SECOND)
    for seat in company:
        assert len(seat.node.peers) == 3
    assert len(company[3].told(told.PeerSeen)) == 3


def test_a_silent_link_is_gone_whatever_tcp_thinks() -> None:
    company = linked()
    company.held_back = lambda source, target, message: source == 1
    company.refuses_dials = True
    company.run(SILENCE_US + PRESENCE_US + ASLEEP_US)
    assert not company[0].node.peers
    assert company[0].told(told.PeerGone) == [told.PeerGone(company.peer(1), "Bea")]


def test_silence_is_noticed_in_company_too() -> None:
    """However much others say in between."""
    company = linked(3)
    company.run(3 * SECOND)
    company.held_back = lambda source, target, message: source == 2
    company.refuses_dials = True
    end = company.now + SILENCE_US + PRESENCE_US + ASLEEP_US
    while company.now < end:
        company.say(0, company.link_to(0, 1), Ping(company.now))
        company.run(SECOND // 10)
    assert company.peer(2) not in company[0].node.peers
    assert company.peer(1) in company[0].node.peers


def test_who_slept_blames_nobody() -> None:
    company = linked()
    company.run(SECOND)
    company.now += 3_600 * SECOND
    company[0].node.tick(company.now)
    company.obey(0)
    assert company.peer(1) in company[0].node.peers
    company.run(SILENCE_US + ASLEEP_US)
    assert company.peer(1) in company[0].node.peers


def test_what_discovery_and_people_hear_of_is_dialled() -> None:
    company = Company(3)
    company.submit(0, Discovered(company.peer(1), (address(1),)), Dial((address(2),)))
    company.run(2 * SECOND)
    assert set(company[0].node.peers) == {company.peer(1), company.peer(2)}
    company.submit(0, Dial((address(7),)))
    company.run(SECOND)
    assert company[0].told(told.DialFailed) == [told.DialFailed("nobody there")]


def test_a_lost_link_is_dialled_again() -> None:
    company = linked()
    company.run(SECOND)
    company.cut(0, 1)
    assert company[0].told(told.PeerGone) == [told.PeerGone(company.peer(1), "Bea")]
    company.run(2 * SECOND)
    assert company.peer(1) in company[0].node.peers


def test_a_dial_of_a_known_peer_that_fails_is_no_news() -> None:
    company = Company(2)
    company.refuses_dials = True
    company.submit(0, Discovered(company.peer(1), (address(1),)))
    company.run(60 * SECOND)
    assert company[0].told(told.DialFailed) == []
    dials = [output for output in company[0].outputs if isinstance(output, Connect)]
    assert len(dials) == 6, "who is never there is forgotten"


def test_both_who_dial_at_once_have_one_link_that_works() -> None:
    company = Company(2)
    company.link(0, 1)
    company.link(1, 0)
    company.run(SECOND)
    one, other = (company[number].node.peers for number in (0, 1))
    assert len(one) == len(other) == 1
    assert one[company.peer(1)].peer.dialled != other[company.peer(0)].peer.dialled
    company.submit(0, OpenTable("Kitchen", Options()))
    company.submit(1, JoinTable(company[0].table.table))
    company.run(3 * SECOND)
    assert len(company[1].final.seats) == 2


def test_nothing_said_at_the_table_is_lost_when_a_second_link_takes_over() -> None:
    company = Company(2)
    company.sit()
    company.deal()
    for turn in range(6):
        # Events are under way both ways when the link that carries them is replaced, from either side in turn.
        company.play(0)
        company.play(1)
        company.link(turn % 2, 1 - turn % 2)
        company.run(3_000)
    company.run(2 * SECOND)
    assert company[0].final == company[1].final
    assert company[0].final == company[0].table
    assert company[0].told(told.Misbehaved) == company[1].told(told.Misbehaved) == []


def test_round_trips_are_measured_at_a_table_only_and_by_who_asked() -> None:
    company = linked()
    company.run(3 * SECOND)
    assert not any(isinstance(message, Ping | Pong) for _, _, message in company.sent)
    company.submit(0, OpenTable("Kitchen", Options()))
    company.submit(1, JoinTable(company[0].table.table))
    company.run(5 * SECOND)
    assert {link.round_trip_us for link in company[1].node.peers.values()} == {2_000}


def test_who_is_told_why_its_link_is_closed_does_not_blame_the_teller() -> None:
    company = linked()
    company.refuses_dials = True
    company.say(0, company.link_to(0, 1), Refusal("enough of you"))
    assert not company[0].node.peers
    assert company[0].told(told.Misbehaved) == []


def test_peers_that_are_named_are_bounded() -> None:
    company = linked()
    link = company.link_to(0, 1)
    for round_ in range(20):
        named = (KnownPeer(number.to_bytes(8) + round_.to_bytes(8), (address(50),)) for number in range(1, 65))
        company.say(0, link, Peers(tuple(named)))
    assert len(company[0].node._links.known) <= MAX_KNOWN + 1


def asked(company: Company, duration_us: int) -> Counter[tuple[int, int]]:
    began = len(company.sent)
    company.run(duration_us)
    return Counter((source, target) for source, target, message in company.sent[began:] if isinstance(message, Ping))


def test_all_members_ask_each_other_for_the_time_seldom_while_nothing_is_played() -> None:
    company = Company(4)
    company.sit()
    company.run(5 * SECOND)
    assert asked(company, 8 * SECOND) == dict.fromkeys(permutations(range(4), 2), 4)


def test_before_a_round_begins_they_ask_often_and_in_it_each_second() -> None:
    company = Company(3)
    company.sit()
    company.ready()
    company.until(lambda: company.all_in(Phase.PLAYING))
    company.run(SECOND)
    assert set(asked(company, SECOND).values()) == {2}
    company.until(lambda: all(seat.node.starts_in_us == 0 for seat in company))
    company.run(SECOND)
    assert set(asked(company, 4 * SECOND).values()) == {4}


def test_who_is_new_is_asked_in_a_hurry() -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.run(5 * SECOND)
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    pings = asked(company, 2 * SECOND)
    assert all(pings[pair] >= WINDOW for pair in [(0, 2), (1, 2), (2, 0), (2, 1)])
    assert pings[0, 1] <= 3


def test_who_slept_asks_for_the_time_at_once() -> None:
    company = Company(2)
    company.sit()
    company.run(SECOND)
    company.now += 3_600 * SECOND
    company[0].node.tick(company.now)
    company.obey(0)
    assert (0, 1, Ping(company.now)) in company.sent
