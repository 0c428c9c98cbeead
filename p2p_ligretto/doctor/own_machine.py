"""What is wrong with this machine: its interfaces, its ports, its protection, its clock."""

import ipaddress
from collections.abc import Iterator
from typing import Final

from p2p_ligretto.doctor.findings import Finding
from p2p_ligretto.doctor.observations import Echo, Interface, Observations
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable

EARLIEST_S: Final = 1_735_689_600.0
"""The beginning of 2025: this program is younger."""
LATEST_S: Final = 4_102_444_800.0
"""The beginning of 2100."""
JUMP_S: Final = 0.5
_TUNNELS: Final = ("tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "nordlynx", "proton", "wireguard", "openvpn")


def networks_of(observed: Observations) -> tuple[Interface, ...]:
    """The interfaces that lead to other machines, one for each network: real ones, not link-local ones."""
    seen: dict[str, Interface] = {}
    for interface in observed.interfaces:
        address = ipaddress.ip_address(interface.host)
        if address.version == 4 and not (interface.is_loopback or interface.virtual or address.is_link_local):
            seen.setdefault(str(interface.network), interface)
    return tuple(seen.values())


def on_own_networks(observed: Observations, host: str) -> bool:
    """Whether ``host`` is in a network of this machine, so that no router is needed."""
    address = ipaddress.ip_address(host)
    if address.is_link_local:
        return True
    return any(
        interface.network.version == address.version and address in interface.network
        for interface in observed.interfaces
    )


def is_tunnel(interface: Interface) -> bool:
    """Whether the interface is likely that of a VPN."""
    return interface.name.lower().startswith(_TUNNELS)


def machine_findings(observed: Observations) -> Iterator[Finding]:
    """What can be said without having heard of anybody."""
    outside = [interface for interface in observed.interfaces if not interface.is_loopback]
    if not outside:
        yield Finding(
            "no-network",
            _("You are on no network: this machine has no address but its own (lo)."),
            _("Nobody can find or reach this machine, and it finds nobody."),
            _("Switch Wi-Fi on, or plug in the cable; then run this again."),
        )
    if not observed.takes_connections:
        yield Finding(
            "cannot-listen",
            _("This machine lets no program listen for connections."),
            _("Nobody can join you, whatever address you read out. You may still join others."),
            _("See whether a firewall or a sandbox forbids it, and allow it for this program."),
        )
    yield from _multicast_findings(observed, outside)
    yield from _protection_findings(observed)
    yield from _interface_findings(observed)
    yield from _clock_findings(observed)


def _multicast_findings(observed: Observations, outside: list[Interface]) -> Iterator[Finding]:
    by_address = _("Others join by address: read out the line below.")
    match observed.listening:
        case "taken":
            yield Finding(
                "port-taken",
                _("Port 5353 is taken: another program keeps it for itself."),
                _("Tables are not found by themselves on this machine, and its own are not found by others."),
                _("End the other program that uses multicast DNS.") + " " + by_address,
            )
        case "no-interface" if outside:
            yield Finding(
                "no-multicast-interface",
                _("No multicast: none of this machine's interfaces takes it ({interfaces}).").format(
                    interfaces=_listed(outside)
                ),
                _("Tables are not found by themselves here. Typical for a VPN that is the only way out."),
                _("Switch the VPN off, or use another network.") + " " + by_address,
            )
        case "failed":
            yield Finding(
                "search-failed",
                _("The search does not work on this machine ({reason}).").format(
                    reason=printable(observed.listening_failure.rstrip("."), 200)
                ),
                _("Tables are not found by themselves here."),
                by_address,
            )
        case _:
            yield from _echo_findings(observed, by_address)


def _echo_findings(observed: Observations, by_address: str) -> Iterator[Finding]:
    real = _of_real_interfaces(observed)
    if (real and all(echo.no_route for echo in real)) or _neighbours_without_a_way(observed):
        yield _no_way_out(observed, real)
    elif real and not any(echo.heard for echo in real):
        failures = ", ".join(sorted({printable(echo.failure, 60) for echo in real if echo.failure}))
        seen = _("No multicast: this machine does not hear its own announcement.")
        if failures:
            seen = _("No multicast: this machine can't send its announcement ({reason}).").format(reason=failures)
        yield Finding(
            "own-voice-unheard",
            seen,
            _("A firewall on this machine, or the way its network is set up, holds multicast DNS (UDP 5353) back."),
            _("Allow UDP port 5353 in the firewall, both ways.") + " " + by_address,
        )


def _neighbours_without_a_way(observed: Observations) -> bool:
    """Whether macOS knows no way to anybody on its own network: it says so to a program that may not use that."""
    reached = [each for peer in observed.peers for each in peer.reached]
    return (
        observed.system == "macos"
        and not any(each.outcome == "answered" for each in reached)
        and any(each.outcome == "unreachable" and on_own_networks(observed, each.address.host) for each in reached)
    )


def _no_way_out(observed: Observations, real: list[Echo]) -> Finding:
    if observed.system == "macos":
        return Finding(
            "local-network-permission",
            _("macOS lets this terminal say nothing on the local network (no route to host)."),
            _("The permission for the local network is missing: then nothing there is found or reached."),
            _("System Settings, Privacy & Security, Local Network: allow your terminal. Then start the terminal anew."),
        )
    return Finding(
        "no-network",
        _("You are on no network: nothing gets out of {hosts} ({reason}).").format(
            hosts=", ".join(echo.host for echo in real[:4]), reason=printable(real[0].failure, 60)
        ),
        _("The addresses are there, but the connection behind them is down."),
        _("Switch Wi-Fi on, or plug in the cable; then run this again."),
    )


def _of_real_interfaces(observed: Observations) -> list[Echo]:
    real = {interface.host for interface in observed.interfaces if not (interface.virtual or interface.is_loopback)}
    return [echo for echo in observed.echoes if echo.host in real]


def _protection_findings(observed: Observations) -> Iterator[Finding]:
    firewall = observed.firewall
    if firewall.public:
        yield Finding(
            "public-network",
            _("Windows counts {network} as a public network.").format(
                network=", ".join(printable(name, 40) for name in firewall.public)
            ),
            _("Then Windows' firewall lets nobody in, and keeps the search from being heard."),
            _("Settings, Network & internet, Properties of this network: choose Private. Only where you trust it."),
        )
    if firewall.blocks_all:
        yield Finding(
            "firewall-blocks-all",
            _("This machine's firewall blocks all incoming connections."),
            _("Nobody can join you. You may still join others."),
            _("Let the firewall allow this program (on macOS: System Settings, Network, Firewall, Options)."),
        )
    elif firewall.on:
        yield Finding(
            "firewall-on",
            _("A firewall is on on this machine."),
            _("If it does not know this program, others see your table and can't join it."),
            _("Allow Python, or this program, to take connections (TCP), and UDP port 5353."),
        )


def _interface_findings(observed: Observations) -> Iterator[Finding]:
    networks = networks_of(observed)
    if len(networks) > 1:
        yield Finding(
            "several-networks",
            _("You are on {count} networks at once: {interfaces}.").format(
                count=len(networks), interfaces=_listed(networks)
            ),
            _("Others are found only if they are on one of them, and what is on one is not seen from the other."),
            _("See which network the others are on: all join that one. Read out the address that belongs to it."),
        )
    tunnels = [each for each in observed.interfaces if is_tunnel(each) and not each.is_loopback]
    if tunnels:
        yield Finding(
            "vpn",
            _("A VPN seems to be on: {interfaces}.").format(interfaces=_listed(tunnels)),
            _("It may take all connections for itself, those to the table next to you too."),
            _("Switch it off while you play, or let it leave the local network alone."),
        )
    bridges = [each for each in observed.interfaces if each.virtual and not is_tunnel(each)]
    if bridges:
        yield Finding(
            "virtual-networks",
            _("There are networks of virtual machines or containers: {interfaces}.").format(
                interfaces=_listed(bridges)
            ),
            _("No player is reached through them. Their addresses are tried last, and never read out first."),
            _("Nothing, as a rule."),
        )
    deaf = [each for each in networks if not each.takes_multicast] if observed.listening == "works" else []
    if deaf:
        yield Finding(
            "interface-without-multicast",
            _("No multicast on {interfaces}.").format(interfaces=_listed(deaf)),
            _("Tables on that network are not found by themselves; on the others they are."),
            _("Join by address there, or use another of your networks."),
        )


def _clock_findings(observed: Observations) -> Iterator[Finding]:
    clock = observed.clock
    if clock is None:
        return
    if not EARLIEST_S <= clock.wall_s < LATEST_S:
        yield Finding(
            "clock-wrong",
            _("The date of this machine can't be right."),
            _("Play goes on (laptops agree on a time of their own), but recorded matches get wrong dates."),
            _("Set the date, or let the system set it."),
        )
    if abs(clock.jumped_s) >= JUMP_S:
        yield Finding(
            "clock-jumps",
            _("This machine's clock was moved by {seconds:.1f} s while it was looked at.").format(
                seconds=clock.jumped_s
            ),
            _("The program takes a clock that runs ahead for a laptop that slept, and looks around anew each time."),
            _("Let one service alone set the clock."),
        )


def _listed(interfaces: tuple[Interface, ...] | list[Interface]) -> str:
    shown = [f"{printable(each.name, 30)} {each.host}/{each.prefix}" for each in interfaces]
    return ", ".join(shown[:4]) + (", ..." if len(shown) > 4 else "")
