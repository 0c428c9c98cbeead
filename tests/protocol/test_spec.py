"""The tables of the specification are those of the code."""

import re
from pathlib import Path
from typing import get_args

import pytest

from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.node.neighbours import COUNTDOWN_PING_US, IDLE_PING_US
from p2p_ligretto.node.pings import ANSWER_US, HURRIED_PING_US
from p2p_ligretto.replication.clock import SEEK_US, SLEPT_US, SLEW_PARTS, STEP_US
from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, Event
from p2p_ligretto.replication.log import EVENT_OVERHEAD_BYTES, MAX_CHAIN_BYTES, MAX_LOG_BYTES, VIEW_COST_BYTES
from p2p_ligretto.replication.majority import TOLERANCE_US
from p2p_ligretto.replication.messages import MAX_EVENTS_PER_MESSAGE, Holding
from p2p_ligretto.replication.peer_clock import DRIFT_PARTS
from p2p_ligretto.replication.peer_clocks import FRESH_US, PRECISION_US, TRUSTED_US, WINDOW
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.runtime.doorkeeper import ARRIVAL_RATE, MAX_CONNECTIONS_PER_HOST
from p2p_ligretto.runtime.encrypted_pipe import MAX_EMPTY_RECORDS
from p2p_ligretto.runtime.greeting import GREETING_LIMIT_S
from p2p_ligretto.runtime.link import MAX_UNTAKEN_BYTES
from p2p_ligretto.runtime.metering import MAX_WAITING_BYTES, READING_RATE, SENDING_RATE
from p2p_ligretto.runtime.securing import MAX_UNPROVEN_BYTES, SECURING_LIMIT_S
from p2p_ligretto.wire.framing import MAX_BODY_BYTES
from p2p_ligretto.wire.handshake import LINK_LABEL, MAX_GREETING_BYTES
from p2p_ligretto.wire.messages import MAX_PASSED_BYTES, Address, AnyMessage, KnownPeer, Proof, TableCard
from p2p_ligretto.wire.names import check_text
from p2p_ligretto.wire.payloads import AnyMove, AnyPayload, TableOptions
from p2p_ligretto.wire.unpacking import MAX_STRING_BYTES
from tests.protocol.describe import fields_of, tag_of

SPEC = Path(__file__).parents[2] / "protocol" / "spec"
MESSAGES = (SPEC / "02-messages.md").read_text(encoding="utf-8")
STRUCTURES = [
    Address,
    TableCard,
    KnownPeer,
    Event,
    Member,
    View,
    Ballot,
    Holding,
    Proposal,
    Accepted,
    Decision,
    TableOptions,
    CardProof,
]
TAGGED = [*get_args(AnyMessage), *get_args(AnyPayload), *get_args(AnyMove)]


