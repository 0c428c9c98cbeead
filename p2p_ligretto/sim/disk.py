"""What a host keeps when its program ends: the effects of ``Save``, ``Append`` and ``Record``.

A crash of the process loses nothing that was written. A disk that was lost is another disk, with another id.
"""

from p2p_ligretto.node.outputs import Append, Record, Save


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
                kept = [] if restart else self.records.get(match, [])
                self.records[match] = [*kept, *lines]
