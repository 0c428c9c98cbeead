"""Trying whether a node of the game answers at an address: connected to, heard out, and hung up on.

The side that accepts greets at once, so nothing has to be said: no link comes of it, and nobody is told.
"""

import errno
from dataclasses import dataclass
from typing import Final

import trio

from p2p_ligretto.doctor.observations import Outcome, Reached
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import sockaddr_of
from p2p_ligretto.runtime.first_frame import NoFrame, first_body
from p2p_ligretto.wire.handshake import decode_greeting
from p2p_ligretto.wire.messages import MAGIC, Address, Hello
from p2p_ligretto.wire.violations import ProtocolViolation

PROBE_LIMIT_S: Final = 2.0
"""A lost SYN is sent again after a second."""


@dataclass(frozen=True, slots=True)
class Probed:
    """``hello`` is there if it greeted."""

    reached: Reached
    hello: Hello | None = None


async def probe(address: Address) -> Probed:
    """What answers at ``address``, within ``PROBE_LIMIT_S``."""
    found = sockaddr_of(address)
    if found is None:
        return Probed(Reached(address, "unreachable"))
    connected = False
    try:
        with trio.move_on_after(PROBE_LIMIT_S):
            connection = await sockets.connect(*found)
            connected = True
            try:
                return _hear_out(address, await first_body(connection))
            finally:
                sockets.close(connection)
    except OSError as error:
        if connected:
            return Probed(Reached(address, "foreign", error.strerror or ""))
        return Probed(Reached(address, _outcome(error), error.strerror or str(error)))
    return Probed(Reached(address, "foreign" if connected else "silent"))


def _hear_out(address: Address, body: bytes | NoFrame) -> Probed:
    try:
        greeting = None if isinstance(body, NoFrame) else decode_greeting(body)
    except ProtocolViolation:
        greeting = None
    if isinstance(greeting, Hello) and greeting.magic == MAGIC:
        return Probed(Reached(address, "answered"), greeting)
    return Probed(Reached(address, "foreign"))


def _outcome(error: OSError) -> Outcome:
    if error.errno == errno.ECONNREFUSED:
        return "refused"
    if error.errno == errno.ETIMEDOUT:
        return "silent"
    return "unreachable"
