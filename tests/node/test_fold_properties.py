"""Whatever people say in whatever order, and whoever comes and goes: what holds of the table all the time.

The record of each story is judged by the independent replay, which knows nothing of the fold.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.game.cards import DECK
from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.record import export_lines
from p2p_ligretto.node.table import ABSENT_US, DEALING, Phase, TableState
from p2p_ligretto.wire.payloads import (
    Agreed,
    AnyPayload,
    Closed,
    Forced,
    Moved,
    Paused,
    Ready,
    Revealed,
    SatOut,
    Seated,
    StopMove,
    Voted,
)
from tests.node.story import NAMES, Story, commitment, peer, secret, share, shows
from tests.replay import check_record

SEATS = len(NAMES)
Kind = Literal[
    "turn",
    "agree",
    "pause",
    "kick",
    "absent",
    "sit_out",
    "deal",
    "hold_up",
    "close",
    "ready",
    "force",
    "come",
    "go",
    "forge",
]


@dataclass(frozen=True)
class Step:
    kind: Kind
    seat: int
    other: int
    yes: bool
    after_us: int


# What people do most of the time comes more often: else nearly no story would get beyond the first deal.
KINDS: list[Kind] = ["turn", "deal", "deal", "deal", "deal", "close", "close", "ready", "agree", "agree", "pause"]
KINDS += ["hold_up", "kick", "absent", "absent", "absent", "sit_out", "force", "come", "come", "go", "forge"]
steps = st.builds(
    Step,
    st.sampled_from(KINDS),
    st.integers(0, SEATS - 1),
    st.integers(0, SEATS - 1),
    st.sampled_from([True, True, True, False]),
    st.sampled_from([1, 1_000_000, 4_000_000, ABSENT_US]),
)


def take(story: Story, step: Step) -> None:
    table, seat = story.table, step.seat
    members = {number for number in range(SEATS) if peer(number) in table.members}
    time = story.time + step.after_us
    match step.kind:
        case "come":
            story.view(*members | {seat})
            if table.seat_of(peer(seat)) is None:
                story.say(seat, Seated(NAMES[seat]), time)
        case "go":
            story.view(*members - {seat})
        case "turn":
            turn(story, seat, time)
        case "deal":
            deal(story, time)
        case "hold_up":
            deal(story, time, without={seat, step.other})
        case "forge":
            forge(story, seat, time)
        case _:
            story.say(seat, payload(step, max(table.number, 1)), time)


def payload(step: Step, number: int) -> AnyPayload:
    return {
        "agree": Agreed(number, step.yes),
        "pause": Paused(number, step.yes),
        "kick": Voted("kick", step.other, step.yes),
        "absent": Voted("absent", step.other, step.yes),
        "sit_out": SatOut(number),
        "ready": Ready(step.yes),
        "force": Forced(),
        "close": Closed(number, secret(step.seat)),
    }[step.kind]


def deal(story: Story, time: int, without: set[int] = frozenset()) -> None:  # type: ignore[assignment]
    """All who have not spoken yet, ``without`` these, do what the deal asks of them."""
    table = story.table
    for seat in sorted(set(table.players) - table.spoken() - without) if table.phase in DEALING else ():
        said = {
            Phase.COMMITTING: commitment(seat, table.number),
            Phase.REVEALING: Revealed(table.number, share(seat)),
            Phase.OPENING: shows(seat, len(table.players), table.number),
        }[table.phase]
        story.say(seat, said, time + seat)


def forge(story: Story, seat: int, time: int) -> None:
    """A lie about a share, about the first cards, or about a card that is turned, as the phase has it."""
    table = story.table
    number, shown = max(table.number, 1), len(table.players)
    if table.phase is Phase.REVEALING:
        story.say(seat, Revealed(number, share(seat + 1)), time)
    elif table.phase is Phase.OPENING:
        story.say(seat, replace(shows(seat, shown, number), leaves=shows(seat + 1, shown).leaves), time)
    elif time >= table.started_us and seat in table.present:
        moved = story.moved(seat, Turn(25, 0, DECK[:1])) if seat in table.players else Moved(number, StopMove())
        forged = tuple(CardProof(proof.position, bytes(16)) for proof in moved.proofs)
        story.say(seat, replace(moved, number=number, proofs=forged), time)


def turn(story: Story, seat: int, time: int) -> None:
    table = story.table
    area = table.round.area(seat) if table.round is not None else None
    if area is None or area.hand < 3 or time < table.started_us or table.phase not in (Phase.PLAYING, Phase.CLOSING):
        return
    if not table.seats[seat].present:
        return
    first = 11 * seat + sum(map(len, area.row)) + 1 + len(area.discard)
    exposes = tuple(DECK[place % 40] for place in range(first, first + 3))
    story.say(seat, story.moved(seat, Turn(area.hand, 0, exposes)), time)


def check(table: TableState) -> None:
    welcome, players = set(table.welcome), set(table.players)
    assert not {seat for seat, owner in enumerate(table.seats) if owner.peer in table.banned} & table.playing
    late = players - table.spoken() if table.phase in DEALING and table.spoken() else set()
    idle = table.playing if table.phase is Phase.PLAYING else late
    assert all(about == "kick" or seat in idle for about, seat, _ in table.votes)
    assert all({seat, voter} <= welcome and seat != voter for _, seat, voter in table.votes)
    ayes = Counter((about, seat) for about, seat, _ in table.votes)
    assert all(2 * yes <= len(welcome) for yes in ayes.values()), "what is carried has its effect at once"
    assert table.ready <= welcome
    if table.phase is not Phase.PLAYING:
        assert not table.paused
        assert not table.agreed
    if table.phase in DEALING:
        assert players <= welcome
        assert len(players) >= 2
        assert not table.out & players
    if table.phase is Phase.PLAYING:
        check_round(table)
    if table.phase is Phase.CLOSING:
        assert not table.closed >= players & welcome


def check_round(table: TableState) -> None:
    state = table.round
    assert state is not None
    assert state.end is None
    assert state.present == table.playing
    assert table.agreed <= table.playing
    assert not (table.playing and table.agreed >= table.playing)
    for area in state.areas:
        if area is not None:
            assert sum(map(len, area.row)) + area.stack + area.hand + len(area.discard) + area.centre == 40


@settings(max_examples=150, deadline=None)
@given(st.lists(steps, max_size=60), st.booleans())
def test_the_table_is_sound_whatever_people_say(told: list[Step], begun: bool) -> None:
    story = Story().playing(SEATS, Options(rounds=2)) if begun else Story().sit(3, Options(rounds=2))
    banned = story.table.banned
    for step in told:
        take(story, step)
        check(story.table)
        assert story.table.banned >= banned
        banned = story.table.banned
        assert len({(lie.deal, lie.seat) for lie in story.table.lies}) == len(story.table.lies)
    matches = [number for number, line in enumerate(story.lines) if '"kind":"match"' in line]
    for first, end in pairwise([*matches, len(story.lines)]):
        check_record(export_lines(story.lines[first:end]), unfinished=True)
