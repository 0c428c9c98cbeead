"""``python -m benchmarks``: run all parts, print the table, write ``bench.json``."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.audience import measure_audience
from benchmarks.figures import Figure, NotMeasured, json_of, table_of
from benchmarks.keypress import measure_keypress
from benchmarks.lobby import measure_lobby
from benchmarks.outage import corosync_notices_after_s, measure_outage
from benchmarks.play import processor_in_play, simulate_play
from benchmarks.redraw import measure_redraw
from benchmarks.rules import measure_rules
from benchmarks.simulation import measure_simulation
from benchmarks.spread import UNPROTECTED, measure_spread, percentile
from benchmarks.start import measure_start
from benchmarks.trust import Cost, measure_trust
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.sim.fairness.profiles import GOOD_WIFI
from p2p_ligretto.sim.profiles import LAN


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    fast: bool
    processes: tuple[int, ...]
    moves: int
    played_s: float
    keys: int
    redraws: int
    batches: int
    lobby_s: float
    seeds: int
    starts: int
    table: int
    outages: int
    trusted: int
    spectators: tuple[int, ...]
    spell_s: float


FULL = Effort(
    fast=False,
    processes=(2, 4, 8, 12),
    moves=200,
    played_s=15.0,
    keys=150,
    redraws=60,
    batches=41,
    seeds=7,
    lobby_s=20.0,
    starts=7,
    table=12,
    outages=7,
    trusted=250,
    spectators=(20, 200),
    spell_s=30.0,
)
FAST = Effort(
    fast=True,
    processes=(2,),
    moves=3,
    played_s=2.0,
    keys=2,
    redraws=2,
    batches=1,
    seeds=1,
    lobby_s=0.5,
    starts=1,
    table=3,
    outages=1,
    trusted=3,
    spectators=(3,),
    spell_s=0.6,
)


def spread(effort: Effort, processes: int) -> list[Figure]:
    """A move on one node until the predicted state of the last of the others, with what protects it and without."""
    protected = measure_spread(processes, effort.moves)
    bare = measure_spread(processes, effort.moves, UNPROTECTED)
    name = "move to the other" if processes == 2 else f"move to the last of {processes - 1} others"
    aimed = processes == MAX_SEATS

    def figure(what: str, percent: int, ours: Sequence[float], floor: Sequence[float], beside: str) -> Figure:
        figures = percentile(ours, percent), percentile(floor, percent)
        return Figure(f"{name}{what}, p{percent}", "ms", *figures, beside)

    both = "same bytes, signed, TLS"
    compared = [
        figure("", 50, protected.ours_ms, protected.protected_ms, both),
        figure("", 50, protected.ours_ms, protected.floor_ms, "same bytes over TCP"),
        figure(", unsigned, no TLS", 50, bare.ours_ms, bare.floor_ms, "same bytes over TCP"),
    ]
    if aimed:
        ratios = (2.0, 2.0, 1.5)
        pairs = zip(compared, ratios, strict=True)
        compared = [replace(each, aim=aim, aimed_at="ratio at most") for each, aim in pairs]
    worst = figure("", 99, protected.ours_ms, protected.protected_ms, both)
    return [*compared, replace(worst, aim=10.0) if processes == 4 else worst]


def keypress(effort: Effort) -> list[Figure]:
    """A key on one terminal until another one's screen is redrawn."""
    found = measure_keypress(effort.keys)
    return [
        Figure(
            f"key to another screen, 4 nodes, p{percent}",
            "ms",
            percentile(found.ours_ms, percent),
            percentile(found.floor_ms, percent),
            "key to cell, the library",
            aim,
        )
        for percent, aim in ((50, 8.0), (99, 20.0))
    ]


def play(effort: Effort, players: int) -> list[Figure]:
    """What a table costs in play, and after how long its moves are final."""
    aimed = players == MAX_SEATS
    wired = simulate_play(players, LAN, effort.played_s)
    wifi = simulate_play(players, GOOD_WIFI, effort.played_s)
    finals = [
        Figure(
            f"final with all of {players}, {name}, p99",
            "ms",
            percentile(found.final_ms, 99),
            2 * (delay.base_us + delay.jitter_us + delay.stall_us) / 1000,
            "slowest round trip",
            aim if aimed else None,
        )
        for name, found, delay, aim in (("wired", wired, LAN, 50.0), ("good Wi-Fi", wifi, GOOD_WIFI, 250.0))
    ]
    sent = (wired.sent_kb_s, wired.sent_events_kb_s, "its moves alone", 20.0 if aimed else None)
    used = processor_in_play(players, effort.played_s)
    return [
        *finals,
        Figure(f"sent by one of {players} in play", "kB/s", *sent),
        Figure(f"processor of one of {players} in play", "%", used),
    ]


def redraw(effort: Effort) -> list[Figure]:
    """A move on one node until another one's screen is redrawn."""
    found = measure_redraw(effort.redraws)
    return [
        Figure(
            f"move to redrawn screen, p{percent}",
            "ms",
            percentile(found.ours_ms, percent),
            percentile(found.floor_ms, percent),
            "one cell by the library",
            16.0 if percent == 50 else None,
        )
        for percent in (50, 99)
    ]


def rules(effort: Effort) -> list[Figure]:
    """Whole rounds of the pure rules."""
    found = measure_rules(effort.batches)
    return [
        Figure(
            "rounds of the rules, 4 greedy players",
            "/s",
            found.rate,
            found.judging_rate,
            "judging alone",
            2000.0,
            "at least",
        )
    ]


