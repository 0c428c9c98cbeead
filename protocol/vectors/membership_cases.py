"""Transcripts of one member's part in a view change; the outputs were worked out by hand from chapter 05."""

from collections.abc import Iterator
from typing import Final

import samples
from msgspec.structs import replace
from samples import ADA, BEA, CEM, TABLE
from transcripts import Case, Condemning, Leaving, Linked, Parting, Received, Waited

from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.events import NO_EVENT, Event, event_hash
from p2p_ligretto.replication.forks import Fork
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    Commit,
    Events,
    EventSent,
    Goodbye,
    Join,
    Leave,
    Outbid,
    Resume,
    State,
    Wedge,
)
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Ready

_ADA, _BEA = samples.MEMBERS
_CEM: Final = samples.JOINER
_PAIR: Final = View(TABLE, 3, (_ADA, _BEA))
_TRIO: Final = View(TABLE, 3, (_ADA, _BEA, _CEM))
_FIRST: Final = Ballot(1, 0)
_RETRY_US: Final = 250_000
_FETCH_US: Final = 500_000
_ANSWER_US: Final = 1_500_000
_TURN_US: Final = 2_000_000


def _events(view: View, author: Member, count: int) -> Iterator[Event]:
    previous = NO_EVENT
    for seq in range(1, count + 1):
        payload = encode_payload(Ready(seq % 2 == 1))
        event = Event(TABLE, view.number, author.peer, author.incarnation, seq, seq * 1000, previous, payload)
        previous = event_hash(event)
        yield event


def _next(view: View, members: tuple[Member, ...], *cut: int) -> Proposal:
    return Proposal(View(TABLE, view.number + 1, members), cut)


def _log_hash(view: View, events: tuple[Event, ...], proposal: Proposal) -> bytes:
    log = Log(TABLE, view)
    for event in events:
        log.add(event)
    return log.hash_to(proposal)


def _decision(events: tuple[Event, ...], proposal: Proposal) -> Decision:
    return Decision(proposal, _log_hash(_TRIO, events, proposal))


def _state(member: Member, ballot: Ballot, have: tuple[int, ...], accepted: Accepted | None = None) -> State:
    peers = (_ADA, _BEA, _CEM)[: len(have)]
    heads = tuple(_head(who, seq) for who, seq in zip(peers, have, strict=True))
    return State(TABLE, 3, ballot, accepted, have, heads, (), member.incarnation, member.disk)


def _head(author: Member, seq: int) -> bytes:
    """The beginning of the hash of what ``author`` has said last, in a view of two or three alike."""
    said = list(_events(_TRIO, author, seq))
    return (event_hash(said[-1]) if said else NO_EVENT)[:16]


def _accept(proposal: Proposal, events: tuple[Event, ...], ballot: Ballot = _FIRST) -> Accept:
    return Accept(TABLE, 3, ballot, proposal, _log_hash(_TRIO, events, proposal))


def _wedge(counter: int, rank: int) -> Wedge:
    return Wedge(TABLE, 3, Ballot(counter, rank))


_PAIR_EVENTS: Final = tuple(_events(_PAIR, _ADA, 2))
_TRIO_EVENTS: Final = tuple(_events(_TRIO, _ADA, 2))
_ADMITS_CEM: Final = _next(_PAIR, (_ADA, _BEA, _CEM), 2, 0)
_WITHOUT_CEM: Final = _next(_TRIO, (_ADA, _BEA), 2, 0, 0)
_WITHOUT_BEA: Final = _next(_TRIO, (_ADA, _CEM), 2, 0, 0)
_WITHOUT_ADA: Final = _next(_TRIO, (_BEA, _CEM), 2, 0, 0)

JOINING = Case(
    "a newcomer joins: the proposer",
    _ADA,
    _PAIR,
    _PAIR_EVENTS,
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Received(CEM, Join(TABLE, _CEM.incarnation, _CEM.disk, 0)),
            ("write view 3 promised 1.0", "tell bea wedge 1.0"),
        ),
        (Waited(_RETRY_US), ("tell bea wedge 1.0",)),
        (
            Received(BEA, _state(_BEA, _FIRST, (2, 0))),
            (
                "write view 3 promised 1.0 accepted 1.0",
                "tell cem segment",
                "tell cem events 2",
                "tell bea accept 1.0 ada+bea+cem cut 2 0",
                "tell cem accept 1.0 ada+bea+cem cut 2 0",
            ),
        ),
        # Half of the old view with its senior, but only one of the next one's three: that is not enough.
        (Waited(_RETRY_US - 1), ()),
        (
            Received(CEM, Ack(TABLE, 3, _FIRST, _log_hash(_PAIR, _PAIR_EVENTS, _ADMITS_CEM), _CEM.disk)),
            (
                "install ada+bea+cem cut 2 0 kept 2 void 0",
                "write view 4 promised 0.0",
                "tell bea commit ada+bea+cem cut 2 0",
                "tell cem commit ada+bea+cem cut 2 0",
            ),
        ),
    ),
)

