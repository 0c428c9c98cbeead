"""``host``: open a table on this network and take its first seat."""

from p2p_ligretto.commands.bots import bot_player
from p2p_ligretto.commands.finding import join_word
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import OwnPlace, own_place
from p2p_ligretto.commands.starts import host_readiness
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import OpenTable
from p2p_ligretto.plain.session import Seating
from p2p_ligretto.runtime.addresses import format_address, own_addresses
from p2p_ligretto.texts import _
from p2p_ligretto.wire.payloads import Admission


def host_table(  # noqa: PLR0913, PLR0917 - what can be said of a table
    settings: Settings,
    table: str | None,
    seats: int | None,
    options: Options,
    own_bot: str | None,
    admission: Admission = "open",
) -> int:
    """Open ``table`` (by default called after the player) and play at it, or have a bot of a level do so."""
    player = settings.player_name()

    async def host() -> int:
        async with own_place(settings, player) as place:
            name = table or player
            place.writer.say(*_invitation(place, name))
            return await place.play(
                Seating(
                    first=(OpenTable(name, options, admission),),
                    readiness=host_readiness(seats, auto=own_bot is not None),
                    player=None if own_bot is None else bot_player(own_bot),
                )
            )

    return run(settings, host)


def _invitation(place: OwnPlace, table: str) -> tuple[str, ...]:
    addresses = [format_address(address) for address in own_addresses(place.driver.port)[:1]]
    by_name = join_word(table)
    # A name that would be taken for an address gets nobody to the table.
    first, *others = [by_name, *addresses] if by_name is not None else addresses or [table]
    opened = _('Table "{table}" is open. Others sit down at it with: p2p-ligretto join {word}')
    otherwise = _("or, where they don't find it, with: p2p-ligretto join {address}")
    return (opened.format(table=table, word=first), *(otherwise.format(address=address) for address in others))
