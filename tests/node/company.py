"""Real nodes in memory: what one sends reaches the other through the real codec, a fixed time later.

Smaller and meaner than ``p2p_ligretto.sim``: a test can hold messages back, say anything on any link, and look on at
every output. Whatever a node does, it must never want to be ticked at the same moment for ever.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.options import Options
from p2p_ligretto.node import LinkPeer, Node, NodeIdentity
from p2p_ligretto.node.intents import Act, Intent, JoinTable, Listening, OpenTable, SetReady
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outputs import Append, Connect, Disconnect, Notify, Output, Record, Save, Send
from p2p_ligretto.node.record import export_lines
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import Phase, TableState, match_id
from p2p_ligretto.replication.signing import KeyedHashSigner
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.messages import Address, AnyMessage

DELAY_US = 1_000
SECOND = 1_000_000
NAMES = ("Ada", "Bea", "Cai", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou", "Mia")
MAX_TICKS_AT_ONCE = 10


def drawn(what: str, number: int, size: int = 32) -> bytes:
    return hashlib.sha256(f"{what} {number}".encode()).digest()[:size]


def address(number: int) -> Address:
    return Address("10.0.0.1", 1000 + number)


@dataclass
class Seat:
    """One laptop: a node, and what stays when it ends."""

    number: int
    node: Node
    disk: int = 0
    starts: int = 1
    up: bool = True
    remembered: dict[str, bytes] = field(default_factory=dict)
    journals: dict[str, list[bytes]] = field(default_factory=dict)
    records: dict[str, list[str]] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)

    def told(self, kind: type) -> list[Notice]:
        return [notice for notice in self.notices if isinstance(notice, kind)]

    @property
    def final(self) -> TableState:
        assert self.node.final is not None
        return self.node.final

    @property
    def table(self) -> TableState:
        assert self.node.predicted is not None
        return self.node.predicted

    @property
    def session(self) -> Session:
        session = self.node._stay.session
        assert session is not None
        return session


class Company:
    """``held_back``: which messages (from, to, message) get lost; ``instead``: what arrives in place of each."""

    def __init__(self, size: int) -> None:
        self.now = 1_000 * SECOND
        self.held_back: Callable[[int, int, AnyMessage], bool] = lambda source, target, message: False
        self.instead: Callable[[int, int, AnyMessage], AnyMessage] = lambda source, target, message: message
        self.refuses_dials = False
        self.sent: list[tuple[int, int, AnyMessage]] = []
        self._order = count()
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._names = count(1)
        self._ends: dict[int, tuple[int, int]] = {}
        self.seats = [Seat(number, self._start(number, 1, 0)) for number in range(size)]
        for seat in self.seats:
            self.submit(seat.number, Listening((address(seat.number),)))

    def _start(self, number: int, starts: int, disk: int) -> Node:
        identity = NodeIdentity(
            drawn("peer", number, 16),
            drawn(f"start {number}", starts, 8),
            drawn(f"disk {number}", disk, 8),
            KeyedHashSigner(drawn("peer", number, 16)),
        )
        seat = self.seats[number] if starts > 1 else None
        remembered = {} if seat is None else dict(seat.remembered)
        journals = {} if seat is None else {name: tuple(kept) for name, kept in seat.journals.items()}
        return Node(identity, NAMES[number], drawn(f"entropy {number}", starts), remembered, journals)

    def __getitem__(self, number: int) -> Seat:
        return self.seats[number]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats)

    def peer(self, number: int) -> bytes:
        return self[number].node.identity.peer

    # ---- what nodes do

    def submit(self, number: int, *intents: Intent) -> None:
        for intent in intents:
            self[number].node.submit(intent, self.now)
            self.obey(number)

    def obey(self, number: int) -> None:
        seat = self[number]
        for output in seat.node.outputs():
            seat.outputs.append(output)
            match output:
                case Send(links, message):
                    for link in links:
                        self.carry(number, link, message)
                case Connect(peer, addresses):
                    self.dial(number, peer, addresses[0].port - 1000)
                case Disconnect(link):
                    self.hang_up(link)
                case Save(key, None):
                    seat.remembered.pop(key, None)
                case Save(key, bytes() as value):
                    seat.remembered[key] = value
                case Append(journal, entry):
                    seat.journals.setdefault(journal, []).append(entry)
                case Record(match, lines, restart):
                    seat.records[match] = [*([] if restart else seat.records.get(match, [])), *lines]
                case Notify(notice):
                    seat.notices.append(notice)

    def later(self, act: Callable[[], None], after_us: int = DELAY_US) -> None:
        heappush(self._queue, (self.now + after_us, next(self._order), act))

    def carry(self, source: int, link: int, message: AnyMessage) -> None:
        if link not in self._ends:
            return
        target, other = self._ends[link]
        self.sent.append((source, target, message))
        if not self.held_back(source, target, message):
            body = encode(self.instead(source, target, message))[4:]
            self.later(lambda: self.say(target, other, decode(body)))

    def say(self, target: int, link: int, message: AnyMessage) -> None:
        """``message`` comes out at the end ``link`` of node ``target``."""
        if link in self._ends:
            self[target].node.receive(link, message, self.now)
            self.obey(target)

    def dial(self, number: int, peer: bytes | None, other: int) -> None:
        if self.refuses_dials or other == number or not 0 <= other < len(self.seats) or not self[other].up:
            self.later(lambda: self._dial_failed(number, peer))
        else:
            self.later(lambda: self.link(number, other))

    def _dial_failed(self, number: int, peer: bytes | None) -> None:
        self[number].node.dial_failed(peer, "nobody there", self.now)
        self.obey(number)

    def link(self, dialler: int, other: int) -> tuple[int, int]:
        """A new link, up at both ends at once."""
        ends = next(self._names), next(self._names)
        self._ends[ends[0]], self._ends[ends[1]] = (other, ends[1]), (dialler, ends[0])
        for number, far, end in ((dialler, other, ends[0]), (other, dialler, ends[1])):
            if end in self._ends:
                there = self[far].node.identity
                where = address(far) if number == dialler else None
                binding = drawn("link", ends[0])
                peer = LinkPeer(
                    there.peer, there.incarnation, number == dialler, where, host=f"10.0.0.{far}", binding=binding
                )
                self[number].node.link_up(end, peer, self.now)
                self.obey(number)
        return ends

    def hang_up(self, link: int) -> None:
        """One end closes; the other learns it a little later."""
        if link in self._ends:
            far, other = self._ends.pop(link)
            self.later(lambda: self._down(far, other))

    def _down(self, number: int, link: int) -> None:
        if self._ends.pop(link, None) is not None:
            self[number].node.link_down(link, self.now)
            self.obey(number)

    def cut(self, one: int, other: int) -> None:
        """All links between the two are gone at once, with what is under way on them."""
        for link, (far, end) in list(self._ends.items()):
            if link in self._ends and {far, self._ends[end][0]} == {one, other}:
                near = self._ends[end][0]
                del self._ends[end]
                self._down(near, link)
                self[far].node.link_down(end, self.now)
                self.obey(far)

    def link_to(self, number: int, other: int) -> int:
        """The end that ``number`` uses of its link to ``other``."""
        return self[number].node.peers[self.peer(other)].id

    def crash(self, number: int) -> None:
        self[number].up = False
        for link, (_, end) in list(self._ends.items()):
            if self._ends.get(end, (None,))[0] == number:
                self.hang_up(link)

    def start(self, number: int, *, lost_disk: bool = False) -> None:
        seat = self[number]
        if lost_disk:
            seat.remembered, seat.journals = {}, {}
            seat.disk += 1
        seat.starts += 1
        seat.up = True
        seat.node = self._start(number, seat.starts, seat.disk)
        self.submit(number, Listening((address(number),)))

    # ---- time

    def step(self, limit: int) -> bool:
        """The next thing happens; False if there is none before ``limit``."""
        wakes = [(seat.node.wake_at, seat.number) for seat in self.seats if seat.up]
        wake_at, number = min(wakes)
        if self._queue and self._queue[0][0] <= max(wake_at, self.now):
            if self._queue[0][0] > limit:
                return False
            self.now, _, act = heappop(self._queue)
            act()
            return True
        if wake_at > limit:
            return False
        self.now = max(self.now, wake_at)
        for _ in range(MAX_TICKS_AT_ONCE):
            self[number].node.tick(self.now)
            self.obey(number)
            if self[number].node.wake_at > self.now:
                return True
        raise AssertionError(f"node {number} wants to be ticked for ever")

    def run(self, duration_us: int = SECOND) -> None:
        limit = self.now + duration_us
        while self.step(limit):
            pass
        self.now = limit

    def until(self, condition: Callable[[], bool], limit_us: int = 30 * SECOND) -> None:
        limit = self.now + limit_us
        while not condition():
            assert self.step(limit), "it did not come to that"

    # ---- to a place in the story

    def sit(self, options: Options | None = None, *, who: tuple[int, ...] | None = None) -> bytes:
        """All, or ``who``, are at one table, in seats of that order, and see one another there."""
        numbers = who or tuple(range(len(self.seats)))
        self.submit(numbers[0], OpenTable("Kitchen", options or Options()))
        table = self[numbers[0]].table.table
        for seated, number in enumerate(numbers[1:], 1):
            self.link(number, numbers[0])
            self.submit(number, JoinTable(table))
            there = numbers[: seated + 1]
            self.until(lambda there=there: all(self.sees(each, len(there)) for each in there))  # type: ignore[misc]
        self.run(4 * SECOND)
        return table

    def sees(self, number: int, count: int) -> bool:
        table = self[number].node.final
        return table is not None and len(table.present) == count

    def all_in(self, phase: Phase) -> bool:
        tables = [seat.node.final for seat in self.seats if seat.up]
        return all(table is not None and table.phase is phase for table in tables)

    def deal(self) -> None:
        """All are ready; the first move is legal for everybody when this returns."""
        self.ready()
        self.until(lambda: self.all_in(Phase.PLAYING))
        self.until(lambda: all(seat.node.starts_in_us == 0 for seat in self.seats))

    def ready(self) -> None:
        """All who are up say that they are ready."""
        for seat in self.seats:
            if seat.up:
                self.submit(seat.number, SetReady(True))

    def play(self, number: int) -> bool:
        """One move of a player who sees what a person there sees; False where there is none."""
        node = self[number].node
        table, seat = node.predicted, node.own_seat
        playing = table is not None and table.round is not None and table.phase is Phase.PLAYING and seat is not None
        if not playing or table is None or table.round is None or seat is None:
            return False
        move = choose(table.round, seat)
        if move is None:
            return False
        self.submit(number, Act(move))
        return True

    def play_until(self, condition: Callable[[], bool], *, who: tuple[int, ...] | None = None) -> None:
        """All, or ``who``, play, a move each 20 ms, up to the very moment when ``condition`` holds."""
        numbers = who or tuple(range(len(self.seats)))
        limit = self.now + 3_600 * SECOND
        while not condition():
            for number in numbers:
                self.play(number)
                if condition():
                    return
            pause = self.now + 20_000
            while self.step(pause):
                if condition():
                    return
            self.now = pause
            assert self.now < limit, "the round never ended"

    def play_round(self) -> None:
        self.play_until(lambda: self.all_in(Phase.BETWEEN) or self.all_in(Phase.FINISHED))

    def export(self, number: int, match: int = 1) -> tuple[str, ...]:
        return export_lines(self[number].records[match_id(self[number].final.table, match)])