VOTING = Case(
    "a member leaves: another one that votes, and lacks a part of the log",
    _BEA,
    _TRIO,
    _TRIO_EVENTS[:1],
    None,
    (
        (Linked((ADA, CEM)), ()),
        (Received(CEM, Leave(TABLE, 3)), ()),
        (Received(ADA, _wedge(1, 0)), ("write view 3 promised 1.0", "tell ada state 1.0 have 1 0 0")),
        (Received(ADA, _wedge(1, 0)), ("tell ada state 1.0 have 1 0 0",)),
        (
            Received(ADA, Accept(TABLE, 3, _FIRST, _WITHOUT_CEM, _log_hash(_TRIO, _TRIO_EVENTS, _WITHOUT_CEM))),
            ("tell ada fetch ada 2..2",),
        ),
        (
            Received(ADA, Events(_TRIO_EVENTS[1:])),
            ("write view 3 promised 1.0 accepted 1.0", "tell ada ack 1.0"),
        ),
        (
            Received(ADA, Commit(TABLE, 3, _decision(_TRIO_EVENTS, _WITHOUT_CEM))),
            ("install ada+bea cut 2 0 0 kept 2 void 0", "write view 4 promised 0.0"),
        ),
        # Who speaks of a view that has ended is told how.
        (Received(CEM, _wedge(2, 2)), ("tell cem commit ada+bea cut 2 0 0",)),
        (Received(CEM, Resume(TABLE, 3, (2, 0, 0))), ("tell cem commit ada+bea cut 2 0 0",)),
        (Received(CEM, Commit(TABLE, 3, _decision(_TRIO_EVENTS, _WITHOUT_CEM))), ()),
        # Of a later one: how did it come to be?
        (Received(ADA, Wedge(TABLE, 5, _FIRST)), ("tell ada resume",)),
    ),
)

LEAVING = Case(
    "the most senior member leaves: it proposes the view without itself",
    _ADA,
    _TRIO,
    _TRIO_EVENTS,
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Leaving(),
            (
                "tell bea leave",
                "tell cem leave",
                "write view 3 promised 1.0",
                "tell bea wedge 1.0",
                "tell cem wedge 1.0",
            ),
        ),
        (Received(BEA, _state(_BEA, _FIRST, (2, 0, 0))), ()),
        (
            Received(CEM, _state(_CEM, _FIRST, (1, 0, 0))),
            (
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 bea+cem cut 2 0 0",
                "tell cem accept 1.0 bea+cem cut 2 0 0",
            ),
        ),
        (
            Received(BEA, Ack(TABLE, 3, _FIRST, _log_hash(_TRIO, _TRIO_EVENTS, _WITHOUT_ADA), _TRIO.members[1].disk)),
            (
                "install bea+cem cut 2 0 0 kept 2 void 0",
                "write view 4 promised 0.0",
                "tell bea commit bea+cem cut 2 0 0",
                "tell cem commit bea+cem cut 2 0 0",
            ),
        ),
    ),
)

GONE = Case(
    "a member has gone with a goodbye: nobody waits for it",
    _ADA,
    _TRIO,
    (),
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Received(CEM, Goodbye(TABLE, 3, 0, (0, 0, 0))),
            ("write view 3 promised 1.0", "tell bea wedge 1.0", "tell cem wedge 1.0"),
        ),
        (
            Received(BEA, _state(_BEA, _FIRST, (0, 0, 0))),
            (
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada+bea cut 0 0 0",
                "tell cem accept 1.0 ada+bea cut 0 0 0",
            ),
        ),
    ),
)

_OTHER: Final = replace(_TRIO_EVENTS[1], payload=encode_payload(Ready(True)))
"""Another second event of Ada's: one of the two was not for everybody."""
_FORK: Final = Fork(_TRIO_EVENTS[1], _OTHER)
_PUTS_ADA_OUT: Final = replace(_next(_TRIO, (_BEA, _CEM), 1, 0, 0), forks=(_FORK,))

