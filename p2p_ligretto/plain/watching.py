"""Looking on in the line interface: what happens at a table is printed, with nothing to be done there but look.

It ends when the person leaves, when nobody reads the output any more, or when nobody at the table answers. The end of
input does not end it: whoever pipes it to a file types nothing.
"""

import trio

from p2p_ligretto.node.notices import Left, RoundStarts
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.plain.commands import Help, Look, Quit, Rules, Who, parse
from p2p_ligretto.plain.company import company_lines, played_lines, warning_lines
from p2p_ligretto.plain.place import look_lines, table_lines
from p2p_ligretto.plain.reporter import Reporter
from p2p_ligretto.plain.session import FLUSH_LIMIT_S, Ending
from p2p_ligretto.plain.streams import LineReader, LineWriter
from p2p_ligretto.runtime.seated import Seated
from p2p_ligretto.runtime.vanishing import until_gone
from p2p_ligretto.texts import _


async def run_watching(seated: Seated, reader: LineReader, writer: LineWriter) -> Ending:
    """Look on until the end; the last lines are written before it returns."""
    watching = _Watching(seated, writer)
    async with seated.open_notices() as notices, trio.open_nursery() as writing:
        async with trio.open_nursery() as running:
            watching.scope = running.cancel_scope
            writing.start_soon(watching.write)
            running.start_soon(watching.read, reader)
            running.start_soon(watching.end_when_gone)
            watching.greet()
            async for notice in notices:
                table = seated.node.final or seated.node.predicted
                writer.say(*watching.reporter.lines(notice, table, None))
                if isinstance(notice, RoundStarts):
                    writer.say(*table_lines(table, None), *warning_lines(seated.node))
                elif isinstance(notice, Left):
                    break
            running.cancel_scope.cancel()
        writer.close()
        writing.cancel_scope.deadline = trio.current_time() + FLUSH_LIMIT_S
    return watching.ending


class _Watching:
    def __init__(self, seated: Seated, writer: LineWriter) -> None:
        self._seated = seated
        self._writer = writer
        # There is nobody here who could get ready, or whose wishes could be refused: as where a bot plays.
        self.reporter = Reporter(bot(), auto=True)
        self.scope = trio.CancelScope()
        self.ending = Ending.LEFT

    def greet(self) -> None:
        """Say what is to be seen, and what can be done."""
        self._writer.say(_("you look on: type l to look at the table, who to see who is here, q to leave"))
        table = self._seated.node.predicted
        if table is not None:
            self._writer.say(*played_lines(table))
        if table is not None and table.round is not None:
            self._writer.say(*table_lines(table, None))

    async def write(self) -> None:
        """Print until it is over; nobody reading ends it."""
        await self._writer.run()
        if not self.scope.cancel_called:
            self.ending = Ending.OUTPUT_GONE
            self.scope.cancel()

    async def read(self, reader: LineReader) -> None:
        """Do what is typed until the end of input."""
        while (line := await reader.next_line()) is not None:
            node = self._seated.node
            match parse(line):
                case Look(what):
                    self._writer.say(*look_lines(what, node.predicted, None))
                case Who():
                    reach = self.reporter.reach(node)
                    self._writer.say(*company_lines(node.predicted, None, reach, node))
                case Rules():
                    self._writer.say(*played_lines(node.predicted, whole=True))
                case Quit():
                    self.scope.cancel()
                case Help():
                    self._writer.say(_("l looks at the table, who shows who is here, rules what is played, q leaves"))
                case _:
                    self._writer.say(_("you only look on: type l to look, who to see who is here, q to leave"))

    def _table(self) -> bytes | None:
        table = self._seated.node.predicted
        return None if table is None else table.table

    async def end_when_gone(self) -> None:
        """End it when nobody tells of the table any more."""
        await until_gone(self._seated, self._table, lambda: True)
        self._writer.say(_("nobody at this table answers any more"))
        self.scope.cancel()
