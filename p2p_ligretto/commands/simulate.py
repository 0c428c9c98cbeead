"""``simulate``: seeded tables with faults, in one process or several, checked after every step.

What one seed does is the same wherever and however often it is played; only the times taken differ.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import click

from p2p_ligretto.commands import simulation_report as report
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.simulation import Played, Simulation, Totals
from p2p_ligretto.commands.simulation_parameters import Range
from p2p_ligretto.commands.simulation_workers import played_for
from p2p_ligretto.sim.profiles import ALL, PROFILES
from p2p_ligretto.sim.scenario import Scenario, from_json, to_json
from p2p_ligretto.sim.shrinking import shrunk
from p2p_ligretto.sim.trial import Trial
from p2p_ligretto.texts import _

SHRINK_S: Final = 60.0
"""How long to look for a smaller scenario that fails in the same way."""
MOST_SHRUNK: Final = 3
"""Of more failing seeds than these the scenario is written as it is."""
FIRST_SEED: Final = 1
ENDLESS: Final = (0, None)
"""The seeds of who says only how long to play."""


def asked_for(faults: str, seed: int | None, seeds: Range | None, **given: Any) -> Simulation:
    """What the options of ``simulate`` ask for. Raises Problem, and UsageError for what doesn't go together."""
    if seed is not None and seeds is not None:
        raise click.UsageError(
            _("--seed and --seeds don't go together: leave one of them out."), click.get_current_context()
        )
    # Read first: who has mistyped a kind of faults shall not be told of files.
    what = faults if faults in (*PROFILES, ALL) else read_scenario(faults)
    if isinstance(what, Scenario) and (seed is not None or seeds is not None):
        raise click.UsageError(_("a file has its own seed: leave out --seed and --seeds."), click.get_current_context())
    one = FIRST_SEED if seed is None else seed
    default = (one, one + 1) if given["limit_s"] is None or seed is not None else ENDLESS
    asked = Simulation(seeds=seeds or default, faults=what, **given)
    if asked.transcript and asked.length != 1:
        raise click.UsageError(_("--transcript is for one seed: say --seed S."), click.get_current_context())
    if asked.cluster is not None and asked.jobs != 1:
        raise click.UsageError(_("--cluster brings its own processes: leave out --jobs."), click.get_current_context())
    return asked


def read_scenario(path: str) -> Scenario:
    """The scenario in a file. Raises Problem."""
    names = ", ".join(sorted((*PROFILES, ALL)))
    try:
        with open(path, "rb") as file:
            return from_json(file.read())
    except OSError as error:
        raise Problem(
            _(
                "'{path}' is no kind of faults, and no file that can be read ({reason}): say one of {names}, or the"
                " file that a failing seed has left."
            ).format(path=path, reason=error.strerror or error, names=names)
        ) from error
    except ValueError as error:
        raise Problem(
            _(
                "{path} is not a scenario ({reason}): name a file that a failing seed has left, or say one of {names}."
            ).format(path=path, reason=error, names=names)
        ) from error


def simulate(asked: Simulation) -> int:
    """Play all that is asked for and tell of it; 0 only where nothing was violated."""
    began, totals = perf_counter(), Totals()
    code = 0
    with closing(played_for(asked)) as all_played, report.progress(all_played, asked) as shown:
        try:
            for played in shown:
                totals.add(played.verdict)
                report.tell(played, asked)
                if not played.verdict.ok and not isinstance(asked.faults, Scenario):
                    _keep(played, totals.failed)
                if asked.limit_s is not None and perf_counter() - began >= asked.limit_s:
                    break
        except KeyboardInterrupt:
            code = 130
    report.tell_totals(totals, perf_counter() - began, asked)
    return code or int(totals.failed > 0)


def _keep(played: Played, number: int) -> None:
    """Write the failing scenario, or a smaller one that fails in the same way, where it can be played again."""
    what = played.verdict.violations[0].what
    path = Path(f"ligretto-seed-{played.scenario.seed}.json")
    smaller = shrunk(played.scenario, _fails_with(what)) if number <= MOST_SHRUNK else played.scenario
    try:
        path.write_bytes(to_json(smaller))
    except OSError as error:
        raise Problem(_("Cannot write {path} ({reason}).").format(path=path, reason=error.strerror or error)) from error
    report.tell_kept(path, played.scenario, smaller)


def _fails_with(what: str) -> Callable[[Scenario], bool]:
    end = perf_counter() + SHRINK_S

    def fails(candidate: Scenario) -> bool:
        if perf_counter() > end:
            return False
        return any(violation.what == what for violation in Trial(candidate).run().violations)

    return fails
