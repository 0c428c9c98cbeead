"""What a person at one node knows beside the state of its table, and the screen that follows from both.

It grows by notices (``heard``) and looks at the node (``looked``); ``screen`` makes the view of it all. Nothing here
waits or draws; times are microseconds of the loop's clock, passed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.node.notices import (
    EndAgreed,
    Notice,
    RoundPaused,
    RoundResumed,
    RoundStarts,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatLost,
    SeatReturned,
    VoteCast,
)
from p2p_ligretto.node.table import WAITING, Phase, TableState
from p2p_ligretto.node.table_code import written
from p2p_ligretto.speech.latency import link_delays
from p2p_ligretto.speech.lineages import parted_line
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap
from p2p_ligretto.tui.round_clock import RoundClock
from p2p_ligretto.tui.running_node import NodeState, RunningNode
from p2p_ligretto.tui.telling import TOLD_US, Conversation, Message, message_for
from p2p_ligretto.tui.view_model import (
    FoundTables,
    Freshness,
    LobbyNews,
    Moment,
    Motion,
    ScoreSheet,
    Vantage,
    game_view,
    lobby_view,
    scores_view,
    table_lobby_view,
)
from p2p_ligretto.tui.views import Flight, Screen, Spoken

TICK_US: Final = 1_000_000
"""Clocks, delays and who is seen are looked at anew so often."""
ADDRESSES_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person has under way at this moment, storing a card or waiting for a table, and whether hints are on."""

    storing: str = ""
    busy: str = ""
    hints: bool = True


NOTHING: Final = Asked()


