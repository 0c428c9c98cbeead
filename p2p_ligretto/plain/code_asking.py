"""Asking a person for the code of a private table in the line interface, before there is a table to look at."""

from collections.abc import AsyncIterator

from p2p_ligretto.node.intents import ShowCode
from p2p_ligretto.node.notices import CodeWaits, CodeWanted, Notice
from p2p_ligretto.node.table_code import read_code
from p2p_ligretto.plain.commands import Quit, parse
from p2p_ligretto.plain.streams import LineReader, LineWriter
from p2p_ligretto.runtime.seated import Seated
from p2p_ligretto.speech.codes import code_line, no_code_words


class CodeAsking:
    """``asks`` while a person is thinking; then it may have ``left``, or have no input to type a code with."""

    def __init__(self, seated: Seated, reader: LineReader, writer: LineWriter) -> None:
        self.asks = False
        self.left = False
        self.input_ended = False
        self._seated = seated
        self._reader = reader
        self._writer = writer

    async def run(self, notices: AsyncIterator[Notice]) -> None:
        """Ask whenever the table does, until the person leaves or input ends."""
        async for notice in notices:
            if isinstance(notice, CodeWaits | CodeWanted):
                self._writer.say(code_line(notice))
            if isinstance(notice, CodeWanted):
                self.asks = True
                answered = await self._answered()
                self.asks = False
                if not answered:
                    return

    async def _answered(self) -> bool:
        while (line := await self._reader.next_line()) is not None:
            if isinstance(parse(line), Quit):
                self.left = True
                return False
            if show_code(line, self._seated, self._writer):
                return True
        self.input_ended = True
        return False


def show_code(line: str, seated: Seated, writer: LineWriter) -> bool:
    """Whether the line is a code, which is shown to the table then; the person is told if it is none."""
    code = read_code(line)
    if code is None:
        writer.say(no_code_words(line))
        return False
    seated.submit(ShowCode(code))
    return True
