"""Whether the way to an address begins with a cable that is pulled, or with a Wi-Fi that is not joined.

Linux leaves addresses and routes on such an interface. Who dials over it makes the system ask whose the address is
(RFC 826; RFC 4861 for IPv6), and where nobody answers it asks once a second, three times. A cable that is plugged in
between two questions then has to wait for the next one. Where nobody dials nothing is asked, and the first question
over the new cable is answered at once. Other systems take the addresses away with the cable: nothing can be dialled
there either.
"""

import socket
import sys

import trio

from p2p_ligretto.runtime.addresses import SocketAddress

if sys.platform == "linux":
    import psutil

LOOK_AGAIN_S = 0.05


async def until_plugged_in(family: int, sockaddr: SocketAddress) -> None:
    """Wait while the system would send what is for ``sockaddr`` over an interface that carries nothing."""
    while is_unplugged(family, sockaddr):  # noqa: ASYNC110 - the system has to be asked
        await trio.sleep(LOOK_AGAIN_S)


def is_unplugged(family: int, sockaddr: SocketAddress) -> bool:
    """Whether it is known that nothing can reach ``sockaddr`` from here now, though there is a route."""
    if sys.platform != "linux":
        return False
    try:
        interface = _interface_towards(family, sockaddr)
        return interface is not None and not psutil.net_if_stats()[interface].isup
    except (OSError, KeyError):  # no route, or an interface that is gone in this moment: dialling will tell
        return False


def _interface_towards(family: int, sockaddr: SocketAddress) -> str | None:
    """The interface from whose address ``sockaddr`` would be dialled. Raises OSError."""
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect(sockaddr)  # chooses a route, and sends nothing
        own_host = asked.getsockname()[0]
    for name, addresses in psutil.net_if_addrs().items():
        if any(each.family == family and each.address.partition("%")[0] == own_host for each in addresses):
            return str(name)
    return None
