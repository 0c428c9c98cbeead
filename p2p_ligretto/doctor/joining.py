"""The lines to read out to others, so that they get in without being found."""

import ipaddress
from typing import Final

from p2p_ligretto.doctor.observations import Observations
from p2p_ligretto.doctor.others import written
from p2p_ligretto.wire.messages import Address

MOST_LINES: Final = 3
UNKNOWN_PORT: Final = "PORT"


def join_lines(observed: Observations) -> tuple[str, ...]:
    """``p2p-ligretto join HOST:PORT``, likeliest first; none for a machine that is on no network.

    ``PORT`` stands where nothing of the game listens yet.
    """
    hosts = [host for host in observed.own_hosts if not ipaddress.ip_address(host).is_loopback]
    if observed.own_ports:
        addresses = [written(Address(host, port)) for port in observed.own_ports for host in hosts]
    else:
        addresses = [f"[{host}]:{UNKNOWN_PORT}" if ":" in host else f"{host}:{UNKNOWN_PORT}" for host in hosts]
    return tuple(f"p2p-ligretto join {address}" for address in addresses[:MOST_LINES])
