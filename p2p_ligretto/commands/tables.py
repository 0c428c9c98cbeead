"""``tables``: what is open on this network."""

from collections.abc import Iterable
from typing import Final

from p2p_ligretto.commands.preferences import prepared
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.runtime.announcement import Found, TableHint
from p2p_ligretto.runtime.discovery import browse
from p2p_ligretto.speech.words import listed
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.wire.printable import printable

LISTEN_S: Final = 4.0
"""Room for a third question: the first two may get lost, or be answered too soon after another asker's."""


def show_tables(settings: Settings) -> int:
    """Print one line a table; the exit code."""
    prepared(settings)

    async def show() -> int:
        browsed = await browse(LISTEN_S)
        if browsed.problem is not None and not browsed.found:
            raise Problem(browsed.problem.reason)
        for line in table_lines(browsed.found):
            print(line)
        return 0

    return run(settings, show)


def table_lines(found: Iterable[Found]) -> tuple[str, ...]:
    """One line a table, by name, with who sits at it."""
    tables: dict[bytes, tuple[TableHint, list[str]]] = {}
    for node in found:
        hint = node.announcement.table
        if hint is not None:
            tables.setdefault(hint.table, (hint, []))[1].append(printable(node.announcement.name))
    if not tables:
        return (_("No table is open on this network. Open one with: p2p-ligretto host"),)
    ordered = sorted(tables.values(), key=lambda table: (table[0].name.casefold(), table[0].table))
    return tuple(_table_line(hint, sorted(names, key=str.casefold)) for hint, names in ordered)


def _table_line(hint: TableHint, names: list[str]) -> str:
    phase = {
        "lobby": _("waiting for players"),
        "playing": _("a round is being played"),
        "between": _("between two rounds"),
        "finished": _("the match is over"),
    }[hint.phase]
    players = ngettext("{count} player", "{count} players", hint.seats).format(count=hint.seats)
    if hint.private:
        players = _("private, {players}").format(players=players)
    return _('"{name}": {phase}; {players}: {names}').format(
        name=printable(hint.name), phase=phase, players=players, names=listed(names)
    )
