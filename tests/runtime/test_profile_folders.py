"""A profile's name is a folder's name, and leads nowhere else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.runtime import profile_folders
from p2p_ligretto.runtime.profile_folders import data_folder, is_profile_name, profile_names, with_own_parents

BASE = Path("/home/ada/data/p2p-ligretto")


@pytest.fixture(autouse=True)
def base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(profile_folders.platformdirs, "user_data_dir", lambda *_a, **_k: str(tmp_path / "app"))
    return tmp_path / "app"


@pytest.mark.parametrize("name", ["a", "Ada", "kid-2", "7_of_9", "x" * 32])
def test_short_plain_words_are_names(name: str, base: Path) -> None:
    assert is_profile_name(name)
    assert data_folder(name) == base / "profiles" / name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "a/b",
        "../a",
        "/etc",
        "a\\b",
        "a.b",
        "-a",
        "_a",
        "x" * 33,
        "a b",
        "a\0",
        "a\n",
        "é",
        "٣",
        "NUL",
        "com1",
    ],
)
def test_whatever_could_lead_elsewhere_is_none(name: str) -> None:
    assert not is_profile_name(name)
    with pytest.raises(ValueError, match="not the name of a profile"):
        data_folder(name)


@given(st.text(max_size=40))
def test_no_name_leaves_the_folder_of_profiles(name: str) -> None:
    if is_profile_name(name):
        assert data_folder(name).resolve().parent == (data_folder() / "profiles").resolve()


def test_the_default_profile_is_the_folder_itself_and_the_named_ones_are_listed(base: Path) -> None:
    assert data_folder() == base
    assert profile_names() == ()
    for name in ("zoe", "ada", ".hidden"):
        (base / "profiles" / name).mkdir(parents=True)
    (base / "profiles" / "file").write_text("")
    assert profile_names() == ("ada", "zoe")


def test_the_folders_above_a_named_profile_are_the_programs_own(base: Path, tmp_path: Path) -> None:
    assert with_own_parents(data_folder("ada")) == (base, base / "profiles", base / "profiles" / "ada")
    assert with_own_parents(base) == (base,)
    assert with_own_parents(tmp_path / "elsewhere") == (tmp_path / "elsewhere",)
