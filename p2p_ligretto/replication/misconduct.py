"""What a peer can do wrong in the log or in a view change: its fault, never ours."""


class Misconduct(Exception):
    """A peer broke a rule that every honest node keeps; ``reason`` says which, for logs and for the peer."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
