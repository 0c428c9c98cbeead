"""The scores after a round or a match, best total first, and who is ready to go on."""

from p2p_ligretto.game.match import winners
from p2p_ligretto.game.presets import preset_of
from p2p_ligretto.node.notices import MatchEnded, RoundScored
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.speech.lineages import table_title
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.photo_finish import error_words, margin_words
from p2p_ligretto.speech.table_rules import preset_words
from p2p_ligretto.speech.waiting import waiting_line
from p2p_ligretto.speech.words import pile_number
from p2p_ligretto.texts import _
from p2p_ligretto.tui.view_model.affairs import standing_message
from p2p_ligretto.tui.view_model.options import option_entries
from p2p_ligretto.tui.view_model.score_sheet import ScoreSheet
from p2p_ligretto.tui.view_model.seats import is_silent, seat_names, seat_note
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import Contest, ScoreRow, ScoresView


def scores_view(table: TableState, vantage: Vantage, sheet: ScoreSheet) -> ScoresView:
    """``table`` is the final state, between rounds or after the last."""
    finished = table.phase is Phase.FINISHED
    undecided, urgent = standing_message(table, None if vantage.spectator else vantage.own_seat)
    return ScoresView(
        title=_title(table, table_title(table, parted=vantage.parted), finished=finished),
        ending=_ending(table, vantage.own_seat, sheet, finished=finished),
        rows=tuple(_row(table, seat, vantage, sheet) for seat in _best_first(table)),
        contests=_contests(table, sheet),
        hint=_hint(table, vantage, finished=finished) if vantage.frozen is not None or not undecided else undecided,
        finished=finished,
        watching=vantage.watching,
        code=vantage.code,
        preset=preset_words(preset_of(table.options))[0],
        changed_options=tuple(option for option in option_entries(table.options) if option.changed),
        newcomer=vantage.own_seat is None or _total(table, vantage.own_seat) is None,
        urgent=urgent or vantage.frozen is not None,
    )


def _contests(table: TableState, sheet: ScoreSheet) -> tuple[Contest, ...]:
    """Those of the last round, closest first."""
    names, last = seat_names(table), _last(table, sheet)
    return tuple(
        Contest(
            card=race.card,
            first=names[race.first],
            late=names[race.late],
            margin=margin_words(race.margin_us),
            pile=_pile_words(pile_number(table.round, race.pile)),
            error="" if race.error_us is None else error_words(race.error_us),
            close=race.close,
        )
        for race in (() if last is None else last.races)
        if max(race.first, race.late) < len(names)
    )


def _pile_words(number: int) -> str:
    """Of the colour of its card; empty if it is not known any more."""
    return _("pile {number}").format(number=number) if number else ""


def _last(table: TableState, sheet: ScoreSheet) -> RoundScored | None:
    return sheet.rounds[-1] if sheet.rounds and sheet.rounds[-1].number == table.number else None


def _title(table: TableState, name: str, *, finished: bool) -> str:
    if finished:
        return _("{table}: the match is over").format(table=name)
    if table.options.target_score is not None:
        return _("{table}: after round {number}, to {points} points").format(
            table=name, number=table.number, points=table.options.target_score
        )
    return _("{table}: after round {number} of {rounds}").format(
        table=name, number=table.number, rounds=table.options.rounds
    )


def _ending(table: TableState, own_seat: int | None, sheet: ScoreSheet, *, finished: bool) -> str:
    if finished:
        return line_for(MatchEnded(table.totals, table.winners), table, own_seat) or ""
    if sheet.ended is None or sheet.ended.number != table.number:
        return ""
    return line_for(sheet.ended, table, own_seat) or ""


def _total(table: TableState, seat: int) -> int | None:
    return table.totals[seat] if seat < len(table.totals) else None


def _best_first(table: TableState) -> list[int]:
    seats = [seat for seat, owner in enumerate(table.seats) if owner.present or _total(table, seat) is not None]
    return sorted(seats, key=lambda seat: (_total(table, seat) is None, -(_total(table, seat) or 0), seat))


def _row(table: TableState, seat: int, vantage: Vantage, sheet: ScoreSheet) -> ScoreRow:
    own_seat = vantage.own_seat
    note = _("silent") if is_silent(table, seat, vantage) else seat_note(table, seat, vantage)
    last = _last(table, sheet)
    ended = sheet.ended if sheet.ended is not None and sheet.ended.number == table.number else None
    return ScoreRow(
        name=seat_names(table)[seat],
        own=seat == own_seat,
        centre=_at(last, "centre", seat),
        left=_at(last, "left", seat),
        points=_at(last, "points", seat),
        total=_total(table, seat),
        history=tuple(_at(scored, "totals", seat) for scored in sheet.rounds),
        ready=seat in table.ready,
        winner=table.phase is Phase.FINISHED and seat in (table.winners or winners(table.totals)),
        stopped=ended is not None and ended.kind == "stop" and ended.by == seat,
        note="" if seat == own_seat else note,
    )


def _at(scored: RoundScored | None, kind: str, seat: int) -> int | None:
    if scored is None:
        return None
    figures: tuple[int | None, ...] = getattr(scored, kind)
    return figures[seat] if seat < len(figures) else None


def _hint(table: TableState, vantage: Vantage, *, finished: bool) -> str:
    own_seat = vantage.own_seat
    waiting = waiting_line(table, own_seat, vantage.reach) or ""
    held_up = vantage.frozen is not None or vantage.away & set(table.present)
    if vantage.spectator or own_seat is None or own_seat in table.ready or held_up:
        return waiting
    if finished:
        return _("press {ready} for another match with the same seats").format(ready=vantage.keys.shown("ready"))
    return _("press {ready} when you are ready for the next round, or {deal} to deal now").format(
        ready=vantage.keys.shown("ready"), deal=vantage.keys.shown("deal")
    )
