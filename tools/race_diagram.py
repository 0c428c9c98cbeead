"""Draw a race of two cards for one place: ``python -m tools.race_diagram`` writes ``docs/pictures/race.svg``.

Three real nodes play it in memory, over links of fixed delays. Every time in the picture is one at which a node was
given a message, showed something else, or was told that it is final; nothing is drawn that did not happen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Final

from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.moves import Play
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Act
from p2p_ligretto.node.notices import MoveRejected
from p2p_ligretto.speech.photo_finish import margin_words
from p2p_ligretto.wire.messages import AnyMessage, Beat, EventSent
from tests.node.company import DELAY_US, NAMES, Company

DIAGRAM: Final = Path(__file__).parents[1] / "docs" / "pictures" / "race.svg"
TITLE: Final = "A race of two cards for one place, at three laptops"
LATE, FIRST, THIRD = range(3)
"""Who is drawn from left to right."""
GAP_US: Final = 2_500
"""So much later the second one presses the key."""
LINKS_US: Final = {(LATE, FIRST): 4_000, (LATE, THIRD): 3_000, (FIRST, THIRD): 9_000}
"""Delays between them: who looks on from the third laptop hears of the earlier card later."""
CALM_US: Final = 500_000
LIMIT_US: Final = 60_000


@dataclass(frozen=True, slots=True)
class Arrow:
    """A message under way: an event, or otherwise a beat. ``source`` and ``target`` are roles."""

    source: int
    target: int
    sent_us: int
    arrives_us: int
    is_event: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened at a laptop, in words."""

    role: int
    at_us: int
    words: str


@dataclass(frozen=True, slots=True)
class Race:
    """What there is to be drawn; times are counted from the first press of a key."""

    names: tuple[str, ...]
    """By role."""
    arrows: list[Arrow]
    moments: list[Moment]


class Recorded(Company):
    """Nodes that play until two of them want the same place; from then on all that is sent is written down.

    ``roles``: the nodes that are late, first and third, once that is settled.
    """

    def __init__(self) -> None:
        self.roles: tuple[int, ...] = ()
        self.start_us = 0
        self.arrows: list[Arrow] = []
        self._delay_us = DELAY_US
        super().__init__(len(LINKS_US))

    def carry(self, source: int, link: int, message: AnyMessage) -> None:
        """As long as it takes on this link."""
        if self.roles and link in self._ends:
            ends = self.roles.index(source), self.roles.index(self._ends[link][0])
            self._delay_us = LINKS_US[min(ends), max(ends)]
            if isinstance(message, EventSent | Beat):
                sent_us, is_event = self.now - self.start_us, isinstance(message, EventSent)
                self.arrows.append(Arrow(*ends, sent_us, sent_us + self._delay_us, is_event))
        super().carry(source, link, message)

    def later(self, act: Callable[[], None], after_us: int | None = None) -> None:
        """What has no delay of its own takes as long as the message that is being sent."""
        super().later(act, self._delay_us if after_us is None else after_us)

    def wanted(self, number: int) -> Play | None:
        """The card that a bot there would play now on one that lies."""
        node = self[number].node
        table, seat = node.predicted, node.own_seat
        if table is None or table.round is None or seat is None:
            return None
        move = choose(table.round, seat)
        return move if isinstance(move, Play) and move.height > 1 else None

    def rivals(self) -> tuple[int, int] | None:
        """Two who want to lay a card on the same place, if there are two."""
        wanted = [self.wanted(seat.number) for seat in self]
        for late, first in combinations(range(len(wanted)), 2):
            one, other = wanted[late], wanted[first]
            if one and other and (one.pile, one.height) == (other.pile, other.height):
                return late, first
        return None

    def owner(self, role: int, move: Play) -> int | None:
        """Whose card, by role, lies at the place of ``move`` on the screen of who has ``role``."""
        table = self[self.roles[role]].table
        pile = None if table.round is None else table.round.pile(move.pile)
        return self.roles.index(pile.owners[move.height - 1]) if pile and pile.height >= move.height else None

    def press(self, role: int, at_us: int) -> Play:
        """Who has ``role`` plays its card, so long after the first press."""
        while self.step(self.start_us + at_us):
            pass
        self.now = self.start_us + at_us
        move = self.wanted(self.roles[role])
        assert move is not None, "it waits with its card"
        self.submit(self.roles[role], Act(move))
        return move


def recorded() -> Race:
    """Play until two want the same place, let both press the key, and write down what comes of it."""
    company = Recorded()
    company.sit(Options(rounds=1))
    company.deal()
    company.play_until(lambda: company.rivals() is not None)
    company.run(CALM_US)
    rivals = company.rivals()
    assert rivals is not None, "what two want is what they wait for"
    company.roles = (*rivals, *({seat.number for seat in company} - set(rivals)))
    company.start_us = company.now
    for seat in company:
        seat.notices.clear()
    move = company.press(FIRST, 0)
    company.press(LATE, GAP_US)
    moments = [
        Moment(role, at_us, "presses the key: the card lies there") for role, at_us in ((FIRST, 0), (LATE, GAP_US))
    ]
    names = tuple(NAMES[number] for number in company.roles)
    moments += _outcome(company, move, names)
    last_us = max(moment.at_us for moment in moments)
    arrows = [
        arrow for arrow in company.arrows if arrow.is_event or (arrow.sent_us > GAP_US and arrow.arrives_us <= last_us)
    ]
    return Race(names, arrows, moments)


