"""What ``simulate`` writes: lines for people, or JSON lines for programs; the progress bar goes to standard error."""

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click
import msgspec

from p2p_ligretto.commands.simulation import Played, Simulation, Totals
from p2p_ligretto.replication.events import Event
from p2p_ligretto.sim.faults import Planned, name_of
from p2p_ligretto.sim.match import NAMES
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.trace import Sink
from p2p_ligretto.sim.violations import Violation
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.wire.codec import decode
from p2p_ligretto.wire.payload_codec import decode_payload


def progress(played: Iterator[Played], asked: Simulation) -> AbstractContextManager[Iterator[Played]]:
    """``played`` with a bar that shows how far it is, where somebody can see one."""
    if asked.json or asked.length == 1 or not sys.stderr.isatty():
        return nullcontext(played)
    return click.progressbar(played, length=asked.length, label=_("Simulating"), show_pos=True, file=sys.stderr)


def transcript(asked: Simulation) -> Sink:
    """What writes down each thing that a node takes in."""

    def write(at_us: int, host: int, what: str, data: bytes) -> None:
        message = decode(data) if what.startswith("message") else None
        if asked.json:
            told = None if message is None else msgspec.to_builtins(message, builtin_types=(), str_keys=True)
            _line({"at_us": at_us, "host": host, "what": what, "message": told})
        else:
            print(f"{at_us / 1e6:11.6f} {NAMES[host]:4}{what}{'' if message is None else f': {_shown(message)}'}")

    return write


def _shown(value: object) -> str:
    """A message for people: identifiers and hashes by their first bytes, what an event says as it says it."""
    if isinstance(value, msgspec.Struct):
        return f"{type(value).__name__}({', '.join(_field(value, name) for name in value.__struct_fields__)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))})"
    return value[:4].hex() if isinstance(value, bytes) else repr(value)


def _field(value: msgspec.Struct, name: str) -> str:
    content = getattr(value, name)
    if isinstance(value, Event) and name == "payload":
        content = decode_payload(content)
    return f"{name}={_shown(content)}"


def tell(played: Played, asked: Simulation) -> None:
    """What came of one seed: all of it where only one is played, else only if something was violated."""
    verdict = played.verdict
    if asked.json:
        _line(
            {
                "seed": verdict.seed,
                "ok": verdict.ok,
                "digest": verdict.digest,
                "simulated_s": verdict.simulated_us / 1e6,
                "wall_s": round(played.wall_s, 4),
                "moves": verdict.moves,
                "signatures": played.scenario.signatures,
                "violations": msgspec.to_builtins(verdict.violations),
            }
        )
        return
    if asked.length != 1 and verdict.ok:
        return
    for line in _setting(played.scenario):
        print(line)
    print(_("  digest {digest}").format(digest=verdict.digest))
    for violation in verdict.violations:
        print(_violated(violation))


def tell_kept(path: Path, scenario: Scenario, smaller: Scenario) -> None:
    """Where a failing scenario is; on standard error, so that it is never among the results."""
    click.echo(
        ngettext(
            "Seed {seed}: {faults} of {all_faults} faults is enough; play it again with --faults {path}",
            "Seed {seed}: {faults} of {all_faults} faults are enough; play it again with --faults {path}",
            len(smaller.faults),
        ).format(seed=scenario.seed, faults=len(smaller.faults), all_faults=len(scenario.faults), path=path),
        err=True,
    )


def tell_totals(totals: Totals, wall_s: float, asked: Simulation) -> None:
    """The last line, or lines."""
    speed, pace = (round(each / max(wall_s, 1e-6), 1) for each in (totals.simulated_us / 1e6, totals.moves))
    reached = dict(sorted(totals.reached.items()))
    if asked.json:
        _line(
            {
                "seeds": totals.seeds,
                "violations": totals.failed,
                "speed": speed,
                "moves_per_s": pace,
                "reached": reached,
            }
        )
        return
    print(
        _(
            "{seeds}, {violations}: {simulated:.1f} s in {wall:.1f} s, {speed} times real time, {pace} moves a second"
        ).format(
            seeds=ngettext("{count} seed", "{count} seeds", totals.seeds).format(count=totals.seeds),
            violations=ngettext("{count} with a violation", "{count} with violations", totals.failed).format(
                count=totals.failed
            ),
            simulated=totals.simulated_us / 1e6,
            wall=wall_s,
            speed=speed,
            pace=pace,
        )
    )
    happened = ", ".join(f"{name} {times}" for name, times in reached.items() if times)
    print(_("Reached: {happened}").format(happened=happened))
    never = ", ".join(name for name, times in reached.items() if not times)
    print(_("Never: {never}").format(never=never or "-"))


def _setting(scenario: Scenario) -> Iterator[str]:
    rounds, faults = scenario.rounds, len(scenario.faults)
    yield _("Seed {seed}: {players} players, {guests} later, {level} bots, {rounds}; {faults}").format(
        seed=scenario.seed,
        players=scenario.players,
        guests=scenario.guests,
        level=scenario.level,
        rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
        faults=ngettext("{count} fault", "{count} faults", faults).format(count=faults),
    )
    if scenario.signatures == "ed25519":
        yield _("  signed with Ed25519, as real nodes do")
    yield from map(_fault, scenario.faults)


def _fault(planned: Planned) -> str:
    fields = msgspec.to_builtins(planned.fault)
    details = " ".join(f"{key}={value}" for key, value in fields.items() if key != "fault")
    lasts = "" if planned.for_us is None else _(" for {seconds:.3f} s").format(seconds=planned.for_us / 1e6)
    return f"  {planned.at_us / 1e6:8.3f} s {name_of(planned.fault)} {details}{lasts}"


def _violated(violation: Violation) -> str:
    where = _("everywhere") if violation.where is None else NAMES[violation.where]
    return _("  VIOLATED {what}, {where}, at {seconds:.6f} s: {how}").format(
        what=violation.what, where=where, seconds=violation.at_us / 1e6, how=violation.how
    )


def _line(content: dict[str, Any]) -> None:
    print(json.dumps(content, separators=(",", ":"), default=_bytes), flush=True)


def _bytes(value: Any) -> str:
    return bytes(value).hex()
