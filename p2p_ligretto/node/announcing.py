"""What a person is told when an event or a view is final: notices made of the state before and after."""

from collections.abc import Iterable
from dataclasses import dataclass

from p2p_ligretto.game.scoring import score
from p2p_ligretto.node import notices as say
from p2p_ligretto.node.audit import Verdict
from p2p_ligretto.node.lies import FORK
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.races import Race
from p2p_ligretto.node.seen import Seen
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.replication.replica import Folded
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Agreed, Moved, Paused, Ready, SatOut, Seated, Voted


@dataclass(frozen=True, slots=True)
class Now:
    """What notices need to know beside the states before and after: table time, for what is still to come.

    Who has just started again has no table time for a moment, and is told of no countdown then.
    ``races`` are those of the round so far, and ``lost`` is the one that this very event has lost, if it has.
    """

    table_time: int | None
    races: tuple[Race, ...] = ()
    lost: Race | None = None

    def until_us(self, table_time_us: int) -> int:
        """How long it is until then; 0 if that is over, or not known."""
        return 0 if self.table_time is None else max(0, table_time_us - self.table_time)


def event_notices(before: TableState, folded: Folded[Seen], own: bytes, now: Now) -> list[Notice]:
    """The notices for one final event."""
    after, event, outcome = folded.state.table, folded.event, folded.outcome
    payload = decode_payload(event.payload)
    seat = after.seat_of(event.author)
    told: list[Notice] = []
    if seat is None or event.author in before.banned:
        return told
    if isinstance(payload, Moved):
        move = to_move(payload.move)
        if outcome is None:
            told.append(say.Moved(seat, move))
        elif before.round is not None:
            error_us = None if now.lost is None else now.lost.error_us
            told.append(say.MoveRejected(seat, move, outcome.reason, outcome.by, outcome.margin_us, error_us))
    elif isinstance(payload, Seated) and len(after.seats) > len(before.seats):
        told.append(say.SeatTaken(seat, payload.name, event.author == own))
    elif isinstance(payload, Ready) and outcome is None:
        told.append(say.ReadyChanged(seat, payload.ready))
    elif isinstance(payload, Agreed | Paused | Voted) and outcome is None:
        told.append(_decision_notice(after, seat, payload, now))
    if type(payload) is not SatOut:
        told += _carried_notices(before, after, own)
    told += [say.LieFound(lie.seat, lie.check) for lie in after.lies[len(before.lies) :]]
    return told + _phase_notices(before, after, now)


def _decision_notice(table: TableState, seat: int, payload: Agreed | Paused | Voted, now: Now) -> Notice:
    if isinstance(payload, Agreed):
        return say.EndAgreed(seat, payload.agrees)
    if isinstance(payload, Voted):
        return say.VoteCast(payload.about, seat, payload.seat, payload.yes)
    if payload.paused:
        return say.RoundPaused(seat)
    return say.RoundResumed(seat, now.until_us(table.resumes_us))


def _carried_notices(before: TableState, after: TableState, own: bytes) -> list[Notice]:
    """What votes have carried."""
    if after.banned is before.banned and after.out is before.out:
        return []
    told: list[Notice] = []
    for peer in sorted(after.banned - before.banned):
        seat = after.seat_of(peer)
        if peer == own:
            told.append(say.KickedOut())
        elif seat is not None and seat not in after.forked:
            # What a fork is, and that it costs the seat, is told by itself; who has no seat is not known by name.
            told.append(say.SeatKicked(seat))
    out = (seat for seat in sorted(after.out - before.out) if after.seats[seat].peer not in after.banned)
    return told + [say.SeatVotedAbsent(seat) for seat in out]


def view_notices(before: TableState, after: TableState, own: bytes, left: frozenset[bytes], now: Now) -> list[Notice]:
    """The notices for a view that was installed; ``left`` are those who have said that they leave."""
    told: list[Notice] = []
    for number, (was, seat) in enumerate(zip(before.seats, after.seats, strict=True)):
        if seat.peer in after.banned:
            # That it was kicked is told by itself.
            continue
        if was.present and not seat.present and seat.peer != own:
            told.append(say.SeatLeft(number) if seat.peer in left else say.SeatLost(number))
        elif seat.present and not was.present:
            told.append(say.SeatBack(number))
    told += [say.LieFound(seat, FORK) for seat in sorted(after.forked - before.forked)]
    told += _carried_notices(before, after, own)
    return told + _phase_notices(before, after, now)


def audit_notices(table: TableState, verdicts: Iterable[Verdict]) -> list[Notice]:
    """Who was not honest in the round that ``table`` has scored; who was caught before in it has been told of."""
    caught = {lie.seat for lie in table.lies if lie.deal == table.deals}
    told: list[Notice] = []
    for verdict in verdicts:
        if verdict.finding == "withheld":
            told.append(say.LieFound(verdict.seat, "withheld"))
        elif verdict.check is not None and verdict.seat not in caught:
            told.append(say.LieFound(verdict.seat, verdict.check))
    return told


def _phase_notices(before: TableState, after: TableState, now: Now) -> list[Notice]:
    if before.phase is after.phase:
        return []
    if after.phase is Phase.COMMITTING:
        return [say.Dealing(after.number)]
    if after.phase is Phase.PLAYING:
        return [say.RoundStarts(after.number, now.until_us(after.started_us))]
    told: list[Notice] = []
    if before.phase is Phase.PLAYING:
        assert after.round is not None
        assert after.round.end is not None, "a round that is played no more has ended"
        told.append(say.RoundEnded(after.number, after.round.end.kind, after.round.end.by))
    if before.phase in (Phase.PLAYING, Phase.CLOSING) and after.phase is not Phase.CLOSING:
        told.extend(_scored(after, now.races))
    return told


def _scored(table: TableState, races: tuple[Race, ...]) -> list[Notice]:
    assert table.round is not None
    result = score(table.round)
    told: list[Notice] = [say.RoundScored(table.number, result.centre, result.left, result.points, table.totals, races)]
    if table.phase is Phase.FINISHED:
        told.append(say.MatchEnded(table.totals, table.winners))
    return told
