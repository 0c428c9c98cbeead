"""``host``: open a table on this network and take its first seat."""

from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import OwnPlace, bot_player, own_place, run
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import OpenTable
from p2p_ligretto.node.readiness import BY_HAND, Readiness, bot, host_with_seats
from p2p_ligretto.plain.session import Seating
from p2p_ligretto.runtime.addresses import format_address, own_addresses
from p2p_ligretto.texts import _


def host_table(settings: Settings, table: str | None, seats: int | None, options: Options, own_bot: str | None) -> int:
    """Open ``table`` (by default called after the player) and play at it, or have a bot of a level do so."""
    player = settings.player_name()

    async def host() -> int:
        async with own_place(settings, player) as place:
            name = table or player
            place.writer.say(*_invitation(place, name))
            return await place.play(
                Seating(
                    first=(OpenTable(name, options),),
                    readiness=_readiness(seats, auto=own_bot is not None),
                    player=None if own_bot is None else bot_player(own_bot),
                )
            )

    return run(settings, host)


def _readiness(seats: int | None, *, auto: bool) -> Readiness:
    if auto:
        return bot(seats=seats or 2)
    return BY_HAND if seats is None else host_with_seats(seats)


def _invitation(place: OwnPlace, table: str) -> tuple[str, ...]:
    lines = [_('Table "{table}" is open. Others sit down at it with: p2p-ligretto join "{table}"').format(table=table)]
    addresses = own_addresses(place.driver.port)
    if addresses:
        lines.append(
            _("or, where they don't find it, with: p2p-ligretto join {address}").format(
                address=format_address(addresses[0])
            )
        )
    return tuple(lines)
