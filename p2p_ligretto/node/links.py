"""The links of a node: which one to use for a peer, who was heard of, and whom to dial.

Invariants:
- A peer has at most one link. Of two with the same incarnation both ends keep the one that the lower peer id dialled,
  or the newer one if one side dialled both; a newer incarnation takes over from an older one.
- What was taken over from, and comes back while the newer one is linked, is another process with a copy of the key: it
  is turned away, so that the two can't throw each other out in turns.
- Addresses are hints. A peer is dialled again after a wait that grows, and forgotten after ``MAX_DIALS`` failures
  unless it is needed: a member of the own table, or one that is missed there.
- Strangers, which anybody can be many of, take nothing that the own table needs: one of it gets a link though all are
  taken, some dials are kept free for it, and of who came and went without an address nothing is remembered.
"""

from collections import deque
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.node.keeping_last import keep_last
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.wire.messages import Address, TableCard

MAX_LINKS: Final = 64
MAX_ADDRESSES: Final = 16
MAX_KNOWN: Final = 256
"""Peers that were only heard of: more of them than could ever be linked, and no more than that."""
MAX_DIALS: Final = 6
MAX_DIALS_AT_ONCE: Final = 32
"""Of peers that are not needed."""
MAX_TAKEN_OVER: Final = 64
MAX_INTRODUCED: Final = 16
"""So many are told of one who is new, and so many it is told of: they tell others."""
FIRST_WAIT_US: Final = 1_000_000
LONGEST_WAIT_US: Final = 8_000_000
MEMBER_WAIT_US: Final = 500_000
"""From one dial of a member to the next: whose cable is plugged in again has to be back within a second."""
DIAL_TIMEOUT_US: Final = 10_000_000
MADE_ROOM: Final = "somebody of the table needs the link"
"""The last word to a stranger whose link is given up."""
TAKEN_OVER: Final = "another process uses the key of this node"
"""The last word to a process whose key has come back in another one (protocol/spec/02)."""
SHORT_US: Final = 1_000_000
"""A link that ends sooner was not wanted at the other end, and is not dialled again at once."""
ROUND_TRIPS: Final = 4
HIGHER_PEER_WAITS_US: Final = 500_000
"""The higher peer id dials a little later, so that both ends seldom dial at once."""


Needed = Mapping[bytes, int]
"""The peers that a node has to be linked to, with the longest wait between two dials, in microseconds."""
NOBODY: Final[Needed] = {}


