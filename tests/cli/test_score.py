"""The command ``score`` through a pipe: kept from one start to the next, exported, and what can't be told in a line."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from p2p_ligretto.cli import run
from p2p_ligretto.runtime.score_pads import open_score_pads


def typed(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "p2p_ligretto", "score", "--plain", "--data", str(folder), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    first = typed(folder, "add Ada, Bea\nround 17 4, 12 3\nnew Sunday\nadd Cas, Dirk\nround\n7 5\n14 0")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines()[-1] == "Dirk leads with 14 points"
    return folder


def test_what_was_entered_is_there_at_the_next_start(played: Path) -> None:
    again = typed(played, "games\nq\nround 1 1, 1 1\n", "game")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.splitlines() == [
        "Game 1: Ada and Bea; 1 round; Ada leads with 9 points",
        "type round to enter a round, games for all games, ? for all commands",
        "1. Sunday: Cas and Dirk; 1 round; Dirk leads with 14 points",
        "2. Game 1: Ada and Bea; 1 round; Ada leads with 9 points (open)",
    ]


def test_games_are_exported(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "sunday", "--csv", "--data", str(played)]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(row["player"], row["points"]) for row in rows] == [("Cas", "-3"), ("Dirk", "14")]
    assert run(["score", "--json", "--data", str(played)]) == 0
    assert [game["game"] for game in json.loads(capsys.readouterr().out)] == ["Sunday", "Game 1"]


def test_a_game_that_there_is_not(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "monday", "--json", "--data", str(played)]) == 1
    assert capsys.readouterr().err == "p2p-ligretto: no game is called monday. There are: Sunday and Game 1.\n"
    assert run(["score", "monday", "--json", "--data", str(tmp_path / "none")]) == 1
    assert "There are: none yet." in capsys.readouterr().err
    assert not (tmp_path / "none").exists(), "looking makes nothing"


@pytest.mark.parametrize(("form", "file", "typed"), [("csv", "x.CSV", "x.CSV"), ("json", "a b.json", "'a b.json'")])
def test_who_names_a_file_is_told_how_to_get_one(
    form: str, file: str, typed: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", f"--{form}", file, "--data", str(played)]) == 1
    told = f"no game is called {file}: --{form} prints; end the line with > {typed} to have it in that file."
    assert capsys.readouterr().err == f"p2p-ligretto: {told}\n"


def test_what_could_not_be_kept_is_told_to_the_last(tmp_path: Path) -> None:
    (tmp_path / "scores").write_text("no folder")
    ended = typed(tmp_path, "add Ada, Bea\n")
    assert ended.returncode == 1
    assert "gone when the program ends" in ended.stdout
    assert "Not kept: " in ended.stdout
    assert ended.stderr == "p2p-ligretto: Not everything that was entered could be kept.\n"


def test_one_window_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_score_pads(tmp_path):
        assert run(["score", "--plain", "--data", str(tmp_path)]) == 1
        assert "open in another window" in capsys.readouterr().err
        assert run(["score", "--csv", "--data", str(tmp_path)]) == 0, "it can be looked at"
