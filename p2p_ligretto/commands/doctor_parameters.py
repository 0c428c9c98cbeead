"""How ``doctor`` is spelt, and what its help says."""

import click

from p2p_ligretto.commands.parameters import named
from p2p_ligretto.texts import _


def doctor_parameters() -> list[click.Parameter]:
    """An address that somebody read out, and for whom the answer is."""
    return [
        click.Argument(["where"], required=False, callback=named, metavar="[HOST:PORT]"),
        click.Option(["--json"], is_flag=True, default=False, help=_("All that was found, as one JSON object.")),
    ]


def doctor_text() -> str:
    """What the command is for."""
    return _(
        "Why do I see nobody? Looks at this computer and its network for some eight seconds, and says what keeps"
        " others from being found, what to do about it, and the line that gets them in all the same."
        " HOST:PORT is an address that somebody read out: whether it can be reached from here."
    )
