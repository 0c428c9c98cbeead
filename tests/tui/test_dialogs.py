from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.speech.written_options import make_options
from p2p_ligretto.tui.dialogs import BACKSPACE, MOST_TYPED, Dialog
from p2p_ligretto.tui.questions import (
    Fault,
    ask_for_address,
    ask_for_bots,
    ask_for_name,
    ask_to_leave,
    ask_to_open,
    bots_of,
    name_of,
    table_of,
)

STEPS = st.one_of(
    st.sampled_from([("moved", -1), ("moved", 1), ("changed", -1), ("changed", 1), ("typed", BACKSPACE)]),
    st.tuples(st.just("typed"), st.text(max_size=5)),
    st.tuples(st.just("selected"), st.integers(-2, 12)),
)


@given(st.sampled_from([ask_to_open("Ada"), ask_for_bots(), ask_for_name("Ada"), ask_for_address()]), st.lists(STEPS))
def test_whatever_is_typed_a_dialog_can_be_drawn_and_read(dialog: Dialog, steps: list[tuple[str, object]]) -> None:
    for step, argument in steps:
        dialog = getattr(dialog, step)(argument)
        form = dialog.form()
        assert 0 <= form.chosen < len(form.fields)
        assert all(len(field.value) <= MOST_TYPED for field in form.fields)
        assert all(field.value.isprintable() for field in form.fields)
    if len(dialog.entries) > 5:
        answer = table_of(dialog)
        assert isinstance(answer, Fault) or isinstance(answer[1], Options)
        if isinstance(answer, Fault):
            assert dialog.faulted(answer.name, answer.text).form().fields


def test_nothing_changed_is_the_official_game() -> None:
    assert table_of(ask_to_open("Ada")) == ("Ada", OFFICIAL)


def test_each_choice_has_its_words_and_its_value() -> None:
    dialog = ask_to_open("Ada")
    for place, (key, values) in enumerate(
        (
            ("reshuffle", ("true", "false")),
            ("row_storage", ("none", "descending", "ascending")),
            ("call", ("auto", "manual")),
            ("one_hand", ("false", "true")),
            ("penalty", ("none", "stack_to_hand", "hand_to_stack")),
        ),
        start=3,
    ):
        chosen = dialog.selected(place)
        words = set()
        for value in values:
            assert table_of(chosen) == ("Ada", make_options(**{key: value}))
            words.add((chosen.form().fields[place].value, chosen.form().fields[place].explanation))
            chosen = chosen.changed(1)
        assert len(words) == len(values)
        assert chosen == dialog.selected(place), "after the last comes the first"


def test_bots_from_one_to_eleven() -> None:
    dialog = ask_for_bots()
    seen = set()
    for _ in range(11):
        answer = bots_of(dialog)
        assert not isinstance(answer, Fault)
        seen.add(answer[0])
        dialog = dialog.changed(1)
    assert seen == set(range(1, 12))
    faulty = bots_of(dialog.selected(2).typed("x"))
    assert isinstance(faulty, Fault)
    assert faulty.name == "rounds"


def test_a_name_is_cleaned_or_refused() -> None:
    assert name_of(ask_for_name("  Ada   Lovelace ")) == "Ada Lovelace"
    assert name_of(ask_for_name("Player")) == "Player"
    for nothing in ("", "   ", "\u2060"):
        assert isinstance(name_of(ask_for_name(nothing)), Fault)


def test_a_question_has_no_fields_to_go_to() -> None:
    question = ask_to_leave(ends_program=True)
    assert question.moved(1) == question.typed("x") == question.changed(1) == question
