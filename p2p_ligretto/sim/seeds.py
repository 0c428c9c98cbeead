"""One seed, many independent streams: every random thing of a simulation has a name and draws from its own.

So a new kind of randomness never shifts the ones that were there, and a failing seed stays failing.
"""

import hashlib

from p2p_ligretto.dealing.keyed_stream import KeyedStream


def derived(seed: int, *name: str | int) -> bytes:
    """32 bytes that belong to the thing called ``name`` in the simulation of ``seed``."""
    text = "/".join(str(part) for part in ("ligretto simulation", seed, *name))
    return hashlib.sha256(text.encode()).digest()


def stream(seed: int, *name: str | int) -> KeyedStream:
    """A stream of draws that belongs to the thing called ``name``."""
    return KeyedStream(derived(seed, *name))
