import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.runtime import files, journals, records, storage
from p2p_ligretto.runtime.journals import frame_entry, journal_path, load_journals
from p2p_ligretto.runtime.records import find_record, list_records, read_record
from p2p_ligretto.runtime.storage import MemoryStorage, Storage
from tests.wire.hostile import HOSTILE, named


def opened(folder: Path) -> Storage:
    kept = Storage(folder)
    kept.load()
    return kept


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    first = opened(tmp_path)
    assert first.save("secret/../1", b"old") is None
    assert first.save("secret/../1", b"new") is None
    assert first.save("forgotten", b"x") is None
    assert first.save("forgotten", None) is None
    assert first.save("never there", None) is None
    for entry in (b"a", b"bb", b"c" * 70_000):
        assert first.append("log 1", entry) is None
    assert first.append("log 2", b"z") is None
    first.close()
    second = Storage(tmp_path)
    kept = second.load()
    assert kept.remembered == {"secret/../1": b"new"}
    assert kept.journals == {"log 1": (b"a", b"bb", b"c" * 70_000), "log 2": (b"z",)}
    assert not kept.damaged
    second.append("log 1", b"d")
    second.close()
    assert Storage(tmp_path).load().journals["log 1"][-1] == b"d"


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.data())
def test_a_journal_that_ends_anywhere_gives_its_beginning_and_takes_more(
    tmp_path_factory: pytest.TempPathFactory, entries: list[bytes], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("journals")
    path = journal_path(folder, "j")
    whole = b"".join(frame_entry(entry) for entry in [b"j", *entries])
    cut = data.draw(st.integers(min_value=0, max_value=len(whole)))
    path.write_bytes(whole[:cut])
    loaded, damaged = load_journals(folder)
    assert not damaged
    kept = loaded.get("j", ())
    assert list(kept) == entries[: len(kept)]
    writer = journals.JournalWriter(path, "j")
    writer.append(b"more")
    writer.close()
    assert load_journals(folder)[0]["j"] == (*kept, b"more")


def test_a_changed_byte_is_damage_and_what_follows_it_is_ignored(tmp_path: Path) -> None:
    first = opened(tmp_path)
    for entry in (b"one", b"two", b"three"):
        first.append("j", entry)
    first.close()
    path = journal_path(tmp_path / "journals", "j")
    path.write_bytes(path.read_bytes().replace(b"two", b"tvo"))
    kept = Storage(tmp_path).load()
    assert kept.journals["j"] == (b"one",)
    assert kept.damaged


def test_a_tail_of_zeros_as_after_a_power_cut_is_damage(tmp_path: Path) -> None:
    first = opened(tmp_path)
    first.append("j", b"one")
    first.close()
    path = journal_path(tmp_path / "journals", "j")
    path.write_bytes(path.read_bytes() + bytes(4096))
    kept = Storage(tmp_path).load()
    assert kept.journals["j"] == (b"one",)
    assert kept.damaged


def test_a_damaged_value_is_forgotten(tmp_path: Path) -> None:
    first = opened(tmp_path)
    first.save("a", b"1")
    first.save("b", b"2")
    next((tmp_path / "saved").glob("*.value")).write_bytes(b"rubbish")
    kept = Storage(tmp_path).load()
    assert len(kept.remembered) == 1
    assert kept.damaged
    assert not Storage(tmp_path).load().damaged


def test_a_crash_while_saving_leaves_the_old_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened(tmp_path)
    first.save("a", b"old")

    def die(source: object, target: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "replace", die)
        with pytest.raises(KeyboardInterrupt):
            first.save("a", b"new")
    assert Storage(tmp_path).load().remembered == {"a": b"old"}
    assert first.save("a", b"newer") is None
    assert Storage(tmp_path).load().remembered == {"a": b"newer"}


def test_another_boot_means_that_unsynced_things_may_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boot = tmp_path / "boot_id"
    monkeypatch.setattr(storage, "_BOOT_ID", boot)
    boot.write_bytes(b"first\n")
    folder = tmp_path / "profile"
    folder.mkdir()
    first = opened(folder)
    first.append("j", b"one")
    first.close()
    assert not Storage(folder).load().damaged
    boot.write_bytes(b"second\n")
    assert Storage(folder).load().damaged
    assert not Storage(folder).load().damaged


def test_old_journals_are_given_up(tmp_path: Path) -> None:
    first = opened(tmp_path)
    for number in range(journals.KEPT_JOURNALS + 5):
        first.append(f"j{number}", b"x")
        os.utime(journal_path(tmp_path / "journals", f"j{number}"), (number, number))
    first.close()
    kept = Storage(tmp_path).load().journals
    assert len(kept) == journals.KEPT_JOURNALS
    assert "j0" not in kept


def test_a_full_disk_is_told_once_for_each_thing_that_comes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = opened(tmp_path)
    first.append("j", b"before")

    def full(*arguments: object, **options: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(storage, "write_durably", full)
    monkeypatch.setattr(storage, "write_record", full)
    monkeypatch.setattr(journals.JournalWriter, "append", full)
    calls = (
        lambda: first.save("a", b"1"),
        lambda: first.append("j", b"1"),
        lambda: first.record("m", ("{}",), False),
    )
    problems = [call() for call in calls * 2]
    assert [problem is None for problem in problems] == [False, True, False, True, True, True]
    for problem in problems:
        assert problem is None or "No space left on device" in problem.reason
        assert problem is None or "the game goes on" in problem.reason
    first.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_journal_that_lost_an_entry_takes_no_more(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        journals.JournalWriter(Path("/dev/full"), "j")
    writer = journals.JournalWriter(tmp_path / "j", "j")
    writer.append(b"one")
    before = (tmp_path / "j").read_bytes()
    kept = os.dup(writer._file.fileno())
    os.dup2(os.open("/dev/full", os.O_WRONLY), writer._file.fileno())
    with pytest.raises(OSError, match="No space"):
        writer.append(b"two")
    os.dup2(kept, writer._file.fileno())
    with pytest.raises(OSError, match="before this one"):
        writer.append(b"three")
    writer.close()
    assert (tmp_path / "j").read_bytes() == before


def test_a_journal_grows_no_further_than_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Storage(tmp_path)
    kept.load()
    assert kept.append("j", b"x" * 500) is None
    kept.close()
    monkeypatch.setattr(journals, "MAX_JOURNAL_BYTES", 1_300)
    kept = Storage(tmp_path)
    assert kept.append("j", b"y" * 500) is None
    problem = kept.append("j", b"z" * 500)
    assert problem is not None
    assert "File too large" in problem.reason
    # What is there stays a beginning of the whole: not even what is short enough comes after what was left out.
    assert kept.append("j", b"s") is None
    kept.close()
    assert Storage(tmp_path).load().journals == {"j": (b"x" * 500, b"y" * 500)}


def test_a_record_grows_no_further_than_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", 20)
    kept = Storage(tmp_path)
    assert kept.record("m", ("first line",), True) is None
    problem = kept.record("m", ("second line",), False)
    assert problem is not None
    assert "File too large" in problem.reason
    assert kept.record("m", ("3",), False) is None
    (found,) = list_records(tmp_path)
    assert read_record(found) == ("first line",)


def test_records_are_kept_and_found(tmp_path: Path) -> None:
    kept = opened(tmp_path)
    kept.record("aa-1", ('{"a":1}',), False)
    kept.record("aa-1", ('{"ü":2}', '{"b":3}'), False)
    kept.record("ab-1", ("old",), False)
    kept.record("ab-1", ("new",), True)
    os.utime(tmp_path / "matches" / "aa-1.jsonl", (100, 100))
    os.utime(tmp_path / "matches" / "ab-1.jsonl", (200, 200))
    assert [record.match for record in list_records(tmp_path)] == ["ab-1", "aa-1"]
    newest = find_record(tmp_path)
    assert newest is not None
    assert read_record(newest) == ("new",)
    named = find_record(tmp_path, "aa")
    assert named is not None
    assert read_record(named) == ('{"a":1}', '{"ü":2}', '{"b":3}')
    assert find_record(tmp_path, "a") is None
    assert find_record(tmp_path / "nowhere") is None


def test_a_record_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    opened(tmp_path).record("m", ("one", "two"), False)
    path = records.record_path(tmp_path, "m")
    path.write_bytes(path.read_bytes()[:-2])
    record = find_record(tmp_path, "m")
    assert record is not None
    assert read_record(record) == ("one",)


@pytest.mark.parametrize("match", ["", "../x", "a/b", ".hidden", "x" * 200])
def test_a_match_cannot_name_a_file_elsewhere(tmp_path: Path, match: str) -> None:
    with pytest.raises(ValueError, match="name of a match"):
        opened(tmp_path).record(match, ("x",), False)


def test_temporary_identities_keep_nothing() -> None:
    memory = MemoryStorage()
    assert (memory.save("a", b"1"), memory.append("j", b"1"), memory.record("m", ("x",), True)) == (None, None, None)
    assert memory.load().remembered == {}
    memory.close()


@pytest.mark.parametrize("hostile", [*HOSTILE, ".", "..", "a/b", "-x", "a\n"], ids=named)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, hostile: str) -> None:
    """Names of journals and keys are hashed; what names a match has to be a plain word."""
    if hostile.isprintable() and not hostile.encode("utf-8", "surrogatepass").count(b"\xed\xa0"):
        assert journal_path(tmp_path, hostile).parent == tmp_path
    try:
        path = records.record_path(tmp_path, hostile)
    except ValueError:
        return
    assert path.parent == tmp_path / records.MATCHES_FOLDER
    assert path.name == f"{hostile}.jsonl"
