"""What a node keeps of a table: a journal that gives back the log as far as it is sound, and what it remembers."""

import msgspec
import pytest
from msgspec.structs import replace

from p2p_ligretto.node.arrival import kept_log
from p2p_ligretto.node.journal import Began, Ended, GaveUp, Held, encode_entry, entries_of, restored
from p2p_ligretto.node.kept import DEALING, DISK_BYTES, TABLE, VOTE, KeptSecret, Place, disk_id, encode, recall
from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.events import NO_EVENT, Event
from p2p_ligretto.replication.forks import Fork
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.views import Ballot, Decision, Member, Proposal, View
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Ready
from tests.node.story import TABLE as ID
from tests.node.story import peer

ADA, BEA = (Member(peer(number), bytes(8), bytes(8)) for number in range(2))


def said(log: Log, author: Member, time: int) -> Event:
    head = log.head(author.peer)
    payload = encode_payload(Ready(True))
    event = Event(log.table, log.view.number, author.peer, author.incarnation, head.seq + 1, time, head.hash, payload)
    log.add(event)
    return event


def two_views() -> Log:
    log = Log(ID, View(ID, 1, (ADA,)))
    said(log, ADA, 10)
    said(log, ADA, 20)
    proposal = Proposal(View(ID, 2, (ADA, BEA)), log.have())
    log.close(Decision(proposal, log.hash_to(proposal)))
    said(log, BEA, 30)
    said(log, ADA, 40)
    return log


def journal(log: Log) -> list[bytes]:
    return [encode_entry(entry) for entry in entries_of(log)]


def same(one: Log | None, other: Log) -> bool:
    return one is not None and (one.closed, one.view, one.have()) == (other.closed, other.view, other.have())


def test_a_journal_gives_back_the_log_that_it_was_written_from() -> None:
    assert same(restored(journal(two_views())), two_views())


def test_what_a_view_change_has_asked_for_of_who_has_forked_comes_back_too() -> None:
    log = two_views()
    begun = journal(log)
    (event,) = log.events(BEA.peer, 1, 1)
    fork = Fork(replace(event, payload=encode_payload(Ready(False))), event)
    given_up = [encode_entry(GaveUp(fork, 0)), encode_entry(Held(event))]
    again = restored([*begun, *given_up])
    assert same(again, log)
    assert again is not None
    assert set(again.condemned) == {BEA.peer}
    dropped = restored([*begun, given_up[0]])
    assert dropped is not None
    assert dropped.have() == (log.have()[0], 0)


@pytest.mark.parametrize("torn", range(1, 6))
def test_a_journal_without_its_end_gives_back_what_comes_before(torn: int) -> None:
    entries = journal(two_views())
    log = restored(entries[:-torn])
    assert log is not None
    held = len(log.beyond(tuple(log.start(one).seq for one in log.view.peers())))
    assert sum(len(closed.events) for closed in log.closed) + held == [3, 2, 2, 1, 0][torn - 1]
    assert log.view.number == (2 if torn < 3 else 1)


@pytest.mark.parametrize("place", range(1, 6))
@pytest.mark.parametrize("odd", [b"", b"\xc1", msgspec.msgpack.encode(["held", 7]), b"a torn off entr"])
def test_nothing_behind_an_entry_that_is_not_sound_is_relied_on(place: int, odd: bytes) -> None:
    entries = journal(two_views())
    assert same(restored([*entries[:place], odd, *entries[place:]]), restored(entries[:place]) or two_views())


def test_an_event_that_does_not_belong_there_ends_what_is_relied_on() -> None:
    entries = journal(two_views())
    stranger = Event(ID, 1, peer(7), bytes(8), 1, 5, NO_EVENT, b"")
    assert same(
        restored([*entries[:2], encode_entry(Held(stranger)), *entries[2:]]), restored(entries[:2]) or two_views()
    )


def test_an_event_that_says_nothing_that_is_understood_ends_it_too() -> None:
    """Whatever wrote it: a table can't be made of it, and the others have it if it is one."""
    log = Log(ID, View(ID, 1, (ADA,)))
    odd = Event(ID, 1, ADA.peer, ADA.incarnation, 1, 10, NO_EVENT, b"no payload")
    assert same(restored([*journal(log), encode_entry(Held(odd))]), log)


