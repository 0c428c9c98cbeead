"""Replay the record of a match by rules of its own: ``python tests/replay.py FILE [--unfinished]``.

Written from the rules and the record format alone; it shares no code with the program whose records it judges, and
is kept plain on purpose: mutable lists, one pass. Every line must be just what the rules allow there: accepted moves
are legal, rejected ones are rejected for the reason given, exposed cards can be where they came from, scores add
up. The first line that isn't so raises AssertionError with its number.

What is face down is a list of slots, next card first. A slot is a set of the cards that it may hold, and cards that
were mixed share one and the same set: so whatever comes to light in one place is at once impossible in the others.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgpack

COLOURS = "RYGB"
DECK = frozenset(f"{colour}{number}" for colour in COLOURS for number in range(1, 11))
OPTIONS = {
    "rounds": lambda value: is_count(value, 1),
    "target_score": lambda value: value is None or is_count(value, 1),
    "reshuffle": lambda value: isinstance(value, bool),
    "row_storage": lambda value: value in (None, "descending", "ascending"),
    "call": lambda value: value in ("auto", "manual"),
    "one_hand": lambda value: isinstance(value, bool),
    "penalty": lambda value: value in (None, "stack_to_hand", "hand_to_stack"),
}
MOVE_HEAD = ["kind", "time", "seat", "incarnation", "seq", "type"]
MOVE_FIELDS = {
    "play": ["card", "source", "pile", "height", "exposes"],
    "fill": ["card", "slot", "exposes"],
    "store": ["card", "source", "slot", "exposes"],
    "turn": ["hand", "taken", "exposes", "reshuffled"],
    "stop": [],
}
KINDS = (
    "match",
    "round",
    "move",
    "present",
    "absent",
    "pause",
    "resume",
    "agreed",
    "lie",
    "fork",
    "audit",
    "score",
    "result",
)
AT_ONCE = ("share", "deal", "leaf", "position")
OF_DECK = ("opening", "deck")
AT_A_MOVE = ("leaf", "position", "stack", "turn", "reshuffle", "penalty")


def is_count(value: Any, least: int = 0) -> bool:
    return type(value) is int and value >= least


def require(condition: object, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def colour_of(card: str) -> str:
    return card[0]


def number_of(card: str) -> int:
    return int(card[1:])


class Place:
    """What lies before one seat."""

    def __init__(self, row: list[str], top: str, hand: int) -> None:
        fresh = set(DECK - {*row, top})
        self.fresh = fresh
        self.row = [[card] for card in row]
        self.top: str | None = top
        self.under = [fresh] * 9
        self.hand = [fresh] * hand
        self.discard: list[str] = []
        self.laid = 0

    @property
    def left(self) -> int:
        return len(self.under) + (self.top is not None)

    def card_at(self, source: str) -> str | None:
        if source == "stack":
            return self.top
        if source == "discard":
            return self.discard[-1] if self.discard else None
        slot = int(source.removeprefix("row:"))
        return self.row[slot][-1] if slot < len(self.row) and self.row[slot] else None

    def has_gap(self) -> bool:
        return [] in self.row

    def can_show(self, slots: list[set[str]], cards: list[str]) -> bool:
        """Whether just these cards can lie in these slots."""
        return len(slots) == len(cards) == len(set(cards)) and all(
            card in slot for slot, card in zip(slots, cards, strict=True)
        )

    def show(self, slots: list[set[str]], cards: list[str]) -> None:
        for slot, card in zip(slots, cards, strict=True):
            slot.remove(card)

    def take_top(self, exposes: list[str]) -> None:
        self.show(self.under[:1], exposes)
        self.top = exposes[0] if exposes else None
        del self.under[:1]

    def to_turn(self, reshuffle: bool) -> list[set[str]]:
        """The hand that the next turn is made from."""
        if self.hand:
            return self.hand
        if reshuffle:
            mixed = set(self.discard)
            return [mixed] * len(self.discard)
        return [{card} for card in self.discard]


class Round:
    """One round: ``judge`` says what the rules make of a move, and carries it out."""

    def __init__(self, options: dict[str, Any], places: dict[int, Place], members: set[int]) -> None:
        self.options = options
        self.places = places
        self.members = members
        self.absent: set[int] = set()
        self.paused = False
        self.resumes = 0
        self.piles: dict[str, list[tuple[int, int]]] = {}
        self.end: tuple[str, int | None] | None = None

    @property
    def present(self) -> set[int]:
        return self.members & set(self.places) - self.absent

    def judge(self, seat: int, move: dict[str, Any]) -> tuple[str, dict[str, int] | None] | None:
        """None if the move is accepted, else the reason, and for a lost race who was first."""
        if self.end is not None:
            return "over", None
        if seat in self.places and (self.paused or move["time"] < self.resumes):
            return "paused", None
        if seat not in self.present:
            return "illegal", None
        place = self.places[seat]
        stack_before = place.left
        verdict = getattr(self, "_" + move["type"])(seat, place, move)
        if verdict is not None:
            return verdict if isinstance(verdict, tuple) else (verdict, None)
        emptied = stack_before > 0 and place.left == 0
        if emptied and self.options["call"] == "auto" and move["type"] in ("play", "fill"):
            self.end = ("stop", seat)
        self.end_if_blocked()
        return None

    def _play(self, seat: int, place: Place, move: dict[str, Any]) -> Any:
        card, height, pile = move["card"], move["height"], move["pile"]
        if place.card_at(move["source"]) != card:
            return "follows"
        if number_of(card) != height or colour_of(card) != pile[0]:
            return self._pay(place, move["exposes"])
        if not self._shows_next(place, move):
            return "illegal"
        if height == 1 and int(pile[2:]) != seat:
            return "illegal"
        laid = self.piles.get(pile, [])
        if len(laid) < height - 1:
            return "illegal"
        if len(laid) >= height:
            first, when = laid[height - 1]
            return "beaten", {"seat": first, "margin_us": move["time"] - when}
        self._take(place, move)
        self.piles.setdefault(pile, []).append((seat, move["time"]))
        place.laid += 1
        return None

    def _fill(self, _seat: int, place: Place, move: dict[str, Any]) -> str | None:
        if place.top != move["card"]:
            return "follows"
        slot = move["slot"]
        if slot >= len(place.row) or place.row[slot] or not place.can_show(place.under[:1], move["exposes"]):
            return "illegal"
        place.take_top(move["exposes"])
        place.row[slot].append(move["card"])
        return None

    def _store(self, _seat: int, place: Place, move: dict[str, Any]) -> str | None:
        slot = move["slot"]
        if place.card_at(move["source"]) != move["card"]:
            return "follows"
        if slot >= len(place.row) or not self._fits_slot(place.row[slot], move["card"]):
            return "illegal"
        if not self._shows_next(place, move):
            return "illegal"
        self._take(place, move)
        place.row[slot].append(move["card"])
        return None

    def _turn(self, _seat: int, place: Place, move: dict[str, Any]) -> str | None:
        takes = 0 if place.hand else len(place.discard)
        if (move["hand"], move["taken"]) != (len(place.hand), takes):
            return "follows"
        slots = place.to_turn(self.options["reshuffle"])
        if not slots or not place.can_show(slots[:3], move["exposes"]):
            return "illegal"
        if takes:
            place.discard = []
        place.show(slots[:3], move["exposes"])
        place.hand = slots[3:]
        place.discard += move["exposes"]
        return None

    def _stop(self, seat: int, place: Place, _move: dict[str, Any]) -> str | None:
        if self.options["call"] != "manual" or place.left:
            return "illegal"
        self.end = ("stop", seat)
        return None

    def _shows_next(self, place: Place, move: dict[str, Any]) -> bool:
        slots = place.under[:1] if move["source"] == "stack" else []
        return place.can_show(slots, move["exposes"])

    def _take(self, place: Place, move: dict[str, Any]) -> None:
        source = move["source"]
        if source == "stack":
            place.take_top(move["exposes"])
        elif source == "discard":
            place.discard.pop()
        else:
            place.row[int(source.removeprefix("row:"))].pop()

    def _pay(self, place: Place, exposes: list[str]) -> str:
        """A card that doesn't fit is taken back; what that costs."""
        penalty = self.options["penalty"]
        if penalty is None:
            return "illegal"
        shown: list[set[str]] = []
        if penalty == "stack_to_hand":
            shown = place.under[:1]
        elif place.hand and place.top is None:
            shown = place.hand[-1:]
        if not place.can_show(shown, exposes):
            return "illegal"
        if penalty == "stack_to_hand" and place.under:
            place.hand = [*place.hand, {place.top}]
            place.take_top(exposes)
        elif penalty == "hand_to_stack" and place.hand:
            place.under = [*place.under, place.hand[-1]]
            place.hand = place.hand[:-1]
            if place.top is None:
                place.take_top(exposes)
        return "wrong"

    def _fits_slot(self, slot: list[str], card: str) -> bool:
        step = {"descending": 1, "ascending": -1, None: None}[self.options["row_storage"]]
        return bool(
            step and slot and colour_of(slot[-1]) != colour_of(card) and number_of(slot[-1]) == number_of(card) + step
        )

    def end_if_blocked(self) -> None:
        if self.end is None and all(self._blocked(self.places[seat]) for seat in self.present):
            self.end = ("blocked", None)

    def _blocked(self, place: Place) -> bool:
        if any(slot is place.fresh for slot in place.hand):
            return False
        if place.top is not None and place.has_gap():
            return False
        turnable = self._turnable(place)
        tops = [slot[-1] for slot in place.row if slot]
        top = [place.top] if place.top is not None else []
        if any(self._fits_centre(card) for card in (*tops, *top, *turnable)):
            return False
        return not any(self._fits_slot(slot, card) for slot in place.row for card in (*top, *turnable))

    def _fits_centre(self, card: str) -> bool:
        number, colour = number_of(card), colour_of(card)
        return number == 1 or any(name[0] == colour and len(laid) == number - 1 for name, laid in self.piles.items())

    def _turnable(self, place: Place) -> set[str]:
        """The cards that turning can bring to the top of the discard."""
        if self.options["reshuffle"]:
            return set(place.discard).union(*place.hand)
        hand = [next(iter(slot)) for slot in place.hand]
        found = set(place.discard[-1:])
        for turned in (hand, place.discard + hand):
            found |= {turned[min(first + 2, len(turned) - 1)] for first in range(0, len(turned), 3)}
        return found


