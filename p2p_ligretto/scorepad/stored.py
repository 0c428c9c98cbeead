"""A game as the text that is kept, and back: JSON with the version of its form, an act a line.

What is read is checked as if it came from a stranger: the acts are made anew one after the other, and one that can't
be makes the whole text ``DAMAGED``. A text of a later version is ``NEWER``, and never rewritten.
"""

import json
from enum import Enum
from typing import Final

from p2p_ligretto.scorepad.pad import MOST_ACTS, MOST_TITLE, Pad, acted
from p2p_ligretto.scorepad.sheet import Act, AddPlayer, AddRound, CorrectRound, Entry, Refused, RemovePlayer, Round
from p2p_ligretto.scorepad.sheet import RenamePlayer as Rename

FORM: Final = "p2p-ligretto score pad"
VERSION: Final = 1
MOST_BYTES: Final = 4_000_000
MOST_NAME: Final = 64
"""Characters. What of them can be shown is for those to say who show it: that differs from Python to Python."""


class Unreadable(Enum):
    """Why a text gives no game."""

    DAMAGED = "damaged"
    NEWER = "newer"


def written(pad: Pad) -> str:
    """The text of a game."""
    head = {"form": FORM, "version": VERSION, "title": pad.title, "begun_us": pad.begun_us, "done": pad.done}
    acts = ",\n".join(json.dumps(_parts(act), ensure_ascii=False) for act in pad.acts)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "acts": [\n{acts}\n]}}\n'


def read(pad_id: str, text: str) -> Pad | Unreadable:
    """The game of a text, or why there is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return Unreadable.DAMAGED
    match value:
        case {"form": "p2p-ligretto score pad", "version": int(version)} if version > VERSION:
            return Unreadable.NEWER
        case {
            "form": "p2p-ligretto score pad",
            "version": 1,
            "title": str(title),
            "begun_us": int(begun_us),
            "done": int(done),
            "acts": list(acts),
        } if 0 < len(title) <= MOST_TITLE and 0 <= done <= len(acts) <= MOST_ACTS:
            return _folded(Pad(pad_id, title, begun_us), acts, done)
        case _:
            return Unreadable.DAMAGED


def _folded(pad: Pad, acts: list[object], done: int) -> Pad | Unreadable:
    for parts in acts:
        act = _act(parts)
        after = None if act is None else acted(pad, act)
        if after is None or isinstance(after, Refused):
            return Unreadable.DAMAGED
        pad = after
    return Pad(pad.id, pad.title, pad.begun_us, pad.acts, pad.sheets, done)


def _parts(act: Act) -> list[object]:
    match act:
        case AddPlayer(name):
            return ["add", name]
        case Rename(place, name):
            return ["rename", place, name]
        case RemovePlayer(place):
            return ["remove", place]
        case AddRound(entries):
            return ["round", _entry_parts(entries)]
        case CorrectRound(number, entries):
            return ["correct", number, _entry_parts(entries)]


def _entry_parts(entries: Round) -> list[object]:
    return [None if entry is None else [entry.centre, entry.left] for entry in entries]


def _act(parts: object) -> Act | None:
    match parts:
        case ["add", str(name)] if len(name) <= MOST_NAME:
            return AddPlayer(name)
        case ["rename", int(place), str(name)] if len(name) <= MOST_NAME:
            return Rename(place, name)
        case ["remove", int(place)]:
            return RemovePlayer(place)
        case ["round", list(entries)]:
            read_entries = _entries(entries)
            return None if read_entries is None else AddRound(read_entries)
        case ["correct", int(number), list(entries)]:
            read_entries = _entries(entries)
            return None if read_entries is None else CorrectRound(number, read_entries)
        case _:
            return None


def _entries(parts: list[object]) -> Round | None:
    entries: list[Entry | None] = []
    for part in parts:
        match part:
            case None:
                entries.append(None)
            case [int(centre), int(left)]:
                entries.append(Entry(centre, left))
            case _:
                return None
    return tuple(entries)
