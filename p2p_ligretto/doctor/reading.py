"""What the commands of Windows, macOS and Linux print about their firewalls, read.

Written after the documentation of those commands. What does not look as expected is taken for nothing.
"""

import re
from collections.abc import Iterator
from typing import Final

from p2p_ligretto.doctor.observations import Firewall

WINDOWS_COMMAND: Final = (
    "powershell",
    "-NoProfile",
    "-NonInteractive",
    "-Command",
    "Get-NetConnectionProfile | Format-List InterfaceAlias,NetworkCategory;"
    " Get-NetFirewallProfile -PolicyStore ActiveStore | Format-List Name,Enabled",
)
_MACOS_FIREWALL: Final = "/usr/libexec/ApplicationFirewall/socketfilterfw"
MACOS_COMMANDS: Final = ((_MACOS_FIREWALL, "--getglobalstate"), (_MACOS_FIREWALL, "--getblockall"))
UFW_FILE: Final = "/etc/ufw/ufw.conf"
FIREWALLD_COMMAND: Final = ("firewall-cmd", "--state")


def read_windows(printed: str) -> Firewall:
    """The output of ``WINDOWS_COMMAND``: the networks that count as public while that profile's firewall is on."""
    public: list[str] = []
    enabled: dict[str, bool] = {}
    for block in _blocks(printed):
        if block.get("NetworkCategory") == "Public":
            public.append(block.get("InterfaceAlias", "?"))
        if "Enabled" in block:
            enabled[block.get("Name", "?")] = block["Enabled"] in {"True", "1"}
    # Without a word about the firewall it is taken to be on, as it is on any Windows that nobody has changed.
    if not enabled.get("Public", True):
        public = []
    return Firewall(on=any(enabled.values()), public=tuple(public))


def read_macos(global_state: str, block_all: str) -> Firewall:
    """The outputs of ``MACOS_COMMANDS``."""
    state = re.search(r"State = (\d)", global_state)
    number = int(state[1]) if state else 0
    blocks = re.search(r"\b(enabled|disabled)\b", block_all, re.IGNORECASE)
    return Firewall(on=number > 0, blocks_all=number == 2 or (blocks is not None and blocks[1].lower() == "enabled"))


def read_linux(ufw: str, firewalld: str) -> Firewall:
    """The content of ``UFW_FILE`` and the output of ``FIREWALLD_COMMAND``."""
    by_ufw = re.search(r"^\s*ENABLED\s*=\s*yes\b", ufw, re.MULTILINE | re.IGNORECASE) is not None
    return Firewall(on=by_ufw or firewalld.strip() == "running")


def _blocks(printed: str) -> Iterator[dict[str, str]]:
    """The objects of a ``Format-List``: lines of ``Key : Value``, with an empty line after each object."""
    for block in re.split(r"\n\s*\n", printed.replace("\r", "")):
        pairs = (line.partition(":") for line in block.splitlines() if ":" in line)
        found = {key.strip(): value.strip() for key, _colon, value in pairs}
        if found:
            yield found
