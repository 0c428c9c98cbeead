"""What one node folds: the table, which everybody knows, and its own hidden cards, which follow from it.

Both go through rollbacks together, so a move that is undone takes its exposed cards back with it, and they come out the
same the next time.
"""

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from p2p_ligretto.dealing import own_cards
from p2p_ligretto.dealing.own_cards import OwnCards
from p2p_ligretto.game.match import row_size
from p2p_ligretto.node.fold import Outcome, apply_payload
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.replication.events import Event
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved, PlayMove

SecretOf = Callable[[int, int], bytes | None]
"""The own dealing secret of (match, deal), if this node has one: a deal goes by its number in ``TableState.deals``."""


class Seen(Struct, frozen=True):
    """``own`` is None where this node is not in the round."""

    table: TableState
    own: OwnCards | None = None


def apply_event(seen: Seen, event: Event, own_peer: bytes, secret_of: SecretOf) -> tuple[Seen, Outcome]:
    """The fold of one event, for the node ``own_peer``."""
    payload = decode_payload(event.payload)
    table, outcome = apply_payload(seen.table, event.author, event.time, payload)
    own = seen.own
    if table.phase is not seen.table.phase:
        own = laid_out(table, own, own_peer, secret_of)
    if own is not None and isinstance(payload, Moved) and event.author == own_peer:
        own = own_cards.after(own, to_move(payload.move), outcome, table.options)
    return Seen(table, own), outcome


def laid_out(table: TableState, own: OwnCards | None, own_peer: bytes, secret_of: SecretOf) -> OwnCards | None:
    """The own cards when a phase begins: new ones once all are dealt, none while a deal is under way."""
    seat = table.seat_of(own_peer)
    if table.phase is Phase.COMMITTING:
        return None
    if table.phase is not Phase.PLAYING or seat not in table.players:
        return own
    secret = secret_of(table.match, table.deals)
    return None if secret is None else own_cards.lay_out(secret, table.joint_seed, row_size(len(table.players)))


def tie_of(seen: Seen, event: Event) -> bytes:
    """What decides between events of one time (protocol/spec/03): for plays the seed with pile, height and seat."""
    payload = decode_payload(event.payload)
    seat = seen.table.seat_of(event.author)
    seat_bytes = (0xFFFF if seat is None else seat).to_bytes(2, "big")
    parts = b"ligretto tie" + seen.table.joint_seed
    if isinstance(payload, Moved) and isinstance(payload.move, PlayMove):
        move = payload.move
        parts += move.colour.encode() + move.opener.to_bytes(2, "big") + move.height.to_bytes(1, "big")
    return sha256(parts + seat_bytes).digest()
