import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from p2p_ligretto.commands.failures import told
from p2p_ligretto.runtime.identity import DISK_FILE, KEY_FILE, open_profile, temporary_identity
from p2p_ligretto.runtime.profile_error import ProfileError
from p2p_ligretto.runtime.profile_folders import PROFILES_FOLDER
from p2p_ligretto.runtime.renewal import renew_identity
from p2p_ligretto.runtime.storage import Storage


def test_a_profile_is_made_once_and_stays_the_same(tmp_path: Path) -> None:
    with open_profile(tmp_path / "new" / "folder") as first:
        pass
    with open_profile(tmp_path / "new" / "folder") as second:
        pass
    assert (first.peer, first.disk) == (second.peer, second.disk)
    assert first.incarnation != second.incarnation
    raw = second.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    assert second.peer == hashlib.sha256(raw).digest()[:16]
    assert second.temporary_because is None
    assert (len(second.disk), len(second.incarnation)) == (8, 8)


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    with open_profile(folder):
        pass
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (folder / KEY_FILE).chmod(0o644)
    with open_profile(folder):
        assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def wide_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
@pytest.mark.usefixtures("wide_umask")
def test_nothing_of_a_profile_is_for_others_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o777)
    (folder / "saved").mkdir(mode=0o777)
    with open_profile(folder):
        storage = Storage(folder)
        storage.load()
        storage.save("vote", b"value")
        storage.append("journal", b"entry")
        storage.record("match-1", ("line",), restart=True)
        storage.close()
    for path in (folder, folder / "saved", folder / "journals", folder / "matches"):
        assert rights(path) == 0o700, path
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.parent.name for path in files} == {"profile", "saved", "journals", "matches"}
    for path in files:
        assert rights(path) == 0o600, path


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
@pytest.mark.usefixtures("wide_umask")
def test_what_an_older_version_has_left_for_all_to_read_is_narrowed_when_it_is_written_to(tmp_path: Path) -> None:
    written = []
    for _start in range(2):
        storage = Storage(tmp_path)
        storage.load()
        storage.append("journal", b"entry")
        storage.record("match-1", ("line",), restart=False)
        storage.close()
        written = [*(tmp_path / "journals").iterdir(), *(tmp_path / "matches").iterdir()]
        assert [rights(path) for path in written] == [0o600, 0o600]
        for path in written:
            path.chmod(0o666)
    assert written


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
@pytest.mark.usefixtures("wide_umask")
@pytest.mark.parametrize("other", ["letter.txt", "portraits", "saved games"])
def test_a_folder_that_holds_other_things_keeps_its_rights(other: str, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    (folder / other).write_text("Dear Ada")
    for _start in range(2):
        with open_profile(folder):
            assert rights(folder) == 0o755
            assert rights(folder / KEY_FILE) == 0o600


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
def test_a_draft_that_somebody_left_behind_neither_leads_away_nor_widens_rights(tmp_path: Path) -> None:
    (tmp_path / "trap").write_text("")
    (tmp_path / "trap").chmod(0o666)
    folder = tmp_path / "profile"
    folder.mkdir()
    (folder / f"{KEY_FILE}.new").symlink_to(tmp_path / "trap")
    with open_profile(folder):
        assert (tmp_path / "trap").read_text() == ""
        assert not (folder / KEY_FILE).is_symlink()
        assert rights(folder / KEY_FILE) == 0o600


def test_a_second_user_of_a_profile_gets_a_temporary_identity(tmp_path: Path) -> None:
    with open_profile(tmp_path) as first, open_profile(tmp_path) as second, open_profile(tmp_path) as third:
        assert len({first.peer, second.peer, third.peer}) == 3
        assert second.folder is None
        assert second.temporary_because is not None
        assert str(tmp_path) in second.temporary_because
    with open_profile(tmp_path) as again:
        assert again.peer == first.peer


def test_temporary_identities_differ() -> None:
    assert temporary_identity().peer != temporary_identity().peer


@pytest.mark.parametrize(
    "content", [b"", b"rubbish", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_a_damaged_key_is_told_and_not_overwritten(tmp_path: Path, content: bytes) -> None:
    (tmp_path / KEY_FILE).write_bytes(content)
    with pytest.raises(ProfileError, match="profile new") as told, open_profile(tmp_path):
        pass
    assert "\n" not in str(told.value)
    assert (tmp_path / KEY_FILE).read_bytes() == content


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / KEY_FILE).mkdir()
    for folder in (tmp_path / "file", tmp_path / "file" / "below", tmp_path, Path("/proc/profile")):
        with pytest.raises(ProfileError, match="--data DIR"), open_profile(folder):
            pass


def test_a_damaged_disk_id_is_a_lost_disk(tmp_path: Path) -> None:
    with open_profile(tmp_path) as before:
        pass
    (tmp_path / DISK_FILE).write_bytes(b"\xff\x00")
    with open_profile(tmp_path) as after:
        assert after.disk != before.disk
        assert after.peer == before.peer


@pytest.mark.skipif(os.name == "nt", reason="rights are lists there")
def test_whatever_this_program_keeps_in_a_folder_does_not_make_it_somebody_elses(tmp_path: Path) -> None:
    """A folder with other things in it keeps its rights: so everything that is a profile's has to be known as that."""
    folder = tmp_path / "profile"
    with open_profile(folder):
        storage = Storage(folder)
        storage.load()
        assert storage.save("vote", b"1") is None
        assert storage.append("log", b"1") is None
        assert storage.record("match", ("{}",), True) is None
        storage.close()
    renew_identity(folder)
    assert told(RuntimeError("by ourselves"), None, folder) is not None
    with open_profile(folder / PROFILES_FOLDER / "second"):
        pass
    folder.chmod(0o755)
    with open_profile(folder):
        assert rights(folder) == 0o700
