"""Who looks on at a table over this node: whom it feeds, who is turned away or sent on, and that there is one tree.

Of the members one feeds, the one that has been there longest: who asks another one is sent to it. So the table does not
say more to a hundred spectators than to one.
"""

from typing import Final

from p2p_ligretto.node.admission import belongs
from p2p_ligretto.node.links import Link, Links
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.spectator import Spectator
from p2p_ligretto.node.table import TableState
from p2p_ligretto.node.threshold import Threshold
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.messages import LookingOn, Unwatch, Watch, WatchRefused

LINGER_US: Final = 3_000_000
"""So long a link stays that may be somebody's who is about to ask this node to be fed."""
PARTING_US: Final = 500_000
"""So long others stay: who looks on may have been sent on."""
LOOKS_ON: Final = "looks on at a table, and needs no other link"
"""The last word to who is linked to somebody that is fed by another one."""


class Gallery:
    """At one node, whatever it does at its table; all state is in the ``Audience`` of its session or spectator."""

    def __init__(self, links: Links, threshold: Threshold, outbox: Outbox) -> None:
        self._links = links
        self._threshold = threshold
        self._keeper = threshold.keeper
        self._outbox = outbox

    # ---- what others say

    def hear(
        self, session: Session | None, spectator: Spectator | None, peer: bytes, message: Watch | Unwatch | LookingOn
    ) -> None:
        """``peer`` wants to be fed, or no more, or tells how many look on over it."""
        here = session is not None and session.log.table == message.table and not session.membership.mute
        looks_on = session is None and spectator is not None and spectator.table == message.table
        audience = session.audience if here and session is not None else None
        audience = spectator.audience if looks_on and spectator is not None else audience
        if audience is None:
            self._outbox.send_on_links((peer,), WatchRefused(message.table))
        elif isinstance(message, Unwatch):
            audience.dismiss(peer)
        elif isinstance(message, LookingOn):
            audience.looking_on(peer, message.onlookers)
        elif session is not None:
            self._asked_at_table(session, peer, message)
        elif spectator is not None:
            self._asked_beside_table(spectator, peer, message)

    def _asked_at_table(self, session: Session, peer: bytes, wish: Watch) -> None:
        if self._may_watch(session.final, peer, belongs=session.belongs(peer)):
            final = session.finality.final
            session.audience.ask(peer, wish, session.log, final, self._seniors(session))

    def _asked_beside_table(self, spectator: Spectator, peer: bytes, wish: Watch) -> None:
        log, chronicle = spectator.fed.log, spectator.chronicle
        if not spectator.attached or log is None or chronicle is None:
            spectator.audience.wait(peer, wish)
        elif chronicle.final.private and not self._keeper.code:
            # It looks on as one who has a seat there, and could not tell whether somebody else knows the code.
            spectator.audience.refuse(peer)
        elif self._may_watch(chronicle.final, peer, belongs=belongs(chronicle.final, log, (), peer)):
            spectator.audience.ask(peer, wish, log, spectator.fed.final)

    def _may_watch(self, table: TableState, peer: bytes, *, belongs: bool) -> bool:
        """Whether ``peer`` may look on; who has to show the code first is told so."""
        if peer in table.banned:
            self._outbox.send_on_links((peer,), WatchRefused(table.table))
            return False
        if table.private and not belongs and not self._keeper.has_shown(peer):
            self._outbox.send_on_links((peer,), WatchRefused(table.table, private=True))
            return False
        return True

    def _seniors(self, session: Session) -> tuple[bytes, ...]:
        """The members that have been at the table for longer and are linked to this node, the most senior first."""
        peers = session.log.view.peers()
        before = peers[: peers.index(session.own.peer)] if session.own.peer in peers else peers
        return tuple(peer for peer in before if self._onlookers_of(peer, session.log.table) is not None)

    def _onlookers_of(self, peer: bytes, table: bytes) -> int | None:
        """How many look on over a member, as it says; None for who is not linked, or says nothing of the table."""
        link = self._links.by_peer.get(peer)
        return None if link is None or link.card is None or link.card.table != table else link.card.watching

    def onlookers(self, session: Session | None, spectator: Spectator | None, table: TableState) -> int:
        """How many look on at ``table``, the own one, as far as its members let know."""
        if spectator is not None:
            return spectator.onlookers
        own = 0 if session is None else session.audience.onlookers
        return own + sum(self._onlookers_of(peer, table.table) or 0 for peer in self._links.by_peer)

    # ---- the code of a private table

    def code_asked_for(self, spectator: Spectator | None, peer: bytes, now: int) -> None:
        """``peer`` shows the table to nobody who has not shown the code to it."""
        bearer = self._threshold.bearer
        if spectator is not None and bearer is not None and spectator.bar(peer, now, knows_code=bearer.proved):
            bearer.asked_for(peer)

    def code_was_right(self, spectator: Spectator | None, now: int) -> None:
        """Somebody has found the code right: ask again for what it has refused."""
        if spectator is not None:
            self._threshold.look_on()
            spectator.ask_again(now)

    @staticmethod
    def table_of(session: Session | None, spectator: Spectator | None) -> TableState | None:
        """The table whose code others have to show to this node, whether it sits there or looks on."""
        if session is not None:
            return session.final
        return None if spectator is None or spectator.chronicle is None else spectator.chronicle.final

    # ---- in step with time

    def wake_at(self, session: Session | None) -> int:
        """When ``look_after`` may have something to do at a table; a spectator wakes by itself."""
        return END_OF_TIME if session is None else session.audience.wake_at

    def look_after(self, session: Session | None, spectator: Spectator | None, now: int) -> None:
        """Find a feeder where one is wanted; count who looks on, and tell them; feed who has waited for that."""
        if spectator is not None:
            spectator.advance(now)
            self._links.wanted = spectator.wanted
        if session is not None and session.audience.is_due(now):
            self._look_after_members(session, now)
        if session is None and spectator is not None and spectator.attached:
            for peer, wish in spectator.audience.waiting():
                if peer in self._links.by_peer:
                    self._asked_beside_table(spectator, peer, wish)

    def _look_after_members(self, session: Session, now: int) -> None:
        audience, table = session.audience, session.log.table
        audience.count(now)
        audience.tell(audience.onlookers + sum(self._onlookers_of(peer, table) or 0 for peer in session.peers))
        seniors = self._seniors(session)
        if seniors:
            audience.send_on(seniors[:1])
        audience.make_room()

    # ---- links

    @staticmethod
    def fed(session: Session | None, spectator: Spectator | None) -> frozenset[bytes]:
        """Whom this node feeds."""
        if session is not None:
            return session.audience.peers
        return frozenset() if spectator is None else spectator.audience.peers

    def of_no_use(self, spectator: Spectator | None, now: int) -> list[Link]:
        """The links that who is fed has no use for: each costs its other end as much as one that is used."""
        if spectator is None or not spectator.attached:
            return []
        partners, audience = spectator.partners, spectator.audience
        links = [link for link in self._links.by_id.values() if link.peer.peer not in partners]
        others = spectator.sent_on_by
        return [
            link
            for link in links
            if now >= link.up_at + (LINGER_US if _may_ask(link) and link.peer.peer not in others else PARTING_US)
            and not audience.waits(link.peer.peer)
        ]


def _may_ask(link: Link) -> bool:
    """Whether at the other end is somebody who looks on, or of whom nothing is known yet."""
    return link.looks_on or not link.name
