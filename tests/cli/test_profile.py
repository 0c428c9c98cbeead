"""Several profiles on one computer: which there are, how one is used, and a new identity for one."""

from pathlib import Path

import pytest

from p2p_ligretto.cli import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.runtime import profile_folders
from p2p_ligretto.runtime.identity import open_profile
from p2p_ligretto.runtime.renewal import fingerprint, identity_in


@pytest.fixture(autouse=True)
def base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(profile_folders.platformdirs, "user_data_dir", lambda *_a, **_k: str(tmp_path / "app"))
    return tmp_path / "app"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    code = run(list(arguments))
    output, errors = capsys.readouterr()
    return code, output.splitlines(), errors


def test_a_profile_is_a_folder_of_its_own(base: Path) -> None:
    assert Settings().folder == base
    assert Settings(profile="kid").folder == base / "profiles" / "kid"
    assert Settings(data=Path("here")).folder == Path("here")


def test_profiles_are_listed_with_what_others_see_of_them(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_profile(base / "profiles" / "kid") as kid:
        pass
    code, lines, errors = said(capsys, "profile")
    assert (code, errors, len(lines)) == (0, "", 2)
    assert "not used yet" in lines[0]
    assert lines[1].startswith("profile kid: ")
    assert fingerprint(kid.peer) in lines[1]
    assert said(capsys, "profile", "show", "--profile", "kid") == (0, [lines[1]], "")


def test_listing_makes_nothing(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "profile")
    said(capsys, "profile", "--profile", "kid")
    assert not base.exists()


def test_a_damaged_profile_is_listed_with_the_way_out(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base.mkdir()
    (base / "key.pem").write_text("rubbish")
    code, lines, _errors = said(capsys, "profile")
    assert code == 0
    assert "profile new" in lines[0]


@pytest.mark.parametrize("where", ["named", "data"])
def test_a_new_identity_is_made_for_the_profile_that_is_meant(
    where: str, base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = base / "profiles" / "kid" if where == "named" else tmp_path / "copied"
    meant = ("--profile", "kid") if where == "named" else ("--data", str(folder))
    with open_profile(base) as other, open_profile(folder) as old:
        pass
    code, lines, errors = said(capsys, "profile", "new", *meant)
    new = identity_in(folder)
    assert (code, errors) == (0, "")
    assert new is not None
    assert new != old.peer
    assert fingerprint(new) in lines[0]
    assert str(folder / "former" / fingerprint(old.peer)) in lines[1]
    assert identity_in(base) == other.peer


def test_a_profile_in_use_keeps_its_identity(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_profile(base) as profile:
        code, lines, errors = said(capsys, "profile", "new")
    assert (code, lines, len(errors.splitlines())) == (1, [], 1)
    assert "in use" in errors
    assert identity_in(base) == profile.peer
