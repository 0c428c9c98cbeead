"""What a node keeps on disk: values that must survive a power cut, journals, records of matches.

Each call gives None, or the first time that a kind of thing fails a ``StorageProblem``: a full disk costs what could
not be kept, never the game. ``save`` may be called from a worker thread; calls do not overlap.
"""

import hashlib
import logging
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgpack

from p2p_ligretto.runtime.files import make_private_folder, remove_durably, write_durably
from p2p_ligretto.runtime.journals import JournalWriter, journal_path, load_journals
from p2p_ligretto.runtime.problems import StorageProblem
from p2p_ligretto.runtime.records import write_record
from p2p_ligretto.texts import _

_log = logging.getLogger(__name__)
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_BOOT_FILE = "boot"


@dataclass(frozen=True, slots=True)
class Kept:
    """What an earlier start left.

    ``damaged``: some of it is lost, so this node has to count as one without its disk.
    """

    remembered: Mapping[str, bytes] = field(default_factory=dict)
    journals: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    damaged: bool = False
    problem: StorageProblem | None = None


class AnyStorage(Protocol):
    """What the driver asks of a storage."""

    @property
    def blocks(self) -> bool:
        """Whether ``save`` takes so long that it belongs into a worker thread."""
        ...

    def load(self) -> Kept:
        """Everything that was kept before."""
        ...

    def save(self, key: str, value: bytes | None) -> StorageProblem | None:
        """Durable on return: remember ``value``, or forget the key."""
        ...

    def append(self, journal: str, entry: bytes) -> StorageProblem | None:
        """Behind: written, not synced."""
        ...

    def record(self, match: str, lines: tuple[str, ...], restart: bool) -> StorageProblem | None:
        """Behind: add to the record of a match, or begin it anew."""
        ...

    def close(self) -> None:
        """Close the files."""
        ...


class MemoryStorage:
    """For temporary identities: keeps nothing."""

    blocks = False

    def load(self) -> Kept:
        """Nothing was kept."""
        return Kept()

    def save(self, key: str, value: bytes | None) -> StorageProblem | None:
        """Forget it at once."""
        return None

    def append(self, journal: str, entry: bytes) -> StorageProblem | None:
        """Forget it at once."""
        return None

    def record(self, match: str, lines: tuple[str, ...], restart: bool) -> StorageProblem | None:
        """Forget it at once."""
        return None

    def close(self) -> None:
        """Nothing to close."""


class Storage:
    """Keeps everything in the data folder of one profile, which nobody else uses meanwhile."""

    blocks = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writers: dict[str, JournalWriter] = {}
        self._told: set[str] = set()
        """Consequences of failing that the person knows."""
        self._lost_records: set[str] = set()

    def load(self) -> Kept:
        """Everything kept before, without what is damaged; a failing disk gives nothing and a problem."""
        try:
            make_private_folder(self._saved_folder)
            make_private_folder(self._journal_folder)
            remembered, saved_damaged = self._load_saved()
            journals, journals_damaged = load_journals(self._journal_folder)
            power_cut = self._booted_since() and bool(journals)
        except OSError as error:
            return Kept(damaged=True, problem=self._problem("load", error))
        return Kept(remembered, journals, damaged=saved_damaged or journals_damaged or power_cut)

    def save(self, key: str, value: bytes | None) -> StorageProblem | None:
        """Durable on return: remember ``value``, or forget the key."""
        path = self._saved_folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.value"
        try:
            if value is None:
                remove_durably(path)
            else:
                content: bytes = msgpack.packb([key, value])
                write_durably(path, zlib.crc32(content).to_bytes(4, "big") + content)
        except OSError as error:
            return self._problem("save", error)
        return None

    def append(self, journal: str, entry: bytes) -> StorageProblem | None:
        """Behind: written, not synced."""
        try:
            writer = self._writers.get(journal)
            if writer is None:
                writer = JournalWriter(journal_path(self._journal_folder, journal), journal)
                self._writers[journal] = writer
            writer.append(entry)
        except OSError as error:
            return self._problem("append", error)
        return None

    def record(self, match: str, lines: tuple[str, ...], restart: bool) -> StorageProblem | None:
        """Behind: add to the record of a match, or begin it anew."""
        if match in self._lost_records and not restart:
            return None
        try:
            write_record(self._folder, match, lines, restart)
        except OSError as error:
            # A record with a gap would be worse than one that ends early.
            self._lost_records.add(match)
            return self._problem("record", error)
        self._lost_records.discard(match)
        return None

    def close(self) -> None:
        """Close the journals."""
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    @property
    def _saved_folder(self) -> Path:
        return self._folder / "saved"

    @property
    def _journal_folder(self) -> Path:
        return self._folder / "journals"

    def _load_saved(self) -> tuple[dict[str, bytes], bool]:
        remembered: dict[str, bytes] = {}
        damaged = False
        for path in sorted(self._saved_folder.glob("*.value")):
            item = _unpack_saved(path.read_bytes())
            if item is None:
                _log.warning("unreadable, so forgotten: %s", path)
                damaged = True
                path.unlink()
            else:
                remembered[item[0]] = item[1]
        return remembered, damaged

    def _booted_since(self) -> bool:
        """Whether the system was started anew since the last use: what was not synced may be gone (Linux only)."""
        if not _BOOT_ID.exists():
            return False
        boot = _BOOT_ID.read_bytes().strip()
        path = self._folder / _BOOT_FILE
        before = path.read_bytes() if path.exists() else None
        if before != boot:
            write_durably(path, boot)
        return before is not None and before != boot

    def _problem(self, kind: str, error: OSError) -> StorageProblem | None:
        _log.error("storage: %s: %s", kind, error)
        consequence = {
            "load": _("what was kept before is not used"),
            "save": _("after a restart this node may not take up its seat again"),
            "append": _("after a restart this node may not take up its seat again"),
            "record": _("this match may not be exported from here"),
        }[kind]
        if consequence in self._told:
            return None
        self._told.add(consequence)
        return StorageProblem(
            _("Cannot write to {folder} ({reason}): the game goes on, but {consequence}.").format(
                folder=self._folder, reason=error.strerror or error, consequence=consequence
            )
            if kind != "load"
            else _("Cannot read {folder} ({reason}): {consequence}.").format(
                folder=self._folder, reason=error.strerror or error, consequence=consequence
            )
        )


def _unpack_saved(content: bytes) -> tuple[str, bytes] | None:
    if len(content) < 4 or zlib.crc32(content[4:]) != int.from_bytes(content[:4], "big"):
        return None
    try:
        item = msgpack.unpackb(content[4:])
    except ValueError:
        return None
    match item:
        case [str(key), bytes(value)]:
            return key, value
        case _:
            return None
