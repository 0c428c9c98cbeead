"""What can be said with every command: who plays, how it is shown, where data and log are kept."""

import getpass
from dataclasses import dataclass
from pathlib import Path

from p2p_ligretto.wire.names import UNNAMED, clean_name


@dataclass(frozen=True, slots=True)
class Settings:
    """``data`` is the folder of the profile where one is named; else ``profile`` names it, None for the default one.

    ``log`` is None for no log. ``plain``, ``palette``, ``ascii`` and ``language`` are what the command line says of
    them: see ``preferences`` for what holds.
    """

    player: str | None = None
    plain: bool | None = None
    data: Path | None = None
    log: Path | None = None
    profile: str | None = None
    palette: str | None = None
    ascii: bool | None = None
    language: str | None = None

    @property
    def folder(self) -> Path:
        """Where the profile lies."""
        from p2p_ligretto.runtime.profile_folders import data_folder

        return self.data or data_folder(self.profile)

    def player_name(self) -> str:
        """The name given, or else that of this person's account."""
        return self.player or _account_name()


def _account_name() -> str:
    try:
        return clean_name(getpass.getuser())
    except (KeyError, OSError, ImportError):  # an account without a name, as in some containers
        return UNNAMED
