"""Typed commands: a line of text becomes one value that says what the person wants.

Pure, and blind to the table: ``choices`` finds the move that a command stands for. Slots count from 1 for
people and from 0 here. Bad input is a value too, ``Unclear``, with a line that says what to type. Commands are English
in every language: only yes and no may be said in the person's own.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.speech.answers import answer
from p2p_ligretto.speech.talk import emote_words
from p2p_ligretto.speech.wanted import CallStop, FillGap, Lay, StoreCard, TurnHand, Wanted
from p2p_ligretto.speech.words import look
from p2p_ligretto.texts import _
from p2p_ligretto.wire.payloads import VoteAbout
from p2p_ligretto.wire.printable import printable

MOST_SLOTS: Final = 5
_SHOWN_LENGTH: Final = 20


@dataclass(frozen=True, slots=True)
class SayReady:
    """Ready for the next deal."""


@dataclass(frozen=True, slots=True)
class ForceDeal:
    """Deal now, whoever is not ready."""


@dataclass(frozen=True, slots=True)
class PauseRound:
    """Pause the round or go on with it; None: whichever it is not now."""

    paused: bool | None = None


@dataclass(frozen=True, slots=True)
class AgreeEnd:
    """Agree to end the round, or no longer."""

    agrees: bool


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote to kick somebody, or to hold somebody absent; None: take back what was voted about that name."""

    about: VoteAbout | None
    name: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on without who can't be reached."""


@dataclass(frozen=True, slots=True)
class AnswerCaller:
    """Say yes or no to who asks for a seat."""

    yes: bool


@dataclass(frozen=True, slots=True)
class SayWords:
    """Say ``text`` to all at the table, as it was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class SayEmote:
    """Say the emote of that number."""

    number: int


@dataclass(frozen=True, slots=True)
class HearOrNot:
    """Hear nothing more of what ``name`` says (``all``: of what anybody says), or hear it again."""

    name: str
    muted: bool


@dataclass(frozen=True, slots=True)
class AutoFill:
    """Whether gaps fill themselves from the stack."""

    on: bool


Looked = Literal["table", "centre", "own", "fits"]


@dataclass(frozen=True, slots=True)
class Look:
    """The whole table, or one thing of it: the centre, the own place, which own cards fit now."""

    what: Looked = "table"


@dataclass(frozen=True, slots=True)
class Who:
    """Who is here."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played at this table."""


@dataclass(frozen=True, slots=True)
class NextLesson:
    """The next lesson of a guided game."""


