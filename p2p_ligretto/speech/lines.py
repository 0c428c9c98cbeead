"""One line per thing that happens: a notice of the node in words.

Pure: ``line_for(notice, table, own_seat)`` is the line, or None for what a person need not read. Others' turns
are such: nobody can use what they show, and they would bury what matters. Scores are tables, see ``scores``.
"""

from p2p_ligretto.game.moves import Fill, Move, Play, Stop, Store, Turn
from p2p_ligretto.node.notices import (
    ActRefused,
    CallerAsks,
    CallerGone,
    ClockOff,
    CodeWaits,
    CodeWanted,
    Dealing,
    DialFailed,
    EndAgreed,
    Frozen,
    JoinAsks,
    JoinFailed,
    JoinWaiting,
    KickedOut,
    Left,
    LieFound,
    MatchEnded,
    Misbehaved,
    Moved,
    MoveRejected,
    Notice,
    PeerGone,
    PeerSeen,
    ReadyChanged,
    RoundEnded,
    RoundPaused,
    RoundResumed,
    RoundScored,
    RoundStarts,
    SeatAway,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatLost,
    SeatReturned,
    SeatSaid,
    SeatTaken,
    SeatVotedAbsent,
    SeatWarned,
    Thawed,
    VoteCast,
)
from p2p_ligretto.node.races import too_close
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.decisions import decision_line
from p2p_ligretto.speech.joining import joining_line
from p2p_ligretto.speech.lies import lie_line
from p2p_ligretto.speech.presence import presence_line
from p2p_ligretto.speech.refusals import refusal_line
from p2p_ligretto.speech.start_signal import start_signal_words
from p2p_ligretto.speech.talk import said_line
from p2p_ligretto.speech.ways import TYPED, Ways
from p2p_ligretto.speech.words import (
    back_words,
    card_word,
    duration_words,
    listed,
    pile_words,
    points_words,
    seat_name,
)
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def line_for(notice: Notice, table: TableState | None, own_seat: int | None, ways: Ways = TYPED) -> str | None:
    """What to print for ``notice``, without a line end; None for nothing. ``table`` gives names and piles."""
    match notice:
        case Moved():
            return _moved_line(notice, table, own_seat)
        case MoveRejected():
            return _rejected_line(notice, table, own_seat)
        case ActRefused():
            return refusal_line(notice, table, ways)
        case Dealing() | RoundStarts() | RoundEnded() | RoundScored() | MatchEnded():
            return _round_line(notice, table, own_seat)
        case RoundPaused() | RoundResumed() | EndAgreed() | VoteCast() | SeatVotedAbsent() | SeatKicked() | KickedOut():
            return decision_line(notice, table, own_seat)
        case SeatLeft() | SeatLost() | SeatBack() | SeatWarned() | SeatAway() | SeatReturned() | Frozen() | Thawed():
            return presence_line(notice, table, own_seat)
        case SeatSaid():
            return said_line(notice, table, own_seat)
        case ClockOff():
            return presence_line(notice, table, own_seat)
        case SeatTaken() | ReadyChanged():
            return _seat_line(notice, table, own_seat)
        case LieFound():
            return lie_line(notice, table, own_seat)
        case JoinWaiting() | JoinAsks() | JoinFailed() | CallerAsks() | CallerGone() | CodeWanted() | CodeWaits():
            return joining_line(notice)
        case _:
            return _peer_line(notice)


def _peer_line(
    notice: PeerSeen | PeerGone | DialFailed | Left | Misbehaved,
) -> str | None:
    match notice:
        case PeerSeen():
            return _("{name} is on this network").format(name=printable(notice.name))
        case PeerGone():
            return _("{name} is no longer on this network").format(name=printable(notice.name))
        case DialFailed():
            return _("no table reached: {reason}").format(reason=printable(notice.reason))
        case Left():
            return _("you have left the table")
        case Misbehaved():
            return None


def _seat_line(notice: SeatTaken | ReadyChanged, table: TableState | None, own_seat: int | None) -> str:
    own = notice.own if isinstance(notice, SeatTaken) else notice.seat == own_seat
    name = printable(notice.name) if isinstance(notice, SeatTaken) else seat_name(table, notice.seat)
    match notice:
        case SeatTaken():
            return _("you have a seat at the table") if own else _("{name} sits down").format(name=name)
        case ReadyChanged(ready=True):
            return _("you are ready") if own else _("{name} is ready").format(name=name)
        case ReadyChanged():
            return _("you are not ready") if own else _("{name} is not ready").format(name=name)


def _round_line(
    notice: Dealing | RoundStarts | RoundEnded | RoundScored | MatchEnded,
    table: TableState | None,
    own_seat: int | None,
) -> str | None:
    match notice:
        case Dealing():
            return _("round {number}: everybody shuffles").format(number=notice.number)
        case RoundStarts() if notice.in_us <= 0:
            return _("round {number} has started").format(number=notice.number)
        case RoundStarts():
            seconds = max(1, round(notice.in_us / 1_000_000))
            text = _("round {number} starts in {seconds} s").format(number=notice.number, seconds=seconds)
            signal = start_signal_words(table, own_seat)
            return _("{start}: {signal}").format(start=text, signal=signal) if signal else text
        case RoundEnded():
            return _ended_line(notice, table, own_seat)
        case RoundScored():
            return _("score of round {number}:").format(number=notice.number)
        case MatchEnded():
            return _winner_line(notice, table, own_seat)


