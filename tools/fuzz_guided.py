"""A run of atheris, which measures what parts of the code an input reaches: readers of the wire, or a node at a table.

Usage: python -m tools.fuzz_guided wire|table FOLDER ... (the rest is for libFuzzer; see ``tools.fuzz``)
"""

import sys
from importlib import import_module
from random import Random
from typing import Any

try:
    import atheris
except ImportError:
    sys.exit("This needs atheris: pip install atheris (Linux)")

MEASURED = {
    "wire": ["p2p_ligretto.wire", "p2p_ligretto.replication", "msgpack"],
    "table": ["p2p_ligretto.node", "p2p_ligretto.replication", "p2p_ligretto.dealing", "p2p_ligretto.game"],
}


def main(what: str, arguments: list[str]) -> None:
    """Run with the arguments of libFuzzer."""
    with atheris.instrument_imports(include=MEASURED[what]):
        target: Any = import_module("tests.wire.fuzz_target" if what == "wire" else "tests.node.fuzz_target")

    def take(data: bytes) -> None:
        if what == "wire":
            target.read_all(data)
        else:
            target.hear(data)

    def change(data: bytes, most_bytes: int, seed: int) -> bytes:
        changed: bytes = target.changed(data, most_bytes, Random(seed))  # noqa: S311 - what is tried, and no secret
        return changed

    if what == "wire":
        atheris.Setup(arguments, take)
    else:
        atheris.Setup(arguments, take, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], [sys.argv[0], *sys.argv[2:]])
