"""Whose links come before those of strangers: of the members of the own table, and of all whose seat there is kept."""

from p2p_ligretto.node.links import Needed
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.spectator import Spectator
from p2p_ligretto.node.table import Seat


class Tablemates:
    """Asked after every input, so the answer is the same object until it changes."""

    def __init__(self) -> None:
        self._peers: frozenset[bytes] = frozenset()
        self._needed: Needed | None = None
        self._seats: tuple[Seat, ...] = ()
        self._banned: frozenset[bytes] = frozenset()

    def of(self, session: Session | None, spectator: Spectator | None, own: bytes) -> frozenset[bytes]:
        """Members and owners of seats, those too that have left, but nobody who was kicked; of who looks on its feeder.

        Spectators are strangers: anybody may look on at most tables.
        """
        if session is None:
            feeder = None if spectator is None else spectator.feeder
            self._needed = None
            self._set(frozenset(() if feeder is None else (feeder,)))
            return self._peers
        needed, table = session.needed, session.final
        if needed is not self._needed or table.seats is not self._seats or table.banned is not self._banned:
            self._needed, self._seats, self._banned = needed, table.seats, table.banned
            seated = frozenset(seat.peer for seat in table.seats) - table.banned
            self._set((seated | needed.keys()) - {own})
        return self._peers

    def _set(self, peers: frozenset[bytes]) -> None:
        if peers != self._peers:
            self._peers = peers
