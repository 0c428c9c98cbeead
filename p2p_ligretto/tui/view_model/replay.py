"""A recorded match at one moment: the views of a match that is played, without what only a player could do about it.

A seat's view shows that seat in the own place. Nothing else is open there than for who looks on: a record holds no
more than everybody at the table saw.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import cycle
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from p2p_ligretto.node.notices import MoveRejected, RoundEnded, RoundPaused
from p2p_ligretto.node.table import Phase
from p2p_ligretto.playback.curves import Curve, card_curves, score_curves
from p2p_ligretto.playback.playhead import Playhead
from p2p_ligretto.speech.replaying import ending_line, step_line, time_words
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.tui.telling import TOLD_US, message_for
from p2p_ligretto.tui.view_model.freshness import Freshness
from p2p_ligretto.tui.view_model.game import Moment, game_view
from p2p_ligretto.tui.view_model.score_sheet import ScoreSheet
from p2p_ligretto.tui.view_model.scores import scores_view
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import CurvesView, GameView, Graph, GraphLine, ReplayView, ScoresView

_MARKS: Final = digits[1:] + ascii_lowercase + ascii_uppercase
"""Of the players, in seat order: in a long match more may have come and gone than sit at a table."""


def replay_view(playhead: Playhead, own_seat: int | None, *, curves: bool = False, notice: str = "") -> ReplayView:
    """What is shown at ``playhead``, seen from ``own_seat``, None for who looks on; ``notice`` goes before all news."""
    shown: GameView | ScoresView | CurvesView
    if curves:
        shown = _curves(playhead, own_seat)
    elif playhead.table.phase in (Phase.BETWEEN, Phase.FINISHED):
        shown = _scores(playhead, own_seat)
        shown = replace(shown, hint=notice or shown.hint)
    else:
        shown = _game(playhead, own_seat)
        shown = replace(shown, message=notice or shown.message, urgent=shown.urgent and not notice)
    return ReplayView(shown, _status(playhead, own_seat), playhead.playing)


# ---- the table


def _game(playhead: Playhead, own_seat: int | None) -> GameView:
    table = playhead.table
    vantage = Vantage(own_seat, 0, paused_by=_paused_by(playhead), spectator=own_seat is None)
    freshness = Freshness().after(playhead.before, 0).after(table, 0)
    legal_us = max(0, 0 if table.paused else table.resumes_us)
    moment = Moment(starts_in_us=legal_us - playhead.time_us if table.phase is Phase.PLAYING else 0)
    view = game_view(table, table, vantage, freshness, moment)
    message, urgent = _message(playhead, own_seat)
    banner = None if view.banner is None else replace(view.banner, text="")
    return replace(view, message=message, urgent=urgent, banner=banner, seated=False, replayed=True)


def _paused_by(playhead: Playhead) -> int | None:
    if not playhead.table.paused:
        return None
    steps = reversed(playhead.round.steps[: playhead.shown])
    return next((told.seat for step in steps for told in step.notices if isinstance(told, RoundPaused)), None)


def _message(playhead: Playhead, own_seat: int | None) -> tuple[str, bool]:
    """While it runs, what was told in play of the last seconds; else, or without that, what the last step was."""
    if playhead.at_end and (ending := ending_line(playhead.recording)):
        return ending, True
    steps = playhead.round.steps
    if playhead.playing:
        since_us = playhead.time_us - TOLD_US * playhead.speed_percent // 100
        for step in reversed(steps[: playhead.shown]):
            if step.time_us < since_us:
                break
            for told in step.notices:
                if (message := message_for(told, step.table, own_seat, 0)) is not None:
                    return message.text, message.urgent
    if not playhead.shown:
        return _("round {number} begins").format(number=playhead.round.number), False
    step = steps[playhead.shown - 1]
    own = any(isinstance(told, MoveRejected) and told.seat == own_seat for told in step.notices)
    urgent = own or step.race is not None or any(isinstance(told, RoundEnded) for told in step.notices)
    return step_line(playhead.round.table_at(playhead.shown - 1), step, own_seat), urgent


# ---- the scores


def _scores(playhead: Playhead, own_seat: int | None) -> ScoresView:
    rounds = playhead.recording.rounds[: playhead.place + 1]
    told = (notice for step in playhead.round.steps for notice in step.notices)
    sheet = ScoreSheet(
        tuple(scored for each in rounds if (scored := each.scored) is not None),
        next((notice for notice in told if isinstance(notice, RoundEnded)), None),
    )
    view = scores_view(playhead.table, Vantage(own_seat, 0, spectator=True), sheet)
    ending = ending_line(playhead.recording) if playhead.at_end else ""
    return replace(view, hint=ending, urgent=bool(ending))


# ---- the curves


def _curves(playhead: Playhead, own_seat: int | None) -> CurvesView:
    recording, here = playhead.recording, playhead.round
    table = recording.seats
    points, cards = score_curves(recording), card_curves(here)
    seats = sorted({curve.seat for curve in (*points, *cards)})
    marks = dict(zip(seats, cycle(_MARKS), strict=False))
    last = max((curve.points[-1][0] for curve in points), default=0)
    return CurvesView(
        title=_("match {match}").format(match=recording.match),
        graphs=(
            Graph(
                _("points over the rounds"),
                _lines(points, marks, own_seat),
                # Translators: what is at the left end of a curve; at the right end is "after round 5".
                _("beginning"),
                _("after round {number}").format(number=last),
                empty=_("no round was played to its end"),
            ),
            Graph(
                _("cards in the centre in round {number}").format(number=here.number),
                _lines(cards, marks, own_seat),
                time_words(here.begin_us),
                time_words(here.end_us),
                steps=True,
            ),
        ),
        names=tuple(f"{mark} {seat_name(table, seat)}" for seat, mark in marks.items()),
    )


def _lines(curves: Iterable[Curve], marks: Mapping[int, str], own_seat: int | None) -> tuple[GraphLine, ...]:
    return tuple(GraphLine(marks[curve.seat], curve.points, curve.seat == own_seat) for curve in curves)


# ---- how it runs


def _status(playhead: Playhead, own_seat: int | None) -> tuple[str, ...]:
    here = playhead.round
    contests = [(place, shown) for place, each in enumerate(playhead.recording.rounds) for shown in each.contests]
    passed = sum(at <= (playhead.place, playhead.shown) for at in contests)
    name = _("spectator") if own_seat is None else seat_name(playhead.recording.seats, own_seat)
    parts = [
        # Translators: whether the replay runs or stands still.
        _("running") if playhead.playing else _("standing"),
        f"{time_words(min(playhead.time_us, max(here.end_us, here.begin_us)))}/{time_words(here.end_us)}",
        _("step {step}/{steps}").format(step=playhead.shown, steps=len(here.steps)),
        _("speed {factor}").format(factor=f"{playhead.speed_percent / 100:g}"),
        # Translators: from whose place the replay is seen.
        _("view {name}").format(name=name),
        _("contested {passed}/{all}").format(passed=passed, all=len(contests)) if contests else "",
    ]
    return tuple(part for part in parts if part)
