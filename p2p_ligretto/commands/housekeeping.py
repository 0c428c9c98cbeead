"""The commands about the program itself and its surroundings, as ``cli`` puts them among the others."""

from typing import Final

import click

from p2p_ligretto.commands.described import Described
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.texts import _

SHELLS: Final = ("bash", "zsh", "fish")


def housekeeping_commands() -> tuple[Described, ...]:
    """``completion`` and ``logs``."""
    return _completion(), _logs()


def _completion() -> Described:
    def completion(_settings: Settings, shell: str) -> int:
        from p2p_ligretto.commands.completion import print_completion

        return print_completion(shell)

    return (
        "completion",
        completion,
        [click.Argument(["shell"], type=click.Choice(SHELLS))],
        _(
            "Print what makes a shell complete commands, options and their values. For bash, write"
            ' eval "$(p2p-ligretto completion bash)" into ~/.bashrc; for zsh the same with zsh, into ~/.zshrc behind'
            " compinit; for fish, put what is printed into ~/.config/fish/completions/p2p-ligretto.fish."
        ),
    )


def _logs() -> Described:
    def logs(settings: Settings) -> int:
        from p2p_ligretto.commands.logs import show_places

        return show_places(settings)

    return (
        "logs",
        logs,
        [],
        _(
            "Show where things are written on this computer: the log (only with --log FILE, and never to the screen),"
            " details of errors, the profile with the records of matches, and the settings."
        ),
    )
