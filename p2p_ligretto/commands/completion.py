"""``completion``: the script that makes a shell ask this program what a half-typed command line may go on with.

The script and the answers are click's: it knows every command with its options. Names of tables are not completed,
since a shell that waits for the network at each press of the tab key is worse than one that doesn't know.
"""

from typing import Final

import click
from click.shell_completion import get_completion_class

from p2p_ligretto.commands.parameters import NAME

VARIABLE: Final = "_P2P_LIGRETTO_COMPLETE"
"""What a shell asks by, in the environment: click derives it from the name of the program."""


def print_completion(shell: str) -> int:
    """Print the script for ``shell``, one that click knows; the exit code."""
    known = get_completion_class(shell)
    assert known is not None
    click.echo(known(click.get_current_context().find_root().command, {}, NAME, VARIABLE).source().rstrip())
    return 0
