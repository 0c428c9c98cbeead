"""Parameters that several commands share, and what is made of their values."""

import os
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource
from wcwidth import wcwidth

from p2p_ligretto import __version__
from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.commands.languages import misplaced_language_option
from p2p_ligretto.commands.number import Number
from p2p_ligretto.game.options import MAX_ROUNDS, Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.speech.table_rules import preset_words
from p2p_ligretto.speech.words import decimal
from p2p_ligretto.speech.written_options import OutOfReach, parse_options
from p2p_ligretto.texts import _
from p2p_ligretto.tui.palettes import PALETTE_NAMES
from p2p_ligretto.wire.messages import VERSION_HIGH, VERSION_LOW
from p2p_ligretto.wire.names import MAX_NAME_CELLS, UNNAMED, clean_name

NAME: Final = "p2p-ligretto"
EVERYWHERE: Final = ("player", "plain", "palette", "ascii", "profile", "data", "log")
"""Options that may stand before or after the name of any command."""


class NamedPath(click.Path):
    """A path of at least a letter: nothing at all, as an unset variable gives it, would mean the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if not os.fspath(value):
            self.fail(nothing_named(), param, ctx)
        return super().convert(value, param, ctx)


def nothing_named() -> str:
    """What to do where nothing is between the quotes."""
    return _("it is empty: name one, or leave it out.")


def named(_context: click.Context, _argument: click.Parameter, text: str | None) -> str | None:
    """The name of something that there is; refused if it is empty, which would begin every name."""
    if text is not None and not text.strip():
        raise click.BadParameter(nothing_named())
    return text


def said_here() -> set[str]:
    """The names of the options that the command line at hand says."""
    context = click.get_current_context()
    return {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}


def everywhere() -> list[click.Parameter]:
    """Options that may be said with every command: before its name too."""
    return [
        click.Option(
            ["--player"],
            callback=clean,
            metavar="NAME",
            help=_("The name that you go by; that of your account if not given."),
        ),
        click.Option(
            ["--plain/--no-plain"],
            default=None,
            help=_("One line of text for each thing that happens; implied where there is no terminal."),
        ),
        click.Option(
            ["--palette"],
            type=click.Choice(PALETTE_NAMES),
            help=_("Colours of the screen; mono is without. NO_COLOR in the environment says mono, too."),
        ),
        click.Option(
            ["--ascii/--no-ascii"],
            default=None,
            help=_("Nothing but ASCII characters, or all; as the terminal needs it if not given."),
        ),
        click.Option(
            ["--profile"],
            callback=_profile,
            metavar="NAME",
            help=_(
                "Which of several profiles to use, each an identity with its recorded matches; made when it is first"
                " used. 'p2p-ligretto profile' lists them."
            ),
        ),
        click.Option(
            ["--data"],
            type=NamedPath(file_okay=False, path_type=Path),
            metavar="DIR",
            help=_("Folder for your identity and the recorded matches, instead of a profile's own."),
        ),
        click.Option(
            ["--log"],
            type=NamedPath(dir_okay=False, path_type=Path),
            metavar="FILE",
            help=_("Add to this file what the program does, for when something goes wrong; 'logs' tells more."),
        ),
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_show_version,
            help=_("Show the version, with that of the protocol, and exit."),
        ),
    ]


def behind_a_command() -> list[click.Parameter]:
    """The same, and the refusal of what has to be said before the command's name."""
    return [*everywhere(), misplaced_language_option()]


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:  # which is how a shell's question is read
        click.echo(version_line())
        context.exit()


def version_line() -> str:
    """The version of the program, and which versions of the protocol it speaks."""
    protocols = str(VERSION_LOW) if VERSION_LOW == VERSION_HIGH else f"{VERSION_LOW}-{VERSION_HIGH}"
    return _("{name} {version} (protocol {protocols})").format(name=NAME, version=__version__, protocols=protocols)


def _profile(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """The name of a profile; refused if it is none."""
    if text is None:
        return None
    from p2p_ligretto.runtime.profile_folders import MAX_PROFILE_NAME, is_profile_name

    if not is_profile_name(text):
        raise click.BadParameter(
            _("a profile is called by at most {count} letters (A to Z) and digits, with - and _ inside.").format(
                count=MAX_PROFILE_NAME
            )
        )
    return text


def clean(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """A name as it will be shown to others; refused if nothing of it can be shown, or not all of it."""
    if text is None:
        return None
    name = clean_name(text)
    if name == UNNAMED != text:
        raise click.BadParameter(_("nothing in this name can be shown; use letters."))
    if sum(max(0, wcwidth(character)) for character in " ".join(text.split())) > MAX_NAME_CELLS:
        raise click.BadParameter(
            _("a name has at most {most} letters; this would become {name}.").format(most=MAX_NAME_CELLS, name=name)
        )
    return name


def table_rules() -> list[click.Parameter]:
    """What is played at a table that is opened."""
    return [
        click.Option(
            ["--preset"],
            type=click.Choice(list(PRESETS), case_sensitive=False),
            default="official",
            show_default=True,
            help=_("The game with all its options: {presets}.").format(presets=_presets_words()),
        ),
        click.Option(
            ["--rounds"],
            type=Number(1, MAX_ROUNDS),
            help=_("Rounds in a match; as the preset says if not given, 3 in the official game."),
        ),
        click.Option(
            ["--option"],
            multiple=True,
            metavar="KEY=VALUE",
            help=_(
                "An option that is not as the preset says; may be said several times: target_score=99,"
                " reshuffle=false, row_storage=descending or ascending, call=manual, one_hand=true,"
                " penalty=stack_to_hand or hand_to_stack, hints=false."
            ),
        ),
    ]


def _presets_words() -> str:
    return "; ".join(f"{preset}, {preset_words(preset)[1]}" for preset in PRESETS)


def auto() -> click.Option:
    """A bot at one's own place."""
    return click.Option(
        ["--auto"],
        is_flag=True,
        default=False,
        help=_("A bot plays in your place, and the program ends with the match."),
    )


def code_file() -> click.Option:
    """The code of a private table, for who can't be asked for it."""
    return click.Option(
        ["--code-file"],
        metavar="FILE",
        help=_(
            "Where the code of a private table is read from, its first line; - is standard input. Without it you are"
            " asked for the code."
        ),
    )


def level(text: str) -> click.Option:
    """How fast a bot is; ``text`` says which bot."""
    return click.Option(["--level"], type=click.Choice(list(LEVELS)), default="steady", show_default=True, help=text)


def level_words() -> str:
    """The levels and what they mean, in one line."""
    return ", ".join(
        # Translators: so long a bot of that level takes for a move.
        _("{level} takes {seconds} s").format(level=level.name, seconds=decimal(str(level.median_us / 1e6)))
        if level.median_us
        else _("{level} does not wait").format(level=level.name)
        for level in LEVELS.values()
    )


def table_options(preset: str, rounds: int | None, spelt: tuple[str, ...]) -> Options:
    """The game of that preset, changed by each KEY=VALUE; the last word on a key counts."""
    texts = spelt if rounds is None else (f"rounds={rounds}", *spelt)
    try:
        return parse_options(texts, PRESETS[preset])
    except OutOfReach as error:
        raise click.UsageError(f"{error}.", click.get_current_context()) from error
    except ValueError as error:
        raise click.UsageError(f"--option: {error}.", click.get_current_context()) from error
