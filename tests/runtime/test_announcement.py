import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.node.table import Phase, Seat, TableState
from p2p_ligretto.runtime.announcement import (
    MAX_TXT_BYTES,
    Announcement,
    TableHint,
    announcement_of,
    instance_name,
    peer_of_instance,
    table_hint,
    txt_of,
)
from p2p_ligretto.wire.names import clean_name

PEER = bytes(range(16))
names = st.text(max_size=40).map(clean_name)
tables = st.builds(
    TableHint,
    table=st.binary(min_size=16, max_size=16),
    name=names,
    phase=st.sampled_from(["lobby", "playing", "between", "finished"]),
    seats=st.integers(min_value=0, max_value=99),
    private=st.booleans(),
)
announcements = st.builds(
    Announcement,
    peer=st.just(PEER),
    incarnation=st.binary(min_size=8, max_size=8),
    name=names,
    table=st.none() | tables,
    version_low=st.integers(min_value=0, max_value=65535),
    version_high=st.integers(min_value=0, max_value=65535),
)


@given(announcements)
def test_what_is_announced_is_read_back_and_small(announcement: Announcement) -> None:
    txt = {key.encode(): value.encode() for key, value in txt_of(announcement).items()}
    assert announcement_of(PEER, txt) == announcement
    assert sum(len(key) + len(value) + 2 for key, value in txt.items()) < MAX_TXT_BYTES


@given(st.dictionaries(st.binary(max_size=8) | st.sampled_from([b"v", b"inc", b"table"]), st.none() | st.binary()))
def test_anything_in_a_txt_record_is_survived(txt: dict[bytes, bytes | None]) -> None:
    announcement_of(PEER, txt)


def test_names_from_strangers_are_cleaned() -> None:
    txt = {b"v": b"1-1", b"inc": b"00" * 8, b"name": b"\x1b[31mA\xff" + b"x" * 200}
    announcement = announcement_of(PEER, txt)
    assert announcement is not None
    assert "\x1b" not in announcement.name
    assert len(announcement.name) <= 16
    assert announcement.table is None


@pytest.mark.parametrize("name", ["", "laptop._ligretto._tcp.local.", "00._ligretto._tcp.local.", PEER.hex()[:-1]])
def test_instances_that_are_none_of_ours(name: str) -> None:
    assert peer_of_instance(name) is None


def test_an_instance_is_named_for_its_peer() -> None:
    assert peer_of_instance(instance_name(PEER)) == PEER
    assert peer_of_instance(instance_name(PEER).upper()) == PEER


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        (Phase.LOBBY, "lobby"),
        (Phase.OPENING, "playing"),
        (Phase.PLAYING, "playing"),
        (Phase.BETWEEN, "between"),
        (Phase.FINISHED, "finished"),
    ],
)
def test_a_table_in_short(phase: Phase, told: str) -> None:
    seats = (Seat(PEER, "Ada"), Seat(bytes(16), "Bea", present=False))
    table = TableState(b"t" * 16, "Kitchen", seats=seats, phase=phase)
    hint = table_hint(table)
    assert hint is not None
    assert (hint.table, hint.name, hint.phase, hint.seats, hint.private) == (b"t" * 16, "Kitchen", told, 1, False)


def test_no_table_and_one_without_a_name_are_not_announced() -> None:
    assert table_hint(None) is None
    assert table_hint(TableState(b"t" * 16)) is None
