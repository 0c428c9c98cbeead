"""The own place in the line interface: printed whenever it has changed, its gaps filled by themselves if wanted."""

import trio

from p2p_ligretto.game.state import Area
from p2p_ligretto.node.intents import Act
from p2p_ligretto.plain.reporter import own_lines
from p2p_ligretto.plain.streams import LineWriter
from p2p_ligretto.runtime.bot_session import StartSignal
from p2p_ligretto.runtime.seated import Seated, now_us, running_round, wait_for_change
from p2p_ligretto.speech.gaps import GapFilling


class OwnPlace:
    """``signal`` says from when on moves are legal; ``fills_gaps`` may be changed at any time."""

    def __init__(self, seated: Seated, writer: LineWriter, signal: StartSignal) -> None:
        self._seated = seated
        self._writer = writer
        self._signal = signal
        self.fills_gaps = True

    async def watch(self) -> None:
        """Print the own place whenever it has changed, and fill its gaps; never returns."""
        shown: Area | None = None
        filling = GapFilling()
        while True:
            node = self._seated.node
            table, seat = node.predicted, node.own_seat
            state = running_round(table, seat)
            area = None if state is None or seat is None else state.area(seat)
            until_us = None
            if table is not None and state is not None and seat is not None and area is not None:
                starts_us = self._signal.start_us(table, now_us())
                until_us = starts_us if now_us() < starts_us else None
                stands_still = table.paused or until_us is not None or node.frozen is not None
                fill = filling.due(state, seat, now_us()) if self.fills_gaps and not stands_still else None
                if fill is not None:
                    self._seated.submit(Act(fill))
                    await trio.lowlevel.checkpoint()
                    continue
                if shown is not None and area != shown:
                    self._writer.say(*own_lines(table, seat))
            shown = area
            await wait_for_change(self._seated, until_us)
