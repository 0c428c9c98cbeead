"""A network of this process alone, with one interface: what runs there finds itself and nobody else (Linux)."""

import subprocess
from collections.abc import Sequence
from typing import Final

ADDRESS: Final = "192.168.1.20"
_ENTER: Final = ("unshare", "--user", "--map-root-user", "--net")


def run_in_own_network(command: Sequence[str]) -> None:
    """Run ``command`` where ``set_up`` can make such a network. Raises OSError or CalledProcessError."""
    subprocess.run([*_ENTER, *command], check=True)


def set_up() -> None:
    """Give this process's network its interface."""
    _ip("link", "set", "lo", "up")
    _ip("link", "add", "lan", "type", "veth", "peer", "name", "other-end")
    _ip("link", "set", "other-end", "addrgenmode", "none", "up")
    _ip("address", "add", f"{ADDRESS}/24", "dev", "lan")
    _ip("link", "set", "lan", "up")


def _ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), check=True)
