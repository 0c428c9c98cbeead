"""The exchanges over a private table's code, told a second time from chapter 07 with the package that it names."""

import hmac
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from spake2 import SPAKE2_A, SPAKE2_B

VECTORS = json.loads((Path(__file__).parents[2] / "protocol/vectors/handshake.json").read_text("ascii"))
PEERS = {end["role"]: bytes.fromhex(end["peer"]) for end in VECTORS["ends"]}
HALVES = {"asker": SPAKE2_A, "keeper": SPAKE2_B}
NUMBERS = {"asker": b"\x00", "keeper": b"\x01"}


def test_the_binding_is_that_of_the_link() -> None:
    hellos = bytes.fromhex(VECTORS["dialler_hello"]) + bytes.fromhex(VECTORS["accepter_hello"])
    certificate = sha256(bytes.fromhex(VECTORS["certificate"])).digest()
    binding = sha256(b"ligretto binding" + hellos + certificate).hexdigest()
    bindings = [case["binding"] for case in VECTORS["codes"]]
    assert [each["asker"] for each in bindings] == [binding] * len(bindings)
    assert [each["keeper"] == binding for each in bindings] == [True, True, False]


@pytest.mark.parametrize("case", VECTORS["codes"])
def test_shares_and_confirmations(case: dict[str, Any]) -> None:
    shares = {side: bytes.fromhex(share) for side, share in case["shares"].items()}
    confirmations = {}
    for side, half in HALVES.items():
        binding, scalar = bytes.fromhex(case["binding"][side]), bytes.fromhex(case["scalars"][side])
        table = bytes.fromhex(case["table"])
        identities = [
            b"ligretto code" + number + table + PEERS[role] + binding
            for number, role in ((b"\x00", "dialler"), (b"\x01", "accepter"))
        ]
        spake = half(
            case["codes"][side].encode(),
            idA=identities[0],
            idB=identities[1],
            entropy_f=lambda size, scalar=scalar: scalar.rjust(size, b"\x00"),
        )
        assert spake.start() == shares[side]
        key = spake.finish(shares["keeper" if side == "asker" else "asker"])
        own = hmac.digest(key, b"ligretto code" + NUMBERS[side], sha256)
        assert own.hex() == case["confirmations"][side]
        confirmations[side] = hmac.digest(key, b"ligretto code" + NUMBERS["asker"], sha256)
    assert (confirmations["asker"] == confirmations["keeper"]) is case["good"]


def test_there_are_good_and_bad_exchanges() -> None:
    assert [case["good"] for case in VECTORS["codes"]] == [True, False, False]
