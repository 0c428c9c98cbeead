"""One digest over everything that reached a node: two runs of one seed are the same run, or show that they are not."""

import hashlib
from collections.abc import Callable

Sink = Callable[[int, int, str, bytes], None]
"""Takes the same as ``Trace.add``."""


class Trace:
    """SHA-256 over (true time, host, what, bytes) of each input, in the order in which nodes got them."""

    def __init__(self, sink: Sink | None = None) -> None:
        self._sink = sink
        self._hash = hashlib.sha256()
        self.inputs = 0

    def add(self, at_us: int, host: int, what: str, data: bytes = b"") -> None:
        """Take in one input; ``what`` holds no line end."""
        self._hash.update(f"{at_us} {host} {what} {len(data)}\n".encode() + data)
        self.inputs += 1
        if self._sink is not None:
            self._sink(at_us, host, what, data)

    def digest(self) -> str:
        """The digest so far, in hexadecimal."""
        return self._hash.hexdigest()
