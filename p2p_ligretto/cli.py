"""The command line: how it is spelt, what it says when something goes wrong, and its exit codes.

0: done; 1: it could not be done, one line on standard error says why and what to do; 2: not understood; 128 + n:
ended by signal n (Ctrl-C: 130). Options that make sense with every command may stand before or after its name.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from p2p_ligretto import texts
from p2p_ligretto.commands.fairness_parameters import check_fairness_options, fairness_parameters
from p2p_ligretto.commands.parameters import (
    EVERYWHERE,
    NAME,
    auto,
    clean,
    code_file,
    everywhere,
    level,
    level_words,
    rounds,
    said_here,
    table_options,
)
from p2p_ligretto.commands.replay_parameters import replay_parameters, replay_words
from p2p_ligretto.commands.screen import show_screen, wants_screen
from p2p_ligretto.commands.script_parameters import check_script_options, script_parameters
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.simulation_parameters import Range, simulation_parameters
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.texts import _
from p2p_ligretto.tui.surroundings import Start
from p2p_ligretto.wire.payloads import Admission
from p2p_ligretto.wire.printable import printable


def main() -> None:
    """The program ``p2p-ligretto``."""
    texts.install()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Carry out a command line; the exit code."""
    given: dict[str, Any] = {}
    try:
        code = program().main(arguments, prog_name=NAME, standalone_mode=False, obj=given)
        sys.stdout.flush()
    except click.UsageError as error:
        helped = error.ctx.command_path if error.ctx else NAME
        _complain(_("{what} See {command} --help.").format(what=error.format_message(), command=helped))
        return error.exit_code
    except click.ClickException as error:
        _complain(error.format_message())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except Exception as error:  # the last place where one can be told
        from p2p_ligretto.commands.failures import told

        line = told(error, given.get("log"), Settings(**given).folder)
        if line is None:
            _forget_output()
        else:
            _complain(line)
        return 1
    return code or 0


def _complain(line: str) -> None:
    print(f"{NAME}: {printable(' '.join(line.split()))}", file=sys.stderr)


def _forget_output() -> None:
    """Nobody reads our output any more; without this the interpreter would complain about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def program() -> click.Group:
    """The command with all its subcommands, in the person's language."""
    group = click.Group(
        NAME,
        callback=_start,
        params=everywhere(),
        invoke_without_command=True,
        help=_(
            "Ligretto across laptops on one network, with no server."
            " Without a command: the lobby, where tables are found, opened, joined and watched."
            " 'p2p-ligretto play' starts a game against bots at once; 'host' opens a table for others, who sit down"
            " at it with 'join'."
        ),
    )
    for command in (
        _play(),
        _host(),
        _join(),
        _watch(),
        _bot(),
        _tables(),
        _export(),
        _replay(),
        _profile(),
        _simulate(),
    ):
        group.add_command(command)
    return group


def _start(**given: Any) -> int:
    context = click.get_current_context()
    settings = _settings(given)
    if context.invoked_subcommand is None:
        if wants_screen(settings):
            return show_screen(settings, Start(settings.player_name()))
        click.echo(context.get_help())
    return 0


def _command(name: str, callback: Callable[..., int], params: list[click.Parameter], text: str) -> click.Command:
    def carry_out(**given: Any) -> int:
        return callback(_settings(given), **given)

    return click.Command(name, callback=carry_out, params=[*params, *everywhere()], help=text)


def _settings(given: dict[str, Any]) -> Settings:
    """Take what may be said everywhere out of ``given``: said after the command's name it counts for more."""
    said: dict[str, Any] = click.get_current_context().obj
    for name in EVERYWHERE:
        value = given.pop(name)
        if value:
            said[name] = value
    if said.get("profile") and said.get("data"):
        raise click.UsageError(
            _("--profile and --data both say which folder to use: leave one of them out."), click.get_current_context()
        )
    return Settings(**said)


# ---- the commands


