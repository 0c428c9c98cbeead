"""Where the others at a table were: kept, so that who starts again need not wait until discovery finds them."""

from collections.abc import Mapping

from p2p_ligretto.node.kept import PEERS, KeptPeers, encode, recall
from p2p_ligretto.node.links import Links, Needed
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.wire.messages import KnownPeer


class KeptAddresses:
    """The addresses of who is needed at the table, as they are known and as they are kept."""

    def __init__(self, links: Links, outbox: Outbox) -> None:
        self._links = links
        self._outbox = outbox
        self._kept: KeptPeers | None = None
        self._kept_of: tuple[Needed, int] | None = None
        """Of whom, and of which news of addresses."""

    def keep(self, table: bytes, needed: Needed) -> None:
        """Keep where those are who are ``needed`` at ``table``, if that has changed; to be asked now and then."""
        news = self._links.news
        if self._kept_of is not None and self._kept_of[0] is needed and self._kept_of[1] == news:
            return
        self._kept_of = (needed, news)
        addresses = ((peer, self._links.addresses_of(peer)) for peer in sorted(needed))
        where = tuple(KnownPeer(peer, found) for peer, found in addresses if found)
        kept = KeptPeers(table, where)
        if where and kept != self._kept:
            self._kept = kept
            self._outbox.save(PEERS, encode(kept))

    def forget(self) -> None:
        """This node has left its table."""
        self._outbox.save(PEERS, None)
        self._kept = None

    def go_to(self, table: bytes, remembered: Mapping[str, bytes], now: int) -> None:
        """Try the addresses at which the others at ``table`` were when this node was last there."""
        kept = recall(remembered, PEERS, KeptPeers)
        for known in kept.peers if kept is not None and kept.table == table else ():
            self._links.heard_of(known.peer, known.addresses, now)
