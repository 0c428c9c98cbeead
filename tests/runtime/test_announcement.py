import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from p2p_ligretto.node.table import Phase, Seat, TableState
from p2p_ligretto.runtime.announcement import (
    MAX_HEARD_TXT_BYTES,
    MAX_TXT_BYTES,
    Announcement,
    TableHint,
    announcement_of,
    instance_name,
    peer_of_instance,
    table_hint,
    txt_of,
)
from p2p_ligretto.wire.names import check_name, clean_name
from tests.wire.hostile import HOSTILE, named

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
    version_low=st.integers(min_value=0, max_value=300),
    version_high=st.integers(min_value=300, max_value=65535),
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


@pytest.mark.parametrize("versions", ["", "1", "2-1", "1-65536", "1-1-1", "-1-1", "\u0661-\u0661", "1-1\n", "1 - 1"])
def test_version_ranges_that_are_none(versions: str) -> None:
    assert announcement_of(PEER, {b"v": versions.encode(), b"inc": b"00" * 8}) is None


def test_a_record_that_is_too_long_is_not_looked_into() -> None:
    txt: dict[bytes, bytes | None] = {b"v": b"1-1", b"inc": b"00" * 8}
    assert announcement_of(PEER, txt) is not None
    txt |= {b"more%d" % number: b"x" * 240 for number in range(6)}
    assert sum(len(key) + len(value or b"") + 2 for key, value in txt.items()) > MAX_HEARD_TXT_BYTES
    assert announcement_of(PEER, txt) is None


@pytest.mark.parametrize("hostile", HOSTILE, ids=named)
def test_whatever_a_stranger_calls_itself_is_shown_as_a_short_plain_name(hostile: str) -> None:
    name = hostile.encode("utf-8", "surrogatepass")[:250]
    txt: dict[bytes, bytes | None] = {b"v": b"1-1", b"inc": b"00" * 8, b"name": name}
    txt |= {b"table": b"00" * 16, b"tname": name, b"phase": b"lobby", b"seats": b"1"}
    announcement = announcement_of(PEER, txt)
    assert announcement is not None
    assert announcement.table is not None
    for shown in (announcement.name, announcement.table.name):
        assert check_name(shown) is None
        assert shown.isprintable()
        assert wcswidth(shown) <= 16


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
