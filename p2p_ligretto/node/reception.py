"""What becomes of a message about a table: for the log, for the view changes, for who arrives, or for nobody here."""

from typing import Final

from p2p_ligretto.node.condemning import learn, receive_vote
from p2p_ligretto.node.newcomers import has_to_answer
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.sender import Sender
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.stay import Stay
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    AnyReplicationMessage,
    Beat,
    Commit,
    Events,
    EventSent,
    Fetch,
    ForkShown,
    Goodbye,
    Join,
    JoinRefused,
    Leave,
    LookingOn,
    Outbid,
    Resume,
    State,
    Unwatch,
    Watch,
    WatchRefused,
    Wedge,
    Wished,
)
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.messages import Ping
from p2p_ligretto.wire.violations import ProtocolViolation

_WISHES: Final = frozenset((Join, Wished, Watch, Unwatch, LookingOn))


def receive_about_table(stay: Stay, outbox: Outbox, sender: Sender, message: AnyReplicationMessage, now: int) -> None:
    """Take in one message; raises Misconduct or ProtocolViolation for what no honest node sends."""
    if type(message) in _WISHES:
        _receive_wish(stay, outbox, sender, message, now)
    elif type(message) is WatchRefused and message.private:
        stay.gallery.code_asked_for(stay.spectator, sender.peer, now)
    elif stay.spectator is not None and (stay.spectator.table == message.table or isinstance(message, Events)):
        # Events may be of a lineage that the table has parted from.
        stay.spectator.take(sender.peer, message, now)
    elif type(message) is JoinRefused:
        stay.join_refused(sender.peer, message)
    elif stay.arrival is None or not stay.take_arriving(sender.peer, message, now, direct=sender.direct):
        session = stay.session
        if session is not None and session.log.table == message.table and _is_heard(stay, session, sender, message):
            _receive_at_table(session, sender, message, now)


def _receive_wish(stay: Stay, outbox: Outbox, sender: Sender, message: AnyReplicationMessage, now: int) -> None:
    """What somebody wants of the table."""
    if isinstance(message, Join):
        _asked_to_join(stay, outbox, sender, message, now)
    elif isinstance(message, Wished):
        _told_of_wish(stay, outbox, sender, message, now)
    elif isinstance(message, (Watch, Unwatch, LookingOn)):
        stay.gallery.hear(stay.session, stay.spectator, sender.peer, message)


def _is_stranger(stay: Stay, session: Session, peer: bytes) -> bool:
    """Whether ``peer`` would have to show the code first, or was kicked and may not even do that."""
    if not session.final.private or session.belongs(peer):
        return False
    return peer in session.final.banned or not stay.threshold.keeper.has_shown(peer)


def _is_heard(stay: Stay, session: Session, sender: Sender, message: AnyReplicationMessage) -> bool:
    """Whether a private table takes in what a stranger says.

    Nothing is answered that could tell it of the table. How a view has ended it may say, and what is of a later one:
    this node may have been left behind, and not know those who sit there now.
    """
    if not session.final.private or not _is_stranger(stay, session, sender.peer):
        return True
    if isinstance(message, Commit | Goodbye):
        return True
    return isinstance(message, Beat | Resume | Fetch | Wedge | Accept) and message.view > session.log.view.number


def _receive_at_table(session: Session, sender: Sender, message: AnyReplicationMessage, now: int) -> None:
    peer = sender.peer
    match message:
        case Beat():
            session.heard_beat(peer, message, now, direct=sender.direct)
        case EventSent(event):
            session.take_in(peer, (event,), now, direct=sender.direct)
        case Events(events):
            session.take_in(peer, events, now, direct=sender.direct)
        case Resume():
            session.supply.answer_resume(peer, message)
        case Fetch():
            session.supply.answer_fetch(peer, message)
        case Goodbye():
            joiner = session.membership.wishes.joiners.get(peer)
            if joiner is not None and sender.direct:
                # On the way that its wish has gone, behind it.
                session.membership.pass_on_wish(joiner, 0, wants=False)
            session.heard_goodbye(peer, message)
        case Wedge() | State() | Outbid() | Accept() | Ack() | Commit() | Leave():
            receive_vote(session, peer, message, now)
        case ForkShown():
            learn(session, message)
        case _:
            # A log that is handed over to who is a member by now, or what is for spectators; the rest went elsewhere.
            return


def _told_of_wish(stay: Stay, outbox: Outbox, sender: Sender, message: Wished, now: int) -> None:
    """A member says what somebody wants that this node may have no link to; the way back leads over that member.

    At a private table it is the member's word, too, that the code was shown to it.
    """
    session, member = stay.session, message.member
    if session is None or session.log.table != message.table or session.log.view.member(sender.peer) is None:
        return
    outbox.routes.learn(member.peer, outbox.routes.first_step(sender.peer) or sender.peer, now)
    asking = Sender(member.peer, None)
    if message.wants:
        wish = Join(message.table, member.incarnation, member.disk, message.holds)
        _asked_to_join(stay, outbox, asking, wish, now, vouched=True)
    elif session.membership.wishes.joiners.get(member.peer) == member:
        session.heard_goodbye(member.peer, Goodbye(message.table, 0, 0, ()))


def receive_answer(stay: Stay, outbox: Outbox, peer: bytes, sent: int, now: int) -> None:
    """``peer`` has answered the ping of time ``sent``; if it was asked so for its wish to sit down, that counts now."""
    asked = stay.newcomers.answered(peer, sent, now)
    if asked is not None:
        sender, wish = asked
        _asked_to_join(stay, outbox, sender, wish, now, answered=True)


def _asked_to_join(  # noqa: PLR0913 - a message, on whose word, and whether its sender is there
    stay: Stay,
    outbox: Outbox,
    sender: Sender,
    message: Join,
    now: int,
    *,
    vouched: bool = False,
    answered: bool = False,
) -> None:
    session, peer = stay.session, sender.peer
    if session is None or session.log.table != message.table or not session.may_admit:
        outbox.send((peer,), JoinRefused(message.table, "unknown"))
        return
    if sender.incarnation is not None and message.incarnation != sender.incarnation:
        raise ProtocolViolation("a wish to join that is of another start than its link")
    member = Member(peer, message.incarnation, message.disk)
    known = session.log.view.member(peer)
    if known == member:
        # It was admitted while it could not be reached, and does not know of it.
        session.membership.let_know(peer, message.holds)
        return
    refused = session.refuses(member)
    if refused != "banned" and not vouched and _is_stranger(stay, session, peer):
        outbox.send((peer,), JoinRefused(message.table, "private"))
    elif refused in ("banned", "full"):
        outbox.send((peer,), JoinRefused(message.table, refused))
    elif not vouched and not answered and has_to_answer(session, member):
        outbox.send((peer,), Ping(stay.newcomers.ask(sender, message, now)))
    elif not vouched and stay.callers.has_to_ask(session, peer):
        stay.callers.call(session, member, message.holds, now)
    else:
        if refused is not None or session.membership.wishes.has_to_wait(peer):
            outbox.send((peer,), JoinRefused(message.table, "waiting"))
        _is_wanted(session, member, message.holds, direct=sender.direct)


def _is_wanted(session: Session, member: Member, holds: int, *, direct: bool) -> None:
    """``member`` gets its seat as soon as a next view may admit it."""
    asks_again = session.membership.wishes.joiners.get(member.peer) == member
    session.membership.join_wanted(member, has_log=holds > 0)
    if asks_again and direct:
        # Whose turn it is to admit it may have no link to it.
        session.membership.pass_on_wish(member, holds, wants=True)
