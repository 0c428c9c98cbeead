"""What a host keeps when its program ends: the effects of ``Save``, ``Append`` and ``Record``.

A crash of the process loses nothing that was written. A power cut loses what was not synced, the ends of journals, and
the next start sees that the system was booted since (``runtime.storage``): it counts as one that lost its disk. A
disk that was lost is another disk, with another id.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.node.journal import restored
from p2p_ligretto.node.kept import DISK, TABLE, VOTE, Place, disk_id, recall
from p2p_ligretto.node.outputs import Append, Record, Save
from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.log import Log

NOTHING: Final = b""


@dataclass(frozen=True, slots=True)
class Held:
    """What a disk says of the table that its node is at, if it is at one; ``disk`` is the id that it goes by there."""

    disk: bytes
    log: Log | None
    vote: Vote | None


class Disk:
    """One host's storage; ``records`` are the lines of each match."""

    def __init__(self, disk_id: bytes) -> None:
        self.disk_id = disk_id
        self.remembered: dict[str, bytes] = {}
        self.journals: dict[str, list[bytes]] = {}
        self.records: dict[str, list[str]] = {}

    def write(self, output: Save | Append | Record) -> None:
        """Carry out ``output``, at once and whole."""
        match output:
            case Save(key, value):
                if value is None:
                    self.remembered.pop(key, None)
                else:
                    self.remembered[key] = value
            case Append(journal, entry):
                self.journals.setdefault(journal, []).append(entry)
            case Record(match, lines, restart):
                if restart:
                    self.records[match] = []
                self.records.setdefault(match, []).extend(lines)

    def cut_power(self, entries: int, renewed_id: bytes) -> None:
        """Lose the last ``entries`` of each journal; where there is one the disk goes by ``renewed_id`` from now on."""
        if self.journals:
            self.disk_id = renewed_id
        for journal in self.journals.values():
            del journal[max(0, len(journal) - entries) :]

    def held(self) -> Held:
        """What a process that starts now would find of its table."""
        place = recall(self.remembered, TABLE, Place)
        log = None if place is None else restored(self.journals.get(place.journal, ()))
        vote = recall(self.remembered, VOTE, Vote)
        return Held(disk_id(self.disk_id, self.remembered.get(DISK, NOTHING)), log, vote)
