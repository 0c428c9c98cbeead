"""What both interfaces ask of the place where games are kept."""

from typing import Protocol

from p2p_ligretto.scorepad.pad import Pad


class Keeper(Protocol):
    """Keeps games; ``runtime.score_pads.ScorePads`` is one."""

    @property
    def all_kept(self) -> bool:
        """Whether all that was entered would survive the end of the program."""
        ...

    def save(self, pad: Pad) -> str:
        """Keep a game; what to tell the person if that failed."""
        ...

    def remove(self, pad_id: str) -> str:
        """Delete a game; what to tell the person if that failed."""
        ...
