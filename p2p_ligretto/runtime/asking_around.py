"""Whether multicast DNS gets out of this machine, and what comes in: asked with sockets of its own, for a thread.

A question goes out by multicast on each interface, and the port of multicast DNS is listened at: the own question must
come back, and on a network with more than one machine others are heard sooner or later. The same question goes out by
broadcast: who answers that one is there, whatever becomes of multicast.
"""

import contextlib
import logging
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from errno import EHOSTUNREACH, ENETUNREACH
from typing import Final

# These names are there for whoever builds messages, though zeroconf does not list them as its own.
from zeroconf import (  # type: ignore[attr-defined]
    DNSAddress,
    DNSIncoming,
    DNSOutgoing,
    DNSQuestion,
    DNSService,
    DNSText,
    ServiceInfo,
)

from p2p_ligretto.doctor.observations import Echo
from p2p_ligretto.runtime.addresses import sockaddr_of
from p2p_ligretto.runtime.announcement import SERVICE_TYPE, Found, announcement_of, instance_name, peer_of_instance
from p2p_ligretto.runtime.mdns import INTERNET_CLASS, MAX_ADDRESSES, MDNS_GROUP_4, MDNS_PORT, shared_socket
from p2p_ligretto.wire.messages import Address

_log = logging.getLogger(__name__)

ASK_AT_S: Final = (0.0, 1.0, 2.5)
"""A question may get lost, or be answered too soon after another asker's."""
ALL_SERVICES: Final = "_services._dns-sd._udp.local."
POINTER_RECORD: Final = 12
MAX_DATAGRAM_BYTES: Final = 9000
MAX_HOSTS: Final = 256
MAX_ANSWERS: Final = 64


@dataclass(frozen=True, slots=True)
class Place:
    """An IPv4 address of this machine, and the broadcast address of its network if there is one."""

    host: str
    broadcast: str | None


@dataclass(frozen=True, slots=True)
class HeardBack:
    """``hosts`` are other machines that said anything; ``answered`` are nodes that answered the broadcast."""

    echoes: tuple[Echo, ...]
    hosts: tuple[str, ...]
    answered: tuple[Found, ...]


@dataclass(slots=True)
class _Voice:
    place: Place
    socket: socket.socket
    heard: bool = False
    failure: OSError | None = None
    said: bool = False


@dataclass(slots=True)
class _Ears:
    own: frozenset[str]
    hosts: dict[str, None] = field(default_factory=dict)
    answered: dict[bytes, Found] = field(default_factory=dict)


def ask_around(places: Sequence[Place], own: frozenset[str], seconds: float, *, listen: bool) -> HeardBack:
    """Ask, and listen for so long. ``own`` are all addresses of this machine.

    Without ``listen`` the port of multicast DNS is left alone.
    """
    ears = _Ears(own)
    with contextlib.ExitStack() as stack:
        ear = _open_ear(places, stack) if listen else None
        voices = [voice for place in places if (voice := _open_voice(place, stack)) is not None]
        began = time.monotonic()
        for ask_at, until in zip(ASK_AT_S, (*ASK_AT_S[1:], seconds), strict=True):
            if ask_at >= seconds:
                break
            for voice in voices:
                _ask(voice, multicast=listen)
            _listen(ear, voices, ears, began + min(until, seconds))
    echoes = tuple(_echo(voice) for voice in voices) if ear is not None else ()
    return HeardBack(echoes, tuple(ears.hosts), tuple(ears.answered.values()))


def _open_ear(places: Sequence[Place], stack: contextlib.ExitStack) -> socket.socket | None:
    try:
        ear = stack.enter_context(shared_socket(socket.AF_INET))
        ear.bind(("", MDNS_PORT))
    except OSError as error:
        _log.info("not listening for multicast: %s", error)
        return None
    for place in places:
        group = socket.inet_aton(MDNS_GROUP_4) + socket.inet_aton(place.host)
        with contextlib.suppress(OSError):
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    return ear


