"""What is on screen, as frozen values: made by ``view_model`` from the node's state, drawn by ``layout``.

A view holds everything that drawing needs and nothing else, so that the drawing thread never looks at the node. All
texts are for people, escaped and in their language; cards are values, since how a card looks is a matter of style.
"""

from dataclasses import dataclass

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import Source
from p2p_ligretto.tui.scorepad.views import GamesView, PadView


@dataclass(frozen=True, slots=True)
class TableEntry:
    """Lobby: a table that was found. ``refused``: why it can't be joined (another version, full); it is grey then."""

    title: str
    players: str
    phase: str
    private: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Tables by table id in the order in which they were found; ``chosen`` is an index or -1."""

    own_name: str
    tables: tuple[TableEntry, ...]
    people: tuple[str, ...]
    addresses: tuple[str, ...]
    """``HOST:PORT`` to read out to others."""
    chosen: int = -1
    problem: str = ""
    """What is wrong with discovery, and the way out."""
    busy: str = ""
    """What is under way: joining, waiting for the end of a round."""
    rules: str = ""
    """What is played at the chosen table; shown where there is nothing else to say."""


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """Table lobby: a seat. ``note``: how it is with its laptop, link delay. ``slow``: the delay is one that matters."""

    name: str
    own: bool
    ready: bool
    note: str = ""
    slow: bool = False


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option as it is set, with one line of explanation. ``changed``: it is not as in the official game."""

    name: str
    value: str
    explanation: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class TableLobbyView:
    """Seats, options, how to be joined. ``spectator``: this node only watches."""

    title: str
    seats: tuple[SeatEntry, ...]
    options: tuple[OptionEntry, ...]
    addresses: tuple[str, ...]
    hint: str
    """What happens next: who is waited for, what to press."""
    watching: int = 0
    spectator: bool = False
    urgent: bool = False
    """The hint needs the person now."""
    clock_error: str = ""
    """How wrong the own clock may be; shown where there is room."""
    preset: str = ""
    """What the game is called that the options make."""


@dataclass(frozen=True, slots=True)
class PileView:
    """A centre pile: ``height`` cards; ``pending``: its top is not final; ``fresh``: it has just changed."""

    id: PileId
    height: int
    pending: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that lies open, or a gap where ``card`` is None. ``playable``: it is marked as fitting."""

    card: Card | None
    depth: int = 1
    """Cards in the slot, with row storage."""
    pending: bool = False
    fresh: bool = False
    playable: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """What lies before a seat. ``away``: text like "away since 12 s" or empty; ``delay``: of its link, like "3 ms".

    ``silent``: nothing was heard of its laptop for a moment; nobody has drawn a conclusion from it yet. ``slow``: the
    delay is so long that it matters.
    """

    name: str
    row: tuple[CardView, ...]
    stack: int
    stack_top: CardView
    hand: int
    discard: CardView
    centre: int
    delay: str = ""
    away: str = ""
    left: bool = False
    silent: bool = False
    slow: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """Over the centre while the table stands still: why, and what to do about it. ``kind``: paused or frozen."""

    kind: str
    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class GameView:
    """``piles`` in the order in which they were opened; ``own`` None for a spectator, who gets all seats as others."""

    title: str
    round_text: str
    clock: str
    piles: tuple[PileView, ...]
    others: tuple[SeatView, ...]
    own: SeatView | None
    message: str = ""
    """One line: what happened, or what is waited for."""
    urgent: bool = False
    """The message needs the person now: play is frozen, a countdown, a lost race."""
    countdown: str = ""
    watching: int = 0
    storing: str = ""
    """``stack`` or ``discard`` while a slot key is waited for to store it."""
    banner: Banner | None = None
    clock_error: str = ""
    """How wrong the own clock may be; shown where there is room."""
    seated: bool = True
    """False for a spectator. Who has a seat and no cards in this round has no ``own`` either."""
    replayed: bool = False
    """It was played long ago: no key plays a card."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A seat in the score table; None for who was not in the round. ``history``: totals after each round so far."""

    name: str
    own: bool
    centre: int | None
    left: int | None
    points: int | None
    total: int | None
    history: tuple[int | None, ...]
    ready: bool = False
    winner: bool = False
    stopped: bool = False
    note: str = ""
    """How it is with its laptop, where something is."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A contested card of the round: who laid it first, who was late, by how much, on which pile of its colour.

    ``error``: how wrong the margin may be, empty if that is not known; ``close``: so wrong that nobody can be sure.
    """

    card: Card
    first: str
    late: str
    margin: str
    pile: str = ""
    error: str = ""
    close: bool = False


