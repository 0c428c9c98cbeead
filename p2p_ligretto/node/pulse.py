"""When a member beats, what it leaves out, and what it repeats while it may not promise anything new."""

from typing import Final

from msgspec.structs import replace

from p2p_ligretto.replication.messages import Beat, silent_beat
from p2p_ligretto.replication.views import View

BEAT_US: Final = 250_000
ANSWER_US_PER_MEMBER: Final = 3_500
"""What lies between a beat and the next one that answers an event, for each member of the view.

The more there are, the more events come, and the more beats go out for each answer: one beat answers several.
"""
SPREAD_US: Final = 5_000
"""What lies between an event that came and the beat that answers it, at a table of more than ``FEW`` members.

An event that is still on its way to others comes before all that is said about it: on one machine, and on a network
that is shared, the answers of all to all would hold it up.
"""
TELL_ALL_US: Final = 1_000_000
"""So often a beat tells all that is held, and so long after a view began each does: for who was not there to hear what
the beats before have told, or was in the view before."""
FEW: Final = 6
"""So many answer at once: the event is with all of them before the first answer is on its way."""


class Pulse:
    """The beats of one process at one table. ``at`` is when the next one is due."""

    def __init__(self, now: int) -> None:
        self.at = now
        self._answer_at = now
        """When an event may be answered by one."""
        self._last: Beat | None = None
        """In whatever view, with all that was held."""
        self._all_at = now
        self._all_until = now

    def begun(self, view: View, now: int) -> None:
        """A beat is said now."""
        self.at, self._answer_at = now + BEAT_US, now + ANSWER_US_PER_MEMBER * len(view.members)

    def answer(self, view: View, now: int) -> None:
        """Something came that has to be answered soon."""
        soon = now if len(view.members) <= FEW else now + SPREAD_US
        self.at = min(self.at, max(soon, self._answer_at))

    def said(self, beat: Beat, now: int) -> Beat:
        """What to say of ``beat``, which has all that is held: what was told in its view before is left out."""
        last, self._last = self._last, beat
        if last is None or last.view != beat.view:
            self._all_until = now + TELL_ALL_US
        # Who hears others than before may have lost words on a link that is gone, as may they.
        if now < self._all_until or now >= self._all_at or last is None or last.hears != beat.hears:
            self._all_at = now + TELL_ALL_US
            return beat
        return replace(beat, held=tuple([new for new, old in zip(beat.held, last.held, strict=True) if new != old]))

    def tell_all(self) -> None:
        """Somebody may have missed what was told: leave nothing out of the next beat."""
        self._all_at = 0

    def repeated(self, view: View, hears: int) -> Beat:
        """What was said last in ``view``, with who is heard now."""
        if self._last is not None and self._last.view == view.number:
            return replace(self._last, hears=hears)
        return silent_beat(view, hears)

    def take_back(self) -> None:
        """What was claimed is not all held any more."""
        self._last = None
