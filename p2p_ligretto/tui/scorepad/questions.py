"""The dialogs of the score pad, and what is read out of them when they are confirmed.

``Asked`` is a dialog with what it is for. A round is a form with a field a player, in which both counts are typed;
Enter goes on to the next field that is empty, and enters the round when none is.
"""

from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import AddRound, CorrectRound, Entry, Reason, Refused
from p2p_ligretto.scorepad.typed import NotInRound, read_entry, written_entry
from p2p_ligretto.speech.score_pad import entry_words, players_words, refused_words, rounds_words
from p2p_ligretto.texts import _
from p2p_ligretto.tui.dialogs import Dialog, Told
from p2p_ligretto.tui.dialogs import Entry as DialogField
from p2p_ligretto.wire.printable import printable

_MOST_NAMES: Final = 400
"""Characters: more than all names of a full table."""
FIELD: Final = "text"
"""The name of the field of a dialog that has one."""


@dataclass(frozen=True, slots=True)
class ToBegin:
    """Begin a game of that title."""


@dataclass(frozen=True, slots=True)
class ToRetitle:
    """Call a game otherwise."""

    pad_id: str


@dataclass(frozen=True, slots=True)
class ToDelete:
    """Delete a game."""

    pad_id: str


@dataclass(frozen=True, slots=True)
class ToAdd:
    """Add players."""


@dataclass(frozen=True, slots=True)
class ToRename:
    """Give the player at ``place`` another name."""

    place: int


@dataclass(frozen=True, slots=True)
class ToRemove:
    """Take the player at ``place`` off the sheet."""

    place: int


@dataclass(frozen=True, slots=True)
class ToEnter:
    """Enter the round ``number``, from 0: a new one, or one to correct."""

    number: int
    new: bool


@dataclass(frozen=True, slots=True)
class ToQuit:
    """End the program although not everything is kept."""


Purpose = ToBegin | ToRetitle | ToDelete | ToAdd | ToRename | ToRemove | ToEnter | ToQuit


@dataclass(frozen=True, slots=True)
class Asked:
    """A dialog, and what confirming it does."""

    purpose: Purpose
    dialog: Dialog

    def with_dialog(self, dialog: Dialog) -> "Asked":
        """After something was typed or chosen in it."""
        if isinstance(self.purpose, ToEnter):
            dialog = replace(dialog, entries=tuple(map(_explained, dialog.entries)))
        return Asked(self.purpose, dialog)

    def faulted(self, refused: Refused) -> "Asked":
        """With what is wrong in the field that is chosen."""
        name = self.dialog.entries[self.dialog.chosen].name
        return Asked(self.purpose, self.dialog.faulted(name, refused_words(refused)))


def _one_field(purpose: Purpose, title: str, field: DialogField, confirm: str) -> Asked:
    return Asked(purpose, Dialog(Told(), title, entries=(field,), confirm=confirm, back=_("back")))


def ask_for_title(title: str, pad: Pad | None = None) -> Asked:
    """What a new game is called, or ``pad`` from now on."""
    field = DialogField(FIELD, _("title"), title, _("what it is called in the list of games"))
    if pad is None:
        return _one_field(ToBegin(), _("A new game"), field, _("begin"))
    return _one_field(ToRetitle(pad.id), _("Another title"), field, _("take it"))


def ask_to_delete(pad: Pad) -> Asked:
    """Whether a game is to go for good."""
    text = _("{title} with {rounds} is deleted for good.").format(
        title=printable(pad.title), rounds=rounds_words(len(pad.sheet.rounds))
    )
    dialog = Dialog(Told(), _("Delete this game?"), text, confirm=_("delete it"), back=_("keep it"), deliberate=True)
    return Asked(ToDelete(pad.id), dialog)


def ask_for_players(pad: Pad, typed: str = "") -> Asked:
    """Who plays beside those who are on the sheet: asked again and again until nobody is named."""
    field = DialogField(
        FIELD, _("names"), typed, _("one, or several with commas between; enter alone: done"), most=_MOST_NAMES
    )
    asked = _one_field(ToAdd(), _("Add players"), field, _("add"))
    return replace(asked, dialog=replace(asked.dialog, text=players_words(pad.sheet)))


def ask_for_name(pad: Pad, place: int) -> Asked:
    """What a player is called from now on."""
    field = DialogField(FIELD, _("name"), pad.sheet.players[place], _("at most 16 characters"))
    return _one_field(ToRename(place), _("Another name"), field, _("take it"))


def ask_to_remove(pad: Pad, place: int) -> Asked:
    """Whether a player is to be taken off the sheet."""
    text = _("All that {name} had in this game goes too; u brings it back.").format(
        name=printable(pad.sheet.players[place])
    )
    title = _("Take {name} off the sheet?").format(name=printable(pad.sheet.players[place]))
    return Asked(ToRemove(place), Dialog(Told(), title, text, confirm=_("take off"), back=_("back"), deliberate=True))


def ask_to_quit() -> Asked:
    """Whether to end the program although not everything is kept."""
    text = _("Not everything that you have entered could be kept. It is lost if you quit now.")
    # Translators: "stay": not to quit after all.
    dialog = Dialog(Told(), _("Quit all the same?"), text, confirm=_("quit"), back=_("stay"), deliberate=True)
    return Asked(ToQuit(), dialog)


# ---- rounds


def ask_for_round(pad: Pad, number: int) -> Asked:
    """The counts of all players in the round ``number``; a new one where there is none yet."""
    sheet = pad.sheet
    new = number >= len(sheet.rounds)
    values = [""] * len(sheet.players) if new else [written_entry(entry) for entry in sheet.rounds[number]]
    fields = tuple(
        _explained(DialogField(str(place), printable(name), value))
        for place, (name, value) in enumerate(zip(sheet.players, values, strict=True))
    )
    title = _("Round {number}") if new else _("Correct round {number}")
    dialog = Dialog(Told(), title.format(number=number + 1), entries=fields, confirm=_("next"), back=_("back"))
    return Asked(ToEnter(number, new), dialog)


def _explained(field: DialogField) -> DialogField:
    """With what the typed counts come to, or what to type."""
    entry = read_entry(field.value)
    match entry:
        case Entry():
            words = entry_words(entry)
        case NotInRound():
            words = entry_words(None)
        case _:
            words = _("cards in the centre, cards left (17 4); - if not in the round")
    return replace(field, explanation=words)


def round_of(asked: Asked) -> AddRound | CorrectRound | Asked:
    """The act that the form stands for; or the form with the field chosen that is to be typed next, or is wrong."""
    assert isinstance(asked.purpose, ToEnter)
    dialog = asked.dialog
    order = [*range(dialog.chosen, len(dialog.entries)), *range(dialog.chosen)]
    for place in order:
        field = dialog.entries[place]
        entry = read_entry(field.value)
        if not isinstance(entry, Refused):
            continue
        if not field.value.strip() and place != dialog.chosen:
            return asked.with_dialog(dialog.selected(place))
        return Asked(asked.purpose, dialog.faulted(field.name, refused_words(entry)))
    entries = tuple(_read(field.value) for field in dialog.entries)
    if all(entry is None for entry in entries):
        fault = refused_words(Refused(Reason.NOBODY_PLAYED))
        return Asked(asked.purpose, dialog.faulted(dialog.entries[dialog.chosen].name, fault))
    return AddRound(entries) if asked.purpose.new else CorrectRound(asked.purpose.number, entries)


def _read(text: str) -> Entry | None:
    entry = read_entry(text)
    assert not isinstance(entry, Refused), "it was looked at"
    return None if isinstance(entry, NotInRound) else entry
