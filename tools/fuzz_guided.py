"""The readers of the wire under atheris, which measures what parts of their code an input reaches (``tools.fuzz``)."""

import sys

try:
    import atheris
except ImportError:
    sys.exit("This needs atheris: pip install atheris (Linux)")

with atheris.instrument_imports(include=["p2p_ligretto.wire", "p2p_ligretto.replication", "msgpack"]):
    from tests.wire.fuzz_target import read_all


def main() -> None:
    """Run with the arguments of libFuzzer."""
    atheris.Setup(sys.argv, read_all_of)
    atheris.Fuzz()


def read_all_of(data: bytes) -> None:
    """One input."""
    read_all(data)


if __name__ == "__main__":
    main()
