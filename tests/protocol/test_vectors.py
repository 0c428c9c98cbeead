"""The code agrees with every vector, and the vectors are what the generator writes."""

import importlib
import json
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from p2p_ligretto.dealing.audit import Hand, Made, audit
from p2p_ligretto.dealing.commitment import joint_seed, secret_hash, share_hash
from p2p_ligretto.dealing.deck import own_deck, reshuffled
from p2p_ligretto.dealing.keyed_stream import KeyedStream, derived_key
from p2p_ligretto.dealing.leaves import deck_salts
from p2p_ligretto.dealing.own_cards import deck_leaves, lay_out
from p2p_ligretto.game.cards import parse_card
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.replication.events import NO_EVENT, Event, event_hash
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.intervals import Interval
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.majority import OWN, agreement_of
from p2p_ligretto.replication.messages import holdings
from p2p_ligretto.replication.order import in_order, rough_key
from p2p_ligretto.replication.peer_clock import measure
from p2p_ligretto.replication.replica import Replica
from p2p_ligretto.replication.signing import Ed25519Signer, is_signed
from p2p_ligretto.replication.views import Member, View
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.framing import HEADER_BYTES, FrameDecoder
from p2p_ligretto.wire.handshake import (
    Agreed,
    Transcript,
    check_hello,
    check_proof,
    decode_greeting,
    decode_proof,
    prove,
)
from p2p_ligretto.wire.messages import AnyMessage, Hello, Refusal
from p2p_ligretto.wire.names import check_name
from p2p_ligretto.wire.payload_codec import decode_payload, encode_payload
from p2p_ligretto.wire.payloads import AnyPayload, Moved
from p2p_ligretto.wire.violations import ProtocolViolation

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
TABLE, INCARNATION = b"t" * 16, b"i" * 8


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="ascii"))


def bare(value: Any) -> Any:
    """JSON of a vector as plain values, structures as arrays in the order of their fields."""
    if isinstance(value, dict):
        return bytes.fromhex(value["bin"]) if value.keys() == {"bin"} else [bare(each) for each in value.values()]
    return [bare(each) for each in value] if isinstance(value, list) else value


def named(cases: list[dict[str, Any]], key: str = "name") -> Any:
    return pytest.mark.parametrize("case", cases, ids=[case[key] for case in cases])


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("generate")


def test_the_files_are_what_the_generator_writes(generator: ModuleType) -> None:
    written = {path.name: path.read_text(encoding="ascii") for path in FOLDER.glob("*.json")}
    assert generator.contents() == written


# ---- framing

FRAMING = load("framing.json")


@named(FRAMING["valid"])
def test_streams(case: dict[str, Any]) -> None:
    decoder = FrameDecoder()
    bodies = [body for piece in case["pieces"] for body in decoder.feed(bytes.fromhex(piece))]
    assert [body.hex() for body in bodies] == case["bodies"]


@named(FRAMING["invalid"])
def test_streams_that_are_refused(case: dict[str, Any]) -> None:
    decoder, stream = FrameDecoder(), bytes.fromhex(case["stream"])
    for byte in stream[: case["refused_after"] - 1]:
        decoder.feed(bytes([byte]))
    with pytest.raises(ProtocolViolation):
        decoder.feed(stream[case["refused_after"] - 1 : case["refused_after"]])


# ---- messages and payloads

MESSAGES, PAYLOADS = load("messages.json"), load("payloads.json")


@named(MESSAGES["valid"])
def test_messages(case: dict[str, Any]) -> None:
    body = bytes.fromhex(case["body"])
    message = convert(bare(case["message"]), AnyMessage, builtin_types=(bytes,))
    assert decode(body) == message
    assert encode(message)[HEADER_BYTES:] == body


@named(MESSAGES["invalid"], "wrong")
def test_messages_that_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ProtocolViolation):
        decode(bytes.fromhex(case["body"]))


@named(PAYLOADS["valid"])
def test_payloads(case: dict[str, Any]) -> None:
    payload = convert(bare(case["payload"]), AnyPayload, builtin_types=(bytes,))
    assert decode_payload(bytes.fromhex(case["bytes"])) == payload
    assert encode_payload(payload).hex() == case["bytes"]


@named(PAYLOADS["invalid"], "wrong")
def test_payloads_that_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ProtocolViolation):
        decode_payload(bytes.fromhex(case["bytes"]))


@pytest.mark.parametrize(
    ("cases", "key", "family"), [(MESSAGES, "message", AnyMessage), (PAYLOADS, "payload", AnyPayload)]
)
def test_every_type_has_a_vector(cases: dict[str, Any], key: str, family: Any) -> None:
    shown = {case[key]["type"] for case in cases["valid"]}
    assert shown == {cls.__struct_config__.tag for cls in get_args(family)}


# ---- greeting and texts

GREETING = load("greeting.json")


