"""Where the program that uses a profile listens, noted in the profile's folder for another program to find.

What was noted may be old, after a kill: so it counts only while the profile's own node answers there.
"""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from p2p_ligretto.runtime.probing import probe
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.renewal import identity_in
from p2p_ligretto.wire.messages import Address

_log = logging.getLogger(__name__)

PORT_FILE: Final = "port"


@contextlib.contextmanager
def noting_port(folder: Path | None, port: int) -> Iterator[None]:
    """Note ``port`` until the end of the block; a disk that fails costs the note only. None: there is no folder."""
    path = None if folder is None else folder / PORT_FILE
    if path is not None:
        try:
            path.write_text(f"{port}\n", encoding="ascii")
        except OSError as error:
            _log.info("the port is not noted: %s", error)
    try:
        yield
    finally:
        if path is not None:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


async def noted_port(folder: Path) -> int | None:
    """Where the node of the profile in ``folder`` listens on this machine now; None if it does not."""
    try:
        port = int((folder / PORT_FILE).read_text(encoding="ascii"))
        peer = identity_in(folder)
    except (OSError, ValueError, ProfileError):
        return None
    if peer is None or not 1 <= port <= 65535:
        return None
    hello = (await probe(Address("127.0.0.1", port))).hello
    return port if hello is not None and hello.peer == peer else None
