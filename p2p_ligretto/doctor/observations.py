"""What was observed about this machine and its network: plain values, without any opinion.

``runtime.looking`` gathers them; None or an empty tuple stands for what could not be looked at, and nothing is
concluded from that.
"""

import ipaddress
from dataclasses import dataclass
from typing import Literal

from p2p_ligretto.wire.messages import VERSION_HIGH, VERSION_LOW, Address

Outcome = Literal["answered", "refused", "silent", "unreachable", "foreign"]
"""A node greeted; the machine says that nobody listens; nothing came; the system knows no way; no node of the game."""

System = Literal["linux", "windows", "macos", "other"]

Listening = Literal["works", "taken", "no-interface", "failed"]
"""The multicast DNS port can be shared; another program keeps it; no interface takes multicast; something else."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of this machine. ``takes_multicast``: the group of multicast DNS could be joined there."""

    name: str
    host: str
    prefix: int
    virtual: bool = False
    takes_multicast: bool = True

    @property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
        """The network that the address is in."""
        return ipaddress.ip_network(f"{self.host.partition('%')[0]}/{self.prefix}", strict=False)

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine is behind it."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def leads_out(self) -> bool:
        """Whether others can be told this address."""
        address = ipaddress.ip_address(self.host)
        return not address.is_loopback and not (address.version == 6 and address.is_link_local)


@dataclass(frozen=True, slots=True)
class Echo:
    """A question was sent by multicast from ``host``. ``failure``: what the system said against it."""

    host: str
    heard: bool
    failure: str = ""
    no_route: bool = False
    """The system said that there is no way to the group: on macOS the sign of a missing permission."""


@dataclass(frozen=True, slots=True)
class Reached:
    """An address was dialled."""

    address: Address
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeenPeer:
    """A node, or what should be one.

    ``found``: it announced itself by multicast; it answered a broadcast, though nothing of it came by multicast;
    a person said its address.
    """

    name: str
    addresses: tuple[Address, ...]
    found: Literal["multicast", "broadcast", "said"] = "multicast"
    version_low: int = VERSION_LOW
    version_high: int = VERSION_HIGH
    reached: tuple[Reached, ...] = ()

    @property
    def answers(self) -> bool:
        """Whether it greeted at any of its addresses."""
        return any(each.outcome == "answered" for each in self.reached)

    @property
    def speaks_our_version(self) -> bool:
        """Whether there is a version of the protocol that both know."""
        return self.version_low <= VERSION_HIGH and self.version_high >= VERSION_LOW


@dataclass(frozen=True, slots=True)
class Firewall:
    """What the system says of its own protection. ``public``: networks that Windows counts as public."""

    on: bool = False
    blocks_all: bool = False
    public: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock on the wall: seconds since 1970, and by how much it moved against the one that only counts."""

    wall_s: float
    jumped_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Observations:
    """All that was looked at."""

    system: System = "other"
    interfaces: tuple[Interface, ...] = ()
    listening: Listening = "works"
    listening_failure: str = ""
    echoes: tuple[Echo, ...] = ()
    heard_hosts: tuple[str, ...] = ()
    """Other machines that said anything by multicast DNS."""
    peers: tuple[SeenPeer, ...] = ()
    """Nodes on other machines."""
    own_hosts: tuple[str, ...] = ()
    """Under which others may reach this machine, likeliest first."""
    own_ports: tuple[int, ...] = ()
    """Where programs of the game listen on this machine."""
    takes_connections: bool = True
    firewall: Firewall = Firewall()
    clock: Clock | None = None