@dataclass(frozen=True, slots=True)
class Help:
    """All commands."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """What was typed means nothing; ``line`` says what would."""

    line: str


Affair = PauseRound | AgreeEnd | CastVote | GoOn
"""What is done about the others at the table."""
Talk = SayWords | SayEmote | HearOrNot
Answer = Look | Who | Rules | Help | Unclear
"""What is only told."""
Command = Wanted | Affair | AnswerCaller | Talk | SayReady | ForceDeal | AutoFill | NextLesson | Answer | Quit

_WORDS: Final[dict[str, Command]] = {
    "": TurnHand(),
    "turn": TurnHand(),
    "centre": Look("centre"),
    "mine": Look("own"),
    "fits": Look("fits"),
    "stop": CallStop(),
    "r": SayReady(),
    "ready": SayReady(),
    "start": ForceDeal(),
    "l": Look(),
    "look": Look(),
    "who": Who(),
    "w": Who(),
    "rules": Rules(),
    "next": NextLesson(),
    "?": Help(),
    "h": Help(),
    "help": Help(),
    "q": Quit(),
    "quit": Quit(),
    "fill on": AutoFill(True),
    "fill off": AutoFill(False),
    "p": PauseRound(),
    "pause": PauseRound(True),
    "resume": PauseRound(False),
    "e": AgreeEnd(True),
    "agree": AgreeEnd(True),
    "disagree": AgreeEnd(False),
    "go on": GoOn(),
    "well played": SayEmote(0),
    "ouch": SayEmote(1),
    "hurry up": SayEmote(2),
    "sorry": SayEmote(3),
    "thanks": SayEmote(4),
    "hello": SayEmote(5),
}

_VOTES: Final[tuple[tuple[str, VoteAbout | None], ...]] = (("vote absent", "absent"), ("kick", "kick"), ("keep", None))
"""First words of commands that a name follows, and what they are about."""
_SPELT_OUT: Final = (
    (re.compile(r"store (s|d)(?:tack|iscard) (?:on )?(?:row )?([0-9]+)"), r"\1\2"),
    (re.compile(r"(s|d)(?:tack|iscard)( [0-9]+)?"), r"\1\2"),
    (re.compile(r"row ([0-9]+(?: [0-9]+)?)"), r"\1"),
    (re.compile(r"fill ([0-9]+)"), r"f\1"),
)
"""Commands in whole words, as who speaks or listens may want them, and what they are short for."""
_LAY: Final = re.compile(r"([0-9]+|s|d)(?: ([0-9]+))?")


def parse(text: str) -> Command:
    """Read one typed line; case and extra blanks do not matter."""
    typed = " ".join(text.split()).lower()
    if typed in _WORDS:
        return _WORDS[typed]
    emotes = [look(words) for words in emote_words()]
    if look(typed) in emotes:
        return SayEmote(emotes.index(look(typed)))
    answered = answer(typed, letters=False)
    if answered is not None:
        return AnswerCaller(answered)
    for pattern, short in _SPELT_OUT:
        if spelt := pattern.fullmatch(typed):
            typed = spelt.expand(short)
            break
    if typed == "fill":
        return Unclear(_("fill what? type fill on, fill off, or f and a slot, as f2"))
    if typed == "f":
        return Unclear(_("fill which gap? type f and a slot, as f2"))
    about_others = _talked(text, typed) or _voted(text, typed)
    if about_others is not None:
        return about_others
    placed = re.fullmatch(r"([sdf])([0-9]+)", typed) or re.fullmatch(r"(f) ([0-9]+)", typed)
    if placed:
        return _placed(placed[1], placed[2])
    laid = _LAY.fullmatch(typed)
    if laid:
        return _laid(laid[1], laid[2])
    said = _rest(text, 0)
    shown = printable(said if len(said) <= _SHOWN_LENGTH else said[:_SHOWN_LENGTH] + "...")
    return Unclear(
        _("'{typed}' is no command: type 1 to 5, s or d to play a card, enter to turn, ? for all commands").format(
            typed=shown
        )
    )


def _talked(text: str, typed: str) -> Command | None:
    """What is said, and whose name, is taken from ``text``, as it was typed: its capitals matter."""
    if typed == "say":
        return Unclear(_("say what? type say and what you want to say"))
    if typed.startswith("say "):
        return SayWords(text.split(maxsplit=1)[1])
    for word in ("mute", "unmute"):
        if typed == word:
            return Unclear(_("{word} whom? type {word} and a name, or {word} all").format(word=word))
        if typed.startswith(word + " "):
            return HearOrNot(_rest(text, 1), muted=word == "mute")
    return None


def _rest(text: str, words: int) -> str:
    """What was typed behind so many words, with single blanks."""
    return " ".join(text.split()[words:])


def _voted(text: str, typed: str) -> Command | None:
    for words, about in _VOTES:
        if typed == words:
            return Unclear(_("{words} whom? type {words} and a name, as {words} ada").format(words=words))
        if typed.startswith(words + " "):
            return CastVote(about, _rest(text, len(words.split())))
    if typed == "vote" or typed.startswith("vote "):
        return Unclear(_("vote what? type vote absent and a name, or kick and a name"))
    if typed == "go":
        return Unclear(_("go where? type go on to go on without laptops that can't be reached"))
    return None


def _placed(letter: str, digits: str) -> Command:
    slot = _number(digits)
    if slot is None or slot > MOST_SLOTS:
        return _no_such_slot(digits)
    match letter:
        case "f":
            return FillGap(slot - 1)
        case "s":
            return StoreCard(STACK, slot - 1)
        case _:
            return StoreCard(DISCARD, slot - 1)


def _laid(place: str, picked: str | None) -> Command:
    pick = None if picked is None else _number(picked)
    if picked is not None and pick is None:
        return Unclear(_("piles are counted from 1: type 1 2 for the second pile that the card in row 1 fits"))
    if place == "s":
        return Lay(STACK, pick)
    if place == "d":
        return Lay(DISCARD, pick)
    slot = _number(place)
    if slot is None or slot > MOST_SLOTS:
        return _no_such_slot(place)
    return Lay(row(slot - 1), pick)


def _number(digits: str) -> int | None:
    """1 or more; None for nought and for what no count of cards or piles comes near."""
    return int(digits) if len(digits) <= 3 and int(digits) > 0 else None


def _no_such_slot(digits: str) -> Unclear:
    return Unclear(_("there is no slot {number} in a row: slots are 1 to 5").format(number=digits[:_SHOWN_LENGTH]))


def help_lines() -> tuple[str, ...]:
    """All commands, one a line."""
    return (
        _("1 to 5       lay the card of that row slot (row 1 too) on a centre pile; 1 2: on the second one"),
        _("s or stack   lay the top of your stack on a centre pile, or into a gap of your row"),
        _("d or discard lay the top of your discard on a centre pile"),
        _("enter alone  turn three hand cards (turn too)"),
        _("fits         say which of your cards fit now; mine says all that you have, centre what lies there"),
        _("f2           fill the gap in slot 2 from your stack (fill off, fill on: let gaps fill themselves)"),
        _("s1 or d1     store the top of stack or discard on slot 1 (store stack 1 too), where that is allowed"),
        _("stop         call the end with an empty stack, at tables where it is called"),
        _("pause        stop the round for a while; resume goes on with it (p does either)"),
        _("agree        agree to end the round (e too): it ends when all who play do; disagree takes it back"),
        _("vote absent NAME  vote that somebody who plays no card for a minute counts as absent"),
        _("kick NAME    vote to kick somebody out of this table; keep NAME takes back your votes about somebody"),
        _("say TEXT     say something to all at the table"),
        _("{emotes}: say just that").format(emotes=", ".join(emote_words())),
        _("mute NAME    hear nothing more that somebody says; unmute NAME hears it again (all: everybody)"),
        _("yes, no      answer whether somebody may sit down, where that is asked"),
        _("go on        go on without laptops that can't be reached, where most of the table is missing"),
        _("r            ready for the next round or match; start deals now, whoever is not ready"),
        _("next         the next lesson, in a guided game (p2p-ligretto learn)"),
        _("l            look at the whole table; who shows who is here, rules what is played"),
        _("q            leave"),
        _("Cards are a colour letter and a number: R red, Y yellow, G green, B blue."),
    )
