"""The command line: how it is spelt, what it says when something goes wrong, and its exit codes.

0: done; 1: it could not be done, one line on standard error says why and what to do; 2: not understood; 128 + n:
ended by signal n (Ctrl-C: 130). Options that make sense with every command may stand before or after its name.
"""

import gettext
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from p2p_ligretto import texts
from p2p_ligretto.commands.at_tables import table_commands
from p2p_ligretto.commands.doctor_parameters import doctor_parameters, doctor_text
from p2p_ligretto.commands.fairness_parameters import check_fairness_options, fairness_parameters
from p2p_ligretto.commands.history_parameters import history_group
from p2p_ligretto.commands.housekeeping import housekeeping_commands
from p2p_ligretto.commands.languages import language_option, said_before_the_command
from p2p_ligretto.commands.parameters import (
    EVERYWHERE,
    NAME,
    NamedPath,
    behind_a_command,
    everywhere,
    named,
    said_here,
)
from p2p_ligretto.commands.preferences import write_as_wanted
from p2p_ligretto.commands.profile_parameters import profile_parameters, profile_text
from p2p_ligretto.commands.real_cards import real_cards_commands
from p2p_ligretto.commands.replay_parameters import replay_parameters, replay_words
from p2p_ligretto.commands.screen import show_screen, wants_screen
from p2p_ligretto.commands.script_parameters import check_script_options, script_parameters
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.simulation_parameters import Range, simulation_parameters
from p2p_ligretto.commands.spelling import Command, Group
from p2p_ligretto.texts import _
from p2p_ligretto.tui.surroundings import Start
from p2p_ligretto.wire.printable import printable


def main() -> None:
    """The program ``p2p-ligretto``."""
    _fill_streams()
    arguments = sys.argv[1:]
    said = said_before_the_command(arguments, everywhere())
    early = write_as_wanted(Settings(ascii=said["ascii"], language=said["language"]))
    speak(early.language)
    sys.exit(run(arguments))


def _fill_streams() -> None:
    """Have a closed standard stream lead nowhere, where the next file that is opened would be taken for it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - until the program ends


def speak(language: str) -> None:
    """All texts in ``language`` from now on, those of click as well: it asks the standard library for them."""
    texts.install(language)
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(texts.DOMAIN, str(texts.LOCALE))
    gettext.textdomain(texts.DOMAIN)


def run(arguments: list[str]) -> int:
    """Carry out a command line; the exit code."""
    given: dict[str, Any] = {}
    try:
        code = program().main(arguments, prog_name=NAME, standalone_mode=False, obj=given)
        sys.stdout.flush()
    except click.UsageError as error:
        helped = error.ctx.command_path if error.ctx else NAME
        what = error.format_message().removesuffix(".")
        # Some of click's own end with a question, or with one between brackets.
        asked = what.endswith(("?", "?)"))
        words = _("{what} See {command} --help.") if asked else _("{what}. See {command} --help.")
        _complain(words.format(what=what, command=helped))
        return error.exit_code
    except click.ClickException as error:
        _complain(error.format_message())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except Exception as error:  # the last place where one can be told
        from p2p_ligretto.commands.failures import told

        line = told(error, given.get("log"), Settings(**given).folder)
        _let_go_of_output()
        if line is not None:
            _complain(line)
        return 1
    return code or 0


def _complain(line: str) -> None:
    print(f"{NAME}: {printable(' '.join(line.split()))}", file=sys.stderr)


def _let_go_of_output() -> None:
    """Where it can't be written to its end (a closed pipe, a full disk), the interpreter must not try it once more."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def program() -> click.Group:
    """The command with all its subcommands, in the person's language."""
    group = Group(
        NAME,
        callback=_start,
        params=[*everywhere(), language_option()],
        invoke_without_command=True,
        help=_(
            "Ligretto across laptops on one network, with no server."
            " Without a command: the lobby, where tables are found, opened, joined and watched."
            " 'p2p-ligretto play' starts a game against bots at once; 'host' opens a table for others, who sit down"
            " at it with 'join'."
        ),
    )
    for described in table_commands():
        group.add_command(_command(*described))
    for command in (
        _doctor(),
        _export(),
        _replay(),
        _profile(),
        _config(),
        _simulate(),
    ):
        group.add_command(command)
    group.add_command(history_group(_settings))
    for described in (*real_cards_commands(), *housekeeping_commands()):
        group.add_command(_command(*described))
    return group


def _start(**given: Any) -> int:
    context = click.get_current_context()
    language = given.pop("language")
    if language is not None:
        context.obj["language"] = language
    settings = _settings(given)
    if context.invoked_subcommand is None:
        if wants_screen(settings):
            return show_screen(settings, Start(settings.player_name()))
        if settings.plain:
            raise click.UsageError(
                _(
                    "The lobby is only on the screen: with --plain say what to do, 'tables' to see what is open, 'host'"
                    " to open a table, 'join' to sit down at one, 'play' for a game against bots"
                )
            )
        click.echo(context.get_help())
    return 0


def _command(name: str, callback: Callable[..., int], params: list[click.Parameter], text: str) -> click.Command:
    def carry_out(**given: Any) -> int:
        return callback(_settings(given), **given)

    return Command(name, callback=carry_out, params=[*params, *behind_a_command()], help=text)


def _settings(given: dict[str, Any]) -> Settings:
    """Take what may be said everywhere out of ``given``: said after the command's name it counts for more."""
    said: dict[str, Any] = click.get_current_context().obj
    for name in EVERYWHERE:
        value = given.pop(name)
        if value is not None:
            said[name] = value
    if said.get("profile") and said.get("data"):
        raise click.UsageError(
            _("--profile and --data both say which folder to use: leave one of them out."), click.get_current_context()
        )
    settings = Settings(**said)
    write_as_wanted(settings)
    if settings.log is not None:
        # Also where nothing is logged: who has mistyped the name learns that at once.
        from p2p_ligretto.runtime.log import check_log

        check_log(settings.log)
    return settings


# ---- the commands


def _doctor() -> click.Command:
    def doctor(settings: Settings, where: str | None, **given: Any) -> int:
        from p2p_ligretto.commands.doctor import look_for_trouble

        return look_for_trouble(settings, where, as_json=given["json"])

    return _command("doctor", doctor, doctor_parameters(), doctor_text())


def _export() -> click.Command:
    def export(settings: Settings, which: str, out: Path | None) -> int:
        from p2p_ligretto.commands.export import export_match

        return export_match(settings, which, out)

    return _command(
        "export",
        export,
        [
            click.Argument(["which"], default="last", callback=named, metavar="[last | ID]"),
            click.Option(
                ["--out"],
                type=NamedPath(dir_okay=False, path_type=Path),
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

    return _command("profile", profile, profile_parameters(), profile_text())


def _config() -> click.Command:
    def config(settings: Settings, init: bool, check: bool) -> int:
        from p2p_ligretto.commands.config import check_settings, show_settings, write_template

        if init and check:
            raise click.UsageError(_("say --init or --check, not both."), click.get_current_context())
        if init:
            return write_template()
        return check_settings() if check else show_settings(settings)

    return _command(
        "config",
        config,
        [
            click.Option(["--init"], is_flag=True, help=_("Write a settings file with comments, if there is none.")),
            click.Option(["--check"], is_flag=True, help=_("Say what is wrong with the settings file.")),
        ],
        _(
            "Show the settings (colours, characters, keys) that hold, and where each is from: an option, NO_COLOR in"
            " the environment, the settings file, or the default; in this order the first counts."
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
