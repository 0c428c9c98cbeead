"""The fields of a form that say what is played: a preset, and every option of it.

They keep pace with one another: a preset sets all options, and options that are changed show which preset they are
then, or that they are none.
"""

from typing import Final

from p2p_ligretto.game.options import (
    DEFAULT_ROUNDS,
    DEFAULT_ROUNDS_WITH_TARGET,
    MAX_ROUNDS,
    MAX_TARGET_SCORE,
    OFFICIAL,
    Options,
)
from p2p_ligretto.game.presets import PRESETS, preset_of
from p2p_ligretto.speech.table_rules import option_words, preset_words
from p2p_ligretto.speech.written_options import OutOfReach, make_options
from p2p_ligretto.texts import _
from p2p_ligretto.tui.dialogs import Choice, Dialog, Entry, Fault

OWN_RULES: Final = "own"
_CHOICES: Final = (
    ("reshuffle", ("true", "false")),
    ("row_storage", ("none", "descending", "ascending")),
    ("call", ("auto", "manual")),
    ("one_hand", ("false", "true")),
    ("penalty", ("none", "stack_to_hand", "hand_to_stack")),
    ("hints", ("true", "false")),
)
"""What can be chosen, in the order of ``option_words`` after its first, which is the length of a match."""
_TYPED: Final = ("rounds", "target_score")


def rule_entries() -> tuple[Entry, ...]:
    """The official game, to be changed. The form that has them is to be ``kept_in_pace``."""
    return (
        _preset_entry(OFFICIAL),
        Entry("rounds", _("rounds"), str(OFFICIAL.rounds), _("in a match; the highest total wins")),
        Entry("target_score", _("points"), "", _("end when a total reaches it; empty: only the rounds count")),
        *(_choice_entry(place, key, values) for place, (key, values) in enumerate(_CHOICES, start=1)),
    )


def _preset_entry(options: Options | None) -> Entry:
    """One's own rules can be shown but not chosen: they come of changing an option."""
    names: list[str | None] = list(PRESETS)
    preset = None if options is None else preset_of(options)
    if preset is None:
        names.append(None)
    choices = tuple(Choice(name or OWN_RULES, *preset_words(name)) for name in names)
    # Translators: which rules are played: the label of a choice.
    return Entry("preset", _("game"), preset or OWN_RULES, choices=choices)


def _choice_entry(place: int, key: str, values: tuple[str, ...]) -> Entry:
    said = [option_words(make_options(**{key: value}))[place] for value in values]
    choices = tuple(Choice(value, option.value, option.explanation) for value, option in zip(values, said, strict=True))
    return Entry(key, said[0].name, values[0], choices=choices)


# ---- keeping pace


def kept_in_pace(before: Dialog, after: Dialog) -> Dialog:
    """``after``, in which one field is not as ``before``, with those set anew that depend on it."""
    name = after.entries[after.chosen].name
    if name == "preset":
        chosen = after.value("preset")
        return _set_to(after, PRESETS[chosen]) if chosen in PRESETS else after
    if name == "target_score":
        # What was wrong with the rounds may have been that they are too few for the target score.
        after = _usual_rounds(before, after.with_value("rounds", after.value("rounds")))
    if name in _TYPED or name in dict(_CHOICES):
        options = options_in(after)
        return after.with_entry(_preset_entry(None if isinstance(options, Fault) else options))
    return after


def _set_to(dialog: Dialog, options: Options) -> Dialog:
    for name in (*_TYPED, *dict(_CHOICES)):
        dialog = dialog.with_value(name, _as_text(name, getattr(options, name)))
    return dialog.with_entry(_preset_entry(options))


def _as_text(name: str, value: object) -> str:
    if value is None:
        return "" if name in _TYPED else "none"
    return str(value).lower()


def _usual_rounds(before: Dialog, after: Dialog) -> Dialog:
    """With a target score that is new, rounds are but a limit; without it they count again."""
    usual = {False: str(DEFAULT_ROUNDS), True: str(DEFAULT_ROUNDS_WITH_TARGET)}
    had, has = (bool(dialog.value("target_score").strip()) for dialog in (before, after))
    if had != has and after.value("rounds").strip() == usual[had]:
        return after.with_value("rounds", usual[has])
    return after


# ---- reading them


def options_in(dialog: Dialog) -> Options | Fault:
    """What is played by the fields of ``dialog``."""
    rounds, target = (dialog.value(name).strip() for name in _TYPED)
    if not _is_number(rounds, MAX_ROUNDS):
        return Fault("rounds", _("a number from 1 to {most}").format(most=MAX_ROUNDS))
    if target and not _is_number(target, MAX_TARGET_SCORE):
        return Fault("target_score", _("a number from 1 to {most}, or nothing").format(most=MAX_TARGET_SCORE))
    chosen = {key: dialog.value(key) for key, _values in _CHOICES}
    try:
        return make_options(rounds=rounds, target_score=target or None, **chosen)
    except OutOfReach as error:
        return Fault("rounds", str(error))


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most
