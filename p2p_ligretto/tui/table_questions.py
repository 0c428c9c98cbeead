"""The dialogs about the others at a table: ending a round together, votes, going on without who can't be reached.

Their yes is never the default: they may come up, or be asked for by a slip, while keys are pressed in haste.
"""

from collections.abc import Iterable

from p2p_ligretto.node.notices import CallerAsks, Frozen
from p2p_ligretto.node.table import DEALING, TableState
from p2p_ligretto.speech.decisions import kicked_out_line
from p2p_ligretto.speech.joining import caller_name
from p2p_ligretto.speech.presence import go_on_words, missing_names
from p2p_ligretto.speech.standing import end_line, voices_words, voters_about
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.tui.dialogs import Choice, Dialog, Entry, ToAdmit, ToChoose, ToEndRound, ToGoOn, Told, ToVote
from p2p_ligretto.wire.payloads import VoteAbout


def ask_to_end(table: TableState, own_seat: int) -> Dialog:
    """Whether to agree to the end of the round."""
    text = _("It ends when all who play agree, and is scored as the cards lie now.")
    if table.agreed & table.playing:
        text = _("{text} {line}.").format(text=text, line=end_line(table, own_seat))
    return Dialog(ToEndRound(), _("End this round?"), text, confirm=_("agree"), back=_("play on"), deliberate=True)


def ask_to_admit(caller: CallerAsks) -> Dialog:
    """Whether somebody may sit down."""
    return Dialog(
        ToAdmit(caller.peer),
        _("May {name} sit down?").format(name=caller_name(caller)),
        _("Anybody can go by any name; in brackets is the beginning of the key. The first answer at the table counts."),
        confirm=_("yes"),
        back=_("no"),
        deliberate=True,
    )


def ask_whom(table: TableState, own_seat: int, about: VoteAbout, seats: Iterable[int]) -> Dialog:
    """Which of ``seats`` to vote about; who is voted about already comes to mind first."""
    choices = tuple(
        Choice(str(seat), seat_name(table, seat), voices_words(table, own_seat, about, seat)) for seat in seats
    )
    title = _("Kick whom?") if about == "kick" else _("Who counts as absent?")
    voted = [choice.value for choice in choices if voters_about(table, about, int(choice.value))]
    entry = Entry("seat", _("player"), (voted or [choices[0].value])[0], choices=choices)
    return Dialog(ToChoose(about), title, entries=(entry,), confirm=_("choose"), back=_("nobody"))


def ask_to_vote(table: TableState, own_seat: int, about: VoteAbout, seat: int) -> Dialog:
    """Whether to vote about ``seat``, or to take the vote back that was given."""
    name, voices = seat_name(table, seat), voices_words(table, own_seat, about, seat)
    if own_seat in voters_about(table, about, seat):
        title = _("Take your vote about {name} back?").format(name=name)
        return Dialog(
            ToVote(about, seat, yes=False),
            title,
            voices,
            confirm=_("take it back"),
            back=_("leave it"),
            deliberate=True,
        )
    if about == "kick":
        title = _("Kick {name} out?").format(name=name)
        text = _(
            "If more than half of the table say yes, {name} has to go and can't come back to this table. "
            "Points that were made stay. So far: {voices}."
        )
    else:
        title = _("Does {name} count as absent?").format(name=name)
        text = _(
            "If more than half of the table say yes, the round no longer waits for {name}, who keeps cards and points "
            "and is back with the next card. So far: {voices}."
        )
        if table.phase in DEALING:
            text = _(
                "If more than half of the table say yes, the deal no longer waits for {name}, who keeps the points, "
                "sits this round out and plays from the next one on. So far: {voices}."
            )
    return Dialog(
        ToVote(about, seat, yes=True),
        title,
        text.format(name=name, voices=voices),
        confirm=_("vote yes"),
        back=_("back"),
        deliberate=True,
    )


def ask_to_go_on(frozen: Frozen, table: TableState | None) -> Dialog:
    """Whether to go on without who can't be reached."""
    names = missing_names(frozen, table)
    return Dialog(
        ToGoOn(),
        _("Go on without {names}?").format(names=names),
        go_on_words(frozen, table),
        confirm=_("go on without"),
        back=_("wait"),
        deliberate=True,
    )


def tell_of_kick() -> Dialog:
    """That this seat was voted out."""
    return Dialog(Told(), _("Kicked out"), kicked_out_line(), back=_("all right"))
