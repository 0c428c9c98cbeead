"""Who this node is: a key on disk, the id that follows from it, and what is new at each start.

A profile is a data folder, for its owner's eyes only. Its key is made at the first start and never overwritten; the
disk id beside it tells a folder that was lost or replaced from one that is whole. One process at a time uses a
profile: a second one gets a temporary identity that lives in memory, and is told why.
"""

import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from filelock import FileLock, Timeout

from p2p_ligretto.replication.signing import peer_of
from p2p_ligretto.runtime.files import DRAFT_SUFFIX, keep_private, make_private_folder, write_durably
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.profile_folders import data_folder, with_own_parents
from p2p_ligretto.texts import _

KEY_FILE = "key.pem"
DISK_FILE = "disk"
LOCK_FILE = "lock"
KEPT = frozenset(
    {
        KEY_FILE,
        DISK_FILE,
        LOCK_FILE,
        "boot",
        "error.log",
        "former",
        "journals",
        "matches",
        "port",
        "profiles",
        "saved",
        "scores",
    }
)
"""What a profile's folder holds, besides drafts of it, and what begins as one of ``KEPT_IN_PARTS``."""
KEPT_IN_PARTS = (".probe-", "history.db")
DISK_ID_BYTES = 8
INCARNATION_BYTES = 8


@dataclass(frozen=True, slots=True)
class Profile:
    """An identity for one start. ``folder`` is None for a temporary one, ``temporary_because`` says why it is one."""

    key: Ed25519PrivateKey
    peer: bytes
    incarnation: bytes
    disk: bytes
    folder: Path | None = None
    temporary_because: str | None = None


def peer_id(key: Ed25519PrivateKey) -> bytes:
    """The id of the peer with that key."""
    return peer_of(key.public_key().public_bytes_raw())


def temporary_identity(because: str | None = None) -> Profile:
    """A fresh identity that leaves nothing behind: for bots, and for a second process on one profile."""
    key = Ed25519PrivateKey.generate()
    return Profile(
        key=key,
        peer=peer_id(key),
        incarnation=secrets.token_bytes(INCARNATION_BYTES),
        disk=secrets.token_bytes(DISK_ID_BYTES),
        temporary_because=because,
    )


@contextlib.contextmanager
def open_profile(folder: Path | None = None) -> Iterator[Profile]:
    """Use the profile in ``folder`` (made if need be) until the end of the block.

    Gives a temporary identity when another process uses it. Raises ProfileError when the folder or a file in it
    cannot be used; nothing is overwritten then.
    """
    folder = data_folder() if folder is None else folder
    with hold_profile(folder) as held:
        if held:
            yield _load(folder)
        else:
            yield temporary_identity(
                _("The profile in {folder} is in use by another process: playing with a temporary identity.").format(
                    folder=folder
                )
            )


@contextlib.contextmanager
def hold_profile(folder: Path) -> Iterator[bool]:
    """Keep other processes from using the profile in ``folder`` (made if need be); False if one of them uses it.

    Raises ProfileError when the folder cannot be used.
    """
    _make_folder(folder)
    lock = FileLock(folder / LOCK_FILE, blocking=False, thread_local=False, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    except (OSError, NotImplementedError) as error:
        raise unusable(folder, error) from error
    try:
        yield True
    finally:
        lock.release()


def _make_folder(folder: Path) -> None:
    try:
        for own in with_own_parents(folder):
            if is_a_profiles(own):
                make_private_folder(own)
        # A folder that cannot be written to has to be told now, not in the middle of a match.
        probe = folder / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise unusable(folder, error) from error


def is_a_profiles(folder: Path) -> bool:
    """Whether nothing else is kept in ``folder``: who names a folder for other things too keeps its rights."""
    return not folder.exists() or all(_is_kept(entry.name) for entry in folder.iterdir())


def _is_kept(name: str) -> bool:
    return name.removesuffix(DRAFT_SUFFIX) in KEPT or name.startswith(KEPT_IN_PARTS)


def _load(folder: Path) -> Profile:
    key = _load_key(folder / KEY_FILE)
    return Profile(
        key=key,
        peer=peer_id(key),
        incarnation=secrets.token_bytes(INCARNATION_BYTES),
        disk=_load_disk_id(folder / DISK_FILE),
        folder=folder,
    )


def _load_key(path: Path) -> Ed25519PrivateKey:
    key = read_key(path)
    if key is None:
        key = Ed25519PrivateKey.generate()
        _write(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    else:
        keep_private(path)
    return key


def read_key(path: Path) -> Ed25519PrivateKey | None:
    """The key in the file, None where there is no file. Raises ProfileError when it is no such key."""
    content = _read(path)
    if content is None:
        return None
    try:
        loaded = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _damaged(path) from error
    if not isinstance(loaded, Ed25519PrivateKey):
        raise _damaged(path)
    return loaded


def _load_disk_id(path: Path) -> bytes:
    content = _read(path)
    if content is not None:
        with contextlib.suppress(ValueError):
            disk = bytes.fromhex(content.decode("ascii", "replace").strip())
            if len(disk) == DISK_ID_BYTES:
                return disk
    # Missing or unreadable: what else was kept here can't be relied upon either, and a new id says so to others.
    disk = secrets.token_bytes(DISK_ID_BYTES)
    _write(path, disk.hex().encode() + b"\n")
    return disk


def renew_disk_id(folder: Path) -> bytes:
    """Something that was kept in ``folder`` is damaged: from now on this node counts as one that lost its disk."""
    disk = secrets.token_bytes(DISK_ID_BYTES)
    _write(folder / DISK_FILE, disk.hex().encode() + b"\n")
    return disk


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unusable(path, error) from error


def _write(path: Path, content: bytes) -> None:
    try:
        write_durably(path, content)
    except OSError as error:
        raise unusable(path, error) from error


def unusable(path: Path, error: BaseException) -> ProfileError:
    """What to say when ``error`` came of using ``path``."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ProfileError(
        _(
            "Cannot use {path} ({reason}): make it readable and writable, or name another folder with --data DIR."
        ).format(path=path, reason=reason)
    )


def _damaged(path: Path) -> ProfileError:
    return ProfileError(
        _(
            "The key in {path} cannot be read: put a copy of it back, or get a new identity with"
            " p2p-ligretto profile new, or name another folder with --data DIR."
        ).format(path=path)
    )
