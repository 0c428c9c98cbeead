"""The chapter on discovery says what the code does."""

import re
from pathlib import Path
from typing import get_args

import pytest

from p2p_ligretto.node.links import TAKEN_OVER
from p2p_ligretto.runtime.announcement import (
    MAX_HEARD_TXT_BYTES,
    MAX_TXT_BYTES,
    SERVICE_TYPE,
    Announcement,
    TableHint,
    TablePhase,
    announcement_of,
    host_name,
    instance_name,
    peer_of_instance,
    txt_of,
)
from p2p_ligretto.runtime.discovery import MAX_INSTANCES
from p2p_ligretto.runtime.mdns import MAX_ADDRESSES
from p2p_ligretto.wire.names import MAX_NAME_CELLS, UNNAMED

CHAPTER = (Path(__file__).parents[2] / "protocol" / "spec" / "08-discovery.md").read_text(encoding="utf-8")
FLOWING = " ".join(CHAPTER.split())
PEER = bytes.fromhex("00112233445566778899aabbccddeeff")
TABLE = TableHint(b"t" * 16, "Kitchen", "lobby", 3, private=True)
ALL = txt_of(Announcement(PEER, bytes(8), "Ada", TABLE))


def heard(**changes: str | None) -> Announcement | None:
    txt = {key: value for key, value in (ALL | changes).items() if value is not None}
    return announcement_of(PEER, {key.encode(): value.encode() for key, value in txt.items()})


def test_the_record_has_the_keys_of_the_table_in_its_order() -> None:
    _, _, section = CHAPTER.partition("## The TXT record\n")
    table = section.partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == list(ALL)
    assert (len(ALL["inc"]), len(ALL["table"])) == (16, 32)


def test_names_are_those_of_the_examples() -> None:
    assert f"`{instance_name(PEER)}`" in CHAPTER
    assert f"`{host_name(PEER)}`" in CHAPTER
    assert f"service type `{SERVICE_TYPE}`" in CHAPTER
    assert peer_of_instance(instance_name(PEER).upper()) == PEER


@pytest.mark.parametrize(
    "sentence",
    [
        f"take less than {MAX_TXT_BYTES} bytes",
        f"takes more than {MAX_HEARD_TXT_BYTES} bytes",
        f"looks at {MAX_ADDRESSES} addresses of an instance at most, and at {MAX_INSTANCES} instances at once",
        f"characters and {MAX_NAME_CELLS} terminal cells",
        f"is left is `{UNNAMED}`",
        "`lobby`, `playing`, `between` or `finished`",
    ],
)
def test_bounds_are_those_of_the_code(sentence: str) -> None:
    assert sentence in FLOWING


def test_phases_are_those_of_the_code() -> None:
    assert get_args(TablePhase) == ("lobby", "playing", "between", "finished")


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("v", ("0-0", "1-65535")),
        ("inc", ("0011223344556677",)),
        ("table", ("00112233445566778899aabbccddeeff",)),
        ("phase", ("lobby", "finished")),
        ("seats", ("0", "99")),
        ("private", ("1", "0", None)),
        ("name", ("", "\x1b", None)),
    ],
)
def test_what_is_as_the_chapter_has_it_is_taken(key: str, values: tuple[str | None, ...]) -> None:
    for value in values:
        found = heard(**{key: value})
        assert found is not None
        assert found.table is not None


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("v", ("2-1", "0-65536", "1", "-1-1", "1-1 ", None)),
        ("inc", ("001122334455667", "00112233445566777", "00112233445566GG", "", None)),
    ],
)
def test_what_the_chapter_says_to_ignore_is_ignored(key: str, values: tuple[str | None, ...]) -> None:
    for value in values:
        assert heard(**{key: value}) is None


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("table", ("00", "XX112233445566778899aabbccddeeff", None)),
        ("phase", ("over", "", None)),
        ("seats", ("100", "-1", "", "3.0", None)),
    ],
)
def test_a_hint_that_is_not_whole_is_no_table(key: str, values: tuple[str | None, ...]) -> None:
    for value in values:
        found = heard(**{key: value})
        assert found is not None
        assert found.table is None


def test_the_last_word_to_who_was_taken_over_is_that_of_the_code() -> None:
    chapter = (Path(__file__).parents[2] / "protocol" / "spec" / "02-messages.md").read_text(encoding="utf-8")
    assert f"`{TAKEN_OVER}`" in chapter


def test_keys_that_are_not_known_are_passed_over() -> None:
    assert heard(future="something") == heard()
    assert heard(private=None) != heard()
