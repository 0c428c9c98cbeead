"""How a table goes from phase to phase: what ends each, and what follows (drawn in protocol/spec/04)."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from p2p_ligretto.node.table import Phase


class PhaseEnd(Enum):
    """What takes a table to its next phase."""

    READY = "all are ready, or somebody forces the start"
    SPOKEN = "all players have spoken"
    OFF_AT_FIRST = "fewer than two players are left, first round"
    OFF_LATER = "fewer than two players are left, later round"
    ROUND_ENDED = "the round is stopped, blocked or agreed to end"
    CLOSED = "all players who are there have closed, more rounds to come"
    MATCH_OVER = "all players who are there have closed, match over"


PHASES: Final[Mapping[tuple[Phase, PhaseEnd], Phase]] = MappingProxyType(
    {
        (Phase.LOBBY, PhaseEnd.READY): Phase.COMMITTING,
        (Phase.BETWEEN, PhaseEnd.READY): Phase.COMMITTING,
        (Phase.FINISHED, PhaseEnd.READY): Phase.COMMITTING,
        (Phase.COMMITTING, PhaseEnd.SPOKEN): Phase.REVEALING,
        (Phase.REVEALING, PhaseEnd.SPOKEN): Phase.OPENING,
        (Phase.OPENING, PhaseEnd.SPOKEN): Phase.PLAYING,
        (Phase.COMMITTING, PhaseEnd.OFF_AT_FIRST): Phase.LOBBY,
        (Phase.REVEALING, PhaseEnd.OFF_AT_FIRST): Phase.LOBBY,
        (Phase.OPENING, PhaseEnd.OFF_AT_FIRST): Phase.LOBBY,
        (Phase.COMMITTING, PhaseEnd.OFF_LATER): Phase.BETWEEN,
        (Phase.REVEALING, PhaseEnd.OFF_LATER): Phase.BETWEEN,
        (Phase.OPENING, PhaseEnd.OFF_LATER): Phase.BETWEEN,
        (Phase.PLAYING, PhaseEnd.ROUND_ENDED): Phase.CLOSING,
        (Phase.CLOSING, PhaseEnd.CLOSED): Phase.BETWEEN,
        (Phase.CLOSING, PhaseEnd.MATCH_OVER): Phase.FINISHED,
    }
)
