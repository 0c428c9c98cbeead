"""What to do instead, for each reason why a node did not carry out what a person asked of it."""

from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.speech.ways import TYPED, Ways
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def refusal_line(refused: ActRefused, table: TableState | None, ways: Ways = TYPED) -> str:
    """One line: why not, and what helps."""
    if refused.seat is not None and refused.reason == "away":
        return _("not now: {name} is away and the game waits for that laptop; nothing is lost").format(
            name=seat_name(table, refused.seat)
        )
    if refused.reason == "no_round" and table is not None and table.phase is Phase.PLAYING:
        return _("you sit this round out: you play from the next one on; wait for its end")
    return _reasons(ways).get(refused.reason) or _("not possible now ({reason}); {help} shows what is").format(
        reason=printable(refused.reason), help=ways.help
    )


def _reasons(ways: Ways) -> dict[str, str]:
    return {
        "no_table": _("you are at no table yet: wait for a seat, or {leave} to leave").format(leave=ways.leave),
        "not_seated": _("you have no seat yet: you get one before the next round"),
        "no_round": _("no round is being played: {ready} says that you are ready for the next one").format(
            ready=ways.ready
        ),
        "countdown": _("not yet: wait for the start"),
        "paused": _("the round is paused: {pause} goes on with it, or wait until somebody does").format(
            pause=ways.pause
        ),
        "over": _("the round is over: {ready} says that you are ready for the next one").format(ready=ways.ready),
        "away": _("not now: somebody is away and the game waits for that laptop; nothing is lost"),
        "alone": _("you are alone: it takes two players; wait for somebody to come, or {end} ends a round").format(
            end=ways.end
        ),
        "illegal": _("that move does not fit any more: look at the table"),
        "busy": _("too many of your moves are under way: wait a moment, then try again"),
        "talk": _("too much at once: wait a few seconds, then say it again"),
        "not_yet": _(
            "not yet: only who plays no card or holds up the deal for a minute is voted absent; wait, then try again"
        ),
        "own_seat": _("nobody votes about the own seat: {leave} leaves the table").format(leave=ways.leave),
        "phase": _("not possible now: see who is here, and what the table waits for"),
        "wedged": _("not now: the laptops agree on who is at the table; try again in a moment"),
    }
