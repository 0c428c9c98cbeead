"""A guided first round: what is explained, in which order, and what the person does to get on.

A table of lessons and pure functions of it: a ``Course`` goes on by what happens at the own seat, by a wish of the
person, or because the round is over. What to press in this moment is worked out of the round as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.legal import places_for, playable
from p2p_ligretto.game.moves import Fill, Play, Source, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.notices import Moved, MoveRejected, Notice, RoundEnded, RoundStarts
from p2p_ligretto.speech.ways import Ways
from p2p_ligretto.speech.words import card_word
from p2p_ligretto.texts import _

FIRST_GAME: Final = Options(rounds=1)
"""What is played in it."""
TEACHER: Final = "slow"
"""The level of the bot that it is played against: one that leaves time to read."""

Deed = Literal["asked", "turned", "opened", "followed", "filled", "beaten", "ended"]
"""What a lesson waits for; ``asked``: the person has read it and wants the next one."""
Wanted = Literal["nothing", "one", "later", "row", "any"]
"""Which cards of one's own a lesson wants to be played."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """``says`` gives its words; ``until`` is what it waits for, ``wanted`` which cards it points at."""

    says: Callable[[Ways], str]
    until: Deed
    wanted: Wanted = "nothing"


def _places(ways: Ways) -> str:
    return _(
        "This is your place: the stack, of which you see the top card, a row of open cards, and your hand, face down."
        " Get rid of the stack. There are no turns: all play at once. {next} goes on."
    ).format(next=ways.next)


def _turning(ways: Ways) -> str:
    return _(
        "You turn the cards of your hand by threes onto the discard, of which the top card may be played."
        " Try it: press {turn}."
    ).format(turn=ways.turn)


def _opening(_ways: Ways) -> str:
    return _("The centre belongs to all. A 1 opens a pile there. Play one, from row, stack or discard.")


def _following(_ways: Ways) -> str:
    return _(
        "On a pile goes the next number of its colour, whoever has it, up to 10. It finds its pile by itself."
        " Play a card that follows."
    )


def _filling(_ways: Ways) -> str:
    return _(
        "A card of your row leaves a gap, which the top of your stack fills by itself: so the stack shrinks fast."
        " Play a card of your row."
    )


def _beating(ways: Ways) -> str:
    return _(
        "Two cards for one place: the one that was first stays. The other one is beaten: it goes back to where it"
        " was, and costs nothing. {next} goes on."
    ).format(next=ways.next)


def _stopping(_ways: Ways) -> str:
    return _(
        "The round stops when somebody's stack is empty, or nobody can play any more. Play on: the stack first, since"
        " each card left on it costs two points."
    )


def _scoring(ways: Ways) -> str:
    return _(
        "The score: a point for each of your cards in the centre, two off for each left on your stack. Go on with"
        " p2p-ligretto play, against more bots, or p2p-ligretto host, with friends. {ready} plays once more, {leave}"
        " quits."
    ).format(ready=ways.ready, leave=ways.leave)


LESSONS: Final = (
    Lesson(_places, "asked"),
    Lesson(_turning, "turned"),
    Lesson(_opening, "opened", "one"),
    Lesson(_following, "followed", "later"),
    Lesson(_filling, "filled", "row"),
    Lesson(_beating, "beaten"),
    Lesson(_stopping, "ended", "any"),
    Lesson(_scoring, "asked"),
)
LAST: Final = len(LESSONS) - 1


@dataclass(frozen=True, slots=True)
class Course:
    """``at`` is the lesson at hand, from 0; beyond the last one it is over."""

    at: int = 0

    @property
    def over(self) -> bool:
        """Nothing is explained any more."""
        return self.at > LAST

    def after(self, notice: Notice, own_seat: int | None) -> "Course":
        """The course once ``notice`` has come: what a lesson asks for counts when it is done while it is shown."""
        if self.over:
            return self
        if isinstance(notice, RoundStarts) and self.at == LAST:
            return Course(LAST + 1)
        deed = _deed(notice, own_seat)
        if deed == "ended":
            return Course(LAST)
        return Course(self.at + 1) if deed == LESSONS[self.at].until else self

    def skipped(self) -> "Course":
        """The course when the person wants the next lesson; the last one comes with the end of the round."""
        return Course(self.at + 1) if self.at < LAST - 1 else self

    def words(self, state: RoundState | None, seat: int | None, ways: Ways) -> str:
        """What the lesson at hand says, and what to press now; empty when the course is over."""
        if self.over:
            return ""
        lesson = LESSONS[self.at]
        advice = "" if state is None or seat is None else _advice(lesson.wanted, state, seat, ways)
        return " ".join(part for part in (lesson.says(ways), advice) if part)


def _deed(notice: Notice, own_seat: int | None) -> Deed | None:
    match notice:
        case RoundEnded():
            return "ended"
        case Moved(seat, Turn()) if seat == own_seat:
            return "turned"
        case Moved(seat, Play(height=height)) if seat == own_seat:
            return "opened" if height == 1 else "followed"
        case Moved(seat, Fill()) if seat == own_seat:
            return "filled"
        case MoveRejected(seat, reason="beaten") if seat == own_seat:
            return "beaten"
        case _:
            return None


def _advice(wanted: Wanted, state: RoundState, seat: int, ways: Ways) -> str:
    area = state.area(seat)
    if wanted == "nothing" or area is None or state.end is not None:
        return ""
    for source, card in playable(area):
        if _is_wanted(wanted, source, card) and places_for(state, seat, card):
            return _("Now: {card}, with {key}.").format(card=card_word(card), key=_key(source, ways))
    return _("Nothing of that now: {turn} turns.").format(turn=ways.turn)


def _is_wanted(wanted: Wanted, source: Source, card: Card) -> bool:
    match wanted:
        case "one":
            return card.number == 1
        case "later":
            return card.number > 1
        case "row":
            return source.place == "row"
        case _:
            return True


def _key(source: Source, ways: Ways) -> str:
    if source.place == "row":
        return ways.row[source.slot]
    return ways.stack if source.place == "stack" else ways.discard
