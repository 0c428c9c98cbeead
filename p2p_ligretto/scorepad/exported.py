"""Games for other programs: as JSON, or as a table of comma-separated values with a line a player and round."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Final

from p2p_ligretto.history.spreadsheet import harmless
from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import totals

_HEADINGS: Final = ("game", "round", "player", "centre", "left", "points")


def as_json(pads: Iterable[Pad]) -> str:
    """A list of games, each with its rounds and totals."""
    return json.dumps([_game(pad) for pad in pads], ensure_ascii=False, indent=2) + "\n"


def as_csv(pads: Iterable[Pad]) -> str:
    """Headings, then a line for each entry."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_HEADINGS)
    for pad in pads:
        for number, entries in enumerate(pad.sheet.rounds, start=1):
            for name, entry in zip(pad.sheet.players, entries, strict=True):
                if entry is not None:
                    words = (harmless(pad.title), number, harmless(name))
                    writer.writerow((*words, entry.centre, entry.left, entry.points))
    return table.getvalue()


def _game(pad: Pad) -> dict[str, object]:
    sheet = pad.sheet
    return {
        "game": pad.title,
        "begun": pad.begun_us // 1_000_000,
        "players": list(sheet.players),
        "rounds": [
            [
                None if entry is None else {"centre": entry.centre, "left": entry.left, "points": entry.points}
                for entry in entries
            ]
            for entries in sheet.rounds
        ],
        "totals": list(totals(sheet)),
    }
