import socket

import pytest

from p2p_ligretto.runtime.addresses import (
    format_address,
    own_addresses,
    own_hosts,
    parse_host_port,
    rank_hosts,
    resolve,
    sockaddr_of,
    wrong_port,
)
from p2p_ligretto.wire.messages import Address


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.168.1.5:4000", ("192.168.1.5", 4000)),
        (" ada.local:1 ", ("ada.local", 1)),
        ("[::1]:65535", ("::1", 65535)),
        ("[fe80::1%eth0]:9", ("fe80::1%eth0", 9)),
        ("::1:4000", None),
        ("host", None),
        ("host:", None),
        ("host:0", None),
        ("host:65536", None),
        ("My Table", None),
        ("a b:5", None),
        ("http://x:80", None),
        ("", None),
    ],
)
def test_what_people_type(text: str, expected: tuple[str, int] | None) -> None:
    assert parse_host_port(text) == expected


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("host:0", "0"),
        ("host:65536", "65536"),
        ("[::1]:99999", "99999"),
        ("host:" + "9" * 5000, "9" * 5000),
        ("host:65535", None),
        ("host:00080", None),
        ("host", None),
        ("host:", None),
        ("My Table: 99999", None),
    ],
)
def test_a_port_that_there_cannot_be_is_told_from_a_name(text: str, port: str | None) -> None:
    assert wrong_port(text) == port
    assert port is None or parse_host_port(text) is None


@pytest.mark.parametrize("address", [Address("10.0.0.1", 5), Address("::1", 6), Address("fe80::1%eth0", 7)])
def test_an_address_is_read_as_it_is_shown(address: Address) -> None:
    assert parse_host_port(format_address(address)) == (address.host, address.port)


def test_what_can_be_dialled() -> None:
    assert sockaddr_of(Address("127.0.0.1", 5)) == (socket.AF_INET, ("127.0.0.1", 5))
    assert sockaddr_of(Address("::1", 5)) == (socket.AF_INET6, ("::1", 5, 0, 0))
    for host in ("fe80::1", "fe80::1%no-such-interface", "0.0.0.0", "::", "224.0.0.1", "example.org", "1.2.3", "::g"):
        assert sockaddr_of(Address(host, 5)) is None, host


def test_real_interfaces_come_before_virtual_ones_and_loopback_only_alone() -> None:
    found = [
        ("lo", "127.0.0.1"),
        ("docker0", "172.17.0.1"),
        ("eth0", "fe80::1"),
        ("eth0", "fd00::2"),
        ("wlan0", "192.168.1.5"),
        ("wlan0", "169.254.3.4"),
    ]
    assert rank_hosts(found) == ("192.168.1.5", "fd00::2", "172.17.0.1", "169.254.3.4")
    assert rank_hosts([("lo", "::1"), ("lo", "127.0.0.1"), ("eth0", "fe80::1")]) == ("127.0.0.1", "::1")
    assert rank_hosts([]) == ()
    assert len(rank_hosts([("eth0", f"10.0.0.{number}") for number in range(1, 100)])) == 8


def test_this_machine_has_an_address() -> None:
    assert own_hosts()
    assert [address.port for address in own_addresses(5)] == [5] * len(own_hosts())


async def test_names_are_looked_up() -> None:
    assert await resolve("127.0.0.1", 5) == (Address("127.0.0.1", 5),)
    assert await resolve("::1", 5) == (Address("::1", 5),)
    link_local = f"fe80::1%{socket.if_nameindex()[0][1]}"
    assert await resolve(link_local, 5) == (Address(link_local, 5),)
    for unknown in ("no-such-host.invalid", "a" * 70, "\u0001"):
        reason = await resolve(unknown, 5)
        assert isinstance(reason, str)
        assert reason.startswith("There is no host")
