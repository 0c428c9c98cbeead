"""Addresses: as people write them, as sockets want them, and which ones this machine has.

An unscoped ``fe80::`` address means nothing outside its own machine, so it is neither announced nor dialled.
"""

import ipaddress
import logging
import re
import socket
from collections.abc import Iterable

import ifaddr
import trio

from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import Address

_log = logging.getLogger(__name__)

MAX_OWN_ADDRESSES = 8
_HOST_PORT = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+(?:%[\w.@-]+)?)\]|(?P<host>[^\s:\[\]/]+)):(?P<port>\d+)")
_HOST_COLON = re.compile(r"(?:\[[0-9A-Fa-f:.]+(?:%[\w.@-]+)?\]|[^\s:\[\]/]+):")
_BARE_IPV6 = re.compile(r"[0-9A-Fa-f.]*(?::[0-9A-Fa-f.]*){2,}(?:%[\w.@-]+)?(?::\d+)?")
_VIRTUAL_INTERFACE = re.compile(
    r"docker|br-|veth|virbr|vbox|virtualbox|vmnet|vmware|vethernet|hyper-v|tun|tap|utun|wg|zt|tailscale|cni|flannel|podman",
    re.IGNORECASE,
)

SocketAddress = tuple[str, int] | tuple[str, int, int, int]


def parse_host_port(text: str) -> tuple[str, int] | None:
    """``HOST:PORT`` or ``[IPV6]:PORT`` as a person types it, or None when it is neither."""
    match = _HOST_PORT.fullmatch(text.strip())
    if match is None or not _is_port(match["port"]):
        return None
    return match["v6"] or match["host"], int(match["port"])


def wrong_port(text: str) -> str | None:
    """The port in what looks like ``HOST:PORT`` but for a port that there can't be; None for anything else."""
    match = _HOST_PORT.fullmatch(text.strip())
    return None if match is None or _is_port(match["port"]) else match["port"]


def lacks_port(text: str) -> bool:
    """Whether ``text`` is an address that no port is said for: an IP literal without brackets, or a host with a colon.

    Which part of an IPv6 literal would be the port, only brackets tell.
    """
    bare = text.strip()
    if _HOST_COLON.fullmatch(bare) or _BARE_IPV6.fullmatch(bare):
        return True
    try:
        ipaddress.ip_address(bare.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _is_port(digits: str) -> bool:
    return digits.isascii() and len(digits) <= 5 and 1 <= int(digits) <= 65535


def format_address(address: Address) -> str:
    """As ``parse_host_port`` reads it."""
    return f"[{address.host}]:{address.port}" if ":" in address.host else f"{address.host}:{address.port}"


def lacks_interface(host: str) -> bool:
    """Whether ``host`` is an IPv6 address that many interfaces may lead to, and none is named."""
    try:
        bare = ipaddress.ip_address(host)
    except ValueError:
        return False
    return isinstance(bare, ipaddress.IPv6Address) and bare.is_link_local and not bare.scope_id


async def resolve(host: str, port: int) -> tuple[Address, ...] | str:
    """Every address of a host name or literal, or one line for a person that says why there is none."""
    literal = Address(host, port)
    if sockaddr_of(literal) is not None:
        return (literal,)  # what looks names up would lose the interface of a link-local address
    if lacks_interface(host):
        return _("{host} is good on one interface only: name that too, as in [{host}%eth0]:{port}.").format(
            host=host, port=port
        )
    try:
        with trio.fail_after(10):
            found = await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, trio.TooSlowError):
        return _("There is no host {host}: check the name, or use its address.").format(host=host)
    addresses = (Address(str(sockaddr[0]), port) for *_rest, sockaddr in found)
    usable = tuple(dict.fromkeys(address for address in addresses if sockaddr_of(address) is not None))
    if not usable:
        return _("{host} has no address that can be dialled from here.").format(host=host)
    return usable[:16]


def sockaddr_of(address: Address) -> tuple[int, SocketAddress] | None:
    """Family and socket address of a literal, or None for what can't be dialled."""
    try:
        bare = ipaddress.ip_address(address.host)
    except ValueError:
        return None
    if bare.is_unspecified or bare.is_multicast:
        return None
    if isinstance(bare, ipaddress.IPv4Address):
        return socket.AF_INET, (address.host, address.port)
    if bare.is_link_local and not bare.scope_id:
        return None
    try:
        found = socket.getaddrinfo(
            address.host, address.port, socket.AF_INET6, socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
        )
    except OSError:  # a scope that this machine does not have
        return None
    host, port, flow, scope = found[0][4]  # type: ignore[misc]
    return socket.AF_INET6, (str(host), int(port), int(flow), int(scope))


def own_hosts() -> tuple[str, ...]:
    """IP literals under which others may reach this machine, likeliest first; loopback only if nothing else."""
    return rank_hosts(_interface_hosts())


def own_addresses(port: int) -> tuple[Address, ...]:
    """``own_hosts`` with a port: what to announce, and to tell people for ``join HOST:PORT``."""
    return tuple(Address(host, port) for host in own_hosts())


def rank_hosts(found: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Of (interface name, IP literal) the usable hosts: real interfaces before virtual ones, IPv4 before IPv6."""
    ranked: list[tuple[tuple[bool, bool, bool], str]] = []
    loopback: list[str] = []
    for interface, host in found:
        address = ipaddress.ip_address(host)
        if address.is_loopback:
            loopback.append(host)
        elif not (address.is_unspecified or address.is_multicast) and not (
            address.version == 6 and address.is_link_local
        ):
            rank = (address.is_link_local, is_virtual(interface), address.version == 6)
            ranked.append((rank, host))
    hosts = [host for _rank, host in sorted(ranked, key=lambda item: item[0])]
    return tuple(dict.fromkeys(hosts or sorted(loopback, key=lambda host: ":" in host)))[:MAX_OWN_ADDRESSES]


def is_virtual(interface: str) -> bool:
    """Whether an interface of that name leads to a VPN, to containers or to virtual machines, by all looks."""
    return _VIRTUAL_INTERFACE.match(interface) is not None


def _interface_hosts() -> list[tuple[str, str]]:
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as error:
        _log.warning("the interfaces cannot be listed: %s", error)
        return []
    return [
        (adapter.nice_name or adapter.name, ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in adapters
        for ip in adapter.ips
    ]
