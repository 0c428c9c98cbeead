"""The bell of the terminal and a flash of the screen, for who looks elsewhere: what calls, how often, and the switch.

Both are off unless a person wants them. They call once a second at most, however much happens: a flash that is
repeated faster than three times a second is a danger to some eyes.
"""

from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.node.notices import CallerAsks, MoveRejected, Notice, RoundEnded, RoundStarts, SeatSaid
from p2p_ligretto.texts import _

FLASH_US: Final = 150_000
PAUSE_US: Final = 1_000_000
"""Between two calls, at least."""


@dataclass(frozen=True, slots=True)
class Alerts:
    """Which of both are on, how often the bell was rung, and until when the screen is reversed."""

    bell: bool = False
    flash: bool = False
    rings: int = 0
    flash_until_us: int = 0
    quiet_until_us: int = 0

    def after(self, notice: Notice, own_seat: int | None, now_us: int) -> "Alerts":
        """Once ``notice`` is known; what needs nobody changes nothing."""
        if not (self.bell or self.flash) or now_us < self.quiet_until_us or not _calls(notice, own_seat):
            return self
        return replace(
            self,
            rings=self.rings + self.bell,
            flash_until_us=now_us + FLASH_US if self.flash else 0,
            quiet_until_us=now_us + PAUSE_US,
        )

    def switched(self) -> "Alerts":
        """The next of: neither, the bell, the flash, both."""
        bell, flash = {
            (False, False): (True, False),
            (True, False): (False, True),
            (False, True): (True, True),
            (True, True): (False, False),
        }[self.bell, self.flash]
        return replace(self, bell=bell, flash=flash)

    def flashes(self, now_us: int) -> bool:
        """Whether the screen is reversed now."""
        return now_us < self.flash_until_us

    @property
    def line(self) -> str:
        """What is on."""
        match self.bell, self.flash:
            case (True, False):
                return _("the bell rings when something needs you, until you leave the program")
            case (False, True):
                return _("the screen flashes when something needs you, until you leave the program")
            case (True, True):
                return _("bell and flash tell when something needs you, until you leave the program")
            case _:
                return _("neither bell nor flash")


OFF: Final = Alerts()


def _calls(notice: Notice, own_seat: int | None) -> bool:
    """Whether a person who looks elsewhere would want to know at once."""
    match notice:
        case RoundStarts() | RoundEnded() | CallerAsks():
            return True
        case MoveRejected(seat=seat, reason="beaten"):
            return seat == own_seat
        case SeatSaid(seat=seat):
            return seat != own_seat
        case _:
            return False
