"""Where profiles lie: one folder each, the default one and named ones beneath it.

The name of a profile becomes the name of a folder, on any system: so it is a short word of a few safe characters,
and none that Windows keeps for devices.
"""

import re
from pathlib import Path
from typing import Final

import platformdirs

APPLICATION: Final = "p2p-ligretto"
PROFILES_FOLDER: Final = "profiles"
MAX_PROFILE_NAME: Final = 32

_NAME: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{MAX_PROFILE_NAME - 1}}}")
_DEVICES: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)


def is_profile_name(text: str) -> bool:
    """Whether ``text`` may name a profile."""
    return _NAME.fullmatch(text) is not None and _DEVICES.fullmatch(text) is None


def data_folder(profile: str | None = None) -> Path:
    """The folder of this person's profile of that name; None: of the default one. Raises ValueError for no name."""
    folder = Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))
    if profile is None:
        return folder
    if not is_profile_name(profile):
        raise ValueError(f"not the name of a profile: {profile!r}")
    return folder / PROFILES_FOLDER / profile


def profile_names() -> tuple[str, ...]:
    """The named profiles that there are. Raises OSError when that can't be read."""
    folder = data_folder() / PROFILES_FOLDER
    if not folder.is_dir():
        return ()
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir() and is_profile_name(entry.name)))


def with_own_parents(folder: Path) -> tuple[Path, ...]:
    """``folder`` and those above it that are this program's own, outermost first."""
    above = data_folder()
    if above in folder.parents:
        return (above, *(parent for parent in reversed(folder.parents) if above in parent.parents), folder)
    return (folder,)
