"""Commands about the others at the table become intents: pauses, ending a round together, votes, going on without.

Going on without the others can't be undone: it is asked once more.
"""

from p2p_ligretto.node.intents import AgreeToEnd, GoOnWithout, Intent, Pause, Vote
from p2p_ligretto.node.notices import Frozen
from p2p_ligretto.node.table import TableState
from p2p_ligretto.plain.commands import Affair, AgreeEnd, CastVote, GoOn, PauseRound
from p2p_ligretto.speech.choices import Misfit
from p2p_ligretto.speech.naming import seat_named
from p2p_ligretto.speech.presence import go_on_words
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _


def intents_for(
    affair: Affair, table: TableState | None, own_seat: int | None, frozen: Frozen | None, *, asked: bool
) -> tuple[Intent, ...] | Misfit:
    """What to ask of the node, or why nothing; ``asked``: ``go on`` was typed just before."""
    if table is None or own_seat is None:
        return Misfit(_("you have no seat yet: wait for one, or q to leave"))
    match affair:
        case PauseRound(paused):
            return (Pause(not table.paused if paused is None else paused),)
        case AgreeEnd(agrees):
            return (AgreeToEnd(agrees),)
        case CastVote():
            return _votes(affair, table, own_seat)
        case GoOn():
            return _go_on(table, frozen, asked=asked)


def _votes(cast: CastVote, table: TableState, own_seat: int) -> tuple[Intent, ...] | Misfit:
    seat = seat_named(table, cast.name)
    if isinstance(seat, Misfit):
        return seat
    if cast.about is not None:
        return (Vote(cast.about, seat, yes=True),)
    given = sorted(about for about, whom, by in table.votes if (whom, by) == (seat, own_seat))
    if not given:
        return Misfit(_("you have no vote about {name}: nothing to take back").format(name=seat_name(table, seat)))
    return tuple(Vote(about, seat, yes=False) for about in given)


def _go_on(table: TableState, frozen: Frozen | None, *, asked: bool) -> tuple[Intent, ...] | Misfit:
    if frozen is None:
        return Misfit(_("nothing to decide: enough laptops of this table are reached"))
    if not frozen.may_go_on:
        return Misfit(_("not possible with so few of the table: wait until somebody is reached, or q to leave"))
    if not asked:
        words = go_on_words(frozen, table)
        return Misfit(_("{words} Type go on once more if that is what you want.").format(words=words))
    return (GoOnWithout(),)
