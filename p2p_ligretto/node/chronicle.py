"""The fold of one table at one node, and what is told of it: notices for the person, lines for the record.

Everything passes here once, when it is final, in the order of the log. Of the past of a log that was handed over
only the record is told.
"""

from collections.abc import Iterable
from dataclasses import replace

from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.announcing import Now, audit_notices, event_notices, view_notices
from p2p_ligretto.node.audit import Docket
from p2p_ligretto.node.fold import apply_view, in_lineage
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.races import Race, race_of, with_race
from p2p_ligretto.node.record import begins_record, event_lines, view_lines
from p2p_ligretto.node.seen import SecretOf, Seen, apply_event, laid_out, tie_of
from p2p_ligretto.node.table import TableState, match_id
from p2p_ligretto.node.timing import Timing
from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.forks import Forks
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.replica import Folded, Replica
from p2p_ligretto.replication.views import Proposal, View


class Chronicle:
    """The replica of a table with its voice; ``timing`` tells what is still to come, and how sure a race is."""

    def __init__(self, table: bytes, own: bytes, secret_of: SecretOf, outbox: Outbox, timing: Timing) -> None:
        self.final = TableState(table)
        """The table as it can't change any more."""
        self.replica = Replica(Seen(self.final), self._apply, tie_of)
        self.contested = 0
        """Lost races that are final."""
        self.races: tuple[Race, ...] = ()
        """Those of the round under way or last played, closest first; those that were handed over as well."""
        self._races_of = (0, 0)
        """The match and the deal that they are of."""
        self._own = own
        self._secret_of = secret_of
        self._outbox = outbox
        self._timing = timing
        self._quiet = False
        self._past: set[bytes] = set()
        """Hashes of events that were handed over and are not final yet: they are not told either."""
        self._lines: dict[str, list[str]] = {}
        self._docket = Docket()

    def _apply(self, seen: Seen, event: Event) -> tuple[Seen, object]:
        return apply_event(seen, event, self._own, self._secret_of)

    def own_tail(self) -> tuple[Folded[Seen], ...]:
        """Own events that are not final."""
        return tuple(folded for folded in self.replica.tail if folded.event.author == self._own)

    def replay(self, log: Log) -> None:
        """Fold a whole log; the records of its matches are made anew."""
        self._quiet = True
        views = [closed.view for closed in log.closed] + [log.view]
        self._change(views[0])
        for closed, view in zip(log.closed, views[1:], strict=True):
            self.replica.insert(*closed.events)
            self._finalise(len(closed.events))
            self._change(view, forks=closed.decision.proposal.forks)
        unsettled = log.beyond(tuple(log.start(peer).seq for peer in log.view.peers()))
        self.replica.insert(*unsettled)
        self._past = set(map(event_hash, unsettled))
        self.replica.rollbacks = 0
        self._write()
        self._quiet = False

    def finalise(self, count: int) -> tuple[Event, ...]:
        """The first ``count`` events of the tail are final; returns them."""
        done = self._finalise(count)
        self._write()
        return tuple(folded.event for folded in done)

    def install(self, kept: Iterable[Event], proposal: Proposal, left: frozenset[bytes]) -> None:
        """A view has ended with ``kept`` events of the tail and with ``proposal``. ``left``: who has said so."""
        self.replica.keep_only(kept)
        self._finalise(len(self.replica.tail))
        self._change(proposal.view, left, proposal.forks)
        self._write()

    def _finalise(self, count: int) -> tuple[Folded[Seen], ...]:
        before = self.final
        done = self.replica.finalise(count)
        self.final = self.replica.final.table
        for folded in done:
            after, event, outcome = folded.state.table, folded.event, folded.outcome
            self._docket.take(before, event, outcome)
            verdicts = self._docket.verdicts(before, after)
            self._note(after, event_lines(before, after, event, outcome, verdicts))
            told = not self._quiet and not self._is_past(event)
            lost = self._race(after, event, outcome, told=told)
            if told:
                self.contested += outcome is not None and outcome.reason == "beaten"
                self._tell(event_notices(before, folded, self._own, self._moment(lost)))
                self._tell(audit_notices(after, verdicts))
            before = after
        return done

    def _race(self, table: TableState, event: Event, outcome: Rejected | None, *, told: bool) -> Race | None:
        """The race that was lost by ``event``, if one was; how sure it is can be said only as it happens."""
        self._begin_races(table)
        if outcome is None or (race := race_of(event, table, outcome)) is None:
            return None
        if told:
            peers = table.seats[race.first].peer, table.seats[race.late].peer
            race = replace(race, error_us=self._timing.race_error_us(*peers))
        self.races = with_race(self.races, race)
        return race

    def _begin_races(self, table: TableState) -> None:
        if (table.match, table.deals) != self._races_of:
            self.races, self._races_of = (), (table.match, table.deals)

    def _moment(self, lost: Race | None = None) -> Now:
        return Now(self._timing.table_time(), self.races, lost)

    def _is_past(self, event: Event) -> bool:
        if not self._past:
            return False
        name = event_hash(event)
        past = name in self._past
        self._past.discard(name)
        return past

    def _change(self, view: View, left: frozenset[bytes] = frozenset(), forks: Forks = ()) -> None:
        before = self.final
        self.replica.change(lambda seen: self._with_members(seen, view, forks))
        after = self.final = self.replica.final.table
        self._begin_races(after)
        verdicts = self._docket.verdicts(before, after)
        self._note(after, view_lines(before, after, verdicts, forks))
        if not self._quiet:
            self._tell(view_notices(before, after, self._own, left, self._moment()))
            self._tell(audit_notices(after, verdicts))

    def _tell(self, notices: Iterable[Notice]) -> None:
        for notice in notices:
            self._outbox.notify(notice)

    def _with_members(self, seen: Seen, view: View, forks: Forks) -> Seen:
        put_out = frozenset(fork.author for fork in forks)
        table = apply_view(in_lineage(seen.table, view.lineage), frozenset(view.peers()), put_out)
        if table.phase is seen.table.phase:
            return Seen(table, seen.own)
        return Seen(table, laid_out(table, seen.own, self._own, self._secret_of))

    def _note(self, table: TableState, lines: tuple[str, ...]) -> None:
        kept = self._lines.setdefault(match_id(table.opened, table.match), [])
        if begins_record(lines):
            # A deal that was called off leaves nothing behind: the match has one beginning.
            kept.clear()
        kept.extend(lines)

    def _write(self) -> None:
        for name, lines in self._lines.items():
            self._outbox.record(name, tuple(lines))
        self._lines = {}