def test_an_end_of_a_view_that_can_not_be_reached_or_does_not_fit_ends_it() -> None:
    log = Log(ID, View(ID, 1, (ADA,)))
    for proposal in (
        Proposal(View(ID, 2, (ADA,)), (5,)),
        Proposal(View(ID, 2, (ADA,)), (0, 0)),
        Proposal(View(ID, 9, (ADA,)), (0,)),
        Proposal(View(ID, 2, (ADA,)), (0,)),  # with the hash of another log
    ):
        assert same(restored([*journal(log), encode_entry(Ended(Decision(proposal, bytes(32))))]), log)


def test_a_journal_that_does_not_begin_is_none() -> None:
    entries = journal(two_views())
    assert restored([]) is None
    assert restored(entries[1:]) is None
    assert restored([b"\xc1"]) is None
    assert same(restored([entries[0], *entries]), restored(entries[:1]) or two_views()), "and it begins once"


def test_what_is_remembered_comes_back_and_what_can_not_be_read_was_never_kept() -> None:
    log = two_views()
    values: dict[str, Place | Vote | KeptSecret] = {
        TABLE: Place(ID, "journal"),
        VOTE: Vote(ID, log.view, Ballot(1, 0)),
        DEALING: KeptSecret(ID, 1, 2, bytes(32), bytes(32)),
    }
    remembered = {key: encode(value) for key, value in values.items()}
    for key, value in values.items():
        assert recall(remembered, key, type(value)) == value
    assert recall({}, TABLE, Place) is None
    assert recall({TABLE: b"\xc1"}, TABLE, Place) is None
    assert recall({TABLE: remembered[VOTE]}, TABLE, Place) is None


def test_a_disk_id_is_the_folders_until_something_was_forgotten() -> None:
    assert disk_id(b"folder 1", b"") == b"folder 1"
    renewed = disk_id(b"folder 1", b"renewed1")
    assert len(renewed) == DISK_BYTES
    assert len({renewed, disk_id(b"folder 1", b"renewed2"), disk_id(b"folder 2", b"renewed1"), b"folder 1"}) == 4


def remembered_at(log: Log, table: bytes = ID, vote: Vote | None = None) -> dict[str, bytes]:
    kept = {TABLE: encode(Place(table, "journal"))}
    return kept if vote is None else kept | {VOTE: encode(vote)}


def test_the_log_of_the_last_table_is_kept_with_its_place() -> None:
    log = two_views()
    kept = kept_log(ID, remembered_at(log, vote=Vote(ID, log.view, Ballot(1, 0))), {"journal": journal(log)})
    assert kept is not None
    assert same(kept.log, log)
    assert (kept.place, kept.whole) == (Place(ID, "journal"), True)
    assert kept_log(bytes(16), remembered_at(log), {"journal": journal(log)}) is None
    assert kept_log(ID, {}, {"journal": journal(log)}) is None
    assert kept_log(ID, remembered_at(log), {}) is None
    other = Log(bytes(16), View(bytes(16), 1, (ADA,)))
    assert kept_log(ID, remembered_at(log), {"journal": journal(other)}) is None


def test_a_journal_that_is_behind_the_vote_is_not_whole() -> None:
    log = two_views()
    remembered = remembered_at(log, vote=Vote(ID, log.view, Ballot(1, 0)))
    kept = kept_log(ID, remembered, {"journal": journal(log)[:3]})
    assert kept is not None
    assert not kept.whole
    elsewhere = remembered_at(log, vote=Vote(bytes(16), replace(log.view, number=9), Ballot(1, 0)))
    kept = kept_log(ID, elsewhere, {"journal": journal(log)[:3]})
    assert kept is not None
    assert kept.whole, "a vote at another table says nothing about this one"


def test_the_first_entry_names_the_table() -> None:
    assert msgspec.msgpack.decode(journal(two_views())[0], type=Began) == Began(ID, View(ID, 1, (ADA,)))
