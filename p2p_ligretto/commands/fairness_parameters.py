"""How the fairness lab is asked for, as part of ``simulate``."""

from pathlib import Path
from typing import Final

import click

from p2p_ligretto.commands.number import Number
from p2p_ligretto.commands.parameters import EVERYWHERE, NamedPath, said_here
from p2p_ligretto.texts import _

CONTESTS: Final = 2000
MOST_CONTESTS: Final = 1_000_000
_GO_WITH_FAIRNESS: Final = frozenset({"fairness", "contests", "svg", "jobs", "players", "seed", "json"})


def fairness_parameters() -> list[click.Parameter]:
    """The options of ``simulate`` that are for the fairness lab."""
    return [
        click.Option(
            ["--fairness"],
            is_flag=True,
            default=False,
            help=_(
                "Instead of seeds: let members press a key for the same pile so and so long after one another, and tell"
                " how often the first one wins, by table time and by bare counters. With --json: a line for each of"
                " both."
            ),
        ),
        click.Option(
            ["--contests"],
            type=Number(1, MOST_CONTESTS),
            default=CONTESTS,
            show_default=True,
            metavar="N",
            help=_("With --fairness: how many contests for each gap; at equal times ten times as many."),
        ),
        click.Option(
            ["--svg"],
            type=NamedPath(dir_okay=False, writable=True, path_type=Path),
            default=None,
            metavar="FILE",
            help=_("With --fairness: draw the shares into this file, too (needs the extra: p2p-ligretto[plots])."),
        ),
    ]


def check_fairness_options() -> None:
    """Raises UsageError for options of the command line at hand that don't go together."""
    context, given = click.get_current_context(), said_here()
    if "fairness" not in given:
        for name in sorted(given & {"contests", "svg"}):
            told = _("--{name} is for the fairness lab: say --fairness too.").format(name=name)
            raise click.UsageError(told, context)
        return
    others = sorted(given - _GO_WITH_FAIRNESS - set(EVERYWHERE))
    if others:
        names = ", ".join(option.opts[0] for option in context.command.params if option.name in others)
        raise click.UsageError(_("{names} and --fairness don't go together.").format(names=names), context)
    least, most = context.params["players"]
    if least != most:
        raise click.UsageError(_("--fairness is for tables of one size: say how many play, as in 4."), context)
