"""The independent replay accepts what the rules made, and finds every corruption of it."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.game.options import Options
from tests.random_match import ALL_OPTIONS, Writer, dumps
from tests.replay import check_record, check_text


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(ALL_OPTIONS), st.integers(2, 12), st.booleans())
def test_what_the_rules_made_is_accepted(seed, options, seats, agreed):
    check_text(Writer(seed, options, seats, agreed=agreed).text())


@pytest.fixture(scope="module")
def record() -> list[dict]:
    """Two rounds of five players in which everything happens."""
    return Writer(1, Options(rounds=2, penalty="stack_to_hand", row_storage="descending"), 5).lines


def test_everything_happens_in_it(record):
    summary = check_record(map(dumps, record))
    assert {"beaten", "follows", "over", "paused", "wrong", "illegal", "accepted"} <= summary.keys()
    assert {"present", "absent", "pause", "resume"} <= summary.keys()
    assert summary["round"] == 2


def places(record, **wanted) -> list[int]:
    return [
        number for number, line in enumerate(record) if all(line.get(key) == value for key, value in wanted.items())
    ]


def change(record, number: int, /, **values) -> tuple[list[str], int]:
    """The record with values of one line changed, in their places; and the number of the line, from 1."""
    lines = [*record]
    lines[number] = {**record[number], **values}
    return list(map(dumps, lines)), number + 1


def without_by(line: dict) -> dict:
    return {key: value for key, value in line.items() if key not in ("reason", "by")}


def replace_line(record, number: int, line: dict) -> tuple[list[str], int]:
    return [*map(dumps, record[:number]), dumps(line), *map(dumps, record[number + 1 :])], number + 1


def corrupt_moves(record):
    beaten = places(record, reason="beaten")[0]
    plays = places(record, type="play", accepted=True)
    over = places(record, reason="over")[0]
    turn = places(record, type="turn", accepted=True)[3]
    shown = record[turn]["exposes"]
    first_top = record[1]["dealt"][record[turn]["seat"]]["row"][0]
    pile = record[plays[3]]["pile"]
    other_pile = ("Y" if pile[0] != "Y" else "R") + pile[1:]
    by = record[beaten]["by"]
    yield "beaten called accepted", replace_line(record, beaten, without_by({**record[beaten], "accepted": True}))
    yield "wrong margin", change(record, beaten, by={**by, "margin_us": by["margin_us"] + 1})
    yield "wrong winner of a race", change(record, beaten, by={**by, "seat": (by["seat"] + 1) % 5})
    yield "another reason", replace_line(record, beaten, {**without_by(record[beaten]), "reason": "follows"})
    yield "an accepted move called beaten", change(record, plays[3], accepted=False, reason="beaten", by=by)
    yield "another pile", change(record, plays[3], pile=other_pile)
    yield "another height", change(record, plays[3], height=record[plays[3]]["height"] % 10 + 1)
    yield "a card turned that lay in the row", change(record, turn, exposes=[first_top, *shown[1:]])
    yield "one card turned twice", change(record, turn, exposes=[shown[0], *shown[:-1]])
    yield "one card less turned", change(record, turn, exposes=shown[:-1])
    yield "another hand", change(record, turn, hand=record[turn]["hand"] - 1)
    yield "reshuffled without taking up", change(record, turn, reshuffled=not record[turn]["reshuffled"])
    yield "time goes back", change(record, turn, time=record[turn - 1]["time"] - 1)
    yield "a seq twice", change(record, plays[-1], seq=1)
    yield "another seat", change(record, plays[3], seat=(record[plays[3]]["seat"] + 1) % 5)
    yield "over called accepted", replace_line(record, over, without_by({**record[over], "accepted": True}))
    yield "keys in another order", replace_line(record, plays[3], dict(sorted(record[plays[3]].items())))
    yield "one key more", change(record, plays[3], comment="")
    yield "true for a number", change(record, plays[3], seq=True)
    yield "a kind that there isn't", change(record, plays[3], kind="note")
    members = places(record, kind="present")
    paused, resume = places(record, reason="paused")[0], places(record, kind="resume")[0]
    absent = places(record, kind="absent")[0]
    yield (
        "a move in a pause called accepted",
        replace_line(record, paused, without_by({**record[paused], "accepted": True})),
    )
    again = {**record[resume], "kind": "pause", "time": record[resume - 1]["time"]}
    yield "a pause in a pause", replace_line(record, resume, again)
    yield "play goes on before the pause", change(record, resume, time=0)
    yield "absent from a round that it is not in", change(record, absent, seats=[9])
    yield "no change of who is absent", change(record, absent, seats=[])
    yield "no change of members", change(record, members[-1], seats=record[members[-2]]["seats"])
    yield "a member without a seat", change(record, members[-1], seats=[0, 9])


def corrupt_results(record):
    score_line, result = places(record, kind="score")[0], places(record, kind="result")[0]
    dealt = record[1]["dealt"]
    yield "points", change(record, score_line, points=[9, *record[score_line]["points"][1:]])
    yield "centre", change(record, score_line, centre=[40, *record[score_line]["centre"][1:]])
    yield "left", change(record, score_line, left=[10, *record[score_line]["left"][1:]])
    yield "totals", change(record, score_line, totals=[99, *record[score_line]["totals"][1:]])
    yield "end", change(record, score_line, end="blocked")
    yield "who stopped", change(record, score_line, by=(record[score_line]["by"] + 1) % 5)
    yield "winner", change(record, result, winners=[*record[result]["winners"], 9])
    yield "result", change(record, result, totals=[77, *record[result]["totals"][1:]])
    yield "a row of four", change(record, 1, dealt=[{**dealt[0], "row": [*dealt[0]["row"], "R1"]}, *dealt[1:]])
    yield "a card twice", change(record, 1, dealt=[{**dealt[0], "stack_top": dealt[0]["row"][0]}, *dealt[1:]])
    yield "a hand of 26", change(record, 1, dealt=[{**dealt[0], "hand": 26}, *dealt[1:]])
    yield "round 3", change(record, 1, number=3)
    yield "format 2", change(record, 0, format=2)
    yield "an unknown option", change(record, 0, options={**record[0]["options"], "speed": 1})


def corrupt_form(record):
    lines = list(map(dumps, record))
    yield "a space", ([*lines[:2], lines[2].replace(":", ": ", 1), *lines[3:]], 3)
    yield "an escape", ([lines[0].replace("ë", "\\u00eb"), *lines[1:]], 1)
    yield "no JSON", ([*lines[:2], lines[2][:-1], *lines[3:]], 3)
    yield "no match line", (lines[1:], 1)
    yield "two match lines", ([lines[0], *lines], 2)
    yield "no result", (lines[:-1], len(lines))
    yield "something after the result", ([*lines, lines[2]], len(lines) + 1)
    yield "a round begins in a round", ([*lines[:4], lines[1], *lines[4:]], 5)


def test_every_corruption_is_found_at_its_line(record):
    found = [*corrupt_moves(record), *corrupt_results(record), *corrupt_form(record)]
    assert len(found) > 40
    for name, (lines, number) in found:
        with pytest.raises(AssertionError) as told:
            check_record(lines)
        assert str(told.value).startswith(f"line {number}: "), (name, str(told.value))


@pytest.mark.parametrize("kind", ["play", "fill", "turn", "store"])
def test_a_move_left_out_is_found_later(record, kind):
    """The line itself is gone, so what depends on it fails."""
    for number in places(record, type=kind, accepted=True)[:10]:
        with pytest.raises(AssertionError, match=r"^line \d+: "):
            check_record(map(dumps, [*record[:number], *record[number + 1 :]]))


def test_a_record_under_way_is_accepted_only_if_asked(record):
    lines = list(map(dumps, record[:40]))
    check_record(lines, unfinished=True)
    with pytest.raises(AssertionError, match="line 41: the result is missing"):
        check_record(lines)
    with pytest.raises(AssertionError, match="the last line has no end"):
        check_text("\n".join(map(dumps, record)))


HANDWRITTEN = """\
{"kind":"match","format":1,"id":"m","options":{"rounds":1,"target_score":null,"reshuffle":true,"row_storage":null,"call":"auto","one_hand":false,"penalty":null},"seats":[{"seat":0,"name":"Ada","peer":"0a"},{"seat":1,"name":"Bea","peer":"0b"}]}
{"kind":"round","number":1,"dealt":[{"seat":0,"row":["R1","G9","B7","Y8","Y6"],"stack_top":"R3","stack":10,"hand":25},{"seat":1,"row":["R2","G8","B9","Y9","Y7"],"stack_top":"R10","stack":10,"hand":25}]}
{"kind":"move","time":1000,"seat":0,"incarnation":"aa","seq":1,"type":"play","card":"R1","source":"row:0","pile":"R:0","height":1,"exposes":[],"accepted":true}
{"kind":"move","time":2000,"seat":1,"incarnation":"bb","seq":1,"type":"play","card":"R2","source":"row:0","pile":"R:0","height":2,"exposes":[],"accepted":true}
{"kind":"move","time":2000,"seat":0,"incarnation":"aa","seq":2,"type":"fill","card":"R3","slot":0,"exposes":["R2"],"accepted":true}
{"kind":"move","time":2500,"seat":0,"incarnation":"aa","seq":3,"type":"play","card":"R2","source":"stack","pile":"R:0","height":2,"exposes":["G1"],"accepted":false,"reason":"beaten","by":{"seat":1,"margin_us":500}}
{"kind":"move","time":2600,"seat":0,"incarnation":"aa","seq":4,"type":"play","card":"G1","source":"stack","pile":"G:0","height":1,"exposes":["G2"],"accepted":false,"reason":"follows"}
{"kind":"move","time":2700,"seat":0,"incarnation":"aa","seq":5,"type":"turn","hand":25,"taken":0,"exposes":["B1","B2","B3"],"reshuffled":false,"accepted":true}
{"kind":"present","time":2800,"seats":[0]}
{"kind":"present","time":2900,"seats":[0,1]}
{"kind":"pause","time":2900,"seat":1}
{"kind":"move","time":2950,"seat":1,"incarnation":"bb","seq":2,"type":"fill","card":"R10","slot":0,"exposes":["R1"],"accepted":false,"reason":"paused"}
{"kind":"resume","time":6000,"seat":0}
{"kind":"absent","time":3000,"seats":[1]}
{"kind":"absent","time":6000,"seats":[]}
{"kind":"move","time":6000,"seat":1,"incarnation":"bb","seq":3,"type":"fill","card":"R10","slot":0,"exposes":["R1"],"accepted":true}
{"kind":"agreed","time":6100,"seats":[0,1]}
{"kind":"move","time":6200,"seat":1,"incarnation":"bb","seq":4,"type":"play","card":"R1","source":"stack","pile":"R:1","height":1,"exposes":["G5"],"accepted":false,"reason":"over"}
{"kind":"score","number":1,"end":"agreed","centre":[1,1],"left":[9,9],"points":[-17,-17],"totals":[-17,-17]}
{"kind":"result","totals":[-17,-17],"winners":[0,1]}
"""


def test_a_record_written_by_hand():
    assert check_text(HANDWRITTEN)["move"] == 9


def test_from_the_command_line(tmp_path: Path, record):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("".join(dumps(line) + "\n" for line in record), encoding="utf-8")
    bad.write_text(HANDWRITTEN.replace('"height":2', '"height":3', 1), encoding="utf-8")
    script = Path(__file__).parent / "replay.py"

    def run(path: Path) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True, check=False)

    accepted, refused = run(good), run(bad)
    assert accepted.returncode == 0
    assert "2 round" in accepted.stdout
    assert refused.returncode == 1
    assert "line 4: " in refused.stderr
    assert "Traceback" not in refused.stderr
