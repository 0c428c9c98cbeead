"""What each command begins with on the full screen."""

from p2p_ligretto.commands.bots import bot_player
from p2p_ligretto.commands.code_file import code_in_file
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.readiness import BY_HAND, Readiness, bot, host_with_seats
from p2p_ligretto.runtime.addresses import parse_host_port
from p2p_ligretto.tui.surroundings import AgainstBots, AtOwnTable, AtTable, Start, first_game
from p2p_ligretto.wire.payloads import Admission


def start_against_bots(settings: Settings, bots: int, level: str, options: Options, *, auto: bool) -> Start:
    """``play``."""
    return Start(
        settings.player_name(),
        AgainstBots(bots, level, options),
        bot(seats=bots + 1) if auto else host_with_seats(bots + 1),
        bot_player(level) if auto else None,
    )


def start_learning(settings: Settings) -> Start:
    """``learn``."""
    return first_game(settings.player_name())


def start_at_own_table(  # noqa: PLR0913, PLR0917 - what can be said of a table
    settings: Settings,
    table: str | None,
    seats: int | None,
    options: Options,
    own_bot: str | None,
    admission: Admission = "open",
) -> Start:
    """``host``; ``own_bot`` is the level of a bot that plays at the own place."""
    name = settings.player_name()
    player = None if own_bot is None else bot_player(own_bot)
    errand = AtOwnTable(table or name, options, admission)
    return Start(name, errand, host_readiness(seats, auto=own_bot is not None), player)


def start_at_table(
    settings: Settings,
    where: str | None,
    *,
    watch: bool = False,
    own_bot: str | None = None,
    code_file: str | None = None,
) -> Start:
    """``join`` and ``watch``. Who says an address wants just that table: one link teaches the way to all at it."""
    discovery = where is None or parse_host_port(where) is None
    errand = AtTable(where, watch=watch, discovery=discovery, code=code_in_file(code_file))
    if own_bot is None:
        return Start(settings.player_name(), errand)
    return Start(settings.player_name(), errand, bot(), bot_player(own_bot))


def host_readiness(seats: int | None, *, auto: bool) -> Readiness:
    """When who opens a table is ready without saying so: as soon as ``seats`` seats are taken."""
    if auto:
        return bot(seats=seats or 2)
    return BY_HAND if seats is None else host_with_seats(seats)
