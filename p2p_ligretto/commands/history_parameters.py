"""``history`` and its subcommands, as they are spelt."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Final

import click

from p2p_ligretto.commands.number import Number
from p2p_ligretto.commands.parameters import NamedPath, behind_a_command, clean, named, said_here
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.spelling import Command, Group
from p2p_ligretto.texts import _

LISTED: Final = 20
"""So many matches are listed if nobody says how many."""
_YEARS: Final = range(1971, 2200)
_BEGINS_A_MATCH: Final = re.compile(r"[a-f]*[0-9][0-9a-f]*")
"""The beginning of an id, with a digit at least: "ada" is rather a name."""

SettingsOf = Callable[[dict[str, Any]], Settings]
"""Takes what may be said with every command out of the values given."""


class _History(Group):
    """Who says a match alone wants to see it."""

    def instead_of(self, word: str) -> str:
        """A sentence that says what can stand where a word does that is no command."""
        if word.lower() == "last" or _BEGINS_A_MATCH.fullmatch(word):
            return _("One match is shown by 'p2p-ligretto history show {which}'.").format(which=word.lower())
        return super().instead_of(word)


def history_group(settings_of: SettingsOf) -> click.Group:
    """The command: a list of matches without a subcommand."""

    def start(limit: int, as_json: bool, **given: Any) -> int:
        context = click.get_current_context()
        early = said_here() & {"since", "until", "limit", "as_json"}
        settings = settings_of(given)
        if context.invoked_subcommand is not None:
            if early:
                raise click.UsageError(
                    _("Say the options behind {command}, not before it.").format(command=context.invoked_subcommand),
                    context,
                )
            return 0
        from p2p_ligretto.commands.history import list_matches

        return list_matches(settings, **given, limit=limit, as_json=as_json)

    group = _History(
        "history",
        callback=start,
        params=[*_choice(), _limit(), _json(), *_everywhere()],
        invoke_without_command=True,
        help=_(
            "The matches that were played here, newest first, and what players did in them. It is read from the"
            " records of the matches, those under way too."
        ),
    )
    for command in (_show(settings_of), _players(settings_of), _export(settings_of), _rebuild(settings_of)):
        group.add_command(command)
    return group


def _show(settings_of: SettingsOf) -> click.Command:
    def show(**given: Any) -> int:
        from p2p_ligretto.commands.history import show_match

        return show_match(settings_of(given), **given)

    return Command(
        "show",
        callback=show,
        params=[
            click.Argument(["which"], default="last", callback=named, metavar="[last | ID]"),
            _json(),
            *_everywhere(),
        ],
        help=_(
            "One match, round by round. ID is the match's id, or its beginning; without it the last match is shown."
        ),
    )


def _players(settings_of: SettingsOf) -> click.Command:
    def players(**given: Any) -> int:
        from p2p_ligretto.commands.history import list_players

        return list_players(settings_of(given), **given)

    return Command(
        "players",
        callback=players,
        params=[*_choice(), _json(), *_everywhere()],
        help=_(
            "What each player did: matches, rounds, points in a round, matches won, rounds stopped, races for a pile"
            " won and lost, and the fastest round that the player stopped."
        ),
    )


def _export(settings_of: SettingsOf) -> click.Command:
    def export(**given: Any) -> int:
        from p2p_ligretto.commands.history_export import export_history

        return export_history(settings_of(given), **given)

    return Command(
        "export",
        callback=export,
        params=[
            click.Option(
                ["--csv", "target"],
                type=_Target(),
                required=True,
                metavar="FILE",
                help=_("Write a line for each player in each round to this file; - is standard output."),
            ),
            *_choice(),
            *_everywhere(),
        ],
        help=_("Write the scores of all rounds as a table for other programs."),
    )


def _rebuild(settings_of: SettingsOf) -> click.Command:
    def rebuild(**given: Any) -> int:
        from p2p_ligretto.commands.history import rebuild_index

        return rebuild_index(settings_of(given))

    return Command(
        "rebuild",
        callback=rebuild,
        params=_everywhere(),
        help=_("Make the index of the matches anew from their records. No record is changed by it."),
    )


class _Target(NamedPath):
    """The file to write to; - is standard output."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, allow_dash=True)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What to say where it was left out."""
        return _("Say which file to write, as in --csv scores.csv; - is standard output.")


def _choice() -> list[click.Parameter]:
    return [
        click.Option(
            ["--since"],
            callback=_day,
            metavar="DATE",
            help=_("Only matches whose last line was written on this day or later, such as 2026-11-30."),
        ),
        click.Option(
            ["--until"],
            callback=_day,
            metavar="DATE",
            help=_("Only matches whose last line was written on this day or earlier."),
        ),
    ]


def _limit() -> click.Option:
    return click.Option(
        ["--limit"],
        type=Number(1, 1_000_000),
        default=LISTED,
        show_default=True,
        help=_("So many matches at most."),
    )


def _json() -> click.Option:
    return click.Option(["--json", "as_json"], is_flag=True, default=False, help=_("Print it as JSON."))


def _everywhere() -> list[click.Parameter]:
    """As everywhere, only that the player's name says who is looked for."""
    player = click.Option(
        ["--player"],
        callback=clean,
        metavar="NAME",
        help=_("Only matches with a player of this name, or only this player; capitals don't matter."),
    )
    return [player if parameter.name == "player" else parameter for parameter in behind_a_command()]


def _day(_context: click.Context, _option: click.Parameter, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.year not in _YEARS:
        raise click.BadParameter(_("{text} is no date; one looks like 2026-11-30.").format(text=text))
    return day