FORKING = Case(
    "the most senior member has forked: another one proposes, once it has seen it",
    _BEA,
    _TRIO,
    _TRIO_EVENTS,
    None,
    (
        (Linked((ADA, CEM)), ()),
        # Of Ada's two events the first is final here.
        (
            Condemning(_FORK, 1),
            ("give up ada beyond 1", "write view 3 promised 1.1", "tell ada wedge 1.1", "tell cem wedge 1.1"),
        ),
        # What Ada says of it does not count any more, and what it said comes in no more.
        (Received(ADA, _wedge(2, 0)), ()),
        (Received(ADA, _state(_ADA, Ballot(1, 1), (2, 0, 0))), ()),
        (Received(CEM, EventSent(_OTHER)), ()),
        (
            Received(CEM, _state(_CEM, Ballot(1, 1), (1, 0, 0))),
            (
                "write view 3 promised 1.1 accepted 1.1",
                "tell ada accept 1.1 bea+cem cut 1 0 0 without ada",
                "tell cem accept 1.1 bea+cem cut 1 0 0 without ada",
            ),
        ),
        (
            Received(CEM, Ack(TABLE, 3, Ballot(1, 1), _log_hash(_TRIO, _TRIO_EVENTS, _PUTS_ADA_OUT), _CEM.disk)),
            (
                "install bea+cem cut 1 0 0 without ada kept 1 void 0",
                "write view 4 promised 0.0",
                "tell ada commit bea+cem cut 1 0 0 without ada",
                "tell cem commit bea+cem cut 1 0 0 without ada",
            ),
        ),
    ),
)

_CUT_WITH_TWO: Final = _next(_TRIO, (_ADA, _BEA), 2, 0, 0)
SWITCHING = Case(
    "a value names another event than the one held: the author is found out, and the named one taken in",
    _CEM,
    _TRIO,
    (_TRIO_EVENTS[0], _OTHER),
    None,
    (
        (Linked((ADA, BEA)), ()),
        (
            Received(BEA, _accept(_CUT_WITH_TWO, _TRIO_EVENTS, Ballot(1, 1))),
            ("write view 3 promised 1.1", "tell bea fetch ada 2..2"),
        ),
        (Condemning(Fork(_OTHER, _TRIO_EVENTS[1]), 0), ("give up ada beyond 0",)),
        (
            Received(BEA, _accept(_CUT_WITH_TWO, _TRIO_EVENTS, Ballot(1, 1))),
            ("tell bea fetch ada 1..2",),
        ),
        (
            Received(BEA, Events(_TRIO_EVENTS)),
            ("write view 3 promised 1.1 accepted 1.1", "tell bea ack 1.1"),
        ),
    ),
)

OUTBIDDING = Case(
    "a lower ballot is outbid, a higher one is followed",
    _CEM,
    _TRIO,
    (),
    None,
    (
        (Linked((ADA, BEA)), ()),
        (Received(BEA, _wedge(1, 1)), ("write view 3 promised 1.1", "tell bea state 1.1 have 0 0 0")),
        (Received(ADA, _wedge(1, 0)), ("tell ada outbid 1.1",)),
        (
            Received(ADA, _accept(_next(_TRIO, (_ADA, _CEM), 0, 0, 0), ())),
            ("tell ada outbid 1.1",),
        ),
        (Received(ADA, _wedge(2, 0)), ("write view 3 promised 2.0", "tell ada state 2.0 have 0 0 0")),
    ),
)

OUTBID = Case(
    "who is outbid begins again above what it was told",
    _ADA,
    _TRIO,
    (),
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Received(CEM, Leave(TABLE, 3)),
            ("write view 3 promised 1.0", "tell bea wedge 1.0", "tell cem wedge 1.0"),
        ),
        (
            Received(BEA, Outbid(TABLE, 3, Ballot(7, 1))),
            (),
        ),
        # That ballot has its time first.
        (Waited(_TURN_US - 1), ()),
        (Waited(1), ("write view 3 promised 8.0", "tell bea wedge 8.0", "tell cem wedge 8.0")),
        (Received(BEA, _state(_BEA, _FIRST, (0, 0, 0))), ()),
    ),
)

PROPOSED_AGAIN = Case(
    "an accepted value is proposed again, that of the highest ballot, whatever is wanted now",
    _ADA,
    _TRIO,
    _TRIO_EVENTS,
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Leaving(),
            (
                "tell bea leave",
                "tell cem leave",
                "write view 3 promised 1.0",
                "tell bea wedge 1.0",
                "tell cem wedge 1.0",
            ),
        ),
        (
            Received(BEA, Outbid(TABLE, 3, Ballot(3, 1))),
            (),
        ),
        (Waited(_TURN_US), ("write view 3 promised 4.0", "tell bea wedge 4.0", "tell cem wedge 4.0")),
        (Received(BEA, _state(_BEA, Ballot(4, 0), (2, 0, 0), Accepted(Ballot(3, 1), _WITHOUT_CEM))), ()),
        (
            Received(CEM, _state(_CEM, Ballot(4, 0), (2, 0, 0), Accepted(Ballot(2, 2), _WITHOUT_BEA))),
            (
                "write view 3 promised 4.0 accepted 4.0",
                "tell bea accept 4.0 ada+bea cut 2 0 0",
                "tell cem accept 4.0 ada+bea cut 2 0 0",
            ),
        ),
    ),
)

