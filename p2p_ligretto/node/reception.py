"""What becomes of a message about a table: for the log, for the view changes, for who arrives, or for nobody here."""

from p2p_ligretto.node.links import Link
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.stay import Stay
from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    AnyReplicationMessage,
    Beat,
    Commit,
    Events,
    EventSent,
    Fetch,
    Goodbye,
    Join,
    JoinRefused,
    Leave,
    Outbid,
    Resume,
    State,
    Unwatch,
    Watch,
    WatchRefused,
    Wedge,
)
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.violations import ProtocolViolation


def receive_about_table(stay: Stay, outbox: Outbox, link: Link, message: AnyReplicationMessage, now: int) -> None:
    """Take in one message; raises Misconduct or ProtocolViolation for what no honest node sends."""
    if isinstance(message, Join):
        _asked_to_join(stay.session, outbox, link, message)
    elif isinstance(message, Watch | Unwatch):
        _asked_to_watch(stay.session, outbox, link, message)
    elif stay.spectator is not None and stay.spectator.table == message.table:
        stay.spectator.take(link.peer.peer, message, now)
    elif isinstance(message, JoinRefused):
        stay.join_refused(link.peer.peer, message)
    elif not stay.take_arriving(link.peer.peer, message, now):
        session = stay.session
        if session is not None and session.log.table == message.table:
            _receive_at_table(session, link.peer.peer, message, now)


def _receive_at_table(session: Session, peer: bytes, message: AnyReplicationMessage, now: int) -> None:
    match message:
        case EventSent(event):
            session.take_in(peer, (event,), now)
        case Events(events):
            session.take_in(peer, events, now)
        case Beat():
            session.heard_beat(peer, message, now)
        case Resume():
            session.answer_resume(peer, message)
        case Fetch():
            session.answer_fetch(peer, message)
        case Goodbye():
            session.heard_goodbye(peer, message)
        case Wedge() | State() | Outbid() | Accept() | Ack() | Commit() | Leave():
            session.membership.receive(peer, message)
        case _:
            # A log that is handed over to who is a member by now, or what is for spectators; the rest went elsewhere.
            return


def _asked_to_watch(session: Session | None, outbox: Outbox, link: Link, message: Watch | Unwatch) -> None:
    peer = link.peer.peer
    here = session is not None and session.log.table == message.table and not session.membership.mute
    if session is None or not here:
        outbox.send((peer,), WatchRefused(message.table))
    elif isinstance(message, Unwatch):
        session.audience.dismiss(peer)
    else:
        session.audience.admit(peer, session.log, session.finality.final)


def _asked_to_join(session: Session | None, outbox: Outbox, link: Link, message: Join) -> None:
    peer = link.peer.peer
    if session is None or session.log.table != message.table or session.membership.mute:
        outbox.send((peer,), JoinRefused(message.table, "unknown"))
        return
    if message.incarnation != link.peer.incarnation:
        raise ProtocolViolation("a wish to join that is of another start than its link")
    member = Member(peer, message.incarnation, message.disk)
    known = session.log.view.member(peer)
    if known == member:
        # It was admitted while the link to it was cut, and never got the log.
        session.membership.hand_over(peer)
        return
    if known is None and len(session.log.view.members) >= MAX_MEMBERS:
        outbox.send((peer,), JoinRefused(message.table, "full"))
        return
    if not session.admissible(member):
        outbox.send((peer,), JoinRefused(message.table, "waiting"))
    session.membership.join_wanted(member)
