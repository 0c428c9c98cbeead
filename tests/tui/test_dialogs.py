from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.presets import PRESETS, preset_of
from p2p_ligretto.speech.written_options import make_options
from p2p_ligretto.tui.dialogs import BACKSPACE, MOST_TYPED, Dialog, Fault
from p2p_ligretto.tui.layout.form import with_form
from p2p_ligretto.tui.picture import Run
from p2p_ligretto.tui.questions import (
    ask_for_address,
    ask_for_bots,
    ask_for_name,
    ask_to_leave,
    ask_to_open,
    bots_of,
    name_of,
    table_of,
)
from p2p_ligretto.tui.rule_fields import options_in
from p2p_ligretto.tui.style import Look

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
        answer = options_in(dialog)
        preset = dialog.value("preset")
        if isinstance(answer, Fault):
            assert preset == "own"
        else:
            assert preset == (preset_of(answer) or "own")
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
            ("hints", ("true", "false")),
        ),
        start=4,
    ):
        chosen = dialog.selected(place)
        words = set()
        for value in values:
            assert table_of(chosen) == ("Ada", make_options(**{key: value}))
            words.add((chosen.form().fields[place].value, chosen.form().fields[place].explanation))
            chosen = chosen.changed(1)
        assert len(words) == len(values)
        assert chosen == dialog.selected(place), "after the last comes the first"


def test_a_preset_sets_every_field_and_a_field_takes_it_out_of_the_preset() -> None:
    for asked, options_of in (
        (ask_to_open("Ada").selected(1), lambda dialog: table_of(dialog)[1]),
        (ask_for_bots().selected(2), lambda dialog: bots_of(dialog)[2]),
    ):
        dialog, seen = asked, []
        while len(seen) < len(PRESETS):
            seen.append(options_of(dialog))
            dialog = dialog.changed(1)
        assert seen == list(PRESETS.values())
        assert options_of(dialog) == OFFICIAL, "after the last comes the first"
        names = [entry.name for entry in dialog.entries]
        advanced = dialog.selected(names.index("row_storage")).changed(1)
        assert advanced.value("preset") == "advanced"
        own = advanced.selected(names.index("call")).changed(1)
        assert (own.value("preset"), options_of(own)) == ("own", Options(row_storage="descending", call="manual"))
        assert own.form().fields[names.index("preset")].value == "own rules"
        again = own.selected(names.index("preset")).changed(1)
        assert (again.value("preset"), options_of(again)) == ("official", OFFICIAL)


def test_a_target_score_sets_the_usual_rounds_unless_others_were_said() -> None:
    def typed(*fields: tuple[str, str]) -> Dialog:
        dialog = ask_to_open("Ada")
        for name, text in fields:
            dialog = dialog.selected([entry.name for entry in dialog.entries].index(name))
            for character in text:
                dialog = dialog.typed(character)
        return dialog

    assert options_in(typed(("target_score", "100"))) == PRESETS["brettspielwelt"]
    assert typed(("target_score", "100")).value("preset") == "brettspielwelt"
    assert options_in(typed(("target_score", "7\b"))) == OFFICIAL
    assert options_in(typed(("rounds", "\b7"), ("target_score", "99"))) == Options(rounds=7, target_score=99)
    assert options_in(typed(("target_score", "99"), ("rounds", "\b\b3"))) == Options(rounds=3, target_score=99)


def test_a_target_score_out_of_reach_is_a_fault_of_the_rounds_until_either_is_changed() -> None:
    dialog = ask_to_open("Ada").selected(3)
    for character in "9999":
        dialog = dialog.typed(character)
    fault = table_of(dialog)
    assert isinstance(fault, Fault)
    assert (fault.name, "allow 250" in fault.text) == ("rounds", True)
    told = dialog.faulted(fault.name, fault.text)
    assert told.form().fields[2].fault
    assert not any(field.fault for field in told.selected(3).typed(BACKSPACE).form().fields)


def test_bots_from_one_to_eleven() -> None:
    dialog = ask_for_bots()
    seen = set()
    for _ in range(11):
        answer = bots_of(dialog)
        assert not isinstance(answer, Fault)
        seen.add(answer[0])
        dialog = dialog.changed(1)
    assert seen == set(range(1, 12))
    faulty = bots_of(dialog.selected(3).typed("x"))
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


def test_a_long_fault_is_read_whole() -> None:
    fault = "Nobody listens at 127.0.0.1:1: is the game running there, and is it the address that its program shows?"
    form = ask_for_address("127.0.0.1:1", fault).form()
    for columns, rows in ((80, 24), (120, 40)):
        blank = tuple((Run("", " " * columns),) for _row in range(rows))
        drawn = " ".join(run.text for line in with_form(blank, form, columns, rows, Look()) for run in line)
        assert fault in " ".join(drawn.replace("\u2502", " ").split())
