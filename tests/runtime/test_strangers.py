"""However many hosts strangers come from, together they have what one may have, and who says little waits little."""

from collections.abc import Callable

import pytest

from p2p_ligretto.runtime.metering import READING_RATE, SENDING_RATE
from p2p_ligretto.runtime.strangers import Share, Strangers

SECOND_US = 1_000_000
BREATH = 16
"""Frames that are taken in at a time."""


class Reader:
    """A link of a stranger that says, or asks for, as much as it may."""

    def __init__(self, share: Share, frames: int, size: int, answer: int = 0) -> None:
        self.share = share
        self.frames, self.size, self.answer = frames, size, answer
        self.next_us = 0
        self.taken = 0
        self._has_read = False

    def act(self) -> None:
        """Read, and wait; then take it in, and answer it."""
        if self._has_read:
            self.taken += 1
            if self.answer:
                self.share.sent(self.next_us, self.answer)
            self.next_us += 10
        else:
            self.next_us += self.share.read(self.next_us, self.size, self.frames)
        self._has_read = not self._has_read


def flooded(hosts: int, links: int, make: Callable[[Share], Reader], until_us: int) -> tuple[Strangers, list[Reader]]:
    """So many hosts with so many links each act until then."""
    strangers = Strangers()
    shares = [Share(strangers, 0) for _ in range(hosts)]
    readers = [make(share) for share in shares for _ in range(links)]
    while (reader := min(readers, key=lambda each: each.next_us)).next_us < until_us:
        reader.act()
    return strangers, readers


@pytest.mark.parametrize(("hosts", "links"), [(1, 1), (1, 32), (2, 32), (8, 8), (62, 1)])
def test_all_together_are_read_no_faster_than_one_host(hosts: int, links: int) -> None:
    seconds = 30
    _, readers = flooded(hosts, links, lambda share: Reader(share, BREATH, 200), seconds * SECOND_US)
    frames = BREATH * sum(reader.taken for reader in readers)
    allowed = READING_RATE.frames_at_once + seconds * READING_RATE.frames
    assert frames <= allowed + 2 * BREATH * len(readers)
    assert frames >= 0.9 * allowed, "what is there is used"


@pytest.mark.parametrize(("hosts", "links"), [(2, 32), (8, 8), (62, 1)])
def test_all_together_are_sent_no_more_than_one_host(hosts: int, links: int) -> None:
    seconds, answer = 60, 400_000
    _, readers = flooded(hosts, links, lambda share: Reader(share, 1, 20, answer), seconds * SECOND_US)
    sent = answer * sum(reader.taken for reader in readers)
    allowed = SENDING_RATE.bytes_at_once + seconds * SENDING_RATE.payload_bytes
    assert sent <= allowed + 2 * answer * len(readers)


@pytest.mark.parametrize("hosts", [1, 4, 61])
def test_a_newcomer_that_says_little_waits_little(hosts: int) -> None:
    strangers, readers = flooded(hosts, 64 // hosts, lambda share: Reader(share, BREATH, 65_000), 20 * SECOND_US)
    newcomer = Share(strangers, 20 * SECOND_US)
    waits = []
    for step in range(20):
        now_us = 20 * SECOND_US + step * 50_000
        waits.append(newcomer.read(now_us, 40, 1))
        newcomer.sent(now_us, 200)
    assert max(waits) <= (hosts + 1) * SECOND_US // READING_RATE.frames + (hosts + 1) * 50
    # And who floods waits longer.
    assert min(reader.share.read(20 * SECOND_US, 0, 0) for reader in readers[:1]) > max(waits)


def test_a_newcomer_gets_a_log_and_is_still_heard() -> None:
    strangers, _ = flooded(60, 1, lambda share: Reader(share, BREATH, 200, 100_000), 60 * SECOND_US)
    newcomer = Share(strangers, 60 * SECOND_US)
    newcomer.sent(60 * SECOND_US, 100_000)
    assert newcomer.read(60 * SECOND_US, 40, 1) < 2 * SECOND_US


def test_each_has_an_equal_part() -> None:
    _, readers = flooded(6, 1, lambda share: Reader(share, BREATH, 200), 30 * SECOND_US)
    taken = [reader.taken for reader in readers]
    assert max(taken) < 1.1 * min(taken)


def test_who_rests_has_a_clean_slate() -> None:
    strangers, readers = flooded(4, 2, lambda share: Reader(share, BREATH, 200), 10 * SECOND_US)
    assert not any(reader.share.is_rested(10 * SECOND_US) for reader in readers)
    assert all(reader.share.is_rested(60 * SECOND_US) for reader in readers)
    assert Share(strangers, 60 * SECOND_US).read(60 * SECOND_US, 65_000, BREATH) == 0


def test_where_nobody_floods_nobody_waits() -> None:
    strangers = Strangers()
    shares = [Share(strangers, 0) for _ in range(60)]
    for second in range(60):
        for share in shares:
            assert share.read(second * SECOND_US, 500, 10) == 0
            share.sent(second * SECOND_US, 20_000)
