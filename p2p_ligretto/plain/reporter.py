"""What a session says: the lines for each notice, with the tables and hints that belong to it.

It remembers what a single notice doesn't hold: the scores of the match so far, and who is away.
"""

from p2p_ligretto.node.notices import (
    ActRefused,
    MatchEnded,
    Notice,
    PeerGone,
    PeerSeen,
    RoundScored,
    RoundStarts,
    SeatAway,
    SeatLeft,
    SeatReturned,
    SeatTaken,
)
from p2p_ligretto.node.readiness import Readiness
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.plain.place import centre_line, place_line
from p2p_ligretto.plain.scores import match_table, round_table
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.texts import _


class Reporter:
    """``auto``: a bot plays at the own place, so that hints and refusals are nobody's concern."""

    def __init__(self, readiness: Readiness, *, auto: bool) -> None:
        self._readiness = readiness
        self._auto = auto
        self._scored: list[RoundScored] = []
        self.away: set[int] = set()

    def lines(self, notice: Notice, table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
        """What to print for ``notice``; ``table`` is the final state, as it is now."""
        self._remember(notice)
        if self._is_noise(notice, table):
            return ()
        line = line_for(notice, table, own_seat)
        return (*(() if line is None else (line,)), *self._more(notice, table, own_seat))

    def _remember(self, notice: Notice) -> None:
        match notice:
            case SeatAway():
                self.away.add(notice.seat)
            case SeatReturned() | SeatLeft():
                self.away.discard(notice.seat)
            case RoundScored():
                self._scored.append(notice)

    def _is_noise(self, notice: Notice, table: TableState | None) -> bool:
        """A bot's refusals, and who else is on the network once there is a table to play at."""
        match notice:
            case ActRefused():
                return self._auto
            case PeerSeen() | PeerGone():
                return not notice.name or (table is not None and table.phase is not Phase.LOBBY)
            case _:
                return False

    def _more(self, notice: Notice, table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
        match notice:
            case SeatTaken(own=True):
                return () if self._auto else (self._first_hint(),)
            case RoundStarts():
                return own_lines(table, own_seat)
            case RoundScored() if table is not None:
                last = table.phase is Phase.FINISHED
                hint = () if last or self._readiness.further else (_("type r when you are ready for the next round"),)
                return (*round_table(table, notice), *hint)
            case MatchEnded() if table is not None:
                lines = match_table(table, notice, self._scored)
                self._scored = []
                return lines if self._auto else (*lines, _("type r for another match at this table, q to leave"))
            case _:
                return ()

    def _first_hint(self) -> str:
        if self._readiness.first:
            return _("the first round starts when all seats are taken; type ? for the commands")
        return _("type r when you are ready, ? for the commands")


def own_lines(table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
    """The own place and the centre; nothing without a round."""
    state = None if table is None else table.round
    area = None if state is None or own_seat is None else state.area(own_seat)
    if state is None or area is None:
        return ()
    return place_line(area), centre_line(state)