@dataclass(frozen=True, slots=True)
class ScoresView:
    """After a round or a match; rows best total first."""

    title: str
    ending: str
    rows: tuple[ScoreRow, ...]
    contests: tuple[Contest, ...]
    hint: str
    finished: bool = False
    watching: int = 0
    urgent: bool = False
    """The hint needs the person now."""
    code: str = ""
    """Of a private table: what to tell a friend."""
    preset: str = ""
    """What the game is called that the options make."""
    changed_options: tuple[OptionEntry, ...] = ()
    """Those that are not as in the official game."""
    newcomer: bool = False
    """The person has not been in a round of this match: what is played comes before the races."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: typed text or one of several values. ``explanation`` and ``fault`` are one line each."""

    label: str
    value: str
    explanation: str = ""
    typed: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog over the screen: fields (or none, then it is a question) with what confirming and going back do.

    ``confirm`` is empty where there is nothing to confirm. ``deliberate``: a question whose yes is never the default,
    only its own key says it. ``foot``: one field for what is said, in the last line, so that it covers no card.
    """

    title: str
    text: str
    fields: tuple[Field, ...] = ()
    chosen: int = 0
    confirm: str = ""
    back: str = ""
    deliberate: bool = False
    foot: bool = False


@dataclass(frozen=True, slots=True)
class Spoken:
    """What somebody at the table has just said."""

    name: str
    text: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Flight:
    """An own card that has just been moved, at ``step`` (from 0) of so many ``steps`` of its way.

    ``source`` is None for the hand; ``target`` is a centre pile or a place of one's own.
    """

    card: Card
    source: Source | None
    target: Source | PileId
    step: int
    steps: int


@dataclass(frozen=True, slots=True)
class LessonView:
    """A lesson of a guided game. ``may_skip``: a key leads to the next one."""

    number: int
    count: int
    text: str
    may_skip: bool = True


@dataclass(frozen=True, slots=True)
class GraphLine:
    """One player's values (x, y), by growing x; drawn with ``mark``, one character. ``own``: it stands out."""

    mark: str
    points: tuple[tuple[int, int], ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """Lines over an axis from ``first`` to ``last``. ``steps``: a value holds until the next one.

    ``empty``: what to say where there is no line.
    """

    heading: str
    lines: tuple[GraphLine, ...]
    first: str
    last: str
    steps: bool = False
    empty: str = ""


@dataclass(frozen=True, slots=True)
class CurvesView:
    """The curves of a match, and which mark is whose."""

    title: str
    graphs: tuple[Graph, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A recorded match at one moment. ``status``: how it runs and where it stands, what matters most first."""

    shown: GameView | ScoresView | CurvesView
    status: tuple[str, ...]
    playing: bool = False


Screen = LobbyView | TableLobbyView | GameView | ScoresView | ReplayView | GamesView | PadView


@dataclass(frozen=True, slots=True)
class View:
    """All that is drawn: a screen, a dialog over it if there is one, and whether the keys are shown."""

    screen: Screen
    form: Form | None = None
    help: bool = False
    notice: str = ""
    """A short line for screens without a message line of their own."""
    lesson: LessonView | None = None
    """Below the screen, in a guided game."""
    talk: tuple[Spoken, ...] = ()
    """What was said last, the newest first."""
    rings: int = 0
    """How often the bell was rung so far: with one more it rings."""
    flash: bool = False
    """All is reversed, for a moment."""
    flights: tuple[Flight, ...] = ()
    """Cards that are seen on their way, over the screen."""
