"""What a person can ask by a key or a click: made by ``key_bindings`` and the mouse, carried out by ``app``."""

from dataclasses import dataclass

from p2p_ligretto.game.moves import Source
from p2p_ligretto.tui.scorepad.actions import PadAction


@dataclass(frozen=True, slots=True)
class Move:
    """Lobby and lists: go up (-1) or down (1) in what can be chosen."""

    by: int


@dataclass(frozen=True, slots=True)
class Select:
    """Choose the entry ``index`` of the list on screen."""

    index: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Do what the chosen entry or the question on screen offers."""


@dataclass(frozen=True, slots=True)
class Back:
    """Close the dialog or question, or leave this screen."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Lobby: open a table (asks for its name and options)."""


@dataclass(frozen=True, slots=True)
class PlayBots:
    """Lobby: a game against bots on this laptop (asks how many, and how fast)."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Lobby: a guided first game, with lessons."""


@dataclass(frozen=True, slots=True)
class JoinAddress:
    """Lobby: join by HOST:PORT (asks for it)."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Lobby: watch the chosen table."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Lobby: change the own name (asks for it)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Table lobby and scores: ready, or no longer."""


@dataclass(frozen=True, slots=True)
class Force:
    """Table lobby and scores: deal now."""


@dataclass(frozen=True, slots=True)
class Change:
    """Forms: the next (1) or previous (-1) value of the chosen field."""

    by: int


@dataclass(frozen=True, slots=True)
class Type:
    """Forms: ``text`` was typed or pasted into the chosen field; ``"\\b"`` deletes."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayFrom:
    """Game: lay the card at ``source`` on the pile that it fits (the oldest), or into a gap if it is the stack top."""

    source: Source


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Game (mouse): lay a fitting own card on the pile ``colour``:``opener``."""

    colour: str
    opener: int


@dataclass(frozen=True, slots=True)
class FillSlot:
    """Game: fill the gap ``slot`` with the stack top."""

    slot: int


@dataclass(frozen=True, slots=True)
class StoreFrom:
    """Game, ``row_storage``: begin to store from stack or discard; the next slot key says where."""

    source: Source


@dataclass(frozen=True, slots=True)
class Turn:
    """Game: turn three hand cards."""


@dataclass(frozen=True, slots=True)
class Call:
    """Game, manual call: stop."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Game: stop the round for a while, or go on with it."""


@dataclass(frozen=True, slots=True)
class EndRound:
    """Game: agree to end the round (asks first), or no longer."""


@dataclass(frozen=True, slots=True)
class VoteAbsent:
    """Game: vote that somebody counts as absent (asks who)."""


@dataclass(frozen=True, slots=True)
class Kick:
    """At a table: vote to kick somebody out of it (asks who)."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """At a table: go on without those who can't be reached (asks first)."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Game: mark the cards that fit, or no longer."""


@dataclass(frozen=True, slots=True)
class NextLesson:
    """A guided game: the next lesson, whether the thing was done or not."""


@dataclass(frozen=True, slots=True)
class Talk:
    """At a table: say something to all (asks what)."""


@dataclass(frozen=True, slots=True)
class Emote:
    """Where it is asked what to say: the emote of that number, at once."""

    number: int


@dataclass(frozen=True, slots=True)
class Mute:
    """At a table: hear nothing more that somebody says, or hear it again (asks who)."""


@dataclass(frozen=True, slots=True)
class SwitchAlerts:
    """At a table: the bell, the flash, both or neither, one after the other."""


@dataclass(frozen=True, slots=True)
class Help:
    """Show or hide the keys of this screen."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave: asks first in mid-round."""


@dataclass(frozen=True, slots=True)
class PlayOrStop:
    """Replay: let it run, or stand still."""


@dataclass(frozen=True, slots=True)
class Step:
    """Replay: one step on (1) or back (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class Faster:
    """Replay: a higher speed (1), or a lower one (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class ToContest:
    """Replay: to the next (1) or the last (-1) contested card."""

    by: int


@dataclass(frozen=True, slots=True)
class ToRound:
    """Replay: to the next (1) or the last (-1) beginning of a round."""

    by: int


@dataclass(frozen=True, slots=True)
class ToEnd:
    """Replay: to the end of the match (1), or to its beginning (-1)."""

    by: int


@dataclass(frozen=True, slots=True)
class NextView:
    """Replay: seen from the next (1) or the last (-1) place."""

    by: int


@dataclass(frozen=True, slots=True)
class Curves:
    """Replay: show the curves of the match, or the table again."""


Action = (
    Move
    | Select
    | Confirm
    | Back
    | OpenTable
    | PlayBots
    | Learn
    | JoinAddress
    | Watch
    | Rename
    | Ready
    | Force
    | Change
    | Type
    | PlayFrom
    | PlayOn
    | FillSlot
    | StoreFrom
    | Turn
    | Call
    | Pause
    | EndRound
    | VoteAbsent
    | Kick
    | GoOn
    | Hints
    | NextLesson
    | Talk
    | Emote
    | Mute
    | SwitchAlerts
    | Help
    | Quit
    | PadAction
    | PlayOrStop
    | Step
    | Faster
    | ToContest
    | ToRound
    | ToEnd
    | NextView
    | Curves
)
