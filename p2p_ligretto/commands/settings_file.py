"""The person's settings in a file: where it lies, what it may say, and what is wrong with it.

The file is TOML and may leave everything out. What is wrong in it is a value, a ``Fault`` with its line and what to do:
a slip in a settings file must not keep anybody from the table. A setting that is at fault counts as left out; of the
keys all are then as usual, since a keyboard that is half another one plays wrong cards.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import platformdirs

from p2p_ligretto.commands.languages import LANGUAGES, known_language
from p2p_ligretto.runtime.profile_folders import APPLICATION
from p2p_ligretto.texts import _
from p2p_ligretto.tui.key_tables import PLACES
from p2p_ligretto.tui.keymap import ACTIONS, NAMED_KEYS, USUAL, Keymap, is_key
from p2p_ligretto.tui.palettes import PALETTE_NAMES

FILE_NAME: Final = "config.toml"
KEYS: Final = "keys"
NAMES: Final = ("language", "palette", "ascii", "plain", "hints", "bell", "flash", "motion")
"""Settings outside the table of keys."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in ``line`` (from 1; 0: in no single one), and what to do."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class FileSettings:
    """What the file says, as far as it is in order; None for what it leaves out, or says wrong."""

    language: str | None = None
    palette: str | None = None
    ascii: bool | None = None
    plain: bool | None = None
    hints: bool | None = None
    bell: bool | None = None
    flash: bool | None = None
    motion: bool | None = None
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By name of an action."""
    faults: tuple[Fault, ...] = ()


def settings_file() -> Path:
    """Where this person's settings are looked for."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / FILE_NAME


def read_settings(path: Path) -> FileSettings:
    """What the file says; a file that is not there says nothing."""
    try:
        if path.is_fifo():
            return FileSettings(faults=(Fault(0, _("is a pipe, and would be waited for: make it a file")),))
        text = path.read_text(encoding="utf-8-sig")  # some editors begin with a mark
    except FileNotFoundError:
        return FileSettings()
    except OSError as error:
        reason = error.strerror or error
        return FileSettings(faults=(Fault(0, _("cannot be read ({reason}): make it readable").format(reason=reason)),))
    except UnicodeDecodeError:
        return FileSettings(faults=(Fault(0, _("is not UTF-8: save it as UTF-8")),))
    # What most people never need isn't waited for by the first picture.
    import tomllib

    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number, or a depth, that Python does not take is either
        return FileSettings(faults=(_unreadable(error),))
    return _Reading(text, said).settings()


def _unreadable(error: Exception) -> Fault:
    place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
    reason = str(error)[: place.start()] if place else str(error)
    text = _('is not TOML ({reason}): write it as palette = "light"').format(reason=reason)
    return Fault(int(place[1]) if place else 0, text)


