"""How ``replay`` is spelt."""

from pathlib import Path

import click

from p2p_ligretto.commands.parameters import NamedPath, clean, named
from p2p_ligretto.texts import _


def replay_parameters() -> list[click.Parameter]:
    """What can be said with it."""
    return [
        click.Argument(["which"], default="last", callback=named, metavar="[last | ID | FILE]"),
        click.Option(["--seat"], callback=clean, metavar="NAME", help=_("See it from this player's place at first.")),
        click.Option(
            ["--svg"],
            type=NamedPath(dir_okay=False, path_type=Path),
            metavar="FILE",
            help=_("Draw points and cards over time into this file instead (needs the extra plots)."),
        ),
    ]


def replay_words() -> str:
    """What it is for."""
    return _(
        "Show a recorded match again: on the screen, where it runs, stands still, and goes step by step or to the"
        " contested cards; with --plain or in a pipe as lines, with the time of each. ID is the match's id, or its"
        " beginning; FILE is what export has written; without either the last match that was played here is shown."
    )
