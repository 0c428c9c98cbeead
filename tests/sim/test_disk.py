from p2p_ligretto.node.outputs import Append, Record, Save
from p2p_ligretto.sim.disk import Disk


def test_what_was_saved_is_remembered_until_it_is_forgotten() -> None:
    disk = Disk(bytes(8))
    disk.write(Save("ballot", b"1"))
    disk.write(Save("ballot", b"2"))
    disk.write(Save("secret", b"s"))
    assert disk.remembered == {"ballot": b"2", "secret": b"s"}
    disk.write(Save("secret", None))
    disk.write(Save("unknown", None))
    assert disk.remembered == {"ballot": b"2"}


def test_a_journal_grows_and_a_record_can_be_begun_anew() -> None:
    disk = Disk(bytes(8))
    for entry in (b"a", b"b"):
        disk.write(Append("log", entry))
    disk.write(Record("m", ("1", "2")))
    disk.write(Record("m", ("3",)))
    assert (disk.journals, disk.records) == ({"log": [b"a", b"b"]}, {"m": ["1", "2", "3"]})
    disk.write(Record("m", ("4",), restart=True))
    assert disk.records == {"m": ["4"]}
