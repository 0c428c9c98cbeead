"""The lines of a record that the index is made of, as checked values (docs/record.md).

Of a move only that counts what the index asks for. Lines of the kinds that tell it nothing are still read: they show
whether the record is sound. Numbers are bounded to what a database holds.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

FORMAT: Final = 1
"""The format of records that is read here."""

Seat = Annotated[int, Meta(ge=0, le=1_000)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Figure = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Time = Annotated[int, Meta(ge=-(10**15), le=10**15)]
"""Microseconds since the start of the round."""


class Line(Struct, frozen=True, tag_field="kind"):
    """Any line of a record."""


class SeatEntry(Struct, frozen=True):
    """Who sits where, in the first line."""

    seat: Seat
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    peer: Annotated[str, Meta(pattern=r"^[0-9a-f]{2,128}$")]


class Length(Struct, frozen=True):
    """The options that say how long a match is."""

    rounds: Number | None = None
    target_score: Figure | None = None


class MatchLine(Line, frozen=True, tag="match"):
    """The first line."""

    format: int = FORMAT
    options: Length = Length()
    seats: tuple[SeatEntry, ...] = ()


class SeatLine(Line, frozen=True, tag="seat"):
    """Who took a seat after the first deal."""

    seat: Seat
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    peer: Annotated[str, Meta(pattern=r"^[0-9a-f]{2,128}$")]


class RoundLine(Line, frozen=True, tag="round"):
    """A round begins."""

    number: Number


class First(Struct, frozen=True):
    """Who was there before a move that came too late."""

    seat: Seat
    margin_us: Time


class MoveLine(Line, frozen=True, tag="move"):
    """A move."""

    time: Time
    seat: Seat
    type: str
    accepted: bool
    reason: str = ""
    by: First | None = None


class PauseLine(Line, frozen=True, tag="pause"):
    """The round is paused."""

    time: Time


class ResumeLine(Line, frozen=True, tag="resume"):
    """The pause ends at ``time``."""

    time: Time


class AgreedLine(Line, frozen=True, tag="agreed"):
    """The players end the round by agreement."""

    time: Time


class ScoreLine(Line, frozen=True, tag="score"):
    """A round is scored; the lists are by seat, null for who was not in it."""

    number: Number
    end: str
    centre: tuple[Figure | None, ...]
    left: tuple[Figure | None, ...]
    points: tuple[Figure | None, ...]
    totals: tuple[Figure | None, ...]
    by: Seat | None = None


class ResultLine(Line, frozen=True, tag="result"):
    """The match is over."""

    totals: tuple[Figure | None, ...]
    winners: tuple[Seat, ...]


class PresentLine(Line, frozen=True, tag="present"):
    """Tells the index nothing."""


class AbsentLine(Line, frozen=True, tag="absent"):
    """Tells the index nothing."""


class LieLine(Line, frozen=True, tag="lie"):
    """Tells the index nothing."""


class ForkLine(Line, frozen=True, tag="fork"):
    """Tells the index nothing."""


class AuditLine(Line, frozen=True, tag="audit"):
    """Tells the index nothing."""


Known = (
    MatchLine
    | SeatLine
    | RoundLine
    | MoveLine
    | PauseLine
    | ResumeLine
    | AgreedLine
    | ScoreLine
    | ResultLine
    | PresentLine
    | AbsentLine
    | LieLine
    | ForkLine
    | AuditLine
)

_decoder: Final = msgspec.json.Decoder(Known)


def read_line(line: bytes) -> Known:
    """A line without its end. Raises ValueError for one that is none of a record."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
