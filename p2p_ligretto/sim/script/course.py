"""How far a performance is: what has a name by now, what was heard since when, and which step is under way."""

from collections.abc import Callable, Sequence
from typing import Final

from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.matching import described
from p2p_ligretto.sim.script.peer import Heard, ScriptedPeer
from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.stage import Missed, Pause, Stage, Steps
from p2p_ligretto.sim.script.values import LookUp, Participant

MOST_SHOWN: Final = 8
"""Of what came instead, the last so many."""


class Course:
    """The course of one performance of ``script`` on ``stage``.

    What is expected of a node is looked for in its *news*: what has come since the script last said something to it, or
    since what was expected of it before.
    """

    def __init__(self, script: do.Script, stage: Stage) -> None:
        self.script = script
        self.stage = stage
        self.step: do.Step = script.steps[0]
        self.named: dict[str, object] = {}
        self.told_since: dict[str, int] = {}
        self._since: dict[tuple[str, str], int] = {}

    def missed(self, *instead: str) -> Missed:
        """The step under way has not gone as it should."""
        return Missed(self.step.at, self.step.text, instead or ("nothing",))

    def wait(self, until: Callable[[], bool], limit_us: int, instead: Callable[[], Sequence[str]]) -> Steps:
        """Wait for what has to come about; what is ``instead`` is told where it doesn't."""
        if not until():
            yield Pause(until, limit_us)
        return None if until() else self.missed(*instead())

    # ---- what comes from nodes

    def heard(self, peer: str, node: str) -> Sequence[Heard]:
        """All that ever came."""
        return self.stage.peers[peer].heard.get(node, ())

    def news(self, peer: str, node: str) -> range:
        """The places of what is new in ``heard``."""
        return range(self._since.get((peer, node), 0), len(self.heard(peer, node)))

    def has_looked(self, peer: str, node: str, upto: int | None = None) -> None:
        """From now on only what stands at ``upto`` and behind it is new; None: only what is still to come."""
        self._since[peer, node] = len(self.heard(peer, node)) if upto is None else upto

    def shown_news(self, peer: str, node: str) -> Sequence[str]:
        """The last of the news, in a line each."""
        heard = self.heard(peer, node)
        return [described(heard[index]) for index in self.news(peer, node)][-MOST_SHOWN:]

    # ---- what names stand for

    def table_of(self, scripted: ScriptedPeer) -> bytes | None:
        """The table that a peer is at, or else one that a node has told it of."""
        if scripted.session is not None:
            return scripted.session.log.table
        cards = (scripted.card_of(node) for node in self.script.nodes)
        return next((card.table for card in cards if card is not None), None)

    def look_up(self, peer: str | None, was: object = None) -> LookUp:
        """What names stand for now, for ``peer`` or for nobody; ``was`` is a message that is being rewritten."""

        def found(named: do.Named) -> object:
            name, at = named.path[0], named.at
            if name in self.named:
                return self.named[name]
            if name in self.script.nodes or any(name == each.name for each in self.script.peers):
                return self._participant(name, at)
            if name == "was" and was is not None:
                return was.event if hasattr(was, "event") else was
            if peer is None or name == "was":
                raise ScriptError(at, f"there is no {name} here: only what a peer says or hears has one")
            return self._of_peer(name, self.stage.peers[peer], self.stage.clock_us(peer), at)

        return found

    def _of_peer(self, name: str, scripted: ScriptedPeer, clock_us: int, at: Position) -> object:
        if name == "now":
            return scripted.table_time(clock_us)
        if name == "view":
            return 1 if scripted.session is None else scripted.session.log.view.number
        table = self.table_of(scripted)
        if table is None:
            raise ScriptError(at, "no table is known: let a node open one, and wait for its presence")
        return table

    def _participant(self, name: str, at: Position) -> Participant:
        scripted = self.stage.peers.get(name)
        if scripted is not None:
            return Participant(scripted.identity.peer, scripted.identity.incarnation, scripted.identity.disk)
        found = self.stage.participant(name)
        if found is None:
            raise ScriptError(at, f"who {name} is shows only once there is a link to it")
        return found
