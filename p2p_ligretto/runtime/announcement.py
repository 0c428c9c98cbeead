"""What a node says of itself by DNS-SD: one instance, its TXT record, and how both are read back.

The instance and host labels are the hex of the peer id: unique, so no probing is needed, and nothing of the machine's
name leaks. What is read may come from anybody: it is checked, cleaned, and never more than a hint.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.wire.messages import VERSION_HIGH, VERSION_LOW, Address
from p2p_ligretto.wire.names import clean_name

SERVICE_TYPE: Final = "_ligretto._tcp.local."
MAX_TXT_BYTES: Final = 400
"""What is announced is shorter."""
MAX_HEARD_TXT_BYTES: Final = 1300
"""Longer ones are not looked into: they are none of ours, of any version."""

TablePhase = Literal["lobby", "playing", "between", "finished"]
_PHASES: Final = get_args(TablePhase)
_PEER: Final = re.compile(r"[0-9a-f]{32}")
_VERSIONS: Final = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_MAX_VERSION: Final = 65535


@dataclass(frozen=True, slots=True)
class TableHint:
    """A table that a node sits at, as far as a TXT record has room for it."""

    table: bytes
    name: str
    phase: TablePhase
    seats: int
    private: bool = False


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a node says of itself."""

    peer: bytes
    incarnation: bytes
    name: str
    table: TableHint | None = None
    version_low: int = VERSION_LOW
    version_high: int = VERSION_HIGH


@dataclass(frozen=True, slots=True)
class Found:
    """A node was heard of, or something about it changed; a hint, never a sign of life."""

    announcement: Announcement
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """A node said that it goes, or its record ran out."""

    peer: bytes


@dataclass(frozen=True, slots=True)
class Twin:
    """Another process announces this node's own key; a hint as well."""


def table_hint(table: TableState | None) -> TableHint | None:
    """What is announced of a table; None before it has a name."""
    if table is None or not table.name:
        return None
    phase: TablePhase = "playing"
    if table.phase is Phase.LOBBY:
        phase = "lobby"
    elif table.phase is Phase.BETWEEN:
        phase = "between"
    elif table.phase is Phase.FINISHED:
        phase = "finished"
    return TableHint(table.table, table.name, phase, len(table.present), table.private)


def instance_name(peer: bytes) -> str:
    """The full DNS-SD name of a node."""
    return f"{peer.hex()}.{SERVICE_TYPE}"


def host_name(peer: bytes) -> str:
    """The host name that a node's addresses stand under: its own, never the machine's."""
    return f"{peer.hex()}.local."


def peer_of_instance(name: str) -> bytes | None:
    """The peer id in a full DNS-SD name, or None when no node of ours can be called so."""
    label = name.lower().removesuffix("." + SERVICE_TYPE)
    return bytes.fromhex(label) if _PEER.fullmatch(label) else None


def txt_of(announcement: Announcement) -> dict[str, str]:
    """Keys and values of the TXT record."""
    txt = {
        "v": f"{announcement.version_low}-{announcement.version_high}",
        "name": announcement.name,
        "inc": announcement.incarnation.hex(),
    }
    if announcement.table is not None:
        hint = announcement.table
        txt |= {"table": hint.table.hex(), "tname": hint.name, "phase": hint.phase, "seats": str(hint.seats)}
        if hint.private:
            txt["private"] = "1"
    return txt


def announcement_of(peer: bytes, txt: Mapping[bytes, bytes | None]) -> Announcement | None:
    """What a TXT record says, or None when it is none of ours.

    Names are cleaned here, where messages with such names are refused: this is a hint, and only ever shown.
    """
    if sum(len(key) + len(value or b"") + 2 for key, value in txt.items()) > MAX_HEARD_TXT_BYTES:
        return None
    values = {
        key.decode("ascii", "replace"): value.decode("utf-8", "replace")
        for key, value in txt.items()
        if value is not None
    }
    versions = _versions(values.get("v", ""))
    incarnation = _hex(values.get("inc", ""), 8)
    if versions is None or incarnation is None:
        return None
    return Announcement(
        peer=peer,
        incarnation=incarnation,
        name=clean_name(values.get("name", "")),
        table=_hint_of(values),
        version_low=versions[0],
        version_high=versions[1],
    )


def _versions(text: str) -> tuple[int, int] | None:
    found = _VERSIONS.fullmatch(text)
    if found is None:
        return None
    low, high = int(found[1]), int(found[2])
    return (low, high) if low <= high <= _MAX_VERSION else None


def _hint_of(values: Mapping[str, str]) -> TableHint | None:
    table = _hex(values.get("table", ""), 16)
    phase = next((phase for phase in _PHASES if phase == values.get("phase")), None)
    seats = values.get("seats", "")
    if table is None or phase is None or not re.fullmatch(r"[0-9]{1,2}", seats):
        return None
    return TableHint(table, clean_name(values.get("tname", "")), phase, int(seats), values.get("private") == "1")


def _hex(text: str, size: int) -> bytes | None:
    return bytes.fromhex(text) if re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) else None
