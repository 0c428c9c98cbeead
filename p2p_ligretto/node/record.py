"""The record of a match: JSON lines as things become final, and the export made of them (docs/record.md).

What is final is the same on every node, so the lines are the same byte for byte. The first line is written when
the first deal begins, with the seats known then; who is seated later gets a ``seat`` line. ``export_lines`` folds those
into the first line and widens every per-seat list to all who ever sat.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from p2p_ligretto.game.moves import Fill, Move, Play, Store, Turn
from p2p_ligretto.game.scoring import score
from p2p_ligretto.game.state import End, Rejected
from p2p_ligretto.node.audit import Verdict
from p2p_ligretto.node.fold import Outcome
from p2p_ligretto.node.record_lies import audit_lines, fork_lines, lie_lines
from p2p_ligretto.node.table import DEALING, IN_PLAY, PLAYING, Phase, TableState, match_id
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Forks
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved, Paused, Seated

FORMAT: Final = 1
PER_SEAT: Final = ("centre", "left", "points", "totals")


def dumps(line: dict[str, Any]) -> str:
    """One line of a record: no spaces, UTF-8 as it is."""
    return msgspec.json.encode(line).decode()


def event_lines(
    before: TableState, after: TableState, event: Event, outcome: Outcome, verdicts: Sequence[Verdict] = ()
) -> tuple[str, ...]:
    """The lines for one final event, in order; ``verdicts`` are those of the round that it closes, if it does."""
    payload = decode_payload(event.payload)
    lines: list[dict[str, Any]] = []
    if before.phase is PLAYING:
        lines.extend(_absent_lines(before, after))
    if isinstance(payload, Moved):
        if _in_round(before, event, payload):
            lines.append(_move_line(before, event, to_move(payload.move), outcome))
    elif isinstance(payload, Paused) and outcome is None:
        lines.append(_pause_line(after, event))
    if after.lies is not before.lies:
        lines.extend(lie_lines(before, after))
    if type(payload) is Seated and outcome is None and before.match_runs:
        lines.extend(_seated_lines(before, after, event))
    if before.phase is not after.phase:
        lines.extend(_phase_lines(before, after, verdicts))
    return tuple(map(dumps, lines))


def view_lines(
    before: TableState, after: TableState, verdicts: Sequence[Verdict] = (), forks: Forks = ()
) -> tuple[str, ...]:
    """The lines for a view that was installed behind all final events, and put out who had forked."""
    lines: list[dict[str, Any]] = []
    if before.match_runs:
        lines.extend(fork_lines(before, forks))
    if before.match_runs and before.present != after.present:
        lines.append(_present_line(after))
    if before.phase is Phase.PLAYING:
        lines.extend(_absent_lines(before, after))
    if before.phase is not after.phase:
        lines.extend(_phase_lines(before, after, verdicts))
    return tuple(map(dumps, lines))


def begins_record(lines: Sequence[str]) -> bool:
    """Whether these are the first lines of a match: what was written of it before doesn't count."""
    return bool(lines) and lines[0].startswith('{"kind":"match"')


def _in_round(table: TableState, event: Event, payload: Moved) -> bool:
    """Whether a move is one of the round: who was kicked is not heard any more."""
    played = payload.number == table.number and table.phase in IN_PLAY
    return played and event.author not in table.banned


def _seated_lines(before: TableState, after: TableState, event: Event) -> list[dict[str, Any]]:
    seat = after.seat_of(event.author)
    assert seat is not None, "who was seated has a seat"
    lines: list[dict[str, Any]] = []
    if len(after.seats) > len(before.seats):
        lines.append({"kind": "seat", "seat": seat, "name": after.seats[seat].name, "peer": event.author.hex()})
    if before.present != after.present:
        lines.append(_present_line(after))
    return lines


def _present_line(table: TableState) -> dict[str, Any]:
    """Who is a member now; where no round of the match has started yet, or the countdown runs, the time is 0."""
    first_deal = table.number == 1 and table.phase in DEALING
    time = 0 if first_deal else _since_start(table)
    return {"kind": "present", "time": time, "seats": list(table.present)}


def _absent_lines(before: TableState, after: TableState) -> list[dict[str, Any]]:
    """Which players count as absent though they may be members, if that has changed in the round."""
    if before.out == after.out:
        return []
    absent = after.out & frozenset(after.players)
    return [{"kind": "absent", "time": _since_start(after), "seats": sorted(absent)}]


def _pause_line(table: TableState, event: Event) -> dict[str, Any]:
    """A pause, or its end with the time from which on moves are legal again."""
    seat = table.seat_of(event.author)
    if table.paused:
        return {"kind": "pause", "time": _since_start(table), "seat": seat}
    return {"kind": "resume", "time": table.resumes_us - table.started_us, "seat": seat}


def _since_start(table: TableState) -> int:
    return max(0, table.latest_us - table.started_us)


