"""What systems print about their firewalls. Written after their documentation, not recorded."""

import pytest

from p2p_ligretto.doctor.observations import Firewall
from p2p_ligretto.doctor.reading import read_linux, read_macos, read_windows

CONNECTIONS = (
    "\r\n\r\nInterfaceAlias  : Wi-Fi\r\nNetworkCategory : {wifi}\r\n\r\n"
    "InterfaceAlias  : Ethernet 2\r\nNetworkCategory : Private\r\n\r\n\r\n\r\n"
)
PROFILES = "\r\n\r\n".join(f"Name    : {name}\r\nEnabled : {{on}}" for name in ("Domain", "Private", "Public")) + "\r\n"


@pytest.mark.parametrize(
    ("printed", "firewall"),
    [
        ((CONNECTIONS + PROFILES).format(wifi="Public", on="True"), Firewall(on=True, public=("Wi-Fi",))),
        ((CONNECTIONS + PROFILES).format(wifi="Public", on="1"), Firewall(on=True, public=("Wi-Fi",))),
        ((CONNECTIONS + PROFILES).format(wifi="Private", on="True"), Firewall(on=True)),
        ((CONNECTIONS + PROFILES).format(wifi="Public", on="False"), Firewall()),
        (CONNECTIONS.format(wifi="Public"), Firewall(public=("Wi-Fi",))),
        ("Get-NetConnectionProfile : Access denied\r\n", Firewall()),
        ("", Firewall()),
    ],
)
def test_windows(printed: str, firewall: Firewall) -> None:
    assert read_windows(printed) == firewall


@pytest.mark.parametrize(
    ("state", "block_all", "firewall"),
    [
        ("Firewall is disabled. (State = 0)", "Block all DISABLED!", Firewall()),
        ("Firewall is enabled. (State = 1)", "Block all DISABLED!", Firewall(on=True)),
        ("Firewall is enabled. (State = 1)", "Firewall has block all state set to disabled.", Firewall(on=True)),
        (
            "Firewall is enabled. (State = 1)",
            "Firewall has block all state set to enabled.",
            Firewall(on=True, blocks_all=True),
        ),
        ("Firewall is enabled. (State = 2)", "", Firewall(on=True, blocks_all=True)),
        ("", "", Firewall()),
    ],
)
def test_macos(state: str, block_all: str, firewall: Firewall) -> None:
    assert read_macos(state, block_all) == firewall


@pytest.mark.parametrize(
    ("ufw", "firewalld", "on"),
    [
        ("# comment\nENABLED=yes\nLOGLEVEL=low\n", "", True),
        ("ENABLED=no\n", "", False),
        ("#ENABLED=yes\n", "not running\n", False),
        ("", "running\n", True),
        ("", "", False),
    ],
)
def test_linux(ufw: str, firewalld: str, on: bool) -> None:
    assert read_linux(ufw, firewalld) == Firewall(on=on)