@dataclass(slots=True)
class Link:
    """One link that is up. ``name`` is empty until the peer's presence came."""

    id: int
    peer: LinkPeer
    heard_at: int
    name: str = ""
    card: TableCard | None = None
    looks_on: bool = False
    up_at: int = 0
    round_trips: deque[int] = field(default_factory=lambda: deque(maxlen=ROUND_TRIPS))
    """Of the last answers to pings, microseconds."""

    @property
    def round_trip_us(self) -> int | None:
        """There and back, as usual of late: what came late once does not count. None until it was measured."""
        return sorted(self.round_trips)[(len(self.round_trips) - 1) // 2] if self.round_trips else None


@dataclass(slots=True)
class Known:
    """Where a peer may be reached, and how dialling it goes."""

    addresses: tuple[Address, ...] = ()
    dial_at: int = 0
    dialling: bool = False
    dialled_at: int = 0
    failures: int = 0


@dataclass(slots=True)
class Links:
    """All links and all peers heard of; changed by the node alone."""

    own: bytes
    by_id: dict[int, Link] = field(default_factory=dict)
    by_peer: dict[bytes, Link] = field(default_factory=dict)
    known: dict[bytes, Known] = field(default_factory=dict)
    wanted: frozenset[bytes] | None = None
    """The only ones to dial; None: everybody who is known."""
    news: int = 0
    """How often somebody was heard of at an address that was not known."""
    linked: frozenset[bytes] = frozenset()
    """The peers that there is a link to: the same object until that changes, as it is asked for after every input."""
    taken_over: dict[tuple[bytes, bytes], None] = field(default_factory=dict)
    """The last peers with an incarnation whose link another incarnation has taken over, oldest first."""

    def up(self, id_: int, peer: LinkPeer, now: int) -> tuple[Link | None, Link | None]:
        """A link is up: the one to use from now on if it is this one, and the one to close, if any."""
        link = Link(id_, peer, now, up_at=now)
        old = self.by_peer.get(peer.peer)
        if len(self.by_peer) >= MAX_LINKS if old is None else self._stays(old, link):
            return None, link
        if old is not None:
            del self.by_id[old.id]
            if old.peer.incarnation != peer.incarnation:
                self._remember_taken_over(old.peer)
        self.by_id[id_] = link
        self.by_peer[peer.peer] = link
        self.linked |= {peer.peer}
        known = self.known.setdefault(peer.peer, Known())
        known.dialling = False
        if peer.address is not None:
            self.heard_of(peer.peer, (peer.address,), now)
        return link, old

    def in_the_way(self, peer: bytes, tablemates: Container[bytes], fed: Container[bytes]) -> Link | None:
        """The stranger's link to give up, before that of ``peer`` is up, so that one of ``tablemates`` can have one.

        The one that came last: those who come in crowds make room first, and after them those who are ``fed``. For
        another stranger only that of who looks on, and is fed by others.
        """
        if len(self.by_peer) < MAX_LINKS or peer in self.by_peer:
            return None
        strangers = [link for link in self.by_id.values() if link.peer.peer not in tablemates]
        if peer not in tablemates:
            # It may want to look on too, and has to be told who feeds.
            strangers = [link for link in strangers if link.looks_on and link.peer.peer not in fed]
            return min(strangers, key=lambda link: (link.up_at, link.id), default=None)
        return max(strangers, key=lambda link: (link.peer.peer not in fed, link.up_at, link.id), default=None)

    def end_of(self, link: Link) -> str:
        """The last word to who is at the other end of a link that is not, or no longer, the one of its peer."""
        used = self.by_peer.get(link.peer.peer)
        return "" if used is None or used.peer.incarnation == link.peer.incarnation else TAKEN_OVER

    def _remember_taken_over(self, peer: LinkPeer) -> None:
        keep_last(self.taken_over, (peer.peer, peer.incarnation), None, MAX_TAKEN_OVER)

    def _stays(self, old: Link, new: Link) -> bool:
        """Whether the link that was there stays."""
        if old.peer.incarnation != new.peer.incarnation:
            return (new.peer.peer, new.peer.incarnation) in self.taken_over
        if old.peer.dialled == new.peer.dialled:
            return False
        own_is_lower = self.own < old.peer.peer
        return old.peer.dialled == own_is_lower

    def down(self, id_: int, now: int, needed: Needed = NOBODY) -> Link | None:
        """A link is gone; returns it if it was in use."""
        link = self.by_id.pop(id_, None)
        if link is None:
            return None
        del self.by_peer[link.peer.peer]
        self.linked -= {link.peer.peer}
        known = self.known.setdefault(link.peer.peer, Known())
        is_short = now - link.up_at < SHORT_US
        known.failures = known.failures + 1 if is_short else 0
        known.dial_at = now if self.own < link.peer.peer and not is_short else now + HIGHER_PEER_WAITS_US
        if link.peer.peer in needed:
            return link
        known.dial_at = max(known.dial_at, now + _wait_us(known.failures) - FIRST_WAIT_US)
        tried = known.failures >= MAX_DIALS
        if not known.addresses or len(self.known) > MAX_KNOWN or link.looks_on or tried:
            # It can't be dialled, does not want to be, or others have to be found in what is kept.
            del self.known[link.peer.peer]
        return link

    def can_dial(self, peer: bytes) -> bool:
        """Whether it is known where ``peer`` is."""
        known = self.known.get(peer)
        return known is not None and bool(known.addresses)

    def dial_soon(self, peer: bytes, now: int) -> None:
        """``peer``, which is needed from now on, is not to wait for its time to be dialled."""
        known = self.known[peer]
        known.dial_at, known.failures = min(known.dial_at, now), 0

    def is_dialled(self, peer: bytes) -> bool:
        """Whether the dial that was to be soon is still to come, or under way."""
        known = self.known.get(peer)
        return known is not None and (known.dialling or not known.failures)

    def introduced(self, peer: bytes) -> list[bytes]:
        """Who is to be told of ``peer``, and it of them: those at tables first, and nobody who looks on."""
        others = [link for link in self.by_peer.values() if link.peer.peer != peer and not link.looks_on]
        others.sort(key=lambda link: (link.card is None, link.peer.peer))
        return [link.peer.peer for link in others[:MAX_INTRODUCED]]

    def heard_of(self, peer: bytes, addresses: Iterable[Address], now: int) -> None:
        """A peer may be reached at ``addresses``; those heard of last come first."""
        if peer == self.own:
            return
        known = self.known.get(peer)
        if known is None:
            if len(self.known) >= MAX_KNOWN:
                return
            wait_us = 0 if self.own < peer else HIGHER_PEER_WAITS_US
            known = self.known[peer] = Known(dial_at=now + wait_us)
        fresh = tuple(addresses)
        if not set(fresh) <= set(known.addresses):
            self.news += 1
            known.failures = 0
            known.dial_at = min(known.dial_at, now + HIGHER_PEER_WAITS_US)
        known.addresses = tuple(dict.fromkeys((*fresh, *known.addresses)))[:MAX_ADDRESSES]

    def addresses_of(self, peer: bytes) -> tuple[Address, ...]:
        """Where a peer may be reached, as far as it was heard of, in an order that does not depend on when."""
        known = self.known.get(peer)
        return () if known is None else tuple(sorted(known.addresses, key=lambda each: (each.host, each.port)))

    def to_dial(self, needed: Needed, now: int) -> list[tuple[bytes, tuple[Address, ...]]]:
        """The peers whose time to be dialled has come; each is taken to be under way."""
        if len(self.known) == len(self.by_peer):
            # Whoever is linked is known, so there is nobody else.
            return []
        due = []
        candidates = list(self.known.items()) if self.wanted is None else self._known_of(self.wanted)
        under_way = sum(known.dialling for peer, known in candidates if peer not in needed)
        for peer, known in candidates:
            if peer in self.by_peer or not known.addresses or now < known.dial_at:
                continue
            if known.dialling:
                # The surroundings never said how it went.
                known.dialling = False
                self.dial_failed(peer, needed, now)
                continue
            if peer not in needed and len(self.by_peer) >= MAX_LINKS:
                known.dial_at = now + LONGEST_WAIT_US
                continue
            if peer not in needed and under_way >= MAX_DIALS_AT_ONCE:
                known.dial_at = now + FIRST_WAIT_US
                continue
            under_way += peer not in needed
            known.dialling, known.dialled_at = True, now
            known.dial_at = now + DIAL_TIMEOUT_US
            due.append((peer, known.addresses))
        return due

    def dial_failed(self, peer: bytes, needed: Needed, now: int) -> None:
        """Nobody answered at any address of ``peer``."""
        known = self.known.get(peer)
        if known is None:
            return
        known.dialling = False
        known.failures += 1
        wait_us = _wait_us(known.failures)
        known.dial_at = now + wait_us
        if peer in needed:
            # Where nothing answered, some time has gone by already: whose cable is back is reached within a second.
            known.dial_at = max(now, known.dialled_at + min(wait_us, needed[peer]))
        elif known.failures >= MAX_DIALS and peer not in self.by_peer:
            del self.known[peer]

    def next_dial_at(self) -> int:
        """When ``to_dial`` next has something to do; never, if there is nobody to dial."""
        if len(self.known) == len(self.by_peer):
            return END_OF_TIME
        known = self.known.items() if self.wanted is None else self._known_of(self.wanted)
        waits = [each.dial_at for peer, each in known if each.addresses and peer not in self.by_peer]
        return min(waits, default=END_OF_TIME)

    def _known_of(self, peers: Iterable[bytes]) -> list[tuple[bytes, Known]]:
        return [(peer, self.known[peer]) for peer in peers if peer in self.known]


def _wait_us(failures: int) -> int:
    """How long to wait after so many dials, or links that ended at once, one after the other."""
    return min(LONGEST_WAIT_US, FIRST_WAIT_US << max(0, min(failures, 8) - 1))
