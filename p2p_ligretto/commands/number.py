"""A number on the command line, with what may be said where it can't be one."""

from typing import Any

import click

from p2p_ligretto.texts import _


class Number(click.IntRange):
    """A whole number from ``least`` to ``most``, both of them allowed."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; click says of a bad one what a range is."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            return self.fail(
                _("say a whole number from {least} to {most}.").format(least=self._least, most=self._most), param, ctx
            )
