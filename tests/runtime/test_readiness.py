import pytest
from msgspec.structs import replace

from p2p_ligretto.node.readiness import BY_HAND, Readiness, bot, host_with_seats, wants_ready
from p2p_ligretto.node.table import Phase, Seat
from tests.speech.samples import table_of


@pytest.mark.parametrize(
    ("readiness", "phase", "wants"),
    [
        (BY_HAND, Phase.LOBBY, False),
        (BY_HAND, Phase.BETWEEN, False),
        (bot(), Phase.LOBBY, True),
        (bot(), Phase.BETWEEN, True),
        (bot(), Phase.FINISHED, False),
        (bot(rematch=True), Phase.FINISHED, False),
        (bot(), Phase.PLAYING, False),
        (bot(seats=4), Phase.LOBBY, False),
        (bot(seats=4), Phase.BETWEEN, True),
        (bot(seats=3), Phase.LOBBY, True),
        (host_with_seats(3), Phase.LOBBY, True),
        (host_with_seats(4), Phase.LOBBY, False),
        (host_with_seats(3), Phase.BETWEEN, False),
    ],
)
def test_who_gets_ready_when(readiness: Readiness, phase: Phase, wants: bool) -> None:
    assert wants_ready(readiness, table_of("Ada Bea Cas", phase=phase), 0) is wants


def test_a_bot_follows_who_wants_a_rematch() -> None:
    asked = table_of("Ada Bea Cas", phase=Phase.FINISHED, ready=frozenset({1}))
    assert wants_ready(bot(rematch=True), asked, 0)
    assert not wants_ready(bot(), asked, 0)


def test_once_is_enough() -> None:
    assert not wants_ready(bot(), table_of(phase=Phase.LOBBY, ready=frozenset({0})), 0)


def test_who_has_left_takes_no_seat() -> None:
    table = table_of("Ada Bea Cas", phase=Phase.LOBBY)
    gone = replace(table, seats=(*table.seats[:2], Seat(b"x" * 16, "Cas", present=False)))
    assert wants_ready(host_with_seats(3), table, 0)
    assert not wants_ready(host_with_seats(3), gone, 0)
