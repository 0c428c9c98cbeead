"""Coming in, in words: what who wants a seat waits for or why there is none, and who asks at the own table."""

from p2p_ligretto.node.notices import (
    CallerAsks,
    CallerGone,
    CodeWaits,
    CodeWanted,
    JoinAsks,
    JoinFailed,
    JoinWaiting,
)
from p2p_ligretto.speech.codes import code_line
from p2p_ligretto.speech.words import fingerprinted
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable

AboutJoining = JoinWaiting | JoinAsks | JoinFailed | CallerAsks | CallerGone | CodeWanted | CodeWaits


def joining_line(notice: AboutJoining) -> str | None:
    """What to print."""
    match notice:
        case JoinWaiting():
            return _("a round is being played at that table: you get a seat when it is over")
        case JoinAsks():
            return _("waiting for somebody at the table to say yes")
        case JoinFailed(reason):
            return _failed_line(reason)
        case CallerAsks():
            return _("{name} wants to sit down here: type yes or no").format(name=caller_name(notice))
        case CallerGone():
            return None
        case CodeWanted() | CodeWaits():
            return code_line(notice)


def caller_name(caller: CallerAsks) -> str:
    """Who asks, with the beginning of its key: anybody may go by any name."""
    return fingerprinted(caller.name, caller.peer)


def _failed_line(reason: str) -> str:
    match reason:
        case "full":
            return _("that table is full: it has twelve seats; leave with q, then join another or host one")
        case "gone":
            return _("that table is no longer there; leave with q, then join another or host one")
        case "banned":
            return _("you were kicked out of that table; leave with q, then join another or host one")
        case "declined":
            return _("somebody at that table has said no; leave with q, then join another or host one")
        case _:
            return _("no seat at that table: {reason}").format(reason=printable(reason))
