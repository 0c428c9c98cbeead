"""``tables`` and ``join``: which tables there are, and which one is meant."""

import pytest

from p2p_ligretto.commands.finding import Wanted, matching
from p2p_ligretto.commands.tables import table_lines
from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.node.links import Link
from p2p_ligretto.runtime.announcement import Announcement, Found, TableHint, TablePhase
from p2p_ligretto.wire.messages import Address, TableCard

ADA = Address("10.0.0.1", 4000)
BEA = Address("10.0.0.2", 4000)


def found(peer: int, name: str, table: TableHint | None) -> Found:
    return Found(Announcement(bytes([peer]) * 16, bytes(8), name, table), (ADA,))


def hint(table: int, name: str, phase: TablePhase = "lobby", seats: int = 1) -> TableHint:
    return TableHint(bytes([table]) * 16, name, phase, seats)


def link(peer: int, address: Address, card: TableCard | None, *, dialled: bool = True) -> Link:
    return Link(peer, LinkPeer(bytes([peer]) * 16, bytes(8), dialled, address), 0, "somebody", card)


def card(table: int, name: str, phase: str = "lobby") -> TableCard:
    return TableCard(bytes([table]) * 16, name, phase, ("Ada",))  # type: ignore[arg-type]


def test_each_table_is_one_line_with_who_sits_at_it() -> None:
    nodes = (
        found(1, "Ada", hint(1, "Kitchen", "playing", 2)),
        found(2, "bob", hint(1, "Kitchen", "playing", 2)),
        found(3, "Cem", hint(2, "Attic")),
        found(4, "Nobody", None),
    )
    assert table_lines(nodes) == (
        '"Attic": waiting for players; 1 player: Cem',
        '"Kitchen": a round is being played; 2 players: Ada and bob',
    )


def test_no_table_says_how_to_open_one() -> None:
    assert table_lines((found(4, "Nobody", None),)) == (
        "No table is open on this network. Open one with: p2p-ligretto host",
    )


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Wanted(), {1, 2}),
        (Wanted(name="kitchen"), {1}),
        (Wanted(name="Attic"), {2}),
        (Wanted(name="Cellar"), {3}),
        (Wanted(name="01010101"), {1}),
        (Wanted(name="0101"), set()),
        (Wanted(name="Garden"), set()),
        (Wanted(addresses=(BEA,)), {2}),
        (Wanted(addresses=(Address("10.0.0.9", 1),)), set()),
    ],
)
def test_the_table_that_is_meant(wanted: Wanted, expected: set[int]) -> None:
    links = (
        link(1, ADA, card(1, "Kitchen", "playing")),
        link(2, BEA, card(2, "Attic")),
        link(3, ADA, card(3, "Cellar", "finished"), dialled=False),
        link(4, ADA, None),
    )
    peers = {each.peer.peer: each for each in links}
    assert {table[0] for table in matching(peers, wanted)} == expected
