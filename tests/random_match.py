"""Matches played at random, with their records: by players that see the table some moves late, as on a network.

So moves are beaten, follow others, and come after the end.
"""

import json
from collections import Counter
from itertools import product
from random import Random

from p2p_ligretto.game.blocked import seat_blocked
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.match import match_over, winners
from p2p_ligretto.game.moves import Fill, Move, Play, Store, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import agree, with_present
from p2p_ligretto.game.scoring import score
from p2p_ligretto.game.state import Rejected, RoundState
from tests.game.table import Dealer, wrong_play

OPTION_KEYS = ("rounds", "target_score", "reshuffle", "row_storage", "call", "one_hand", "penalty")


def dumps(entry) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def move_fields(move: Move, options: Options) -> dict:
    match move:
        case Play():
            fields = {"card": move.card, "source": move.source, "pile": move.pile, "height": move.height}
        case Fill():
            fields = {"card": move.card, "slot": move.slot}
        case Store():
            fields = {"card": move.card, "source": move.source, "slot": move.slot}
        case Turn():
            fields = {"hand": move.hand, "taken": move.taken}
        case _:
            return {"type": "stop"}
    fields = {key: value if isinstance(value, int) else str(value) for key, value in fields.items()}
    fields = {"type": type(move).__name__.lower()} | fields | {"exposes": [str(card) for card in move.exposes]}
    if isinstance(move, Turn):
        fields["reshuffled"] = move.taken > 0 and options.reshuffle
    return fields