class _Reading:
    """One file, while it is gone through."""

    def __init__(self, text: str, said: dict[str, Any]) -> None:
        self._lines = text.splitlines()
        self._said = said
        self._faults: list[Fault] = []

    def settings(self) -> FileSettings:
        for name in self._said:
            if name not in (*NAMES, KEYS):
                self._blame(name, _unknown(name, (*NAMES, KEYS), _("setting")))
        language, palette = self._language(), self._palette()
        in_ascii, plain, hints, bell, flash, motion = (self._truth(name) for name in NAMES[2:])
        keys = self._keys()
        faults = tuple(sorted(self._faults, key=lambda fault: fault.line))
        return FileSettings(
            language, palette, in_ascii, plain, hints, bell, flash, motion, MappingProxyType(keys), faults
        )

    def _language(self) -> str | None:
        value = self._said.get("language")
        known = known_language(value) if isinstance(value, str) else None
        if value is not None and known is None:
            names = ", ".join(LANGUAGES)
            self._blame(
                "language",
                _("there are no texts in {value!r}: write one of {names}").format(value=value, names=names),
            )
        return known

    def _palette(self) -> str | None:
        value = self._said.get("palette")
        if value is None or value in PALETTE_NAMES:
            return value
        names = ", ".join(PALETTE_NAMES)
        self._blame(
            "palette", _("there is no palette {value!r}: write one of {names}").format(value=value, names=names)
        )
        return None

    def _truth(self, name: str) -> bool | None:
        value = self._said.get(name)
        if value is None or isinstance(value, bool):
            return value
        self._blame(name, _("{name} can't be {value!r}: write true or false").format(name=name, value=value))
        return None

    # ---- keys

    def _keys(self) -> dict[str, tuple[str, ...]]:
        """By action; none if anything is wrong with them."""
        said = self._said.get(KEYS, {})
        if not isinstance(said, dict):
            self._blame(KEYS, _('keys are a table: write [keys], and below it lines as stack = "s"'))
            return {}
        before = len(self._faults)
        keys = {name: self._keys_of(name, value) for name, value in said.items()}
        if len(self._faults) == before:
            for key, names in clashes(Keymap(MappingProxyType({**USUAL, **keys}))):
                self._blame_clash(key, names, keys)
        return keys if len(self._faults) == before else {}

    def _keys_of(self, name: str, value: object) -> tuple[str, ...]:
        if name not in ACTIONS:
            self._blame(name, _unknown(name, tuple(ACTIONS), _("action")), KEYS)
            return ()
        given = value if isinstance(value, list) else [value]
        written = [each for each in given if isinstance(each, str)]
        if not written or len(written) < len(given):
            words = _('{name} wants a key, or several: write {name} = "x", or {name} = ["x", "f2"]')
            self._blame(name, words.format(name=name), KEYS)
            return ()
        keys = tuple(each if len(each) == 1 else each.lower() for each in written)
        for key in keys:
            if not is_key(key):
                words = _("{key!r} can't be chosen as a key: write one character, or one of {names}")
                self._blame(name, words.format(key=key, names=", ".join(NAMED_KEYS)), KEYS)
        return keys

    def _blame_clash(self, key: str, names: tuple[str, ...], said: Mapping[str, tuple[str, ...]]) -> None:
        changed = [name for name in names if name in said]
        words = (
            _("{key} can't be for {name}: it always does the same there; choose another key")
            if len(names) == 1
            else _("{key} would be for {name} and for {other}: give one of them another key")
        )
        others = [name for name in names if name != changed[-1]]
        self._blame(changed[-1], words.format(key=key, name=changed[-1], other="".join(others[:1])), KEYS)

    # ---- what is wrong

    def _blame(self, name: str, text: str, section: str = "") -> None:
        fault = Fault(self._line_of(name, section), text)
        if fault not in self._faults:
            self._faults.append(fault)

    def _line_of(self, name: str, section: str) -> int:
        """Where ``name`` is said; 0 where that can't be seen."""
        now = ""
        for number, line in enumerate(self._lines, start=1):
            head = re.match(r"\s*\[+\s*([^\]]*?)\s*\]", line)
            if head:
                now = head[1]
                if not section and now == name:
                    return number
            said = re.match(r"\s*(?:keys\s*\.\s*)?[\"']?([^\"'=]*?)[\"']?\s*=", line)
            dotted = section == KEYS and re.match(r"\s*keys\s*\.", line)
            if said and said[1] == name and (now == section or dotted):
                return number
        return 0


def _unknown(name: str, known: tuple[str, ...], kind: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    if near:
        return _("there is no {kind} {name!r}: did you mean {near}?").format(kind=kind, name=name, near=near[0])
    return _("there is no {kind} {name!r}: write one of {names}").format(kind=kind, name=name, names=", ".join(known))


def clashes(keys: Keymap) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Keys that would mean two things somewhere: each with the actions' names; one name: beside what never changes."""
    names = {action: name for name, action in ACTIONS.items()}
    for place in PLACES.values():
        met: dict[str, Any] = {}
        for binding in place(keys):
            for key, action in binding.actions:
                other = met.setdefault(key, action)
                both = (names.get(each, "") for each in (other, action))
                if other != action:
                    yield "space" if key == " " else key, tuple(name for name in both if name)
