"""Forks: two events that nobody says who says the same to all. Signed, they are proof by themselves.

A fork is a pair of events of one author, process and view: two that differ under one number, or one that continues
another event than the one with the number before. Anybody can check it, and nobody else can make it.
"""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import Signer, is_signed

MAX_FORKS: Final = 4
"""How many a message shows, or a view change names; further ones are for the next."""


class Fork(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """``second`` contradicts ``first``: same number and another event, or the next number and another predecessor."""

    first: Event
    second: Event

    @property
    def author(self) -> bytes:
        """Who has said both."""
        return self.first.author


Forks = Annotated[tuple[Fork, ...], Meta(max_length=MAX_FORKS)]


class ForkFound(Misconduct):
    """The log holds ``fork.first`` and was offered ``fork.second``; whether its author has signed that is not said."""

    def __init__(self, fork: Fork) -> None:
        super().__init__("two events that contradict one another")
        self.fork = fork


def contradict(first: Event, second: Event) -> bool:
    """Whether no honest author says both."""
    if _chain_of(first) != _chain_of(second):
        return False
    if first.seq == second.seq:
        return event_hash(first) != event_hash(second)
    return second.seq == first.seq + 1 and second.previous != event_hash(first)


def _chain_of(event: Event) -> tuple[bytes, int, bytes, bytes]:
    return event.table, event.view, event.author, event.incarnation


def check_forks(forks: Iterable[Fork], signer: Signer) -> None:
    """Raises Misconduct for what proves nothing: somebody is about to be put out for it."""
    for fork in forks:
        if not contradict(fork.first, fork.second):
            raise Misconduct("a fork whose events don't contradict one another")
        if not (is_signed(fork.first, signer) and is_signed(fork.second, signer)):
            raise Misconduct("a fork that its author has not signed")
