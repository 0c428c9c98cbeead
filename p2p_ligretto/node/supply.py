"""What a member hands over to others of the log that it holds, when they ask for it."""

from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.catch_up import chunks
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import Fetch, Resume


class Supply:
    """The answers of one node at one table."""

    def __init__(self, log: Log, membership: Membership, outbox: Outbox) -> None:
        self._log = log
        self._membership = membership
        self._outbox = outbox

    def answer_resume(self, peer: bytes, resume: Resume) -> None:
        """Hand over what a peer lacks: events of the open view, or the end of an older one."""
        if resume.view == self._log.view.number and len(resume.have) == len(self._log.view.members):
            for message in chunks(self._log.beyond(resume.have)):
                self._outbox.send((peer,), message)
        else:
            self._membership.answer_old(peer, resume.view)

    def answer_fetch(self, peer: bytes, fetch: Fetch) -> None:
        """Hand over events of one author."""
        wanted = (fetch.author, fetch.first, fetch.last)
        if fetch.view == self._log.view.number:
            events = self._log.events(*wanted)
        else:
            # Who is behind needs the end of its view, and what that view's cut keeps.
            self._membership.answer_old(peer, fetch.view)
            events = self._log.closed_events(fetch.view, *wanted)
        for message in chunks(events):
            self._outbox.send((peer,), message)
