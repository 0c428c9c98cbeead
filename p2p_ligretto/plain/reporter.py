"""What a session says: the lines for each notice, with the tables and hints that belong to it.

It remembers what a single notice doesn't hold: the scores of the match so far, and who can be reached.
"""

from dataclasses import replace

from p2p_ligretto.node.notices import (
    ActRefused,
    CallerAsks,
    EndAgreed,
    Frozen,
    MatchEnded,
    Notice,
    PeerGone,
    PeerSeen,
    RoundPaused,
    RoundScored,
    RoundStarts,
    SeatReturned,
    SeatTaken,
    VoteCast,
)
from p2p_ligretto.node.readiness import Readiness
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.plain.place import centre_line, place_line
from p2p_ligretto.plain.scores import match_lines, round_lines
from p2p_ligretto.runtime.seated import NodeView
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.photo_finish import photo_finish_lines
from p2p_ligretto.speech.presence import ALL_HERE, Reach
from p2p_ligretto.speech.standing import end_line, vote_line, voters_about
from p2p_ligretto.speech.table_rules import rules_lines
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _


class Reporter:
    """``auto``: a bot plays at the own place, so that hints and refusals are nobody's concern."""

    def __init__(self, readiness: Readiness, *, auto: bool) -> None:
        self._readiness = readiness
        self._auto = auto
        self._scored: list[RoundScored] = []
        self._reach = ALL_HERE

    def reach(self, node: NodeView) -> Reach:
        """Who can be reached."""
        return replace(self._reach, warned=node.warned, frozen=node.frozen)

    def lines(self, notice: Notice, table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
        """What to print for ``notice``; ``table`` is the final state, as it is now."""
        noise = self._is_noise(notice, table)
        self._remember(notice)
        if noise:
            return ()
        line = line_for(notice, table, own_seat)
        return (*(() if line is None else (line,)), *self._more(notice, table, own_seat))

    def _remember(self, notice: Notice) -> None:
        self._reach = self._reach.after(notice)
        if isinstance(notice, RoundScored):
            self._scored.append(notice)

    def _is_noise(self, notice: Notice, table: TableState | None) -> bool:
        """A bot's refusals, a laptop that was silent for a moment, and who else is on the network at a table."""
        match notice:
            case ActRefused() | CallerAsks():
                return self._auto
            case SeatReturned(seat):
                return seat not in self._reach.away
            case PeerSeen(peer) | PeerGone(peer) if table is not None and table.seat_of(peer) is not None:
                # A link more or less; who sits at the table, and who can be reached there, is told by its seat.
                return True
            case PeerSeen() | PeerGone():
                return not notice.name or (table is not None and table.phase is not Phase.LOBBY)
            case _:
                return False

    def _more(self, notice: Notice, table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
        match notice:
            case SeatTaken(own=True):
                rules = () if table is None else rules_lines(table.options)
                return rules if self._auto else (*rules, self._first_hint())
            case RoundStarts():
                return own_lines(table, own_seat)
            case RoundPaused() | EndAgreed() | VoteCast() | Frozen() if table is not None and not self._auto:
                return self._answer(notice, table, own_seat)
            case RoundScored() if table is not None:
                last = table.phase is Phase.FINISHED
                hint = () if last or self._readiness.further else (_("type r when you are ready for the next round"),)
                return (*round_lines(table, notice), *photo_finish_lines(table, notice.races), *hint)
            case MatchEnded() if table is not None:
                lines = match_lines(table, notice, self._scored)
                self._scored = []
                return lines if self._auto else (*lines, _("type r for another match at this table, q to leave"))
            case _:
                return ()

    def _answer(
        self, notice: RoundPaused | EndAgreed | VoteCast | Frozen, table: TableState, own_seat: int | None
    ) -> tuple[str, ...]:
        """How it stands, and what to type about it."""
        match notice:
            case RoundPaused():
                return (_("type resume to go on"),)
            case Frozen(may_go_on=True):
                return (_("wait, or type go on to play on without"),)
            case EndAgreed(agrees=True) if table.agreed:
                hint = _("type agree if you want it too") if own_seat in table.playing - table.agreed else ""
                return tuple(line for line in (end_line(table, own_seat), hint) if line)
            case VoteCast(about, _by, seat, True) if voters_about(table, about, seat):
                return (vote_line(table, own_seat, about, seat), *self._vote_hint(notice, table, own_seat))
            case _:
                return ()

    def _vote_hint(self, cast: VoteCast, table: TableState, own_seat: int | None) -> tuple[str, ...]:
        if own_seat == cast.seat or own_seat in voters_about(table, cast.about, cast.seat):
            return ()
        command = "kick" if cast.about == "kick" else "vote absent"
        name = seat_name(table, cast.seat)
        return (_("type {command} {name} if you say yes too").format(command=command, name=name),)

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
