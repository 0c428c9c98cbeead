"""Games on disk: what was entered is there again, whatever happened in between, and nothing foreign is touched."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2p_ligretto.runtime.identity import open_profile
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.score_pads import fresh_pad, load_score_pads, open_score_pads
from p2p_ligretto.scorepad.pad import Pad, acted, retitled
from p2p_ligretto.scorepad.sheet import Act, AddPlayer, AddRound, Entry

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of POSIX systems")


def after(pad: Pad, *acts: Act) -> Pad:
    for act in acts:
        following = acted(pad, act)
        assert isinstance(following, Pad)
        pad = following
    return pad


def friday() -> Pad:
    return after(fresh_pad("Friday"), AddPlayer("Ada"), AddPlayer("Bea"), AddRound((Entry(17, 4), None)))


def test_games_are_there_again_at_the_next_start(tmp_path: Path) -> None:
    pad, other = friday(), fresh_pad("Saturday")
    with open_score_pads(tmp_path / "data") as pads:
        assert pads.problem == ""
        assert pads.load().pads == ()
        assert (pads.save(pad), pads.save(other)) == ("", "")
        assert pads.all_kept
    with open_score_pads(tmp_path / "data") as pads:
        assert set(pads.load().pads) == {pad, other}
        assert pads.remove(pad.id) == ""
        assert pads.remove(pad.id) == ""
    assert load_score_pads(tmp_path / "data").pads == (other,)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept by other means there")
def test_only_the_owner_can_read_them(tmp_path: Path) -> None:
    with open_score_pads(tmp_path / "data") as pads:
        pads.save(friday())
    for path in (tmp_path / "data", *(tmp_path / "data").rglob("*")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_one_program_at_a_time_and_beside_a_game_of_the_same_profile(tmp_path: Path) -> None:
    with open_score_pads(tmp_path) as pads, open_profile(tmp_path) as profile:
        assert profile.temporary_because is None
        pads.save(friday())
        with pytest.raises(ProfileError, match="open in another window"), open_score_pads(tmp_path):
            pass


@posix_only
def test_killed_while_it_writes_it_has_the_game_as_it_was_before_or_after(tmp_path: Path) -> None:
    writing = (
        "import sys; from pathlib import Path; from tests.runtime.test_score_pads import *\n"
        "with open_score_pads(Path(sys.argv[1])) as pads:\n"
        "    pad = friday()\n"
        "    while True:\n"
        "        pad = after(pad, AddRound((Entry(1, 0), Entry(2, 0)))) if len(pad.acts) < 400 else pad\n"
        "        assert pads.save(pad) == ''\n"
        "        print(pad.done, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", writing, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as process:
        assert process.stdout is not None
        done = [int(process.stdout.readline()) for _time in range(20)]
        process.send_signal(signal.SIGKILL)
        done += [int(line) for line in process.stdout if line.endswith("\n")]
    kept = load_score_pads(tmp_path)
    assert kept.problems == ()
    assert kept.pads[0].done in (done[-1], done[-1] + 1)
    with open_score_pads(tmp_path) as pads:
        assert pads.save(kept.pads[0]) == "", "neither its lock nor its draft is in the way"


@contextmanager
def full_disk(bytes_left: int) -> Iterator[None]:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@posix_only
def test_where_a_disk_is_full_the_old_game_stays_and_the_new_one_is_kept_as_soon_as_it_can_be(tmp_path: Path) -> None:
    before = friday()
    now, other = after(before, AddRound((Entry(1, 1), Entry(2, 2)))), fresh_pad("Saturday")
    with open_score_pads(tmp_path) as pads:
        pads.save(before)
        with full_disk(100):
            problem = pads.save(now)
        assert problem.startswith("Not kept: cannot write to ")
        assert str(tmp_path) in problem
        assert not pads.all_kept
        assert pads.load().pads == (before,)
        assert pads.save(other) == ""
        assert pads.all_kept
        assert set(pads.load().pads) == {now, other}


def test_where_nothing_can_be_written_that_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "scores").write_text("no folder")
    with open_score_pads(tmp_path) as pads:
        assert "gone when the program ends" in pads.problem
        assert pads.load().problems[0].startswith("Cannot read ")
        assert pads.save(friday()).startswith("Not kept: ")
        assert pads.remove(friday().id).startswith("Not deleted: ")
    assert (tmp_path / "scores").read_text() == "no folder"


def test_what_can_not_be_read_is_told_and_left_alone(tmp_path: Path) -> None:
    good = friday()
    folder = tmp_path / "scores"
    with open_score_pads(tmp_path) as pads:
        pads.save(good)
        files = {
            f"{1:016x}.json": b'{"form": "p2p-ligretto score pad", "version": 2}',
            f"{2:016x}.json": b'{"form": "p2p-',
            f"{3:016x}.json": b"\xff\xfe",
            f"{4:016x}.json": b" " * 4_000_001,
            "notes.json": b"mine",
        }
        for name, content in files.items():
            (folder / name).write_bytes(content)
        (folder / f"{5:016x}.json").mkdir()
        kept = pads.load()
        assert kept.pads == (good,)
        assert len(kept.problems) == 5
        assert "later version" in kept.problems[0]
        assert all("damaged" in problem for problem in kept.problems[1:4])
        renamed = retitled(good, "Other")
        assert isinstance(renamed, Pad)
        assert pads.save(renamed) == ""
    assert {name: (folder / name).read_bytes() for name in files} == files


def test_an_id_never_leads_out_of_the_folder(tmp_path: Path) -> None:
    with open_score_pads(tmp_path) as pads, pytest.raises(ValueError, match="id"):
        pads.remove(f"..{os.sep}key")
