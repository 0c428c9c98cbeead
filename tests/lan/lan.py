"""A small LAN for tests: hosts that are network namespaces, on one bridge in a namespace of its own.

``with Lan(4) as lan`` gives hosts 1..4 with 10.77.0.N on their ``eth0``, a link-local IPv6 address, and nothing else:
no route to any other network. Cables can be pulled, the switch can fall silent, fall apart, or keep two hosts apart.
All names hold this process's id and a number, so that no two LANs meet. Leaving the
``with`` ends what was started in the hosts and takes every namespace away, which takes bridge and wires along. Needs
Linux, root and ``ip``; ``missing()`` says what is not there.
"""

import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

REACH_LIMIT_S = 1.0
_numbers = itertools.count(1)


def missing() -> str | None:
    """Why there can be no LAN on this machine, or None."""
    if sys.platform != "linux":
        return "network namespaces need Linux"
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need ip (package iproute2)"
    probe = f"ligretto-{os.getpid()}-probe"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return f"no network namespace can be made here: {made.stderr.strip()}"
    ip("netns", "del", probe)
    return None


def ip(*arguments: str) -> None:
    """Run ``ip``; what it complains about is the error."""
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


class Lan:
    """``hosts`` network namespaces on a bridge. ``wired=False`` leaves every host without any interface but lo."""

    def __init__(self, hosts: int, *, wired: bool = True) -> None:
        self.hosts = range(1, hosts + 1)
        self._wired = wired
        self._prefix = f"ligretto-{os.getpid()}-{next(_numbers)}"
        self._switch = f"{self._prefix}-switch"
        self._made: list[str] = []
        self._processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> "Lan":
        try:
            self._build()
        except BaseException:
            self._tear_down()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tear_down()

    def namespace(self, host: int) -> str:
        return f"{self._prefix}-h{host}"

    def address(self, host: int) -> str:
        return f"10.77.0.{host}"

    def start(self, host: int, command: Sequence[str], output: Path) -> subprocess.Popen[str]:
        """Start ``command`` in a host, in a session of its own, its output and errors going to ``output``."""
        with output.open("w", encoding="utf-8") as file:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.namespace(host), *command],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def run(self, host: int, command: Sequence[str], timeout_s: float) -> subprocess.CompletedProcess[str]:
        """Run ``command`` in a host to its end."""
        return subprocess.run(
            ["ip", "netns", "exec", self.namespace(host), *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )

    def flood_multicast(self, on: bool) -> None:
        """Off: the switch passes no multicast on, as cheap access points do; broadcast and unicast stay."""
        for host in self.hosts:
            self._set_port(host, "type", "bridge_slave", "mcast_flood", _on(on))

    def plug(self, host: int, on: bool) -> None:
        """Pull (off) or plug in (on) the host's cable."""
        self._set_port(host, "up" if on else "down")

    def silence(self, host: int, on: bool) -> None:
        """On: the switch drops whatever the host sends or is sent, while its cable looks as good as ever."""
        if on:
            self._set_port(host, "nomaster")
        else:
            self._set_port(host, "master", "bridge")

    def split(self, *hosts: int) -> None:
        """These hosts reach one another only, and so do the others, until ``heal``."""
        for host in hosts:
            self._set_port(host, "master", "other")

    def heal(self) -> None:
        """Every host reaches every other one again."""
        for host in self.hosts:
            self._set_port(host, "master", "bridge")

    def part(self, first: int, second: int, on: bool) -> None:
        """On: the two don't reach one another, while all others still reach both. One pair at a time."""
        for host in (first, second):
            self._set_port(host, "type", "bridge_slave", "isolated", _on(on))

    def reaches(self, host: int, other: int) -> bool:
        """Whether a packet from ``host`` comes to ``other``, and one comes back."""
        script = f"import socket; socket.create_connection(({self.address(other)!r}, 9), {REACH_LIMIT_S})"
        tried = self.run(host, (sys.executable, "-c", script), 10 * REACH_LIMIT_S)
        return "ConnectionRefusedError" in tried.stderr

    def _set_port(self, host: int, *settings: str) -> None:
        ip("-n", self._switch, "link", "set", f"port{host}", *settings)

    def _add_namespace(self, name: str) -> None:
        ip("netns", "add", name)
        self._made.append(name)
        ip("-n", name, "link", "set", "lo", "up")

    def _build(self) -> None:
        self._add_namespace(self._switch)
        for bridge in ("bridge", "other"):
            ip("-n", self._switch, "link", "add", bridge, "type", "bridge", "mcast_snooping", "0", "forward_delay", "0")
            ip("-n", self._switch, "link", "set", bridge, "addrgenmode", "none", "up")
        for host in self.hosts:
            self._add_namespace(self.namespace(host))
            if self._wired:
                self._wire(host)

    def _wire(self, host: int) -> None:
        switch, namespace, port = self._switch, self.namespace(host), f"port{host}"
        ip("-n", switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace)
        ip("-n", switch, "link", "set", port, "addrgenmode", "none", "master", "bridge", "up")
        ip("netns", "exec", namespace, "sh", "-c", "echo 0 > /proc/sys/net/ipv6/conf/eth0/accept_dad")
        ip("-n", namespace, "address", "add", f"{self.address(host)}/24", "dev", "eth0")
        ip("-n", namespace, "link", "set", "eth0", "up")

    def _tear_down(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for name in reversed(self._made):
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        self._made.clear()


def _on(on: bool) -> str:
    return "on" if on else "off"
