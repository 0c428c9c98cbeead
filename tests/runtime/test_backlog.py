"""What waits on all links together is bounded, and who most waits for loses its link."""

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2p_ligretto.replication.log import MAX_LOG_BYTES
from p2p_ligretto.runtime import backlog as backlog_module
from p2p_ligretto.runtime import link
from p2p_ligretto.runtime.backlog import MAX_BACKLOG_BYTES, Backlog
from p2p_ligretto.runtime.metering import MAX_WAITING_BYTES, READING_RATE, SENDING_RATE, Meter
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Address, KnownPeer, Peers, Ping
from tests.runtime.links import LIMIT_S, linked, transport

SECOND_US = 1_000_000


class Line:
    """A link that nobody reads at the other end."""

    def __init__(self, backlog: Backlog, *, of_table: bool = False) -> None:
        self.waiting_bytes = 0
        self.of_table = of_table
        self.overflowed = False
        self._backlog = backlog

    def put(self, size: int) -> None:
        self.waiting_bytes += size
        self._backlog.grown(self, size)

    def taken(self, size: int) -> None:
        self.waiting_bytes -= size
        self._backlog.shrunk(self, size)

    def overflow(self) -> None:
        self.overflowed = True
        self.taken(self.waiting_bytes)


def test_a_whole_log_finds_room_on_one_link_and_on_two_at_once() -> None:
    assert MAX_LOG_BYTES < MAX_WAITING_BYTES
    assert 2 * MAX_WAITING_BYTES <= MAX_BACKLOG_BYTES
    assert SENDING_RATE.bytes_at_once >= MAX_LOG_BYTES


def test_the_link_that_most_waits_for_is_the_one_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog_module, "MAX_BACKLOG_BYTES", 1_000)
    backlog = Backlog()
    lines = [Line(backlog) for _ in range(3)]
    for line, size in zip(lines, (300, 600, 100), strict=True):
        line.put(size)
    assert backlog.total_bytes == 1_000
    lines[2].put(1)
    assert [line.overflowed for line in lines] == [False, True, False]
    assert backlog.total_bytes == 401


@pytest.mark.parametrize(
    ("of_table", "strangers", "goes"),
    [
        (600, (250, 151), 0),
        (400, (150, 451), 2),
        (450, (151, 150, 250), 3),
        (450, (290, 270), 1),
        (500, (501,), 1),
    ],
)
def test_strangers_cost_none_of_the_table_its_link(
    monkeypatch: pytest.MonkeyPatch, of_table: int, strangers: tuple[int, ...], goes: int
) -> None:
    monkeypatch.setattr(backlog_module, "MAX_BACKLOG_BYTES", 1_000)
    backlog = Backlog()
    lines = [Line(backlog, of_table=True), *(Line(backlog) for _ in strangers)]
    for line, size in zip(lines, (of_table, *strangers), strict=True):
        line.put(size)
    assert [number for number, line in enumerate(lines) if line.overflowed] == [goes]


def test_what_was_taken_counts_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog_module, "MAX_BACKLOG_BYTES", 1_000)
    backlog = Backlog()
    one, other = Line(backlog), Line(backlog)
    for _ in range(50):
        one.put(900)
        one.taken(900)
    other.put(1_000)
    assert not one.overflowed
    assert not other.overflowed


async def test_of_links_that_do_not_read_only_some_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog_module, "MAX_BACKLOG_BYTES", 200_000)
    long = Peers(tuple(KnownPeer(bytes([number]) * 16, (Address("127.0.0.1", 1),) * 16) for number in range(30)))
    async with transport(1) as (one, at_one):
        streams = [await linked(one, number) for number in (2, 3, 4)]
        await at_one.until(lambda: len(at_one.ups) == 3)
        deaf, reader = (1, 2), 3
        while len(at_one.downs) < 2:
            one.send(deaf, *(long,) * 20)
            await trio.lowlevel.checkpoint()
        assert {reason for _link, reason in at_one.downs} == {"it does not take what is sent to it"}
        assert one._backlog.total_bytes == 0
        await streams[2].send_all(b"\x00\x00\x00\x07\x92\xa4ping\x05")
        await at_one.until(lambda: at_one.messages)
        assert at_one.messages == [(reader, Ping(5))]
        for stream in streams:
            await trio.aclose_forcefully(stream)


async def test_who_does_not_take_what_it_asks_for_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "MAX_UNTAKEN_BYTES", 100_000)
    long = Peers(tuple(KnownPeer(bytes([number]) * 16, (Address("127.0.0.1", 1),) * 16) for number in range(30)))
    async with transport(1) as (one, at_one):
        at_one.on_message = lambda number, _message: one.send((number,), *(long,) * 20)
        stream = await linked(one, 2)
        await at_one.until(lambda: at_one.ups)
        await stream.send_all(encode(Ping(1)) * 4_000)
        await wait_all_tasks_blocked(0.05)
        heard = len(at_one.messages)
        assert heard < 1_000
        assert one._backlog.total_bytes < 100_000 + 17 * 20 * len(encode(long))
        with trio.fail_after(LIMIT_S):
            while len(at_one.messages) <= heard:
                await stream.receive_some(65_536)
        assert at_one.downs == []
        await trio.aclose_forcefully(stream)


# ---- how fast is read


def test_who_plays_is_never_waited_for() -> None:
    meter = Meter(0)
    for number in range(10_000):
        assert meter.read(number * SECOND_US // 1_000, 300, 1) == 0
        meter.sent(number * SECOND_US // 1_000, 2_000)


def test_who_has_logs_handed_over_again_and_again_is_read_slowly() -> None:
    meter = Meter(0)
    meter.sent(0, MAX_LOG_BYTES)
    assert meter.read(0, 10, 1) == 0
    meter.sent(0, MAX_LOG_BYTES)
    assert meter.read(0, 10, 1) > 10 * SECOND_US


def test_bytes_that_bring_no_message_count() -> None:
    meter = Meter(0)
    assert meter.read(0, READING_RATE.bytes_at_once + READING_RATE.payload_bytes, 0) == SECOND_US
