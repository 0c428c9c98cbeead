"""Chapters 03 and 04 told a second time, from their text and without the package: the vectors fit this telling too."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgpack

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
ORDERING = json.loads((FOLDER / "ordering.json").read_text(encoding="ascii"))
DEALING = json.loads((FOLDER / "dealing.json").read_text(encoding="ascii"))
NO_EVENT = bytes(32)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return bytes.fromhex(value["bin"]) if list(value) == ["bin"] else [bare(each) for each in value.values()]
    return [bare(each) for each in value] if isinstance(value, list) else value


def hash_of(event: dict[str, Any]) -> bytes:
    return sha256(msgpack.packb(bare(event)[:8]))


def test_event_hashes() -> None:
    for case in ORDERING["hashes"]:
        assert hash_of(case["event"]).hex() == case["hash"]


def test_ties() -> None:
    for case in ORDERING["ties"]:
        parts = b"ligretto tie" + bytes.fromhex(case["joint_seed"])
        move = case["payload"].get("move", {})
        if move.get("type") == "play":
            parts += move["colour"].encode("ascii") + move["opener"].to_bytes(2, "big") + bytes([move["height"]])
        seat = 0xFFFF if case["seat"] is None else case["seat"]
        assert sha256(parts + seat.to_bytes(2, "big")).hex() == case["tie"]


def test_hashes_of_the_log() -> None:
    before, chains = bytes(32), {}
    for case in ORDERING["log_hashes"]:
        members = [member["peer"]["bin"] for member in case["view"]["members"]]
        for event in case["events"]:
            author = event["author"]["bin"]
            chain = chains.setdefault(author, [NO_EVENT])
            assert event["previous"]["bin"] == chain[-1].hex()
            assert event["seq"] == len(chain)
            chain.append(hash_of(event))
        cut = dict(zip(members, case["proposal"]["cut"], strict=True))
        chains = {author: chain[: cut.get(author, len(chain)) + 1] for author, chain in chains.items()}
        ends = [chains.get(author, [NO_EVENT])[cut[author]] for author in members]
        before = sha256(b"ligretto log" + msgpack.packb([before, bare(case["proposal"]), ends]))
        assert before.hex() == case["hash"]


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def stream(key: bytes) -> Iterator[int]:
    for block in count():
        yield from mac(key, block.to_bytes(8, "big"))


def drawn(source: Iterator[int], below: int) -> int:
    while True:
        number = 0
        for _ in range(4):
            number = number * 256 + next(source)
        if number < 2**32 - 2**32 % below:
            return number % below


def shuffled(key: bytes, items: list[Any]) -> list[Any]:
    source, order = stream(key), list(items)
    for i in reversed(range(1, len(order))):
        j = drawn(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def key_of(secret: str, seed: str, purpose: bytes) -> bytes:
    return mac(mac(bytes.fromhex(seed), bytes.fromhex(secret)), purpose + b"\x01")


CARDS = [f"{colour}{number}" for colour in "RYGB" for number in range(1, 11)]


def test_streams_numbers_and_shuffles() -> None:
    for case in DEALING["streams"]:
        source = stream(bytes.fromhex(case["key"]))
        assert bytes(next(source) for _ in range(100)).hex() == case["first_bytes"]
    source = stream(bytes.fromhex(DEALING["numbers"]["key"]))
    for case in DEALING["numbers"]["drawn"]:
        assert drawn(source, case["below"]) == case["number"]
    for case in DEALING["shuffles"]:
        assert shuffled(bytes.fromhex(case["key"]), list(range(case["items"]))) == case["order"]


def test_commitments_and_seeds() -> None:
    for case in DEALING["commitments"]:
        assert sha256(b"ligretto secret" + bytes.fromhex(case["secret"])).hex() == case["secret_hash"]
        assert sha256(b"ligretto share" + bytes.fromhex(case["share"])).hex() == case["share_hash"]
    for case in DEALING["joint_seeds"]:
        ordered = sorted(case["shares"], key=lambda share: share["seat"])
        parts = [share["seat"].to_bytes(2, "big") + bytes.fromhex(share["share"]) for share in ordered]
        assert sha256(b"ligretto seed" + b"".join(parts)).hex() == case["joint_seed"]


def test_decks_layouts_and_reshuffles() -> None:
    for case in DEALING["decks"]:
        assert shuffled(key_of(case["secret"], case["joint_seed"], b"ligretto deck"), CARDS) == case["deck"]
    for case in DEALING["layouts"]:
        deck = shuffled(key_of(case["secret"], case["joint_seed"], b"ligretto deck"), CARDS)
        row = {2: 5, 3: 4}.get(case["players"], 3)
        assert (case["stack"], case["row"], case["hand"]) == (deck[:10], deck[10 : 10 + row], deck[10 + row :])
    for case in DEALING["reshuffles"]:
        purpose = b"ligretto reshuffle" + case["passes"].to_bytes(4, "big")
        assert shuffled(key_of(case["secret"], case["joint_seed"], purpose), case["discard"]) == case["hand"]
