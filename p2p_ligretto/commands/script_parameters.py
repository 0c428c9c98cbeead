"""How scripts are asked for, as part of ``simulate``: the file, the ports, and what else may be said with them."""

from pathlib import Path
from typing import Final

import click

from p2p_ligretto.commands.parameters import EVERYWHERE, NamedPath, said_here
from p2p_ligretto.texts import _

_GO_WITH_SCRIPTS: Final = frozenset({"script", "connect", "json", "transcript"})


def script_parameters() -> list[click.Parameter]:
    """The options of ``simulate`` that are for scripts."""
    return [
        click.Option(
            ["--script"],
            type=NamedPath(dir_okay=False, path_type=Path),
            metavar="FILE",
            help=_("Instead of seeds: peers that say what a script says, and expect of the nodes what it expects."),
        ),
        click.Option(
            ["--connect"],
            multiple=True,
            metavar="HOST:PORT",
            help=_("Perform the script against a program that runs there; once for each node of the script."),
        ),
    ]


def check_script_options() -> None:
    """Raises UsageError for options of the command line at hand that don't go together."""
    context, given = click.get_current_context(), said_here()
    if "script" not in given:
        if "connect" in given:
            raise click.UsageError(_("--connect is for a script: say --script FILE too."), context)
        return
    others = sorted(given - _GO_WITH_SCRIPTS - set(EVERYWHERE))
    if others:
        names = ", ".join(option.opts[0] for option in context.command.params if option.name in others)
        raise click.UsageError(_("a script says all that {names} would: leave that out.").format(names=names), context)
