"""A table of bots on a test LAN in the middle of a round: what is done to it, what is seen of it, how it has to end."""

import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.lan.lan import Lan
from tests.lan.programs import PATIENCE_S, Program, start, start_again, until
from tests.lan.records import Watch, Written, first_made_after, members_since, moves
from tests.replay import check_text

NAMES = ("Ada", "Bea", "Cem", "Dora", "Emil", "Finn", "Gita", "Hugo", "Ines", "Jaro", "Kira", "Lev")
MEMORY = Path("/dev/shm")
BEGIN_LIMIT_S = 60.0
MATCH_LIMIT_S = 420.0
"""Three rounds of easy bots take four minutes now and then."""

SUSPECTED_S = 2.0
"""A member of which nothing was heard for so long is suspected."""
GOES_ON_S = 0.3
"""Play goes on so soon after a suspicion."""
BACK_S = 1.0
"""Who comes back sits at its seat so soon."""

SHORT_TROUBLE_S = 6.0
"""A round of quick bots lasts four times as long."""


@dataclass
class Table:
    """``programs`` by seat. All of them sat down before the first deal, so that is the order of seniority, too."""

    lan: Lan
    level: str
    programs: list[Program]
    watch: Watch
    begun_with: tuple[str, ...]
    final_once: list[bytes] = field(default_factory=list)
    """Records as they were at some moment on some node: to be found again in the end."""

    # ---- what is done to it

    def note_what_is_final(self) -> None:
        self.final_once.extend(program.record() for program in self.programs)

    def kill(self, seat: int) -> float:
        """Kill the program at ``seat``; when that was."""
        killed_s = time.monotonic()
        self.programs[seat].signal(signal.SIGKILL)
        self.programs[seat].wait_for_end(PATIENCE_S)
        self.note_what_is_final()
        return killed_s

    def bring_back(self, seat: int) -> float:
        """Start the program at ``seat`` anew; when it had come so far that it looked for its table."""
        back = self.programs[seat] = start_again(self.programs[seat], "join", "--auto", "--level", self.level)
        back.wait_for("Looking for the table")
        return time.monotonic()

    def let_pass(self, duration_s: float) -> None:
        """How long a fault lasts is part of what is done, so there is no condition to wait for."""
        time.sleep(duration_s)
        self.note_what_is_final()

    # ---- what is seen of it

    def all_but(self, *seats: int) -> list[int]:
        return [seat for seat in range(len(self.programs)) if seat not in seats]

    def lines(self, seat: int) -> tuple[Written, ...]:
        return self.watch.lines(self.programs[seat].player)

    def is_in_mid_round(self) -> bool:
        """Whether everybody has made a move of ``begun_with`` for good, on every host."""
        assert all(program.process.poll() is None for program in self.programs), self.describe()
        return all(len(self._who_has_begun(program)) == len(self.programs) for program in self.programs)

    def _who_has_begun(self, program: Program) -> set[int]:
        return {
            written.line["seat"]
            for written in moves(self.watch.lines(program.player))
            if written.line["type"] in self.begun_with and written.line["accepted"]
        }

    def members(self, seat: int, since_s: float) -> list[tuple[float, frozenset[int]]]:
        return members_since(self.lines(seat), since_s)

    def wait_until_out(self, out: Sequence[int], since_s: float) -> float:
        """Seconds until all others have a view without ``out``."""
        return self._wait_for_members(self.all_but(*out), since_s, lambda members: not members & set(out))

    def wait_until_back(self, seat: int, since_s: float, *, without: Sequence[int] = ()) -> float:
        """Seconds until all others have a view with ``seat`` in it."""
        return self._wait_for_members(self.all_but(seat, *without), since_s, lambda members: seat in members)

    def wait_until_play_goes_on(self, without: Sequence[int], since_s: float) -> float:
        """Seconds until a move that somebody else made since then is final on all of the others."""

        def first(seat: int) -> float | None:
            return first_made_after(self.lines(seat), since_s, without)

        watched = self.all_but(*without)
        until(lambda: all(first(seat) is not None for seat in watched), PATIENCE_S, self.describe)
        return max(first(seat) or 0.0 for seat in watched) - since_s

    def wait_for_own_card(self, seat: int, since_s: float, *, without: Sequence[int] = ()) -> None:
        """Wait for a move of ``seat`` that the others accept: it has its place, and knows its face-down cards.

        Where a round ended meanwhile, that is in the next one that it is dealt into.
        """

        def has_moved(other: int) -> bool:
            return any(
                written.line["seat"] == seat and written.line["accepted"]
                for written in moves(self.lines(other))
                if written.seen_s > since_s
            )

        until(lambda: all(map(has_moved, self.all_but(seat, *without))), MATCH_LIMIT_S / 2, self.describe)

    def _wait_for_members(self, seats: Sequence[int], since_s: float, fits: Callable[[frozenset[int]], bool]) -> float:
        def first(seat: int) -> float | None:
            return next((seen_s for seen_s, members in self.members(seat, since_s) if fits(members)), None)

        until(lambda: all(first(seat) is not None for seat in seats), PATIENCE_S, self.describe)
        return max(first(seat) or 0.0 for seat in seats) - since_s

    def describe(self) -> str:
        told = []
        for seat, program in enumerate(self.programs):
            last = "\n    ".join(program.output().splitlines()[-8:])
            members = [sorted(members) for _seen_s, members in self.members(seat, 0)]
            told.append(f"seat {seat}, {program.player}: members {members}, output ends with\n    {last}")
        return "\n".join(told)

    # ---- how it has to end

    def end(self, *, without: Sequence[int] = ()) -> None:
        """All play to the end, have the same record, and nothing is lost that was final anywhere on the way."""
        finished = [self.programs[seat] for seat in self.all_but(*without)]
        for program in finished:
            assert program.wait_for_end(MATCH_LIMIT_S) == 0, self.describe()
            assert "the match is over" in program.output()
            assert "Traceback" not in program.output()
        exports = {program.export() for program in finished}
        assert len(exports) == 1, [f"{program.player}: {program.folder}" for program in finished]
        check_text(exports.pop().decode())
        for program in finished:
            record = program.record()
            for before in self.final_once:
                assert record.startswith(before), f"{program.player} has lost what was final: {program.folder}"