class Writer:
    """Plays a match at random and writes its record."""

    def __init__(self, seed: int, options: Options, seats: int, *, agreed: bool = False) -> None:
        self.random = Random(seed)
        self.options = options
        self.seats = seats
        self.agreed = agreed
        self.sequences = Counter()
        self.members: list[int] | None = None
        self.absent: set[int] = set()
        self.paused = False
        self.resumes = 0
        self.lines = [
            {
                "kind": "match",
                "format": 1,
                "id": f"match-{seed}",
                "options": {key: getattr(options, key) for key in OPTION_KEYS},
                "seats": [{"seat": seat, "name": f"Zoë {seat}", "peer": f"{seat:032x}"} for seat in range(seats)],
            }
        ]
        totals: list[int | None] = [None] * seats
        number = 0
        while not match_over(options, number, totals):
            number += 1
            self.play_round(number, totals)
        self.lines.append({"kind": "result", "totals": totals, "winners": list(winners(totals))})

    def text(self) -> str:
        return "".join(dumps(line) + "\n" for line in self.lines)

    def play_round(self, number: int, totals: list[int | None]) -> None:
        count = self.random.randint(2, self.seats)
        players = sorted(self.random.sample(range(self.seats), count)) if number > 1 else [*range(self.seats)]
        dealer = Dealer(self.random, players, self.options, self.seats)
        if number > 1 and self.members != players:
            self.members = players
            self.lines.append({"kind": "present", "time": self.random.randint(0, 9**9), "seats": players})
        self.lines.append({"kind": "round", "number": number, "dealt": [self.dealt(dealer, seat) for seat in players]})
        self.absent, self.paused, self.resumes = set(), False, 0
        self.play_moves(dealer)
        found = score(dealer.state)
        for seat in players:
            totals[seat] = (totals[seat] or 0) + (found.points[seat] or 0)
        end = dealer.state.end
        assert end is not None
        line = {"kind": "score", "number": number, "end": end.kind} | ({} if end.by is None else {"by": end.by})
        shown = [total if seat in players else None for seat, total in enumerate(totals)]
        line |= {"centre": list(found.centre), "left": list(found.left), "points": list(found.points)}
        self.lines.append(line | {"totals": shown})

    def dealt(self, dealer: Dealer, seat: int) -> dict:
        area = dealer.area(seat)
        row = [str(slot[0]) for slot in area.row]
        return {"seat": seat, "row": row, "stack_top": str(area.stack_top), "stack": area.stack, "hand": area.hand}

    def play_moves(self, dealer: Dealer) -> None:
        """Each player acts on what the table was some moves ago; after the end a few more come in."""
        past, late = [dealer.state], 5
        limit = self.random.randint(50, 150) if self.agreed else 3_000
        for _ in range(limit):
            seat = self.random.choice(sorted(dealer.own))
            if self.random.random() < 0.012 and dealer.state.end is None:
                self.random.choice((self.change_members, self.change_absent, self.change_pause))(dealer)
            state = past[-min(len(past), self.random.randint(1, len(dealer.own) + 1))]
            move = self.choose(state, dealer, seat)
            if move is not None and seat in self.absent and self.may_move(dealer):
                # It is judged as one who is back.
                self.write_absent(dealer, self.absent - {seat})
            if move is not None and seat in dealer.state.present:
                self.write_move(dealer, seat, move)
                past.append(dealer.state)
            if dealer.state.end is not None:
                late -= 1
                if late == 0:
                    return
        if dealer.state.end is None:
            self.lines.append({"kind": "agreed", "time": dealer.time_us, "seats": sorted(dealer.state.present)})
            dealer.state = agree(dealer.state)
            self.write_move(dealer, min(dealer.own), Turn(0, 0))

    def members_of(self, dealer: Dealer) -> list[int]:
        return sorted(dealer.own) if self.members is None else self.members

    def change_members(self, dealer: Dealer) -> None:
        members = sorted(self.random.sample(sorted(dealer.own), self.random.randint(2, len(dealer.own))))
        if members != self.members:
            self.members = members
            self.lines.append({"kind": "present", "time": dealer.time_us, "seats": members})
            dealer.state = with_present(dealer.state, frozenset(members) - self.absent)

    def change_absent(self, dealer: Dealer) -> None:
        absent = {seat for seat in sorted(dealer.own) if self.random.random() < 0.3}
        if absent != self.absent:
            self.write_absent(dealer, absent)

    def write_absent(self, dealer: Dealer, absent: set[int]) -> None:
        self.absent = absent
        self.lines.append({"kind": "absent", "time": dealer.time_us, "seats": sorted(absent)})
        dealer.state = with_present(dealer.state, frozenset(self.members_of(dealer)) - absent)

    def change_pause(self, dealer: Dealer) -> None:
        seat = self.random.randrange(self.seats)
        self.paused = not self.paused
        if self.paused:
            self.lines.append({"kind": "pause", "time": dealer.time_us, "seat": seat})
        else:
            self.resumes = dealer.time_us + 30_000
            self.lines.append({"kind": "resume", "time": self.resumes, "seat": seat})

    def may_move(self, dealer: Dealer) -> bool:
        return dealer.state.end is None and not self.paused and dealer.time_us >= self.resumes

    def choose(self, state: RoundState, dealer: Dealer, seat: int) -> Move | None:
        if self.random.random() < 0.03:
            return wrong_play(dealer.area(seat), self.random)
        legal = legal_moves(state, seat)
        if seat_blocked(state, seat):
            legal = tuple(move for move in legal if not isinstance(move, Turn)) or legal
        playing = [move for move in legal if not isinstance(move, Turn)]
        return self.random.choice(playing or legal) if legal else None

    def write_move(self, dealer: Dealer, seat: int, move: Move) -> None:
        whole = dealer.complete(seat, move)
        started = dealer.time_us + self.random.randint(1, 30_000)
        if dealer.state.end is None and (self.paused or started < self.resumes):
            rejected: Rejected | None = Rejected("paused")
        else:
            rejected = dealer.act(seat, move, started).rejected
        dealer.time_us = started
        self.sequences[seat] += self.random.randint(1, 3)
        line = {"kind": "move", "time": started, "seat": seat, "incarnation": f"{seat:016x}"}
        line |= {"seq": self.sequences[seat]} | move_fields(whole, self.options) | {"accepted": rejected is None}
        if isinstance(rejected, Rejected):
            line["reason"] = rejected.reason
            if rejected.by is not None:
                line["by"] = {"seat": rejected.by, "margin_us": rejected.margin_us}
        self.lines.append(line)


ALL_OPTIONS = [
    Options(rounds=rounds, target_score=target, reshuffle=reshuffle, row_storage=storage, call=call, penalty=penalty)
    for (rounds, target), reshuffle, storage, call, penalty in product(
        ((1, None), (3, None), (5, 10)),
        (True, False),
        (None, "descending", "ascending"),
        ("auto", "manual"),
        (None, "stack_to_hand", "hand_to_stack"),
    )
]
