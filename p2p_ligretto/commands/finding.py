"""Finding the table to sit down at: by its name, by an address, or as the only one there is."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import trio

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.node.intents import Dial
from p2p_ligretto.node.links import Link
from p2p_ligretto.node.notices import DialFailed
from p2p_ligretto.runtime.addresses import lacks_port, parse_host_port, resolve, wrong_port
from p2p_ligretto.runtime.driver import Driver
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import Address, TableCard
from p2p_ligretto.wire.printable import printable

FIND_LIMIT_S: Final = 10.0
OTHERS_LIMIT_S: Final = 1.0
"""So long after the first table further ones are waited for."""

_SHOWN_ID: Final = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which table: called ``name`` (or whose id begins so), or at one of ``addresses``; neither: any."""

    name: str | None = None
    addresses: tuple[Address, ...] = ()


async def understand(where: str | None) -> Wanted:
    """What a person means by ``TABLE``, ``HOST:PORT`` or nothing; raises Problem when it can't be any of these."""
    if where is not None and not where.strip():
        raise Problem(_("Say which table: its name, or HOST:PORT as the host's program shows it."))
    if where is not None and (port := wrong_port(where)) is not None:
        raise Problem(
            _("{port} is no port: write HOST:PORT with a port from 1 to 65535, as the host's program shows it.").format(
                port=printable(port[:_SHOWN_ID])
            )
        )
    if where is not None and lacks_port(where):
        raise Problem(
            _(
                "{where} is an address without a port: write HOST:PORT as the host's program shows it, with an IPv6"
                " address in brackets, as in [2001:db8::1]:50000."
            ).format(where=printable(where.strip()))
        )
    host_port = parse_host_port(where) if where is not None else None
    if host_port is None:
        return Wanted(name=where)
    resolved = await resolve(*host_port)
    if isinstance(resolved, str):
        raise Problem(resolved)
    return Wanted(addresses=resolved)


async def find_table(driver: Driver, wanted: Wanted) -> bytes:
    """The id of the table; raises Problem when there is none within ``FIND_LIMIT_S``, or more than one."""
    # What goes wrong is a value in here: raised in a nursery it would come out in a group, as no Problem.
    outcomes: list[bytes | Problem] = []
    async with driver.open_notices() as notices, trio.open_nursery() as nursery:

        async def watch() -> None:
            async for notice in notices:
                if isinstance(notice, DialFailed):
                    outcomes.append(Problem(printable(notice.reason)))
                    nursery.cancel_scope.cancel()

        if wanted.addresses:
            driver.submit(Dial(wanted.addresses))
            nursery.start_soon(watch)
        with trio.move_on_after(FIND_LIMIT_S):
            outcomes.append(await _wait_for(driver, wanted))
        nursery.cancel_scope.cancel()
    outcome = outcomes[0] if outcomes else Problem(_not_found(driver, wanted))
    if isinstance(outcome, Problem):
        raise outcome
    return outcome


async def _wait_for(driver: Driver, wanted: Wanted) -> bytes | Problem:
    while True:
        changed = driver.changed
        tables = matching(driver.node.peers, wanted)
        own = driver.node.table_at_last_start
        if own is not None and own in tables:
            return own
        if tables and not wanted.addresses:
            # Another one may be heard of a moment later, and then it is the person's choice.
            await trio.sleep(OTHERS_LIMIT_S)
            tables = matching(driver.node.peers, wanted)
        if len(tables) > 1:
            return Problem(_several(tables))
        if tables:
            return next(iter(tables))
        await changed.wait()


def matching(peers: Mapping[bytes, Link], wanted: Wanted) -> dict[bytes, TableCard]:
    """The tables that may be meant, by id. A finished match is meant only by its name or address."""
    seen = [(link, link.card) for link in peers.values() if link.card is not None]
    if wanted.addresses:
        seen = [(link, card) for link, card in seen if link.peer.dialled and link.peer.address in wanted.addresses]
    elif wanted.name is not None:
        name = wanted.name
        seen = [(link, card) for link, card in seen if _is_called(card, name)]
    else:
        seen = [(link, card) for link, card in seen if card.phase != "finished" and not card.private]
    return {card.table: card for _link, card in seen}


def _is_called(card: TableCard, name: str) -> bool:
    return card.name.casefold() == name.casefold() or (
        len(name) >= _SHOWN_ID and card.table.hex().startswith(name.lower())
    )


def join_word(name: str) -> str | None:
    """What one types behind ``join`` for the table of that name; None where it would be taken for an address."""
    if parse_host_port(name) is not None or wrong_port(name) is not None or lacks_port(name):
        return None
    shown = printable(name)
    # Double quotes do in every shell, but for what some shells look for within them.
    quoted = shlex.quote(shown) if set(shown) & set('"$`\\!') else f'"{shown}"'
    return f"-- {quoted}" if shown.startswith("-") else quoted


def _several(tables: Mapping[bytes, TableCard]) -> str:
    cards = sorted(tables.values(), key=lambda card: (card.name, card.table))
    names = [card.name for card in cards]
    words = [(names.count(card.name) == 1 and join_word(card.name)) or card.table.hex()[:_SHOWN_ID] for card in cards]
    return _(
        "There are several tables: say the name of the one that you mean, such as {first}. There are: {tables}."
    ).format(first=words[0], tables=", ".join(words))


def _not_found(driver: Driver, wanted: Wanted) -> str:
    seconds = round(FIND_LIMIT_S)
    if wanted.addresses:
        return _(
            "A node answers there, but no table was opened at it within {seconds} s: start one there with"
            " p2p-ligretto host."
        ).format(seconds=seconds)
    cards = (link.card for link in driver.node.peers.values())
    others = sorted({card.name for card in cards if card is not None and card.phase != "finished"})
    tables = ", ".join(f'"{printable(other)}"' for other in others)
    if wanted.name is not None and others:
        return _('No table is called "{name}". There are: {tables}.').format(name=printable(wanted.name), tables=tables)
    if others:
        return _("Only private tables are open on this network: say the name of yours. There are: {tables}.").format(
            tables=tables
        )
    return _(
        "No table was found within {seconds} s: open one with p2p-ligretto host, or say the address that the host's"
        " program shows: p2p-ligretto join HOST:PORT. Why it is not found says p2p-ligretto doctor."
    ).format(seconds=seconds)
