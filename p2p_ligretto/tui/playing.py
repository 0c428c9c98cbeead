"""A person's hands at the table: keys and clicks of a game become moves, and gaps fill themselves.

A fitting card goes to its pile by itself. Storing takes two keys: from where, then on which slot; any other key in
between gives it up.
"""

from typing import Protocol

import trio

from p2p_ligretto.game.cards import PileId
from p2p_ligretto.game.legal import places_for, playable
from p2p_ligretto.game.moves import Move, Play
from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.intents import Act
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.runtime.seated import now_us, running_round, wait_for_change
from p2p_ligretto.speech.choices import Misfit, move_for
from p2p_ligretto.speech.gaps import GapFilling
from p2p_ligretto.speech.refusals import refusal_line
from p2p_ligretto.speech.wanted import CallStop, FillGap, Lay, StoreCard, TurnHand, Wanted
from p2p_ligretto.speech.ways import TYPED, Ways
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Call, FillSlot, PlayFrom, PlayOn, StoreFrom, Turn
from p2p_ligretto.tui.running_node import RunningNode

GameAction = PlayFrom | PlayOn | FillSlot | StoreFrom | Turn | Call


class Says(Protocol):
    """Takes a line for the person."""

    def __call__(self, text: str, *, urgent: bool = False) -> None:
        """Show it for a while."""
        ...


class Playing:
    """The moves of the person at ``running``; ``say`` tells why one can't be made."""

    def __init__(self, running: RunningNode, say: Says, ways: Ways = TYPED) -> None:
        self._running = running
        self._say = say
        self._ways = ways
        self._store: StoreFrom | None = None

    @property
    def storing(self) -> str:
        """``stack`` or ``discard`` while the slot is waited for."""
        return "" if self._store is None or self._round is None else self._store.source.place

    def store_nothing(self) -> bool:
        """Give up storing; whether there was anything to give up."""
        gave_up, self._store = bool(self.storing), None
        return gave_up

    @property
    def _round(self) -> RoundState | None:
        return running_round(self._running.node.predicted, self._running.node.own_seat)

    @property
    def _stands_still(self) -> str | None:
        """Why no card can be played in this moment."""
        table = self._running.node.predicted
        if table is not None and table.paused:
            return "paused"
        return "countdown" if self._running.node.starts_in_us > 0 else None

    def obey(self, action: GameAction) -> None:
        """Make the move that ``action`` stands for, or say why there is none."""
        store, self._store = self._store, None
        state, seat = self._round, self._running.node.own_seat
        if state is None or seat is None:
            return
        if (reason := self._stands_still) is not None:
            self._say(refusal_line(ActRefused(reason), self._running.node.predicted, self._ways))
            return
        move = self._move(action, store, state, seat)
        if isinstance(move, Misfit):
            self._say(move.line)
        elif move is not None:
            self._running.submit(Act(move))

    def _move(self, action: GameAction, store: StoreFrom | None, state: RoundState, seat: int) -> Move | Misfit | None:
        wanted: Wanted
        match action:
            case PlayFrom(source) if store is not None and source.place == "row":
                wanted = StoreCard(store.source, source.slot)
            case PlayFrom(source):
                wanted = Lay(source)
            case PlayOn(colour, opener):
                return _onto(PileId(colour, opener), state, seat)
            case FillSlot(slot):
                wanted = FillGap(slot)
            case StoreFrom():
                if state.options.row_storage is None:
                    return Misfit(_("this table does not store cards in the row"))
                self._store = action
                return None
            case Turn():
                wanted = TurnHand()
            case Call():
                wanted = CallStop()
        return move_for(wanted, state, seat, self._ways)

    async def fill_gaps(self) -> None:
        """Fill gaps from the stack as soon as there are any; never returns."""
        filling = GapFilling()
        while True:
            state, seat = self._round, self._running.node.own_seat
            held_up = self._stands_still is not None or self._running.node.frozen is not None
            if state is not None and seat is not None and not held_up:
                fill = filling.due(state, seat, now_us())
                if fill is not None:
                    self._running.submit(Act(fill))
                    await trio.lowlevel.checkpoint()
                    continue
            starts_in_us = self._running.node.starts_in_us
            await wait_for_change(self._running, now_us() + starts_in_us if starts_in_us else None)


def _onto(pile: PileId, state: RoundState, seat: int) -> Play | Misfit:
    """An own card on ``pile``: that of the stack if it fits, since these cost points."""
    area = state.area(seat)
    for source, card in playable(area) if area is not None else ():
        for place, height in places_for(state, seat, card):
            if place == pile:
                return Play(card, source, pile, height)
    return Misfit(_("none of your cards fits that pile"))
