"""What the scripted peers do in a performance: link, sit down, say, withhold, hang up."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.node.intents import Intent
from p2p_ligretto.replication.messages import Message
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.composing import compose, rewritten
from p2p_ligretto.sim.script.course import Course
from p2p_ligretto.sim.script.peer import ScriptedPeer
from p2p_ligretto.sim.script.stage import Missed, Steps

SEAT_LIMIT_US: Final = 30_000_000
LINK_LIMIT_US: Final = 10_000_000


class Saying:
    """The peers' part in ``course``."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def link(self, peer: str, node: str) -> Steps:
        """Make a link, unless there is one; over too where it is refused, which an expectation may be about."""
        scripted = self._course.stage.peers[peer]
        self._course.has_looked(peer, node)
        if scripted.is_linked(node):
            return None
        scripted.dial(node, self._course.stage.address(node))
        self._course.stage.settle(peer)
        return (
            yield from self._course.wait(
                lambda: scripted.is_linked(node) or bool(scripted.refused), LINK_LIMIT_US, lambda: ("no answer",)
            )
        )

    def join(self, act: do.Join) -> Steps:
        """Sit down at the table of a node."""
        peer, node, scripted = act.who, act.node, self._course.stage.peers[act.who]

        def instead() -> Sequence[str]:
            return self._course.shown_news(peer, node)

        missed = yield from self.link(peer, node)
        missed = missed or (
            yield from self._course.wait(lambda: scripted.card_of(node) is not None, LINK_LIMIT_US, instead)
        )
        card = scripted.card_of(node)
        if missed is not None or card is None:
            return missed
        scripted.sit_down(card.table, self._course.stage.clock_us(peer))
        self._course.stage.settle(peer)
        missed = yield from self._course.wait(lambda: _is_seated(scripted), SEAT_LIMIT_US, instead)
        self._course.has_looked(peer, node)
        return missed

    def ask(self, peer: str, intent: Intent) -> Missed | None:
        """Want what a player wants."""
        scripted = self._course.stage.peers[peer]
        if scripted.inner is None:
            return self._course.missed(f"{peer} has no seat: let it join first")
        scripted.submit(intent, self._course.stage.clock_us(peer))
        self._course.stage.settle(peer)
        return None

    def hang_up(self, peer: str, node: str) -> Missed | None:
        """Close a link."""
        scripted = self._course.stage.peers[peer]
        if not scripted.is_linked(node):
            return self._no_link(peer, node)
        scripted.hang_up(node, self._course.stage.clock_us(peer))
        self._course.stage.settle(peer)
        return None

    def rewrite(self, act: do.Rewrite) -> None:
        """From now on change what the inner node says."""
        at, scripted = self._course.step.at, self._course.stage.peers[act.peer]

        def rewriting(message: Message) -> bytes:
            return rewritten(act, message, scripted, at, self._course.look_up(act.peer, message))

        scripted.rewritten[act.type] = rewriting
        if not act.fields:
            del scripted.rewritten[act.type]

    def say(self, act: do.Say) -> Missed | None:
        """Say what the script says, on links that are up."""
        scripted = self._course.stage.peers[act.peer]
        whom = act.whom or scripted.linked
        for each in act.whom:
            if not scripted.is_linked(each):
                return self._no_link(act.peer, each)
        now = self._course.stage.clock_us(act.peer)
        saying = compose(act.what, scripted, self._course.table_of(scripted), now, self._course.look_up(act.peer))
        for each in whom:
            self._course.has_looked(act.peer, each)
            scripted.say(each, saying.data)
        scripted.has_said(saying.value)
        if act.name is not None:
            self._course.named[act.name] = saying.value
        self._course.stage.settle(act.peer)
        return None

    def _no_link(self, peer: str, node: str) -> Missed:
        refused = self._course.stage.peers[peer].refused
        return self._course.missed(f"there is no link to {node}" + (f": {refused}" if refused else ""))


def _is_seated(scripted: ScriptedPeer) -> bool:
    """Whether a peer has its seat for good, can speak, and is linked to all who are at the table."""
    session, table = scripted.session, scripted.final
    if session is None or table is None or not session.speaks:
        return False
    seat = table.seat_of(scripted.identity.peer)
    return seat is not None and table.seats[seat].present and set(session.peers) <= set(scripted.peers)
