"""The handshake on a new connection: each side says Hello, judges the other's, and then makes sure that it is true.

Exactly the other side's first frame is read, no byte beyond: what follows is TLS (``securing``). The side that accepted
speaks at once. The side that dialled may hold its own Hello back until it has heard the other's: so, of several
addresses of one node that are tried at once, only the one that is chosen ever becomes a link at the other end.
"""

import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe
from p2p_ligretto.runtime.first_frame import NoFrame, first_body
from p2p_ligretto.runtime.last_word import LAST_WORD_LIMIT_S, refusal_frame
from p2p_ligretto.runtime.securing import Said, Secured, secure
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import frame
from p2p_ligretto.wire.handshake import Refused, check_hello, decode_greeting
from p2p_ligretto.wire.messages import Hello, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

GREETING_LIMIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Greeted:
    """Both sides have said Hello and agree, and the other one has proved that its id is its own.

    What it said since then waits in ``pipe``; ``binding`` is what both sides know this link by (32 bytes).
    """

    hello: Hello
    pipe: EncryptedPipe
    binding: bytes


Cause = Literal[
    "silent", "closed", "foreign", "incompatible", "refused", "self", "twin", "other", "unencrypted", "unproven"
]
"""Nothing came in time; it hung up; it is no node of this game; its version does not fit; it said why it won't; it is
this very node; it goes by this node's key; it is another node than expected; no encryption came about; it could not
prove who it is."""


@dataclass(frozen=True, slots=True)
class NotGreeted:
    """No link came of it; ``reason`` is one line, for the log. ``last_word`` are the bytes that tell the other side."""

    cause: Cause
    reason: str
    last_word: bytes = b""


@dataclass(frozen=True, slots=True)
class _Heard:
    """The other side's Hello, which is good, and its frame."""

    hello: Hello
    frame: bytes


async def greet(
    connection: socket.socket,
    own: Credentials,
    *,
    dialled: bool,
    expected: bytes | None = None,
    own_turn: Callable[[], Awaitable[None]] | None = None,
) -> Greeted | NotGreeted:
    """Go through the handshake; when nothing comes of it the connection is closed.

    ``expected`` is the id that the other side must have. With ``own_turn`` the own Hello is held back until the
    other's is found good and ``own_turn()`` is over.
    """
    outcome: Greeted | NotGreeted = NotGreeted("silent", "no greeting came in time")
    try:
        with trio.move_on_after(GREETING_LIMIT_S):
            outcome = await _shake_hands(connection, own, dialled, expected, own_turn)
    except OSError as error:
        outcome = NotGreeted("closed", error.strerror or str(error))
    except BaseException:
        sockets.close(connection)
        raise
    if isinstance(outcome, NotGreeted):
        if outcome.last_word:
            await sockets.say_last(connection, outcome.last_word, LAST_WORD_LIMIT_S)
        sockets.close(connection)
    return outcome


async def _shake_hands(
    connection: socket.socket,
    own: Credentials,
    dialled: bool,
    expected: bytes | None,
    own_turn: Callable[[], Awaitable[None]] | None,
) -> Greeted | NotGreeted:
    own_hello = own.new_hello()
    own_frame = encode(own_hello)
    owed = own_frame
    if own_turn is None:
        await sockets.send_all(connection, own_frame)
        owed = b""
    heard = await _judge(connection, own_hello, expected)
    if isinstance(heard, NotGreeted):
        # Our Hello first, if it is still owed: only with both versions in hand can the other side tell its person.
        return replace(heard, last_word=owed + heard.last_word) if heard.last_word else heard
    if own_turn is not None:
        await own_turn()
    said = Said(own_frame, heard.frame, heard.hello.peer)
    secured = await secure(connection, own, said, dialled=dialled, owed=owed)
    if isinstance(secured, Secured):
        return Greeted(heard.hello, secured.pipe, secured.binding)
    return NotGreeted(secured.fault, secured.reason, secured.last_word)


_CAUSES: Final[dict[str, Cause]] = {
    "magic": "foreign",
    "version": "incompatible",
    "self": "self",
    "twin": "twin",
}


async def _judge(connection: socket.socket, own: Hello, expected: bytes | None) -> _Heard | NotGreeted:
    body = await first_body(connection)
    if isinstance(body, NoFrame):
        return _refused(body.cause, body.reason) if body.cause == "foreign" else NotGreeted(body.cause, body.reason)
    try:
        greeting = decode_greeting(body)
    except ProtocolViolation as violation:
        return _refused("foreign", violation.reason)
    if isinstance(greeting, Refusal):
        return NotGreeted("refused", greeting.reason)
    verdict = check_hello(own, greeting)
    if isinstance(verdict, Refused):
        return _refused(_CAUSES[verdict.cause], verdict.reason)
    if expected is not None and greeting.peer != expected:
        return NotGreeted("other", "another node answers at that address")
    return _Heard(greeting, frame(body))


def _refused(cause: Cause, reason: str) -> NotGreeted:
    # A link that leads back to this node is just closed.
    return NotGreeted(cause, reason, b"" if cause == "self" else refusal_frame(reason))
