"""What a record comes to, whole and damaged."""

from typing import Any

import pytest

from p2p_ligretto.history.lines import FORMAT
from p2p_ligretto.history.reading import read_match
from p2p_ligretto.history.summary import LostRace, MatchSummary, RoundSummary, Score, Sitter
from p2p_ligretto.node.record import FORMAT as WRITTEN_FORMAT
from tests.history.samples import ADA, BEA, CEM, ONE_ROUND, TWO_ROUNDS, beaten, match_line, move, result, score, text

ROUND = {"kind": "round", "number": 1, "dealt": []}
START = [match_line(("Ada", ADA), ("Bea", BEA)), ROUND]


def read(content: str | bytes) -> MatchSummary:
    return read_match((content if isinstance(content, bytes) else content.encode()).splitlines(keepends=True))


def test_a_match_with_all_that_it_came_to() -> None:
    assert read(text(ONE_ROUND)) == MatchSummary(
        sitters=(Sitter(0, "Ada", ADA, 20, won=True), Sitter(1, "Bea", BEA, 8)),
        rounds=(
            RoundSummary(1, "stop", 0, 60_000_000, (Score(0, 20, 0, 20), Score(1, 8, 0, 8)), (LostRace(0, 1, 1_000),)),
        ),
        finished=True,
        rounds_planned=1,
    )


def test_the_format_that_is_written_is_the_one_that_is_read() -> None:
    assert FORMAT == WRITTEN_FORMAT


@pytest.mark.parametrize(
    ("lines", "duration_us"),
    [
        ([move(5_000_000, 0)], 5_000_000),
        ([move(5_000_000, 0), move(9_000_000, 1, accepted=False, reason="over")], 5_000_000),
        ([move(5_000_000, 0), {"kind": "agreed", "time": 7_000_000, "seats": [0]}], 7_000_000),
        (
            [
                {"kind": "pause", "time": 1_000_000, "seat": 0},
                {"kind": "resume", "time": 4_000_000},
                move(5_000_000, 0),
            ],
            2_000_000,
        ),
        (
            [{"kind": "pause", "time": 2_000_000, "seat": 0}, {"kind": "agreed", "time": 7_000_000, "seats": [0]}],
            2_000_000,
        ),
        ([beaten(3_000_000, 1, 0, 5)], None),
    ],
    ids=["last move", "too late", "agreed", "paused", "ended in a pause", "nothing counted"],
)
def test_how_long_a_round_lasted(lines: list[dict[str, Any]], duration_us: int | None) -> None:
    (played,) = read(text([*START, *lines, score(1, (3, 4), (3, 4))])).rounds
    assert played.duration_us == duration_us


def test_a_match_that_is_still_played() -> None:
    summary = read(text([*START, move(1_000, 0)]))
    assert (summary.finished, summary.flaw) == (False, None)
    assert summary.rounds == (RoundSummary(1, duration_us=1_000),)


def test_who_came_later_and_who_was_not_in_a_round() -> None:
    late = {"kind": "seat", "seat": 2, "name": "Cem", "peer": CEM}
    summary = read(text([*START, late, score(1, (3, 4), (3, 4)), result((3, 4, None), 1)]))
    assert [(one.name, one.total, one.won) for one in summary.sitters] == [
        ("Ada", 3, False),
        ("Bea", 4, True),
        ("Cem", None, False),
    ]
    assert [one.seat for one in summary.rounds[0].scores] == [0, 1]


@pytest.mark.parametrize(
    "damage",
    [
        b"rubbish\n",
        b"\xff\xfe\x00\n",
        b"[]\n",
        b'{"kind":"move","time":1,"seat":9,"type":"play","accepted":true}\n',
        b'{"kind":"move","time":' + b"9" * 40 + b',"seat":0,"type":"play","accepted":true}\n',
        b'{"kind":"score","number":1,"end":"stop","centre":[1],"left":[],"points":[1],"totals":[1]}\n',
        b'{"kind":"seat","seat":7,"name":"Cem","peer":"cc"}\n',
        b'{"kind":"present","x":' + b"[" * 100_000 + b"\n",
        text(TWO_ROUNDS[:1]).encode(),
        text(TWO_ROUNDS[1:2]).encode(),
    ],
    ids=["text", "bytes", "list", "seat", "number", "lists", "order", "deep", "match", "round"],
)
def test_a_line_that_cannot_be_read_costs_only_itself(damage: bytes) -> None:
    lines = text(TWO_ROUNDS).encode().splitlines(keepends=True)
    summary = read_match([*lines[:4], damage, *lines[4:]])
    assert summary.flaw is not None
    assert (summary.flaw.first, summary.flaw.lines) == (5, 1)
    assert summary.flaw.reason
    assert [one.total for one in summary.sitters] == [16, 20]
    assert [played.duration_us for played in summary.rounds] == [90_000_000, 45_000_000]


def test_wherever_it_is_cut_off_what_stands_before_is_kept() -> None:
    whole = text(TWO_ROUNDS).encode()
    for length in range(0, len(whole), 7):
        lines = whole[:length].splitlines(keepends=True)
        summary = read_match(lines)
        complete = [line for line in lines if line.endswith(b"\n")]
        assert len([played for played in summary.rounds if played.ended]) == sum(
            b'"score"' in line for line in complete
        )
        assert (summary.flaw is None) == (bool(lines) and len(complete) == len(lines))


@pytest.mark.parametrize(
    "first", ["", "no json\n", '{"kind":"round","number":1}\n', '{"kind":"match","format":2}\n', "\n"]
)
def test_without_its_first_line_nothing_is_known(first: str) -> None:
    summary = read(first + text(TWO_ROUNDS[1:]) if first else "")
    assert summary.flaw is not None
    assert summary.flaw.first == 1
    assert not summary.sitters
    assert not summary.rounds


def test_bots_go_by_name_and_people_by_key() -> None:
    assert Sitter(0, "Bea (bot)", ADA).player == Sitter(3, "Bea (bot)", BEA).player
    assert Sitter(0, "Bea", ADA).player == Sitter(0, "Ada", ADA).player != Sitter(0, "Bea", BEA).player
