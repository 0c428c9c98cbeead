"""When a bot agrees to end a round: when it would hold up people who want to end it, and never before them."""

from p2p_ligretto.node.table import PLAYING, TableState


def bot_agrees(table: TableState, seat: int) -> bool:
    """Whether a bot at ``seat`` should agree now.

    It should when all others who take part have agreed; and when it is left alone in the round while others at the
    table wait for the next one. With nobody else at the table it waits for who may come back.
    """
    if table.phase is not PLAYING or seat in table.agreed:
        return False
    playing = table.playing
    if seat not in playing:
        return False
    others = playing - {seat}
    return table.agreed >= others if others else len(table.welcome) > 1
