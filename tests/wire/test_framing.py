import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.wire.framing import MAX_BODY_BYTES, FrameDecoder, frame
from p2p_ligretto.wire.violations import ProtocolViolation

bodies = st.lists(st.binary(min_size=1, max_size=300), max_size=6)


@given(bodies, st.data())
def test_frames_come_out_whole_however_the_stream_is_cut(sent: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = FrameDecoder()
    received = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        received += decoder.feed(stream[start:end])
    assert received == sent
    assert decoder.buffered_bytes == 0


@pytest.mark.parametrize("length", [0, MAX_BODY_BYTES + 1, 2**31, 2**32 - 1])
def test_a_bad_length_is_refused_on_its_header(length: int) -> None:
    decoder = FrameDecoder()
    header = length.to_bytes(4, "big")
    assert decoder.feed(header[:3]) == []
    with pytest.raises(ProtocolViolation):
        decoder.feed(header[3:])
    assert decoder.buffered_bytes == 0


def test_a_web_browser_is_refused_at_once() -> None:
    with pytest.raises(ProtocolViolation):
        FrameDecoder().feed(b"GET / HTTP/1.1\r\n")


def test_nothing_is_taken_after_a_violation() -> None:
    decoder = FrameDecoder()
    with pytest.raises(ProtocolViolation):
        decoder.feed(bytes(4))
    with pytest.raises(ProtocolViolation):
        decoder.feed(frame(b"fine"))


def test_the_longest_and_the_shortest_body_pass() -> None:
    longest = bytes(MAX_BODY_BYTES)
    assert FrameDecoder().feed(frame(longest) + frame(b"x")) == [longest, b"x"]


def test_never_more_than_one_unfinished_frame_is_held() -> None:
    decoder = FrameDecoder()
    for _ in range(100):
        decoder.feed(frame(bytes(1000))[:-1])
        assert decoder.buffered_bytes <= 4 + 1000
        decoder.feed(b"\0")


def test_a_stranger_can_be_held_to_less() -> None:
    decoder = FrameDecoder(limit=10)
    assert decoder.feed(frame(bytes(10))) == [bytes(10)]
    with pytest.raises(ProtocolViolation):
        decoder.feed(frame(bytes(11)))


@pytest.mark.parametrize("size", [0, MAX_BODY_BYTES + 1])
def test_our_own_frames_keep_the_bounds(size: int) -> None:
    with pytest.raises(ValueError, match="a frame carries"):
        frame(bytes(size))


@pytest.mark.parametrize("limit", [0, MAX_BODY_BYTES + 1])
def test_a_limit_that_the_protocol_does_not_have(limit: int) -> None:
    with pytest.raises(ValueError, match="limit of a frame"):
        FrameDecoder(limit)
