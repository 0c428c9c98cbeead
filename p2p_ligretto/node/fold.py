"""How events and views change the state of a table.

``apply_payload`` and ``apply_view`` are functions of the log alone: no clock, no arrival, nothing of the own node. An
event that does not fit where the order puts it changes nothing; then its outcome is a ``Rejected``.

| payload   | phases                    | what it does                                                  |
| --------- | ------------------------- | ------------------------------------------------------------- |
| opened    | lobby, first of all       | names the table, its options and who may sit down              |
| seated    | any                       | gives its author the next seat, or its own one again           |
| ready     | lobby, between, finished  | when all members are seated and ready, two or more: the deal   |
| forced    | lobby, between, finished  | the deal begins with all present, if two or more               |
| committed | committing                | when all players have: revealing      (``deal_fold``)          |
| revealed  | revealing                 | when all players have: opening; a wrong share: sits it out     |
| dealt     | opening                   | when all players have: playing; forged cards: sits it out      |
| moved     | playing, closing          | the rules decide; an end leads to closing  (``play_fold``)      |
| paused    | playing                   | no move is legal till the round goes on  (``pause_fold``)       |
| agreed    | playing                   | when all who play have: closing  (``agreement_fold``)           |
| sat_out   | dealing, playing          | its author is not in this round  (``presence_fold``)            |
| closed    | closing                   | when all present players have: scored  (``closing_fold``)      |
| voted     | any; absence: a round     | more than half: a seat is kicked or held absent (``votes_fold``)|

Who was kicked is not heard any more.
"""

from msgspec.structs import replace

from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.agreement_fold import agreed
from p2p_ligretto.node.closing_fold import closed
from p2p_ligretto.node.deal_fold import begin_deal, committed, dealt, revealed
from p2p_ligretto.node.lies import NOT_NOW
from p2p_ligretto.node.pause_fold import paused
from p2p_ligretto.node.play_fold import moved
from p2p_ligretto.node.presence_fold import sat_out, with_those_who_play
from p2p_ligretto.node.table import MIN_PLAYERS, WAITING, Phase, Seat, TableState
from p2p_ligretto.node.votes_fold import voted, with_carried
from p2p_ligretto.wire.conversions import to_options
from p2p_ligretto.wire.payloads import (
    Agreed,
    AnyPayload,
    Closed,
    Committed,
    Dealt,
    Forced,
    Moved,
    Opened,
    Paused,
    Ready,
    Revealed,
    SatOut,
    Seated,
    Voted,
)

Outcome = Rejected | None
"""What came of an event; None where it did what it says."""
Step = tuple[TableState, Outcome]


def apply_payload(table: TableState, author: bytes, time: int, payload: AnyPayload) -> Step:
    """The state after ``author`` said ``payload`` at table time ``time``, and what came of it."""
    after, outcome = _said(table, author, time, payload)
    return (after if after.latest_us == time else replace(after, latest_us=time)), outcome


def _said(table: TableState, author: bytes, time: int, payload: AnyPayload) -> Step:
    seat = _seat_with_a_say(table, author)
    if isinstance(payload, Moved):
        # First, as most of what is said.
        return (table, NOT_NOW) if seat is None else moved(table, seat, time, payload)
    if isinstance(payload, Opened):
        return _opened(table, payload)
    if isinstance(payload, Seated):
        return _seated(table, author, payload)
    if seat is None:
        return table, NOT_NOW
    if isinstance(payload, Ready | Forced):
        return _waiting(table, seat, payload)
    if isinstance(payload, Agreed | Paused | Voted | SatOut):
        return _decided(table, seat, time, payload)
    if seat not in table.players or payload.number != table.number or seat in table.spoken():
        return table, NOT_NOW
    if isinstance(payload, Closed):
        return (closed(table, seat), None) if table.phase is Phase.CLOSING else (table, NOT_NOW)
    return _dealing(table, seat, time, payload)


