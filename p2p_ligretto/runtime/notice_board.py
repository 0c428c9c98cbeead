"""Notices to whoever reads them, each at their own pace.

A reader that falls far behind misses ``Moved`` notices first (the table state tells those too), everything else only
when it is twice as far behind: then the oldest go.
"""

from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import trio

from p2p_ligretto.node.notices import Moved, Notice

MAX_WAITING = 5_000


class NoticeReader(AsyncIterator[Notice]):
    """All notices since it was opened; iteration ends when the board is closed and everything is read."""

    def __init__(self) -> None:
        self._waiting: deque[Notice] = deque(maxlen=2 * MAX_WAITING)
        self._closed = False
        self._news = trio.Event()

    def put(self, notice: Notice) -> None:
        """For the board."""
        if len(self._waiting) >= MAX_WAITING and isinstance(notice, Moved):
            return
        self._waiting.append(notice)
        self._news.set()

    def close(self) -> None:
        """For the board: there will be no more."""
        self._closed = True
        self._news.set()

    async def __anext__(self) -> Notice:
        await trio.lowlevel.checkpoint()
        while not self._waiting:
            if self._closed:
                raise StopAsyncIteration
            self._news = trio.Event()
            await self._news.wait()
        return self._waiting.popleft()


class NoticeBoard:
    """Where a driver puts up notices."""

    def __init__(self) -> None:
        self._readers: set[NoticeReader] = set()
        self._closed = False

    def put(self, notice: Notice) -> None:
        """Tell all readers."""
        for reader in self._readers:
            reader.put(notice)

    @contextmanager
    def reader(self) -> Iterator[NoticeReader]:
        """Read from now on."""
        reader = NoticeReader()
        self._readers.add(reader)
        if self._closed:
            reader.close()
        try:
            yield reader
        finally:
            self._readers.discard(reader)

    def close(self) -> None:
        """There will be no more notices."""
        self._closed = True
        for reader in self._readers:
            reader.close()
