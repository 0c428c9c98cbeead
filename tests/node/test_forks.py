"""Who says one thing to some and another to others is found out, shown to all, and put out; the rest agree."""

from itertools import chain, combinations

import pytest
from msgspec.msgpack import decode
from msgspec.structs import replace

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import JoinTable
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import MAX_FORKS, Fork, check_forks
from p2p_ligretto.replication.identifiers import MAX_INTEGER as MAX
from p2p_ligretto.replication.messages import Beat, ForkShown, Wedge
from p2p_ligretto.replication.signing import KeyedHashSigner
from p2p_ligretto.replication.views import Ballot
from p2p_ligretto.wire.codec import encode
from tests.node.cheat import lies_told, of_kind
from tests.node.company import SECOND, Company
from tests.node.forker import Forker
from tests.node.test_watching import watched
from tests.replay import check_record


def playing(size: int) -> Company:
    company = Company(size)
    company.sit(Options(rounds=1))
    company.deal()
    company.play_until(lambda: company[0].session.log.head(company.peer(0)).seq > 8)
    return company


def parts_of(honest: tuple[int, ...]) -> list[frozenset[int]]:
    """Whom the liar may deceive: not all, or there would be no fork."""
    return [frozenset(some) for some in chain(*(combinations(honest, count) for count in range(1, len(honest))))]


CASES = [
    (size, liar, deceived)
    for size, liars in ((3, (0, 1, 2)), (4, (0, 2)), (5, (3,)))
    for liar in liars
    for deceived in parts_of(tuple(number for number in range(size) if number != liar))
]


@pytest.mark.parametrize("covers", [True, False], ids=["covers it up", "does not cover it up"])
@pytest.mark.parametrize(("size", "liar", "deceived"), CASES)
def test_who_forks_is_put_out_and_the_rest_play_on_alike(
    size: int, liar: int, deceived: frozenset[int], covers: bool
) -> None:
    company = playing(size)
    honest = tuple(number for number in range(size) if number != liar)
    Forker(company, liar, deceived, covers=covers)
    company.play_until(lambda: all(company.peer(liar) in company[number].final.banned for number in honest))
    for number in honest:
        assert lies_told(company, number) == [(liar, "fork")]
        assert company.peer(liar) not in company[number].session.log.view.peers()
        blamed = {notice.peer for notice in company[number].told(told.Misbehaved)}  # type: ignore[attr-defined]
        assert blamed <= {company.peer(liar)}, "nobody else is to blame for what was handed on"
    company.play_until(lambda: all(company[number].final.phase is Phase.FINISHED for number in honest), who=honest)
    assert len({company[number].final for number in honest}) == 1
    assert len({company.export(number) for number in honest}) == 1
    assert check_record(company.export(honest[0]))["fork"] == 1


def test_the_record_has_the_two_events_that_prove_it() -> None:
    company = playing(3)
    Forker(company, 1, frozenset({2}))
    company.play_until(lambda: all(company.peer(1) in company[number].final.banned for number in (0, 2)))
    (line,) = of_kind(company, 0, "fork")
    assert line["seat"] == 1
    first, second = (bytes.fromhex(event) for event in line["events"])
    fork = decode(b"\x92" + first + second, type=Fork)
    check_forks((fork,), KeyedHashSigner(company.peer(0)))
    assert fork.author == company.peer(1)


def test_who_looks_on_sees_it_as_the_players_do() -> None:
    company, _ = watched(4)
    company.play_until(lambda: company[0].session.log.head(company.peer(0)).seq > 8, who=(0, 1, 2))
    Forker(company, 1, frozenset({2}))
    company.play_until(lambda: company.peer(1) in company[3].final.banned, who=(0, 1, 2))
    assert lies_told(company, 3) == [(1, "fork")]
    company.play_until(lambda: all(company[number].final.phase is Phase.FINISHED for number in (0, 2, 3)), who=(0, 2))
    assert company[3].final == company[0].final
    assert company.export(3) == company.export(0) == company.export(2)


def test_who_was_put_out_for_a_fork_is_not_let_in_again() -> None:
    company = playing(3)
    Forker(company, 1, frozenset({2}))
    company.play_until(lambda: all(company.peer(1) in company[number].final.banned for number in (0, 2)))
    table = company[0].final.table
    company.crash(1)
    company.start(1, lost_disk=True)
    company.link(1, 0)
    company.submit(1, JoinTable(table))
    company.run(5 * SECOND)
    assert company[1].told(told.JoinFailed)[-1] == told.JoinFailed("banned")


@pytest.mark.parametrize("liar", [0, 1])
def test_of_two_the_honest_one_goes_on_alone_or_is_asked_to(liar: int) -> None:
    """Nobody is told anything else, so its own two events have to be brought to it."""
    company = playing(2)
    other = 1 - liar
    forker = Forker(company, liar, frozenset())
    company.play_until(lambda: company[other].session.log.head(forker.peer).seq > 10)
    event = company[other].session.log.events(forker.peer, 10, 10)[0]
    shown = ForkShown(company[other].final.table, Fork(event, forker.other_of(event)))
    company.say(other, company.link_to(other, liar), shown)
    company.run(3 * SECOND)
    session = company[other].session
    if liar == 1:
        assert session.log.view.peers() == (company.peer(other),)
    else:
        assert session.membership.may_part


