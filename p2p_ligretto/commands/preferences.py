"""How this person wants it: what the command line, the environment, the settings file and the defaults say together.

The first that says something counts: an option, then ``NO_COLOR``, then the file. An option comes first because it is
said for this one time; ``NO_COLOR`` before the file because who sets it means every program.
"""

import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from p2p_ligretto.commands.languages import language_of
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.settings_file import Fault, FileSettings, read_settings, settings_file
from p2p_ligretto.speech.ascii_text import IN_ASCII, needs_ascii
from p2p_ligretto.texts import _, ngettext, spell_in_ascii
from p2p_ligretto.tui.keymap import USUAL, USUAL_KEYS, Keymap
from p2p_ligretto.tui.palettes import DEFAULT, MONO

Origin = Literal["option", "NO_COLOR", "file", "locale", "terminal", "default"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """``origins`` says by name where each setting is from, those of keys by the action's name."""

    language: str
    palette: str
    ascii: bool
    plain: bool
    hints: bool
    bell: bool
    flash: bool
    motion: bool
    keys: Keymap
    origins: Mapping[str, Origin]
    faults: tuple[Fault, ...]

    @property
    def notice(self) -> str:
        """What is wrong with the settings file, in one line; empty if nothing is."""
        return notice_of(self.faults)


def preferences(settings: Settings) -> Preferences:
    """How it is wanted, here and now."""
    return combine(settings, os.environ, sys.stdout.encoding or "ascii", read_settings(settings_file()))


def combine(settings: Settings, environment: Mapping[str, str], encoding: str, said: FileSettings) -> Preferences:
    """What counts of all that is said; pure."""
    language, language_from = _language(settings, environment, said)
    palette, palette_from = _palette(settings, environment, said)
    in_ascii, ascii_from = _first(settings.ascii, said.ascii)
    if in_ascii is None:
        in_ascii, ascii_from = needs_ascii(environment, encoding), "terminal"
    plain, plain_from = _first(settings.plain, said.plain)
    hints, hints_from = _first(None, said.hints)
    bell, bell_from = _first(None, said.bell)
    flash, flash_from = _first(None, said.flash)
    motion, motion_from = _first(None, said.motion)
    origins: dict[str, Origin] = {
        "language": language_from,
        "palette": palette_from,
        "ascii": ascii_from,
        "plain": plain_from,
    }
    origins |= {"hints": hints_from, "bell": bell_from, "flash": flash_from, "motion": motion_from}
    origins |= {name: "file" if name in said.keys else "default" for name in USUAL}
    return Preferences(
        language=language,
        palette=palette,
        ascii=in_ascii,
        plain=bool(plain),
        hints=hints is not False,
        bell=bool(bell),
        flash=bool(flash),
        motion=motion is not False,
        keys=Keymap(MappingProxyType({**USUAL, **said.keys})) if said.keys else USUAL_KEYS,
        origins=MappingProxyType(origins),
        faults=said.faults,
    )


def _language(settings: Settings, environment: Mapping[str, str], said: FileSettings) -> tuple[str, Origin]:
    if settings.language is not None:
        return settings.language, "option"
    return (language_of(environment), "locale") if said.language is None else (said.language, "file")


def _palette(settings: Settings, environment: Mapping[str, str], said: FileSettings) -> tuple[str, Origin]:
    if settings.palette is not None:
        return settings.palette, "option"
    if environment.get("NO_COLOR"):
        return MONO, "NO_COLOR"
    return (DEFAULT, "default") if said.palette is None else (said.palette, "file")


def _first(option: bool | None, in_file: bool | None) -> tuple[bool | None, Origin]:
    if option is not None:
        return option, "option"
    return in_file, "default" if in_file is None else "file"


def write_as_wanted(settings: Settings) -> Preferences:
    """How it is wanted, with texts, standard output and standard error made so."""
    wanted = preferences(settings)
    spell_in_ascii(wanted=wanted.ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            own = _encoding_at_first(stream)
            stream.reconfigure(encoding="ascii" if wanted.ascii else own, errors=IN_ASCII)
    return wanted


@cache
def _encoding_at_first(stream: io.TextIOWrapper) -> str:
    return stream.encoding


def prepared(settings: Settings) -> Preferences:
    """The same, and told what is wrong with the settings file."""
    wanted = write_as_wanted(settings)
    if wanted.notice:
        print(wanted.notice, file=sys.stderr)
    return wanted


def notice_of(faults: tuple[Fault, ...]) -> str:
    """The first fault, how many more there are, and what to do."""
    if not faults:
        return ""
    where = fault_line(faults[0], settings_file().name)
    rest = len(faults) - 1
    more = ngettext(" ({count} more)", " ({count} more)", rest).format(count=rest) if rest else ""
    return _("{where}{more}. Left out for now; see p2p-ligretto config --check").format(where=where, more=more)


def fault_line(fault: Fault, name: str) -> str:
    """A fault in one line, with its place in the file ``name``."""
    if not fault.line:
        return _("{name}: {text}").format(name=name, text=fault.text)
    return _("{name}, line {line}: {text}").format(name=name, line=fault.line, text=fault.text)
