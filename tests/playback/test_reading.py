"""A record read back is the match that was played, as far as the record goes; what is none is refused."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.scoring import score
from p2p_ligretto.node.lies import FORK
from p2p_ligretto.node.notices import (
    LieFound,
    MatchEnded,
    Moved,
    MoveRejected,
    RoundEnded,
    RoundPaused,
    RoundResumed,
    RoundScored,
)
from p2p_ligretto.node.table import Phase
from p2p_ligretto.playback.lines import NoRecord, OtherFormat
from p2p_ligretto.playback.reading import read_recording
from p2p_ligretto.playback.recording import Recording
from p2p_ligretto.sim.match import play_match
from tests.random_match import ALL_OPTIONS, Writer, dumps

TOLD = (Moved, MoveRejected, RoundEnded, RoundScored, MatchEnded)
BUSY = Options(rounds=2, penalty="stack_to_hand", row_storage="descending")


def told(recording: Recording) -> list[object]:
    return [notice for each in recording.rounds for step in each.steps for notice in step.notices]


@pytest.fixture(scope="module")
def busy() -> list[dict]:
    """Two rounds of five players in which everything happens."""
    return Writer(1, BUSY, 5).lines


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (4, 4), (12, 7)])
def test_it_tells_what_the_nodes_told_and_ends_where_they_ended(seed: int, players: int) -> None:
    result = play_match(seed, players, "instant", Options(rounds=2))
    recording = read_recording(result.exports[0].splitlines())
    assert (recording.finished, recording.flaw) == (True, None)
    # How sure a race was is each node's own opinion, and not in the record.
    heard = [_without_errors(notice) for notice in result.notices[0] if isinstance(notice, TOLD)]
    assert [notice for notice in told(recording) if isinstance(notice, TOLD)] == heard
    assert any(each.contests for each in recording.rounds)


def _without_errors(notice: object) -> object:
    match notice:
        case MoveRejected():
            return replace(notice, error_us=None)
        case RoundScored():
            return replace(notice, races=tuple(replace(race, error_us=None) for race in notice.races))
        case _:
            return notice


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(ALL_OPTIONS), st.integers(2, 12), st.booleans())
def test_the_state_after_all_moves_of_a_round_has_the_scores_of_the_record(
    seed: int, options: Options, seats: int, agreed: bool
) -> None:
    lines = Writer(seed, options, seats, agreed=agreed).lines
    recording = read_recording(map(dumps, lines))
    assert recording.flaw is None
    assert recording.finished
    recorded = [line for line in lines if line["kind"] == "score"]
    assert len(recording.rounds) == len(recorded)
    for each, line in zip(recording.rounds, recorded, strict=True):
        final = each.table_at(len(each.steps))
        assert final.round is not None
        found = score(final.round)
        assert [list(found.centre), list(found.left), list(found.points)] == [
            line["centre"],
            line["left"],
            line["points"],
        ]
        assert each.number == line["number"]
    assert list(recording.seats.totals) == lines[-1]["totals"]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_record_that_breaks_off_is_read_as_far_as_it_goes(busy: list[dict], data: st.DataObject) -> None:
    whole = read_recording(map(dumps, busy))
    kept = data.draw(st.integers(2, len(busy) - 1))
    part = read_recording(map(dumps, busy[:kept]))
    assert part.flaw is None
    assert not part.finished
    *before, last = part.rounds
    assert tuple(before) == whole.rounds[: len(before)]
    assert last.steps == whole.rounds[len(before)].steps[: len(last.steps)]


def test_every_step_goes_on_in_time_and_nothing_is_left_out(busy: list[dict]) -> None:
    recording = read_recording(map(dumps, busy))
    for each in recording.rounds:
        assert list(each.times_us) == sorted(each.times_us)
    moves = [line for line in busy if line["kind"] == "move"]
    heard = [notice for notice in told(recording) if isinstance(notice, Moved | MoveRejected)]
    assert [line["seat"] for line in moves] == [notice.seat for notice in heard]
    beaten = [line["by"] for line in moves if line.get("reason") == "beaten"]
    steps = [step for each in recording.rounds for step in each.steps]
    assert [{"seat": step.race.first, "margin_us": step.race.margin_us} for step in steps if step.race] == beaten
    assert {type(notice) for notice in told(recording)} >= {RoundPaused, RoundResumed}


def test_who_is_there_is_as_it_was_told(busy: list[dict]) -> None:
    recording = read_recording(map(dumps, busy))
    members = [line["seats"] for line in busy if line["kind"] == "present"]
    seen = []
    for each in recording.rounds:
        for table in (each.dealt, *(step.table for step in each.steps)):
            if not seen or list(table.present) != seen[-1]:
                seen.append(list(table.present))
    # Nothing is said of the members before they change first: all who play are there.
    assert seen == [[0, 1, 2, 3, 4], *members]


def test_what_is_damaged_in_the_middle_is_named_and_what_stands_before_it_is_kept(busy: list[dict]) -> None:
    lines = list(map(dumps, busy))
    for damage in ("{", "[" * 100_000, '{"kind":"note"}', '{"kind":"move"}', lines[0], "\ud800"):
        recording = read_recording([*lines[:40], damage, *lines[40:]])
        assert recording.flaw is not None
        assert recording.flaw.line == 41
        assert recording.flaw.reason
        assert len(recording.rounds) == 1
        assert len(recording.rounds[0].steps) == 38


def changed(busy: list[dict], place: int, **values: object) -> list[str]:
    lines = [*busy]
    lines[place] = {**busy[place], **values}
    return list(map(dumps, lines))


def test_what_the_rules_deny_is_not_replayed(busy: list[dict]) -> None:
    def first(**wanted: object) -> int:
        return next(
            place for place, line in enumerate(busy) if all(line.get(key) == value for key, value in wanted.items())
        )

    play, turn = first(type="play", accepted=True), first(type="turn", accepted=True)
    beaten = first(reason="beaten")
    wrong = [
        (play, {"accepted": False, "reason": "illegal"}),
        (play, {"seat": 9}),
        (play, {"card": "R11"}),
        (play, {"pile": "R:x"}),
        (play, {"source": "row:7"}),
        (turn, {"hand": 3}),
        (beaten, {"accepted": True}),
        (beaten, {"by": {"seat": 0, "margin_us": 1}}),
        (first(kind="score"), {"points": [9, 9, 9, 9, 9]}),
        (first(kind="score"), {"totals": [9, 9, 9, 9, 9]}),
        (first(kind="score"), {"number": 2}),
        (first(kind="result"), {"totals": [9, 9, 9, 9, 9]}),
        (first(kind="result"), {"winners": [9]}),
        (first(kind="round", number=2), {"number": 3}),
        (first(kind="absent"), {"seats": [9]}),
        (first(kind="pause"), {"seat": 9}),
        (first(kind="present"), {"seats": [9]}),
    ]
    for place, values in wrong:
        flaw = read_recording(changed(busy, place, **values)).flaw
        assert flaw is not None, values
        assert flaw.line == place + 1, values


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["no record"],
        ["[]"],
        ['{"kind":"round"}'],
        ['{"kind":"round","format":1}'],
        ['{"kind":"match","format":1}'],
        ["[" * 100_000],
    ],
)
def test_what_is_no_record_is_refused(lines: list[str]) -> None:
    with pytest.raises(NoRecord):
        read_recording(lines)


def test_before_the_first_cards_there_is_nothing_to_replay(busy: list[dict]) -> None:
    with pytest.raises(NoRecord, match="no round has begun"):
        read_recording([dumps(busy[0])])
    for damaged in (
        {"dealt": []},
        {"dealt": [{**busy[1]["dealt"][0], "hand": 1}, *busy[1]["dealt"][1:]]},
        {"dealt": [busy[1]["dealt"][0]] * 5},
    ):
        with pytest.raises(NoRecord, match="line 2"):
            read_recording(changed(busy, 1, **damaged))


def test_seats_out_of_order_are_no_record(busy: list[dict]) -> None:
    with pytest.raises(NoRecord, match="in order"):
        read_recording(changed(busy, 0, seats=busy[0]["seats"][1:]))


def crowded(busy: list[dict], seats: int) -> list[str]:
    late = [{"seat": seat, "name": "Zoë", "peer": "00"} for seat in range(5, seats)]
    return [dumps(busy[0] | {"seats": [*busy[0]["seats"], *late]}), *map(dumps, busy[1:])]


def test_more_people_may_have_sat_there_than_play_a_round_but_not_any_number(busy: list[dict]) -> None:
    recording = read_recording(crowded(busy, 60))
    assert recording.finished
    assert len(recording.seats.seats) == 60
    with pytest.raises(NoRecord):
        read_recording(crowded(busy, 4097))


def test_the_record_of_another_version_is_named(busy: list[dict]) -> None:
    with pytest.raises(OtherFormat) as told_of:
        read_recording([json.dumps({"kind": "match", "format": 2, "seats": "elsewhere"}), "whatever"])
    assert told_of.value.number == 2


def test_a_seat_that_was_taken_later_is_one_of_its_own_line() -> None:
    lines = Writer(3, OFFICIAL, 3).lines
    first = lines[0]
    late = {"kind": "seat", **first["seats"][2]}
    apart = [{**first, "seats": first["seats"][:2]}, late, *lines[1:]]
    assert read_recording(map(dumps, apart)).rounds == read_recording(map(dumps, lines)).rounds


def test_lies_and_forks_are_told_once(busy: list[dict]) -> None:
    scored = next(place for place, line in enumerate(busy) if line["kind"] == "score")
    verdicts = [
        {"seat": 0, "verdict": "lie", "check": "leaf"},
        {"seat": 1, "verdict": "withheld"},
        {"seat": 2, "verdict": "honest"},
        {"seat": 3, "verdict": "lie", "check": "deck"},
    ]
    lines = [
        busy[0],
        {"kind": "lie", "number": 1, "seat": 4, "check": "share"},
        *busy[1:10],
        {"kind": "lie", "number": 1, "seat": 0, "check": "leaf"},
        {"kind": "fork", "seat": 2, "events": ["", ""]},
        *busy[10:scored],
        {"kind": "audit", "number": 1, "verdicts": verdicts},
        *busy[scored:],
    ]
    recording = read_recording(map(dumps, lines))
    assert recording.flaw is None
    assert [notice for notice in told(recording) if isinstance(notice, LieFound)] == [
        LieFound(4, "share"),
        LieFound(0, "leaf"),
        LieFound(2, FORK),
        LieFound(1, "withheld"),
        LieFound(3, "deck"),
    ]


def test_a_forged_move_has_no_effect(busy: list[dict]) -> None:
    play = next(place for place, line in enumerate(busy) if line.get("type") == "play" and line["accepted"])
    lines = [*busy[:play], {**busy[play], "accepted": False, "reason": "forged"}]
    recording = read_recording(map(dumps, lines))
    assert recording.flaw is None
    last = recording.rounds[0].steps[-1]
    assert isinstance(last.notices[0], MoveRejected)
    assert last.table.round is recording.rounds[0].table_at(len(recording.rounds[0].steps) - 1).round


def test_the_phases_are_those_of_a_table(busy: list[dict]) -> None:
    recording = read_recording(map(dumps, busy))
    first, last = recording.rounds
    assert first.dealt.phase is Phase.PLAYING
    assert first.steps[-1].table.phase is Phase.BETWEEN
    assert last.steps[-1].table.phase is Phase.FINISHED
