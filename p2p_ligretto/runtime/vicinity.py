"""What discovery says, on its way to the node, and the node's table, on its way to discovery."""

from collections.abc import Callable
from typing import Final

from p2p_ligretto.node.intents import Discovered
from p2p_ligretto.node.table import TableState
from p2p_ligretto.runtime.announcement import Announcement, Found, Gone, Twin, table_hint
from p2p_ligretto.runtime.discovery import Discovery, Event
from p2p_ligretto.runtime.problems import DiscoveryProblem, OtherVersion, Problem, TwinProblem
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import VERSION_HIGH, VERSION_LOW

MAX_TOLD_UNFIT: Final = 16
"""Whoever makes up nodes of other versions must not fill a person's screen."""


class Vicinity:
    """``submit`` hands a hint to the node, ``report`` tells a person. Without a ``discovery`` nothing is ever heard.

    ``unfit`` are the nodes that were found and can't be spoken with, by peer id.
    """

    def __init__(
        self, own: Announcement, submit: Callable[[Discovered], None], report: Callable[[Problem], None]
    ) -> None:
        self.discovery: Discovery | None = None
        self._own = own
        self._submit = submit
        self._report = report
        self._found: dict[bytes, Found] = {}
        self.unfit: dict[bytes, OtherVersion] = {}
        self._told_unfit: set[bytes] = set()
        self.twin: TwinProblem | None = None
        """Another process with this node's key was heard of."""

    def heard(self, event: Event) -> None:
        """Discovery has something to tell."""
        match event:
            case Found():
                self._found[event.announcement.peer] = event
                self._try(event)
            case Gone(peer):
                self._found.pop(peer, None)
                self.unfit.pop(peer, None)
            case Twin():
                self.heard_of_twin()
            case DiscoveryProblem():
                self._report(event)

    def heard_of_twin(self) -> None:
        """Somebody says that another process uses this node's key: told once."""
        if self.twin is None:
            # The way out comes first: where there is one line's room, it is what is read.
            self.twin = TwinProblem(
                _(
                    "Your key seems to be used twice: p2p-ligretto profile new makes another one. Was your profile"
                    " copied to a second computer? Only one of the two can sit at a table: end one of them, get the new"
                    " key there, and start it again."
                )
            )
            self._report(self.twin)

    def look_around(self) -> None:
        """The network may be another one: look at the interfaces, and try again whoever was found."""
        if self.discovery is not None:
            self.discovery.renew()
        for found in list(self._found.values()):
            self._try(found)

    def announce(self, table: TableState | None) -> None:
        """Say this of the own table from now on."""
        if self.discovery is not None:
            own = self._own
            self.discovery.announce(Announcement(own.peer, own.incarnation, own.name, table_hint(table)))

    def _try(self, found: Found) -> None:
        theirs = found.announcement
        if theirs.version_low <= VERSION_HIGH and theirs.version_high >= VERSION_LOW:
            self.unfit.pop(theirs.peer, None)
            self._submit(Discovered(theirs.peer, found.addresses))
            return
        # Dialling would only fail; silence would leave two people wondering.
        name = theirs.name if theirs.table is None else theirs.table.name
        self.unfit[theirs.peer] = OtherVersion(
            name,
            _("another version: protocol {theirs}, here {own}").format(theirs=theirs.version_high, own=VERSION_HIGH),
        )
        if theirs.peer not in self._told_unfit and len(self._told_unfit) < MAX_TOLD_UNFIT:
            self._told_unfit.add(theirs.peer)
            self._report(
                DiscoveryProblem(
                    _(
                        "{name} plays another version of the game (protocol {theirs}, here {own}): "
                        "the older one has to be updated."
                    ).format(name=theirs.name, theirs=theirs.version_high, own=VERSION_HIGH)
                )
            )
