"""What the page on security promises is tested where it says, and its bounds are those of the code."""

import re
from pathlib import Path

import pytest

from p2p_ligretto.node import audience, intake, links, talk
from p2p_ligretto.replication import events, identifiers, log
from p2p_ligretto.runtime import (
    announcement,
    backlog,
    discovery,
    doorkeeper,
    encrypted_pipe,
    greeting,
    journals,
    link,
    metering,
    records,
    securing,
)
from p2p_ligretto.wire import framing, handshake, messages, payloads, violations

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_every_promise_names_tests_that_there_are() -> None:
    promises = rows("What is promised")
    assert promises
    for promise, _how, tested in promises:
        files = re.findall(r"`(tests/[\w/]+\.py)`", tested)
        assert files, promise
        for file in files:
            assert re.search(r"^(async )?def test_", (ROOT / file).read_text("utf-8"), re.M), file


MIB = 1024**2
BOUNDS = {
    "connections from one host": (
        doorkeeper.MAX_CONNECTIONS_PER_HOST,
        doorkeeper.ARRIVAL_RATE.frames_at_once,
        doorkeeper.ARRIVAL_RATE.frames,
    ),
    "connections from all strangers' hosts": (
        doorkeeper.ALL_ARRIVALS_RATE.frames_at_once,
        doorkeeper.ALL_ARRIVALS_RATE.frames,
    ),
    "handshakes under way with one host, with all": (
        doorkeeper.MAX_GREETINGS_PER_HOST,
        doorkeeper.MAX_GREETINGS,
        doorkeeper.MAX_ARRIVING,
        int(doorkeeper.TURN_LIMIT_S),
        doorkeeper.MAX_GREETINGS_PER_HOST,
    ),
    "a handshake": (int(greeting.GREETING_LIMIT_S), handshake.MAX_GREETING_BYTES, securing.MAX_UNPROVEN_BYTES),
    "links": (links.MAX_LINKS,),
    "dials of strangers at a time": (links.MAX_DIALS_AT_ONCE,),
    "one frame, one event": (framing.MAX_BODY_BYTES, events.MAX_PAYLOAD_BYTES),
    "reading from all links of one host": (metering.READING_RATE.frames, metering.READING_RATE.payload_bytes),
    "sending on all links of one host": (
        metering.SENDING_RATE.payload_bytes,
        metering.SENDING_RATE.bytes_at_once // MIB,
    ),
    "reading from and sending to all strangers together": (
        metering.READING_RATE.frames,
        metering.READING_RATE.payload_bytes,
        metering.SENDING_RATE.payload_bytes,
    ),
    "records of TLS that carry nothing, on one link": (encrypted_pipe.MAX_EMPTY_RECORDS,),
    "waiting for one link that does not read, for all together": (
        metering.MAX_WAITING_BYTES // MIB,
        link.MAX_WAITING_FRAMES,
        backlog.MAX_BACKLOG_BYTES // MIB,
    ),
    "reading from a link while so much waits for it": (link.MAX_UNTAKEN_BYTES // MIB,),
    "one author's events in a table's log, a whole log": (log.MAX_CHAIN_BYTES // MIB, log.MAX_LOG_BYTES // MIB),
    "a journal, the record of a match": (journals.MAX_JOURNAL_BYTES // MIB, records.MAX_RECORD_BYTES // MIB),
    "what is shown of what one member says": (
        messages.MAX_SAID,
        talk.HEARING_RATE.frames_at_once,
        talk.HEARING_RATE.frames,
    ),
    "events that came too early, events that wait for those before them": (intake.MAX_KEPT,),
    "peers heard of, addresses of each": (links.MAX_KNOWN, links.MAX_ADDRESSES),
    "instances found by multicast DNS, TXT record of each": (
        discovery.MAX_INSTANCES,
        announcement.MAX_HEARD_TXT_BYTES,
    ),
    "a name, a reason": (payloads.MAX_NAME_LENGTH, violations.MAX_REASON),
    "members of a table": (identifiers.MAX_MEMBERS,),
    "spectators fed by who sits at a table, by who looks on": (audience.AT_TABLE.most, audience.LOOKING_ON.most),
    "nodes that a newcomer is told of, and that are told of it": (links.MAX_INTRODUCED, links.MAX_INTRODUCED),
    "journals kept": (journals.KEPT_JOURNALS,),
}


@pytest.mark.parametrize("what", list(BOUNDS))
def test_bounds_are_those_of_the_code(what: str) -> None:
    shown = {row[0]: row[1] for row in rows("Bounds")}
    numbers = tuple(int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", shown[what]))
    assert numbers[: len(BOUNDS[what])] == BOUNDS[what]
    assert set(shown) == set(BOUNDS)


def test_both_kinds_of_early_events_have_one_bound() -> None:
    assert intake.MAX_KEPT == log.MAX_EARLY_EVENTS
