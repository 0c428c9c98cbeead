"""A million frames that no node would send, given to a node at a table; replayable by seed.

Usage: python -m tools.fuzz [--frames 1000000] [--seed 1] [--round N] [--folder build/fuzz]
       python -m tools.fuzz --guided SECONDS [--keep]

Frames are mutations of what the node's company says and of the protocol's vectors (``tests/wire/mutations.py``); they
go through the readers of the wire, and what those take goes to the node, while its company plays on. ``--round`` plays
one round again. The exit code is 0 only if nothing came of any frame but a message, a refusal or a blame.

``--guided`` is another run, of the readers alone, led by what parts of their code each input reaches. It needs atheris,
which is no dependency: pip install atheris (Linux). ``--keep`` adds to the corpus of the tests what reached further.
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

from tests.node.fuzzing import Result, Round
from tests.wire.mutations import CORPUS, seeds

FRAMES_PER_ROUND = 1_000
SAID_EACH = 100
LONGEST_KEPT = 600
"""Longer inputs reach nothing further, and a corpus has to stay small."""


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


def guided(seconds: int, *, keep: bool) -> int:
    """Let atheris choose the inputs; 0 if it found nothing."""
    with TemporaryDirectory() as folder:
        for body in seeds():
            (Path(folder) / _name_of(body)).write_bytes(body)
        before = {path.name for path in Path(folder).iterdir()}
        command = [sys.executable, "-m", "tools.fuzz_guided", folder, f"-max_total_time={seconds}", "-max_len=4096"]
        ended = subprocess.run(command, check=False).returncode
        found = [path for path in Path(folder).iterdir() if path.name not in before]
        print(f"{len(found)} inputs reached further than those before them")
        for path in found if keep else ():
            body = path.read_bytes()
            if len(body) <= LONGEST_KEPT:
                CORPUS.mkdir(exist_ok=True)
                (CORPUS / _name_of(body)).write_bytes(body)
    return ended


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
    asked.add_argument("--keep", action="store_true")
    given = asked.parse_args()
    if given.guided is not None:
        return guided(given.guided, keep=given.keep)
    return run(given.frames, given.seed, given.round, given.folder)


if __name__ == "__main__":
    sys.exit(main())