@contextmanager
def data_folder(kept_as: Path, *, on_disk: bool) -> Iterator[Path]:
    """A folder on disk, or one in memory, if the system has such, that is on disk in the end.

    A view change waits for disks. A laptop's takes milliseconds; that of a machine on which much is tested at once may
    take half a second, which would say nothing about the game.
    """
    if on_disk or not MEMORY.is_dir():
        kept_as.mkdir()
        yield kept_as
        return
    with TemporaryDirectory(dir=MEMORY) as folder:
        try:
            yield Path(folder)
        finally:
            shutil.copytree(folder, kept_as)


@contextmanager
def table_in_mid_round(
    folder: Path,
    *,
    seats: int = 4,
    trouble_s: float = 5.0,
    begun_with: tuple[str, ...] = ("play",),
    on_disk: bool = False,
    prepare: Callable[[Lan], None] = lambda lan: None,
) -> Iterator[Table]:
    """``seats`` bots on as many hosts, in the first round, of which each has begun. ``prepare`` the LAN first.

    They play slowly enough for trouble that lasts ``trouble_s`` to be over before the match is.
    """
    # A round of slow bots may end within a minute; who missed the deal of the next one plays in the third.
    level, rounds = ("sharp", 1) if trouble_s <= SHORT_TROUBLE_S else ("easy", 3)
    with data_folder(folder / "data", on_disk=on_disk) as data, Lan(seats) as lan:
        prepare(lan)
        bot, table = ("--auto", "--level", level), ("--seats", str(seats), "--rounds", str(rounds))
        programs = []
        for host, name in enumerate(NAMES[:seats], start=1):
            command = ("host", *table, *bot) if host == 1 else ("join", *bot)
            programs.append(start(lan, host, folder, name, *command, data=data / name))
        with Watch(programs) as watch:
            found = Table(lan, level, programs, watch, begun_with)
            until(found.is_in_mid_round, BEGIN_LIMIT_S, found.describe)
            order = [seat["name"] for seat in found.lines(0)[0].line["seats"]]
            programs.sort(key=lambda program: order.index(program.player))
            found.note_what_is_final()
            yield found
