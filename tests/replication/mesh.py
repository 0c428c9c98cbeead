"""Members of one view, with links that deliver as they are told to: log, replica and finality without a node."""

import hashlib
from collections import deque

from p2p_ligretto.replication.clock import LamportClock
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.log import Log, Place
from p2p_ligretto.replication.messages import Beat
from p2p_ligretto.replication.order import in_order
from p2p_ligretto.replication.replica import Replica
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.replication.views import Member, View

TABLE = bytes(range(16))

Claims = tuple[tuple[int, bytes], ...]
"""(thing, who took it first), in the order of taking: what becomes of an event depends on what came before."""


def peer_id(number: int) -> bytes:
    return hashlib.sha256(b"peer %d" % number).digest()[:16]


def member(number: int, incarnation: int = 0, disk: int = 0) -> Member:
    return Member(peer_id(number), incarnation.to_bytes(8), disk.to_bytes(8))


def view_of(count: int, number: int = 0) -> View:
    return View(TABLE, number, tuple(member(each) for each in range(count)))


def claim(state: Claims, event: Event) -> tuple[Claims, bool]:
    """Who says first that it takes a thing has it."""
    thing = event.payload[0]
    if any(thing == taken for taken, _ in state):
        return state, False
    return (*state, (thing, event.author)), True


def tie(state: Claims, event: Event) -> bytes:
    return hashlib.sha256(repr(state).encode() + event.author).digest()


def next_event(log: Log, author: Member, time: int, payload: bytes) -> Event:
    head = log.head(author.peer)
    event = Event(log.table, log.view.number, author.peer, author.incarnation, head.seq + 1, time, head.hash, payload)
    return signed(event, KeyedHashSigner(author.peer))


def folded(events: list[Event]) -> tuple[list[Event], Claims]:
    """The order of the log and its state, from all events at once, by the book."""
    order: list[Event] = []
    state: Claims = ()
    for view, time in sorted({(event.view, event.time) for event in events}):
        for event in in_order(state, [each for each in events if (each.view, each.time) == (view, time)], tie):
            order.append(event)
        for event in order[-sum((each.view, each.time) == (view, time) for each in events) :]:
            state, _ = claim(state, event)
    return order, state


class Peer:
    """One member: what it holds, and what is final for it."""

    def __init__(self, number: int, view: View) -> None:
        self.own = view.members[number]
        self.log = Log(TABLE, view)
        self.clock = LamportClock()
        self.replica: Replica[Claims] = Replica((), claim, tie)
        self.finality = Finality(self.log)
        self.final: list[Event] = []
        self.outcomes: list[bool] = []

    def author(self, thing: int, table_time: int) -> Event:
        event = next_event(self.log, self.own, self.clock.stamp(table_time), bytes([thing]))
        self.take(event, table_time)
        return event

    def take(self, event: Event, table_time: int) -> None:
        place, added = self.log.add(event)
        assert place in (Place.ADDED, Place.GAP, Place.DUPLICATE)
        for each in added:
            self.clock.witness(each.time, table_time)
            self.replica.insert(each)
        if added:
            self.finality.grown(added[-1])
        self.settle()

    def beat(self, table_time: int) -> Beat:
        seq = self.log.head(self.own.peer).seq
        promise = self.clock.promise(table_time)
        beat = Beat(TABLE, self.log.view.number, promise, seq, self.log.holdings(), 0)
        self.hear(self.own.peer, beat)
        return beat

    def hear(self, sender: bytes, beat: Beat) -> None:
        self.finality.heard(sender, beat.promise, beat.last_seq, beat.held)
        self.settle()

    def settle(self) -> None:
        done = self.replica.finalise(self.finality.count(self.replica.tail_events()))
        self.finality.mark(each.event for each in done)
        self.final.extend(each.event for each in done)
        self.outcomes.extend(each.outcome for each in done)


class Mesh:
    """Peers with a queue from each to each other one; clocks show what they are told to."""

    def __init__(self, count: int) -> None:
        view = view_of(count)
        self.peers = [Peer(number, view) for number in range(count)]
        self.times = [1_000] * count
        self.queues: dict[tuple[int, int], deque[Event | Beat]] = {
            (one, other): deque() for one in range(count) for other in range(count) if one != other
        }
        self.events: list[Event] = []

    def author(self, number: int, thing: int) -> None:
        event = self.peers[number].author(thing, self.times[number])
        self.events.append(event)
        self.send(number, event)

    def beat(self, number: int) -> None:
        self.send(number, self.peers[number].beat(self.times[number]))

    def send(self, number: int, message: Event | Beat) -> None:
        for (source, _), queue in self.queues.items():
            if source == number:
                queue.append(message)

    def deliver(self, source: int, target: int, overtaking: int = 0) -> None:
        """The next message arrives, or one that overtakes others: somebody else may have handed it over."""
        queue = self.queues[source, target]
        if queue:
            overtaking %= len(queue)
            message = queue[overtaking]
            del queue[overtaking]
            if isinstance(message, Event):
                self.peers[target].take(message, self.times[target])
            else:
                self.peers[target].hear(self.peers[source].own.peer, message)

    def settle(self) -> None:
        """Time goes on past all stamps, everything arrives, everybody beats: nothing is left to wait for."""
        latest = max([*self.times, *(event.time for event in self.events)]) + 1_000_000
        for turn in range(3):
            self.times = [latest + turn] * len(self.times)
            for number in range(len(self.peers)):
                self.beat(number)
            for (source, target), queue in self.queues.items():
                while queue:
                    self.deliver(source, target)