RESTARTED = Case(
    "a restarted member keeps its promise and what it has accepted",
    Member(BEA, samples.RUN_3, _BEA.disk),
    _TRIO,
    _TRIO_EVENTS,
    Vote(TABLE, _TRIO, Ballot(2, 0), Accepted(Ballot(2, 0), _WITHOUT_CEM)),
    (
        (Linked((ADA, CEM)), ()),
        (Received(CEM, _wedge(1, 2)), ("tell cem outbid 2.0",)),
        (
            Received(CEM, _wedge(3, 2)),
            (
                "write view 3 promised 3.2 accepted 2.0",
                "tell cem state 3.2 accepted 2.0 ada+bea cut 2 0 0 have 2 0 0",
            ),
        ),
    ),
)

FILLING = Case(
    "the proposer lacks what another member holds",
    _ADA,
    _TRIO,
    (),
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Received(CEM, Leave(TABLE, 3)),
            ("write view 3 promised 1.0", "tell bea wedge 1.0", "tell cem wedge 1.0"),
        ),
        (Received(BEA, _state(_BEA, _FIRST, (0, 1, 0))), ()),
        (Received(CEM, _state(_CEM, _FIRST, (0, 0, 0))), ("tell bea fetch bea 1..1",)),
        (
            Received(BEA, EventSent(next(_events(_TRIO, _BEA, 1)))),
            (
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada+bea cut 0 1 0",
                "tell cem accept 1.0 ada+bea cut 0 1 0",
            ),
        ),
    ),
)

_KEPT: Final = _next(_TRIO, (_ADA, _BEA), 1, 0, 0)
VOID = Case(
    "what lies beyond the cut is void",
    _BEA,
    _TRIO,
    _TRIO_EVENTS,
    None,
    (
        (Linked((ADA, CEM)), ()),
        (
            Received(CEM, Commit(TABLE, 3, _decision(_TRIO_EVENTS, _KEPT))),
            ("install ada+bea cut 1 0 0 kept 1 void 1", "write view 4 promised 0.0", "tell cem resume"),
        ),
    ),
)

BEHIND = Case(
    "a decision waits for the log up to its cut",
    _CEM,
    _TRIO,
    (),
    None,
    (
        (Linked((ADA, BEA)), ()),
        (Received(BEA, Commit(TABLE, 3, _decision(_TRIO_EVENTS, _WITHOUT_CEM))), ("tell bea fetch ada 1..2",)),
        (Waited(_FETCH_US), ("tell bea fetch ada 1..2",)),
        (
            Received(BEA, Events(_TRIO_EVENTS)),
            # Who had no part in the decision may have missed more than that.
            ("install ada+bea cut 2 0 0 kept 2 void 0", "write view 4 promised 0.0", "tell bea resume"),
        ),
    ),
)

VOTING_OUT = Case(
    "a member is silent: the others go on without it",
    _ADA,
    _TRIO,
    (),
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Linked((BEA,), suspects=(CEM,)),
            ("write view 3 promised 1.0", "tell bea wedge 1.0", "tell cem wedge 1.0"),
        ),
        (
            Received(BEA, _state(_BEA, _FIRST, (0, 0, 0))),
            (
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada+bea cut 0 0 0",
                "tell cem accept 1.0 ada+bea cut 0 0 0",
            ),
        ),
    ),
)

TOO_SLOW = Case(
    "who is not suspected, but does not answer within a second, is left out",
    _ADA,
    _TRIO,
    (),
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Received(CEM, Leave(TABLE, 3)),
            ("write view 3 promised 1.0", "tell bea wedge 1.0", "tell cem wedge 1.0"),
        ),
        (Received(CEM, _state(_CEM, _FIRST, (0, 0, 0))), ()),
        (Waited(_RETRY_US), ("tell bea wedge 1.0",)),
        (
            Waited(_ANSWER_US - _RETRY_US),
            (
                "tell bea wedge 1.0",
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada cut 0 0 0",
                "tell cem accept 1.0 ada cut 0 0 0",
            ),
        ),
    ),
)

