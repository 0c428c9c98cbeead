"""The second half of the handshake: the connection gets encrypted, and each side proves whose end of it is whose.

What comes before the proof is a stranger's: it is bounded in bytes, and the greeting bounds it in time. A frame can be
told from a record of TLS by its first byte, so that who does not encrypt is heard, and told, in the clear.
"""

import contextlib
import socket
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe, PipeBroken
from p2p_ligretto.runtime.last_word import refusal_frame
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import (
    MAX_GREETING_BYTES,
    Role,
    Transcript,
    check_proof,
    decode_greeting,
    decode_proof,
    prove,
)
from p2p_ligretto.wire.messages import Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

SECURING_LIMIT_S = 2.5
"""For all of it. Of several addresses of one node, one at a time is secured: an impostor can hold up the others so
long, and no longer."""
MAX_UNPROVEN_BYTES: Final = 32_768
"""Two full records: the certificate of the other side and its proof take 2 kB."""
CHUNK_BYTES: Final = 4_096
_RECORD_TYPES: Final = range(20, 25)
"""The first byte of a TLS record (RFC 8446, 5.1); that of a frame is 0 or 1."""

Fault = Literal["silent", "closed", "unencrypted", "unproven", "refused"]


@dataclass(frozen=True, slots=True)
class Secured:
    """The other side has proved that its id is its own; what it said after that waits in ``pipe``.

    ``binding`` is what both sides know this link by (32 bytes).
    """

    pipe: EncryptedPipe
    binding: bytes


@dataclass(frozen=True, slots=True)
class NotSecured:
    """``last_word`` are the bytes that tell the other side, if it can be told."""

    fault: Fault
    reason: str
    last_word: bytes = b""


@dataclass(frozen=True, slots=True)
class Said:
    """Both Hello frames as they were on the wire, and the id that the other one names."""

    own: bytes
    theirs: bytes
    peer: bytes

    def transcript(self, certificate_hash: bytes, *, dialled: bool) -> Transcript:
        """What is signed, with the hash of the accepter's certificate."""
        first, second = (self.own, self.theirs) if dialled else (self.theirs, self.own)
        return Transcript(first, second, certificate_hash)


class _Stop(Exception):
    """The other side is no good; carries why."""

    def __init__(self, outcome: NotSecured) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


async def secure(
    connection: socket.socket, own: Credentials, said: Said, *, dialled: bool, owed: bytes = b""
) -> Secured | NotSecured:
    """Encrypt a connection after both Hellos, and exchange proofs. Raises OSError. Nothing is closed here.

    ``owed`` goes out first, with the first record: a Hello that was held back.
    """
    pipe = own.encryption.pipe(dialled=dialled)
    arriving = _Arriving(connection)
    outcome: Secured | NotSecured = NotSecured("silent", "no proof came in time")
    with trio.move_on_after(SECURING_LIMIT_S):
        try:
            await _encrypt(connection, pipe, arriving, owed)
            outcome = await _exchange_proofs(connection, pipe, arriving, own, said, dialled)
        except _Stop as stop:
            outcome = stop.outcome
        except PipeBroken as broken:
            outcome = NotSecured("unencrypted", broken.reason, pipe.owed())
    return outcome


class _Arriving:
    """What comes from a stranger, up to the bound."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._left = MAX_UNPROVEN_BYTES

    async def more(self) -> bytes:
        """The next bytes, at least one."""
        if not self._left:
            raise _Stop(NotSecured("unproven", f"no proof came in {MAX_UNPROVEN_BYTES} bytes"))
        data = await sockets.receive_some(self._connection, min(CHUNK_BYTES, self._left))
        if not data:
            raise _Stop(NotSecured("closed", "it hung up before it proved who it is"))
        self._left -= len(data)
        return data


async def _encrypt(connection: socket.socket, pipe: EncryptedPipe, arriving: _Arriving, owed: bytes) -> None:
    pipe.shake_hands()
    await sockets.send_all(connection, owed + pipe.owed())
    data = await arriving.more()
    if data[0] not in _RECORD_TYPES:
        raise _Stop(await _in_the_clear(data, arriving))
    while not pipe.shake_hands(data):
        await sockets.send_all(connection, pipe.owed())
        data = await arriving.more()


async def _in_the_clear(data: bytes, arriving: _Arriving) -> NotSecured:
    """What to make of one who goes on without encryption: it may be that it refuses the link."""
    reason = "it does not encrypt the link"
    while data[0] == 0 and len(data) < HEADER_BYTES:
        data += await arriving.more()
    length = int.from_bytes(data[:HEADER_BYTES], "big")
    if data[0] == 0 and length <= MAX_GREETING_BYTES:
        while len(data) < HEADER_BYTES + length:
            data += await arriving.more()
        with contextlib.suppress(ProtocolViolation):
            message = decode_greeting(data[HEADER_BYTES : HEADER_BYTES + length])
            if isinstance(message, Refusal):
                return NotSecured("refused", message.reason)
    return NotSecured("unencrypted", reason, refusal_frame(reason))


async def _exchange_proofs(  # noqa: PLR0913, PLR0917 - all of one link
    connection: socket.socket, pipe: EncryptedPipe, arriving: _Arriving, own: Credentials, said: Said, dialled: bool
) -> Secured | NotSecured:
    certificate_hash = sha256(pipe.certificate).digest() if dialled else own.encryption.certificate_hash
    transcript = said.transcript(certificate_hash, dialled=dialled)
    roles: tuple[Role, Role] = ("dialler", "accepter") if dialled else ("accepter", "dialler")
    await sockets.send_all(connection, pipe.seal(prove(own.key, roles[0], transcript)))
    header = await _read(pipe, arriving, HEADER_BYTES)
    length = int.from_bytes(header, "big")
    if not 1 <= length <= MAX_GREETING_BYTES:
        return _not_proven(pipe, f"instead of a proof came {header!r}")
    try:
        proof = decode_proof(await _read(pipe, arriving, length))
    except ProtocolViolation as violation:
        return _not_proven(pipe, violation.reason)
    if isinstance(proof, Refusal):
        return NotSecured("refused", proof.reason)
    refused = check_proof(proof, said.peer, roles[1], transcript)
    if refused is not None:
        return _not_proven(pipe, refused.reason)
    return Secured(pipe, transcript.binding())


async def _read(pipe: EncryptedPipe, arriving: _Arriving, size: int) -> bytes:
    """The next ``size`` bytes of the pipe and not one more."""
    plain = b""
    while len(plain) < size:
        data = pipe.read(size - len(plain))
        if pipe.ended:
            raise _Stop(NotSecured("closed", "it hung up before it proved who it is"))
        if data:
            plain += data
        else:
            pipe.take(await arriving.more())
    return plain


def _not_proven(pipe: EncryptedPipe, reason: str) -> NotSecured:
    return NotSecured("unproven", reason, pipe.seal(refusal_frame(reason)) + pipe.close())
