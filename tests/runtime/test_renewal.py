"""A new identity for a profile: the old one is kept whole, the recorded matches stay."""

import os
import stat
from pathlib import Path

import pytest

from p2p_ligretto.runtime.identity import KEY_FILE, open_profile
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.renewal import fingerprint, identity_in, renew_identity
from p2p_ligretto.runtime.storage import Storage


def used(folder: Path) -> bytes:
    """A profile that was at a table, with a recorded match."""
    with open_profile(folder) as profile:
        storage = Storage(folder)
        storage.load()
        storage.save("vote", b"value")
        storage.append("journal", b"entry")
        storage.record("match-1", ("line",), restart=True)
        storage.close()
    return profile.peer


def test_the_old_identity_is_put_aside_whole_and_a_new_one_is_used(tmp_path: Path) -> None:
    old = used(tmp_path)
    renewed = renew_identity(tmp_path)
    assert renewed.peer != old
    assert renewed.former == tmp_path / "former" / fingerprint(old)
    with open_profile(tmp_path) as now:
        assert now.peer == renewed.peer
        fresh = Storage(tmp_path)
        kept = fresh.load()
        fresh.close()
    assert (kept.remembered, kept.journals, kept.damaged) == ({}, {}, False)
    assert (tmp_path / "matches" / "match-1.jsonl").exists()
    with open_profile(renewed.former) as before:
        assert before.peer == old
        still = Storage(renewed.former)
        assert still.load().remembered == {"vote": b"value"}
        still.close()


def test_each_identity_that_was_put_aside_is_kept(tmp_path: Path) -> None:
    old = used(tmp_path)
    first = renew_identity(tmp_path)
    second = renew_identity(tmp_path)
    assert first.former is not None
    assert second.former is not None
    assert (identity_in(first.former), identity_in(second.former)) == (old, first.peer)


def test_what_was_put_aside_and_put_back_by_hand_can_be_put_aside_again(tmp_path: Path) -> None:
    used(tmp_path)
    former = renew_identity(tmp_path).former
    assert former is not None
    (tmp_path / KEY_FILE).write_bytes((former / KEY_FILE).read_bytes())
    again = renew_identity(tmp_path).former
    assert again is not None
    assert again != former
    assert identity_in(again) == identity_in(former)


def test_a_damaged_key_can_be_put_aside(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("rubbish")
    renewed = renew_identity(tmp_path)
    assert renewed.former is not None
    assert (renewed.former / KEY_FILE).read_text() == "rubbish"
    assert identity_in(tmp_path) == renewed.peer


def test_where_there_was_none_one_is_made(tmp_path: Path) -> None:
    assert identity_in(tmp_path / "new") is None
    renewed = renew_identity(tmp_path / "new")
    assert renewed.former is None
    assert identity_in(tmp_path / "new") == renewed.peer


def test_an_identity_in_use_is_left_alone(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile, pytest.raises(ProfileError, match="in use"):
        renew_identity(tmp_path)
    assert identity_in(tmp_path) == profile.peer


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
def test_what_was_put_aside_is_for_its_owner_only(tmp_path: Path) -> None:
    used(tmp_path)
    former = renew_identity(tmp_path).former
    assert former is not None
    assert stat.S_IMODE(former.stat().st_mode) == stat.S_IMODE(former.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE((former / KEY_FILE).stat().st_mode) == 0o600


def test_a_disk_that_fails_half_way_leaves_the_key_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = used(tmp_path)
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name == "journals":
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(ProfileError, match="Input/output error"):
        renew_identity(tmp_path)
    assert identity_in(tmp_path) == old
