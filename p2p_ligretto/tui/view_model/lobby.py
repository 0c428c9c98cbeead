"""The lobby: tables and people that were found, and how this node can be reached."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.speech.table_rules import rules_line
from p2p_ligretto.speech.words import fingerprinted, listed, look
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.tui.view_model.found_tables import FoundTable, FoundTables, Neighbour
from p2p_ligretto.tui.views import LobbyView, TableEntry
from p2p_ligretto.wire.conversions import to_options
from p2p_ligretto.wire.printable import printable

_NAMES_SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class LobbyNews:
    """What else there is to say in the lobby, in words for people."""

    unfit: tuple[tuple[str, str], ...] = ()
    """Tables or nodes that can't be joined: name and reason."""
    problem: str = ""
    """What is wrong with discovery, and the way out."""
    busy: str = ""
    """What is under way."""


QUIET: Final = LobbyNews()


def lobby_view(
    own_name: str,
    found: FoundTables,
    neighbours: Mapping[bytes, Neighbour],
    addresses: Iterable[str] = (),
    news: LobbyNews = QUIET,
) -> LobbyView:
    """What was found, and by which ``addresses`` (``HOST:PORT``) this node can be reached."""
    looks = [look(table.card.name) for table in found.tables]
    entries = [_entry(table, alike=looks.count(look(table.card.name)) > 1) for table in found.tables]
    entries += [TableEntry(printable(name), "", "", refused=printable(reason)) for name, reason in news.unfit]
    return LobbyView(
        own_name=printable(own_name),
        tables=tuple(entries),
        people=_people(neighbours),
        addresses=tuple(addresses),
        chosen=found.index,
        problem=news.problem,
        busy=news.busy,
        rules=_rules(found.chosen_table),
    )


def _rules(chosen: FoundTable | None) -> str:
    if chosen is None or chosen.card.options is None:
        return ""
    return rules_line(to_options(chosen.card.options))


def _entry(found: FoundTable, *, alike: bool) -> TableEntry:
    """``alike``: another table has the same name, perhaps since one came of the other; their ids tell them apart."""
    card = found.card
    full = card.phase != "playing" and len(card.players) >= MAX_SEATS
    return TableEntry(
        title=fingerprinted(card.name, card.table) if alike else printable(card.name),
        players=_players(card.players),
        phase=_phase_words(card.phase),
        private=card.private,
        refused=_("full: you can watch") if full else "",
    )


def _players(names: tuple[str, ...]) -> str:
    if not names:
        return _("nobody is there")
    count = ngettext("{count} player", "{count} players", len(names)).format(count=len(names))
    shown = [printable(name) for name in names[:_NAMES_SHOWN]]
    if len(names) > _NAMES_SHOWN:
        others = len(names) - _NAMES_SHOWN
        shown.append(ngettext("{count} other", "{count} others", others).format(count=others))
    return _("{count}: {names}").format(count=count, names=listed(shown))


def _phase_words(phase: str) -> str:
    return {
        "lobby": _("waiting for players"),
        "playing": _("a round is being played"),
        "between": _("between two rounds"),
        "finished": _("the match is over"),
    }[phase]


def _people(neighbours: Mapping[bytes, Neighbour]) -> tuple[str, ...]:
    named = {peer: neighbour for peer, neighbour in neighbours.items() if neighbour.name}
    looks = [look(neighbour.name) for neighbour in named.values()]
    people = []
    for peer, neighbour in named.items():
        alike = looks.count(look(neighbour.name)) > 1
        name = fingerprinted(neighbour.name, peer) if alike else printable(neighbour.name)
        if neighbour.card is not None:
            name = _("{name} (at {table})").format(name=name, table=printable(neighbour.card.name))
        people.append(name)
    return tuple(people)