TAKING_OVER = Case(
    "a proposer falls silent: the next one in turn takes over, with what was accepted",
    _BEA,
    _TRIO,
    _TRIO_EVENTS,
    None,
    (
        (Linked((ADA, CEM)), ()),
        (Received(ADA, _wedge(1, 0)), ("write view 3 promised 1.0", "tell ada state 1.0 have 2 0 0")),
        # As long as it is not suspected it is waited for: nobody else is before it.
        (Waited(2 * _TURN_US), ()),
        (
            Linked((CEM,), suspects=(ADA,)),
            ("write view 3 promised 2.1", "tell ada wedge 2.1", "tell cem wedge 2.1"),
        ),
        (
            Received(CEM, _state(_CEM, Ballot(2, 1), (2, 0, 0), Accepted(_FIRST, _WITHOUT_BEA))),
            (
                "write view 3 promised 2.1 accepted 2.1",
                # Who has not answered may be a process that has nothing.
                "tell ada segment",
                "tell ada events 2",
                "tell ada accept 2.1 ada+cem cut 2 0 0",
                "tell cem accept 2.1 ada+cem cut 2 0 0",
            ),
        ),
    ),
)

MINORITY = Case(
    "one of three hears nobody: it promises nothing, and waits",
    _CEM,
    _TRIO,
    _TRIO_EVENTS,
    None,
    (
        (Linked((ADA, BEA)), ()),
        (Linked((), suspects=(ADA, BEA)), ()),
        (Waited(10 * _TURN_US), ()),
        (Linked((ADA,), suspects=(BEA,)), ()),
        # The senior one of the two is back, and it is its turn.
        (Received(ADA, _wedge(1, 0)), ("write view 3 promised 1.0", "tell ada state 1.0 have 2 0 0")),
    ),
)

SENIOR_OF_TWO = Case(
    "the senior one of two goes on alone, at once",
    _ADA,
    _PAIR,
    _PAIR_EVENTS,
    None,
    (
        (Linked((BEA,)), ()),
        (
            Linked((), suspects=(BEA,)),
            (
                "write view 3 promised 1.0",
                "tell bea wedge 1.0",
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada cut 2 0",
                "install ada cut 2 0 kept 2 void 0",
                "write view 4 promised 0.0",
                "tell bea commit ada cut 2 0",
            ),
        ),
    ),
)

PARTING = Case(
    "the junior one of two waits, until its player goes on without the other: another lineage",
    _BEA,
    _PAIR,
    _PAIR_EVENTS,
    None,
    (
        (Linked((ADA,)), ()),
        (Linked((), suspects=(ADA,)), ()),
        (Waited(10 * _TURN_US), ()),
        (Parting(), ("install bea cut 2 0 kept 2 void 0", "write view 4 promised 0.0")),
    ),
)

RETURNING = Case(
    "who was missed asks again, and holds the log: it is not handed over",
    _ADA,
    _PAIR,
    _PAIR_EVENTS,
    None,
    (
        (Linked((BEA, CEM)), ()),
        (
            Received(CEM, Join(TABLE, _CEM.incarnation, _CEM.disk, 3)),
            ("write view 3 promised 1.0", "tell bea wedge 1.0"),
        ),
        (
            Received(BEA, _state(_BEA, _FIRST, (2, 0))),
            (
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada+bea+cem cut 2 0",
                "tell cem accept 1.0 ada+bea+cem cut 2 0",
            ),
        ),
    ),
)

RESTARTED_SENIOR = Case(
    "a restarted senior is passed over, unless nobody else is left",
    Member(ADA, samples.RUN_3, _ADA.disk),
    _PAIR,
    _PAIR_EVENTS,
    None,
    (
        (Linked((BEA,)), ()),
        (Waited(10 * _TURN_US), ()),
        (
            Linked((), suspects=(BEA,)),
            (
                "write view 3 promised 1.0",
                "tell bea wedge 1.0",
                "write view 3 promised 1.0 accepted 1.0",
                "tell bea accept 1.0 ada cut 2 0",
                "install ada cut 2 0 kept 2 void 0",
                "write view 4 promised 0.0",
                "tell bea commit ada cut 2 0",
            ),
        ),
    ),
)

CASES = (
    JOINING,
    VOTING,
    LEAVING,
    GONE,
    FORKING,
    SWITCHING,
    OUTBIDDING,
    OUTBID,
    PROPOSED_AGAIN,
    RESTARTED,
    FILLING,
    VOID,
    BEHIND,
    VOTING_OUT,
    TOO_SLOW,
    TAKING_OVER,
    MINORITY,
    SENIOR_OF_TWO,
    PARTING,
    RETURNING,
    RESTARTED_SENIOR,
)
