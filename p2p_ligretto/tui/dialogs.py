"""Dialogs as values: what is asked, in which fields, and what for. Typing and changing give the next value.

A dialog knows nothing of the screen under it; ``form`` is what is drawn of it. Texts that are typed are kept as they
are, within a bound; whoever reads them when the dialog is confirmed cleans and checks them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.tui.views import Field, Form
from p2p_ligretto.wire.payloads import VoteAbout

MOST_TYPED: Final = 64
BACKSPACE: Final = "\b"


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a field may have: for the program, for a person, and what it means."""

    value: str
    words: str
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A field. With ``choices`` its value is one of theirs, without it is typed, at most ``most`` characters."""

    name: str
    label: str
    value: str
    explanation: str = ""
    choices: tuple[Choice, ...] = ()
    fault: str = ""
    most: int = MOST_TYPED

    def typed(self, text: str) -> "Entry":
        """After ``text`` was typed or pasted; ``BACKSPACE`` deletes the last character."""
        if self.choices:
            return self
        if text == BACKSPACE:
            return replace(self, value=self.value[:-1], fault="")
        shown = "".join(character for character in text if character.isprintable())
        return replace(self, value=(self.value + shown)[: self.most], fault="")

    def changed(self, by: int) -> "Entry":
        """After the next (1) or previous (-1) of the choices was taken; the last is followed by the first."""
        if not self.choices:
            return self
        values = [choice.value for choice in self.choices]
        return replace(self, value=values[(values.index(self.value) + by) % len(values)], fault="")

    def field(self) -> Field:
        """As it is drawn."""
        for choice in self.choices:
            if choice.value == self.value:
                return Field(self.label, choice.words, choice.explanation or self.explanation, fault=self.fault)
        return Field(self.label, self.value, self.explanation, typed=True, fault=self.fault)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in which field."""

    name: str
    text: str


# ---- what a dialog is for


@dataclass(frozen=True, slots=True)
class ToOpen:
    """Open a table with the options given."""


@dataclass(frozen=True, slots=True)
class ToJoinAddress:
    """Join at an address."""


@dataclass(frozen=True, slots=True)
class ToAdmit:
    """Give ``peer`` a seat; going back declines it."""

    peer: bytes


@dataclass(frozen=True, slots=True)
class ToShowCode:
    """Show the code of a private table."""


@dataclass(frozen=True, slots=True)
class ToRename:
    """Go by another name."""


@dataclass(frozen=True, slots=True)
class ToPlayBots:
    """Play against bots."""


@dataclass(frozen=True, slots=True)
class ToLeave:
    """Leave a round that is being played: for the lobby, or with the whole program."""

    ends_program: bool


@dataclass(frozen=True, slots=True)
class ToWatch:
    """Look on at a table that has no seat left."""

    table: bytes


@dataclass(frozen=True, slots=True)
class ToEndRound:
    """Agree to end the round that is being played."""


@dataclass(frozen=True, slots=True)
class ToChoose:
    """Choose whom to vote about."""

    about: VoteAbout


@dataclass(frozen=True, slots=True)
class ToVote:
    """Vote about ``seat``, or take the vote back (``yes`` is False)."""

    about: VoteAbout
    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class ToGoOn:
    """Go on without who can't be reached."""


@dataclass(frozen=True, slots=True)
class ToSay:
    """Say something to all at the table."""


@dataclass(frozen=True, slots=True)
class ToMute:
    """Choose whom not to hear any more, or to hear again."""


@dataclass(frozen=True, slots=True)
class Told:
    """Nothing is asked: going back closes it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing can be confirmed: something is under way, and going back stops it."""


Purpose = (
    ToOpen
    | ToJoinAddress
    | ToShowCode
    | ToAdmit
    | ToRename
    | ToPlayBots
    | ToLeave
    | ToWatch
    | ToEndRound
    | ToChoose
    | ToVote
    | ToGoOn
    | ToSay
    | ToMute
    | Told
    | Waiting
)


ABOUT_A_ROUND: Final = (ToLeave, ToEndRound)
"""Purposes that are gone with the round."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """``confirm`` and ``back`` say what these do; ``confirm`` is empty where nothing can be confirmed.

    ``deliberate``: a question whose yes is never the default. ``keep_pace`` gets the dialog as it was and with the
    chosen field changed, and sets those anew that depend on it.
    """

    purpose: Purpose
    title: str
    text: str = ""
    entries: tuple[Entry, ...] = ()
    chosen: int = 0
    confirm: str = ""
    back: str = ""
    deliberate: bool = False
    keep_pace: Callable[["Dialog", "Dialog"], "Dialog"] | None = None

    def moved(self, by: int) -> "Dialog":
        """The field ``by`` places further down, as far as there are any."""
        return self.selected(min(max(self.chosen + by, 0), len(self.entries) - 1))

    def selected(self, index: int) -> "Dialog":
        """The field at ``index``; a place that there isn't changes nothing."""
        return replace(self, chosen=index) if 0 <= index < len(self.entries) else self

    def typed(self, text: str) -> "Dialog":
        """After ``text`` was typed into the chosen field."""
        return self._changed_to(self.entries[self.chosen].typed(text)) if self.entries else self

    def changed(self, by: int) -> "Dialog":
        """After the chosen field got its next or previous value."""
        return self._changed_to(self.entries[self.chosen].changed(by)) if self.entries else self

    def faulted(self, name: str, fault: str) -> "Dialog":
        """With what is wrong in the field called ``name``, which is chosen."""
        index = [entry.name for entry in self.entries].index(name)
        return self.selected(index).with_entry(replace(self.entries[index], fault=fault))

    def value(self, name: str) -> str:
        """The value of the field called ``name``."""
        return next(entry.value for entry in self.entries if entry.name == name)

    def form(self) -> Form:
        """As it is drawn."""
        fields = tuple(entry.field() for entry in self.entries)
        foot = isinstance(self.purpose, ToSay)
        return Form(self.title, self.text, fields, self.chosen, self.confirm, self.back, self.deliberate, foot)

    def with_value(self, name: str, value: str) -> "Dialog":
        """With another value in the field called ``name``."""
        old = next(entry for entry in self.entries if entry.name == name)
        return self.with_entry(replace(old, value=value, fault=""))

    def with_entry(self, entry: Entry) -> "Dialog":
        """With ``entry`` in the place of the one of that name."""
        entries = tuple(entry if old.name == entry.name else old for old in self.entries)
        return replace(self, entries=entries)

    def _changed_to(self, entry: Entry) -> "Dialog":
        after = self.with_entry(entry)
        return after if self.keep_pace is None or after == self else self.keep_pace(self, after)