def sections() -> dict[str, str]:
    parts = re.split(r"^#+ (.*)$", MESSAGES, flags=re.M)
    return {title.strip("`"): text for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def rows(text: str) -> list[tuple[str, str]]:
    cells = [
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in text.splitlines() if line[:1] == "|"
    ]
    return [(name, kind) for name, kind, _ in cells[2:]]


@pytest.mark.parametrize("cls", [*STRUCTURES, *TAGGED], ids=lambda cls: cls.__name__)
def test_each_table_shows_the_fields_with_their_bounds(cls: type) -> None:
    assert rows(sections()[tag_of(cls) or cls.__name__]) == fields_of(cls)


def test_the_proof_is_shown_with_its_fields() -> None:
    _, _, table = (SPEC / "07-handshake.md").read_text(encoding="utf-8").partition("### `proof`\n")
    assert rows(table.split("\n\n")[0]) == fields_of(Proof)


def test_nothing_is_described_that_the_code_does_not_know() -> None:
    described = set(re.findall(r"^### `(.*)`$", MESSAGES, flags=re.M))
    assert described == {tag_of(cls) for cls in TAGGED}


def test_tags_are_told_apart() -> None:
    for family in (AnyMessage, AnyPayload, AnyMove):
        tags = [tag_of(cls) for cls in get_args(family)]
        assert len(set(tags)) == len(tags)


@pytest.mark.parametrize(
    ("chapter", "sentence"),
    [
        ("01-framing.md", f"1 <= N <= {MAX_BODY_BYTES}"),
        ("01-framing.md", f"its body has at most {MAX_GREETING_BYTES} bytes"),
        ("07-handshake.md", f"a frame of at most {MAX_GREETING_BYTES} bytes"),
        ("07-handshake.md", f"SHOULD give up {SECURING_LIMIT_S} s after the greetings"),
        ("07-handshake.md", f"MUST give up {GREETING_LIMIT_S:.0f} s after it began to greet"),
        ("07-handshake.md", f"more than {MAX_UNPROVEN_BYTES} bytes after the greeting"),
        ("07-handshake.md", f'"{LINK_LABEL.decode()}" + SHA-256('),
        ("07-handshake.md", f"who has sent more than {MAX_EMPTY_RECORDS} of them"),
        ("07-handshake.md", f"{READING_RATE.frames} frames or {READING_RATE.payload_bytes} bytes a second"),
        ("07-handshake.md", f"more than {MAX_WAITING_BYTES // 1024**2} MiB, and {SENDING_RATE.payload_bytes} bytes"),
        ("07-handshake.md", f"while more than {MAX_UNTAKEN_BYTES // 1024**2} MiB wait"),
        ("07-handshake.md", f"a host that has {MAX_CONNECTIONS_PER_HOST} connections"),
        ("07-handshake.md", f"more than {ARRIVAL_RATE.frames} a second after the first {ARRIVAL_RATE.frames_at_once}"),
        ("03-ordering.md", f"reckoned at {EVENT_OVERHEAD_BYTES} bytes"),
        ("03-ordering.md", f"a view at {VIEW_COST_BYTES} bytes"),
        ("03-ordering.md", f"may come to {MAX_CHAIN_BYTES} bytes"),
        ("03-ordering.md", f"with all views, to {MAX_LOG_BYTES}."),
        ("03-ordering.md", f"only if it comes within {ANSWER_US // 1_000_000} s:"),
        ("03-ordering.md", f"by one part in {DRIFT_PARTS} of the time"),
        ("03-ordering.md", f"each wider by {TOLERANCE_US // 1000} ms at both ends"),
        ("03-ordering.md", f"that have answered within {FRESH_US // 1_000_000} s, and the own clock"),
        ("03-ordering.md", f"are more than {SLEPT_US // 1000} ms ahead of its offset, has slept"),
        ("03-ordering.md", f"1 / (round trip + {PRECISION_US} us)^2"),
        ("03-ordering.md", f"that of a round trip of {TRUSTED_US // 1000} ms"),
        ("03-ordering.md", f"at most one part in {SLEW_PARTS} of the time that passes"),
        ("03-ordering.md", f"more than {STEP_US // 1000} ms to go"),
        ("03-ordering.md", f"or {SEEK_US // 1000} ms after the first answer"),
        ("03-ordering.md", f"answered less than {WINDOW} times are asked every {HURRIED_PING_US // 1000} ms"),
        ("03-ordering.md", f"are asked every {IDLE_PING_US // 1_000_000} s, in a round every second"),
        ("03-ordering.md", f"every {COUNTDOWN_PING_US // 1000} ms while its first move"),
        ("02-messages.md", f"a string takes more than {MAX_STRING_BYTES} bytes"),
        ("02-messages.md", f"a byte string more than {MAX_PASSED_BYTES}"),
        ("02-messages.md", f"one MessagePack value of at most {MAX_PAYLOAD_BYTES} bytes"),
        ("02-messages.md", f"an array more than {MAX_EVENTS_PER_MESSAGE} elements"),
    ],
)
def test_limits_are_those_of_the_code(chapter: str, sentence: str) -> None:
    assert sentence in " ".join((SPEC / chapter).read_text(encoding="utf-8").split())


def test_the_code_points_that_are_refused_are_those_of_the_list() -> None:
    listed = re.search(
        r"holds one of these code points: U\+(.*?), the last two of every plane, (\w+)\.\.(\w+);", MESSAGES, re.S
    )
    assert listed is not None
    ranges = [*re.split(r",\s+", listed[1]), f"{listed[2]}..{listed[3]}"]
    refused = {plane * 0x10000 + last for plane in range(17) for last in (0xFFFE, 0xFFFF)}
    for each in ranges:
        low, _, high = each.partition("..")
        refused |= set(range(int(low, 16), int(high or low, 16) + 1))
    found = {point for point in range(0x110000) if "the character" in (check_text(chr(point)) or "")}
    assert found == refused
