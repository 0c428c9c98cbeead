"""The dialogs of the program, and what is read out of them when they are confirmed."""

from typing import Final

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.table_code import read_code
from p2p_ligretto.speech.codes import no_code_words
from p2p_ligretto.speech.words import decimal
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.tui.dialogs import (
    Choice,
    Dialog,
    Entry,
    Fault,
    ToJoinAddress,
    Told,
    ToLeave,
    ToOpen,
    ToPlayBots,
    ToRename,
    ToShowCode,
    ToWatch,
    Waiting,
)
from p2p_ligretto.tui.rule_fields import kept_in_pace, options_in, rule_entries
from p2p_ligretto.wire.names import UNNAMED, clean_name
from p2p_ligretto.wire.payloads import Admission
from p2p_ligretto.wire.printable import printable

DEFAULT_BOTS: Final = 3


# ---- opening a table


def ask_to_open(own_name: str) -> Dialog:
    """A table's name, what is played at it, and who may join."""
    return Dialog(
        ToOpen(),
        _("Open a table"),
        entries=(
            Entry("name", _("name"), own_name, _("what others see and join")),
            *rule_entries(),
            Entry("admission", _("open to"), "open", choices=_admissions()),
        ),
        confirm=_("open it"),
        back=_("back"),
        keep_pace=kept_in_pace,
    )


def _admissions() -> tuple[Choice, ...]:
    return (
        Choice("open", _("everybody"), _("whoever finds it can sit down or watch")),
        Choice("approval", _("who is let in"), _("somebody at the table has to say yes to a newcomer")),
        # Translators: to whom a table is open; the answer to "open to".
        Choice("code", _("friends"), _("who joins or watches is asked for a short code")),
    )


def admission_of(dialog: Dialog) -> Admission:
    """Who may join the table."""
    admissions: dict[str, Admission] = {"code": "code", "approval": "approval"}
    return admissions.get(dialog.value("admission"), "open")


def table_of(dialog: Dialog) -> tuple[str, Options] | Fault:
    """Name and options that were given for a table."""
    name = _name_in(dialog, "name")
    if isinstance(name, Fault):
        return name
    options = options_in(dialog)
    return options if isinstance(options, Fault) else (name, options)


# ---- bots


def ask_for_bots() -> Dialog:
    """How many bots, how fast they are, and what is played."""
    return Dialog(
        ToPlayBots(),
        _("Play against bots"),
        entries=(
            Entry("bots", _("bots"), str(DEFAULT_BOTS), choices=tuple(_bot_choices())),
            Entry("level", _("speed"), "steady", choices=tuple(_level_choices())),
            *rule_entries(),
        ),
        confirm=_("play"),
        back=_("back"),
        keep_pace=kept_in_pace,
    )


def _bot_choices() -> list[Choice]:
    return [
        Choice(str(bots), str(bots), ngettext("{count} bot and you", "{count} bots and you", bots).format(count=bots))
        for bots in range(1, MAX_SEATS)
    ]


def _level_choices() -> list[Choice]:
    # Translators: how fast a bot is; these five are the values of one choice.
    words = {"slow": _("slow"), "easy": _("easy"), "steady": _("steady"), "sharp": _("sharp"), "instant": _("instant")}
    return [
        Choice(
            level.name,
            words.get(level.name, level.name),
            _("a bot takes about {seconds} s for a move").format(seconds=decimal(str(level.median_us / 1e6)))
            if level.median_us
            else _("a bot does not wait: nobody keeps up with it"),
        )
        for level in LEVELS.values()
    ]


def bots_of(dialog: Dialog) -> tuple[int, str, Options] | Fault:
    """How many bots of which level, and what is played."""
    options = options_in(dialog)
    if isinstance(options, Fault):
        return options
    return int(dialog.value("bots")), dialog.value("level"), options


# ---- addresses and names


def ask_for_address(typed: str = "", fault: str = "") -> Dialog:
    """Where to join; with what was typed before and why that did not do."""
    entry = Entry("address", _("address"), typed, _("HOST:PORT, as the other program shows it"), fault=fault)
    return Dialog(ToJoinAddress(), _("Join by address"), entries=(entry,), confirm=_("join"), back=_("back"))


def ask_for_code(fault: str = "") -> Dialog:
    """The code of a private table; with what is wrong with the one that was typed before."""
    entry = Entry("code", _("code"), "", _("those who sit at the table can tell you"), fault=fault)
    return Dialog(ToShowCode(), _("A private table"), entries=(entry,), confirm=_("join"), back=_("back"))


def code_of(dialog: Dialog) -> str | Fault:
    """The code that was typed."""
    code = read_code(dialog.value("code"))
    return Fault("code", no_code_words(dialog.value("code"))) if code is None else code


def ask_for_name(name: str) -> Dialog:
    """What to be called."""
    entry = Entry("name", _("name"), name, _("at most 16 characters; others see it at the table"))
    return Dialog(ToRename(), _("Your name"), entries=(entry,), confirm=_("take it"), back=_("back"))


def name_of(dialog: Dialog) -> str | Fault:
    """The name that was given."""
    return _name_in(dialog, "name")


def _name_in(dialog: Dialog, field: str) -> str | Fault:
    typed = dialog.value(field)
    name = clean_name(typed)
    if name == UNNAMED != typed.strip():
        return Fault(field, _("use letters: nothing of this can be shown") if typed.strip() else _("it needs a name"))
    return name


# ---- questions


def ask_to_leave(*, ends_program: bool) -> Dialog:
    """Whether to leave a round that is being played."""
    return Dialog(
        ToLeave(ends_program),
        _("Leave the round?"),
        _("A round is being played. The others go on without you; your points of earlier rounds stay."),
        confirm=_("leave"),
        back=_("play on"),
    )


def ask_to_watch(table: bytes, name: str) -> Dialog:
    """Whether to look on where there is no seat."""
    return Dialog(
        ToWatch(table),
        _("No seat left"),
        _('"{table}" is full: it has twelve seats. You can watch instead.').format(table=printable(name)),
        confirm=_("watch"),
        back=_("back"),
    )


def tell_of_twin(text: str) -> Dialog:
    """That another program uses the key of this one, and the way out."""
    return Dialog(Told(), _("Your key is used twice"), text, back=_("all right"))


def tell_of_wait(text: str) -> Dialog:
    """What is under way, and that it can be stopped."""
    return Dialog(Waiting(), _("One moment"), text, back=_("stop waiting"))


def tell_of_settings(notice: str) -> Dialog:
    """What is wrong with the person's settings: a line would be gone before it is read."""
    return Dialog(Told(), _("Your settings"), notice, back=_("all right"))
