"""``simulate --fairness``: how often who presses first is first in the order, as lines for people or for programs."""

import json
import os
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from p2p_ligretto.commands.fairness_picture import draw_fairness
from p2p_ligretto.commands.simulation_workers import done_by_processes
from p2p_ligretto.commands.svg_file import check_picture
from p2p_ligretto.sim.fairness.figures import Fairness, GapShare
from p2p_ligretto.sim.fairness.lab import Experiment, played
from p2p_ligretto.sim.fairness.profiles import FAIRNESS_PROFILES
from p2p_ligretto.texts import _

FIRST_SEED = 1
WIDTH = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What was asked for.

    ``each``: contests for each gap. ``jobs``: how many processes there are to be, None for as many as cores; what is
    told does not depend on it. ``svg``: where to draw it, None if it is not to be drawn.
    """

    players: int
    seed: int | None
    each: int
    jobs: int | None
    svg: Path | None
    as_json: bool


def measure_fairness(asked: Measurement) -> int:
    """Measure all profiles, and tell of each as soon as it and those before it are done.

    Raises Problem where it can't be drawn as asked for.
    """
    if asked.svg is not None:
        check_picture(asked.svg)
    seed = FIRST_SEED if asked.seed is None else asked.seed
    experiments = [Experiment(profile, seed, asked.players, asked.each) for profile in FAIRNESS_PROFILES]
    results: list[Fairness] = []
    with closing(_measured(experiments, asked.jobs or os.cpu_count() or 1)) as measured:
        for bare, table in measured:
            results += (bare, table)
            for line in _json_lines(bare, table) if asked.as_json else _lines(bare, table):
                print(line, flush=True)
    if asked.svg is not None:
        draw_fairness(results, asked.svg)
    return 0


def _measured(experiments: list[Experiment], jobs: int) -> Generator[tuple[Fairness, Fairness], None, None]:
    """What comes of each of them, in order."""
    if jobs == 1:
        yield from (experiment.run() for experiment in experiments)
        return
    pieces = [experiment.pieces() for experiment in experiments]
    with closing(done_by_processes(played, (piece for some in pieces for piece in some), jobs)) as tallies:
        for experiment, some in zip(experiments, pieces, strict=True):
            yield experiment.figures(islice(tallies, len(some)))


def _json_lines(*results: Fairness) -> Iterator[str]:
    for result in results:
        yield json.dumps(msgspec.to_builtins(result), separators=(",", ":"))


def _lines(bare: Fairness, table: Fairness) -> Iterator[str]:
    yield _("{profile}: {contests} contests, clocks off by at most {error:.2f} ms").format(
        profile=table.profile, contests=table.contests, error=table.clock_error_us / 1000
    )
    yield _row(_("won by the first, %"), [f"{gap.gap_us // 1000}" for gap in table.gaps]) + _(" ms later")
    rows = [(_("bare counters"), bare.gaps), (_("table time"), table.gaps)]
    # Of two players one is special where one is: nobody is left whom others could be measured with.
    if bare.others is not None and table.others is not None and len(table.share_by_seat) > 2:
        yield from (_row(name, _shares(gaps)) for name, gaps in rows)
        yield _("  among the others, off by at most {error:.2f} ms").format(error=table.others.clock_error_us / 1000)
        rows = [(_("bare counters"), bare.others.gaps), (_("table time"), table.others.gaps)]
    yield from (_row(name, _shares(gaps)) for name, gaps in rows)
    yield _("  at equal times, %: of each seat, of each kind of link")
    for name, result in ((_("bare counters"), bare), (_("table time"), table)):
        links = "; ".join(f"{link} {_share(share)}" for link, share in result.share_by_link.items())
        yield _row(name, [_share(share) for share in result.share_by_seat]) + f"   {links}"
    yield ""


def _row(name: str, cells: list[str]) -> str:
    return f"    {name:{WIDTH}}" + "".join(f"{cell:>6}" for cell in cells)


def _shares(gaps: tuple[GapShare, ...]) -> list[str]:
    return [_share(gap.share_true_first) for gap in gaps]


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"
