"""Cases of order and finality, small enough that what is expected of each was worked out by hand.

Members are A, B, C, ... in order of seniority, which is also the order of their peer ids. Events are written
``name: (author, view, time, seq, tie)``, beats ``(member, promise, last seq, have)``; behind that the members of whom
it holds another event of that number than this node, if there are any.
"""

from dataclasses import dataclass

Stamped = tuple[str, int, int, int, str]
Heard = tuple[str, int, int, tuple[int, ...]] | tuple[str, int, int, tuple[int, ...], str]


@dataclass(frozen=True)
class OrderCase:
    """``order`` names all events of ``events`` from the first to the last."""

    name: str
    events: dict[str, Stamped]
    order: list[str]


@dataclass(frozen=True)
class FinalCase:
    """A node that holds ``events`` and heard ``beats`` in this order: the first ``final`` of ``order`` are final."""

    name: str
    members: str
    events: dict[str, Stamped]
    order: list[str]
    beats: list[Heard]
    final: int


ORDERS = [
    OrderCase(
        "by time, whoever the author is",
        {"a1": ("A", 1, 300, 1, "00"), "b1": ("B", 1, 100, 1, "00"), "c1": ("C", 1, 200, 1, "00")},
        ["b1", "c1", "a1"],
    ),
    OrderCase(
        "times are numbers",
        {"a1": ("A", 1, 10, 1, "00"), "b1": ("B", 1, 9, 1, "00")},
        ["b1", "a1"],
    ),
    OrderCase(
        "view before time",
        {"a1": ("A", 2, 100, 1, "00"), "b1": ("B", 1, 900, 1, "ff")},
        ["b1", "a1"],
    ),
    OrderCase(
        "views are numbers",
        {"a1": ("A", 10, 100, 1, "00"), "b1": ("B", 9, 900, 1, "00")},
        ["b1", "a1"],
    ),
    OrderCase(
        "equal times: the tie decides, byte by byte",
        {"a1": ("A", 1, 100, 1, "0200"), "b1": ("B", 1, 100, 1, "01ff"), "c1": ("C", 1, 100, 1, "0101")},
        ["c1", "b1", "a1"],
    ),
    OrderCase(
        "equal ties: the author decides",
        {"b1": ("B", 1, 100, 1, "55"), "a1": ("A", 1, 100, 9, "55")},
        ["a1", "b1"],
    ),
    OrderCase(
        "an author's events keep their order",
        {"a2": ("A", 1, 101, 2, "00"), "a1": ("A", 1, 100, 1, "ff"), "b1": ("B", 1, 101, 1, "80")},
        ["a1", "a2", "b1"],
    ),
]

_THREE: dict[str, Stamped] = {
    "a1": ("A", 1, 100, 1, "00"),
    "b1": ("B", 1, 110, 1, "00"),
    "c1": ("C", 1, 120, 1, "00"),
}
_ORDER = ["a1", "b1", "c1"]
_ALL = (1, 1, 1)

FINALS = [
    FinalCase("nothing was heard", "ABC", _THREE, _ORDER, [], 0),
    FinalCase(
        "all promise, all hold",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 200, 1, _ALL), ("C", 200, 1, _ALL)],
        3,
    ),
    FinalCase(
        "the least promise counts, and what is stamped at it is final",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 110, 1, _ALL), ("C", 150, 1, _ALL)],
        2,
    ),
    FinalCase(
        "a silent member holds everything up, however long it is silent",
        "ABCD",
        _THREE,
        _ORDER,
        [(who, 900_000_000, 1, (1, 1, 1, 0)) for who in "ABC"],
        0,
    ),
    FinalCase(
        "all promise, but only one of three holds: its laptop may die",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 200, 0, (0, 0, 0)), ("C", 200, 0, (0, 0, 0))],
        0,
    ),
    FinalCase(
        "two of three are more than half, and both that did not make it are more than half of the others",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, (0, 1, 1)), ("B", 200, 1, _ALL), ("C", 200, 1, _ALL)],
        3,
    ),
    FinalCase(
        "its maker and one of the two others are not: it may have told the third one something else",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 200, 1, _ALL), ("C", 200, 1, (0, 0, 1))],
        0,
    ),
    FinalCase(
        "who holds another event of that number does not count",
        "ABC",
        {"a1": ("A", 1, 100, 1, "00")},
        ["a1"],
        [("B", 200, 0, (1, 0, 0)), ("C", 200, 0, (1, 0, 0), "A")],
        0,
    ),
    FinalCase(
        "two of four are not, even with the most senior",
        "ABCD",
        {"a1": ("A", 1, 100, 1, "00"), "b1": ("B", 1, 110, 1, "00")},
        ["a1", "b1"],
        [
            ("A", 200, 1, (1, 1, 0, 0)),
            ("B", 200, 1, (1, 1, 0, 0)),
            ("C", 200, 0, (1, 0, 0, 0)),
            ("D", 200, 0, (0, 0, 0, 0)),
        ],
        1,
    ),
    FinalCase(
        "who lacks an event does not count for the later ones",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, (1, 0, 1)), ("B", 200, 1, (1, 0, 1)), ("C", 200, 1, (1, 1, 1))],
        1,
    ),
    FinalCase(
        "a promise waits for the events that came before it",
        "ABC",
        {"a1": ("A", 1, 100, 1, "00"), "c1": ("C", 1, 120, 1, "00")},
        ["a1", "c1"],
        [("A", 200, 1, (1, 0, 1)), ("B", 200, 1, _ALL), ("C", 200, 1, (1, 0, 1))],
        0,
    ),
    FinalCase(
        "meanwhile the one before counts",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 115, 1, _ALL), ("B", 200, 2, (1, 2, 1)), ("C", 200, 1, _ALL)],
        2,
    ),
    FinalCase(
        "beats that overtook one another",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 200, 1, _ALL), ("B", 50, 0, (0, 0, 0)), ("C", 200, 1, _ALL)],
        3,
    ),
    FinalCase(
        "an event promises for its author as far as itself",
        "AB",
        {"a1": ("A", 1, 100, 1, "00"), "b1": ("B", 1, 110, 1, "00")},
        ["a1", "b1"],
        [("B", 110, 1, (1, 1))],
        1,
    ),
    FinalCase(
        "its author holds it without saying so",
        "ABC",
        {"a1": ("A", 1, 100, 1, "00")},
        ["a1"],
        [("B", 200, 0, (1, 0, 0)), ("C", 200, 0, (1, 0, 0))],
        1,
    ),
    FinalCase(
        "a goodbye promises for ever",
        "ABC",
        _THREE,
        _ORDER,
        [("A", 200, 1, _ALL), ("B", 200, 1, _ALL), ("C", 2**63 - 1, 1, _ALL)],
        3,
    ),
    FinalCase(
        "alone, one's own promise and one's own copy are enough",
        "A",
        {"a1": ("A", 1, 100, 1, "00"), "a2": ("A", 1, 101, 2, "00")},
        ["a1", "a2"],
        [("A", 101, 2, (2,))],
        2,
    ),
    FinalCase(
        "a tie is settled before it is final",
        "AB",
        {"a1": ("A", 1, 100, 1, "f0"), "b1": ("B", 1, 100, 1, "0f")},
        ["b1", "a1"],
        [("A", 100, 1, (1, 1)), ("B", 100, 1, (1, 1))],
        2,
    ),
]
