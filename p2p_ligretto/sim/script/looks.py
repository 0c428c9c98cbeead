"""What a node holds of its table, under the names that a script asks for."""

from collections.abc import Mapping
from typing import Final

from p2p_ligretto.game.cards import Card
from p2p_ligretto.node.table import TableState

FIELDS: Final = frozenset(
    {"name", "phase", "match", "round", "seats", "present", "ready", "players", "members", "laid", "totals"}
)


def look(table: TableState | None) -> Mapping[str, object]:
    """What there is to see of ``table``; nothing where a node is at none.

    ``seats``, ``present``, ``ready`` and ``players`` are names in the order of the seats; ``members`` peer ids, sorted;
    ``laid`` says of each card in the centre, pile by pile from the bottom, what it is and whose: ``R1 Ada``.
    """
    if table is None:
        return {}
    names = tuple(seat.name for seat in table.seats)
    return {
        "name": table.name,
        "phase": table.phase.value,
        "match": table.match,
        "round": table.number,
        "seats": names,
        "present": tuple(names[seat] for seat in table.present),
        "ready": tuple(names[seat] for seat in sorted(table.ready)),
        "players": tuple(names[seat] for seat in table.players),
        "members": tuple(sorted(table.members)),
        "laid": _laid(table, names),
        "totals": table.totals,
    }


def _laid(table: TableState, names: tuple[str, ...]) -> tuple[str, ...]:
    if table.round is None:
        return ()
    return tuple(
        f"{Card(pile.id.colour, number)} {names[owner]}"
        for pile in table.round.piles
        for number, owner in enumerate(pile.owners, 1)
    )
