"""Chapter 06 told a second time, from its text and without the package: the vectors fit this telling too."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
CASES = json.loads((FOLDER / "deciding.json").read_text(encoding="ascii"))["cases"]
COUNTDOWN, MINUTE = 3_000_000, 60_000_000


class Table:
    """A round that is played by all of ``seats``; nobody is blocked."""

    def __init__(self, seats: int) -> None:
        self.players = self.members = set(range(seats))
        self.kicked: set[int] = set()
        self.out: set[int] = set()
        self.agreed: set[int] = set()
        self.votes: set[tuple[str, int, int]] = set()
        self.last = dict.fromkeys(range(seats), 0)
        self.paused = False
        self.legal_from = 0
        self.end: str | None = None

    def have_a_say(self) -> set[int]:
        return self.members - self.kicked

    def take_part(self) -> set[int]:
        return self.players & self.have_a_say() - self.out

    def shown(self) -> dict[str, Any]:
        return {
            "phase": "playing" if self.end is None else "closing",
            "end": self.end,
            "paused": self.paused,
            "legal_from": self.legal_from,
            "takes_part": sorted(self.take_part()),
            "out": sorted(self.out),
            "agreed": sorted(self.agreed),
            "votes": [list(vote) for vote in sorted(self.votes)],
            "kicked": sorted(self.kicked),
        }

    # ---- steps

    def view(self, members: set[int]) -> None:
        self.members = members
        self.agreed &= members
        self.count()

    def moves(self, seat: int, time: int, verdict: str) -> str | None:
        if seat not in self.have_a_say():
            return "not now"
        if time < 0:
            return "illegal"
        if self.end is not None:
            return "over"
        if self.paused or time < self.legal_from:
            return "paused"
        if seat in self.out:
            self.out.remove(seat)
            self.last[seat] = time
        if verdict == "rejected":
            return "follows"
        self.last[seat] = time
        self.votes = {vote for vote in self.votes if vote[:2] != ("absent", seat)}
        return None

    def says(self, seat: int, time: int, said: dict[str, Any]) -> str | None:
        if seat not in self.have_a_say() or self.end is not None:
            return "not now"
        return None if getattr(self, "say_" + said["type"])(seat, time, said) else "not now"

    def say_paused(self, _seat: int, time: int, said: dict[str, Any]) -> bool:
        if said["paused"] == self.paused:
            return False
        self.paused = said["paused"]
        if not self.paused:
            self.legal_from = time + COUNTDOWN
        self.votes = {vote for vote in self.votes if vote[0] == "kick"}
        return True

    def say_agreed(self, seat: int, _time: int, said: dict[str, Any]) -> bool:
        if seat not in self.take_part():
            return False
        (self.agreed.add if said["agrees"] else self.agreed.discard)(seat)
        self.end_if_agreed()
        return True

    def say_voted(self, seat: int, time: int, said: dict[str, Any]) -> bool:
        about, other = said["about"], said["seat"]
        if other == seat or other not in self.have_a_say():
            return False
        if about == "absent":
            since = max(self.last[other], self.legal_from)
            if self.paused or other not in self.take_part() or time < since + MINUTE:
                return False
        (self.votes.add if said["yes"] else self.votes.discard)((about, other, seat))
        self.count()
        return True

    def say_sat_out(self, seat: int, _time: int, _said: dict[str, Any]) -> bool:
        if seat not in self.players - self.out:
            return False
        self.leave_out(seat)
        self.end_if_agreed()
        return True

    # ---- what follows

    def count(self) -> None:
        while True:
            say = self.have_a_say()
            self.votes = {vote for vote in self.votes if {vote[1], vote[2]} <= say}
            ayes = [vote[:2] for vote in self.votes]
            carried = sorted({(seat, about) for about, seat in ayes if 2 * ayes.count((about, seat)) > len(say)})
            if not carried:
                return self.end_if_agreed()
            seat, about = carried[0]
            self.votes = {vote for vote in self.votes if vote[:2] != (about, seat)}
            self.leave_out(seat)
            if about == "kick":
                self.kicked.add(seat)

    def leave_out(self, seat: int) -> None:
        self.out.add(seat)
        self.agreed.discard(seat)

    def end_if_agreed(self) -> None:
        if self.take_part() and self.agreed >= self.take_part():
            self.end, self.paused, self.agreed = "agreed", False, set()
            self.votes = {vote for vote in self.votes if vote[0] == "kick"}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_comes_of_each_step(case: dict[str, Any]) -> None:
    table = Table(case["seats"])
    for step in case["steps"]:
        if "members" in step:
            table.view(set(step["members"]))
        elif "moves" in step:
            assert table.moves(step["seat"], step["time"], step["moves"]) == step["outcome"]
        else:
            assert table.says(step["seat"], step["time"], step["says"]) == step["outcome"]
        assert table.shown() == step["table"]