def _play() -> click.Command:
    def play(settings: Settings, bots: int, level: str, rounds: int | None, auto: bool) -> int:
        options = table_options(rounds, ())
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_against_bots

            return show_screen(settings, start_against_bots(settings, bots, level, options, auto=auto))
        from p2p_ligretto.commands.play import play_against_bots

        return play_against_bots(settings, bots, level, options, auto=auto)

    return _command(
        "play",
        play,
        [
            click.Option(
                ["--bots"],
                type=click.IntRange(1, MAX_SEATS - 1),
                default=3,
                show_default=True,
                help=_("How many bots to play against."),
            ),
            level(_("How fast the bots are; {levels}.").format(levels=level_words())),
            rounds(),
            auto(),
        ],
        _("Play a match against bots on this computer."),
    )


def _host() -> click.Command:
    def host(settings: Settings, name: str | None, seats: int | None, **given: Any) -> int:
        options = table_options(given["rounds"], given["option"])
        own_bot = given["level"] if given["auto"] else None
        admission: Admission = given["admission"] or "open"
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_at_own_table

            return show_screen(settings, start_at_own_table(settings, name, seats, options, own_bot, admission))
        from p2p_ligretto.commands.host import host_table

        return host_table(settings, name, seats, options, own_bot, admission)

    return _command(
        "host",
        host,
        [
            click.Option(["--name"], callback=clean, metavar="TABLE", help=_("Name of the table; yours if not given.")),
            click.Option(
                ["--seats"],
                type=click.IntRange(2, MAX_SEATS),
                help=_("Start by itself as soon as so many seats are taken and ready."),
            ),
            click.Option(
                ["--private", "admission"],
                flag_value="code",
                help=_("Make the table private: a short code is shown, and asked of who wants to join or watch."),
            ),
            click.Option(
                ["--approval", "admission"],
                flag_value="approval",
                help=_("Somebody at the table has to say yes before a newcomer gets a seat."),
            ),
            rounds(),
            click.Option(
                ["--option"],
                multiple=True,
                metavar="KEY=VALUE",
                help=_(
                    "A house rule; may be said several times: target_score=99, reshuffle=false,"
                    " row_storage=descending or ascending, call=manual, one_hand=true,"
                    " penalty=stack_to_hand or hand_to_stack."
                ),
            ),
            auto(),
            level(_("How fast your bot is, with --auto; {levels}.").format(levels=level_words())),
        ],
        _("Open a table on this network and take its first seat."),
    )


def _join() -> click.Command:
    def join(settings: Settings, where: str | None, auto: bool, level: str, code_file: str | None) -> int:
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_at_table

            own_bot = level if auto else None
            return show_screen(settings, start_at_table(settings, where, own_bot=own_bot, code_file=code_file))
        from p2p_ligretto.commands.join import join_table

        return join_table(settings, where, auto=auto, level=level, code_file=code_file)

    return _command(
        "join",
        join,
        [
            click.Argument(["where"], required=False, metavar="[TABLE | HOST:PORT]"),
            code_file(),
            auto(),
            level(_("How fast your bot is, with --auto; {levels}.").format(levels=level_words())),
        ],
        _(
            "Take a seat at a table on this network."
            " TABLE is its name, needed only if there are several. HOST:PORT is the address that the host's program"
            " shows, for networks where laptops don't find one another. The table may open up to ten seconds later."
        ),
    )


def _watch() -> click.Command:
    def watch(settings: Settings, where: str | None, code_file: str | None) -> int:
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_at_table

            return show_screen(settings, start_at_table(settings, where, watch=True, code_file=code_file))
        from p2p_ligretto.commands.watch import watch_table

        return watch_table(settings, where, code_file=code_file)

    return _command(
        "watch",
        watch,
        [click.Argument(["where"], required=False, metavar="[TABLE | HOST:PORT]"), code_file()],
        _("Look on at a table on this network without taking a seat, in the middle of a round too."),
    )


