"""What people want of each other at a whole simulated table: pauses, votes, agreed ends, and rounds sat out."""

from collections.abc import Sequence

import pytest

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Act, AgreeToEnd, Intent, Pause, Vote
from p2p_ligretto.node.notices import (
    JoinFailed,
    KickedOut,
    Left,
    Moved,
    Notice,
    RoundEnded,
    RoundPaused,
    RoundResumed,
    SeatKicked,
    SeatVotedAbsent,
)
from p2p_ligretto.node.table import ABSENT_US, COUNTDOWN_US, Phase, TableState
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, LoseDisk, Start
from p2p_ligretto.sim.match import (
    NAMES,
    ROUND_LIMIT_US,
    SEATING_LIMIT_US,
    expect,
    export,
    join_table,
    leave_all,
    open_table,
)
from p2p_ligretto.sim.player import SeatedBot
from p2p_ligretto.sim.surroundings import SimulatedNode
from p2p_ligretto.wire.payloads import AnyPayload, Committed, Dealt, Revealed
from tests.replay import check_text

SECOND = 1_000_000
PLAYERS = 4
SLEEPER = 3


class Sleeper(SeatedBot):
    """Gets ready and agrees as a bot does, but makes no move before it is woken."""

    asleep = True

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        wanted = super().intents(node, now)
        return [intent for intent in wanted if not (self.asleep and isinstance(intent, Act))]


def seated(seed: int, players: int, rounds: int, level: str = "sharp", sleeper: Sleeper | None = None) -> Cluster:
    cluster = Cluster(seed)
    for number in range(players):
        bot = sleeper if sleeper is not None and number == SLEEPER else None
        cluster.add_host(NAMES[number], lambda entropy, bot=bot: bot or SeatedBot(LEVELS[level], players, entropy))
    table = open_table(cluster, Options(rounds=rounds))
    for number in range(1, players):
        join_table(cluster, table, number)
    return cluster


def told(cluster: Cluster, host: int) -> list[Notice]:
    return [notice for _, notice in cluster.hosts[host].notices]


def seat_of(cluster: Cluster, host: int) -> int:
    seat = cluster.hosts[host].running().node.own_seat
    assert seat is not None
    return seat


def finals(cluster: Cluster) -> list[TableState]:
    tables = [host.process.node.final for host in cluster.hosts if host.process is not None]
    return [table for table in tables if table is not None]


def wait(cluster: Cluster, limit_us: int = 5 * SECOND, **fields: object) -> None:
    """Until all tables have these values."""

    def reached(now: Cluster) -> bool:
        return all(getattr(table, name) == value for table in finals(now) for name, value in fields.items())

    assert cluster.run_until(reached, limit_us), [
        (name, [getattr(t, name) for t in finals(cluster)]) for name in fields
    ]


def moves(cluster: Cluster, host: int) -> int:
    return sum(isinstance(notice, Moved) for notice in told(cluster, host))


def withholds(cluster: Cluster, host: int, kind: type[AnyPayload]) -> None:
    """Its program never says what is asked of it in one phase of a deal."""
    node = cluster.hosts[host].running().node
    assert node.session is not None
    obligations = node.session._obligations
    due = obligations.next
    obligations.next = lambda *at: None if isinstance(said := due(*at), kind) else said  # type: ignore[method-assign]


@pytest.mark.parametrize("kind", [Committed, Revealed, Dealt])
def test_who_holds_up_a_deal_is_voted_out_of_it_and_the_others_play(kind: type[AnyPayload]) -> None:
    cluster = seated(7, PLAYERS, 1)
    assert cluster.run_until(lambda now: all(len(table.present) == PLAYERS for table in finals(now)), SEATING_LIMIT_US)
    withholds(cluster, SLEEPER, kind)
    late = seat_of(cluster, SLEEPER)
    idle = lambda now: all(host.running().node.idle == {late} for host in now.hosts)  # noqa: E731
    assert cluster.run_until(idle, SEATING_LIMIT_US + ABSENT_US + 2 * SECOND)
    assert not cluster.run_until(lambda now: finals(now)[0].phase is Phase.PLAYING, 5 * SECOND), "it is waited for"
    for voter in range(3):
        cluster.submit(voter, Vote("absent", late, True))
    expect(cluster, Phase.FINISHED, ROUND_LIMIT_US)
    assert [(table.players, table.totals[late]) for table in finals(cluster)] == [
        (tuple(seat for seat in range(PLAYERS) if seat != late), None)
    ] * PLAYERS
    assert all(SeatVotedAbsent(late) in told(cluster, host) for host in range(PLAYERS))
    leave_all(cluster)


