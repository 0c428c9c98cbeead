"""``doctor`` names the cause: networks that are prepared so that one thing is wrong, all looked at side by side."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.lan.lan import Lan, ip
from tests.lan.programs import KEEP_PORT_5353, PATIENCE_S, PROGRAM, start, until

TABLE = ("host", "--seats", "3", "--auto", "--level", "instant")
ADDRESS = r"p2p-ligretto join ((?:\d+\.){3}\d+:\d+)"
LONGEST_S = 10.0
"""What ``doctor`` promises, and a second more for a machine that runs seven of them at once."""

OLD_VERSION = """
import signal
from p2p_ligretto.runtime.announcement import Announcement
from p2p_ligretto.runtime.mdns import Responder
from p2p_ligretto.wire.messages import VERSION_LOW
announcement = Announcement(bytes(16), bytes(8), "Old", None, 0, VERSION_LOW - 1)
Responder(None, lambda heard: None).publish(announcement, ["10.77.0.2"], 4711)
print("announced", flush=True)
signal.pause()
"""


@dataclass(frozen=True)
class Report:
    told: str
    found: Mapping[str, object]

    @property
    def verdict(self) -> str:
        return str(self.found["verdict"])

    @property
    def kinds(self) -> set[str]:
        findings = self.found["findings"]
        assert isinstance(findings, list)
        return {finding["kind"] for finding in findings}


def announced(lan: Lan, folder: Path) -> str:
    """A table on host 2; its address."""
    return start(lan, 2, folder, "Bea", *TABLE).wait_for(ADDRESS)[1]


def fine(lan: Lan, folder: Path) -> None:
    announced(lan, folder)


def no_multicast(lan: Lan, folder: Path) -> None:
    lan.flood_multicast(on=False)
    announced(lan, folder)


def nothing(lan: Lan, folder: Path) -> None:
    pass


def port_taken(lan: Lan, folder: Path) -> None:
    announced(lan, folder)
    lan.start(1, (sys.executable, "-c", KEEP_PORT_5353), folder / "taker")
    until(lambda: "taken" in (folder / "taker").read_text(), PATIENCE_S, lambda: "port 5353 was not to be had")


def two_networks(lan: Lan, folder: Path) -> None:
    namespace = lan.namespace(1)
    ip("-n", namespace, "link", "add", "eth1", "type", "veth", "peer", "name", "far")
    ip("-n", namespace, "address", "add", "10.88.0.1/24", "dev", "eth1")
    ip("-n", namespace, "link", "set", "eth1", "up")


def another_subnet(lan: Lan, folder: Path) -> None:
    namespace = lan.namespace(2)
    ip("-n", namespace, "address", "flush", "dev", "eth0", "scope", "global")
    ip("-n", namespace, "address", "add", "10.78.0.2/24", "dev", "eth0")
    announced(lan, folder)


def firewalled(lan: Lan, folder: Path) -> None:
    announced(lan, folder)
    for family in ("-4", "-6"):
        ip("-n", lan.namespace(2), family, "rule", "add", "pref", "1", "ipproto", "tcp", "blackhole")


def old_version(lan: Lan, folder: Path) -> None:
    lan.start(2, (sys.executable, "-c", OLD_VERSION), folder / "old")
    until(lambda: "announced" in (folder / "old").read_text(), PATIENCE_S, (folder / "old").read_text)


PREPARED: Mapping[str, Callable[[Lan, Path], None]] = {
    each.__name__: each
    for each in (fine, no_multicast, nothing, port_taken, two_networks, another_subnet, firewalled, old_version)
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Report]]:
    with ExitStack() as stack:
        lans = {name: stack.enter_context(Lan(2, wired=name != "nothing")) for name in PREPARED}
        with ThreadPoolExecutor() as pool:
            preparing = [pool.submit(PREPARED[name], lans[name], tmp_path_factory.mktemp(name)) for name in PREPARED]
            for each in preparing:
                each.result()
        yield dict(_examined(lans, tmp_path_factory.mktemp("doctor")))


def _examined(lans: Mapping[str, Lan], folder: Path) -> Iterator[tuple[str, Report]]:
    running: dict[str, subprocess.Popen[str]] = {}
    for name, lan in lans.items():
        command = (*PROGRAM, "doctor", "--json", "--data", str(folder / f"{name}-data"))
        running[name] = lan.start(1, command, folder / name)
    for name, process in running.items():
        assert process.wait(LONGEST_S) == 0, (folder / name).read_text()
        told = (folder / name).read_text()
        yield name, Report(told, json.loads(told))


def test_nothing_is_wrong(reports: Mapping[str, Report]) -> None:
    assert reports["fine"].verdict.startswith("You can be found: 1 other player")
    assert reports["fine"].kinds == set()


def test_no_multicast_passes(reports: Mapping[str, Report]) -> None:
    report = reports["no_multicast"]
    assert report.verdict == "No multicast passes between you and Bea."
    assert "p2p-ligretto join 10.77.0.2:" in report.told


def test_no_network(reports: Mapping[str, Report]) -> None:
    assert reports["nothing"].verdict.startswith("You are on no network")
    assert reports["nothing"].found["join"] == []


def test_port_5353_is_taken(reports: Mapping[str, Report]) -> None:
    report = reports["port_taken"]
    assert report.verdict.startswith("Port 5353 is taken")
    assert "p2p-ligretto join 10.77.0.1:" in report.told
    assert report.found["peers"], "who is there is seen all the same"


def test_two_networks(reports: Mapping[str, Report]) -> None:
    assert reports["two_networks"].verdict.startswith("You are on 2 networks at once: eth0 10.77.0.1/24, eth1 10.88.0")


def test_a_peer_on_another_network(reports: Mapping[str, Report]) -> None:
    assert reports["another_subnet"].verdict == "Bea is on another network: 10.78.0.2; yours: 10.77.0.0/24."


def test_a_peer_that_is_announced_but_firewalled(reports: Mapping[str, Report]) -> None:
    assert reports["firewalled"].verdict == "Bea (10.77.0.2) is announced, but can't be reached."


def test_an_old_version(reports: Mapping[str, Report]) -> None:
    report = reports["old_version"]
    assert report.verdict.startswith("Old plays another version: protocol 0")
    assert report.kinds == {"other-version"}
    assert "on the other machine" in report.told