def _bot() -> click.Command:
    def bot(settings: Settings, where: str | None, level: str, code_file: str | None) -> int:
        from p2p_ligretto.commands.join import join_as_bot

        return join_as_bot(settings, where, level=level, code_file=code_file)

    return _command(
        "bot",
        bot,
        [
            click.Argument(["where"], required=False, metavar="[TABLE | HOST:PORT]"),
            code_file(),
            level(_("How fast the bot is; {levels}.").format(levels=level_words())),
        ],
        _("Add a bot to a table. It plays until the match is over, or until you press Ctrl-C."),
    )


def _tables() -> click.Command:
    def tables(settings: Settings) -> int:
        from p2p_ligretto.commands.tables import show_tables

        return show_tables(settings)

    return _command("tables", tables, [], _("List the tables that are open on this network."))


def _export() -> click.Command:
    def export(settings: Settings, which: str, out: Path | None) -> int:
        from p2p_ligretto.commands.export import export_match

        return export_match(settings, which, out)

    return _command(
        "export",
        export,
        [
            click.Argument(["which"], default="last", metavar="[last | ID]"),
            click.Option(
                ["--out"],
                type=click.Path(dir_okay=False, path_type=Path),
                metavar="FILE",
                help=_("Write to this file instead of the terminal."),
            ),
        ],
        _(
            "Print a match that was played here, one JSON line for each deal, move and score."
            " ID is the match's id, or its beginning; without it the last match is printed."
        ),
    )


def _replay() -> click.Command:
    def replay(settings: Settings, which: str, seat: str | None, svg: Path | None) -> int:
        from p2p_ligretto.commands.replay import replay_match

        return replay_match(settings, which, seat, svg, screen=wants_screen(settings))

    return _command("replay", replay, replay_parameters(), replay_words())


def _profile() -> click.Command:
    def profile(settings: Settings, action: str) -> int:
        from p2p_ligretto.commands.profile import renew, show_profiles

        return renew(settings) if action == "new" else show_profiles(settings)

    return _command(
        "profile",
        profile,
        [click.Argument(["action"], type=click.Choice(["show", "new"]), default="show")],
        _(
            "List the profiles that there are on this computer (show), or put the identity of one aside and make it a"
            " new one (new): for a copy of a profile on a second computer, or a key that others may have read. What was"
            " put aside is kept. --profile NAME says which profile."
        ),
    )


def _simulate() -> click.Command:
    def simulate(settings: Settings, script: Path | None, connect: tuple[str, ...], **given: Any) -> int:
        check_script_options()
        if script is not None:
            from p2p_ligretto.commands.script import perform_script

            return perform_script(script, connect, as_json=given["json"], transcript=given["transcript"])
        check_fairness_options()
        each, svg = given.pop("contests"), given.pop("svg")
        if given.pop("fairness"):
            from p2p_ligretto.commands.fairness import Measurement, measure_fairness

            jobs = given["jobs"] if "jobs" in said_here() else None
            players, seed, as_json = given["players"][0], given["seed"], given["json"]
            return measure_fairness(
                Measurement(players=players, seed=seed, each=each, jobs=jobs, svg=svg, as_json=as_json)
            )
        return play_seeds(**given)

    def play_seeds(faults: str, seed: int | None, seeds: Range | None, **given: Any) -> int:
        from p2p_ligretto.commands.simulate import asked_for
        from p2p_ligretto.commands.simulate import simulate as carry_out

        return carry_out(asked_for(faults, seed, seeds, **given))

    return _command(
        "simulate",
        simulate,
        [*simulation_parameters(), *fairness_parameters(), *script_parameters()],
        _(
            "Play tables of bots on a simulated network, with faults, and check the protocol after every step."
            " A seed is played the same way each time. The exit code is 0 only if nothing was violated; what fails is"
            " made smaller and written to a file, which --faults FILE plays again."
            " With --fairness: whether who presses a key first is first in the order, on various links."
            " With --script: scripted peers instead, against nodes in a simulation or, with --connect, at real ports."
        ),
    )