def _outcome(company: Recorded, move: Play, names: tuple[str, ...]) -> Iterator[Moment]:
    """What changes on each screen, what arrives and changes nothing, and when it is final there."""
    shown = [company.owner(role, move) for role in range(len(names))]
    arrivals = {(arrow.target, arrow.arrives_us): arrow.source for arrow in company.arrows if arrow.is_event}
    final: set[int] = set()
    while len(final) < len(names):
        assert company.step(company.start_us + LIMIT_US), "it never became final"
        at_us = company.now - company.start_us
        for role, before in enumerate(shown):
            now = company.owner(role, move)
            source = arrivals.pop((role, at_us), None)
            if now != before and now is not None:
                came = f"{names[now]}'s card arrives"
                earlier = "" if before is None else f", was earlier: {names[before]}'s goes back"
                yield Moment(role, at_us, f"{came}{earlier}")
            elif source is not None:
                yield Moment(role, at_us, f"{names[source]}'s card arrives, was later: nothing changes")
            shown[role] = now
        for role in set(range(len(names))) - final:
            for notice in company[company.roles[role]].told(MoveRejected):
                assert isinstance(notice, MoveRejected)
                final.add(role)
                yield Moment(role, at_us, _told(role, notice, names))


def _told(role: int, notice: MoveRejected, names: tuple[str, ...]) -> str:
    if role != LATE:
        return "final"
    return f"final: \u201ctoo late, {names[FIRST]} was first by {margin_words(notice.margin_us or 0)}\u201d"


# ---- the picture

LEFT: Final = 70
COLUMN: Final = 235
TOP: Final = 64
MILLISECOND: Final = 29
BOTTOM: Final = 60
LEGEND: Final = (
    "solid: the card, with its time stamp; dashed: what each holds, and its promise to stamp nothing earlier"
)
LINE: Final = 15
LONGEST: Final = 29
"""Characters of a line beside a node."""
INK, PALE, PAPER = "#1f2328", "#65707b", "#ffffff"
HALO: Final = f'stroke="{PAPER}" stroke-width="6" stroke-linejoin="round" paint-order="stroke"'
"""So that words can be read across an arrow."""
COLOURS: Final = {LATE: "#b35900", FIRST: "#0b62a8", THIRD: "#4d4d4d"}


def x_of(role: int) -> int:
    """Where the line of a laptop stands."""
    return LEFT + role * COLUMN


def y_of(time_us: int) -> int:
    """How far down a time is."""
    return TOP + time_us * MILLISECOND // 1_000


def drawn(race: Race) -> str:
    """The picture."""
    last_us = max(moment.at_us for moment in race.moments)
    wide, high = x_of(len(LINKS_US)) - 10, y_of(last_us) + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
        ' font-family="Verdana,DejaVu Sans,Helvetica,sans-serif" font-size="12">',
        f"<title>{escape(TITLE)}</title>",
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
        *(_text((12, y_of(ms * 1_000) + 4), f"{ms} ms", PALE) for ms in range(0, last_us // 1_000 + 1, 2)),
        *(line for arrow in race.arrows for line in _arrow(arrow)),
    ]
    for role, name in enumerate(race.names):
        x, colour = x_of(role), COLOURS[role]
        parts.append(f'<path d="M{x} {TOP - 14}V{high - 36}" stroke="{colour}" stroke-width="3"/>')
        parts.append(_text((x - 14, TOP - 26), f"{name}'s laptop", colour, 'font-weight="bold"'))
    for moment in race.moments:
        x, y = x_of(moment.role), y_of(moment.at_us)
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{COLOURS[moment.role]}"/>')
        for number, line in enumerate(_wrapped(f"{moment.at_us / 1_000:g} ms: {moment.words}")):
            parts.append(_text((x + 12, y + 4 + number * LINE), line, INK, HALO))
    parts.append(_text((12, high - 12), LEGEND, PALE))
    return "\n".join([*parts, "</svg>", ""])


def _arrow(arrow: Arrow) -> Iterator[str]:
    colour = COLOURS[arrow.source] if arrow.is_event else PALE
    style = 'stroke-width="2"' if arrow.is_event else 'stroke-width="1" stroke-dasharray="3 4"'
    from_x, from_y, to_x, to_y = x_of(arrow.source), y_of(arrow.sent_us), x_of(arrow.target), y_of(arrow.arrives_us)
    yield f'<path d="M{from_x} {from_y}L{to_x} {to_y}" stroke="{colour}" {style}/>'


def _text(at: tuple[int, int], words: str, colour: str, style: str = "") -> str:
    return f'<text x="{at[0]}" y="{at[1]}" fill="{colour}" {style}>{escape(words)}</text>'


def _wrapped(words: str) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LONGEST:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def main() -> None:
    """Draw it anew."""
    DIAGRAM.write_text(drawn(recorded()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
