"""Cases of table time, small enough that what is expected of each was worked out by hand.

Members are A, B, C, ...; "own" is the clock of who looks. Bounds are pairs (low, high), all in microseconds.
"""

from typing import Any, Final

PINGS: Final = [
    {
        "name": "both ways take as long, and the other's clock is 1000 ahead",
        "sent": 100,
        "clock": 1_300,
        "received": 50_000,
        "replied": 50_000,
        "arrived": 500,
        "low": 800,
        "high": 1_200,
        "ahead": 48_700,
    },
    {
        "name": "what the other takes to answer does not count",
        "sent": 100,
        "clock": 1_300,
        "received": 50_000,
        "replied": 50_070,
        "arrived": 570,
        "low": 800,
        "high": 1_200,
        "ahead": 48_700,
    },
    {
        "name": "the other's clock is behind, and the way there was at once",
        "sent": 9_000,
        "clock": 2_000,
        "received": 1_500,
        "replied": 1_500,
        "arrived": 9_100,
        "low": -7_100,
        "high": -7_000,
        "ahead": -500,
    },
    {
        "name": "quicker than nothing",
        "sent": 100,
        "clock": 50,
        "received": 7_000,
        "replied": 7_900,
        "arrived": 200,
        "low": 350,
        "high": 350,
        "ahead": 6_950,
    },
]

AGREEMENTS: Final = [
    {
        "name": "all agree",
        "own": 0,
        "senior": "A",
        "bounds": {"A": (-300, 300), "B": (-100, 500)},
        "makes": ["own", "A", "B"],
        "table": (-100, 300),
    },
    {
        "name": "the senior alone is off",
        "own": 0,
        "senior": "A",
        "bounds": {"A": (199_700, 200_300), "B": (-300, 300)},
        "makes": ["own", "B"],
        "table": (-300, 300),
    },
    {
        "name": "the own clock alone is off",
        "own": 0,
        "senior": "own",
        "bounds": {"A": (199_700, 200_300), "B": (199_900, 200_500)},
        "makes": ["A", "B"],
        "table": (199_900, 200_300),
    },
    {
        "name": "of two the senior is right",
        "own": 0,
        "senior": "A",
        "bounds": {"A": (199_700, 200_300)},
        "makes": ["A"],
        "table": (199_700, 200_300),
    },
    {
        "name": "of two the senior is right, and is the own one",
        "own": 0,
        "senior": "own",
        "bounds": {"A": (199_700, 200_300)},
        "makes": ["own"],
        "table": (0, 0),
    },
    {
        "name": "of two halves that with the senior",
        "own": 0,
        "senior": "B",
        "bounds": {"A": (-300, 300), "B": (9_700, 9_900), "C": (9_800, 10_000)},
        "makes": ["B", "C"],
        "table": (9_800, 9_900),
    },
    {
        "name": "where all differ the senior",
        "own": 0,
        "senior": "B",
        "bounds": {"A": (9_700, 9_900), "B": (-9_900, -9_700)},
        "makes": ["B"],
        "table": (-9_900, -9_700),
    },
    {
        "name": "two that agree before the senior alone",
        "own": 0,
        "senior": "A",
        "bounds": {"A": (9_700, 9_900), "B": (-9_900, -9_700), "C": (-300, 300)},
        "makes": ["own", "C"],
        "table": (-300, 300),
    },
    {
        "name": "just within the tolerance, and nothing in common",
        "own": 0,
        "senior": "A",
        "bounds": {"A": (2_000, 2_400), "B": (-700, -100)},
        "makes": ["own", "A", "B"],
        "table": (-100, 2_000),
    },
    {
        "name": "just beyond the tolerance",
        "own": 0,
        "senior": "A",
        "bounds": {"A": (2_001, 2_400), "B": (-700, -100)},
        "makes": ["own", "B"],
        "table": (-700, -100),
    },
    {
        "name": "who is with more than half stays, whatever these have in common elsewhere",
        "own": 0,
        "senior": "C",
        "bounds": {"A": (500, 17_000), "B": (900, 17_000), "C": (8_700, 9_300)},
        "makes": ["own", "A", "B"],
        "table": (900, 17_000),
    },
]


def table_time() -> dict[str, Any]:
    """What pings tell, and who agrees."""
    return {"pings": PINGS, "agreements": AGREEMENTS}
