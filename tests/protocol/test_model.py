"""The models of view change and forks: spin finds no fault in them, and finds out each rule that is left out."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

MODEL = Path(__file__).parents[2] / "protocol" / "model"
SCRIPT = (MODEL / "check.sh").read_text(encoding="utf-8")
PROMELA = "".join(path.read_text(encoding="utf-8") for path in sorted(MODEL.glob("*.pml")))
RUNS = re.findall(r"^(?:holds|reaches|breaks [A-Z_]+) ([\w-]+)", SCRIPT, re.M)
MISSING = [program for program in ("bash", "spin", "gcc") if shutil.which(program) is None]


def test_every_switch_of_a_model_that_breaks_a_rule_is_tried() -> None:
    switches = set(re.findall(r"(?:^#ifdef |\bdefined\()([A-Z_]+)\b", PROMELA, re.M)) - {"SEEN"}
    assert switches == set(re.findall(r"^breaks [A-Z_]+ ([A-Z_]+)", SCRIPT, re.M))


@pytest.mark.skipif(bool(MISSING) and not os.environ.get("CI"), reason=f"needs {' and '.join(MISSING)}")
def test_what_must_hold_holds_and_what_must_fail_fails() -> None:
    """But for the longest runs, which ``make model`` does."""
    command, quick = ["bash", str(MODEL / "check.sh")], {**os.environ, "QUICK": "1"}
    done = subprocess.run(command, env=quick, capture_output=True, text=True, check=False, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert sorted(lines) == sorted(RUNS)
    assert not [line for line in lines.values() if "NOT AS IT SHOULD BE" in line]
