"""The commands that take somebody to a table, as ``cli`` puts them among the others."""

from typing import Any

import click

from p2p_ligretto.commands.described import Described
from p2p_ligretto.commands.number import Number
from p2p_ligretto.commands.parameters import (
    auto,
    clean,
    code_file,
    level,
    level_words,
    table_options,
    table_rules,
)
from p2p_ligretto.commands.screen import show_screen, wants_screen
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.texts import _
from p2p_ligretto.wire.payloads import Admission


def table_commands() -> tuple[Described, ...]:
    """``play``, ``learn``, ``host``, ``join``, ``watch``, ``bot`` and ``tables``."""
    return _play(), _learn(), _host(), _join(), _watch(), _bot(), _tables()


def _play() -> Described:
    def play(settings: Settings, bots: int, level: str, auto: bool, **given: Any) -> int:
        options = table_options(given["preset"], given["rounds"], given["option"])
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_against_bots

            return show_screen(settings, start_against_bots(settings, bots, level, options, auto=auto))
        from p2p_ligretto.commands.play import play_against_bots

        return play_against_bots(settings, bots, level, options, auto=auto)

    return (
        "play",
        play,
        [
            click.Option(
                ["--bots"],
                type=Number(1, MAX_SEATS - 1),
                default=3,
                show_default=True,
                help=_("How many bots to play against."),
            ),
            level(_("How fast the bots are; {levels}.").format(levels=level_words())),
            *table_rules(),
            auto(),
        ],
        _("Play a match against bots on this computer."),
    )


def _learn() -> Described:
    def learn(settings: Settings) -> int:
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_learning

            return show_screen(settings, start_learning(settings))
        from p2p_ligretto.commands.play import learn

        return learn(settings)

    return (
        "learn",
        learn,
        [],
        _(
            "Learn the game in one guided round against a slow bot on this computer: each lesson says what to do, and"
            " goes on when it is done, or when you ask for the next one. No network is used."
        ),
    )


def _host() -> Described:
    def host(settings: Settings, name: str | None, seats: int | None, **given: Any) -> int:
        options = table_options(given["preset"], given["rounds"], given["option"])
        own_bot = given["level"] if given["auto"] else None
        admission: Admission = given["admission"] or "open"
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_at_own_table

            return show_screen(settings, start_at_own_table(settings, name, seats, options, own_bot, admission))
        from p2p_ligretto.commands.host import host_table

        return host_table(settings, name, seats, options, own_bot, admission)

    return (
        "host",
        host,
        [
            click.Option(["--name"], callback=clean, metavar="TABLE", help=_("Name of the table; yours if not given.")),
            click.Option(
                ["--seats"],
                type=Number(2, MAX_SEATS),
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
            *table_rules(),
            auto(),
            level(_("How fast your bot is, with --auto; {levels}.").format(levels=level_words())),
        ],
        _("Open a table on this network and take its first seat."),
    )


def _join() -> Described:
    def join(settings: Settings, where: str | None, auto: bool, level: str, code_file: str | None) -> int:
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_at_table

            own_bot = level if auto else None
            return show_screen(settings, start_at_table(settings, where, own_bot=own_bot, code_file=code_file))
        from p2p_ligretto.commands.join import join_table

        return join_table(settings, where, auto=auto, level=level, code_file=code_file)

    return (
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


def _watch() -> Described:
    def watch(settings: Settings, where: str | None, code_file: str | None) -> int:
        if wants_screen(settings):
            from p2p_ligretto.commands.starts import start_at_table

            return show_screen(settings, start_at_table(settings, where, watch=True, code_file=code_file))
        from p2p_ligretto.commands.watch import watch_table

        return watch_table(settings, where, code_file=code_file)

    return (
        "watch",
        watch,
        [click.Argument(["where"], required=False, metavar="[TABLE | HOST:PORT]"), code_file()],
        _("Look on at a table on this network without taking a seat, in the middle of a round too."),
    )


def _bot() -> Described:
    def bot(settings: Settings, where: str | None, level: str, code_file: str | None) -> int:
        from p2p_ligretto.commands.join import join_as_bot

        return join_as_bot(settings, where, level=level, code_file=code_file)

    return (
        "bot",
        bot,
        [
            click.Argument(["where"], required=False, metavar="[TABLE | HOST:PORT]"),
            code_file(),
            level(_("How fast the bot is; {levels}.").format(levels=level_words())),
        ],
        _("Add a bot to a table. It plays until the match is over, or until you press Ctrl-C."),
    )


def _tables() -> Described:
    def tables(settings: Settings) -> int:
        from p2p_ligretto.commands.tables import show_tables

        return show_tables(settings)

    return "tables", tables, [], _("List the tables that are open on this network.")
