"""A million frames that no node would send, given to a node at a table; replayable by seed.

Usage: python -m tools.fuzz [--frames 1000000] [--seed 1] [--round N] [--folder build/fuzz]
       python -m tools.fuzz --guided SECONDS [--at-table] [--inputs N] [--keep]

Frames are mutations of what the node's company says and of the protocol's vectors (``tests/wire/mutations.py``); they
go through the readers of the wire, and what those take goes to the node, while its company plays on. ``--round`` plays
one round again. The exit code is 0 only if nothing came of any frame but a message, a refusal or a blame.

``--guided`` is another run, of the readers alone, led by what parts of their code each input reaches; with
``--at-table`` it is of a node that hears what two members and a stranger say (``tests/node/fuzz_target.py``). It needs
atheris, which is no dependency: pip install atheris (Linux). ``--keep`` adds to the corpus of the tests what reached
further.
"""

import argparse
import hashlib
import json
import resource
import subprocess
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.node import fuzz_target as table
from tests.node.fuzzing import Result, Round
from tests.wire import mutations as wire

FRAMES_PER_ROUND = 1_000
SAID_EACH = 100
LONGEST_KEPT = {"wire": 600, "table": 2_000}
"""Longer inputs reach nothing further, and a corpus has to stay small."""
MOST_KEPT = 60
"""Of one run."""
LONGEST_INPUT = 4_096


def peak_mb() -> float:
    """The most memory that this process has had so far."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def run(frames: int, seed: int, only: int | None, folder: Path) -> int:
    """Rounds until so many frames were said; 0 if nothing went wrong."""
    total, begun, early_mb = Result(), time.monotonic(), 0.0
    numbers = range(-(-frames // FRAMES_PER_ROUND)) if only is None else (only,)
    for number in numbers:
        this = Round(seed, number)
        try:
            total.add(this.run(min(FRAMES_PER_ROUND, frames - total.frames)))
        except Exception:
            failed = folder / f"seed-{seed}-round-{number}.json"
            folder.mkdir(parents=True, exist_ok=True)
            failed.write_text(json.dumps([frame.hex() for frame in this.frames]) + "\n", encoding="utf-8")
            traceback.print_exc()
            print(f"round {number} of seed {seed} failed; its frames are in {failed}", file=sys.stderr)
            return 1
        if number == SAID_EACH:
            early_mb = peak_mb()
        if number % SAID_EACH == 0:
            print(
                f"{total.frames} frames, {time.monotonic() - begun:.0f} s, {peak_mb()} MB", file=sys.stderr, flush=True
            )
    report = {
        "seed": seed,
        "frames": total.frames,
        "seconds": round(time.monotonic() - begun, 1),
        "refused": total.refused,
        "heard": total.heard,
        "blamed": sum(total.blamed.values()),
        "reasons": dict(total.blamed.most_common(40)),
        "rounds": len(numbers),
        "rounds_with_a_table_at_their_end": total.rounds_played_on,
        "memory_mb_after_100_rounds": early_mb,
        "memory_mb": peak_mb(),
    }
    print(json.dumps(report, indent=2))
    return 0


def guided(what: str, seconds: int, inputs: int, *, keep: bool) -> int:
    """Let atheris choose the inputs, for so long or so many (-1: no end); 0 if it found nothing."""
    known = table.seeds() if what == "table" else wire.seeds()
    with TemporaryDirectory() as folder, TemporaryDirectory() as further:
        for body in known:
            (Path(folder) / _name_of(body)).write_bytes(body)
        limits = [f"-max_total_time={seconds}", f"-runs={inputs}", f"-max_len={LONGEST_INPUT}"]
        ended = _fuzz(what, further, folder, *limits)
        found = sorted((path.read_bytes() for path in Path(further).iterdir()), key=len)
        print(f"{len(found)} inputs reached further than those before them")
        if keep:
            _keep(what, [body for body in found if len(body) <= LONGEST_KEPT[what] and _comes_in(what, body)])
    return ended


def _fuzz(what: str, *arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "tools.fuzz_guided", what, *arguments], check=False).returncode


def _comes_in(what: str, body: bytes) -> bool:
    """Whether anything of an input for a table comes to the node; the readers of the wire get all."""
    return what == "wire" or table.hear(body) > 0


def _keep(what: str, found: list[bytes]) -> None:
    corpus = table.CORPUS if what == "table" else wire.CORPUS
    corpus.mkdir(exist_ok=True)
    # Some of every length: short ones say one thing, long ones tell a story.
    for body in found[:: -(-len(found) // MOST_KEPT) or 1]:
        (corpus / _name_of(body)).write_bytes(body)


def _name_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def main() -> int:
    """Run what is asked for."""
    asked = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Say what no node would say.")
    asked.add_argument("--frames", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--round", type=int, help="only this one")
    asked.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    asked.add_argument("--guided", type=int, metavar="SECONDS")
    asked.add_argument("--at-table", action="store_true", help="with --guided")
    asked.add_argument("--inputs", type=int, default=-1, help="with --guided: no more than so many")
    asked.add_argument("--keep", action="store_true")
    given = asked.parse_args()
    if given.guided is not None:
        return guided("table" if given.at_table else "wire", given.guided, given.inputs, keep=given.keep)
    return run(given.frames, given.seed, given.round, given.folder)


if __name__ == "__main__":
    sys.exit(main())
