"""One game on the score pad: its acts from the beginning, and how many of them count.

Undoing takes the last act that counts back, redoing counts it again; a new act forgets what was taken back. The sheet
is the fold of the acts that count. What a game is called stands outside of that.
"""

from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.scorepad.sheet import Act, Reason, Refused, Sheet, apply

MOST_ACTS: Final = 2_000
MOST_TITLE: Final = 40


@dataclass(frozen=True, slots=True)
class Pad:
    """``sheets`` has the sheet before the first act and the one after each; ``done`` acts count.

    ``begun_us`` is when the game was begun, in microseconds since 1970.
    """

    id: str
    title: str
    begun_us: int
    acts: tuple[Act, ...] = ()
    sheets: tuple[Sheet, ...] = (Sheet(),)
    done: int = 0

    @property
    def sheet(self) -> Sheet:
        """As it is now."""
        return self.sheets[self.done]

    @property
    def undone(self) -> Act | None:
        """The act that redoing would count again."""
        return self.acts[self.done] if self.done < len(self.acts) else None

    @property
    def last(self) -> Act | None:
        """The act that undoing would take back."""
        return self.acts[self.done - 1] if self.done else None


def acted(pad: Pad, act: Act) -> Pad | Refused:
    """``pad`` after ``act``."""
    if pad.done >= MOST_ACTS:
        return Refused(Reason.FULL)
    sheet = apply(pad.sheet, act)
    if isinstance(sheet, Refused):
        return sheet
    done = pad.done + 1
    return replace(pad, acts=(*pad.acts[: done - 1], act), sheets=(*pad.sheets[:done], sheet), done=done)


def undo(pad: Pad) -> Pad:
    """Without the last act; as it is if there is none."""
    return replace(pad, done=max(0, pad.done - 1))


def redo(pad: Pad) -> Pad:
    """With the act that was taken back last; as it is if there is none."""
    return replace(pad, done=min(len(pad.acts), pad.done + 1))


def retitled(pad: Pad, title: str) -> Pad | Refused:
    """Called otherwise."""
    cleaned = clean_title(title)
    return replace(pad, title=cleaned) if cleaned else Refused(Reason.NO_NAME)


def clean_title(text: str) -> str:
    """What of ``text`` can stand in a line; empty if nothing can."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(shown.split())[:MOST_TITLE].rstrip()
