"""The lines of a record as values (docs/record.md): what each may hold is checked when it is read.

Whether a line fits what stands before it is judged in ``reading``.
"""

from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.record import FORMAT
from p2p_ligretto.wire.payloads import SeatNumber

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Time = Annotated[int, Meta(ge=-(10**15), le=10**15)]
"""Microseconds since the start of the round."""
Figures = tuple[Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None, ...]


class NoRecord(ValueError):
    """This is not the record of a match."""


class OtherFormat(ValueError):
    """The record is in another format than this program reads; the only argument is its number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"format {number}, not {FORMAT}")
        self.number = number


class SeatLine(Struct, frozen=True, tag_field="kind", tag="seat"):
    """Who has the seat; a line of its own where it was taken after the first deal."""

    seat: SeatNumber
    name: str
    peer: str


class SeatEntry(Struct, frozen=True):
    """The same within the first line."""

    seat: SeatNumber
    name: str
    peer: str


class MatchLine(Struct, frozen=True, tag_field="kind", tag="match"):
    """The first line."""

    format: int
    id: str
    options: Options
    seats: tuple[SeatEntry, ...]


class Dealt(Struct, frozen=True):
    """What one player shows before the first move."""

    seat: Number
    row: tuple[str, ...]
    stack_top: str
    stack: Number
    hand: Number


class RoundLine(Struct, frozen=True, tag_field="kind", tag="round"):
    """A round begins."""

    number: Number
    dealt: tuple[Dealt, ...]


class First(Struct, frozen=True):
    """Who was first where a card was beaten, and by how much."""

    seat: Number
    margin_us: int


class MoveLine(Struct, frozen=True, tag_field="kind", tag="move"):
    """A move; which of its fields there are depends on ``type``, see ``written_moves``."""

    time: Time
    seat: Number
    type: Literal["play", "fill", "store", "turn", "stop"]
    accepted: bool
    card: str = ""
    source: str = ""
    pile: str = ""
    height: Number = 0
    slot: Number = 0
    hand: Number = 0
    taken: Number = 0
    exposes: tuple[str, ...] = ()
    reason: str = ""
    by: First | None = None


class PresentLine(Struct, frozen=True, tag_field="kind", tag="present"):
    """Who is a member of the table from here on."""

    time: Time
    seats: tuple[Number, ...]


class AbsentLine(Struct, frozen=True, tag_field="kind", tag="absent"):
    """Which players count as absent from here on although they may be members."""

    time: Time
    seats: tuple[Number, ...]


class PauseLine(Struct, frozen=True, tag_field="kind", tag="pause"):
    """The round is paused."""

    time: Time
    seat: Number


class ResumeLine(Struct, frozen=True, tag_field="kind", tag="resume"):
    """The pause is over; moves are legal from ``time`` on."""

    time: Time
    seat: Number


class AgreedLine(Struct, frozen=True, tag_field="kind", tag="agreed"):
    """All who play have agreed to end the round."""

    time: Time


class LieLine(Struct, frozen=True, tag_field="kind", tag="lie"):
    """A lie was caught at once."""

    seat: Number
    check: str


class ForkLine(Struct, frozen=True, tag_field="kind", tag="fork"):
    """A player has said two things, and is put out."""

    seat: Number


class Verdict(Struct, frozen=True):
    """What the audit of one deck came to."""

    seat: Number
    verdict: str
    check: str = ""


class AuditLine(Struct, frozen=True, tag_field="kind", tag="audit"):
    """The verdicts on a round."""

    verdicts: tuple[Verdict, ...]


class ScoreLine(Struct, frozen=True, tag_field="kind", tag="score"):
    """What a round has come to."""

    number: Number
    centre: Figures
    left: Figures
    points: Figures
    totals: Figures


class ResultLine(Struct, frozen=True, tag_field="kind", tag="result"):
    """What the match has come to."""

    totals: Figures
    winners: tuple[Number, ...]


Line = (
    RoundLine
    | MoveLine
    | PresentLine
    | AbsentLine
    | PauseLine
    | ResumeLine
    | AgreedLine
    | LieLine
    | ForkLine
    | AuditLine
    | SeatLine
    | ScoreLine
    | ResultLine
)
"""All but the first."""


Decoded = TypeVar("Decoded")


class _Head(Struct, frozen=True):
    kind: str
    format: int


_HEAD: Final = msgspec.json.Decoder(_Head)
_MATCH: Final = msgspec.json.Decoder(MatchLine)
_LINE: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


def read_first_line(text: str) -> MatchLine:
    """The first line of a record. Raises NoRecord, or OtherFormat for one that another version has written."""
    head = _first(_HEAD, text)
    if head.kind != "match":
        raise NoRecord(f"it begins with a line of kind {head.kind!r}")
    if head.format != FORMAT:
        raise OtherFormat(head.format)
    return _first(_MATCH, text)


def _first(decoder: msgspec.json.Decoder[Decoded], text: str) -> Decoded:
    try:
        return _decoded(decoder, text)
    except ValueError as error:
        raise NoRecord(str(error)) from error


def read_line(text: str) -> Line:
    """Any later line. Raises ValueError that says what is wrong with it."""
    return _decoded(_LINE, text)


def _decoded(decoder: msgspec.json.Decoder[Decoded], text: str) -> Decoded:
    try:
        return decoder.decode(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
