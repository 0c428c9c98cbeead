"""Asking the system about its firewall: the commands that need no rights, each with a limit."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trio

from p2p_ligretto.doctor.observations import Firewall, System
from p2p_ligretto.doctor.reading import (
    FIREWALLD_COMMAND,
    MACOS_COMMANDS,
    UFW_FILE,
    WINDOWS_COMMAND,
    read_linux,
    read_macos,
    read_windows,
)

_log = logging.getLogger(__name__)

COMMAND_LIMIT_S: Final = 4.0


def this_system() -> System:
    """Which of the systems that are treated differently this is."""
    match sys.platform:
        case "linux":
            return "linux"
        case "win32":
            return "windows"
        case "darwin":
            return "macos"
        case _:
            return "other"


async def look_at_firewall(system: System) -> Firewall:
    """What the system says; nothing where it can't be asked."""
    match system:
        case "windows":
            return read_windows(await _printed_by(WINDOWS_COMMAND))
        case "macos":
            return read_macos(*[await _printed_by(command) for command in MACOS_COMMANDS])
        case "linux":
            return read_linux(_content_of(Path(UFW_FILE)), await _printed_by(FIREWALLD_COMMAND))
        case "other":
            return Firewall()


async def _printed_by(command: Sequence[str]) -> str:
    try:
        with trio.move_on_after(COMMAND_LIMIT_S):
            done = await trio.run_process(
                command, capture_stdout=True, stderr=subprocess.DEVNULL, stdin=b"", check=False
            )
            return done.stdout.decode("utf-8", "replace")
    except OSError as error:
        _log.info("%s is not to be had: %s", command[0], error)
    return ""


def _content_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
