"""The tables that neighbours tell of, in the order in which they were first found, and which one is chosen.

Invariants: one entry a table id; an entry keeps its place while anybody tells of it; the choice is a table, not a
place in the list, and never moves to another table by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from p2p_ligretto.wire.messages import TableCard


class Neighbour(Protocol):
    """A node that there is a link to."""

    @property
    def name(self) -> str:
        """As it calls itself; empty until it has."""
        ...

    @property
    def card(self) -> TableCard | None:
        """What it says of its table; None if it is at none."""
        ...


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table with what the best informed of ``peers``, who are at it, says of it."""

    card: TableCard
    peers: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class FoundTables:
    """``chosen`` is the id of a table, None if none is chosen or the chosen one is gone."""

    tables: tuple[FoundTable, ...] = ()
    chosen: bytes | None = None

    def after(self, neighbours: Mapping[bytes, Neighbour]) -> "FoundTables":
        """The tables that ``neighbours`` tell of now; the first ever found is chosen at once."""
        cards: dict[bytes, list[tuple[bytes, TableCard]]] = {entry.card.table: [] for entry in self.tables}
        for peer, neighbour in neighbours.items():
            if neighbour.card is not None:
                cards.setdefault(neighbour.card.table, []).append((peer, neighbour.card))
        tables = tuple(
            FoundTable(max((card for _peer, card in told), key=_knowledge), tuple(sorted(peer for peer, _card in told)))
            for told in cards.values()
            if told
        )
        chosen = self.chosen
        if tables and not self.tables:
            chosen = tables[0].card.table
        elif all(entry.card.table != chosen for entry in tables):
            chosen = None
        return FoundTables(tables, chosen)

    @property
    def index(self) -> int:
        """The place of the chosen table, -1 if none is chosen."""
        return next((place for place, entry in enumerate(self.tables) if entry.card.table == self.chosen), -1)

    @property
    def chosen_table(self) -> FoundTable | None:
        """The chosen table."""
        return self.tables[self.index] if self.index >= 0 else None

    def moved(self, by: int) -> "FoundTables":
        """Choose the table ``by`` places further down, without leaving the list; from no choice, the first or last."""
        if not self.tables:
            return self
        start = self.index if self.chosen_table is not None else (-1 if by > 0 else len(self.tables))
        return self.selected(min(max(start + by, 0), len(self.tables) - 1))

    def selected(self, index: int) -> "FoundTables":
        """Choose the table at ``index``; a place that there isn't changes nothing."""
        if not 0 <= index < len(self.tables):
            return self
        return replace(self, chosen=self.tables[index].card.table)


def _knowledge(card: TableCard) -> int:
    """Who has just come to a table does not know all its players yet."""
    return len(card.players)
