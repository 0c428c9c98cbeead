"""What a round leaves to be audited, and the verdict on each of its players once it is scored (protocol/spec/04).

The moves and the secrets are gathered from final events only, in their order; so whoever has the log, a spectator and
who joins later too, comes to the same verdicts.
"""

from dataclasses import dataclass
from typing import Literal

from p2p_ligretto.dealing.audit import Hand, Made, audit
from p2p_ligretto.game.match import row_size
from p2p_ligretto.node.fold import Outcome
from p2p_ligretto.node.table import IN_PLAY, TableState
from p2p_ligretto.replication.events import Event
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Closed, Moved

Finding = Literal["honest", "lie", "withheld", "absent"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """On the player at ``seat``.

    ``finding`` is ``honest``; ``lie``, with the ``check`` that failed first and the ``move`` (incarnation, seq) at
    which it did, if it was at one; ``withheld`` for who closed the round without its secret; ``absent`` for who can't
    be audited because it left before the close, was sent away or sat out.
    """

    seat: int
    finding: Finding
    check: str | None = None
    move: tuple[bytes, int] | None = None


class Docket:
    """Of the round under way."""

    def __init__(self) -> None:
        self._moves: dict[int, list[tuple[Event, Made]]] = {}
        self._secrets: dict[int, bytes | None] = {}

    def take(self, before: TableState, event: Event, outcome: Outcome) -> None:
        """The next final event; ``before`` is the table that it came to."""
        if before.phase not in IN_PLAY:
            self._moves, self._secrets = {}, {}
            return
        payload = decode_payload(event.payload)
        seat = before.seat_of(event.author)
        if seat is None or seat not in before.players:
            return
        if isinstance(payload, Moved):
            if payload.number == before.number and event.author not in before.banned:
                made = Made(to_move(payload.move), payload.proofs, outcome)
                self._moves.setdefault(seat, []).append((event, made))
        elif isinstance(payload, Closed) and outcome is None:
            self._secrets[seat] = payload.secret

    def verdicts(self, before: TableState, after: TableState) -> tuple[Verdict, ...]:
        """On all players of the round, by ascending seat, where ``after`` is the first table with its score."""
        if before.phase not in IN_PLAY or after.phase in IN_PLAY:
            return ()
        return tuple(self._verdict(after, seat) for seat in sorted(after.players))

    def _verdict(self, table: TableState, seat: int) -> Verdict:
        secret = self._secrets.get(seat)
        if secret is None:
            withheld = seat in self._secrets and seat not in table.out
            return Verdict(seat, "withheld" if withheld else "absent")
        commitment = dict(table.commitments)[seat]
        hand = Hand(seat, commitment.secret_hash, table.joint_seed, table.leaves[seat], row_size(len(table.players)))
        moves = self._moves.get(seat, [])
        lie = audit(hand, secret, (made for _, made in moves), table.options)
        if lie is None:
            return Verdict(seat, "honest")
        if lie.move is None:
            return Verdict(seat, "lie", lie.check)
        event = moves[lie.move][0]
        return Verdict(seat, "lie", lie.check, (event.incarnation, event.seq))
