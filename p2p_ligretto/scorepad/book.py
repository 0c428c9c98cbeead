"""All games on the pad, and which of them is open."""

from dataclasses import dataclass, replace
from enum import Enum

from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import look


class NotFound(Enum):
    """Why what was typed means no game."""

    NONE = "none"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class Book:
    """``pads`` the newest first; ``open_id`` names the open one, empty if none is."""

    pads: tuple[Pad, ...] = ()
    open_id: str = ""

    @property
    def opened(self) -> Pad | None:
        """The open game."""
        return next((pad for pad in self.pads if pad.id == self.open_id), None)

    def with_pad(self, pad: Pad) -> "Book":
        """With ``pad`` in the place of its former state, or as the newest; it is open."""
        if any(other.id == pad.id for other in self.pads):
            return Book(tuple(pad if other.id == pad.id else other for other in self.pads), pad.id)
        return Book((pad, *self.pads), pad.id)

    def without(self, pad_id: str) -> "Book":
        """Without a game; none is open if it was that one."""
        kept = tuple(pad for pad in self.pads if pad.id != pad_id)
        return Book(kept, "" if self.open_id == pad_id else self.open_id)

    def opening(self, pad_id: str) -> "Book":
        """With that game open."""
        return replace(self, open_id=pad_id)

    def find(self, typed: str) -> Pad | NotFound:
        """The game that ``typed`` means: its title or the beginning of it, or its number, from 1, in this order."""
        wanted = look(typed)
        titles = {pad.id: look(pad.title) for pad in self.pads}
        for fitting in (
            [pad for pad in self.pads if titles[pad.id] == wanted],
            [pad for number, pad in enumerate(self.pads, start=1) if str(number) == wanted],
            [pad for pad in self.pads if wanted and titles[pad.id].startswith(wanted)],
        ):
            if fitting:
                return fitting[0] if len(fitting) == 1 else NotFound.SEVERAL
        return NotFound.NONE
