"""Commands and groups that tell of a line which they don't understand what can stand there instead."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from p2p_ligretto.speech.words import either
from p2p_ligretto.texts import _


class Command(click.Command):
    """A command that tells of a word too much where what it says belongs."""

    allow_extra_args = True
    """Taken by click, so that they can be told of here."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left of the line."""
        with _told_of(ctx):
            rest = super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:  # which is how a shell's question is read
            raise click.UsageError(
                _("'{word}' is too much: {instead}.").format(word=ctx.args[0], instead=_instead(self, ctx)), ctx
            )
        return rest


class Group(click.Group):
    """A group that tells of an option before the command's name where it belongs, and what its commands are."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left of the line."""
        said = list(args)  # click takes away what it reads
        try:
            with _told_of(ctx):
                return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            owners = self._owners(error.option_name)
            if not owners:
                raise
            raise click.UsageError(
                _("{option} goes with {commands}: say it behind the command's name.").format(
                    option=error.option_name, commands=either([name for name in owners if name in said] or owners)
                ),
                ctx,
            ) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; what can be meant is told where it is none."""
        word = args[0]
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            # An option is told of as such; and click names what is spelt like the word, if anything is.
            if word.startswith("-") or getattr(error, "possibilities", None):
                raise
            raise click.UsageError(
                f"{error.format_message().removesuffix('.')}. {self.instead_of(word)}", ctx
            ) from error

    def instead_of(self, _word: str) -> str:
        """A sentence that says what can stand where a word does that is no command."""
        return _("There are: {commands}.").format(commands=", ".join(sorted(self.commands)))

    def _owners(self, option: str) -> list[str]:
        """The names of the commands that have it."""
        return sorted(
            name
            for name, command in self.commands.items()
            if any(option in (*parameter.opts, *parameter.secondary_opts) for parameter in command.params)
        )


@contextmanager
def _told_of(context: click.Context) -> Iterator[None]:
    """What the parser finds wrong is told of this command: click itself does not always say of which."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or context
        raise


def _instead(command: click.Command, context: click.Context) -> str:
    """Where what somebody has said as a word of its own belongs, by what ``command`` is."""
    match context.info_name:
        case "play":
            return _("how many bots play is said as --bots 3")
        case "simulate":
            return _("what goes wrong is said as --faults lan, how many play as --players 4")
        case "profile":
            return _("which profile is said with --profile NAME")
        case "players":
            return _("which player is said with --player NAME")
    if not any(isinstance(parameter, click.Argument) for parameter in command.params):
        return _("only options stand behind {command}").format(command=context.command_path)
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    return _("the whole line is {usage}; what has blanks in it stands between quotes").format(usage=usage)
