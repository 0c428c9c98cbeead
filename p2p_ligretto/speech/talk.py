"""What people say to one another, in words: the emotes, who has said what, who is not to be heard any more."""

from collections.abc import Sequence

from p2p_ligretto.node.notices import SeatSaid
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def emote_words() -> tuple[str, ...]:
    """The emotes by their number: what each says."""
    return (_("well played"), _("ouch"), _("hurry up"), _("sorry"), _("thanks"), _("hello"))


_SIGNS: Sequence[str] = (":)", ":(", ">>", ":/", "<3", "o/")
"""The emotes for the eye, in characters that every terminal has."""


def said_words(said: SeatSaid, *, signs: bool = False) -> str:
    """What was said; ``signs``: with the sign of an emote, where it is seen and not listened to."""
    words = emote_words()
    if said.emote is None or not 0 <= said.emote < len(words):
        return printable(said.text)
    return f"{words[said.emote]} {_SIGNS[said.emote]}" if signs else words[said.emote]


def said_line(said: SeatSaid, table: TableState | None, own_seat: int | None) -> str:
    """Who says what."""
    words = said_words(said)
    if said.seat == own_seat:
        return _("you say: {words}").format(words=words)
    return _("{name} says: {words}").format(name=seat_name(table, said.seat), words=words)


def muted_line(table: TableState, seat: int | None, *, muted: bool) -> str:
    """What it means that ``seat`` is muted or no longer; None: everybody."""
    if seat is None:
        if muted:
            return _("you hear nobody any more; nobody is told")
        return _("you hear everybody again")
    name = seat_name(table, seat)
    if muted:
        return _("you hear {name} no more; nobody is told").format(name=name)
    return _("you hear {name} again").format(name=name)
