"""A member whose sockets are closed: it is suspected soon after the last one has said that it does not hear it."""

from p2p_ligretto.node.hearing import CLOSED_US, Hearing
from p2p_ligretto.replication.views import Member, View

OWN, OTHER, THIRD, GONE = (bytes([number]) * 16 for number in range(4))
VIEW = View(bytes(16), 1, tuple(Member(peer, bytes(8), bytes(8)) for peer in (OWN, OTHER, THIRD, GONE)))
ALL, WITHOUT_GONE = 0b1111, 0b0111


def test_who_is_heard_by_nobody_is_suspected_when_the_last_has_said_so() -> None:
    hearing = Hearing(OWN, VIEW, 0)
    linked = frozenset({OTHER, THIRD, GONE})
    for peer in sorted(linked):
        hearing.beat(peer, ALL, 1000, direct=True)
    hearing.look(linked, 1000)
    linked -= {GONE}
    hearing.look(linked, 2000)
    hearing.beat(OTHER, WITHOUT_GONE, 3000, direct=True)
    hearing.look(linked, 3000)
    assert hearing.wake_at > 3000 + CLOSED_US, "the third one still hears it"
    hearing.beat(THIRD, WITHOUT_GONE, 4000, direct=True)
    hearing.look(linked, 4000)
    assert hearing.wake_at == 4000 + CLOSED_US
    hearing.look(linked, 4000 + CLOSED_US)
    assert hearing.suspects == {GONE}
