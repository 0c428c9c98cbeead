"""The record of a match, line by line as docs/record.md has it, and the export made of it."""

import json

import pytest

from p2p_ligretto.game.cards import PileId, parse_card
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Play, Stop, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.record import begins_record, export_lines
from p2p_ligretto.node.table import ABSENT_US, Phase, match_id
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payloads import Agreed, Moved, Paused, Ready, SatOut, Seated, Voted
from tests.node.story import TABLE, Story, at, end_round, peer
from tests.replay import check_record

ID = match_id(TABLE, 1)
ADA, BEA, CAI = (peer(number).hex() for number in range(3))
MATCH = (
    f'{{"kind":"match","format":1,"id":"{ID}","options":{{"rounds":3,"target_score":null,"reshuffle":true,'
    '"row_storage":null,"call":"auto","one_hand":false,"penalty":null},"seats":['
    f'{{"seat":0,"name":"Ada","peer":"{ADA}"}},{{"seat":1,"name":"Bea","peer":"{BEA}"}}]}}'
)
ROUND = (
    '{"kind":"round","number":1,"dealt":['
    '{"seat":0,"row":["R1","R2","R3","R4","R5"],"stack_top":"R6","stack":10,"hand":25},'
    '{"seat":1,"row":["Y2","Y3","Y4","Y5","Y6"],"stack_top":"Y7","stack":10,"hand":25}]}'
)


def cards(*names: str) -> tuple:  # type: ignore[type-arg]
    return tuple(map(parse_card, names))


def last(story: Story) -> str:
    return story.lines[-1]


def test_a_match_begins_with_its_options_and_seats_and_each_round_with_its_cards() -> None:
    story = Story().playing()
    assert story.lines == [MATCH, ROUND]


def test_options_are_in_the_order_of_the_format() -> None:
    options = Options(
        rounds=50,
        target_score=99,
        reshuffle=False,
        row_storage="descending",
        call="manual",
        one_hand=True,
        penalty="stack_to_hand",
    )
    story = Story().sit(2, options).ready()
    assert (
        '"options":{"rounds":50,"target_score":99,"reshuffle":false,"row_storage":"descending",'
        '"call":"manual","one_hand":true,"penalty":"stack_to_hand"}' in last(story)
    )


def test_every_kind_of_move_has_its_fields_in_order() -> None:
    known = dict(zip((1, 2, 15, 16, 17), cards("G1", "G7", "B7", "Y1", "B1"), strict=True))
    story = Story(wanted={0: known}).playing(2, Options(row_storage="descending"))
    seq = story.seqs[0]

    def head(time: int) -> str:
        nonlocal seq
        seq += 1
        return f'{{"kind":"move","time":{time},"seat":0,"incarnation":"0000000000000000","seq":{seq},'

    story.move(0, Play(*cards("R1"), row(0), PileId("R", 0), 1), 5)
    assert last(story) == head(5) + (
        '"type":"play","card":"R1","source":"row:0","pile":"R:0","height":1,"exposes":[],"accepted":true}'
    )
    story.move(0, Fill(*cards("R6"), 0, cards("G1")), 10)
    assert last(story) == head(10) + '"type":"fill","card":"R6","slot":0,"exposes":["G1"],"accepted":true}'
    story.move(0, Turn(25, 0, cards("B7", "Y1", "B1")), 15)
    assert last(story) == head(15) + (
        '"type":"turn","hand":25,"taken":0,"exposes":["B7","Y1","B1"],"reshuffled":false,"accepted":true}'
    )
    story.move(0, Store(*cards("B1"), DISCARD, 1), 20)
    assert last(story) == head(20) + (
        '"type":"store","card":"B1","source":"discard","slot":1,"exposes":[],"accepted":true}'
    )
    story.move(0, Play(*cards("G1"), STACK, PileId("G", 0), 1, cards("G7")), 25)
    assert last(story) == head(25) + (
        '"type":"play","card":"G1","source":"stack","pile":"G:0","height":1,"exposes":["G7"],"accepted":true}'
    )
    story.move(0, Stop(), 30)
    assert last(story) == head(30) + '"type":"stop","accepted":false,"reason":"illegal"}'


