"""Strategies for any view that the contract allows, however unlikely."""

from dataclasses import replace

from hypothesis import strategies as st

from p2p_ligretto.game.cards import COLOURS, DECK, PileId
from p2p_ligretto.game.moves import DISCARD, ROW, STACK
from p2p_ligretto.tui.views import (
    Banner,
    CardView,
    Contest,
    CurvesView,
    Field,
    Flight,
    Form,
    GameView,
    Graph,
    GraphLine,
    LessonView,
    LobbyView,
    OptionEntry,
    PileView,
    ReplayView,
    ScoreRow,
    ScoresView,
    SeatEntry,
    SeatView,
    Spoken,
    TableEntry,
    TableLobbyView,
    View,
)

texts = st.text(alphabet="ab Zß-1漢字한👍é\u0301\u0308ﷺ", max_size=40)
flags = st.booleans()
counts = st.integers(0, 40)
figures = st.none() | st.integers(-99, 999)
cards = st.sampled_from(DECK)

card_views = st.builds(CardView, st.none() | cards, st.integers(0, 3), flags, flags, flags)
pile_views = st.lists(
    st.builds(
        PileView, st.builds(PileId, st.sampled_from(COLOURS), st.integers(0, 11)), st.integers(1, 10), flags, flags
    ),
    max_size=48,
    unique_by=lambda pile: pile.id,
).map(tuple)


def seat_views(slots: int) -> st.SearchStrategy[SeatView]:
    rows = st.lists(card_views, min_size=slots, max_size=slots).map(tuple)
    return st.builds(SeatView, texts, rows, counts, card_views, counts, card_views, counts, texts, texts, *[flags] * 3)


@st.composite
def game_views(draw: st.DrawFn) -> GameView:
    slots = draw(st.sampled_from([0, 3, 4, 5]))
    others = draw(st.lists(seat_views(slots), max_size=11).map(tuple))
    own = draw(st.none() | seat_views(slots))
    countdown = draw(st.sampled_from(["", "1", "2", "3", "10"]))
    return GameView(
        title=draw(texts),
        round_text=draw(texts),
        clock=draw(texts),
        piles=draw(pile_views),
        others=others,
        own=own,
        message=draw(texts),
        urgent=draw(flags),
        countdown=countdown,
        watching=draw(counts),
        storing=draw(st.sampled_from(["", "stack", "discard"])),
        banner=draw(st.none() | st.builds(Banner, st.sampled_from(["paused", "frozen", ""]), texts, texts)),
        clock_error=draw(texts),
        seated=draw(flags),
    )


def tuples(each: st.SearchStrategy, most: int) -> st.SearchStrategy[tuple]:
    return st.lists(each, max_size=most).map(tuple)


lobby_views = st.builds(
    LobbyView,
    texts,
    tuples(st.builds(TableEntry, texts, texts, texts, flags, texts), 30),
    tuples(texts, 20),
    tuples(texts, 5),
    st.integers(-1, 29),
    texts,
    texts,
    texts,
)
table_lobby_views = st.builds(
    TableLobbyView,
    texts,
    tuples(st.builds(SeatEntry, texts, flags, flags, texts, flags), 12),
    tuples(st.builds(OptionEntry, texts, texts, texts, flags), 9),
    tuples(texts, 5),
    texts,
    counts,
    flags,
    flags,
    texts,
    texts,
)
scores_views = st.builds(
    ScoresView,
    texts,
    texts,
    tuples(
        st.builds(
            ScoreRow, texts, flags, figures, figures, figures, figures, tuples(figures, 20), flags, flags, flags, texts
        ),
        14,
    ),
    tuples(st.builds(Contest, cards, texts, texts, texts, texts, texts, flags), 30),
    texts,
    flags,
    counts,
    flags,
    texts,
    texts,
    tuples(st.builds(OptionEntry, texts, texts, texts, flags), 9),
    flags,
)
points = st.lists(st.tuples(st.integers(-5, 9**6), st.integers(-99, 999)), max_size=9, unique_by=lambda at: at[0])
graphs = st.builds(
    Graph,
    texts,
    tuples(st.builds(GraphLine, st.sampled_from("123abc"), points.map(sorted).map(tuple), flags), 12),
    texts,
    texts,
    flags,
    texts,
)
curves_views = st.builds(CurvesView, texts, tuples(graphs, 3), tuples(texts, 12))
replayed_views = game_views().map(lambda view: replace(view, replayed=True))
replay_views = st.builds(ReplayView, replayed_views | scores_views | curves_views, tuples(texts, 6), flags)
forms = st.builds(
    Form,
    texts,
    texts,
    tuples(st.builds(Field, texts, texts, texts, flags, texts), 12),
    st.integers(-1, 12),
    texts,
    texts,
    flags,
)
lessons = st.builds(LessonView, counts, counts, texts, flags)
saying_forms = st.builds(lambda text: Form("say", "", (Field("", text, typed=True),), foot=True), texts)
sources = st.sampled_from([STACK, DISCARD, *ROW])
pile_ids = st.builds(PileId, st.sampled_from(COLOURS), st.integers(0, 11))
flights = st.builds(Flight, cards, st.none() | sources, sources | pile_ids, st.integers(0, 3), st.just(4))
screens = game_views() | lobby_views | table_lobby_views | scores_views | replay_views
views = st.builds(
    View,
    screens,
    st.none() | forms | saying_forms,
    flags,
    texts,
    st.none() | lessons,
    tuples(st.builds(Spoken, texts, texts, flags), 3),
    flash=flags,
    flights=tuples(flights, 2),
)
