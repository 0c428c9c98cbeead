"""Whether a table is still told of: who waits for a seat there, or looks on, should not wait for ever.

Who looks on may be linked to nobody at the table: others who look on hand it what happens there.
"""

from collections.abc import Callable
from typing import Final

import trio

from p2p_ligretto.runtime.seated import Seated, now_us, wait_for_change

GONE_S: Final = 10.0
"""A table that nobody has told of for so long is gone."""
_LOOK_AGAIN_US: Final = 1_000_000


async def until_gone(seated: Seated, table: Callable[[], bytes | None], matters: Callable[[], bool]) -> bool:
    """Wait until nobody has told of ``table`` for ``GONE_S``, then True; False when it doesn't matter any more."""
    last_heard_s = trio.current_time()
    while matters():
        cards = (peer.card for peer in seated.node.peers.values())
        if seated.node.is_fed or table() in {card.table for card in cards if card is not None}:
            last_heard_s = trio.current_time()
        if trio.current_time() - last_heard_s >= GONE_S:
            return True
        await wait_for_change(seated, now_us() + _LOOK_AGAIN_US)
    return False
