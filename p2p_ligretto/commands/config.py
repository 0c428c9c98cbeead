"""``config``: which settings hold and where each is from, what is wrong with their file, and a file to begin with."""

import json
import os
from collections.abc import Iterator
from types import MappingProxyType

from p2p_ligretto.commands.languages import LANGUAGES
from p2p_ligretto.commands.preferences import Preferences, fault_line, prepared
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.settings_file import NAMES, read_settings, settings_file
from p2p_ligretto.texts import ENGLISH, _
from p2p_ligretto.tui.key_tables import PLACES
from p2p_ligretto.tui.keymap import ACTIONS, USUAL, Keymap
from p2p_ligretto.tui.palettes import DEFAULT, PALETTE_NAMES


def show_settings(settings: Settings) -> int:
    """Print where the file is, and each setting with where it is from; the exit code."""
    wanted = prepared(settings)
    path = settings_file()
    print(
        _("# settings are read from {path}").format(path=path)
        if os.path.exists(path)  # False too where its folder cannot be entered
        else _("# no settings file yet: p2p-ligretto config --init writes {path}").format(path=path)
    )
    for line in _settings_lines(wanted):
        print(line)
    return 0


def _settings_lines(wanted: Preferences) -> Iterator[str]:
    values: dict[str, object] = {name: getattr(wanted, name) for name in NAMES}
    keys = {name: pressed[0] if len(pressed) == 1 else list(pressed) for name, pressed in wanted.keys.keys.items()}
    for name, value in (*values.items(), ("", ""), *keys.items()):
        yield f"{name} = {_toml(value)}".ljust(36) + f"# {_origin(wanted, name)}" if name else "\n[keys]"


def _origin(wanted: Preferences, name: str) -> str:
    return {
        "option": _("option"),
        "NO_COLOR": "NO_COLOR",
        "file": _("file"),
        "locale": _("as the locale says"),
        "terminal": _("as the terminal needs it"),
        "default": _("default"),
    }[wanted.origins[name]]


def _toml(value: object) -> str:
    """A text, a truth or a list of texts: written alike in TOML and JSON."""
    return json.dumps(value, ensure_ascii=False)


def check_settings() -> int:
    """Print what is wrong with the file, a line each; the exit code: 1 if anything is."""
    path = settings_file()
    faults = read_settings(path).faults
    for fault in faults:
        print(fault_line(fault, str(path)))
    if not faults:
        words = _("{path}: nothing is wrong") if os.path.exists(path) else _("{path}: not there; all is as by default")
        print(words.format(path=path))
    return 1 if faults else 0


def write_template() -> int:
    """Write a file that says nothing yet, with everything that it could say as comments; the exit code."""
    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(template())
    except FileExistsError as error:
        raise Problem(
            _("{path} is there already, and was left as it is: change it, or move it away first.").format(path=path)
        ) from error
    except OSError as error:
        raise Problem(
            _("Cannot write {path} ({reason}): make the folder writable.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    print(_("{path} is written: take away the # before what you want to change.").format(path=path))
    return 0


def template() -> str:
    """The file to begin with."""
    lines = [
        _("# Settings of P2P Ligretto. Take away the # at the beginning of a line, and change what is behind the =."),
        _("# p2p-ligretto config shows what holds, p2p-ligretto config --check whether all is understood."),
        "",
        _("# Language of all texts: {names}. Without it: that of the locale.").format(
            names=", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        ),
        f"# language = {_toml(ENGLISH)}",
        "",
        _("# Colours: {names}.").format(names=", ".join(PALETTE_NAMES)),
        f"# palette = {_toml(DEFAULT)}",
        "",
        _("# true: nothing but ASCII characters; false: all characters. Without it: as the terminal needs it."),
        "# ascii = false",
        "",
        _("# true: a line of text for each thing that happens, and typed commands, instead of the screen."),
        "# plain = false",
        "",
        _("# Hints: whether your cards are marked that fit. A table may forbid it to everybody."),
        "# hints = true",
        _("# true: the terminal's bell rings, or the screen flashes, when something needs you: not in plain."),
        "# bell = false",
        "# flash = false",
        _("# Motion: whether a card of yours is seen on its way to where you play it, for a moment."),
        "# motion = true",
        "",
        _("# Keys of the screen: one, or a list of which the first is written below the cards."),
        _("# A key is a character, or a word as space, enter, tab, f1 to f12, up, pagedown, delete."),
        "[keys]",
    ]
    for name, pressed in USUAL.items():
        said = f"{name} = {_toml(pressed[0] if len(pressed) == 1 else list(pressed))}"
        lines.append(f"# {said.ljust(36)} # {action_words(name)}")
    return "\n".join(lines) + "\n"


def action_words(name: str) -> str:
    """What an action does."""
    action = ACTIONS[name]
    # With one key each: the words would tell of the others.
    keys = Keymap(MappingProxyType({each: pressed[:1] for each, pressed in USUAL.items()}))
    for place in PLACES.values():
        for binding in place(keys):
            if any(each == action for _key, each in binding.actions):
                return binding.words
    raise AssertionError(name)
