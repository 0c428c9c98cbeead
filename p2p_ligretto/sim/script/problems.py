"""What can be wrong with a script, as its author has to be told."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column in a script, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class ScriptError(Exception):
    """A script that can't be read, or asks for what there isn't. ``what`` says what is wrong and what to do."""

    def __init__(self, at: Position, what: str) -> None:
        super().__init__(f"{at}: {what}")
        self.at = at
        self.what = what
