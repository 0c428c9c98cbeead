"""A laptop on an ordinary home network, to be changed by one thing at a time."""

from dataclasses import replace

from p2p_ligretto.doctor.findings import Kind
from p2p_ligretto.doctor.observations import (
    Clock,
    Echo,
    Firewall,
    Interface,
    Observations,
    Outcome,
    Reached,
    SeenPeer,
)
from p2p_ligretto.wire.messages import VERSION_HIGH, Address

LO = Interface("lo", "127.0.0.1", 8)
WIFI = Interface("wlan0", "192.168.1.20", 24)
CABLE = Interface("eth0", "10.0.0.7", 24)
DOCKER = Interface("docker0", "172.17.0.1", 16, virtual=True)
VPN = Interface("tun0", "10.8.0.2", 24, virtual=True)

HEALTHY = Observations(
    system="linux",
    interfaces=(LO, WIFI),
    echoes=(Echo("192.168.1.20", heard=True),),
    heard_hosts=("192.168.1.1",),
    own_hosts=("192.168.1.20",),
    own_ports=(50123,),
    clock=Clock(1_800_000_000.0),
)


def peer(outcome: Outcome, host: str = "192.168.1.30", name: str = "Bea") -> SeenPeer:
    address = Address(host, 4711)
    return SeenPeer(name, (address,), reached=(Reached(address, outcome),))


REACHED = replace(HEALTHY, peers=(peer("answered"),))
UNHEARD = (Echo("192.168.1.20", heard=False),)
NO_ROUTE = (Echo("192.168.1.20", heard=False, failure="No route to host", no_route=True),)
NEWER = replace(peer("answered"), version_low=VERSION_HIGH + 1, version_high=VERSION_HIGH + 1)
OLDER = replace(peer("refused"), version_low=0, version_high=0)

# The first of each kind is what docs/network-troubles.md quotes.
ONE_THING: list[tuple[Kind, Observations]] = [
    ("no-network", replace(HEALTHY, interfaces=(LO,), echoes=(), heard_hosts=())),
    ("no-network", replace(HEALTHY, echoes=NO_ROUTE, heard_hosts=())),
    ("cannot-listen", replace(REACHED, takes_connections=False)),
    ("port-taken", replace(HEALTHY, listening="taken", echoes=())),
    ("no-multicast-interface", replace(HEALTHY, listening="no-interface", echoes=())),
    ("search-failed", replace(HEALTHY, listening="failed", echoes=(), listening_failure="Operation not permitted")),
    ("local-network-permission", replace(REACHED, system="macos", echoes=NO_ROUTE)),
    ("own-voice-unheard", replace(REACHED, echoes=UNHEARD)),
    ("own-voice-unheard", replace(REACHED, echoes=(Echo("192.168.1.20", heard=False, failure="Operation denied"),))),
    ("multicast-filtered", replace(HEALTHY, heard_hosts=(), peers=(replace(peer("answered"), found="broadcast"),))),
    ("address-fails", replace(HEALTHY, peers=(replace(peer("refused", name="192.168.1.30:4711"), found="said"),))),
    ("address-fails", replace(HEALTHY, peers=(replace(peer("silent", name="192.168.1.30:4711"), found="said"),))),
    ("peer-elsewhere", replace(HEALTHY, peers=(peer("unreachable", "192.168.99.4"),))),
    ("peer-firewalled", replace(HEALTHY, peers=(peer("silent"),))),
    ("peer-gone", replace(HEALTHY, peers=(peer("refused"),))),
    ("other-version", replace(HEALTHY, peers=(NEWER,))),
    ("other-version", replace(HEALTHY, peers=(OLDER,))),
    ("public-network", replace(REACHED, system="windows", firewall=Firewall(public=("Wi-Fi",)))),
    ("firewall-blocks-all", replace(REACHED, firewall=Firewall(on=True, blocks_all=True))),
    ("several-networks", replace(REACHED, interfaces=(LO, WIFI, CABLE))),
    ("nobody-heard", replace(HEALTHY, heard_hosts=())),
    ("vpn", replace(REACHED, interfaces=(LO, WIFI, VPN))),
    ("firewall-on", replace(REACHED, firewall=Firewall(on=True))),
    ("interface-without-multicast", replace(REACHED, interfaces=(LO, replace(WIFI, takes_multicast=False)))),
    ("clock-wrong", replace(REACHED, clock=Clock(0.0))),
    ("clock-jumps", replace(REACHED, clock=Clock(1_800_000_000.0, -3.0))),
    ("virtual-networks", replace(REACHED, interfaces=(LO, WIFI, DOCKER))),
    ("nobody-plays", HEALTHY),
    ("address-works", replace(HEALTHY, peers=(replace(peer("answered", name="192.168.1.30:4711"), found="said"),))),
]
