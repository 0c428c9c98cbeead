"""A new identity for a profile: the old one is put aside, whole, and a new key is made.

What belongs to a key goes with it: the disk id, votes, secrets and journals. Recorded matches stay. Nothing is
deleted. The key is moved last: who is interrupted half-way has the old key still, as one that lost its disk.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2p_ligretto.runtime.files import make_private_folder, sync_folder
from p2p_ligretto.runtime.identity import DISK_FILE, KEY_FILE, hold_profile, open_profile, peer_id, read_key, unusable
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.texts import _

FORMER_FOLDER: Final = "former"
OF_THE_KEY: Final = (DISK_FILE, "saved", "journals", "boot", KEY_FILE)
"""In the order in which they are moved."""
SHOWN_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class Renewed:
    """``peer`` is the new id. ``former`` is the folder where the old identity lies, None if there was none."""

    peer: bytes
    former: Path | None


def fingerprint(peer: bytes) -> str:
    """The beginning of a peer id, to be compared by people."""
    return peer.hex()[:SHOWN_DIGITS]


def identity_in(folder: Path) -> bytes | None:
    """The peer id of the profile in ``folder``; None where there is no key. Raises ProfileError for a damaged one."""
    key = read_key(folder / KEY_FILE)
    return None if key is None else peer_id(key)


def renew_identity(folder: Path) -> Renewed:
    """Put the identity in ``folder`` aside and make a new one. Raises ProfileError, also while it is in use."""
    with hold_profile(folder) as held:
        if not held:
            raise ProfileError(
                _("The profile in {folder} is in use by another process: end that one first.").format(folder=folder)
            )
        try:
            former = _put_aside(folder)
        except OSError as error:
            raise unusable(folder, error) from error
    with open_profile(folder) as profile:
        return Renewed(profile.peer, former)


def _put_aside(folder: Path) -> Path | None:
    if not (folder / KEY_FILE).exists():
        return None
    label = "unreadable"
    with contextlib.suppress(ProfileError):
        label = fingerprint(identity_in(folder) or b"")
    former = _unused(folder / FORMER_FOLDER, label)
    make_private_folder(folder / FORMER_FOLDER)
    make_private_folder(former)
    for name in OF_THE_KEY:
        if (folder / name).exists():
            (folder / name).rename(former / name)
    sync_folder(former)
    sync_folder(folder)
    return former


def _unused(folder: Path, label: str) -> Path:
    number = 1
    while (path := folder / (label if number == 1 else f"{label}-{number}")).exists():
        number += 1
    return path
