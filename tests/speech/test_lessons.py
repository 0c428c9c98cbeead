"""A guided round: how one gets from lesson to lesson, and what is pointed at."""

from dataclasses import astuple

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import DISCARD, Fill, Play, Turn, row
from p2p_ligretto.node.notices import Moved, MoveRejected, Notice, RoundEnded, RoundStarts
from p2p_ligretto.speech.lessons import LAST, LESSONS, Course
from p2p_ligretto.speech.ways import TYPED
from tests.speech.samples import area, round_of

TURNED = Moved(0, Turn(25, 0))
OPENED = Moved(0, Play(Card("R", 1), row(0), PileId("R", 0), 1))
FOLLOWED = Moved(0, Play(Card("R", 2), DISCARD, PileId("R", 0), 2))
FILLED = Moved(0, Fill(Card("B", 3), 0))
BEATEN = MoveRejected(0, OPENED.move, "beaten", 1, 12_000)
ENDED = RoundEnded(1, "stop", 0)


def after(course: Course, *notices: Notice) -> Course:
    for notice in notices:
        course = course.after(notice, 0)
    return course


def test_a_lesson_is_passed_when_its_thing_is_done() -> None:
    course = Course().skipped()
    for notice in (TURNED, OPENED, FOLLOWED, FILLED, BEATEN, ENDED):
        assert after(course, RoundStarts(1, 0)) == course
        course = after(course, notice)
    assert course == Course(LAST)
    assert after(course, RoundStarts(1, 0)).over


def test_other_things_and_what_others_do_pass_none() -> None:
    assert after(Course(1), OPENED, FILLED, BEATEN) == Course(1)
    assert Course(1).after(TURNED, 1) == Course(1)
    assert Course(5).after(BEATEN, 1) == Course(5)


def test_all_but_the_last_can_be_skipped_and_the_end_of_the_round_skips_the_rest() -> None:
    course = Course()
    for _ in LESSONS:
        course = course.skipped()
    assert course == Course(LAST - 1)
    assert after(Course(2), ENDED) == Course(LAST)
    assert after(Course(LAST + 1), ENDED, TURNED).over
    assert Course(LAST + 1).words(None, None, TYPED) == ""


def test_what_is_to_be_played_now_is_said_with_its_key() -> None:
    state = round_of([area("R5 G9 Y1", "Y3", discard="R6"), area()], "R4:1")
    said = [Course(at).words(state, 0, TYPED) for at in range(len(LESSONS))]
    assert said[2].endswith("Now: Y1, with 3.")
    assert said[3].endswith("Now: R5, with 1.")
    assert said[4].endswith("Now: R5, with 1.")
    nothing = round_of([area("R9 G9 Y7", "Y3", discard="R5"), area()], "R4:1")
    assert Course(2).words(nothing, 0, TYPED).endswith("Nothing of that now: enter turns.")
    assert Course(4).words(nothing, 0, TYPED).endswith("Nothing of that now: enter turns.")
    assert Course(6).words(nothing, 0, TYPED).endswith("Now: R5, with d.")


def test_each_lesson_fits_its_box() -> None:
    """Four lines of 76 cells, some of which a broken line leaves empty."""
    state = round_of([area("R10 G9 Y7", "Y3"), area()], "R4:1")
    for at in range(len(LESSONS)):
        assert len(Course(at).words(state, 0, TYPED)) < 4 * 70
    assert len({astuple(lesson)[0] for lesson in LESSONS}) == len(LESSONS)
