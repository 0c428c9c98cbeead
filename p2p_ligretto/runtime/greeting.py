"""The first exchange on a new connection: each side says Hello and judges the other's, within a time limit.

Exactly the other side's first frame is read, no byte beyond. The side that accepted speaks at once. The side that
dialled may hold its own Hello back until it has heard the other's: so, of several addresses of one node that are
tried at once, only the one that is chosen ever becomes a link at the other end.
"""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import MAX_GREETING_BYTES, Refused, check_hello, decode_greeting
from p2p_ligretto.wire.messages import Hello, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

GREETING_LIMIT_S = 5.0
LAST_WORD_LIMIT_S = 1.0
MAX_REASON_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Greeted:
    """Both sides have said Hello and agree."""

    hello: Hello


Cause = Literal["silent", "closed", "foreign", "incompatible", "refused", "self", "other", "late"]
"""Nothing came in time; it hung up; it is no node of this game; its version does not fit; it said why it won't; it is
this very node; it is another node than expected; another of its addresses was chosen."""


@dataclass(frozen=True, slots=True)
class NotGreeted:
    """No link came of it; ``reason`` is one line, for the log."""

    cause: Cause
    reason: str


async def greet(
    connection: socket.socket,
    own: Hello,
    *,
    expected: bytes | None = None,
    may_answer: Callable[[], bool] | None = None,
) -> Greeted | NotGreeted:
    """Exchange Hellos; when nothing comes of it the connection is closed.

    ``expected`` is the id that the other side must have. With ``may_answer`` the own Hello is held back until the
    other's is found good and ``may_answer()`` is true.
    """
    outcome: Greeted | NotGreeted = NotGreeted("silent", "no greeting came in time")
    try:
        with trio.move_on_after(GREETING_LIMIT_S):
            if may_answer is None:
                await sockets.send_all(connection, encode(own))
            verdict = await _judge(connection, own, expected)
            if isinstance(verdict, Greeted) and may_answer is not None:
                if may_answer():
                    await sockets.send_all(connection, encode(own))
                else:
                    verdict = NotGreeted("late", "another address of that node was faster")
            outcome = verdict
    except OSError as error:
        outcome = NotGreeted("closed", error.strerror or str(error))
    except BaseException:
        sockets.close(connection)
        raise
    if isinstance(outcome, NotGreeted):
        if outcome.cause in ("foreign", "incompatible"):
            # Our Hello first, if it is still owed: only with both versions in hand can the other side tell its person.
            owed = b"" if may_answer is None else encode(own)
            await sockets.say_last(connection, owed + refusal_frame(outcome.reason), LAST_WORD_LIMIT_S)
        sockets.close(connection)
    return outcome


_CAUSES: Final[dict[str, Cause]] = {
    "magic": "foreign",
    "version": "incompatible",
    "self": "self",
    "twin": "incompatible",
}


async def _judge(connection: socket.socket, own: Hello, expected: bytes | None) -> Greeted | NotGreeted:
    header = await sockets.receive_exactly(connection, HEADER_BYTES)
    if not header:
        return NotGreeted("closed", "it hung up without a greeting")
    length = int.from_bytes(header, "big")
    if len(header) < HEADER_BYTES or not 1 <= length <= MAX_GREETING_BYTES:
        return NotGreeted("foreign", f"instead of a greeting came {header!r}")
    body = await sockets.receive_exactly(connection, length)
    if len(body) < length:
        return NotGreeted("closed", "it hung up within its greeting")
    try:
        greeting = decode_greeting(body)
    except ProtocolViolation as violation:
        return NotGreeted("foreign", violation.reason)
    if isinstance(greeting, Refusal):
        return NotGreeted("refused", greeting.reason)
    verdict = check_hello(own, greeting)
    if isinstance(verdict, Refused):
        return NotGreeted(_CAUSES[verdict.cause], verdict.reason)
    if expected is not None and greeting.peer != expected:
        return NotGreeted("other", "another node answers at that address")
    if sockets.has_ended(connection):
        # Who slept finds all the connections that others gave up meanwhile; each would take the place of a good link.
        return NotGreeted("closed", "it hung up after its greeting")
    return Greeted(greeting)


def refusal_frame(reason: str) -> bytes:
    """The frame that tells the other side why; whatever a reason can't hold on the wire is left out."""
    plain = "".join(character for character in reason if character.isascii() and character.isprintable())
    return encode(Refusal(plain[:MAX_REASON_CHARACTERS]))
