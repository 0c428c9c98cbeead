import os
import threading

import pytest
import trio

from p2p_ligretto.plain.streams import (
    LONGEST_LINE,
    MOST_WAITING,
    LineReader,
    LineWriter,
    standard_input,
    standard_output,
)
from tests.wire.hostile import HOSTILE, named


def reader_of(*chunks: bytes) -> LineReader:
    waiting = [*chunks, b""]
    return LineReader(lambda: waiting.pop(0))


async def lines_of(reader: LineReader) -> list[str]:
    lines = []
    while (line := await reader.next_line()) is not None:
        lines.append(line)
    return lines


@pytest.mark.parametrize("hostile", HOSTILE, ids=named)
async def test_whatever_a_line_holds_it_is_one_line_of_text(hostile: str) -> None:
    written: list[str] = []
    writer = LineWriter(written.append)
    writer.say(f"{hostile} is here")
    writer.close()
    await writer.run()
    (text,) = written
    assert text.endswith(" is here\n")
    assert text[:-1].isprintable()


async def test_lines_however_they_come() -> None:
    assert await lines_of(reader_of(b"1\n\ns", b" 2\r\nq")) == ["1", "", "s 2", "q"]
    assert await lines_of(reader_of()) == []
    assert await lines_of(reader_of("Zoë\n".encode()[:3], "Zoë\n".encode()[3:])) == ["Zoë"]
    assert await lines_of(reader_of(b"\xff\n")) == ["\ufffd"]


async def test_an_endless_line_is_cut_and_the_next_one_is_read() -> None:
    lines = await lines_of(reader_of(*[b"x" * 1_000] * 50, b"\nq\n"))
    assert [len(lines[0]), *lines[1:]] == [LONGEST_LINE, "q"]


async def test_a_pipe_there_and_back() -> None:
    reading, writing = os.pipe()
    writer = standard_output(writing, "ascii")
    writer.say("Zoë", "r")
    writer.close()
    await writer.run()
    os.close(writing)
    assert await lines_of(standard_input(reading)) == ["Zoe", "r"]
    os.close(reading)
    assert await lines_of(standard_input(reading)) == []


async def test_writing_ends_when_nobody_reads() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    writer = standard_output(writing)
    writer.say("lost")
    with trio.fail_after(5):
        await writer.run()
    os.close(writing)


async def test_a_reader_that_stops_holds_nobody_up() -> None:
    may_write, written = threading.Event(), []

    def write(text: str) -> None:
        assert may_write.wait(10)
        written.extend(text.splitlines())

    writer = LineWriter(write)
    writer.say("first")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer.run)
        await trio.testing.wait_all_tasks_blocked()
        writer.say(*(str(number) for number in range(MOST_WAITING + 3)))
        may_write.set()
        writer.close()
    assert written[:3] == ["first", "(3 lines left out)", "3"]
    assert written[-1] == str(MOST_WAITING + 2)


async def test_what_is_said_later_is_written_too() -> None:
    written: list[str] = []
    writer = LineWriter(written.append)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer.run)
        await trio.testing.wait_all_tasks_blocked()
        writer.say("1")
        await trio.testing.wait_all_tasks_blocked(0.01)
        writer.say("2", "3")
        writer.close()
    assert "".join(written) == "1\n2\n3\n"