def _open_voice(place: Place, stack: contextlib.ExitStack) -> _Voice | None:
    try:
        opened = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        opened.bind((place.host, 0))
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(place.host))
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        opened.setblocking(False)
    except OSError as error:
        _log.info("nothing can be said from %s: %s", place.host, error)
        return None
    return _Voice(place, opened)


def _ask(voice: _Voice, *, multicast: bool) -> None:
    if multicast:
        try:
            voice.socket.sendto(_question(SERVICE_TYPE, ALL_SERVICES), (MDNS_GROUP_4, MDNS_PORT))
            voice.said = True
        except OSError as error:
            voice.failure = error
    if voice.place.broadcast is not None:
        with contextlib.suppress(OSError):
            voice.socket.sendto(_question(SERVICE_TYPE), (voice.place.broadcast, MDNS_PORT))


def _question(*names: str) -> bytes:
    outgoing = DNSOutgoing(0)
    for name in names:
        outgoing.add_question(DNSQuestion(name, POINTER_RECORD, INTERNET_CLASS))
    packet: bytes = outgoing.packets()[0]
    return packet


def _listen(ear: socket.socket | None, voices: Sequence[_Voice], ears: _Ears, until_s: float) -> None:
    by_port = {voice.socket.getsockname(): voice for voice in voices}
    waiting = [voice.socket for voice in voices] + ([] if ear is None else [ear])
    while waiting and (left := until_s - time.monotonic()) > 0:
        for ready in select.select(waiting, [], [], left)[0]:
            try:
                datagram, source = ready.recvfrom(MAX_DATAGRAM_BYTES)
            except OSError:  # what Windows tells of an earlier datagram that nobody took
                continue
            if source in by_port:
                by_port[source].heard = True
            elif source[0] not in ears.own:
                if ready is ear and len(ears.hosts) < MAX_HOSTS:
                    ears.hosts[source[0]] = None
                elif ready is not ear:
                    _take_answer(datagram, ears)


def _take_answer(datagram: bytes, ears: _Ears) -> None:
    """An answer may be to the multicast or to the broadcast: it came to this machine alone, so nobody can tell."""
    for found in nodes_in(datagram):
        if len(ears.answered) < MAX_ANSWERS:
            ears.answered[found.announcement.peer] = found


def nodes_in(datagram: bytes) -> tuple[Found, ...]:
    """The nodes of the game that an answer tells of; none in what is no answer."""
    message = DNSIncoming(datagram)
    records = message.answers() if message.valid else []
    hosts: dict[str, list[str]] = {}
    texts: dict[str, bytes] = {}
    nodes: list[Found] = []
    for record in records:
        if isinstance(record, DNSAddress):
            hosts.setdefault(record.name.lower(), []).append(socket.inet_ntop(_family(record), record.address))
        elif isinstance(record, DNSText):
            texts[record.name.lower()] = record.text
    for record in records:
        peer = peer_of_instance(record.name) if isinstance(record, DNSService) else None
        if peer is None or not isinstance(record, DNSService):
            continue
        info = ServiceInfo(SERVICE_TYPE, instance_name(peer), properties=texts.get(record.name.lower(), b""))
        announcement = announcement_of(peer, info.properties)
        told = [Address(host, record.port) for host in hosts.get(record.server.lower(), ())[:MAX_ADDRESSES]]
        usable = tuple(address for address in told if address.port and sockaddr_of(address) is not None)
        if announcement is not None and usable:
            nodes.append(Found(announcement, usable))
    return tuple(nodes)


def _family(record: DNSAddress) -> socket.AddressFamily:
    return socket.AF_INET6 if len(record.address) == 16 else socket.AF_INET


def _echo(voice: _Voice) -> Echo:
    failure = None if voice.said else voice.failure
    return Echo(
        voice.place.host,
        voice.heard,
        "" if failure is None else failure.strerror or str(failure),
        failure is not None and failure.errno in (EHOSTUNREACH, ENETUNREACH),
    )