def test_a_lost_race_says_who_was_first_and_by_how_much() -> None:
    story = Story(wanted={1: dict(zip((15, 16, 17), cards("R1", "R3", "R2"), strict=True))}).playing()
    story.move(0, Play(*cards("R1"), row(0), PileId("R", 0), 1))
    story.move(0, Play(*cards("R2"), row(1), PileId("R", 0), 2), 1_000)
    story.move(0, Play(*cards("R3"), row(2), PileId("R", 0), 3), 1_500)
    # Bea has no R2 to be beaten with: what counts is what the line says of one who is.
    story.move(1, Turn(25, 0, cards("R1", "R3", "R2")), 1_600)
    story.move(1, Play(*cards("R2"), DISCARD, PileId("R", 0), 2), 1_700)
    assert last(story).endswith(
        '"height":2,"exposes":[],"accepted":false,"reason":"beaten","by":{"seat":0,"margin_us":700}}'
    )
    story.move(1, Play(*cards("R2"), STACK, PileId("R", 0), 2), 1_800)
    assert last(story).endswith('"accepted":false,"reason":"follows"}')


@pytest.mark.parametrize("reshuffle", [True, False])
def test_a_turn_that_takes_up_the_discard_says_if_it_was_shuffled(reshuffle: bool) -> None:
    story = Story().playing(2, Options(reshuffle=reshuffle))
    story.move(0, Turn(0, 25, cards("B1")), 10)
    assert f'"hand":0,"taken":25,"exposes":["B1"],"reshuffled":{str(reshuffle).lower()}' in last(story)
    assert last(story).endswith('"accepted":false,"reason":"follows"}')


def test_moves_after_the_end_are_recorded_until_the_log_is_closed_and_others_never() -> None:
    story = Story().playing()
    end_round(story)
    story.move(1, Turn(25, 0, cards("B1", "B2", "B3")), 2_000_000)
    assert last(story).endswith('"accepted":false,"reason":"over"}')
    story.closed()
    before = list(story.lines)
    story.move(1, Turn(25, 0, cards("B1", "B2", "B3")), 3_000_000)
    story.say(1, Moved(2, from_move(Turn(25, 0))))
    assert story.lines == before


def test_a_round_ends_with_its_score_and_the_match_with_its_result() -> None:
    story = Story().playing(2, Options(rounds=2))
    end_round(story, by=1)
    story.closed()
    assert last(story) == (
        '{"kind":"score","number":1,"end":"stop","by":1,"centre":[0,10],"left":[10,0],"points":[-20,10],"totals":[-20,10]}'
    )
    story.next_round()
    end_round(story, by=1)
    story.closed()
    assert story.lines[-2:] == [
        '{"kind":"score","number":2,"end":"stop","by":1,"centre":[0,10],"left":[10,0],"points":[-20,10],"totals":[-40,20]}',
        '{"kind":"result","totals":[-40,20],"winners":[1]}',
    ]


def test_a_round_that_nobody_stopped_has_no_by() -> None:
    story = Story().playing()
    story.view(0, 1, 2)
    story.view(2)
    assert story.lines[-2:] == [
        '{"kind":"present","time":0,"seats":[]}',
        '{"kind":"score","number":1,"end":"blocked","centre":[0,0],"left":[10,10],"points":[-20,-20],"totals":[-20,-20]}',
    ]


def test_who_comes_and_goes_while_the_match_runs_is_recorded_with_the_time() -> None:
    story = Story().playing(3)
    story.move(0, Turn(26, 0, cards("B1", "B2", "B3")), 1_234)
    story.view(0, 2)
    assert last(story) == '{"kind":"present","time":1234,"seats":[0,2]}'
    story.view(0, 1, 2)
    assert last(story) == '{"kind":"present","time":1234,"seats":[0,1,2]}'
    before = list(story.lines)
    story.view(0, 1, 2, 3)
    assert story.lines == before, "who has no seat changes nothing that is recorded"


def test_nothing_is_recorded_before_and_after_a_match() -> None:
    story = Story().sit(3)
    story.view(0, 1)
    assert story.lines == []
    story = at(Phase.FINISHED)
    before = list(story.lines)
    story.view(0)
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"))
    assert story.lines == before


