"""Write the man page from the commands themselves: ``python -m tools.man_page``.

What ``--help`` tells of each command stands in it too; around it is what no single command tells: files, what is read
of the environment, exit codes. Wheels put the page where ``man`` looks.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from p2p_ligretto import __version__
from p2p_ligretto.cli import program
from p2p_ligretto.commands.parameters import NAME

PAGE: Final = Path(__file__).parents[1] / "man" / f"{NAME}.1"

FILES: Final = (
    (
        "~/.config/p2p-ligretto/config.toml",
        "Settings: see 'config'. Other systems keep these files elsewhere: 'logs' says where.",
    ),
    ("~/.local/share/p2p-ligretto", "The default profile: your identity, the records of matches, the score pad."),
    ("~/.local/share/p2p-ligretto/profiles/NAME", "A profile of another name: see 'profile'."),
)
ENVIRONMENT: Final = (
    ("NO_COLOR", "If it says anything, there are no colours, unless --palette says otherwise."),
    ("TERM, COLORTERM", "How many colours the terminal has."),
    ("LC_ALL, LC_CTYPE, LANG", "Which characters the terminal has."),
    ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language, unless --lang or the settings say another."),
    ("XDG_CONFIG_HOME, XDG_DATA_HOME", "Where the folders of settings and profiles lie instead of those above."),
)
EXITS: Final = (
    ("0", "Done."),
    ("1", "It could not be done; a line on standard error says why, and what to do."),
    ("2", "The command line was not understood."),
    ("128+n", "Ended by signal n; Ctrl-C is 130."),
)


def page() -> str:
    """The page, for ``man``."""
    root = program()
    context = click.Context(root, info_name=NAME)
    lines = [
        '.\\" Written by tools/man_page.py from the commands: change those.',
        f'.TH {NAME.upper()} 1 "" "{NAME} {__version__}" "Games"',
        ".SH NAME",
        rf"{escaped(NAME)} \- Ligretto across laptops on one network, with no server",
        ".SH SYNOPSIS",
        rf"\fB{escaped(NAME)}\fR [OPTIONS] [COMMAND] [...]",
        ".SH DESCRIPTION",
        escaped(root.help or ""),
        ".SH OPTIONS",
        "These may stand before or behind the name of any command.",
        *_options(root, context),
        ".SH COMMANDS",
    ]
    for name in root.list_commands(context):
        lines += _command(root.commands[name], click.Context(root.commands[name], info_name=name, parent=context))
    for title, entries in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXITS)):
        lines += [f".SH {title}", *_entries(entries)]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Text that roff sets as it is: hyphens that can be copied, and nothing at the start of a line that it obeys."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("~", r"\(ti").replace("^", r"\(ha")
    text = text.replace("'", r"\(aq").replace("`", r"\(ga")
    return re.sub(r"^\.", r"\&.", text, flags=re.M)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    words = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    path = context.command_path.removeprefix(f"{NAME} ")
    yield f'.SS "{escaped(" ".join([path, *words]))}"'
    yield escaped(command.help or "")
    yield from _options(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.commands[name]
            yield from _command(inner, click.Context(inner, info_name=name, parent=context))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """What may be said with every command stands with the program alone, where it means the same everywhere."""
    root = context.find_root().command
    common = set(_records(root, context)) if command is not root else set()
    yield from _entries(tuple(record for record in _records(command, context) if record not in common))


def _records(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    return [record for option in options if (record := option.get_help_record(context)) is not None]


def _entries(entries: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, text in entries:
        yield from (".TP", rf"\fB{escaped(term)}\fR", escaped(text))


def main() -> None:
    """Write it anew."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
