from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.identifiers import MAX_INTEGER
from p2p_ligretto.wire.batches import batches
from p2p_ligretto.wire.codec import encode


def event(seq: int, payload_bytes: int) -> Event:
    big = MAX_INTEGER
    return Event(b"t" * 16, big, b"p" * 16, b"i" * 8, big - seq, big, b"h" * 32, bytes(payload_bytes), bytes(64))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 4096), max_size=50) | st.lists(st.just(60), max_size=250))
def test_all_events_come_in_order_in_messages_that_fit_their_frames(sizes: list[int]) -> None:
    events = [event(seq, size) for seq, size in enumerate(sizes)]
    sent = list(batches(events))
    assert [each for message in sent for each in message.events] == events
    assert all(len(encode(message)) <= 4 + 65_536 for message in sent)


def test_short_events_fill_a_message() -> None:
    assert [len(message.events) for message in batches(event(seq, 60) for seq in range(250))] == [100, 100, 50]
    assert list(batches([])) == []
