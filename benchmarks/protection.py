"""Drivers whose tables are protected as the bench says: by which signatures, and by links with TLS or without.

A keyed hash is what the simulator signs with; anybody could make it. No program has links without TLS (``plain_pipe``).
"""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import trio

from benchmarks.observed import ObservedNode
from benchmarks.plain_pipe import NoEncryption
from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.replication.signing import Ed25519Signer, KeyedHashSigner
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.announcement import Announcement
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.driver import Driver
from p2p_ligretto.runtime.encryption import Encryption, new_encryption
from p2p_ligretto.runtime.identity import Profile, temporary_identity
from p2p_ligretto.runtime.storage import MemoryStorage
from p2p_ligretto.runtime.transport import Transport
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import NONCE_BYTES

LOOPBACK: Final = "127.0.0.1"


def encryption_of(links: str) -> Encryption | NoEncryption:
    """``links`` is "tls" or "plain"."""
    return new_encryption() if links == "tls" else NoEncryption()


def credentials_of(profile: Profile, encryption: Any) -> Credentials:
    """What a node shows on its links."""
    return Credentials(hello(profile.peer, profile.incarnation, bytes(NONCE_BYTES)), profile.key, encryption)


def node_of(profile: Profile, name: str, signatures: str) -> ObservedNode:
    """A node that signs as it is told: "ed25519" or "keyed_hash"."""
    signer = Ed25519Signer(profile.key) if signatures == "ed25519" else KeyedHashSigner(profile.peer)
    identity = NodeIdentity(profile.peer, profile.incarnation, profile.disk, signer)
    return ObservedNode(identity, name, secrets.token_bytes(32), {}, {})


@asynccontextmanager
async def running(name: str, signatures: str, encryption: Any) -> AsyncIterator[Driver]:
    """A driver as the program has it, on loopback and without discovery, but for the given parts."""
    profile = temporary_identity()
    announcement = Announcement(profile.peer, profile.incarnation, name)
    listeners = sockets.listen(loopback_only=True)
    transport = partial(Transport, credentials_of(profile, encryption), listeners)
    driver = Driver(node_of(profile, name, signatures), announcement, transport, MemoryStorage(), None)
    async with trio.open_nursery() as nursery:
        await nursery.start(driver.serve, None, lambda: (LOOPBACK,))
        yield driver
        nursery.cancel_scope.cancel()