def test_forks_of_strangers_cost_nobody_the_time_to_check_them(monkeypatch: pytest.MonkeyPatch) -> None:
    company = playing(2)
    log = company[0].session.log
    checked: list[bytes] = []
    signer = company[0].session.signer
    verifies = type(signer).verifies
    monkeypatch.setattr(
        type(signer), "verifies", lambda self, peer, *rest: checked.append(peer) or verifies(self, peer, *rest)
    )
    stranger = replace(log.events(company.peer(1), 1, 1)[0], author=bytes(16))
    fork = Fork(stranger, replace(stranger, payload=b""))
    ballot = Ballot(1, 1)
    company.say(0, company.link_to(0, 1), ForkShown(log.table, fork))
    company.say(0, company.link_to(0, 1), Wedge(log.table, log.view.number, ballot, (fork,)))
    assert bytes(16) not in checked
    assert not log.condemned


def test_what_proves_nothing_is_to_the_blame_of_who_shows_it() -> None:
    company = playing(3)
    log = company[0].session.log
    first, second = log.events(company.peer(2), 3, 4)
    company.refuses_dials = True
    for number, fork in ((1, Fork(first, second)),):
        company.say(0, company.link_to(0, number), ForkShown(log.table, fork))
        assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(number)]  # type: ignore[attr-defined]
    assert not log.condemned


def test_a_restart_forgets_no_fork() -> None:
    company = playing(4)
    company.held_back = lambda source, target, message: isinstance(message, Wedge)
    Forker(company, 1, frozenset({2}))
    company.play_until(lambda: bool(company[3].session.log.condemned))
    held = company[3].session.log.have()
    company.crash(3)
    company.start(3)
    company.submit(3, JoinTable(company[0].final.table))
    assert set(company[3].session.log.condemned) == {company.peer(1)}
    assert company[3].session.log.have() == held
    company.held_back = lambda source, target, message: False
    company.until(lambda: all(company.peer(1) in company[number].final.banned for number in (0, 2, 3)))


def test_who_was_cut_off_when_it_was_found_out_takes_back_what_it_alone_took_for_final() -> None:
    """Cai has Ada's word that she holds what Cai was told, and Ada has nobody's: Bea was told something else."""
    company = playing(4)
    ada, bea, cai, liar = range(4)
    company.held_back = lambda source, target, message: (
        (source == cai and isinstance(message, Beat)) or (source, target) == (liar, bea)
    )
    forker = Forker(company, liar, frozenset({bea}))
    seq = company[cai].session.log.head(forker.peer).seq + 1
    company.play_until(lambda: company[cai].session.finality.final_seq(forker.peer) >= seq, who=(liar,))
    assert company[ada].session.finality.final_seq(forker.peer) < seq
    before = company[cai].final
    company.refuses_dials = True
    for other in (0, 1, 3):
        company.cut(cai, other)
    company.held_back = lambda source, target, message: False
    company.play_until(lambda: all(forker.peer in company[number].final.banned for number in (0, 1)), who=(0, 1))
    company.refuses_dials = False
    company.until(lambda: forker.peer in company[cai].final.banned)
    company.run(3 * SECOND)
    assert company[cai].final == company[ada].final
    assert company[cai].final.round != before.round
    assert company.export(cai) == company.export(ada)


def test_what_was_final_for_one_alone_is_taken_back_on_its_screen_and_in_its_record() -> None:
    """So it can be where somebody lies about its votes; here Cai takes for final whatever it has heard of."""
    company = playing(3)
    session = company[2].session
    session.finality.count = lambda tail: len(list(tail))  # type: ignore[method-assign]
    company.refuses_dials = True
    for other in (0, 1):
        company.cut(2, other)
    seq = session.finality.final_seq(company.peer(2))
    company.play_until(lambda: session.finality.final_seq(company.peer(2)) > seq, who=(2,))
    company.until(lambda: company[0].session.log.view.peers() == (company.peer(0), company.peer(1)))
    company.refuses_dials = False
    company.until(lambda: company.sees(2, 3))
    company.run(SECOND)
    assert company[2].final == company[0].final
    company.play_until(lambda: company.all_in(Phase.FINISHED))
    assert company.export(2) == company.export(0)


def test_a_wedge_that_shows_forks_fits_a_frame_however_long_their_events() -> None:
    longest = Event(bytes(16), MAX, bytes(16), bytes(8), MAX, MAX, bytes(32), bytes(4096), bytes(96))
    assert len(encode(Wedge(bytes(16), MAX, Ballot(2**31, 11), (Fork(longest, longest),) * MAX_FORKS))) < 65_536
