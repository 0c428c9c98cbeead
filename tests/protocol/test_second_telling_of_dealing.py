"""Decks, leaves and audits told again from chapters 02 and 04 alone, against the vectors: no code of the game is used.

It is what another program would do: cards are ordinals, payloads are arrays.
"""

import hmac
import json
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgpack
import pytest

VECTORS = json.loads((Path(__file__).parents[2] / "protocol" / "vectors" / "dealing.json").read_text(encoding="ascii"))
ROW = {2: 5, 3: 4}


def key(secret: bytes, salt: bytes, purpose: bytes) -> bytes:
    return hmac.digest(hmac.digest(salt, secret, "sha256"), purpose + b"\x01", "sha256")


def stream(of: bytes, size: int) -> list[int]:
    blocks = b"".join(hmac.digest(of, number.to_bytes(8, "big"), "sha256") for number in range(size // 32 + 1))
    return list(blocks[:size])


def shuffled(of: bytes, items: list[int]) -> list[int]:
    a, unread = list(items), iter(stream(of, 4096))
    for i in range(len(a) - 1, 0, -1):
        for _ in count():
            x = int.from_bytes(bytes(next(unread) for _ in range(4)), "big")
            if x < 2**32 - 2**32 % (i + 1):
                break
        j = x % (i + 1)
        a[i], a[j] = a[j], a[i]
    return a


def leaf(seat: int, position: int, card: int, salt: bytes) -> bytes:
    return sha256(b"ligretto leaf" + seat.to_bytes(2, "big") + bytes([position, card]) + salt).digest()


class Player:
    """The cards of one player, as its secret has them."""

    def __init__(self, secret: bytes, seed: bytes, options: dict[str, Any], players: int) -> None:
        self.secret, self.seed, self.options = secret, seed, options
        self.deck = shuffled(key(secret, seed, b"ligretto deck"), list(range(40)))
        salts = bytes(stream(key(secret, seed, b"ligretto salts"), 640))
        self.salts = [salts[16 * place : 16 * place + 16] for place in range(40)]
        hand = 10 + ROW.get(players, 3)
        self.stack, self.hand = self.deck[:10], self.deck[hand:]
        self.discard: list[int] = []
        self.passes = 0

    def leaves(self, seat: int) -> list[bytes]:
        return [leaf(seat, place, self.deck[place], self.salts[place]) for place in range(40)]

    def take(self, move: list[Any]) -> tuple[str, list[int]]:
        """What the move shows, and which check that is."""
        kind, place = move[0], move[2]
        if kind == "play" and is_wrong(move):
            return "penalty", self.pay()
        if kind == "turn":
            return self.turn()
        if kind == "fill" or place == "stack":
            self.stack = self.stack[1:]
            return "stack", self.stack[:1]
        if place == "discard":
            self.discard.pop()
        return "stack", []

    def turn(self) -> tuple[str, list[int]]:
        check = "turn"
        if not self.hand:
            check, self.hand, self.discard = "reshuffle", self.discard, []
            if self.options["reshuffle"]:
                purpose = b"ligretto reshuffle" + self.passes.to_bytes(4, "big")
                self.hand = shuffled(key(self.secret, self.seed, purpose), self.hand)
            self.passes += 1
        shown, self.hand = self.hand[:3], self.hand[3:]
        self.discard += shown
        return check, shown

    def pay(self) -> list[int]:
        if self.options["penalty"] == "stack_to_hand" and len(self.stack) > 1:
            self.hand.append(self.stack.pop(0))
            return self.stack[:1]
        if self.options["penalty"] == "hand_to_stack" and self.hand:
            self.stack.append(self.hand.pop())
            return self.stack if len(self.stack) == 1 else []
        return []


def is_wrong(move: list[Any]) -> bool:
    _, card, _, _, colour, _, height, _ = move
    return (card // 10, card % 10 + 1) != ("RYGB".index(colour), height)


def verdict(case: dict[str, Any]) -> dict[str, Any] | None:
    secret, seed, seat = bytes.fromhex(case["opened"]), bytes.fromhex(case["joint_seed"]), case["seat"]
    leaves = [bytes.fromhex(each) for each in case["leaves"]]
    if sha256(b"ligretto secret" + secret).hexdigest() != case["secret_hash"]:
        return {"check": "opening", "move": None}
    player = Player(secret, seed, case["options"], case["players"])
    if player.leaves(seat) != leaves:
        return {"check": "deck", "move": None}
    for number, made in enumerate(case["moves"]):
        _, _, move, *rest = msgpack.unpackb(bytes.fromhex(made["payload"]))
        shows, proofs = (move[-1] if len(move) > 1 else []), (rest[0] if rest else [])
        if made["outcome"] == "forged":
            proved = all(
                leaves[place] == leaf(seat, place, card, salt)
                for card, (place, salt) in zip(shows, proofs, strict=True)
            )
            return {"check": "position" if proved else "leaf", "move": number}
        if made["outcome"] in (None, "wrong"):
            check, right = player.take(move)
            if shows != right:
                return {"check": check, "move": number}
    return None


@pytest.mark.parametrize("case", VECTORS["audits"], ids=lambda case: case["name"])
def test_another_program_comes_to_the_same_verdict(case: dict[str, Any]) -> None:
    assert verdict(case) == case["verdict"]


@pytest.mark.parametrize("case", VECTORS["leaves"], ids=lambda case: f"seat {case['seat']}")
def test_another_program_publishes_the_same_leaves(case: dict[str, Any]) -> None:
    player = Player(bytes.fromhex(case["secret"]), bytes.fromhex(case["joint_seed"]), {}, 4)
    assert [salt.hex() for salt in player.salts] == case["salts"]
    assert [each.hex() for each in player.leaves(case["seat"])] == case["leaves"]


def test_the_cases_fail_each_check_that_can_fail() -> None:
    failed = {case["verdict"]["check"] for case in VECTORS["audits"] if case["verdict"]}
    assert failed >= {"opening", "deck", "leaf", "position", "stack", "turn", "reshuffle", "penalty"}
    assert sum(case["verdict"] is None for case in VECTORS["audits"]) >= 4
