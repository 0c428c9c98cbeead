"""Whether a move may go out now: what its player's own node checks before it says it.

The log judges again, at the place where the order puts the move; this is for the player's sake. The reasons are those
of ``notices.ActRefused``.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final

from p2p_ligretto.dealing import own_cards
from p2p_ligretto.dealing.exposure import exposed_by
from p2p_ligretto.game.moves import Move, Play, Turn
from p2p_ligretto.game.rules import apply, is_wrong
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.node.presence_fold import round_of
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import IN_PLAY, MIN_PLAYERS, Phase
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved, PlayMove

MAX_OWN_MOVES_UNDER_WAY: Final = 8
MAX_WAITING_MOVES: Final = 8


def judge(session: Session, move: Move, away: int | None, table_time: int) -> Moved | ActRefused:
    """What to say for ``move``, with the cards it exposes; or why not. ``away``: a seat that play waits for."""
    seen = session.seen
    table = seen.table
    seat = table.seat_of(session.own.peer)
    if seat is None:
        return ActRefused("not_seated")
    if table.round is None or table.phase not in IN_PLAY or seat not in table.players:
        return ActRefused("no_round")
    if seen.own is None:
        return ActRefused("no_round")
    if table.phase is Phase.CLOSING:
        return ActRefused("over")
    if away is not None:
        return ActRefused("away", away)
    if table.paused:
        return ActRefused("paused")
    state = round_of(table, seat)
    assert state is not None, "there is a round"
    if len(state.present) < MIN_PLAYERS:
        return ActRefused("alone")
    if table_time < table.first_move_us:
        return ActRefused("countdown")
    if len(session.chronicle.own_tail()) >= MAX_OWN_MOVES_UNDER_WAY:
        return ActRefused("busy")
    whole = own_cards.complete(seen.own, move, table.options)
    rejected = apply(state, seat, whole, table_time - table.started_us).rejected
    if rejected is not None and rejected.reason != "wrong":
        return ActRefused("illegal")
    return Moved(table.number, from_move(whole), own_cards.prove(seen.own, exposed_by(whole)))


def waits_for_last_play(session: Session, move: Move) -> bool:
    """House rule ``one_hand``: whether an own play is under way that ``move`` has to wait for."""
    if not session.table.options.one_hand or not isinstance(move, Play):
        return False
    return any(isinstance(said.move, PlayMove) for said in _under_way(session))


def waits_for_own_moves(session: Session, move: Move) -> bool:
    """Whether own moves are under way, and what ``move`` shows follows from all of them.

    Which cards come up when the discard is taken up, or as a penalty, no guard of the move tells. If another own
    move turned out not to count, they would be others than an honest player shows there (protocol/spec/04).
    """
    penalty = session.table.options.penalty is not None and isinstance(move, Play) and is_wrong(move)
    return (penalty or (isinstance(move, Turn) and move.taken > 0)) and any(_under_way(session))


def _under_way(session: Session) -> Iterator[Moved]:
    said = (decode_payload(folded.event.payload) for folded in session.chronicle.own_tail())
    return (payload for payload in said if isinstance(payload, Moved))


class Acting:
    """The moves that the player wants, in order: said at once, or kept while they have to wait.

    Moves wait while this node may not speak (a view change is under way, a new start of it is not admitted yet, its
    clock is not set), eight at most. A play waits for the last one where the table plays with one hand, and what shows
    cards that follow from all own moves waits for those: one at most. They are judged when they are said, by the state
    and the table time of then.
    """

    def __init__(self) -> None:
        self._waiting: deque[Move] = deque()

    def act(self, session: Session, move: Move, away: int | None, now: int) -> ActRefused | None:
        """Say ``move`` or keep it; returns why it is refused, if it is."""
        if self._must_wait(session, move):
            if len(self._waiting) >= (1 if session.speaks else MAX_WAITING_MOVES):
                return ActRefused("busy")
            self._waiting.append(move)
            return None
        return _said(session, move, away, now)

    def release(self, session: Session, away: int | None, now: int) -> ActRefused | None:
        """Say the next move that waited, which it ``may_release``; returns why it is refused, if it is."""
        return _said(session, self._waiting.popleft(), away, now)

    def may_release(self, session: Session) -> bool:
        """Whether a move waits that need not any more."""
        return bool(self._waiting) and not self._must_wait(session, self._waiting[0])

    def _must_wait(self, session: Session, move: Move) -> bool:
        return not session.speaks or waits_for_last_play(session, move) or waits_for_own_moves(session, move)


def _said(session: Session, move: Move, away: int | None, now: int) -> ActRefused | None:
    judged = judge(session, move, away, session.clock.table_time(now))
    if not isinstance(judged, Moved):
        return judged
    return None if session.say(judged, now) else ActRefused("wedged")
