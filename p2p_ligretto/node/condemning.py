"""Who has forked, at one node: evidence is checked, told to all, and acted on at once (protocol/spec/05).

Evidence speaks for itself, so it does not matter who shows it. From then on nothing more of the author's chain is taken
in, what of it was not final is given up, and nothing becomes final before a view without the author.
"""

from p2p_ligretto.node.session import Session
from p2p_ligretto.replication.forks import Fork, check_forks
from p2p_ligretto.replication.messages import Accept, Ack, Commit, ForkShown, Leave, Outbid, State, Wedge

VoteMessage = Wedge | State | Outbid | Accept | Ack | Commit | Leave


def shown_in(message: VoteMessage | ForkShown) -> tuple[Fork, ...]:
    """The forks that a message shows."""
    match message:
        case ForkShown(fork=fork):
            return (fork,)
        case Wedge(forks=forks):
            return forks
        case Accept(proposal=proposal):
            return proposal.forks
        case Commit(decision=decision):
            return decision.proposal.forks
        case State(accepted=accepted) if accepted is not None:
            return accepted.proposal.forks
        case _:
            return ()


def receive_vote(session: Session, peer: bytes, message: VoteMessage, now: int) -> None:
    """Take in a message of the view change, after what it shows of forks. Raises Misconduct."""
    learn(session, message)
    session.membership.receive(peer, message, now)


def learn(session: Session, message: VoteMessage | ForkShown) -> None:
    """Take in what a message shows of forks; raises Misconduct where it proves nothing.

    Only what is of members and new is looked at: a signature takes time, and anybody can show forks of its own.
    """
    for fork in shown_in(message):
        if session.log.is_of_member(fork.first) and session.log.condemned.get(fork.author) != fork:
            check_forks((fork,), session.signer)
            session.condemn(fork)