class Situation:
    """One node's table and neighbourhood, as a person sees them."""

    def __init__(self, keys: Keymap = USUAL_KEYS) -> None:
        self._keys = keys
        self.found = FoundTables()
        self.message: Message | None = None
        self._talk = Conversation()
        self._freshness = Freshness()
        self._motion = Motion()
        self._sheet = ScoreSheet()
        self._away_since: dict[int, int] = {}
        self._lost: set[int] = set()
        self._paused_by: int | None = None
        self._round = (0, 0)
        self._parted: frozenset[bytes] = frozenset()
        self._clock = RoundClock()

    # ---- what happens

    def heard(self, notice: Notice, node: NodeState, now_us: int) -> None:
        """The node tells something."""
        self._sheet = self._sheet.after(notice)
        hiccup = isinstance(notice, SeatReturned) and notice.seat not in self._away_since
        match notice:
            case SeatAway(seat):
                self._away_since[seat] = now_us
            case SeatLost(seat):
                self._away_since.pop(seat, None)
                self._lost.add(seat)
            case SeatReturned(seat) | SeatLeft(seat) | SeatBack(seat):
                self._away_since.pop(seat, None)
                self._lost.discard(seat)
            case EndAgreed(agrees=True) | VoteCast(yes=True):
                self.hush()  # what is to be decided now matters more than what has just happened
            case RoundPaused(seat):
                self._paused_by = seat
            case RoundResumed():
                self._paused_by = None
            case RoundStarts(in_us=in_us):
                self._clock = RoundClock(from_us=now_us + in_us)
        self._talk = self._talk.after(notice, node.final or node.predicted, node.own_seat, now_us)
        message = message_for(notice, node.final or node.predicted, node.own_seat, now_us, self._keys.ways)
        if message is not None and not hiccup:
            self.message = message

    def looked(self, node: NodeState, now_us: int) -> None:
        """Take in the node as it is."""
        table = node.predicted
        self._freshness = self._freshness.after(table, now_us)
        self._motion = self._motion.after(table, None if node.watching else node.own_seat, now_us)
        if table is None:
            self.found = self.found.after(node.peers)
            self._sheet = ScoreSheet()
            self._talk = Conversation()
            self._away_since.clear()
            self._lost.clear()
            self._round = (0, 0)
            self._parted = frozenset()
            return
        self._tell_of_parted(node, now_us)
        named = (table.match, table.number)
        if table.phase is not Phase.PLAYING:
            return
        # Whoever comes in mid-round learns from the last event how long it has been running.
        passed_us = max(0, table.latest_us - table.started_us)
        if named != self._round:
            self._round = named
            self._paused_by = None
            start_us = now_us + node.starts_in_us if node.starts_in_us else now_us - passed_us
            self._clock = RoundClock(from_us=start_us)
        if table.paused:
            self._clock = self._clock.stopped(now_us)
        elif self._clock.from_us is None or node.starts_in_us:
            # Also where it ran already: who starts again in a countdown learns only later how long that still takes.
            self._clock = self._clock.resumed(now_us + node.starts_in_us)
        elif not table.resumes_us:
            # What happened while this laptop was away comes in after its own past. (A pause is in the time of events,
            # and not in that of the round.)
            self._clock = self._clock.no_less(passed_us, now_us)

    def _tell_of_parted(self, node: NodeState, now_us: int) -> None:
        """Say once of each table that came of this one, when it is first seen."""
        for card in node.parted:
            if card.table not in self._parted:
                self.say(parted_line(card), now_us)
        self._parted = frozenset(card.table for card in node.parted)

    def say(self, text: str, now_us: int, *, urgent: bool = False, for_us: int = TOLD_US) -> None:
        """Have a line of the program's own shown."""
        self.message = Message(text, urgent, now_us + for_us)

    def hush(self) -> None:
        """Take a line away that is not urgent: the person has gone on."""
        if self.message is not None and not self.message.urgent:
            self.message = None

    # ---- what is seen

    def message_at(self, now_us: int) -> Message | None:
        """The line that is on screen now."""
        return self.message if self.message is not None and now_us < self.message.until_us else None

    def talk_at(self, now_us: int) -> tuple[Spoken, ...]:
        """What was said that is on screen now."""
        return self._talk.at(now_us)

    def flights_at(self, now_us: int) -> tuple[Flight, ...]:
        """Own cards that are seen on their way now."""
        return self._motion.flights_at(now_us)

    def next_flight_us(self, now_us: int) -> int | None:
        """When the next of them has gone on; None if there is none."""
        return self._motion.next_us(now_us)

    def forget_talk(self) -> None:
        """Take away what was said: the person does not want to see it."""
        self._talk = Conversation()

    def screen(
        self, running: RunningNode, own_name: str, addresses: Sequence[str], now_us: int, asked: Asked = NOTHING
    ) -> Screen:
        """What is to be seen now."""
        node = running.node
        final, predicted = node.final, node.predicted
        if final is None or predicted is None:
            news = LobbyNews(
                unfit=tuple((unfit.name, unfit.reason) for unfit in running.unfit),
                problem=running.twin_problem or running.discovery_problem,
                busy=asked.busy,
            )
            return lobby_view(own_name, self.found, node.peers, addresses[:ADDRESSES_SHOWN], news)
        vantage = self._vantage(node, final, now_us)
        if predicted.phase is Phase.LOBBY:
            return table_lobby_view(final, vantage, addresses[:ADDRESSES_SHOWN])
        if final.phase in WAITING and predicted.phase in WAITING:
            return scores_view(final, vantage, self._sheet)
        return game_view(final, predicted, vantage, self._freshness, self._moment(node, predicted, now_us, asked))

    def _vantage(self, node: NodeState, table: TableState, now_us: int) -> Vantage:
        return Vantage(
            own_seat=node.own_seat,
            now_us=now_us,
            away_since=dict(self._away_since),
            warned=node.warned,
            lost=frozenset(self._lost),
            idle=node.idle,
            frozen=node.frozen,
            paused_by=self._paused_by,
            parted=bool(node.parted),
            delays_us=link_delays(table, node.peers),
            clock_error_us=node.clock_error_us,
            watching=node.watchers,
            spectator=node.watching,
            code=written(node.code) if node.code else "",
            keys=self._keys,
        )

    def _moment(self, node: NodeState, table: TableState, now_us: int, asked: Asked) -> Moment:
        message = self.message_at(now_us)
        playing = table.phase is Phase.PLAYING and table.round is not None and table.round.end is None
        return Moment(
            starts_in_us=node.starts_in_us if playing else 0,
            elapsed_us=self._clock.elapsed_us(now_us) if playing else None,
            message="" if message is None else message.text,
            urgent=message is not None and message.urgent,
            storing=asked.storing,
            hints=asked.hints,
        )

    def look_again_us(self, node: NodeState, now_us: int) -> int:
        """When what is on screen changes by itself, later than ``now_us``: a mark or a line goes, a clock runs."""
        whens = [now_us + TICK_US, *self._talk.changes_us(now_us)]
        self._freshness = self._freshness.after(node.predicted, now_us)
        if self._freshness.until_us is not None:
            whens.append(self._freshness.until_us)
        if (message := self.message_at(now_us)) is not None:
            whens.append(message.until_us)
        if node.predicted is not None and node.predicted.phase is Phase.PLAYING:
            whens.append(self._clock.next_second_us(now_us))
        return min(whens)