def _phase_lines(before: TableState, after: TableState, verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    if after.phase is Phase.COMMITTING and after.number == 1:
        return [_match_line(after)]
    if after.phase is Phase.PLAYING:
        return [_round_line(after)]
    lines: list[dict[str, Any]] = []
    if before.phase is Phase.PLAYING and after.round is not None and after.round.end == End("agreed"):
        lines.append({"kind": "agreed", "time": _since_start(after), "seats": sorted(after.playing)})
    if before.phase in (Phase.PLAYING, Phase.CLOSING) and after.phase is not Phase.CLOSING:
        lines.extend(audit_lines(after, verdicts))
        lines.append(_score_line(after))
        if after.phase is Phase.FINISHED:
            lines.append({"kind": "result", "totals": list(after.totals), "winners": list(after.winners)})
    return lines


def _match_line(table: TableState) -> dict[str, Any]:
    options = table.options
    return {
        "kind": "match",
        "format": FORMAT,
        "id": match_id(table.opened, table.match),
        "options": {
            "rounds": options.rounds,
            "target_score": options.target_score,
            "reshuffle": options.reshuffle,
            "row_storage": options.row_storage,
            "call": options.call,
            "one_hand": options.one_hand,
            "penalty": options.penalty,
        },
        "seats": [
            {"seat": number, "name": seat.name, "peer": seat.peer.hex()} for number, seat in enumerate(table.seats)
        ],
    }


def _round_line(table: TableState) -> dict[str, Any]:
    assert table.round is not None, "a round that begins has a state"
    dealt = [
        {
            "seat": seat,
            "row": [str(slot[0]) for slot in area.row],
            "stack_top": str(area.stack_top),
            "stack": area.stack,
            "hand": area.hand,
        }
        for seat, area in enumerate(table.round.areas)
        if area is not None
    ]
    return {"kind": "round", "number": table.number, "dealt": dealt}


def _move_line(table: TableState, event: Event, move: Move, outcome: Outcome) -> dict[str, Any]:
    line: dict[str, Any] = {
        "kind": "move",
        "time": event.time - table.started_us,
        "seat": table.seat_of(event.author),
        "incarnation": event.incarnation.hex(),
        "seq": event.seq,
    }
    line.update(_move_fields(table, move))
    line["accepted"] = outcome is None
    if isinstance(outcome, Rejected):
        line["reason"] = outcome.reason
        if outcome.by is not None:
            line["by"] = {"seat": outcome.by, "margin_us": outcome.margin_us}
    return line


def _move_fields(table: TableState, move: Move) -> dict[str, Any]:
    match move:
        case Play(card, source, pile, height, exposes):
            fields: dict[str, Any] = {"type": "play", "card": str(card), "source": str(source), "pile": str(pile)}
            return fields | {"height": height, "exposes": list(map(str, exposes))}
        case Fill(card, slot, exposes):
            return {"type": "fill", "card": str(card), "slot": slot, "exposes": list(map(str, exposes))}
        case Store(card, source, slot, exposes):
            fields = {"type": "store", "card": str(card), "source": str(source), "slot": slot}
            return fields | {"exposes": list(map(str, exposes))}
        case Turn(hand, taken, exposes):
            fields = {"type": "turn", "hand": hand, "taken": taken, "exposes": list(map(str, exposes))}
            return fields | {"reshuffled": taken > 0 and table.options.reshuffle}
        case _:
            return {"type": "stop"}


def _score_line(table: TableState) -> dict[str, Any]:
    state = table.round
    assert state is not None
    assert state.end is not None, "a round that is scored has ended"
    result = score(state)
    played = {seat for seat, area in enumerate(state.areas) if area is not None}
    width = len(table.seats)
    line: dict[str, Any] = {"kind": "score", "number": table.number, "end": state.end.kind}
    if state.end.by is not None:
        line["by"] = state.end.by
    return line | {
        "centre": _widened(result.centre, width),
        "left": _widened(result.left, width),
        "points": _widened(result.points, width),
        "totals": [total if seat in played else None for seat, total in enumerate(table.totals)],
    }


def _widened(values: Sequence[int | None], width: int) -> list[int | None]:
    return [*values, *[None] * (width - len(values))]


def export_lines(record: Iterable[str]) -> tuple[str, ...]:
    """The export of a record: the same on every node that holds the whole of it.

    Raises ValueError for what is no record.
    """
    lines = [json.loads(line) for line in record]
    sound = all(isinstance(line, dict) and "kind" in line for line in lines)
    if not lines or not sound or lines[0]["kind"] != "match":
        raise ValueError("this is not the record of a match")
    late = [line for line in lines if line["kind"] == "seat"]
    seats = [*lines[0]["seats"], *({key: line[key] for key in ("seat", "name", "peer")} for line in late)]
    lines[0]["seats"] = seats
    for line in lines:
        for key in PER_SEAT:
            if line["kind"] in ("score", "result") and key in line:
                line[key] = _widened(line[key], len(seats))
    return tuple(dumps(line) for line in lines if line["kind"] != "seat")
