"""The games of the score pad on this device: a file each in the folder of a profile.

A file is replaced whole, and durably, at each change: after a crash at any moment it holds the game as it was before
the change or after it. What can't be read, or was made by a later version, is told of and left alone. One program
uses the folder at a time; where nothing can be written the games are shown all the same, and it is told.
"""

import contextlib
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from p2p_ligretto.runtime.files import make_private_folder, remove_durably, write_durably
from p2p_ligretto.runtime.identity import is_a_profiles
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.profile_folders import with_own_parents
from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.stored import MOST_BYTES, Unreadable, read, written
from p2p_ligretto.texts import _

SCORES_FOLDER: Final = "scores"
LOCK_FILE: Final = "lock"
SUFFIX: Final = ".json"
_ID: Final = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Kept:
    """The games that were kept, the newest first, and a line for each file that gave none."""

    pads: tuple[Pad, ...] = ()
    problems: tuple[str, ...] = ()


class ScorePads:
    """The games in ``folder``. ``problem`` says why nothing can be written there, empty if it can.

    What could not be written is tried again with each change.
    """

    def __init__(self, folder: Path, problem: str = "") -> None:
        self._folder = folder
        self._unkept: dict[str, Pad] = {}
        self.problem = problem

    @property
    def all_kept(self) -> bool:
        """Whether all that was entered would survive the end of the program."""
        return not self._unkept

    def load(self) -> Kept:
        """All games that can be read."""
        return load_score_pads(self._folder.parent)

    def save(self, pad: Pad) -> str:
        """Keep ``pad`` as it is now; empty when it would survive a power cut, else what to tell the person."""
        self._unkept[pad.id] = pad
        try:
            make_private_folder(self._folder)
            for other in tuple(self._unkept.values()):
                write_durably(self._path(other.id), written(other).encode())
                del self._unkept[other.id]
        except OSError as error:
            return _("Not kept: cannot write to {folder} ({reason}). Make room there, or make it writable.").format(
                folder=self._folder, reason=error.strerror or error
            )
        return ""

    def remove(self, pad_id: str) -> str:
        """Delete a game; empty when it is gone for good, else what to tell the person."""
        try:
            if self._folder.exists():
                remove_durably(self._path(pad_id))
        except OSError as error:
            return _("Not deleted: cannot write to {folder} ({reason}). Make it writable.").format(
                folder=self._folder, reason=error.strerror or error
            )
        self._unkept.pop(pad_id, None)
        return ""

    def _path(self, pad_id: str) -> Path:
        if not _ID.fullmatch(pad_id):
            raise ValueError(f"not the id of a game: {pad_id!r}")
        return self._folder / (pad_id + SUFFIX)


def fresh_pad(title: str) -> Pad:
    """A game that begins now."""
    return Pad(secrets.token_hex(8), title, time.time_ns() // 1_000)


@contextlib.contextmanager
def open_score_pads(folder: Path) -> Iterator[ScorePads]:
    """The games of the profile in ``folder`` until the end of the block. Raises ProfileError while another has them."""
    scores = folder / SCORES_FOLDER
    with contextlib.ExitStack() as stack:
        problem = ""
        try:
            for own in with_own_parents(folder):
                if is_a_profiles(own):
                    make_private_folder(own)
            make_private_folder(scores)
            stack.enter_context(FileLock(scores / LOCK_FILE, blocking=False, thread_local=False, mode=0o600))
        except Timeout as error:
            raise ProfileError(
                _(
                    "The score pad is open in another window: go on there, or close it first. (Another folder, with"
                    " --data DIR or --profile NAME, has games of its own.)"
                )
            ) from error
        except (OSError, NotImplementedError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            problem = _(
                "Cannot write to {folder} ({reason}): what you enter is gone when the program ends. Make it writable,"
                " or name another folder with --data DIR."
            ).format(folder=scores, reason=reason)
        yield ScorePads(scores, problem)


def load_score_pads(folder: Path) -> Kept:
    """All games of the profile in ``folder`` that can be read."""
    scores = folder / SCORES_FOLDER
    try:
        # Not by glob: that takes a folder that can't be read for an empty one.
        paths = sorted(path for path in scores.iterdir() if path.suffix == SUFFIX and _ID.fullmatch(path.stem))
    except FileNotFoundError:
        return Kept()
    except OSError as error:
        return Kept(problems=(_unread(scores, error.strerror or str(error)),))
    pads, problems = [], []
    for path in paths:
        found = _load(path)
        if isinstance(found, Pad):
            pads.append(found)
        else:
            problems.append(found)
    return Kept(tuple(sorted(pads, key=lambda pad: (-pad.begun_us, pad.id))), tuple(problems))


def _load(path: Path) -> Pad | str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content.decode()
    except OSError as error:
        return _unread(path, error.strerror or str(error))
    except UnicodeDecodeError:
        return _damaged(path)
    found = read(path.stem, text) if len(content) <= MOST_BYTES else Unreadable.DAMAGED
    match found:
        case Pad():
            return found
        case Unreadable.NEWER:
            return _("{path} was made by a later version of this program: update it to open that game.").format(
                path=path
            )
        case Unreadable.DAMAGED:
            return _damaged(path)


def _damaged(path: Path) -> str:
    return _("{path} is damaged: it is left as it is; put a copy of it back, if you have one.").format(path=path)


def _unread(path: Path, reason: str) -> str:
    return _("Cannot read {path} ({reason}): make it readable.").format(path=path, reason=reason)
