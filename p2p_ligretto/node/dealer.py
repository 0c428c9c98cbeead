"""What a node says by itself in a round: its part of commit, reveal, opening, and the close; or that it sits it out.

It looks at the final state only: nobody reveals before all commitments are final, nobody shows a card before the seed
is. Saying it twice is ruled out by the predicted state, which holds what was said already.
"""

import hashlib
import hmac
from dataclasses import dataclass, field

from p2p_ligretto.dealing import own_cards
from p2p_ligretto.dealing.commitment import secret_hash, share_hash
from p2p_ligretto.dealing.own_cards import OwnCards
from p2p_ligretto.game.match import row_size
from p2p_ligretto.node.table import DEALING, PLAYING, Phase, TableState
from p2p_ligretto.wire.conversions import from_opening
from p2p_ligretto.wire.payloads import AnyPayload, Closed, Committed, Dealt, Revealed, SatOut


@dataclass(frozen=True, slots=True)
class DealingSecret:
    """s makes the own deck and stays secret; r goes into everybody's seed."""

    secret: bytes = field(repr=False)
    share: bytes = field(repr=False)


def fresh_secret(entropy: bytes, table: bytes, match: int, deal: int) -> DealingSecret:
    """The secret of one deal, derived from what this start of the node got as entropy."""

    def derived(purpose: bytes) -> bytes:
        name = purpose + table + match.to_bytes(4, "big") + deal.to_bytes(4, "big")
        return hmac.digest(entropy, name, hashlib.sha256)

    return DealingSecret(derived(b"ligretto dealing secret"), derived(b"ligretto dealing share"))


def due(final: TableState, predicted: TableState, peer: bytes) -> int | None:
    """The seat of ``peer`` if it has something to say in the phase that is final, and has not said it."""
    seat = final.seat_of(peer)
    same = (final.phase, final.match, final.number) == (predicted.phase, predicted.match, predicted.number)
    if seat is None or seat not in final.players or not same or seat in predicted.spoken():
        return None
    return seat


def what_is_due(final: TableState, seat: int, own: DealingSecret | None) -> AnyPayload | None:
    """What the player at ``seat`` says in this phase; ``own`` is its secret of this deal, if it has one."""
    if final.phase is Phase.CLOSING:
        return Closed(final.number, None if own is None else own.secret)
    if own is None:
        # Its disk was lost after the commitment: it can only sit the round out.
        return SatOut(final.number) if final.phase in (*DEALING, Phase.PLAYING) else None
    if final.phase is PLAYING:
        # Nothing; this is asked after each event.
        return None
    if final.phase is Phase.COMMITTING:
        return Committed(final.number, secret_hash(own.secret), share_hash(own.share))
    if final.phase is Phase.REVEALING:
        return Revealed(final.number, own.share)
    if final.phase is Phase.OPENING:
        cards = own_cards.lay_out(own.secret, final.joint_seed, row_size(len(final.players)))
        return opening_payload(final.number, seat, cards)
    return None


def opening_payload(number: int, seat: int, own: OwnCards) -> Dealt:
    """What ``seat`` shows of its freshly laid out cards in round ``number``, with the leaves of all of them."""
    shown = own_cards.opening(own)
    proofs = own_cards.prove(own, (*shown.row, shown.stack_top))
    return from_opening(number, shown, own_cards.deck_leaves(own, seat), proofs)
