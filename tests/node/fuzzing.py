"""A node at a table, in company, that gets frames which no node would send; they begin as what its company says.

A round is all that one table lives through, and depends on its seed alone: what fails can be played again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import Misbehaved
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, Event
from p2p_ligretto.replication.messages import Events, EventSent
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import FrameDecoder, frame
from p2p_ligretto.wire.messages import AnyMessage
from tests.node.company import SECOND, Company
from tests.wire.fuzz_target import message_in, read_all
from tests.wire.mutations import mutated, seeds

SIZE: Final = 3
PLACES: Final = ("lobby", "playing", "playing", "playing", "parting")
RECENT: Final = 200
"""So many of the last things that were said are made use of."""


@dataclass
class Result:
    """What became of the frames of some rounds."""

    frames: int = 0
    refused: int = 0
    """By the wire."""
    heard: int = 0
    """By the node."""
    blamed: Counter[str] = field(default_factory=Counter)
    rounds_played_on: int = 0

    def add(self, other: "Result") -> None:
        self.frames += other.frames
        self.refused += other.refused
        self.heard += other.heard
        self.blamed += other.blamed
        self.rounds_played_on += other.rounds_played_on


def company_at(place: str) -> Company:
    company = Company(SIZE)
    company.sit()
    if place != "lobby":
        company.deal()
    return company


class Round:
    """``frames``: what was given to the node, in order."""

    def __init__(self, seed: int, number: int) -> None:
        self.frames: list[bytes] = []
        self.result = Result()
        self._source = Random(f"{seed} {number}")
        self._seeds = seeds()
        self._place = self._source.choice(PLACES)
        self._company = company_at(self._place)
        self._company.refuses_dials = False
        self._seen = 0

    def run(self, frames: int) -> Result:
        """Give the node so many, with its company playing on in between; raises whatever goes wrong."""
        for number in range(frames):
            self._say(self._next())
            if number % 20 == 0:
                self._live(number)
        self._company.run(6 * SECOND)
        self._check()
        told = self._company[0].told(Misbehaved)
        self.result.blamed.update(notice.reason for notice in told if isinstance(notice, Misbehaved))
        return self.result

    def _next(self) -> bytes:
        said = self._company.sent[-RECENT:]
        _from, _to, message = self._source.choice(said)
        others = [encode(self._source.choice(said)[2])[4:], self._source.choice(self._seeds)]
        body = encode(message)[4:] if self._source.random() < 0.8 else self._source.choice(self._seeds)
        return mutated(body, others, self._source)

    def _say(self, body: bytes) -> None:
        self.frames.append(body)
        self.result.frames += 1
        (same,) = FrameDecoder().feed(frame(body))
        assert same == body
        message = message_in(body)
        if message is None:
            self.result.refused += 1
            if self.result.refused % 50 == 0:
                read_all(body)
            return
        link = link_of(self._company, self._source.choice((1, 2)))
        if link is not None:
            self.result.heard += 1
            half = self._source.random() < 0.5
            said = message if half else signed_by_author(message, self._company, self._seeds, self._source)
            self._company.say(0, link, said)

    def _live(self, number: int) -> None:
        for seat in range(SIZE):
            self._company.play(seat)
        self._company.run(self._source.choice((1_000, 20_000, 20_000, 100_000)))
        if self._place == "parting" and number % 400 == 200:
            self._part()
        del self._company.sent[:-RECENT]
        for seat in self._company:
            seat.outputs.clear()

    def _part(self) -> None:
        """The two others lose their link, for a moment."""
        if self._company.peer(2) in self._company[1].node.peers:
            self._company.hang_up(self._company.link_to(1, 2))

    def _check(self) -> None:
        assert_lives(self._company)
        self.result.rounds_played_on += self._company[0].node.final is not None


def link_of(company: Company, source: int) -> int | None:
    """The node's link with ``source``, a new one if it has lost it; None where it takes none."""
    if company.peer(source) not in company[0].node.peers:
        company.link(source, 0)
    return company.link_to(0, source) if company.peer(source) in company[0].node.peers else None


def assert_lives(company: Company) -> None:
    """The first node sees a table that makes sense, or none, and has something to do later."""
    node: Node = company[0].node
    table: Any = node.final
    assert table is None or table.phase in Phase
    assert node.wake_at > company.now


def signed_by_author(message: AnyMessage, company: Company, others: Sequence[bytes], source: Random) -> AnyMessage:
    """With all events signed by who they name, as a member that lies would have it; what they say is made of others."""
    match message:
        case EventSent(event):
            return EventSent(_by_author(event, company, others, source))
        case Events(events):
            return Events(tuple(_by_author(event, company, others, source) for event in events))
        case _:
            return message


def _by_author(event: Event, company: Company, others: Sequence[bytes], source: Random) -> Event:
    """Signed, and half of the time what its author may say next, with content that is a little unlike its own."""
    author, session = event.author, company[0].node.session
    if author == company.peer(0):
        return event
    if session is not None and session.log.view.member(author) is not None and source.random() < 0.5:
        head, now = session.log.head(author), session.clock.table_time(company.now)
        content = mutated(event.payload or b"\xc0", others, source)[:MAX_PAYLOAD_BYTES]
        event = replace(
            event,
            table=session.log.table,
            view=session.log.view.number,
            incarnation=session.log.view.member(author).incarnation,  # type: ignore[union-attr]
            seq=head.seq + 1,
            time=max(head.time, now) + source.randint(1, 100_000),
            previous=head.hash,
            payload=source.choice((content, event.payload)),
        )
    return signed(event, KeyedHashSigner(author))
