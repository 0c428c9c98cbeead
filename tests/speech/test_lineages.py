from msgspec.structs import replace

from p2p_ligretto.speech.lineages import parted_line, table_title
from p2p_ligretto.wire.messages import TableCard
from tests.speech.samples import table_of

TABLE = replace(table_of("Ada Bea"), table=bytes.fromhex("3f9a") + bytes(14))
OTHER = bytes.fromhex("77c0") + bytes(14)


def test_a_table_is_told_from_what_came_of_it_by_the_beginning_of_its_id() -> None:
    assert table_title(TABLE, parted=False) == "Kitchen"
    assert table_title(TABLE, parted=True) == "Kitchen (3f9a)"
    assert table_title(replace(TABLE, first=OTHER), parted=False) == "Kitchen (3f9a)"


def test_who_went_on_elsewhere_is_named() -> None:
    line = parted_line(TableCard(OTHER, "Kitchen", "playing", ("Bea",)))
    assert line == "this table has parted: Kitchen (77c0) goes on with Bea; to play there, leave here and join it"
    assert parted_line(TableCard(OTHER, "\x1b[2J", "playing", ())).isprintable()