def simulation(effort: Effort) -> list[Figure]:
    """Simulated tables without faults."""
    found = measure_simulation(effort.seeds, 1 if effort.fast else 5)
    return [
        Figure("simulated time, 4 players", "s/s", found.checked, found.unchecked, "without checks", 300.0, "at least"),
        Figure("the same, signed by Ed25519", "s/s", found.really_signed, found.checked, "signed by keyed hash"),
    ]


def lobby(effort: Effort) -> list[Figure]:
    """What the program costs in the lobby."""
    found = measure_lobby(effort.lobby_s)
    return [
        Figure("processor in the lobby", "%", found.cpu_percent, aim=1.0),
        Figure("memory in the lobby", "MB", found.memory_mb, found.libraries_mb, "libraries alone", 60.0),
    ]


def start(effort: Effort) -> list[Figure]:
    """From the start of the program to its lobby."""
    found = measure_start(effort.starts)
    return [Figure("start to lobby on screen", "s", found.ours_s, found.floor_s, "libraries alone", 0.5)]


def outage(effort: Effort) -> list[Figure]:
    """From the moment that a laptop is gone until play goes on without it."""
    found = measure_outage(effort.table, effort.outages)
    compared = corosync_notices_after_s(effort.table)
    return [
        Figure(f"one of {effort.table} {name}", "s", ours, compared, "corosync by its manual", aim)
        for (name, ours), aim in zip(found.figures_s.items(), (1.0, 1.0, 2.3, 2.3), strict=True)
    ]


def trust(effort: Effort) -> list[Figure]:
    """A move and a handshake, with and without what makes them worth trusting."""
    found = measure_trust(effort.trusted)
    return [*_costs("event", found.events), *_costs("handshake", found.handshakes)]


def audience(effort: Effort) -> list[Figure]:
    """What the seated nodes do, with more and more who look on beside what others do meanwhile with one."""
    spells = measure_audience(2 if effort.fast else 4, effort.spectators, effort.spell_s)
    return [
        Figure(f"seated nodes, {spectators} spectators, {what}", unit, ours, with_one, "with one", 1.1, "ratio at most")
        for spectators, (one, many) in zip(effort.spectators, spells, strict=True)
        for what, unit, ours, with_one in (
            ("processor", "s", many.processor_s, one.processor_s),
            ("sent", "kB", many.sent_kb, one.sent_kb),
        )
    ]


def _costs(of: str, costs: Mapping[str, Cost]) -> list[Figure]:
    """Each way beside the first one."""
    first = next(iter(costs))
    columns: dict[str, Callable[[Cost], float]] = {
        "p50": lambda cost: percentile(cost.took_ms, 50),
        "p99": lambda cost: percentile(cost.took_ms, 99),
        "processor": lambda cost: percentile(cost.processor_ms, 50),
    }
    return [
        Figure(f"{of}, {way}, {column}", "ms", value(cost), value(costs[first]), first)
        for column, value in columns.items()
        for way, cost in costs.items()
    ]


Part = Callable[[Effort], list[Figure]]


def parts(effort: Effort) -> dict[str, Part]:
    """Each part of the bench with its name, in the order of the table."""
    spreads: dict[str, Part] = {f"spread-{number}": partial(spread, processes=number) for number in effort.processes}
    plays: dict[str, Part] = {f"play-{number}": partial(play, players=number) for number in effort.processes}
    return (
        spreads
        | plays
        | {
            "keypress": keypress,
            "redraw": redraw,
            "rules": rules,
            "simulation": simulation,
            "lobby": lobby,
            "start": start,
            "trust": trust,
            "audience": audience,
            "outage": outage,
        }
    )


def measure(part: str, effort: Effort) -> list[Figure] | NotMeasured:
    """The figures of one part; a part that can't run here does not keep the others from it."""
    try:
        return parts(effort)[part](effort)
    except (OSError, RuntimeError) as error:
        return NotMeasured(part, str(error))


def measure_all(effort: Effort, chosen: Sequence[str]) -> tuple[list[Figure], list[NotMeasured]]:
    """One part after the other, so that they don't disturb one another; all at once where that does not matter."""
    wanted = [part for part in parts(effort) if not chosen or part in chosen]
    with ThreadPoolExecutor(max_workers=len(wanted) if effort.fast else 1) as pool:
        done = list(pool.map(lambda part: measure(part, effort), wanted))
    missing = [result for result in done if isinstance(result, NotMeasured)]
    return [figure for result in done if not isinstance(result, NotMeasured) for figure in result], missing


def main(arguments: Sequence[str]) -> int:
    """0 if everything could be measured, whatever the figures say."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"only these of {', '.join(parts(FULL))}; all if none is named")
    parser.add_argument("--fast", action="store_true", help="see that everything runs; the figures mean nothing")
    parser.add_argument("--output", type=Path, default=Path("bench.json"), help="where the JSON goes (bench.json)")
    given = parser.parse_args(arguments)
    effort = FAST if given.fast else FULL
    unknown = set(given.parts) - set(parts(effort))
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    figures, missing = measure_all(effort, given.parts)
    print(table_of(figures))
    for each in missing:
        print(f"not measured: {each.part}: {each.reason}")
    given.output.write_text(json_of(figures, missing, fast=given.fast), encoding="utf-8")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
