"""A command in parts, for ``cli``, which adds what may be said with every command."""

from collections.abc import Callable

import click

Described = tuple[str, Callable[..., int], list[click.Parameter], str]
"""Name, what carries it out, parameters, and the text of its help."""
