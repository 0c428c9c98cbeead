import hashlib
import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from p2p_ligretto.runtime.identity import DISK_FILE, KEY_FILE, open_profile, temporary_identity
from p2p_ligretto.runtime.profile_error import ProfileError


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
    with pytest.raises(ProfileError, match="move it away") as told, open_profile(tmp_path):
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
