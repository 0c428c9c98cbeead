"""Who gives the start signal of a round: drawn by the joint seed of its deal, which no player chose alone.

All nodes find the same seat (protocol/spec/04, "Who gives the start signal"). It is a courtesy among people: the
countdown runs by itself, and nothing waits for the one who was drawn.
"""

import hashlib

from p2p_ligretto.game.drawn import CHANCE_BYTES, drawn
from p2p_ligretto.node.table import TableState


def start_signal_seat(table: TableState) -> int | None:
    """The seat of the one among the players of the round; None before its joint seed stands."""
    if not table.joint_seed or not table.players:
        return None
    digest = hashlib.sha256(b"ligretto start signal" + table.joint_seed).digest()
    return table.players[drawn(len(table.players), int.from_bytes(digest[:CHANCE_BYTES], "big"))]
