"""What a person at seat 0 is told when events and views are final."""

from p2p_ligretto.game.cards import PileId, parse_card
from p2p_ligretto.game.moves import DISCARD, Play, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.table import COUNTDOWN_US
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payloads import Moved, Ready, Seated
from tests.node.story import Story, end_round

R1, R2, R3 = (parse_card(name) for name in ("R1", "R2", "R3"))


def since(story: Story, count: int) -> list[told.Notice]:
    return story.notices[count:]


def test_seats_and_readiness() -> None:
    story = Story().sit(2)
    assert story.notices == [told.SeatTaken(0, "Ada", True), told.SeatTaken(1, "Bea", False)]
    story.say(1, Seated("Beatrix"))
    assert len(story.notices) == 2, "a new name for an old seat is no news"
    story.say(0, Ready(True))
    story.say(0, Ready(False))
    assert since(story, 2) == [told.ReadyChanged(0, True), told.ReadyChanged(0, False)]
    story.say(7, Ready(True))
    assert len(story.notices) == 4


def test_a_deal_and_the_countdown() -> None:
    story = Story().sit(2)
    before = len(story.notices)
    story.ready().committed().revealed().opened()
    assert since(story, before) == [
        told.ReadyChanged(0, True),
        told.ReadyChanged(1, True),
        told.Dealing(1),
        told.RoundStarts(1, COUNTDOWN_US),
    ]


def test_moves_that_were_accepted_and_races_that_were_lost() -> None:
    story = Story(wanted={1: {15: R1, 16: R3, 17: R2}}).playing()
    before = len(story.notices)
    lay = Play(R1, row(0), PileId("R", 0), 1)
    turn = Turn(25, 0, (R1, R3, R2))
    late = Play(R2, DISCARD, PileId("R", 0), 2)
    story.move(0, lay)
    story.move(0, Play(R2, row(1), PileId("R", 0), 2), 1_000)
    story.move(1, turn, 1_100)
    story.move(1, late, 1_500)
    told_of = since(story, before)
    assert told_of[0] == told.Moved(0, lay)
    assert told_of[2] == told.Moved(1, turn)
    assert told_of[3] == told.MoveRejected(1, late, "beaten", 0, 500)


def test_a_move_before_any_round_is_nothing_to_tell() -> None:
    story = Story().sit(2)
    before = len(story.notices)
    story.say(0, Moved(1, from_move(Turn(25, 0))))
    assert since(story, before) == []


def test_the_end_the_score_and_the_result() -> None:
    story = Story().playing(2, Options(rounds=1))
    before = len(story.notices)
    end_round(story, by=1)
    assert since(story, before)[1:] == [told.RoundEnded(1, "stop", 1)]
    story.closed()
    assert since(story, before)[2:] == [
        told.RoundScored(1, (0, 10), (10, 0), (-20, 10), (-20, 10)),
        told.MatchEnded((-20, 10), (1,)),
    ]


def test_who_leaves_and_who_is_back() -> None:
    story = Story().playing(3)
    before = len(story.notices)
    story.view(0, 2)
    story.view(0, 1, 2)
    story.view(1, 2)
    assert since(story, before) == [told.SeatLeft(1), told.SeatBack(1)], "one's own leaving is told by Left"


def test_a_round_that_ends_because_all_its_players_left_is_told_like_any_other() -> None:
    story = Story().playing(2)
    story.view(0, 1, 2)
    before = len(story.notices)
    story.view(2)
    assert since(story, before) == [
        told.SeatLeft(1),
        told.RoundEnded(1, "blocked", None),
        told.RoundScored(1, (0, 0), (10, 10), (-20, -20), (-20, -20)),
    ]