def test_who_sits_down_late_is_in_the_export_from_the_first_line_on() -> None:
    story = Story().playing(2, Options(rounds=2))
    end_round(story)
    story.closed()
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"))
    assert story.lines[-2:] == [
        f'{{"kind":"seat","seat":2,"name":"Cai","peer":"{CAI}"}}',
        f'{{"kind":"present","time":{story.table.latest_us - story.table.started_us},"seats":[0,1,2]}}',
    ]
    story.next_round()
    end_round(story)
    story.closed()
    exported = export_lines(story.lines)
    assert f'{{"seat":1,"name":"Bea","peer":"{BEA}"}},{{"seat":2,"name":"Cai","peer":"{CAI}"}}]}}' in exported[0]
    assert not any('"kind":"seat"' in line for line in exported)
    scores = [line for line in exported if '"kind":"score"' in line]
    assert scores[0].endswith('"centre":[10,0,null],"left":[0,10,null],"points":[10,-20,null],"totals":[10,-20,null]}')
    assert scores[1].endswith('"totals":[20,-40,-20]}')
    assert exported[-1] == '{"kind":"result","totals":[20,-40,-20],"winners":[0]}'


def test_who_sat_out_a_round_has_nothing_in_its_score() -> None:
    story = Story().playing(3, Options(rounds=2))
    end_round(story)
    story.closed()
    story.view(0, 1)
    story.next_round()
    end_round(story)
    story.closed()
    assert story.lines[-2] == (
        '{"kind":"score","number":2,"end":"stop","by":0,"centre":[10,0,null],"left":[0,10,null],'
        '"points":[10,-20,null],"totals":[20,-40,null]}'
    )
    assert story.lines[-1] == '{"kind":"result","totals":[20,-40,-20],"winners":[0]}'


def test_a_name_is_written_as_it_is_and_one_that_comes_back_with_another_adds_no_seat() -> None:
    story = Story().playing()
    before = list(story.lines)
    story.say(1, Seated("Bé🂡"))
    assert story.lines == before
    end_round(story)
    story.closed()
    story.table = at(Phase.FINISHED).table
    story.say(1, Seated("Bé🂡"))
    story.say(0, Ready(True))
    story.say(1, Ready(True))
    assert '"name":"Bé🂡"' in last(story)
    assert f'"id":"{match_id(TABLE, 2)}"' in last(story)


def test_a_deal_that_is_off_begins_the_record_anew_with_the_next_one() -> None:
    story = Story().sit(2).ready()
    assert begins_record(story.lines)
    story.view(0)
    story.view(0, 1)
    del story.lines[:]
    story.ready()
    assert begins_record(story.lines)
    assert not begins_record(story.committed().revealed().opened().lines[1:])
    assert not begins_record(())


@pytest.mark.parametrize("odd", [[], ['{"kind":"round"}'], ["[]"], ["no json"], [MATCH, "{}"], [MATCH, "[]"]])
def test_what_is_no_record_has_no_export(odd: list[str]) -> None:
    with pytest.raises(ValueError):
        export_lines(odd)


def test_lines_have_no_spaces_and_parse() -> None:
    for line in at(Phase.FINISHED, 3).lines:
        assert line == json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":"))


# ---- what seats decide together


def since_start(story: Story) -> int:
    return story.table.latest_us - story.table.started_us


def check(story: Story) -> None:
    check_record(export_lines(story.lines), unfinished=True)


def test_a_pause_and_its_end_say_who_wanted_them_and_when_moves_are_legal_again() -> None:
    story = at(Phase.PLAYING)
    story.turn(0, 1_000_000)
    story.say(1, Paused(1, True), story.table.started_us + 2_000_000)
    assert last(story) == '{"kind":"pause","time":2000000,"seat":1}'
    assert story.turn(0, 3_000_000) is not None
    assert last(story).endswith('"accepted":false,"reason":"paused"}')
    story.say(0, Paused(1, False), story.table.started_us + 4_000_000)
    assert last(story) == '{"kind":"resume","time":7000000,"seat":0}'
    story.turn(0, 6_999_999)
    assert last(story).endswith('"accepted":false,"reason":"paused"}')
    story.turn(0, 7_000_000)
    assert last(story).endswith('"accepted":true}')
    check(story)


def test_a_pause_in_the_countdown_is_at_the_start() -> None:
    story = at(Phase.PLAYING)
    story.say(1, Paused(1, True), story.table.started_us - 2_000_000)
    story.say(1, Paused(1, False), story.table.started_us - 1_000_000)
    assert story.lines[-2:] == ['{"kind":"pause","time":0,"seat":1}', '{"kind":"resume","time":2000000,"seat":1}']
    story.turn(0, 2_000_000)
    check(story)


