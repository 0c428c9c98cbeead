"""Going to and fro in a recording: wherever the playhead comes by whatever way, it shows what was there."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.table import Phase
from p2p_ligretto.playback.playhead import FRESH_US, REST_US, SPEEDS_PERCENT, Playhead
from p2p_ligretto.playback.reading import read_recording
from p2p_ligretto.playback.recording import Recording
from tests.random_match import Writer, dumps


@cache
def recording() -> Recording:
    """Three rounds of four, in which cards are beaten."""
    return read_recording(map(dumps, Writer(5, Options(rounds=3), 4).lines))


def start() -> Playhead:
    return Playhead(recording()).to_start()


WAYS = {
    "step": lambda head: head.stepped(1),
    "back": lambda head: head.stepped(-1),
    "next contest": lambda head: head.to_contest(1),
    "last contest": lambda head: head.to_contest(-1),
    "next round": lambda head: head.to_round(1),
    "last round": lambda head: head.to_round(-1),
    "start": lambda head: head.to_start(),
    "end": lambda head: head.to_end(),
    "play": lambda head: head.toggled(),
    "faster": lambda head: head.faster(1),
    "slower": lambda head: head.faster(-1),
    "a moment": lambda head: head.after(50_000),
    "a while": lambda head: head.after(3_000_000),
    "a time": lambda head: head.at_time(700_000),
}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(WAYS)), max_size=60))
def test_by_whatever_way_it_shows_what_replaying_from_the_start_shows(ways: list[str]) -> None:
    head = start()
    for way in ways:
        head = WAYS[way](head)
        here = head.round
        replayed = start()
        while (replayed.place, replayed.shown) != (head.place, head.shown):
            assert not replayed.at_end
            replayed = replayed.stepped(1)
        assert head.table is replayed.table
        assert here.steps_until(head.time_us - 1) <= head.shown, "all that was earlier is shown"
        assert all(time_us <= head.time_us for time_us in here.times_us[: head.shown]), "nothing that comes later is"


def test_stepping_goes_through_all_of_it_and_back() -> None:
    on = [start()]
    while not on[-1].at_end:
        on.append(on[-1].stepped(1))
    assert len(on) == sum(len(each.steps) + 1 for each in recording().rounds)
    assert on[-1].table.phase is Phase.FINISHED
    assert on[-1].stepped(1) == on[-1]
    back = [on[-1]]
    while back[-1] != start():
        back.append(back[-1].stepped(-1))
    assert back[::-1] == on
    assert start().stepped(-1) == start()


def test_contested_cards_are_found_all_the_way_and_back() -> None:
    wanted = [
        (place, number)
        for place, each in enumerate(recording().rounds)
        for number, step in enumerate(each.steps, start=1)
        if step.race is not None
    ]
    assert len(wanted) > 3
    head, found = start(), []
    while (following := head.to_contest(1)) != head:
        head = following
        assert head.step is not None
        assert head.step.race is not None
        found.append((head.place, head.shown))
    assert found == wanted
    while (before := head.to_contest(-1)) != head:
        head = before
        found.pop()
    assert found == wanted[:1]


def test_rounds_begin_anew_before_the_one_before_does() -> None:
    head = start().to_round(1).stepped(1)
    assert (head.place, head.shown) == (1, 1)
    assert head.to_round(-1).to_round(-1) == start()
    assert (head.to_round(-1).place, head.to_round(-1).shown) == (1, 0)
    last = head.to_round(1)
    assert last.place == 2
    assert last.to_round(1) == last


@pytest.mark.parametrize("percent", SPEEDS_PERCENT)
def test_it_plays_as_fast_as_it_is_told_and_stands_still_at_the_end(percent: int) -> None:
    head = Playhead(recording(), playing=True, speed_percent=percent)
    passed_us, shown = 0, [head.place, head.shown]
    while head.playing:
        head = head.after(40_000)
        passed_us += 40_000
        assert [head.place, head.shown] >= shown
        shown = [head.place, head.shown]
    assert head.at_end
    *before, last = recording().rounds
    whole_us = sum(each.end_us + REST_US for each in before) + last.end_us
    # A round begins a frame late at most.
    assert abs(passed_us - whole_us * 100 / percent) <= 40_000 * (len(before) + 1)


def test_at_a_standstill_no_time_passes_and_from_the_end_it_plays_again() -> None:
    head = start().stepped(1)
    assert head.after(10_000_000) == head
    end = head.to_end()
    assert not end.playing
    again = end.toggled()
    assert again.playing
    assert (again.place, again.shown) == (0, 0)
    assert not again.toggled().playing


def test_speeds_end_somewhere() -> None:
    head = start()
    for _ in range(9):
        head = head.faster(1)
    assert head.speed_percent == 1600
    for _ in range(9):
        head = head.faster(-1)
    assert head.speed_percent == 25


def test_a_time_is_kept_within_the_round() -> None:
    head = start()
    here = head.round
    assert head.at_time(-5).shown == 0
    middle = head.at_time(here.end_us // 2)
    assert middle.shown == here.steps_until(here.end_us // 2)
    assert head.at_time(here.end_us + 99).shown == len(here.steps)


def test_what_has_changed_is_compared_with_a_step_ago_or_a_moment_ago() -> None:
    head = start().stepped(1).stepped(1)
    assert head.before is head.round.table_at(1)
    playing = start().at_time(1_000_000).toggled().faster(1)
    assert playing.before is playing.round.table_at(playing.round.steps_until(1_000_000 - 2 * FRESH_US))
