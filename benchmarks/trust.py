"""What trust costs: a move with and without signatures that are worth something, and with and without encryption.

For each of the four there is a process with two real nodes at a table, which talk over loopback. They are measured by
turns, so that whatever else the machine does hits all alike. What is left out where there is no encryption is TLS
alone: links prove their keys all the same (``plain_pipe``). Handshakes come first, while no table is there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from benchmarks.children import Child, children

WAYS: Final[dict[str, list[str]]] = {
    "keyed hash, no TLS": ["keyed_hash", "plain"],
    "keyed hash, TLS": ["keyed_hash", "tls"],
    "Ed25519, no TLS": ["ed25519", "plain"],
    "Ed25519, TLS": ["ed25519", "tls"],
}
"""What protects a table: the last one is what the program has."""
WARM_UP: Final = 10


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds, one for each sample, sorted: how long something took, and what both ends used of the processor."""

    took_ms: tuple[float, ...]
    processor_ms: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Trust:
    """``events`` has the cost of a move for each of ``WAYS``; of ``handshakes`` each does more than the one before."""

    events: Mapping[str, Cost]
    handshakes: Mapping[str, Cost]


def measure_trust(samples: int) -> Trust:
    """So many moves for each of ``WAYS``, and as many handshakes of each kind."""
    with children("benchmarks.trust_pair", list(WAYS.values())) as pairs:
        plain, *_, trusted = pairs
        handshakes = {
            "hellos alone": (plain, "hellos"),
            "with proofs": (plain, "greet"),
            "with proofs and TLS": (trusted, "greet"),
        }
        greeted = _by_turns(handshakes, samples)
        for pair in pairs:
            pair.tell("play")
        for pair in pairs:
            pair.answer()
        return Trust(_by_turns({way: (pair, "move") for way, pair in zip(WAYS, pairs, strict=True)}, samples), greeted)


def _by_turns(asked: Mapping[str, tuple[Child, str]], samples: int) -> dict[str, Cost]:
    answers: dict[str, list[tuple[int, int]]] = {name: [] for name in asked}
    for _ in range(samples + WARM_UP):
        for name, (child, command) in asked.items():
            answers[name].append(child.ask(command))
    return {
        name: Cost(*(tuple(sorted(value / 1e6 for value in column)) for column in zip(*given[WARM_UP:], strict=True)))
        for name, given in answers.items()
    }
