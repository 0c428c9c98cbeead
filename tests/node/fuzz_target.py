"""Any bytes at all, read as what two members and a stranger say to a node at a table: it hears them, and lives.

The first byte says where the table is. Then come steps: a byte that says who speaks, whether events are signed by whom
they name, and how long the company plays on after it; two bytes of length; and the body of a frame. An input means the
same each time, whatever was given before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import AnyMessage
from tests.node.company import SECOND, Company
from tests.node.copying import Original
from tests.node.fuzzing import assert_lives, link_of, signed_by_author
from tests.wire.fuzz_target import message_in
from tests.wire.mutations import mutated
from tests.wire.mutations import seeds as bodies

CORPUS: Final = Path(__file__).parent / "corpus"
PLACES: Final = ("lobby", "dealing", "playing", "parted")
MEMBERS: Final = (0, 1, 2)
STRANGER: Final = 3
PAUSES_US: Final = (0, 20_000, 100_000, SECOND)
MAX_STEPS: Final = 24
MAX_BODY_BYTES: Final = 65_535
"""What two bytes can count; a frame may be one longer."""
SEED_STEPS: Final = 6


@dataclass(frozen=True, slots=True)
class Step:
    """Who says it (a member or the stranger), whether events in it are signed by their authors, and what follows."""

    source: int
    signed: bool
    pause_us: int
    body: bytes


def steps_in(data: bytes) -> tuple[int, list[Step]]:
    """The place, by its number, and the steps that ``data`` means."""
    steps, at = [], 1
    while at + 3 < len(data) and len(steps) < MAX_STEPS:
        flags, length = data[at], int.from_bytes(data[at + 1 : at + 3], "big")
        body = data[at + 3 : at + 3 + length]
        steps.append(Step(1 + (flags & 3) % 3, bool(flags & 4), PAUSES_US[flags >> 3 & 3], body or b"\xc0"))
        at += 3 + length
    return (data[0] if data else 0) % len(PLACES), steps


def as_data(place: int, steps: Sequence[Step]) -> bytes:
    """What means these steps."""
    parts = [bytes([place])]
    for step in steps:
        flags = step.source - 1 | step.signed << 2 | PAUSES_US.index(step.pause_us) << 3
        body = step.body[:MAX_BODY_BYTES]
        parts.append(bytes([flags]) + len(body).to_bytes(2, "big") + body)
    return b"".join(parts)


def company_at(place: int) -> Company:
    """Three at a table that has come that far, and a stranger who is linked to the first of them."""
    return _original_at(place).copy()


@cache
def _original_at(place: int) -> Original:
    company = brought_to(place)
    company.sent.clear()
    for seat in company:
        seat.outputs.clear()
        seat.notices.clear()
    return Original(company)


def brought_to(place: int) -> Company:
    """The same, by the way that leads there."""
    company = Company(4)
    company.crash(STRANGER)
    company.sit(who=MEMBERS)
    if PLACES[place] == "dealing":
        company.held_back = lambda source, _target, _message: source == 2
        company.ready()
        company.run(SECOND // 2)
        company.held_back = lambda source, target, message: False
    elif PLACES[place] != "lobby":
        company.deal()
    if PLACES[place] == "parted":
        company.held_back = lambda source, target, _message: {source, target} == {1, 2}
    company.start(STRANGER)
    company.link(STRANGER, 0)
    company.run(SECOND // 10)
    while company._queue:
        company.step(company.now + SECOND)
    return company


def hear(data: bytes) -> int:
    """Let the node hear what ``data`` means; how much of it came to the node. Raises whatever goes wrong."""
    place, steps = steps_in(data)
    messages = [(step, message_in(step.body)) for step in steps]
    if not any(message for _, message in messages):
        return 0
    return hear_at(company_at(place), messages)


def hear_at(company: Company, messages: Sequence[tuple[Step, AnyMessage | None]]) -> int:
    """The same, in a company that has come to the place."""
    heard = 0
    for step, message in messages:
        link = link_of(company, step.source) if message is not None else None
        if link is not None and message is not None:
            heard += 1
            said = signed_by_author(message, company, (step.body,), Random(step.body)) if step.signed else message
            company.say(0, link, said)
        if step.pause_us:
            for number in MEMBERS:
                company.play(number)
            company.run(step.pause_us)
    company.run(SECOND // 2)
    assert_lives(company)
    return heard


@cache
def said_at(place: int) -> tuple[Step, ...]:
    """What the company says to the node on the way to a place, and for some seconds there."""
    company = brought_to(place)
    company.run(3 * SECOND)
    return tuple(
        Step(source, signed=False, pause_us=0, body=encode(message)[4:])
        for source, target, message in company.sent
        if target == 0 and source != 0
    )


def seeds() -> list[bytes]:
    """Inputs to begin with: what is said on the way to each place, some at a time, and what is kept in the corpus."""
    found = []
    for place in range(len(PLACES)):
        said = said_at(place)
        found += [as_data(place, said[start : start + SEED_STEPS]) for start in range(0, len(said), SEED_STEPS)]
    return found + [path.read_bytes() for path in sorted(CORPUS.glob("*")) if path.is_file()]


def changed(data: bytes, most_bytes: int, source: Random) -> bytes:
    """An input that is a little unlike ``data``: another body, another speaker, steps more or fewer, another place."""
    place, steps = steps_in(data)
    said = said_at(place)
    for _ in range(source.choice((1, 1, 2, 4))):
        at = source.randrange(len(steps)) if steps else 0
        way = source.randrange(10) if steps else 9
        if way < 5:
            others = (source.choice(said).body, source.choice(bodies()))
            steps[at] = _with(steps[at], source, body=mutated(steps[at].body, others, source))
        elif way < 7:
            steps[at] = _with(steps[at], source)
        elif way == 7:
            del steps[at]
        elif way == 8:
            steps.insert(at, source.choice(steps))
        else:
            steps.insert(at, source.choice(said))
    if source.random() < 0.05:
        place = source.randrange(len(PLACES))
    while len(whole := as_data(place, steps[:MAX_STEPS])) > most_bytes and steps:
        steps.pop()
    return whole


def _with(step: Step, source: Random, body: bytes | None = None) -> Step:
    if body is not None:
        return Step(step.source, step.signed, step.pause_us, body)
    return Step(source.choice((1, 1, 2, 3)), source.random() < 0.5, source.choice(PAUSES_US), step.body)
