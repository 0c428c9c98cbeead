"""What people say to one another at a table: beside the log, in no order, kept by nobody, and no more than can be read.

Who says more than that is cut short by its own node first, which tells its person so; a program that does not keep to
it is heard no more often than that all the same. Whom a person mutes is that person's affair: nobody is told of it.
"""

from typing import Final

from p2p_ligretto.node import notices as tell
from p2p_ligretto.node.intents import Mute, Say
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.stay import Stay
from p2p_ligretto.wire.bounds import Rate, RateBound
from p2p_ligretto.wire.messages import Said

SAYING_RATE: Final = Rate(frames=1, frames_at_once=5)
HEARING_RATE: Final = Rate(frames=1, frames_at_once=8)
"""A little more at once: what was said apart may arrive together."""


class Talk:
    """The talk at the table of ``stay``, as one person says and hears it."""

    def __init__(self, stay: Stay, outbox: Outbox) -> None:
        self._stay = stay
        self._outbox = outbox
        self._own: RateBound | None = None
        self._heard: dict[bytes, RateBound] = {}
        """By member: never more than a view has."""
        self._muted: set[bytes] = set()
        self._all_muted = False

    @property
    def muted(self) -> frozenset[int]:
        """The seats of others whose words are not told."""
        session = self._stay.at_table
        if session is None:
            return frozenset()
        owners = ((seat, session.table.seats[seat].peer) for seat in session.table.present)
        return frozenset(seat for seat, peer in owners if peer != session.own.peer and self._is_muted(peer))

    def obey(self, intent: Say | Mute, now: int) -> None:
        """Say something, or mute somebody."""
        session = self._stay.at_table
        if session is None:
            self._outbox.notify(tell.ActRefused("no_table"))
        elif isinstance(intent, Say):
            self._say(session, intent, now)
        else:
            self._mute(session, intent)

    def hear(self, sender: bytes, message: Said, now: int) -> None:
        """What a member says; nothing comes of what anybody else does."""
        session = self._stay.at_table
        if session is None or session.log.table != message.table or session.log.view.member(sender) is None:
            return
        seat = session.table.seat_of(sender)
        if sender not in self._heard:
            members = session.log.view.peers()
            self._heard = {peer: bound for peer, bound in self._heard.items() if peer in members}
            self._heard[sender] = RateBound(now, HEARING_RATE)
        if self._heard[sender].admits(now) and seat is not None and not self._is_muted(sender):
            self._outbox.notify(tell.SeatSaid(seat, message.text, message.emote))

    def _say(self, session: Session, said: Say, now: int) -> None:
        seat = session.table.seat_of(session.own.peer)
        if self._own is None:
            self._own = RateBound(now, SAYING_RATE)
        if seat is None:
            self._outbox.notify(tell.ActRefused("not_seated"))
        elif not self._own.admits(now):
            self._outbox.notify(tell.ActRefused("talk"))
        else:
            self._outbox.send(session.peers, Said(session.log.table, said.text, said.emote))
            self._outbox.notify(tell.SeatSaid(seat, said.text, said.emote))

    def _mute(self, session: Session, wish: Mute) -> None:
        seats = session.table.seats
        if wish.seat is None:
            self._all_muted = wish.muted
            self._muted.clear()
        elif not 0 <= wish.seat < len(seats):
            self._outbox.notify(tell.ActRefused("phase"))
        elif wish.muted:
            self._muted.add(seats[wish.seat].peer)
        else:
            if self._all_muted:
                # All others who have sat here stay muted; who comes is heard.
                self._all_muted = False
                self._muted.update(seat.peer for seat in seats)
            self._muted.discard(seats[wish.seat].peer)

    def _is_muted(self, peer: bytes) -> bool:
        return self._all_muted or peer in self._muted
