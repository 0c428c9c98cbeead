"""A script being performed, wherever it is: step by step, each wait handed to who owns the time.

The first step that does not go as it should ends the performance.
"""

from collections.abc import Generator

from p2p_ligretto.node.intents import LeaveTable, SetReady
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.course import Course
from p2p_ligretto.sim.script.expecting import Expecting
from p2p_ligretto.sim.script.saying import SEAT_LIMIT_US, Saying
from p2p_ligretto.sim.script.stage import Met, Missed, Pause, Stage, Steps


class Performance:
    """One performance of ``script`` on ``stage``."""

    def __init__(self, script: do.Script, stage: Stage) -> None:
        self._script = script
        self._stage = stage
        self._course = Course(script, stage)
        self._saying = Saying(self._course)
        self._expecting = Expecting(self._course)

    def run(self) -> Generator[Pause, None, Met | Missed]:
        """All steps; every pause has to be made before it is asked to go on. Raises ScriptError."""
        met = 0
        for step in self._script.steps:
            self._course.step = step
            if step.after_us:
                yield Pause(lambda: False, step.after_us)
            expects = isinstance(step.act, do.EXPECTATIONS)
            missed = yield from self._expect(step.act) if expects else self._do(step.act)
            if missed is not None:
                return Missed(missed.at, missed.text, missed.instead, met)
            met += expects
        return Met(met)

    def _expect(self, act: do.Act) -> Steps:
        match act:
            case do.Hear():
                return (yield from self._expecting.hear(act))
            case do.HearNot():
                return (yield from self._expecting.hear_not(act))
            case do.Hold():
                return (yield from self._expecting.hold(act))
            case do.BeTold() | do.BeToldNot():
                return (yield from self._expecting.be_told(act))
            case do.Agree():
                return (yield from self._expecting.agree(act))
        raise AssertionError(f"{act} expects nothing")

    def _do(self, act: do.Act) -> Steps:
        match act:
            case do.Join(who) if who in self._stage.peers:
                return (yield from self._saying.join(act))
            case do.LinkUp(peer, node):
                return (yield from self._saying.link(peer, node))
            case do.SayReady(who) | do.LeaveTable(who) if who in self._stage.peers:
                return self._saying.ask(who, SetReady(True) if isinstance(act, do.SayReady) else LeaveTable())
            case do.HangUp(peer, node):
                return self._saying.hang_up(peer, node)
            case do.Withhold(peer, types):
                self._stage.peers[peer].withheld = types
            case do.Rewrite():
                self._saying.rewrite(act)
            case do.Say():
                return self._saying.say(act)
            case _:
                done = self._stage.act(act, self._course.step.at)
                return (yield from self._course.wait(done, SEAT_LIMIT_US, lambda: ()))
        return None