@named(GREETING["cases"])
def test_greetings(case: dict[str, Any]) -> None:
    own = convert(bare(GREETING["own"]), Hello, builtin_types=(bytes,))
    try:
        greeting = decode_greeting(bytes.fromhex(case["body"]))
    except ProtocolViolation:
        assert case["verdict"] == {"violation": True}
        return
    if isinstance(greeting, Refusal):
        assert case["verdict"] == {"told": greeting.reason}
        return
    verdict = check_hello(own, greeting)
    agreed = isinstance(verdict, Agreed)
    assert case["verdict"] == ({"agreed": verdict.version} if agreed else {"refused": verdict.cause})


HANDSHAKE = load("handshake.json")
LINK = Transcript(
    bytes.fromhex(HANDSHAKE["dialler_hello"]),
    bytes.fromhex(HANDSHAKE["accepter_hello"]),
    sha256(bytes.fromhex(HANDSHAKE["certificate"])).digest(),
)


@named(HANDSHAKE["ends"], "role")
def test_ends_of_a_link(case: dict[str, Any]) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(case["secret_key"]))
    assert key.public_key().public_bytes_raw().hex() == case["key"]
    assert sha256(bytes.fromhex(case["key"])).hexdigest()[:32] == case["peer"]
    assert LINK.signed_by(case["role"]).hex() == case["signed"]
    assert prove(key, case["role"], LINK).hex() == case["proof"]


@named(HANDSHAKE["proofs"])
def test_proofs(case: dict[str, Any]) -> None:
    greeting = decode_greeting(LINK.dialler_hello[HEADER_BYTES:])
    assert isinstance(greeting, Hello)
    try:
        proof = decode_proof(bytes.fromhex(case["body"]))
    except ProtocolViolation:
        assert case["verdict"] == {"violation": True}
        return
    if isinstance(proof, Refusal):
        assert case["verdict"] == {"told": proof.reason}
        return
    refused = check_proof(proof, greeting.peer, "dialler", LINK)
    assert case["verdict"] == ({"proven": True} if refused is None else {"refused": refused.cause})


def test_names() -> None:
    texts = load("texts.json")
    assert [name for name in texts["valid"] if check_name(name)] == []
    assert [case for case in texts["invalid"] if not check_name(case["name"])] == []


# ---- table time

TABLE_TIME = load("table_time.json")


@pytest.mark.parametrize("case", TABLE_TIME["pings"], ids=lambda case: case["name"])
def test_what_a_ping_tells(case: dict[str, Any]) -> None:
    sample = measure(*(case[name] for name in ("sent", "clock", "received", "replied", "arrived")))
    assert (sample.low_us, sample.high_us, sample.ahead_us) == (case["low"], case["high"], case["ahead"])


@pytest.mark.parametrize("case", TABLE_TIME["agreements"], ids=lambda case: case["name"])
def test_whose_clocks_make_the_table_time(case: dict[str, Any]) -> None:
    bounds = {name.encode(): Interval(*ends) for name, ends in case["bounds"].items()}
    bounds[OWN] = Interval(case["own"], case["own"])
    agreement = agreement_of(bounds, OWN if case["senior"] == "own" else case["senior"].encode(), None)
    assert agreement.agreed == {OWN if name == "own" else name.encode() for name in case["makes"]}
    assert agreement.table == Interval(*case["table"])


# ---- ordering

ORDERING = load("ordering.json")
PEERS = {letter: bytes.fromhex(peer) for letter, peer in ORDERING["peers"].items()}


def chained(events: list[dict[str, Any]]) -> dict[str, Event]:
    """The events of a case with what a log wants of them besides: each author's chain."""
    made: dict[str, Event] = {}
    heads: dict[str, bytes] = {}
    for one in sorted(events, key=lambda each: each["seq"]):
        event = Event(
            TABLE,
            one["view"],
            PEERS[one["author"]],
            INCARNATION,
            one["seq"],
            one["time"],
            heads.get(one["author"], NO_EVENT),
            one["name"].encode(),
        )
        heads[one["author"]] = event_hash(event)
        made[one["name"]] = event
    return made


def tie_in(events: list[dict[str, Any]]) -> Any:
    ties = {one["name"].encode(): bytes.fromhex(one["tie"]) for one in events}
    return lambda _state, event: ties[event.payload]


def names(events: Any) -> list[str]:
    return [event.payload.decode() for event in events]


def noted(state: tuple[str, ...], event: Event) -> tuple[tuple[str, ...], None]:
    return (*state, event.payload.decode()), None


@named(ORDERING["orders"])
def test_orders(case: dict[str, Any]) -> None:
    tie = tie_in(case["events"])

    @given(st.permutations(list(chained(case["events"]).values())))
    def in_any_arrival(arrived: list[Event]) -> None:
        replica: Replica[tuple[str, ...]] = Replica(
            (), lambda state, event: ((*state, event.payload.decode()), None), tie
        )
        for event in arrived:
            replica.insert(event)
        assert list(replica.predicted) == names(replica.tail_events()) == case["order"]

    in_any_arrival()


