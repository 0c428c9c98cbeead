"""What has to come of it: messages and the end of links, what nodes hold and show, and what people are told."""

from collections.abc import Sequence

from msgspec import Struct

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.table import TableState
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.course import MOST_SHOWN, Course
from p2p_ligretto.sim.script.looks import look
from p2p_ligretto.sim.script.matching import described, fitting
from p2p_ligretto.sim.script.stage import Pause, Steps
from p2p_ligretto.sim.script.values import field_of, holds, shown
from p2p_ligretto.sim.script.vocabulary import NOTICES, notice_fields


class Expecting:
    """The expectations of ``course``."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def _find(self, peer: str, node: str, pattern: do.Pattern) -> tuple[int, Struct | None] | None:
        """The first thing since then that is like ``pattern``, and where it stands."""
        heard = self._course.heard(peer, node)
        for index in self._course.news(peer, node):
            found = fitting(heard[index], pattern, self._course.look_up(peer))
            if found:
                return index, found[0]
        return None

    def hear(self, act: do.Hear) -> Steps:
        """Something comes."""
        missed = yield from self._course.wait(
            lambda: self._find(act.peer, act.node, act.pattern) is not None,
            act.within_us,
            lambda: self._course.shown_news(act.peer, act.node),
        )
        found = self._find(act.peer, act.node, act.pattern)
        if missed is not None or found is None:
            return missed
        self._course.has_looked(act.peer, act.node, found[0] + 1)
        if act.name is not None:
            self._course.named[act.name] = found[1]
        return None

    def hear_not(self, act: do.HearNot) -> Steps:
        """Something does not come."""
        if self._find(act.peer, act.node, act.pattern) is None:
            yield Pause(lambda: self._find(act.peer, act.node, act.pattern) is not None, act.for_us)
        found = self._find(act.peer, act.node, act.pattern)
        if found is None:
            return None
        return self._course.missed(described(self._course.heard(act.peer, act.node)[found[0]]))

    def _table(self, node: str, *, final: bool) -> TableState | None:
        return self._course.stage.table(node, final=final, at=self._course.step.at)

    def hold(self, act: do.Hold) -> Steps:
        """A node holds or shows something."""

        def so() -> bool:
            seen = look(self._table(act.node, final=act.final))
            return all(holds(condition, seen, self._course.look_up(None)) for condition in act.conditions)

        def instead() -> Sequence[str]:
            seen = look(self._table(act.node, final=act.final))
            if not seen:
                return (f"{act.node} is at no table",)
            names = dict.fromkeys(condition.path[0] for condition in act.conditions)
            return [f"{name}={shown(seen[name])}" for name in names]

        return (yield from self._course.wait(so, act.within_us, instead))

    def be_told(self, act: do.BeTold | do.BeToldNot) -> Steps:
        """A player is told something, or not."""
        since = self._course.told_since.setdefault(act.node, 0)

        def found() -> int | None:
            for index, notice in enumerate(self._course.stage.told(act.node, self._course.step.at)[since:], since):
                fits = (holds(condition, notice, self._course.look_up(None)) for condition in act.conditions)
                if isinstance(notice, NOTICES[act.notice]) and all(fits):
                    return index
            return None

        limit_us = act.within_us if isinstance(act, do.BeTold) else act.for_us
        if found() is None:
            yield Pause(lambda: found() is not None, limit_us)
        index, told = found(), self._course.stage.told(act.node, self._course.step.at)
        if isinstance(act, do.BeToldNot):
            return None if index is None else self._course.missed(_notice(told[index]))
        if index is None:
            return self._course.missed(*map(_notice, told[since:][-MOST_SHOWN:]))
        self._course.told_since[act.node] = index + 1
        return None

    def agree(self, act: do.Agree) -> Steps:
        """Two nodes hold the same."""

        def tables() -> list[TableState | None]:
            return [self._table(node, final=True) for node in (act.node, act.other)]

        def agree() -> bool:
            one, other = tables()
            return one is not None and one == other

        def instead() -> Sequence[str]:
            one, other = map(look, tables())
            differing = [name for name in one if one[name] != other.get(name)]
            return [
                f"{act.node} holds {name}={shown(one[name])}, {act.other} {shown(other.get(name))}"
                for name in differing
            ]

        return (yield from self._course.wait(agree, act.within_us, instead))


def _notice(notice: Notice) -> str:
    name = next(name for name, cls in NOTICES.items() if isinstance(notice, cls))
    fields = (f"{field}={shown(field_of(notice, field))}" for field in sorted(notice_fields(name)))
    return f"{name} {' '.join(fields)}".rstrip()
