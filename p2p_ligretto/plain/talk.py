"""Commands to say something at the table, and about whom not to hear, become intents and lines."""

from p2p_ligretto.node.intents import Mute, Say
from p2p_ligretto.node.table import TableState
from p2p_ligretto.plain.commands import HearOrNot, SayEmote, SayWords, Talk
from p2p_ligretto.speech.choices import Misfit
from p2p_ligretto.speech.naming import seat_named
from p2p_ligretto.speech.talk import muted_line
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import MAX_SAID
from p2p_ligretto.wire.names import clean_saying


def talk_for(command: Talk, table: TableState | None, own_seat: int | None) -> tuple[Say | Mute, str] | Misfit:
    """What to ask of the node, and what to tell the person about it, or why nothing."""
    if table is None or own_seat is None:
        return Misfit(_("you have no seat yet: wait for one, or q to leave"))
    match command:
        case SayWords(text):
            said = clean_saying(text, MAX_SAID)
            return (Say(said), "") if said else Misfit(_("nothing of this can be shown: use letters"))
        case SayEmote(number):
            return Say(emote=number), ""
        case HearOrNot(name, muted):
            return _mute(table, own_seat, name, muted=muted)


def _mute(table: TableState, own_seat: int, name: str, *, muted: bool) -> tuple[Say | Mute, str] | Misfit:
    seat = None if name.lower() == "all" else seat_named(table, name)
    if isinstance(seat, Misfit):
        return seat
    if seat == own_seat:
        return Misfit(_("that is you: the others hear what you say unless they mute you"))
    return Mute(seat, muted), muted_line(table, seat, muted=muted)