@named(ORDERING["finals"])
def test_finals(case: dict[str, Any]) -> None:
    members = tuple(Member(PEERS[letter], INCARNATION, b"d" * 8) for letter in case["members"])
    view = View(TABLE, 1, members)
    log, events = Log(TABLE, view), chained(case["events"])
    finality = Finality(log)
    for event in events.values():
        log.add(event)
        finality.grown(event)
    for beat in case["beats"]:
        have = tuple(beat["have"])
        held = [log.hash_at(peer, seq) or NO_EVENT for peer, seq in zip(view.peers(), have, strict=True)]
        heads = tuple(
            bytes(16) if letter in beat["others"] else name[:16]
            for letter, name in zip(case["members"], held, strict=True)
        )
        finality.heard(PEERS[beat["member"]], beat["promise"], beat["last_seq"], holdings(have, heads))
    ordered: list[Event] = []
    rough = sorted(events.values(), key=rough_key)
    for time in sorted({event.time for event in rough}):
        ordered += in_order(None, [event for event in rough if event.time == time], tie_in(case["events"]))
    assert names(ordered) == case["order"]
    assert finality.count(ordered) == case["final"]


def test_hashes_of_events() -> None:
    for case in ORDERING["hashes"]:
        event = convert(bare(case["event"]), Event, builtin_types=(bytes,))
        assert event_hash(event).hex() == case["hash"]


def test_signatures_of_events() -> None:
    signer = Ed25519Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))
    for case in ORDERING["signatures"]:
        event = convert(bare(case["event"]), Event, builtin_types=(bytes,))
        assert event_hash(event).hex() == case["hash"]
        assert is_signed(event, signer) is case["good"], case["name"]


# ---- dealing

DEALING = load("dealing.json")


def cards(texts: list[str]) -> tuple:
    return tuple(map(parse_card, texts))


def test_streams_numbers_and_shuffles() -> None:
    for case in DEALING["streams"]:
        assert KeyedStream(bytes.fromhex(case["key"])).take(100).hex() == case["first_bytes"]
    stream = KeyedStream(bytes.fromhex(DEALING["numbers"]["key"]))
    for drawn in DEALING["numbers"]["drawn"]:
        assert stream.below(drawn["below"]) == drawn["number"]
    for case in DEALING["shuffles"]:
        assert list(KeyedStream(bytes.fromhex(case["key"])).shuffled(range(case["items"]))) == case["order"]
    for case in DEALING["derived_keys"]:
        secret, salt, purpose = (bytes.fromhex(case[key]) for key in ("secret", "salt", "purpose"))
        assert derived_key(secret, salt, purpose).hex() == case["key"]


def test_commitments_and_seeds() -> None:
    for case in DEALING["commitments"]:
        assert secret_hash(bytes.fromhex(case["secret"])).hex() == case["secret_hash"]
        assert share_hash(bytes.fromhex(case["share"])).hex() == case["share_hash"]
    for case in DEALING["joint_seeds"]:
        shares = [(share["seat"], bytes.fromhex(share["share"])) for share in case["shares"]]
        assert joint_seed(shares).hex() == case["joint_seed"]


def test_salts_and_leaves() -> None:
    for case in DEALING["leaves"]:
        secret, seed = bytes.fromhex(case["secret"]), bytes.fromhex(case["joint_seed"])
        own = lay_out(secret, seed, 3)
        assert [salt.hex() for salt in deck_salts(secret, seed)] == case["salts"]
        assert [leaf.hex() for leaf in deck_leaves(own, case["seat"])] == case["leaves"]


@named(DEALING["audits"])
def test_audits(case: dict[str, Any]) -> None:
    leaves = tuple(map(bytes.fromhex, case["leaves"]))
    secret_hash_, seed = bytes.fromhex(case["secret_hash"]), bytes.fromhex(case["joint_seed"])
    hand = Hand(case["seat"], secret_hash_, seed, leaves, row_size(case["players"]))
    moves = []
    for made in case["moves"]:
        moved = decode_payload(bytes.fromhex(made["payload"]))
        assert isinstance(moved, Moved)
        outcome = None if made["outcome"] is None else Rejected(made["outcome"])
        moves.append(Made(to_move(moved.move), moved.proofs, outcome))
    lie = audit(hand, bytes.fromhex(case["opened"]), moves, Options(**case["options"]))
    assert (None if lie is None else {"check": lie.check, "move": lie.move}) == case["verdict"]


def test_decks_layouts_and_reshuffles() -> None:
    for case in DEALING["decks"]:
        assert own_deck(bytes.fromhex(case["secret"]), bytes.fromhex(case["joint_seed"])) == cards(case["deck"])
    for case in DEALING["layouts"]:
        secret, seed = bytes.fromhex(case["secret"]), bytes.fromhex(case["joint_seed"])
        own = lay_out(secret, seed, row_size(case["players"]))
        assert (own.stack, own.row, own.hand) == (cards(case["stack"]), cards(case["row"]), cards(case["hand"]))
    for case in DEALING["reshuffles"]:
        secret, seed = bytes.fromhex(case["secret"]), bytes.fromhex(case["joint_seed"])
        assert reshuffled(secret, seed, case["passes"], cards(case["discard"])) == cards(case["hand"])
