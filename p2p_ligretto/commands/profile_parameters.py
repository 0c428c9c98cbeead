"""How ``profile`` is spelt, and what its help says."""

from typing import Any

import click

from p2p_ligretto.texts import _


class Action(click.Choice[str]):
    """What to do with profiles; who names a profile instead is told where its name belongs."""

    def __init__(self) -> None:
        super().__init__(("show", "new"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The action."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            return self.fail(_("say show or new; which profile is said with --profile NAME."), param, ctx)


def profile_parameters() -> list[click.Parameter]:
    """What can be said with it."""
    return [click.Argument(["action"], type=Action(), default="show")]


def profile_text() -> str:
    """What the command is for."""
    return _(
        "List the profiles that there are on this computer (show), or put the identity of one aside and make it a"
        " new one (new): for a copy of a profile on a second computer, or a key that others may have read. What was"
        " put aside is kept. --profile NAME says which profile."
    )
