"""Which languages there are, and which of them a person wants.

The first that says something counts: ``--lang``, then the settings file, then the locale, as with the other settings.
A locale is read as GNU gettext reads it: ``LANGUAGE`` (several, the dearest first) unless the locale is C, then the
first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set. The texts in the code are English: it ends the search.
"""

import locale
import re
import sys
from collections.abc import Mapping
from typing import Any, Final

import click

from p2p_ligretto.texts import ENGLISH, _

LANGUAGES: Final = {"en": "English", "nl": "Nederlands", "de": "Deutsch", "nb": "Norsk"}
"""By the code that the catalogue's folder has; each by its own name."""
_SAME: Final = {"no": "nb", "nn": "nb"}
"""Norwegian as a whole, and its other written form, which is read as easily: there is one catalogue."""
_C_LOCALES: Final = frozenset({"c", "posix"})


def known_language(name: str) -> str | None:
    """The code of a language called as in a locale ("de", "de_AT.UTF-8", "nb-NO"); None if it is none of these."""
    code = _base(name)
    code = _SAME.get(code, code)
    return code if code in LANGUAGES else None


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a locale; English if that names none of those that there are."""
    said = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    ours = next(filter(None, said), "")
    if _base(ours) in _C_LOCALES:
        return ENGLISH
    wanted = (environment.get("LANGUAGE") or ours or _language_of_windows()).split(":")
    return next(filter(None, map(known_language, wanted)), ENGLISH)


def _base(name: str) -> str:
    return re.split(r"[._@-]", name, maxsplit=1)[0].lower()


def _language_of_windows() -> str:
    """What the person chose there for the system's own texts; empty elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


class Language(click.Choice[str]):
    """A language as a value on the command line: its code, or a locale."""

    def __init__(self) -> None:
        super().__init__(list(LANGUAGES))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The code; refused if there is no such language here."""
        return super().convert(known_language(str(value)) or value, param, ctx)


def language_option() -> click.Option:
    """``--lang``, which stands before the name of the command: the command's own help is in that language too."""
    names = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    return click.Option(
        ["--lang", "language"],
        type=Language(),
        help=_("Language of all texts ({names}), said before the command; that of your locale if not given.").format(
            names=names
        ),
    )


def misplaced_language_option() -> click.Option:
    """``--lang`` behind the name of a command, where it would come too late: it says where it belongs."""

    def refuse(context: click.Context, _option: click.Parameter, value: str | None) -> None:
        if value is not None and not context.resilient_parsing:
            raise click.UsageError(
                _("--lang stands before the command: {line}").format(
                    line=context.command_path.replace(" ", f" --lang {value} ", 1)
                ),
                context,
            )

    return click.Option(["--lang", "language"], hidden=True, expose_value=False, callback=refuse)


def said_before_the_command(arguments: list[str], parameters: list[click.Parameter]) -> dict[str, Any]:
    """The values of ``parameters``, and of ``language``, that stand before the command; None for what can't be had.

    They are looked for before anything else is done with the line: what is wrong with the rest is told as they say.
    """
    reader = click.Command("", params=[*parameters, language_option()], add_help_option=False)
    context = reader.make_context(
        "",
        list(arguments),
        resilient_parsing=True,
        ignore_unknown_options=True,
        allow_extra_args=True,
        allow_interspersed_args=False,
    )
    return context.params
