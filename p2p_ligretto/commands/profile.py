"""``profile``: which identities there are on this computer, and a new one for a profile."""

from pathlib import Path

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.profile_folders import data_folder, profile_names
from p2p_ligretto.runtime.renewal import fingerprint, identity_in, renew_identity
from p2p_ligretto.texts import _


def show_profiles(settings: Settings) -> int:
    """Print one line a profile: the one that was named, or all; the exit code."""
    if settings.data is not None or settings.profile is not None:
        print(_line(settings.profile, settings.folder))
        return 0
    try:
        names = profile_names()
    except OSError as error:
        raise Problem(
            _("Cannot read {folder} ({reason}): make it readable.").format(
                folder=data_folder(), reason=error.strerror or error
            )
        ) from error
    for name in (None, *names):
        print(_line(name, data_folder(name)))
    return 0


def _line(name: str | None, folder: Path) -> str:
    shown = _("default profile") if name is None else _("profile {name}").format(name=name)
    if folder != data_folder(name):
        shown = _("named by --data")
    try:
        peer = identity_in(folder)
    except ProfileError as error:
        return f"{shown}: {error}"
    if peer is None:
        return _("{profile}: not used yet; in {folder}").format(profile=shown, folder=folder)
    return _("{profile}: identity {fingerprint}; in {folder}").format(
        profile=shown, fingerprint=fingerprint(peer), folder=folder
    )


def renew(settings: Settings) -> int:
    """Put the identity of a profile aside and make a new one; the exit code."""
    renewed = renew_identity(settings.folder)
    print(_("The new identity is {fingerprint}.").format(fingerprint=fingerprint(renewed.peer)))
    if renewed.former is not None:
        print(
            _(
                "The old one is kept in {folder}. Seats that you have left half-way belong to the old one; recorded"
                " matches stay where they are."
            ).format(folder=renewed.former)
        )
    return 0
