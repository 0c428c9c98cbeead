"""The last word on a link: the frame that tells the other side why it ends."""

from typing import Final

from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Refusal
from p2p_ligretto.wire.violations import MAX_REASON

LAST_WORD_LIMIT_S: Final = 1.0
"""How long it may take on a connection that never became a link."""


def refusal_frame(reason: str) -> bytes:
    """The frame that tells the other side why; whatever a reason can't hold on the wire is left out."""
    plain = "".join(character for character in reason if character.isascii() and character.isprintable())
    return encode(Refusal(plain[:MAX_REASON]))
