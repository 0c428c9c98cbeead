"""What a person does about the others at the table: pauses, ending a round together, votes, going on without.

A wish that can't be is answered with a line; one that can't be undone by the same key is asked about first.
"""

from typing import Final

from p2p_ligretto.node import intents
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.speech.refusals import refusal_line
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import EndRound, GoOn, Kick, Pause, VoteAbsent
from p2p_ligretto.tui.desk import Desk
from p2p_ligretto.tui.dialogs import Dialog, ToChoose, ToEndRound, ToGoOn, ToVote
from p2p_ligretto.tui.table_questions import ask_to_end, ask_to_go_on, ask_to_vote, ask_whom
from p2p_ligretto.tui.visit import Visit
from p2p_ligretto.wire.payloads import VoteAbout

Affair = Pause | EndRound | VoteAbsent | Kick | GoOn
SETTLE_US: Final = 1_000_000
"""A key that is held must not pause and go on in turn."""


class Affairs:
    """Carries out what is asked about the others, at ``desk``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._paused_us = -SETTLE_US

    def obey(self, action: Affair) -> None:
        """Do it, ask about it, or say why it can't be done."""
        visit = self._desk.visit
        table = None if visit is None else visit.running.node.predicted
        seat = None if visit is None else visit.running.node.own_seat
        if visit is None or table is None or seat is None:
            return
        match action:
            case Pause():
                self._pause(visit, table)
            case EndRound():
                self._end(visit, table, seat)
            case VoteAbsent():
                self._choose(visit, table, seat, "absent")
            case Kick():
                self._choose(visit, table, seat, "kick")
            case GoOn():
                self._go_on(visit, table)

    def answered(self, dialog: Dialog, purpose: ToEndRound | ToChoose | ToVote | ToGoOn) -> None:
        """A question of this part is answered with yes."""
        self._desk.ask(None)
        visit = self._desk.visit
        if visit is None:
            return
        table, own_seat = visit.running.node.predicted, visit.running.node.own_seat
        match purpose:
            case ToEndRound():
                visit.running.submit(intents.AgreeToEnd(agrees=True))
            case ToVote(about, seat, yes):
                visit.running.submit(intents.Vote(about, seat, yes))
            case ToGoOn():
                visit.running.submit(intents.GoOnWithout())
            case ToChoose(about) if table is not None and own_seat is not None:
                self._desk.ask(ask_to_vote(table, own_seat, about, int(dialog.value("seat"))))

    def _pause(self, visit: Visit, table: TableState) -> None:
        now = now_us()
        if now - self._paused_us < SETTLE_US:
            return
        self._paused_us = now
        visit.running.submit(intents.Pause(not table.paused))

    def _end(self, visit: Visit, table: TableState, seat: int) -> None:
        if seat in table.agreed:
            visit.running.submit(intents.AgreeToEnd(agrees=False))
        elif table.phase is not Phase.PLAYING:
            self._desk.say(refusal_line(ActRefused("no_round"), table, self._desk.keys.ways))
        else:
            self._desk.ask(ask_to_end(table, seat))

    def _choose(self, visit: Visit, table: TableState, seat: int, about: VoteAbout) -> None:
        idle = visit.running.node.idle if about == "absent" else table.welcome
        seats = [other for other in table.welcome if other != seat and other in idle]
        if len(seats) == 1:
            self._desk.ask(ask_to_vote(table, seat, about, seats[0]))
        elif seats:
            self._desk.ask(ask_whom(table, seat, about, seats))
        elif about == "kick":
            self._desk.say(_("nobody else is at this table"))
        elif table.paused:
            self._desk.say(refusal_line(ActRefused("paused"), table, self._desk.keys.ways))
        else:
            self._desk.say(refusal_line(ActRefused("not_yet"), table))

    def _go_on(self, visit: Visit, table: TableState) -> None:
        frozen = visit.running.node.frozen
        if frozen is None:
            self._desk.say(_("nothing to decide: enough laptops of this table are reached"))
        elif frozen.may_go_on:
            self._desk.ask(ask_to_go_on(frozen, table))
        else:
            self._desk.say(
                _("not possible with so few of the table: wait until somebody is reached, or {key} to leave").format(
                    key=self._desk.keys.shown("quit")
                )
            )
