"""Carrying out what a node asks, strictly in its order.

A ``Save`` is written and synced by a worker thread; the outputs after it wait for that, while inputs go on and add to
the queue. Messages for the same links that follow one another leave in one write: they are one packet for the network,
and one awakening for each receiver.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

import trio

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outputs import Append, Connect, Disconnect, Notify, Output, Record, Save, Send
from p2p_ligretto.runtime.problems import Problem
from p2p_ligretto.runtime.storage import AnyStorage
from p2p_ligretto.runtime.transport import Transport
from p2p_ligretto.wire.messages import AnyMessage


class Carrier:
    """``notify`` takes the notices, ``report`` what a person should know about storage."""

    def __init__(
        self,
        transport: Transport,
        storage: AnyStorage,
        notify: Callable[[Notice], None],
        report: Callable[[Problem], None],
    ) -> None:
        self._transport = transport
        self._storage = storage
        self._notify = notify
        self._report = report
        self._pending: deque[Output] = deque()
        self._saving = False
        self._save_wanted = trio.Event()

    def take(self, outputs: Iterable[Output]) -> None:
        """Carry these out after those before, now if nothing is being saved."""
        self._pending.extend(outputs)
        if not self._saving:
            self._carry_out()

    async def run(self) -> None:
        """Save what is to be saved; never returns."""
        while True:
            await self._save_wanted.wait()
            self._save_wanted = trio.Event()
            while self._pending and isinstance(save := self._pending[0], Save):
                self._tell(await trio.to_thread.run_sync(self._storage.save, save.key, save.value))
                self._pending.popleft()
            self._saving = False
            self._carry_out()

    def _carry_out(self) -> None:
        while self._pending:
            if isinstance(self._pending[0], Save) and self._storage.blocks:
                self._saving = True
                self._save_wanted.set()
                return
            output = self._pending.popleft()
            if isinstance(output, Send):
                self._transport.send(output.links, output.message, *self._more_for(output.links))
            else:
                self._do(output)

    def _more_for(self, links: Sequence[int]) -> Iterator[AnyMessage]:
        """The messages that are next in the queue and go to the same links; they leave the queue."""
        while self._pending and isinstance(send := self._pending[0], Send) and send.links == links:
            self._pending.popleft()
            yield send.message

    def _do(self, output: Connect | Disconnect | Save | Append | Record | Notify) -> None:
        match output:
            case Connect(peer, addresses):
                self._transport.connect(peer, addresses)
            case Disconnect(link, reason):
                self._transport.disconnect(link, reason)
            case Save(key, value):
                self._tell(self._storage.save(key, value))
            case Append(journal, entry):
                self._tell(self._storage.append(journal, entry))
            case Record(match_name, lines, restart):
                self._tell(self._storage.record(match_name, lines, restart))
            case Notify(notice):
                self._notify(notice)

    def _tell(self, problem: Problem | None) -> None:
        if problem is not None:
            self._report(problem)
