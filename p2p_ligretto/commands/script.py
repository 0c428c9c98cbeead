"""``simulate --script``: scripted peers against real nodes, in a simulation or at real ports."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import trio

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.runtime.addresses import parse_host_port, resolve
from p2p_ligretto.sim.script.matching import described, described_bytes
from p2p_ligretto.sim.script.peer import Heard, Talk
from p2p_ligretto.sim.script.problems import ScriptError
from p2p_ligretto.sim.script.reading import read_script
from p2p_ligretto.sim.script.rehearsal import rehearse
from p2p_ligretto.sim.script.stage import Met, Missed
from p2p_ligretto.sim.script.syntax import Script
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.wire.messages import Address, AnyMessage
from p2p_ligretto.wire.printable import printable

MAX_SCRIPT_BYTES: Final = 1_000_000
LONGEST_LINE: Final = 120
"""So much of a line is shown where something in it is wrong."""


def perform_script(path: Path, connect: Sequence[str], *, as_json: bool, transcript: bool) -> int:
    """Perform the script in a file and tell of it; 0 only where all of its expectations are met. Raises Problem."""
    text = _text_of(path)
    talk = _write_down if transcript else None
    try:
        script = read_script(text)
        outcome = trio.run(_perform_at, script, tuple(connect), talk) if connect else rehearse(script, talk)
    except ScriptError as error:
        raise _problem(path, text, error) from error
    if as_json:
        click.echo(json.dumps(_as_json(path, script, outcome), ensure_ascii=False))
    else:
        _tell(path, outcome)
    return int(isinstance(outcome, Missed))


def _text_of(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Problem(
            _("Cannot read {path} ({reason}): name the file of a script.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    if len(content) > MAX_SCRIPT_BYTES:
        raise Problem(_("{path} is too long for a script.").format(path=path))
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Problem(_("{path} is not a text in UTF-8.").format(path=path)) from None


def _problem(path: Path, text: str, error: ScriptError) -> Problem:
    """What is wrong, where, and the line that it is in, if it is in one."""
    told = f"{path}:{error.at.line}:{error.at.column}: {error.what}{'' if error.what.endswith('?') else '.'}"
    lines = text.splitlines()
    if error.at.line > len(lines):
        return Problem(told)
    shown = printable(lines[error.at.line - 1].strip(), LONGEST_LINE)
    return Problem(_("{what} The line is: {line}").format(what=told, line=shown))


async def _perform_at(script: Script, connect: tuple[str, ...], talk: Talk | None) -> Met | Missed:
    from p2p_ligretto.commands.script_port import check_for_ports, perform_at

    if len(connect) != len(script.nodes):
        names = ", ".join(script.nodes)
        raise Problem(_("Say --connect HOST:PORT once for each node, in this order: {names}.").format(names=names))
    check_for_ports(script)
    addresses: list[Address] = []
    for where in connect:
        found = parse_host_port(where)
        if found is None:
            raise Problem(_("{where} is no address: say HOST:PORT.").format(where=where))
        resolved = await resolve(*found)
        if isinstance(resolved, str):
            raise Problem(resolved)
        addresses.append(resolved[0])
    return await perform_at(script, addresses, talk)


def _write_down(at_us: int, peer: str, sign: str, other: str, what: AnyMessage | bytes | None) -> None:
    said = described_bytes(what) if isinstance(what, bytes) else described(Heard(at_us, what))
    click.echo(f"{at_us / 1e6:14.6f} {peer.lower()} {sign} {other} {said}")


def _tell(path: Path, outcome: Met | Missed) -> None:
    if isinstance(outcome, Met):
        met = outcome.expectations
        click.echo(
            ngettext("{path}: {met} expectation, met", "{path}: {met} expectations, all met", met).format(
                path=path, met=met
            )
        )
        return
    click.echo(_("{path}:{line}: not met: {text}").format(path=path, line=outcome.at.line, text=outcome.text))
    click.echo(_("  came instead:"))
    for line in outcome.instead:
        click.echo(f"    {line}")


def _as_json(path: Path, script: Script, outcome: Met | Missed) -> dict[str, object]:
    missed = None
    if isinstance(outcome, Missed):
        missed = {"line": outcome.at.line, "expected": outcome.text, "instead": outcome.instead}
    met = outcome.met if isinstance(outcome, Missed) else outcome.expectations
    return {
        "script": str(path),
        "ok": missed is None,
        "met": met,
        "expectations": script.expectations,
        "missed": missed,
    }
