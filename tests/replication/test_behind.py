"""Who was away while others went on is told all that it missed, one view after the other without a pause."""

import pytest

from p2p_ligretto.replication.messages import Commit, Resume
from tests.replication.machines import Room
from tests.replication.mesh import member

ADA, BEA, CAI, DOV = (member(number) for number in range(4))


def away_for(views: int) -> Room:
    """Cai is cut off while Dov comes and goes."""
    room = Room(3)
    room.cut_off, room.suspects = {CAI.peer}, {CAI.peer}
    room.run()
    for _ in range(views - 1):
        room.wait(1_000_000)
        if room[ADA].log.view.member(BEA.peer) is None:
            room.suspects, room.cut_off = {CAI.peer}, {CAI.peer}
            room.want(BEA)
        else:
            room.suspects, room.cut_off = {CAI.peer, BEA.peer}, {CAI.peer, BEA.peer}
        room.run()
    room.cut_off, room.suspects = set(), set()
    return room


@pytest.mark.parametrize("views", [1, 2, 5, 12])
def test_one_word_of_the_old_view_is_enough_to_learn_of_all(views: int) -> None:
    room = away_for(views)
    assert room[ADA].log.view.number == views
    assert room[CAI].log.view.number == 0
    room.post(CAI.peer, ADA.peer, Resume(room[CAI].log.table, 0, (0, 0, 0)))
    room.run()
    assert room[CAI].log.view.number == room[ADA].log.view.number == views
    assert room[CAI].log.closed == room[ADA].log.closed
    assert room[CAI].running.mute


def test_who_had_its_part_in_a_decision_asks_nothing_more() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run()
    assert any(isinstance(message, Commit) for _, _, message in room.told)
    assert not any(isinstance(message, Resume) for _, _, message in room.told)
