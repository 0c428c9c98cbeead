"""What a person says at the table, and whom it does not want to hear, on the screen.

What is said is asked for in the last line, where it covers no card: it may be said in mid-round.
"""

from p2p_ligretto.node import intents
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.talk import muted_line
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Mute, Talk
from p2p_ligretto.tui.desk import Desk
from p2p_ligretto.tui.dialogs import Choice, Dialog, Entry, ToMute, ToSay
from p2p_ligretto.wire.messages import MAX_SAID
from p2p_ligretto.wire.names import clean_saying

_EVERYBODY = "all"


class Talking:
    """Carries out what is asked about talk, at ``desk``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def obey(self, action: Talk | Mute) -> None:
        """Ask what to say, or whom to mute."""
        node = None if self._desk.visit is None else self._desk.visit.running.node
        table = None if node is None else node.predicted
        if node is None or table is None or node.own_seat is None:
            return
        if isinstance(action, Talk):
            self._desk.ask(ask_what_to_say())
        elif others := [seat for seat in table.welcome if seat != node.own_seat]:
            self._desk.ask(ask_whom_to_mute(table, others, node.muted))
        else:
            self._desk.say(_("nobody else is at this table"))

    def say_emote(self, number: int) -> None:
        """Say one of the emotes at once."""
        self._desk.ask(None)
        if self._desk.visit is not None:
            self._desk.visit.running.submit(intents.Say(emote=number))

    def answered(self, dialog: Dialog, purpose: ToSay | ToMute) -> None:
        """What to say was typed, or somebody chosen."""
        self._desk.ask(None)
        visit = self._desk.visit
        if visit is None:
            return
        if isinstance(purpose, ToMute):
            table, muted = visit.running.node.predicted, visit.running.node.muted
            if table is not None:
                self._mute(table, dialog.value("seat"), muted, visit.running.node.own_seat)
        elif said := clean_saying(dialog.value("text"), MAX_SAID):
            visit.running.submit(intents.Say(said))

    def _mute(self, table: TableState, chosen: str, muted: frozenset[int], own_seat: int | None) -> None:
        assert self._desk.visit is not None, "somebody has chosen at it"
        if chosen == _EVERYBODY:
            seat, wants = None, not muted >= set(table.welcome) - {own_seat}
        else:
            seat, wants = int(chosen), int(chosen) not in muted
        self._desk.visit.running.submit(intents.Mute(seat, wants))
        if wants:
            self._desk.visit.situation.forget_talk()
        self._desk.say(muted_line(table, seat, muted=wants))


def ask_what_to_say() -> Dialog:
    """What to say to all at the table."""
    return Dialog(
        ToSay(), _("say"), entries=(Entry("text", "", "", most=MAX_SAID),), confirm=_("say it"), back=_("back")
    )


def ask_whom_to_mute(table: TableState, others: list[int], muted: frozenset[int]) -> Dialog:
    """Whom not to hear any more, or to hear again; only this person knows."""
    quiet, loud = _("you hear nothing of it now: enter hears it again"), _("enter hears nothing more of it")
    choices = [Choice(str(seat), seat_name(table, seat), quiet if seat in muted else loud) for seat in others]
    choices.append(Choice(_EVERYBODY, _("everybody"), quiet if muted >= set(others) else loud))
    entry = Entry("seat", _("player"), choices[0].value, choices=tuple(choices))
    text = _("What others say is for you alone to hear or not: nobody is told.")
    return Dialog(ToMute(), _("Mute whom?"), text, (entry,), confirm=_("change it"), back=_("back"))
