"""What becomes of a message about a table: for the log, for the view changes, for who arrives, or for nobody here."""

from msgspec import Struct

from p2p_ligretto.node.outbox import Outbox
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
    Wished,
)
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.violations import ProtocolViolation


class Sender(Struct, frozen=True):
    """Who says something. ``incarnation`` is that of its link, None where another node has passed on what it says."""

    peer: bytes
    incarnation: bytes | None

    @property
    def direct(self) -> bool:
        """Whether it came on the sender's own link."""
        return self.incarnation is not None


def receive_about_table(stay: Stay, outbox: Outbox, sender: Sender, message: AnyReplicationMessage, now: int) -> None:
    """Take in one message; raises Misconduct or ProtocolViolation for what no honest node sends."""
    if isinstance(message, Join):
        _asked_to_join(stay, outbox, sender, message, now)
    elif isinstance(message, Wished):
        _told_of_wish(stay, outbox, sender, message, now)
    elif isinstance(message, (Watch, Unwatch)):
        _asked_to_watch(stay, outbox, sender, message)
    elif isinstance(message, WatchRefused) and message.private:
        stay.watch_refused(sender.peer, now)
    elif stay.spectator is not None and (stay.spectator.table == message.table or isinstance(message, Events)):
        # Events may be of a lineage that the table has parted from.
        stay.spectator.take(sender.peer, message, now)
    elif isinstance(message, JoinRefused):
        stay.join_refused(sender.peer, message)
    elif not stay.take_arriving(sender.peer, message, now, direct=sender.direct):
        session = stay.session
        if session is not None and session.log.table == message.table and _is_heard(stay, session, sender, message):
            _receive_at_table(session, sender, message, now)


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
    if not _is_stranger(stay, session, sender.peer) or isinstance(message, Commit | Goodbye):
        return True
    return isinstance(message, Beat | Resume | Fetch | Wedge | Accept) and message.view > session.log.view.number


def _receive_at_table(session: Session, sender: Sender, message: AnyReplicationMessage, now: int) -> None:
    peer = sender.peer
    match message:
        case EventSent(event):
            session.take_in(peer, (event,), now, direct=sender.direct)
        case Events(events):
            session.take_in(peer, events, now, direct=sender.direct)
        case Beat():
            session.heard_beat(peer, message, now, direct=sender.direct)
        case Resume():
            session.answer_resume(peer, message)
        case Fetch():
            session.answer_fetch(peer, message)
        case Goodbye():
            joiner = session.membership.wishes.joiners.get(peer)
            if joiner is not None and sender.direct:
                # On the way that its wish has gone, behind it.
                session.pass_on_wish(joiner, 0, wants=False)
            session.heard_goodbye(peer, message)
        case Wedge() | State() | Outbid() | Accept() | Ack() | Commit() | Leave():
            session.membership.receive(peer, message, now)
        case _:
            # A log that is handed over to who is a member by now, or what is for spectators; the rest went elsewhere.
            return


def _asked_to_watch(stay: Stay, outbox: Outbox, sender: Sender, message: Watch | Unwatch) -> None:
    session, peer = stay.session, sender.peer
    here = session is not None and session.log.table == message.table and not session.membership.mute
    if session is None or not here:
        outbox.send((peer,), WatchRefused(message.table))
    elif isinstance(message, Unwatch):
        session.audience.dismiss(peer)
    elif _is_stranger(stay, session, peer):
        outbox.send_on_links((peer,), WatchRefused(message.table, private=True))
    else:
        session.audience.admit(peer, session.log, session.finality.final)


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


def _asked_to_join(  # noqa: PLR0913 - a message, and on whose word
    stay: Stay, outbox: Outbox, sender: Sender, message: Join, now: int, *, vouched: bool = False
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
        return
    if refused in (None, "waiting") and not vouched and stay.callers.has_to_ask(session, peer):
        stay.callers.call(session, member, message.holds, now)
        return
    if refused is not None:
        outbox.send((peer,), JoinRefused(message.table, refused))
    if refused in (None, "waiting"):
        asks_again = session.membership.wishes.joiners.get(peer) == member
        session.membership.join_wanted(member, has_log=message.holds > 0)
        if asks_again and sender.direct:
            # Whose turn it is to admit it may have no link to it.
            session.pass_on_wish(member, message.holds, wants=True)
