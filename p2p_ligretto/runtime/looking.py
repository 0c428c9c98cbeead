"""Looking at this machine and its network for ``doctor``: everything at once, within some eight seconds.

Nothing is announced, no link is made, no right is needed; what can't be looked at is left out.
"""

import functools
import ipaddress
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import ifaddr
import trio

from p2p_ligretto.doctor.observations import Clock, Firewall, Interface, Listening, Observations, SeenPeer
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import is_virtual, own_hosts
from p2p_ligretto.runtime.announcement import Found
from p2p_ligretto.runtime.asking_around import HeardBack, Place, ask_around
from p2p_ligretto.runtime.discovery import Browsed, browse
from p2p_ligretto.runtime.mdns import Interface as Usable
from p2p_ligretto.runtime.mdns import NoInterface, PortTaken, usable_interfaces
from p2p_ligretto.runtime.noted_port import noted_port
from p2p_ligretto.runtime.probing import Probed, probe
from p2p_ligretto.runtime.system_firewall import look_at_firewall, this_system
from p2p_ligretto.wire.messages import Address

_log = logging.getLogger(__name__)

LISTEN_S: Final = 4.0
ASK_S: Final = 1.5
"""Where multicast can't be listened to, only direct answers are waited for."""
MAX_PEERS: Final = 16
MAX_DIALLED_ADDRESSES: Final = 4
DIALS_AT_ONCE: Final = MAX_PEERS * MAX_DIALLED_ADDRESSES
LOOPBACK: Final = "127.0.0.1"


async def look(folder: Path, said: Sequence[Address] = (), said_as: str = "") -> Observations:
    """Everything. ``folder`` is the profile's; ``said`` are the addresses of what a person called ``said_as``."""
    system = this_system()
    began_wall_s, began_s = time.time(), trio.current_time()
    usable, listening, failure = _look_at_multicast()
    interfaces = _interfaces(usable)
    outside = tuple(each for each in interfaces if not each.is_loopback)
    own = frozenset(each.host for each in interfaces)
    firewall = Firewall()
    heard = HeardBack((), (), ())
    browsed = Browsed(())
    own_port: int | None = None

    async def ask_firewall() -> None:
        nonlocal firewall
        firewall = await look_at_firewall(system)

    async def ask_others() -> None:
        nonlocal heard
        works = listening == "works"
        ask = functools.partial(ask_around, _places(outside), own, LISTEN_S if works else ASK_S, listen=works)
        heard = await trio.to_thread.run_sync(ask)

    async def listen_for_tables() -> None:
        nonlocal browsed
        browsed = await browse(LISTEN_S)

    async def look_for_own_port() -> None:
        nonlocal own_port
        own_port = await noted_port(folder)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask_firewall)
        nursery.start_soon(look_for_own_port)
        if outside:
            nursery.start_soon(ask_others)
        if outside and listening == "works":
            nursery.start_soon(listen_for_tables)
    if browsed.problem is not None:
        listening, failure = "failed", browsed.problem.reason
    here, others = _told_apart(browsed.found, heard, own)
    if said:
        others.insert(0, SeenPeer(said_as, tuple(said), "said"))
    peers = await _dial(others, own)
    passed_s = trio.current_time() - began_s
    return Observations(
        system=system,
        interfaces=interfaces,
        listening=listening,
        listening_failure=failure,
        echoes=heard.echoes,
        heard_hosts=heard.hosts,
        peers=peers,
        own_hosts=own_hosts(),
        own_ports=tuple(dict.fromkeys(([own_port] if own_port is not None else []) + here)),
        takes_connections=_takes_connections(),
        firewall=firewall,
        clock=Clock(began_wall_s, time.time() - began_wall_s - passed_s),
    )


def _look_at_multicast() -> tuple[list[Usable], Listening, str]:
    try:
        return usable_interfaces(None), "works", ""
    except PortTaken as error:
        return [], "taken", str(error)
    except NoInterface as error:
        return [], "no-interface", str(error)
    except OSError as error:
        return [], "failed", error.strerror or str(error)


def _interfaces(usable: Sequence[Usable]) -> tuple[Interface, ...]:
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as error:
        _log.warning("the interfaces cannot be listed: %s", error)
        return ()
    found = []
    for adapter in adapters:
        name = adapter.nice_name or adapter.name
        for each in adapter.ips:
            host, takes = (each.ip, each.ip in usable) if isinstance(each.ip, str) else (each.ip[0], False)
            if not isinstance(each.ip, str):
                takes = adapter.index in usable
            found.append(Interface(name, host, each.network_prefix, is_virtual(name), takes))
    return tuple(found)


def _places(interfaces: Iterable[Interface]) -> tuple[Place, ...]:
    places = []
    for interface in interfaces:
        network = interface.network
        if isinstance(network, ipaddress.IPv4Network):
            broadcast = str(network.broadcast_address) if network.prefixlen < 31 else None
            places.append(Place(interface.host, None if interface.virtual else broadcast))
    return tuple(places)


def _told_apart(found: Iterable[Found], heard: HeardBack, own: frozenset[str]) -> tuple[list[int], list[SeenPeer]]:
    """The ports of the nodes on this machine, and the nodes elsewhere."""
    here: list[int] = []
    others: dict[bytes, SeenPeer] = {}
    for how, nodes in (("multicast", found), ("broadcast", heard.answered)):
        for node in nodes:
            said = node.announcement
            # Not by one address alone: the bridge of a container program has the same one on every machine.
            if all(address.host.partition("%")[0] in own for address in node.addresses):
                here.append(node.addresses[0].port)
            elif said.peer not in others:
                name = said.name if said.table is None else said.table.name
                seen = SeenPeer(name, node.addresses, "multicast", said.version_low, said.version_high)
                hidden = how == "broadcast" and not any(each.host in heard.hosts for each in node.addresses)
                others[said.peer] = replace(seen, found="broadcast") if hidden else seen
    return here, list(others.values())[:MAX_PEERS]


async def _dial(peers: Sequence[SeenPeer], own: frozenset[str]) -> tuple[SeenPeer, ...]:
    """The peers with what became of dialling each of their addresses."""
    limiter = trio.CapacityLimiter(DIALS_AT_ONCE)
    probed: dict[tuple[int, Address], Probed] = {}

    async def dial(number: int, address: Address) -> None:
        async with limiter:
            probed[number, address] = await probe(address)

    async with trio.open_nursery() as nursery:
        for number, peer in enumerate(peers):
            elsewhere = [each for each in peer.addresses if peer.found == "said" or each.host not in own]
            for address in elsewhere[:MAX_DIALLED_ADDRESSES]:
                nursery.start_soon(dial, number, address)
    return tuple(
        _with_outcome(peer, [probed[key] for key in probed if key[0] == number]) for number, peer in enumerate(peers)
    )


def _with_outcome(peer: SeenPeer, probed: Sequence[Probed]) -> SeenPeer:
    peer = replace(peer, reached=tuple(each.reached for each in probed))
    hello = next((each.hello for each in probed if each.hello is not None), None)
    if hello is None:
        return peer
    return replace(peer, version_low=hello.version_low, version_high=hello.version_high)


def _takes_connections() -> bool:
    try:
        listeners = sockets.listen()
    except sockets.ListenError:
        return False
    for listener in listeners:
        sockets.close(listener)
    return True
