"""The examples of ``protocol/scripts``: each is met in a simulation, says what it shows, and fits on a screen."""

import re
from pathlib import Path

import pytest

from p2p_ligretto.sim.script.reading import read_script
from p2p_ligretto.sim.script.rehearsal import rehearse
from p2p_ligretto.sim.script.stage import Met
from p2p_ligretto.wire.messages import AnyMessage

ROOT = Path(__file__).parents[3]
SCRIPTS = sorted((ROOT / "protocol" / "scripts").glob("*.script"))
PAGE = ROOT / "docs" / "scripted-peers.md"

per_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)


def test_there_are_a_dozen() -> None:
    assert len(SCRIPTS) >= 12


@per_script
def test_all_expectations_are_met(path: Path) -> None:
    script = read_script(path.read_text(encoding="utf-8"))
    assert rehearse(script) == Met(script.expectations)


@per_script
def test_it_says_what_it_shows_and_fits_on_a_screen(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert re.match(r"# [A-Z].*[.!?,]?$", lines[0])
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 120


@per_script
def test_two_performances_are_one(path: Path) -> None:
    script = read_script(path.read_text(encoding="utf-8"))
    talks: list[list[tuple[int, str, str, str, AnyMessage | bytes | None]]] = []
    for _ in range(2):
        talk: list[tuple[int, str, str, str, AnyMessage | bytes | None]] = []
        rehearse(script, lambda *said, talk=talk: talk.append(said))  # type: ignore[misc]
        talks.append(talk)
    assert talks[0] == talks[1]
    assert talks[0]


def test_the_page_quotes_its_example_as_it_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (quoted,) = re.findall(r"```script\n(.*?)```", page, re.S)
    named = re.search(r"This is all of `(.*?)`", page)
    assert named is not None
    assert quoted == (ROOT / named[1]).read_text(encoding="utf-8")
