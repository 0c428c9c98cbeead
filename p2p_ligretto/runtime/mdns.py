"""Multicast DNS through zeroconf: what blocks, for a worker thread.

Every interface is tried out by itself beforehand: one that takes no multicast is left out, where zeroconf would give
up altogether. The ``heard`` callback comes from a thread of zeroconf's and must only hand over; an exception in it
would end discovery for good.
"""

import contextlib
import errno
import logging
import socket
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import ifaddr
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from p2p_ligretto.runtime.addresses import sockaddr_of
from p2p_ligretto.runtime.announcement import (
    SERVICE_TYPE,
    Announcement,
    Found,
    announcement_of,
    host_name,
    instance_name,
    peer_of_instance,
    txt_of,
)
from p2p_ligretto.wire.messages import Address

_log = logging.getLogger(__name__)

MDNS_PORT = 5353
MDNS_GROUP_4 = "224.0.0.251"
MDNS_GROUP_6 = "ff02::fb"
RESOLVE_LIMIT_MS = 3000
MAX_ADDRESSES = 16
TXT_RECORD = 16
INTERNET_CLASS = 1
"""The numbers of RFC 1035."""

Interface = str | int
"""An IPv4 address, or the index of an interface with IPv6."""


class PortTaken(Exception):
    """Another program keeps the mDNS port for itself."""


class NoInterface(Exception):
    """No interface takes multicast."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Something was said about the instance ``name``; ``gone`` when it was a goodbye."""

    name: str
    gone: bool


class Responder:
    """One zeroconf instance: browses from the start, announces once told to. All methods block."""

    def __init__(self, wanted: Sequence[str] | None, heard: Callable[[Heard], None]) -> None:
        """Raises PortTaken, NoInterface, OSError or an error of zeroconf's."""
        self._wanted = wanted
        self._heard = heard
        self._published = False
        self._interfaces = usable_interfaces(wanted)
        self._zeroconf = Zeroconf(
            interfaces=self._interfaces, ip_version=_ip_version(self._interfaces), use_asyncio=False
        )
        try:
            self._browser = ServiceBrowser(self._zeroconf, SERVICE_TYPE, handlers=[self._on_change])
        except BaseException:
            self._zeroconf.close()
            raise

    def publish(self, announcement: Announcement, hosts: Sequence[str], port: int) -> None:
        """Announce this, from now on. Raises errors of zeroconf's."""
        info = ServiceInfo(
            SERVICE_TYPE,
            instance_name(announcement.peer),
            port=port,
            properties=txt_of(announcement),
            server=host_name(announcement.peer),
            parsed_addresses=list(hosts),
        )
        if self._published:
            self._zeroconf.update_service(info)
        else:
            self._zeroconf.register_service(info, cooperating_responders=True)
            self._published = True

    def renew_interfaces(self) -> None:
        """Use the interfaces that there are now. Raises as the constructor does."""
        interfaces = usable_interfaces(self._wanted)
        if interfaces != self._interfaces:
            self._zeroconf.update_interfaces(interfaces, _ip_version(interfaces))
            self._interfaces = interfaces

    def resolve(self, name: str) -> Found | None:
        """Everything about an instance, asked for on the network if need be; None when it can't be had in time."""
        peer = peer_of_instance(name)
        if peer is None:
            return None
        info = self._zeroconf.get_service_info(SERVICE_TYPE, name, timeout=RESOLVE_LIMIT_MS)
        if info is None or not info.port:
            return None
        announcement = announcement_of(peer, info.properties)
        hosts = info.parsed_scoped_addresses(IPVersion.All)[:MAX_ADDRESSES]
        addresses = (Address(host, info.port) for host in hosts if len(host) <= 64)
        usable = tuple(address for address in addresses if sockaddr_of(address) is not None)
        if announcement is None or not usable:
            return None
        return Found(announcement, usable)

    def incarnations_of(self, peer: bytes) -> frozenset[bytes]:
        """The processes that have lately been announced as ``peer``: more than one where a key is used twice."""
        name = instance_name(peer)
        records = self._zeroconf.cache.get_all_by_details(name, TXT_RECORD, INTERNET_CLASS)
        texts = [text for record in records if isinstance(text := getattr(record, "text", None), bytes)]
        infos = (ServiceInfo(SERVICE_TYPE, name, properties=text) for text in texts)
        announced = (announcement_of(peer, info.properties) for info in infos)
        return frozenset(each.incarnation for each in announced if each is not None)

    def close(self) -> None:
        """Say goodbye and stop all threads."""
        self._browser.cancel()
        self._zeroconf.close()

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        self._heard(Heard(name, state_change is ServiceStateChange.Removed))


def usable_interfaces(wanted: Sequence[str] | None) -> list[Interface]:
    """The interfaces that take multicast, of all or of ``wanted``. Raises PortTaken or NoInterface."""
    _check_port()
    if wanted is not None:
        return list(wanted)
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as error:
        raise NoInterface(str(error)) from error
    usable: list[Interface] = []
    for adapter in adapters:
        for address in adapter.ips:
            if isinstance(address.ip, str):
                if _takes_multicast(socket.AF_INET, (address.ip,), address.ip, adapter.index):
                    usable.append(address.ip)
            elif (
                adapter.index is not None
                # Zeroconf takes the first IPv6 address of the interface with this index.
                and adapter.index not in usable
                and _takes_multicast(socket.AF_INET6, address.ip, address.ip[0], adapter.index)
            ):
                usable.append(adapter.index)
    if not usable:
        raise NoInterface("no interface takes multicast")
    return usable


def _ip_version(interfaces: Sequence[Interface]) -> IPVersion:
    has_v4 = any(isinstance(interface, str) and ":" not in interface for interface in interfaces)
    has_v6 = any(isinstance(interface, int) or ":" in interface for interface in interfaces)
    if has_v4 and has_v6:
        return IPVersion.All
    return IPVersion.V6Only if has_v6 else IPVersion.V4Only


def shared_socket(family: int) -> socket.socket:
    """A socket for datagrams that shares its port with whoever lets it."""
    opened = socket.socket(family, socket.SOCK_DGRAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        with contextlib.suppress(OSError):
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return opened


def _check_port() -> None:
    with shared_socket(socket.AF_INET) as probe:
        try:
            probe.bind(("", MDNS_PORT))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise PortTaken(str(error)) from error
            raise NoInterface(str(error)) from error


def _takes_multicast(family: int, bind_to: tuple[str | int, ...], host: str, index: int | None) -> bool:
    try:
        with shared_socket(family) as probe:
            probe.bind((bind_to[0], MDNS_PORT, *bind_to[1:]))
            if family == socket.AF_INET:
                group = socket.inet_aton(MDNS_GROUP_4) + socket.inet_aton(host)
                probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            else:
                group = socket.inet_pton(socket.AF_INET6, MDNS_GROUP_6) + struct.pack("@I", index or 0)
                probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)
    except OSError as error:
        _log.info("no multicast on %s: %s", host, error)
        return False
    return True