def _seat_with_a_say(table: TableState, author: bytes) -> int | None:
    seat = table.seat_of(author)
    return None if seat is None or not table.seats[seat].present or author in table.banned else seat


def _dealing(table: TableState, seat: int, time: int, payload: Committed | Revealed | Dealt) -> Step:
    if isinstance(payload, Committed) and table.phase is Phase.COMMITTING:
        return committed(table, seat, time, payload), None
    if isinstance(payload, Revealed) and table.phase is Phase.REVEALING:
        return revealed(table, seat, time, payload)
    if isinstance(payload, Dealt) and table.phase is Phase.OPENING:
        return dealt(table, seat, time, payload)
    return table, NOT_NOW


def _decided(table: TableState, seat: int, time: int, payload: Agreed | Paused | Voted | SatOut) -> Step:
    after: TableState | None
    if isinstance(payload, Agreed):
        after = agreed(table, seat, payload)
    elif isinstance(payload, Paused):
        after = paused(table, time, payload)
    elif isinstance(payload, SatOut):
        after = sat_out(table, seat, payload)
    else:
        after = voted(table, seat, time, payload)
        if after is not None and (after.banned, after.out) != (table.banned, table.out):
            after = with_those_who_play(after)
    return (table, NOT_NOW) if after is None else (after, None)


def _opened(table: TableState, payload: Opened) -> Step:
    if table.name or table.seats:
        return table, NOT_NOW
    return replace(table, name=payload.name, options=to_options(payload.options), admission=payload.admission), None


def _seated(table: TableState, author: bytes, payload: Seated) -> Step:
    if author not in table.members or author in table.banned:
        return table, NOT_NOW
    seat = table.seat_of(author)
    if seat is not None:
        # The seat is its owner's already; coming back gives the name it goes by now.
        seats = (*table.seats[:seat], Seat(author, payload.name), *table.seats[seat + 1 :])
        return replace(table, seats=seats), None
    return replace(table, seats=(*table.seats, Seat(author, payload.name)), totals=(*table.totals, None)), None


def _waiting(table: TableState, seat: int, payload: Ready | Forced) -> Step:
    if table.phase not in WAITING:
        return table, NOT_NOW
    if isinstance(payload, Forced):
        if len(table.welcome) < MIN_PLAYERS:
            return table, NOT_NOW
        return begin_deal(table), None
    ready = table.ready | {seat} if payload.ready else table.ready - {seat}
    return _deal_if_all_ready(replace(table, ready=ready)), None


def _deal_if_all_ready(table: TableState) -> TableState:
    # Who was admitted, but has not said its name yet, is about to sit down: it is not dealt over.
    all_seated = len(table.present) == len(table.members)
    if (
        table.phase in WAITING
        and all_seated
        and len(table.present) >= MIN_PLAYERS
        and table.ready >= set(table.present)
    ):
        return begin_deal(table)
    return table


def in_lineage(table: TableState, lineage: bytes) -> TableState:
    """The same table in a view of ``lineage``: another one than before where one of two has gone on alone."""
    return table if table.table == lineage else replace(table, table=lineage, first=table.opened)


def apply_view(table: TableState, members: frozenset[bytes], put_out: frozenset[bytes] = frozenset()) -> TableState:
    """The state after a view with ``members`` was installed; ``put_out`` are those that have forked."""
    forked = table.forked | {seat for peer in put_out if (seat := table.seat_of(peer)) is not None}
    table = replace(table, banned=table.banned | put_out, forked=forked) if put_out else table
    seats = tuple(
        seat if seat.present == (seat.peer in members) else replace(seat, present=seat.peer in members)
        for seat in table.seats
    )
    after = replace(table, members=members, seats=seats)
    present = frozenset(after.present)
    after = with_carried(replace(after, ready=after.ready & present, agreed=after.agreed & present))
    if after.phase in WAITING:
        return _deal_if_all_ready(after) if present < frozenset(table.present) else after
    return with_those_who_play(after)
