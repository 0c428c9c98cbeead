"""Showing that one knows the code of a private table without saying it: SPAKE2, then a confirmation each.

Who wants in is the asker, the member that is asked the keeper (protocol/spec/07). Nothing that goes over the link can
be tried against a list of codes: each exchange tells each side about one guess, its own or the other's. What both
sides came to is bound to the link, so that what is said on one is of no use on another.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256, sha512
from typing import Final, Literal

from p2p_ligretto.wire.messages import SHARE_BYTES
from p2p_ligretto.wire.violations import ProtocolViolation

Side = Literal["asker", "keeper"]

LABEL: Final = b"ligretto code"
_SIDE_BYTES: Final[dict[Side, bytes]] = {"asker": b"\x00", "keeper": b"\x01"}
_SPAKE_SIDES: Final[dict[Side, bytes]] = {"asker": b"A", "keeper": b"B"}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who wants in to which table, who is asked, and on which link (``binding``: 32 bytes)."""

    table: bytes
    asker: bytes
    keeper: bytes
    binding: bytes

    def identity(self, side: Side) -> bytes:
        """What stands for the one or the other side in SPAKE2."""
        peer = self.asker if side == "asker" else self.keeper
        return LABEL + _SIDE_BYTES[side] + self.table + peer + self.binding


@dataclass(frozen=True, slots=True)
class Confirmations:
    """``own`` is to be sent, ``theirs`` what the other side sends if it knows the same code."""

    own: bytes
    theirs: bytes

    def confirmed_by(self, confirmation: bytes) -> bool:
        """Whether the other side has come to the same key."""
        return hmac.compare_digest(self.theirs, confirmation)


class CodeExchange:
    """One side of one exchange; ``share`` is its first message. ``entropy``: 32 bytes that nothing else is made of."""

    def __init__(self, side: Side, code: str, meeting: Meeting, entropy: bytes) -> None:
        # It computes tables as it is imported, which every start would wait for, and few tables are private.
        from spake2 import SPAKE2_A, SPAKE2_B  # noqa: PLC0415

        half = SPAKE2_A if side == "asker" else SPAKE2_B
        self._half = half(
            code.encode(),
            idA=meeting.identity("asker"),
            idB=meeting.identity("keeper"),
            entropy_f=lambda _size: scalar_bytes(entropy),
        )
        self._side: Side = side
        self.share: bytes = self._half.start()

    def meet(self, share: bytes) -> Confirmations:
        """Take the other side's share. Raises ProtocolViolation for what is none; to be called once."""
        from spake2 import SPAKEError  # noqa: PLC0415 - as above
        from spake2.ed25519_basic import NotOnCurve  # noqa: PLC0415

        theirs: Side = "keeper" if self._side == "asker" else "asker"
        if len(share) != SHARE_BYTES or share[:1] != _SPAKE_SIDES[theirs]:
            raise ProtocolViolation("a share of a code that is not of the other side")
        try:
            key = self._half.finish(share)
        except (SPAKEError, NotOnCurve, ValueError) as error:
            raise ProtocolViolation("a share of a code that is no point of the curve") from error
        return Confirmations(_confirmation(key, self._side), _confirmation(key, theirs))


def scalar_bytes(entropy: bytes) -> bytes:
    """What the secret scalar of an exchange is made of: 64 bytes, read as one number, modulo the order of the group."""
    return sha512(LABEL + entropy).digest()


def _confirmation(key: bytes, side: Side) -> bytes:
    # The key is a hash of both identities, both shares and the secret point: no transcript need be told again.
    return hmac.digest(key, LABEL + _SIDE_BYTES[side], sha256)
