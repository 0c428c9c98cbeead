"""What the program around the screen does for it, and what it was started to show.

The screen opens nodes, finds tables and seats bots through these, so that it can be tried without a network, and so
that the first picture does not wait for what they import.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.readiness import BY_HAND, Readiness, host_with_seats
from p2p_ligretto.speech.lessons import FIRST_GAME, TEACHER
from p2p_ligretto.tui.alerts import OFF, Alerts
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap
from p2p_ligretto.tui.running_node import RunningNode
from p2p_ligretto.wire.payloads import Admission


@dataclass(frozen=True, slots=True)
class NodeWish:
    """A node to run. ``alone``: for this laptop's bots only, neither found by others nor reached by them."""

    name: str
    alone: bool = False
    discovery: bool = True


@dataclass(frozen=True, slots=True)
class Surroundings:
    """``open_node`` runs a node for a block; ``find_table`` gives the id of the table that a text means, or a line that
    says why there is none; ``run_bots`` seats so many bots of a level at a table of a node, until cancelled;
    ``interrupt`` is what Ctrl-C does where it is not a key; ``goodbye`` is called when the terminal is given back and
    only the table is still to be left, which may take a moment.
    """

    open_node: Callable[[NodeWish, Callable[[str], None]], AbstractAsyncContextManager[RunningNode]]
    find_table: Callable[[RunningNode, str | None], Awaitable[bytes | str]]
    run_bots: Callable[[RunningNode, int, str, bytes], Awaitable[None]]
    interrupt: Callable[[], None]
    goodbye: Callable[[], None]
    keys: Keymap = USUAL_KEYS
    """Those of the person."""
    notice: str = ""
    """To be told first: what is wrong with the person's settings."""
    hints: bool = True
    """The person wants the cards marked that fit, as far as the settings say."""
    alerts: Alerts = OFF
    """Whether bell and flash are on at first."""
    motion: bool = True
    """The person wants to see own cards on their way."""


# ---- what to begin with


@dataclass(frozen=True, slots=True)
class Lobby:
    """Look around first."""


@dataclass(frozen=True, slots=True)
class AgainstBots:
    """Open a table for bots of this laptop. ``guided``: lessons tell how the game goes."""

    bots: int
    level: str
    options: Options
    guided: bool = False


@dataclass(frozen=True, slots=True)
class AtOwnTable:
    """Open a table for others."""

    name: str
    options: Options
    admission: Admission = "open"


@dataclass(frozen=True, slots=True)
class AtTable:
    """Take a seat at the table that ``where`` means (name, id or HOST:PORT; None: the only one), or just ``watch``.

    ``code`` is shown if the table asks for it.
    """

    where: str | None
    watch: bool = False
    discovery: bool = True
    code: str = field(default="", repr=False)


Errand = Lobby | AgainstBots | AtOwnTable | AtTable


@dataclass(frozen=True, slots=True)
class Start:
    """``player`` is a bot that plays at the own place; then it ends with the match. ``readiness`` is for the errand."""

    name: str
    errand: Errand = Lobby()
    readiness: Readiness = BY_HAND
    player: BotPlayer | None = None


def first_game(name: str) -> Start:
    """A guided game: one round, with lessons, against a bot that leaves time to read."""
    return Start(name, AgainstBots(1, TEACHER, FIRST_GAME, guided=True), host_with_seats(2))
