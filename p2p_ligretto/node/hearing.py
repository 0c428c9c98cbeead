"""Whom of its view a node hears, by any path: who is warned about, who is suspected, over whom others are reached.

A beat tells whom its sender hears directly. Two members are *joined* where each hears the other; who can be come to
over joined members is *within reach*. A member is heard when its beat of the open view comes, on whatever way, while it
is within reach: who hears us but can't be told anything is of no more use than who is dead.

- Silent for ``WARN_US``: people are warned. Silent for ``SUSPECT_US``: suspected.
- A closed socket counts after ``CLOSED_US`` if by then nobody within reach hears that member either.
- Who slept itself begins to count anew: nobody can be blamed for what was not listened to.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.views import View

WARN_US: Final = 500_000
SUSPECT_US: Final = 2_000_000
STALE_US: Final = 750_000
"""A link on which no beat came for so long is not one to hear somebody by, whatever TCP thinks."""
CLOSED_US: Final = 200_000
"""How long the members have to tell one another that none of them hears somebody."""
ASLEEP_US: Final = 1_000_000
"""A node that looked at nothing for so long was asleep."""
EARLY_US: Final = 100_000
"""How long before it is due an input is made use of to look, so that nearly never anything has to be woken for it."""
NOBODY: Final[frozenset[bytes]] = frozenset()
NO_WAYS: Final[Mapping[bytes, bytes]] = MappingProxyType({})


class Hearing:
    """What one node hears of the members of its open view. ``look`` has to follow every input."""

    def __init__(self, own: bytes, view: View, now: int) -> None:
        self.suspects = NOBODY
        self.warned = NOBODY
        self.detours = NO_WAYS
        """Members that can't be reached directly, with the neighbour over which they can."""
        self.hears = 0
        """Whom this node hears directly, as a beat tells it."""
        self.wake_at = END_OF_TIME
        self._own = own
        self._view = view
        self._linked = NOBODY
        self._direct = NOBODY
        self._within_reach = NOBODY
        self._direct_at: dict[bytes, int] = {}
        self._spoke_at: dict[bytes, int] = {}
        """When the last beat of each came, within reach or not."""
        self._heard_at: dict[bytes, int] = {}
        self._told: dict[bytes, int] = {}
        """Whom each member hears, as its last beat of this view told it."""
        self._said: dict[bytes, frozenset[bytes]] = {}
        self._unheard_since: dict[bytes, int] = {}
        self._looked_at = now
        self._look_at = now
        self.begin(view, now)

    def begin(self, view: View, now: int) -> None:
        """``view`` is the open one now: everybody in it has time to say something."""
        self._view = view
        self._outside = view.member(self._own) is None
        self._heard_at = {peer: now for peer in view.peers() if peer != self._own}
        self._told = {}
        self._said = {peer: said for peer, said in self._said.items() if peer in self._heard_at}
        # Until the next look those count as heard directly who are still members, and nobody else.
        members = frozenset(self._heard_at)
        self._direct &= members
        self._within_reach &= members
        self._unheard_since = {}
        self._linked = NOBODY
        self._look_at = now
        self.suspects = self.warned = NOBODY

    def beat(self, peer: bytes, hears: int, now: int, *, direct: bool) -> None:
        """A member has said, in the open view, that it is there, and whom it hears directly."""
        if peer not in self._heard_at:
            return
        self._spoke_at[peer] = now
        if direct:
            self._direct_at[peer] = now
            if peer not in self._direct:
                self._look_at = now
        if hears != self._told.get(peer):
            self._told[peer] = hears
            said = frozenset(other for rank, other in enumerate(self._view.peers()) if hears >> rank & 1)
            if said != self._said.get(peer):
                self._said[peer] = said
                self._draw()
                self._look_at = now
        if peer in self._within_reach:
            self._heard_at[peer] = now
            if peer in self.suspects or peer in self.warned:
                self._look_at = now

    def look(self, linked: frozenset[bytes], now: int) -> bool:
        """See who is silent; whether this node hears somebody directly that it did not, or no longer."""
        if now - self._looked_at > ASLEEP_US:
            self._direct_at = dict.fromkeys(self._direct_at, now)
            self._heard_at = dict.fromkeys(self._heard_at, now)
            self._unheard_since = dict.fromkeys(self._unheard_since, now)
            self._look_at = now
        self._looked_at = now
        if linked is self._linked or linked == self._linked:
            if now < self._look_at - EARLY_US:
                return False
        else:
            for peer in linked - self._linked:
                self._direct_at[peer] = now
            self._linked = linked
        changed = self._listen(now)
        self._judge(now)
        return changed

    def _listen(self, now: int) -> bool:
        """Find out whom this node hears directly."""
        direct = frozenset(peer for peer in self._heard_at if peer in self._linked)
        if self._outside:
            # Members send no beats to who is none of them: a link is all that it can tell by.
            self._heard_at.update(dict.fromkeys(direct, now))
        else:
            direct = frozenset(peer for peer in direct if now - self._direct_at.get(peer, now) < STALE_US)
        hears = sum(1 << rank for rank, peer in enumerate(self._view.peers()) if peer in direct)
        changed = direct != self._direct or hears != self.hears
        self._direct, self.hears = direct, hears
        if changed:
            self._draw()
        return changed

    def _draw(self) -> None:
        """Draw the map of who is joined to whom, and the ways on it from here."""
        self._find_ways()
        for peer in self._within_reach:
            # It may be the very beat that came last that brings its sender within reach.
            self._heard_at[peer] = max(self._heard_at[peer], self._spoke_at.get(peer, 0))

    def _find_ways(self) -> None:
        outside = self._outside
        joined = frozenset(peer for peer in self._direct if outside or self._own in self._said.get(peer, (self._own,)))
        if len(joined) == len(self._heard_at):
            self._within_reach, self.detours = joined, NO_WAYS
            return
        ways = {peer: peer for peer in self._view.peers() if peer in joined}
        border = list(ways)
        while border:
            beyond: list[bytes] = []
            for near in border:
                if near not in joined and near not in self._said:
                    # It is reached at another one's word, and whom it hears nobody knows: it leads nowhere.
                    continue
                for far in self._view.peers():
                    if far not in ways and far != self._own and self._are_joined(near, far):
                        ways[far] = ways[near]
                        beyond.append(far)
            border = beyond
        self._within_reach = frozenset(ways)
        self.detours = {peer: way for peer, way in ways.items() if peer != way}

    def _are_joined(self, one: bytes, other: bytes) -> bool:
        """Whether two members hear each other; where only one of them was heard yet, it is taken at its word."""
        ones, others = self._said.get(one), self._said.get(other)
        if ones is None or others is None:
            return other in (ones or ()) or one in (others or ())
        return other in ones and one in others

    def _judge(self, now: int) -> None:
        """Find out who is silent, and when to look again."""
        suspects, warned, look_at = set(), set(), END_OF_TIME
        for peer, heard_at in self._heard_at.items():
            silent_at = heard_at + SUSPECT_US
            if self._is_unheard(peer):
                since = self._unheard_since.setdefault(peer, now)
                silent_at = min(silent_at, since + CLOSED_US)
            else:
                self._unheard_since.pop(peer, None)
            if now >= silent_at:
                suspects.add(peer)
                continue
            if now >= heard_at + WARN_US:
                warned.add(peer)
            else:
                look_at = min(look_at, heard_at + WARN_US)
            look_at = min(look_at, silent_at)
            if peer in self._direct and not self._outside:
                look_at = min(look_at, self._direct_at.get(peer, now) + STALE_US)
        self._look_at = self.wake_at = look_at
        if suspects != self.suspects:
            self.suspects = frozenset(suspects)
        if warned != self.warned:
            self.warned = frozenset(warned)
        if suspects:
            self._forget_old_words(now)

    def _forget_old_words(self, now: int) -> None:
        """What a suspect said of others counts no more when nothing has come from it: they would be reached over it."""
        silent = [peer for peer in self.suspects if now - self._spoke_at.get(peer, 0) >= STALE_US]
        if any(peer in self._said for peer in silent):
            # Not as if it heard nobody: who hears it is taken at its word.
            self._said = {peer: said for peer, said in self._said.items() if peer not in silent}
            self._told = {peer: hears for peer, hears in self._told.items() if peer not in silent}
            self._draw()
            self._look_at = self.wake_at = now

    def _is_unheard(self, peer: bytes) -> bool:
        """Whether there is no link to a member, and nobody within reach hears it either."""
        if peer in self._linked or peer in self._within_reach:
            return False
        return not any(peer in self._said.get(other, ()) for other in self._within_reach)