def test_a_match_with_a_pause_an_absence_an_agreed_end_and_a_kick() -> None:
    sleeper = Sleeper(LEVELS["easy"], PLAYERS, b"sleeper")
    cluster = seated(6, PLAYERS, 2, "easy", sleeper)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(COUNTDOWN_US + 2 * SECOND)
    pauser, absent = seat_of(cluster, 1), seat_of(cluster, SLEEPER)

    cluster.submit(1, Pause(True))
    wait(cluster, paused=True)
    before = moves(cluster, 0)
    assert before > 0
    cluster.run_for(2 * ABSENT_US)
    assert moves(cluster, 0) == before
    cluster.submit(0, Pause(False))
    wait(cluster, paused=False)
    assert not cluster.run_until(lambda now: moves(now, 0) > before, COUNTDOWN_US - SECOND // 10)
    assert cluster.run_until(lambda now: moves(now, 0) > before, 2 * SECOND)

    idle = lambda now: absent in now.hosts[0].running().node.idle  # noqa: E731
    assert cluster.run_until(idle, ABSENT_US + 2 * SECOND)
    for voter in range(3):
        cluster.submit(voter, Vote("absent", absent, True))
    wait(cluster, out=frozenset({absent}))
    sleeper.asleep = False
    wait(cluster, out=frozenset())

    for number in range(3):
        cluster.submit(number, AgreeToEnd(True))
    wait(cluster, phase=Phase.BETWEEN)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(COUNTDOWN_US + SECOND)

    for voter in range(3):
        cluster.submit(voter, Vote("kick", absent, True))
    assert cluster.run_until(lambda now: Left() in told(now, SLEEPER), 5 * SECOND)
    wait(cluster, present=tuple(seat for seat in range(PLAYERS) if seat != absent))
    table = finals(cluster)[0].table
    join_table(cluster, table, SLEEPER)
    assert cluster.run_until(lambda now: JoinFailed("banned") in told(now, SLEEPER), 5 * SECOND)

    done = lambda now: all(table.phase is Phase.FINISHED for table in finals(now))  # noqa: E731
    assert cluster.run_until(done, ROUND_LIMIT_US)
    for number in range(3):
        heard = told(cluster, number)
        for once in (RoundPaused(pauser), SeatVotedAbsent(absent), SeatKicked(absent)):
            assert heard.count(once) == 1
        assert sum(isinstance(notice, RoundResumed) for notice in heard) == 1
        assert heard.count(RoundEnded(1, "agreed", None)) == 1
    assert told(cluster, SLEEPER).count(KickedOut()) == 1
    leave_all(cluster)
    texts = {export(cluster, number, table) for number in range(3)}
    assert len(texts) == 1
    counts = check_text(texts.pop())
    assert (counts["pause"], counts["resume"], counts["agreed"], counts["absent"]) == (1, 1, 1, 3)


def lose_disk(cluster: Cluster, host: int) -> None:
    """The process dies, the disk is empty, and a new process asks for its seat."""
    table = finals(cluster)[0].table
    cluster.apply(Crash(host))
    cluster.apply(LoseDisk(host))
    cluster.apply(Start(host))
    join_table(cluster, table, host, by_way_of=(host + 1) % len(cluster.hosts))


@pytest.mark.parametrize("host", [0, 2])
def test_who_comes_back_without_its_secret_sits_the_round_out_and_plays_the_next(host: int) -> None:
    cluster = seated(7, 3, 2)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(COUNTDOWN_US + SECOND)
    seat = seat_of(cluster, host)
    lose_disk(cluster, host)
    wait(cluster, 20 * SECOND, out=frozenset({seat}), present=(0, 1, 2))
    expect(cluster, Phase.BETWEEN, ROUND_LIMIT_US)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    assert all(table.playing == {0, 1, 2} for table in finals(cluster))
    expect(cluster, Phase.FINISHED, ROUND_LIMIT_US)
    table = finals(cluster)[0].table
    leave_all(cluster)
    texts = {export(cluster, number, table) for number in range(3)}
    assert len(texts) == 1
    check_text(texts.pop())


def test_the_one_of_two_who_still_knows_its_cards_ends_the_round() -> None:
    cluster = seated(9, 2, 2)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(COUNTDOWN_US + SECOND)
    lose_disk(cluster, 1)
    assert cluster.run_until(lambda now: RoundEnded(1, "agreed", None) in told(now, 0), 20 * SECOND)
    expect(cluster, Phase.FINISHED, ROUND_LIMIT_US)


def test_who_loses_its_secret_in_a_deal_is_dealt_over() -> None:
    cluster = seated(13, 4, 1)
    revealing = lambda now: any(table.phase is Phase.REVEALING for table in finals(now))  # noqa: E731
    assert cluster.run_until(revealing, SEATING_LIMIT_US)
    seat = seat_of(cluster, 3)
    lose_disk(cluster, 3)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    wait(cluster, 20 * SECOND, present=(0, 1, 2, 3))
    assert all(table.players == tuple({0, 1, 2, 3} - {seat}) for table in finals(cluster))
    expect(cluster, Phase.FINISHED, ROUND_LIMIT_US)
    assert finals(cluster)[0].totals[seat] is None


def test_a_deal_that_was_called_off_is_made_again_with_new_shares() -> None:
    cluster = seated(18, 2, 1)
    opening = lambda now: any(table.phase is Phase.OPENING for table in finals(now))  # noqa: E731
    assert cluster.run_until(opening, SEATING_LIMIT_US)
    seat = seat_of(cluster, 0)
    first = dict(next(table for table in finals(cluster) if table.phase is Phase.OPENING).shares)[seat]
    lose_disk(cluster, 1)
    assert cluster.run_until(lambda now: finals(now)[0].deals == 2, SEATING_LIMIT_US)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    assert all(dict(table.shares)[seat] != first for table in finals(cluster))
    assert all(table.number == 1 for table in finals(cluster))
    expect(cluster, Phase.FINISHED, ROUND_LIMIT_US)
