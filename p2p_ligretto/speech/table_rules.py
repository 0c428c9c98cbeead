"""What is played at a table, in words: every option with a line that explains it, and the preset that they are."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.options import Options
from p2p_ligretto.game.presets import changed_options, preset_of
from p2p_ligretto.texts import _


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option as it is set, with one line of explanation. ``changed``: it is not as in the official game."""

    name: str
    value: str
    explanation: str
    changed: bool = False


def preset_words(preset: str | None) -> tuple[str, str]:
    """What people call a preset, and what it is; None is for options that are none."""
    match preset:
        case "official":
            return _("official"), _("the rule book: three rounds, no house rule")
        case "advanced":
            return _("advanced"), _("the official variant: the row stores cards")
        case "brettspielwelt":
            return _("BrettspielWelt"), _("as on that site: to 100 points")
        case "family":
            return _("family"), _("with children: short, and fast fingers help less")
        case _:
            return _("own rules"), _("no preset: each option as you like it")


def option_words(options: Options) -> tuple[OptionWords, ...]:
    """Every option as it is set, with what that means."""
    changed = changed_options(options)
    return tuple(OptionWords(*say(options), changed=not changed.isdisjoint(fields)) for fields, say in _SPOKEN_OPTIONS)


def rules_lines(options: Options, *, whole: bool = False) -> tuple[str, ...]:
    """What is played, and each option that is not as in the official game; with ``whole`` every option."""
    preset = preset_of(options)
    name, explanation = preset_words(preset)
    if preset is None:
        explanation = _("the official game, changed")
    lines = [_("what is played: {preset} ({explanation})").format(preset=name, explanation=explanation)]
    for option in option_words(options):
        if option.changed or whole:
            said = f"{option.name}: {option.value} ({option.explanation})"
            lines.append(_("changed: {option}").format(option=said) if option.changed else said)
    return tuple(lines)


def rules_line(options: Options) -> str:
    """What is played, in one line: the preset and what it is, or all that is not as in the official game."""
    preset = preset_of(options)
    name, explanation = preset_words(preset)
    if preset is None:
        changed = [option for option in option_words(options) if option.changed]
        explanation = "; ".join(f"{option.name}: {option.value}" for option in changed)
    return _("what is played: {preset} ({explanation})").format(preset=name, explanation=explanation)


def no_hints_line() -> str:
    """Why nobody is shown which cards fit."""
    return _("this table plays without hints: nobody is shown which cards fit")


def _match(options: Options) -> tuple[str, str, str]:
    if options.target_score is not None:
        return (
            _("match"),
            _("to {points} points").format(points=options.target_score),
            _("at most {rounds} rounds; the highest total wins").format(rounds=options.rounds),
        )
    rounds = _("{rounds} rounds").format(rounds=options.rounds) if options.rounds != 1 else _("1 round")
    return _("match"), rounds, _("the highest total wins")


def _discard(options: Options) -> tuple[str, str, str]:
    if options.reshuffle:
        return _("discard"), _("shuffled"), _("an empty hand takes up the discard, shuffled")
    return _("discard"), _("turned over"), _("an empty hand takes up the discard as it lies")


def _storing(options: Options) -> tuple[str, str, str]:
    match options.row_storage:
        case "descending":
            # Translators: an option, its value, what it means. Storing: of cards on those of the row.
            return _("storing"), _("descending"), _("on a row card one higher, of another colour")
        case "ascending":
            return _("storing"), _("ascending"), _("on a row card one lower, of another colour")
        case _:
            return _("storing"), _("none"), _("no card is laid on a card of the row")


def _stop(options: Options) -> tuple[str, str, str]:
    if options.call == "auto":
        # Translators: an option, its value, what it means. Stop: how a round ends, by itself or when it is called.
        return _("stop"), _("automatic"), _("the round ends when a stack is empty")
    return _("stop"), _("called"), _("who has an empty stack calls the end")


def _hands(options: Options) -> tuple[str, str, str]:
    if options.one_hand:
        # Translators: an option, its value, what it means. Hands: with how many one lays cards.
        return _("hands"), _("one"), _("your next card waits until the last has arrived")
    return _("hands"), _("both"), _("lay cards as fast as you can press keys")


def _wrong_card(options: Options) -> tuple[str, str, str]:
    match options.penalty:
        case "stack_to_hand":
            return _("wrong card"), _("stack to hand"), _("the stack's top goes to the hand of who errs")
        case "hand_to_stack":
            return _("wrong card"), _("hand to stack"), _("who errs gets a hand card under the stack")
        case _:
            return _("wrong card"), _("costs nothing"), _("a card that fits nowhere stays where it is")


def _hints(options: Options) -> tuple[str, str, str]:
    if options.hints:
        return _("hints"), _("allowed"), _("whoever likes has the cards marked that fit")
    return _("hints"), _("none"), _("nobody is shown which cards fit")


_SPOKEN_OPTIONS: Final[tuple[tuple[tuple[str, ...], Callable[[Options], tuple[str, str, str]]], ...]] = (
    (("rounds", "target_score"), _match),
    (("reshuffle",), _discard),
    (("row_storage",), _storing),
    (("call",), _stop),
    (("one_hand",), _hands),
    (("penalty",), _wrong_card),
    (("hints",), _hints),
)
"""The fields of ``Options`` in the order in which they are told, and how each is said."""