class Replay:
    """The state of the whole match between two lines; ``summary`` counts what was seen."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.seats = 0
        self.peers: list[str] = []
        self.totals: dict[int, int] = {}
        self.members: set[int] | None = None
        self.number = 0
        self.round: Round | None = None
        self.last_time = 0
        self.own_last: dict[int, int] = {}
        self.sequences: dict[tuple[int, str], int] = {}
        self.over = self.finished = False
        self.summary: Counter[str] = Counter()

    def read(self, text: str) -> None:
        entry = json.loads(text)
        require(isinstance(entry, dict), "a line is an object")
        require(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) == text, "no spaces, nothing twice")
        kind = entry.get("kind")
        require(kind in KINDS, f"there is no kind {kind!r}")
        require(not self.finished, "nothing follows the result")
        require((self.seats == 0) == (kind == "match"), "the first line, and no other, is the match")
        getattr(self, f"read_{kind}")(entry)
        self.summary[kind] += 1

    def is_seat(self, value: Any) -> bool:
        return is_count(value) and value < self.seats

    def read_match(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "format", "id", "options", "seats"])
        require(is_count(entry["format"]) and entry["format"] == 1, "format is 1")
        require(isinstance(entry["id"], str) and entry["id"], "a match has an id")
        keys(entry["options"], list(OPTIONS))
        for key, allowed in OPTIONS.items():
            require(allowed(entry["options"][key]), f"option {key} can't be {entry['options'][key]!r}")
        for number, seat in enumerate(entry["seats"]):
            keys(seat, ["seat", "name", "peer"])
            require(is_count(seat["seat"]) and seat["seat"] == number, "seats are in order, from 0")
            require(isinstance(seat["name"], str) and seat["name"], "a seat has a name")
            require(is_hex(seat["peer"]), "a peer is named in hexadecimal")
        peers = [seat["peer"] for seat in entry["seats"]]
        require(len(peers) >= 2 and len(peers) == len(set(peers)), "two seats or more, one for a peer")
        self.options, self.seats, self.peers = entry["options"], len(peers), peers

    def read_present(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "time", "seats"])
        require(type(entry["time"]) is int, "a time is a number of microseconds")
        seats = entry["seats"]
        require(isinstance(seats, list) and all(map(self.is_seat, seats)), "seats are seat numbers")
        require(all(low < high for low, high in pairwise(seats)), "seats are in order")
        require(set(seats) != self.members, "the members change")
        self.members = set(seats)
        if self.round is not None:
            self.go_on(entry)
            self.round.members = set(seats)
            self.round.end_if_blocked()

    def go_on(self, entry: dict[str, Any]) -> None:
        require(is_count(entry["time"]) and entry["time"] >= self.last_time, "time goes on")
        self.last_time = entry["time"]

    def running(self) -> Round:
        require(self.round is not None and self.round.end is None, "that belongs to a round that is played")
        assert self.round is not None
        return self.round

    def read_absent(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "time", "seats"])
        played, seats = self.running(), entry["seats"]
        self.go_on(entry)
        require(isinstance(seats, list) and all(map(self.is_seat, seats)), "seats are seat numbers")
        require(all(low < high for low, high in pairwise(seats)), "seats are in order")
        require(set(seats) <= set(played.places), "who is not in the round is not absent from it")
        require(set(seats) != played.absent, "who is absent changes")
        played.absent = set(seats)
        played.end_if_blocked()

    def read_pause(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "time", "seat"])
        played = self.running()
        self.go_on(entry)
        require(self.is_seat(entry["seat"]), "there is no such seat")
        require(not played.paused, "a round is paused once at a time")
        played.paused = True

    def read_resume(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "time", "seat"])
        played = self.running()
        require(is_count(entry["time"]) and entry["time"] >= self.last_time, "play goes on after the pause")
        require(self.is_seat(entry["seat"]), "there is no such seat")
        require(played.paused, "only a pause ends")
        played.paused, played.resumes = False, entry["time"]

    def read_agreed(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "time", "seats"])
        played = self.running()
        self.go_on(entry)
        require(entry["seats"] == sorted(played.present) and entry["seats"], "all who are present agree")
        played.end = ("agreed", None)

    def read_round(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "number", "dealt"])
        require(self.round is None and not self.over, "a round begins after the score of the one before")
        require(is_count(entry["number"]) and entry["number"] == self.number + 1, "rounds are counted from 1")
        players = len(entry["dealt"])
        require(2 <= players <= 12, "2 to 12 play")
        places = {}
        for dealt in entry["dealt"]:
            keys(dealt, ["seat", "row", "stack_top", "stack", "hand"])
            require(self.is_seat(dealt["seat"]), "there is no such seat")
            require(not places or dealt["seat"] > max(places), "seats are in order")
            places[dealt["seat"]] = self.dealt_place(dealt, {2: 5, 3: 4}.get(players, 3))
        self.number += 1
        self.round = Round(self.options, places, set(places) if self.members is None else set(self.members))
        self.last_time, self.own_last = 0, {}

    def dealt_place(self, dealt: dict[str, Any], size: int) -> Place:
        row, top = dealt["row"], dealt["stack_top"]
        require(isinstance(row, list) and len(row) == size, f"the row has {size} cards")
        require(all(map(is_card, [*row, top])) and len({*row, top}) == size + 1, "the cards are of one deck")
        require(is_count(dealt["stack"]) and dealt["stack"] == 10, "the stack has 10 cards")
        require(is_count(dealt["hand"]) and dealt["hand"] == 30 - size, f"the hand has {30 - size} cards")
        return Place(row, top, dealt["hand"])

    def read_move(self, entry: dict[str, Any]) -> None:
        require(self.round is not None, "a move belongs to a round")
        kind = entry.get("type")
        require(kind in MOVE_FIELDS, f"there is no move {kind!r}")
        tail = ["accepted"] if entry.get("accepted") is True else ["accepted", "reason"]
        if entry.get("reason") == "beaten":
            tail.append("by")
        keys(entry, [*MOVE_HEAD, *MOVE_FIELDS[kind], *tail])
        self.check_author(entry)
        self.check_fields(entry)
        forged = entry.get("reason") == "forged"
        # What proves a card is not in the record: that it was forged can't be judged from here.
        verdict = ("forged", None) if forged else self.round.judge(entry["seat"], entry)
        require(not forged or (entry["seat"] in self.round.places and entry["exposes"]), "a player has shown something")
        said = None if entry["accepted"] is True else (entry["reason"], entry.get("by"))
        require(entry["accepted"] in (True, False), "accepted is true or false")
        require(said == verdict, f"the rules say {verdict or 'accepted'}, not {said or 'accepted'}")
        self.summary[entry.get("reason", "accepted")] += 1

    def check_author(self, entry: dict[str, Any]) -> None:
        seat, time, author = entry["seat"], entry["time"], entry["incarnation"]
        require(self.is_seat(seat), "there is no such seat")
        require(is_count(time) and time >= self.last_time, "times start at 0 and never go back")
        require(time > self.own_last.get(seat, -1), "times of one seat increase")
        require(is_hex(author), "an incarnation is hexadecimal")
        require(is_count(entry["seq"], 1), "seq counts from 1")
        require(entry["seq"] > self.sequences.get((seat, author), 0), "seq increases")
        self.last_time = self.own_last[seat] = time
        self.sequences[seat, author] = entry["seq"]

    def check_fields(self, entry: dict[str, Any]) -> None:
        sources = ("stack", "discard", *(f"row:{slot}" for slot in range(5) if entry["type"] == "play"))
        for key, allowed in {
            "card": is_card,
            "source": lambda value: value in sources,
            "pile": lambda value: isinstance(value, str) and value[:1] in COLOURS and is_opener(value[1:], self.seats),
            "height": lambda value: is_count(value, 1) and value <= 10,
            "slot": lambda value: is_count(value) and value < 5,
            "hand": lambda value: is_count(value) and value <= 40,
            "taken": lambda value: is_count(value) and value <= 40,
            "exposes": lambda value: isinstance(value, list) and all(map(is_card, value)),
            "reshuffled": lambda value: value is (entry["taken"] > 0 and self.options["reshuffle"]),
        }.items():
            require(key not in entry or allowed(entry[key]), f"{key} can't be {entry.get(key)!r}")

    def read_lie(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "number", "seat", "check"])
        require(is_count(entry["number"], 1) and self.is_seat(entry["seat"]), "a lie is told in a round, by a seat")
        require(entry["check"] in AT_ONCE, "not every lie is found at once")
        dealing = entry["check"] in ("share", "deal")
        require(dealing == (self.round is None), "it is told in a deal, or in a move")
        require(entry["number"] == self.number + dealing, "the round is the one under way")

    def read_fork(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "seat", "events"])
        require(self.is_seat(entry["seat"]) and len(entry["events"]) == 2, "two events put a seat out")
        first, second = (msgpack.unpackb(bytes.fromhex(event)) for event in entry["events"])
        require(first[:4] == second[:4], "they are of one table, view, author and process")
        require(first[2].hex() == self.peers[entry["seat"]], "they are of who sat there")
        if first[4] == second[4]:
            require(first[:8] != second[:8], "they are two, and not one")
        else:
            follows = second[6] == hashlib.sha256(msgpack.packb(first[:8])).digest()
            require(second[4] == first[4] + 1 and not follows, "the second continues something else than the first")

    def read_audit(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "number", "verdicts"])
        played = self.round
        require(played is not None and played.end is not None, "an audit follows the end of a round")
        assert played is not None
        require(is_count(entry["number"]) and entry["number"] == self.number, "the audit is of the round played")
        require([one["seat"] for one in entry["verdicts"]] == sorted(played.places), "a verdict for each player")
        for one in entry["verdicts"]:
            tail: list[str] = []
            if one["verdict"] == "lie":
                tail = ["check"] if one.get("check") in OF_DECK else ["check", "incarnation", "seq"]
                require(one.get("check") in (*OF_DECK, *AT_A_MOVE), "a lie was found by a check")
            keys(one, ["seat", "verdict", *tail])
            require(one["verdict"] in ("honest", "lie", "withheld", "absent"), "there is no such verdict")
            known = self.sequences.get((one["seat"], one.get("incarnation", "")), 0)
            require(one.get("seq", 0) <= known, "the move was made")

    def read_score(self, entry: dict[str, Any]) -> None:
        require(self.round is not None, "a score belongs to a round")
        by = ["by"] if entry.get("end") == "stop" else []
        keys(entry, ["kind", "number", "end", *by, "centre", "left", "points", "totals"])
        require(is_count(entry["number"]) and entry["number"] == self.number, "the score is of the round played")
        ended = self.round.end
        require(ended is not None, "the round has not ended")
        require((entry["end"], entry.get("by")) == ended, f"the round ended by {ended}")
        places = self.round.places
        points = {seat: place.laid - 2 * place.left for seat, place in places.items()}
        for seat, value in points.items():
            self.totals[seat] = self.totals.get(seat, 0) + value
        self.check_per_seat(entry, "centre", {seat: place.laid for seat, place in places.items()})
        self.check_per_seat(entry, "left", {seat: place.left for seat, place in places.items()})
        self.check_per_seat(entry, "points", points)
        self.check_per_seat(entry, "totals", {seat: self.totals[seat] for seat in places})
        target = self.options["target_score"]
        reached = target is not None and max(self.totals.values()) >= target
        self.over = self.number >= self.options["rounds"] or reached
        self.round = None

    def check_per_seat(self, entry: dict[str, Any], key: str, by_seat: dict[int, int]) -> None:
        expected = [by_seat.get(seat) for seat in range(self.seats)]
        values = entry[key]
        require(isinstance(values, list) and all(value is None or type(value) is int for value in values), "numbers")
        require(values == expected, f"{key} is {expected}, not {values}")

    def read_result(self, entry: dict[str, Any]) -> None:
        keys(entry, ["kind", "totals", "winners"])
        require(self.over and self.round is None, "the match is not over")
        totals = entry["totals"]
        require(isinstance(totals, list) and len(totals) == self.seats, "a total for each seat")
        for seat, total in enumerate(totals):
            never_played = seat not in self.totals and total in (0, None)
            require(never_played or (type(total) is int and total == self.totals.get(seat)), f"total of seat {seat}")
        best = max(self.totals.values())
        winners = [seat for seat in sorted(self.totals) if self.totals[seat] == best]
        require(entry["winners"] == winners and all(map(self.is_seat, entry["winners"])), f"{winners} won")
        self.finished = True


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in DECK


def is_opener(text: str, seats: int) -> bool:
    return text in {f":{seat}" for seat in range(seats)}


def keys(entry: Any, expected: list[str]) -> None:
    require(isinstance(entry, dict) and list(entry) == expected, f"keys are {', '.join(expected)} in this order")


def is_hex(value: Any) -> bool:
    return isinstance(value, str) and value != "" and set(value) <= set("0123456789abcdef")


def check_record(lines: Iterable[str], *, unfinished: bool = False) -> Counter[str]:
    """Replay a record, its lines without line ends; AssertionError names the first that is not so.

    ``unfinished`` allows a record without its result. Returns how many lines of each kind, accepted moves, and
    rejected ones by reason there are.
    """
    replay = Replay()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            replay.read(line)
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as wrong:
            raise AssertionError(f"line {number}: {wrong}") from wrong
    if not replay.finished and not unfinished:
        raise AssertionError(f"line {number + 1}: the result is missing")
    return replay.summary


def check_text(text: str, *, unfinished: bool = False) -> Counter[str]:
    """Replay the text of a record file, every line of which ends with a line feed."""
    lines = text.split("\n")
    if lines.pop() != "":
        raise AssertionError(f"line {len(lines) + 1}: the last line has no end")
    return check_record(lines, unfinished=unfinished)


def main(arguments: list[str]) -> int:
    names = [name for name in arguments if name != "--unfinished"]
    if len(names) != 1:
        print("usage: python tests/replay.py FILE [--unfinished]", file=sys.stderr)
        return 2
    try:
        summary = check_text(Path(names[0]).read_bytes().decode(), unfinished="--unfinished" in arguments)
    except (AssertionError, OSError, UnicodeDecodeError) as wrong:
        print(f"{names[0]}: {wrong}", file=sys.stderr)
        return 1
    print(", ".join(f"{count} {what}" for what, count in summary.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