def _ended_line(ended: RoundEnded, table: TableState | None, own_seat: int | None) -> str:
    number = ended.number
    if ended.kind == "stop" and ended.by is not None:
        if ended.by == own_seat:
            return _("round {number} is over: Ligretto stop, by you").format(number=number)
        return _("round {number} is over: Ligretto stop, by {name}").format(
            number=number, name=seat_name(table, ended.by)
        )
    if ended.kind == "blocked":
        return _("round {number} is over: nobody can play any more").format(number=number)
    return _("round {number} is over: the table agreed to end it").format(number=number)


def _winner_line(ended: MatchEnded, table: TableState | None, own_seat: int | None) -> str:
    if not ended.winners:
        return _("the match is over")
    points = points_words(ended.totals[ended.winners[0]] or 0)
    if ended.winners == (own_seat,):
        return _("the match is over: you win with {points}").format(points=points)
    names = [_("you") if seat == own_seat else seat_name(table, seat) for seat in ended.winners]
    if len(names) == 1:
        return _("the match is over: {name} wins with {points}").format(name=names[0], points=points)
    # Translators: one of {names} may be "you".
    return _("the match is over: {names} win with {points} each").format(names=listed(names), points=points)


def _moved_line(moved: Moved, table: TableState | None, own_seat: int | None) -> str | None:
    move, own = moved.move, moved.seat == own_seat
    name = seat_name(table, moved.seat)
    match move:
        case Play():
            card, pile = card_word(move.card), pile_words(table.round if table else None, move.pile)
            if own:
                return _("you lay {card} on {pile}").format(card=card, pile=pile)
            return _("{name} lays {card} on {pile}").format(name=name, card=card, pile=pile)
        case Fill():
            card, slot = card_word(move.card), move.slot + 1
            if own:
                return _("you fill row {slot} with {card}").format(card=card, slot=slot)
            return _("{name} fills row {slot} with {card}").format(name=name, card=card, slot=slot)
        case Store():
            card, slot = card_word(move.card), move.slot + 1
            if own:
                return _("you store {card} on row {slot}").format(card=card, slot=slot)
            return _("{name} stores {card} on row {slot}").format(name=name, card=card, slot=slot)
        case Stop():
            return _("you call stop") if own else _("{name} calls stop").format(name=name)
        case Turn():
            return None


def _rejected_line(rejected: MoveRejected, table: TableState | None, own_seat: int | None) -> str | None:
    if rejected.seat == own_seat:
        return _own_rejected_line(rejected, table)
    card = _card_of(rejected.move)
    if card is None:
        return None
    name = seat_name(table, rejected.seat)
    if rejected.reason == "wrong":
        return _("{name} lays {card} where it does not fit, takes it back and pays a card").format(name=name, card=card)
    if rejected.reason != "beaten" or rejected.by is None:
        return None
    if too_close(rejected.margin_us, rejected.error_us):
        return _close_line(rejected.by == own_seat, seat_name(table, rejected.by), name, card)
    margin = duration_words(rejected.margin_us or 0)
    if rejected.by == own_seat:
        return _("{name} is too late: your {card} was first by {margin}").format(name=name, card=card, margin=margin)
    return _("{name} is too late: {other}'s {card} was first by {margin}").format(
        name=name, other=seat_name(table, rejected.by), card=card, margin=margin
    )


def _close_line(own: bool, first: str, late: str, card: str) -> str:
    if own:
        return _("too close to be sure: your {card} counts, {late}'s does not").format(card=card, late=late)
    return _("too close to be sure: {first}'s {card} counts, {late}'s does not").format(
        first=first, card=card, late=late
    )


def _own_rejected_line(rejected: MoveRejected, table: TableState | None) -> str:
    move, card = rejected.move, _card_of(rejected.move)
    if card is None:
        return _turn_or_stop_line(rejected.reason, move)
    back = back_words(move.source) if isinstance(move, Play | Store) else _("back on your stack")
    match rejected.reason:
        case "beaten" if rejected.by is not None and too_close(rejected.margin_us, rejected.error_us):
            return _("too close to be sure: {name}'s {card} counts; yours is {back}").format(
                name=seat_name(table, rejected.by), card=card, back=back
            )
        case "beaten" if rejected.by is not None:
            return _("too late: {name}'s {card} was first by {margin}; yours is {back}").format(
                name=seat_name(table, rejected.by), card=card, margin=duration_words(rejected.margin_us or 0), back=back
            )
        case "over":
            return _("too late: the round had ended; {card} is {back}").format(card=card, back=back)
        case "paused":
            return _("the round was paused just before: {card} is {back}").format(card=card, back=back)
        case "wrong":
            return _("wrong: {card} does not fit there; it is {back}, and it costs you a card").format(
                card=card, back=back
            )
        case "follows":
            return _("{card} is {back}: it followed a move that did not count").format(card=card, back=back)
        case _:
            return _("{card} is {back}: it does not fit there any more").format(card=card, back=back)


def _turn_or_stop_line(reason: str, move: Move) -> str:
    if reason == "over":
        return _("too late: the round had ended")
    if reason == "paused":
        return _("the round was paused just before: that does not count")
    if isinstance(move, Stop):
        return _("your stop does not count: your stack was not empty")
    return _("your turned cards are back in your hand: that turn followed a move that did not count")


def _card_of(move: Move) -> str | None:
    return card_word(move.card) if isinstance(move, Play | Fill | Store) else None
