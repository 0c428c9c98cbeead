"""Who is at the other end of each link: one of this node's table, or a stranger. Those of the table come first.

They have the meter of their host to themselves, so that no stranger slows them down, and their hosts have room of
their own for handshakes (``doorkeeper``): whose key it is that comes back is known only after one, but where it was is
known before.
"""

from p2p_ligretto.runtime.doorkeeper import Doorkeeper
from p2p_ligretto.runtime.link import Link, now_us


class Standing:
    """Of all links of one node."""

    def __init__(self, doorkeeper: Doorkeeper) -> None:
        self._doorkeeper = doorkeeper
        self._tablemates: frozenset[bytes] = frozenset()
        self._links: dict[Link, tuple[bytes, str]] = {}
        self._last_hosts: dict[bytes, str] = {}
        """Where those of the table were linked from last; some may come back from there."""

    def change(self, tablemates: frozenset[bytes]) -> None:
        """These are at the own table from now on."""
        self._tablemates = tablemates
        self._last_hosts = {peer: host for peer, host in self._last_hosts.items() if peer in tablemates}
        for link, (peer, host) in self._links.items():
            self._place(link, peer, host)

    def up(self, link: Link, peer: bytes, host: str) -> None:
        """``link`` is one with ``peer``, at ``host``."""
        self._links[link] = peer, host
        self._place(link, peer, host)

    def down(self, link: Link) -> None:
        """``link`` is over."""
        self._links.pop(link, None)

    def _place(self, link: Link, peer: bytes, host: str) -> None:
        of_table = peer in self._tablemates
        if of_table:
            self._last_hosts[peer] = host
        self._doorkeeper.familiar = frozenset(self._last_hosts.values())
        known = self._doorkeeper.host(host, now_us())
        link.place(known.meter if of_table else known.share, of_table=of_table)
