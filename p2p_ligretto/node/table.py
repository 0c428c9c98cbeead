"""The state of a table, as everybody at it knows it: the fold of the table's log.

``phase`` runs lobby -> committing -> revealing -> opening -> playing -> closing -> between -> ... -> finished.
Lists per seat are indexed by seat number; a seat is for good its peer's, present or not. How an event changes the
state stands in ``fold`` (all but cards), ``deal_fold`` and ``play_fold``.
"""

import hashlib
from collections.abc import Iterable
from enum import Enum
from functools import cached_property, lru_cache
from typing import Final

from msgspec import Struct

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Opening, RoundState
from p2p_ligretto.wire.payloads import Admission, VoteAbout

COUNTDOWN_US: Final = 3_000_000
"""From the last cards laid open to the first legal move: 3, 2, 1."""
ABSENT_US: Final = 60_000_000
"""Who has made no move, or has held a deal up, for so long may be voted absent."""
MIN_PLAYERS: Final = 2


class Phase(Enum):
    """Where a table is; dealing is three phases, each complete when all who play have spoken."""

    LOBBY = "lobby"
    COMMITTING = "committing"
    REVEALING = "revealing"
    OPENING = "opening"
    PLAYING = "playing"
    CLOSING = "closing"
    BETWEEN = "between"
    FINISHED = "finished"


WAITING: Final = frozenset({Phase.LOBBY, Phase.BETWEEN, Phase.FINISHED})
"""Phases in which the table waits for people to be ready, and seats newcomers."""
PLAYING: Final = Phase.PLAYING
"""By itself, because it is asked for at every step: Python 3.11 takes long to look a member of an Enum up."""
IN_PLAY: Final = (Phase.PLAYING, Phase.CLOSING)
"""Phases in which moves are judged."""
DEALING: Final = frozenset({Phase.COMMITTING, Phase.REVEALING, Phase.OPENING})


class Seat(Struct, frozen=True):
    """``peer`` owns the seat for the life of the table; ``present`` says if it is a member now."""

    peer: bytes
    name: str
    present: bool = True


Votes = frozenset[tuple[VoteAbout, int, int]]
"""Who says yes to what: (about, seat that it is about, seat that votes)."""


class Commitment(Struct, frozen=True):
    """H(s) and H(r) of one player."""

    secret_hash: bytes
    share_hash: bytes


class CaughtLie(Struct, frozen=True):
    """The player at ``seat`` was caught in round ``number``; ``check`` says by what (``protocol/spec/04``).

    ``deal`` is that of the round: one that was called off has the number of the next.
    """

    number: int
    deal: int
    seat: int
    check: str


class TableState(Struct, frozen=True, dict=True):
    """All of a table. ``number`` is the round under way or last played (0 before the first) of match ``match``."""

    table: bytes
    """What it is called now: its lineage."""
    name: str = ""
    options: Options = OFFICIAL
    admission: Admission = "open"
    """Who may sit down: anybody, who knows the table's code, or whom somebody there says yes to."""
    seats: tuple[Seat, ...] = ()
    phase: Phase = Phase.LOBBY
    match: int = 1
    number: int = 0
    deals: int = 0
    """Deals begun at this table, those that were called off too: names the one under way."""
    ready: frozenset[int] = frozenset()
    players: tuple[int, ...] = ()
    """Seats in the round under way, while they deal and play."""
    commitments: tuple[tuple[int, Commitment], ...] = ()
    shares: tuple[tuple[int, bytes], ...] = ()
    joint_seed: bytes = b""
    openings: tuple[tuple[int, Opening], ...] = ()
    first_word_us: int = 0
    """Table time at which the first player spoke in this phase of a deal, if one has."""
    leaves: tuple[tuple[bytes, ...], ...] = ()
    """For each seat the leaves of its deck in this round, () for who has published none."""
    lies: tuple[CaughtLie, ...] = ()
    """Who was caught lying in this match before the cards were opened, once for each deal."""
    started_us: int = 0
    """Table time of the first legal move."""
    paused: bool = False
    """Whether the round is paused now."""
    resumes_us: int = 0
    """Table time of the first legal move after the last pause of the round, 0 if it was never paused."""
    last_moves: tuple[tuple[int, int], ...] = ()
    """(seat, table time) of the last move of each that was accepted in this round, or that brought its seat back."""
    out: frozenset[int] = frozenset()
    """Who counts as absent in the round under way although they are members: players, who keep cards and score, and
    who was voted absent in its deal, and is no player of it."""
    agreed: frozenset[int] = frozenset()
    """Players that agree to end the round."""
    votes: Votes = frozenset()
    banned: frozenset[bytes] = frozenset()
    """Peers that are off this table for good: voted off, or put out for a fork."""
    forked: frozenset[int] = frozenset()
    """Seats of those that have forked."""
    round: RoundState | None = None
    closed: frozenset[int] = frozenset()
    """Seats whose owners hold the final end of the round."""
    totals: tuple[int | None, ...] = ()
    """Points of the match so far; None for who has not played in it."""
    winners: tuple[int, ...] = ()
    members: frozenset[bytes] = frozenset()
    """The peers in the view that this state is of, seated or not."""
    latest_us: int = 0
    """Table time of the last event."""
    first: bytes = b""
    """What it was called when it was opened, where that is another lineage."""

    @property
    def opened(self) -> bytes:
        """What it was called when it was opened: records go by that."""
        return self.first or self.table

    def seat_of(self, peer: bytes) -> int | None:
        """The seat that ``peer`` owns."""
        for number, seat in enumerate(self.seats):
            if seat.peer == peer:
                return number
        return None

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The seats whose owners are members now, in seat order."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.present)

    @cached_property
    def welcome(self) -> tuple[int, ...]:
        """The present seats that were not kicked, in seat order: who has a say at the table."""
        return tuple(number for number in self.present if self.seats[number].peer not in self.banned)

    @property
    def playing(self) -> frozenset[int]:
        """The players of the round who take part in it now: present, not kicked, not held absent."""
        # Asked once of each new state: that it is worked out from the seats alone costs less than to keep it.
        seats, out, banned = self.seats, self.out, self.banned
        return frozenset(
            [
                seat
                for seat in self.players
                if seats[seat].present and seat not in out and seats[seat].peer not in banned
            ]
        )

    @property
    def first_move_us(self) -> int:
        """Table time of the first legal move, after the last pause if there was one."""
        return max(self.started_us, self.resumes_us)

    @property
    def private(self) -> bool:
        """Whether a code is asked for."""
        return self.admission == "code"

    @property
    def match_runs(self) -> bool:
        """Whether the match has begun and has no result yet."""
        return self.number > 0 and self.phase is not Phase.FINISHED

    def spoken(self) -> frozenset[int]:
        """The players who have done what the phase asks of them; in play it is asked of who can't play to say so."""
        if self.phase is PLAYING:
            return self.out
        said: Iterable[int] = ()
        if self.phase is Phase.COMMITTING:
            said = (seat for seat, _ in self.commitments)
        elif self.phase is Phase.REVEALING:
            said = (seat for seat, _ in self.shares)
        elif self.phase is Phase.OPENING:
            said = (seat for seat, _ in self.openings)
        elif self.phase is Phase.CLOSING:
            said = self.closed
        return frozenset(said)


@lru_cache(maxsize=8)
def match_id(table: bytes, match: int) -> str:
    """The name of a match in records: the same on every node. The last few are kept, as each line asks for it."""
    return hashlib.sha256(b"ligretto match" + table + match.to_bytes(4, "big")).hexdigest()[:16]