def test_a_pause_or_an_agreement_that_the_log_refuses_leaves_nothing_behind() -> None:
    story = at(Phase.PLAYING)
    story.say(0, Paused(1, False))
    story.say(0, Agreed(2, True))
    story.say(0, Agreed(1, True))
    story.say(0, Voted("kick", 1, True))
    assert story.lines[1:] == [ROUND]


def test_an_agreed_end_names_who_agreed() -> None:
    story = at(Phase.PLAYING, 3)
    story.turn(0, 1_000_000)
    for seat in (1, 2, 0):
        story.say(seat, Agreed(1, True))
    assert last(story) == f'{{"kind":"agreed","time":{since_start(story)},"seats":[0,1,2]}}'
    story.turn(1, 2_000_000)
    assert last(story).endswith('"reason":"over"}')
    story.closed()
    assert last(story).startswith('{"kind":"score","number":1,"end":"agreed","centre":[0,0,0],"left":[10,10,10]')
    check(story)


def test_an_end_that_is_agreed_because_somebody_left_comes_after_that() -> None:
    story = at(Phase.PLAYING, 3)
    story.turn(0, 1_000_000)
    story.say(0, Agreed(1, True))
    story.say(1, Agreed(1, True))
    story.view(0, 1)
    time = since_start(story)
    assert story.lines[-2:] == [
        f'{{"kind":"present","time":{time},"seats":[0,1]}}',
        f'{{"kind":"agreed","time":{time},"seats":[0,1]}}',
    ]
    story.closed()
    check(story)


def test_who_counts_as_absent_stands_there_whenever_it_changes_and_before_the_move_that_brings_back() -> None:
    story = at(Phase.PLAYING, 4)
    story.say(3, SatOut(1), story.table.started_us + 1)
    assert last(story) == '{"kind":"absent","time":1,"seats":[3]}'
    story.time = story.table.started_us + ABSENT_US
    for voter in (0, 1, 3):
        story.say(voter, Voted("absent", 2, True))
    assert last(story) == f'{{"kind":"absent","time":{since_start(story)},"seats":[2,3]}}'
    story.turn(2, 2 * ABSENT_US)
    assert story.lines[-2] == f'{{"kind":"absent","time":{since_start(story)},"seats":[3]}}'
    assert last(story).endswith('"accepted":true}')
    for voter in (0, 2, 3):
        story.say(voter, Voted("kick", 1, True))
    assert last(story) == f'{{"kind":"absent","time":{since_start(story)},"seats":[1,3]}}'
    story.view(0, 2, 3)
    assert last(story) == f'{{"kind":"present","time":{since_start(story)},"seats":[0,2,3]}}'
    for seat in (0, 2):
        story.say(seat, Agreed(1, True))
    assert last(story) == f'{{"kind":"agreed","time":{since_start(story)},"seats":[0,2]}}'
    story.closed().ready()
    check(story)


def test_a_vote_that_a_view_carries_stands_behind_it() -> None:
    story = at(Phase.PLAYING, 4)
    story.time = story.table.started_us + ABSENT_US
    for voter in (0, 1):
        story.say(voter, Voted("absent", 2, True))
    story.view(0, 1, 2)
    time = since_start(story)
    assert story.lines[-2:] == [
        f'{{"kind":"present","time":{time},"seats":[0,1,2]}}',
        f'{{"kind":"absent","time":{time},"seats":[2]}}',
    ]
    check(story)


def test_the_next_round_begins_with_nobody_absent() -> None:
    story = at(Phase.PLAYING, 3)
    story.say(2, SatOut(1), story.table.started_us + 1)
    end_round(story)
    story.closed()
    before = len(story.lines)
    story.next_round()
    assert [line for line in story.lines[before:] if "absent" in line] == []


def test_what_a_kicked_seat_goes_on_saying_is_neither_recorded_nor_told() -> None:
    story = at(Phase.PLAYING, 3)
    for voter in (0, 1):
        story.say(voter, Voted("kick", 2, True), story.table.started_us + 1 + voter)
    lines, notices = list(story.lines), list(story.notices)
    story.turn(2, 5)
    story.say(2, Agreed(1, True))
    assert (story.lines, story.notices) == (lines, notices)
