"""Tables that came of one another: where somebody went on without the others there are two of a name from then on."""

from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import fingerprinted, listed
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import TableCard
from p2p_ligretto.wire.printable import printable


def table_title(table: TableState, *, parted: bool) -> str:
    """The name of a table; with the beginning of its id where another one came of it, or it of another one."""
    return fingerprinted(table.name, table.table) if parted or table.first else printable(table.name)


def parted_line(card: TableCard) -> str:
    """That a table came of this one, and who is at it."""
    title = fingerprinted(card.name, card.table)
    if not card.players:
        return _("this table has parted: some went on as {title}").format(title=title)
    names = listed(printable(name) for name in card.players)
    return _("this table has parted: {title} goes on with {names}; to play there, leave here and join it").format(
        title=title, names=names
    )
