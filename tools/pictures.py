"""The pictures of the documents: the real program, played on terminals, and what they show written as SVG.

``python -m tools.pictures [NAME ...]`` makes them anew. Each picture is taken on a network of its own (Linux), so that
neither the players of this network get into it nor its addresses.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from typing import Final

from p2p_ligretto.game.cards import COLOURS
from p2p_ligretto.game.options import Options
from p2p_ligretto.playback.reading import read_recording
from p2p_ligretto.sim.match import play_match
from tools.own_network import run_in_own_network, set_up
from tools.terminal_program import Cells, NeverShown, TerminalProgram
from tools.terminal_svg import svg_of

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
START_LIMIT_S: Final = 60.0
PLAY_LIMIT_S: Final = 400.0
OTHERS: Final = ("Bea", "Cem", "Dora", "Emil", "Finn", "Gita", "Hugo", "Ines", "Jaro", "Kira", "Lev")
PLAYING_PAUSE_S: Final = 0.2
DEALING_PAUSE_S: Final = 5.0
"""Time for all to deal once "ready" was said; saying it again would take it back."""
_TAKEN_HERE: Final = "--taken-here"
Size = tuple[int, int]
"""Columns and rows."""
SMALL: Final[Size] = (80, 24)
_SHAPE: Final = re.compile("[♥♦♣♠]")
_CARD: Final = re.compile(r"\b[RYGB]\d+\b")


class Stage:
    """Starts programs and ends them all; each has a folder of its own, and a terminal that shows every colour."""

    def __init__(self, exits: ExitStack, folder: Path) -> None:
        self._exits = exits
        self._folder = folder
        # A card on its way would be wherever it was at that moment.
        settings = folder / ".config" / "p2p-ligretto"
        settings.mkdir(parents=True)
        (settings / "config.toml").write_text("motion = false\n", encoding="utf-8")
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
        }

    def start(self, player: str, *arguments: str, size: Size = SMALL) -> TerminalProgram:
        """Start the program for ``player``."""
        command = (*arguments, "--player", player)
        program = TerminalProgram(command, *size, self._folder / player, self._environment)
        self._exits.callback(program.close)
        return program

    def seat_bots(self, table: str, level: str, *names: str) -> None:
        """Have bots of these names sit down at ``table``."""
        for name in names:
            self.start(name, "bot", table, "--level", level)

    def record_match(self, players: int) -> Path:
        """The record of a simulated match of sharp bots, the first in which Ada was too late with a card."""
        path = self._folder / "match.jsonl"
        for seed in count(1):
            text = play_match(seed, players, "sharp", Options(rounds=3)).exports[0]
            recording = read_recording(text.splitlines())
            ada = next(number for number, seat in enumerate(recording.seats.seats) if seat.name == "Ada")
            steps = (step for played in recording.rounds for step in played.steps)
            if any(step.race is not None and step.race.late == ada for step in steps):
                break
        path.write_text(text, encoding="utf-8")
        return path


@dataclass(frozen=True)
class Picture:
    """``take`` plays on a stage, at a terminal of ``size``, until there is what is to be shown."""

    name: str
    title: str
    take: Callable[[Stage, Size], Cells]
    size: Size = SMALL

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.svg"


def has(*parts: str) -> Callable[[str], bool]:
    """Whether all ``parts`` are on screen."""
    return lambda text: all(part in text for part in parts)


def centre_cards(text: str) -> int:
    """How many piles of the centre show a card; large ones show it as a shape."""
    centre = _between(text, " centre ", (" others ", " players "))
    return len(_CARD.findall(centre)) + max(0, len(_SHAPE.findall(centre)) - len(COLOURS))


def _between(text: str, start: str, ends: tuple[str, ...]) -> str:
    _before, _start, rest = text.partition(start)
    return min((rest.partition(end)[0] for end in ends), key=len)


# ---- what is played


def lobby(stage: Stage, size: Size) -> Cells:
    """Two tables, one of them in mid-round, and somebody who looks around too."""
    stage.start("Bea", "host", "--name", "Kitchen")
    ada = stage.start("Ada", size=size)
    ada.wait_for(has("Kitchen", "1 player"), START_LIMIT_S)
    stage.start("Cem", "join", "Kitchen")
    stage.start("Emil", "host", "--name", "Garden", "--seats", "3", "--auto")
    stage.seat_bots("Garden", "easy", "Finn", "Gita")
    stage.start("Hugo")
    return ada.wait_for(has("2 players", "3 players", "Hugo", "a round is being played"), START_LIMIT_S)


def table(stage: Stage, size: Size) -> Cells:
    """Four seats, two of them ready, before the first round."""
    ada = stage.start("Ada", "host", "--name", "Kitchen", size=size)
    ada.wait_for(has("before the first round"), START_LIMIT_S)
    for name in OTHERS[:3]:
        guest = stage.start(name, "join", "Kitchen")
        guest.wait_for(has("before the first round"), START_LIMIT_S)
        if name != "Dora":
            guest.type("r")
        ada.wait_for(has(name, "press r"), START_LIMIT_S)
    stage.start("Emil", "watch", "Kitchen")
    return ada.wait_for(lambda text: text.count("✓") == 2 and "1 watching" in text, START_LIMIT_S)


def lesson(stage: Stage, size: Size) -> Cells:
    """A guided game, in the lesson that wants the first card played, with one to play."""
    ada = stage.start("Ada", "learn", size=size)
    ada.wait_for(has("lesson 1 of 8", "00:02"), START_LIMIT_S)
    ada.type("nn")
    press(ada, " ", PLAYING_PAUSE_S, has("lesson 3 of 8", "Now: "))
    return ada.wait_for(has("lesson 3 of 8", "Now: "), START_LIMIT_S)


def game_of_four(stage: Stage, size: Size) -> Cells:
    """In mid-round, at best with a card that came too late."""
    return game(stage, size, others=OTHERS[:3], level="sharp", rounds=2)


def game_of_two(stage: Stage, size: Size) -> Cells:
    """Two players have five slots each."""
    return game(stage, size, others=OTHERS[:1], level="sharp", rounds=1)


def game_of_eight(stage: Stage, size: Size) -> Cells:
    """In a large window."""
    return game(stage, size, others=OTHERS[:7], level="steady", rounds=1)


def game_of_twelve(stage: Stage, size: Size) -> Cells:
    """Every seat taken."""
    return game(stage, size, others=OTHERS, level="steady", rounds=1)


def game(stage: Stage, size: Size, *, others: tuple[str, ...], level: str, rounds: int) -> Cells:
    """Play so many of three ``rounds`` against bots of ``level``; the moment in which there is most to be seen."""
    seats = str(len(others) + 1)
    start = ("host", "--name", "Kitchen", "--seats", seats, "--auto", "--level", level)
    ada = stage.start("Ada", *start, size=size)
    ada.wait_for(has("before the first round"), START_LIMIT_S)
    stage.start("Mia", "watch", "Kitchen")
    stage.seat_bots("Kitchen", level, *others)
    return ada.best_until(has(f"round {rounds + 1} of 3"), worth_seeing, PLAY_LIMIT_S)


def worth_seeing(text: str) -> int:
    """Full centres are worth more, most of all where a card came too late."""
    if "1 watching" not in text or " is over" in text:
        return 0
    return centre_cards(text) + 4 * ("too late: " in text) + 4 * (" too late: your" in text)


def scores(stage: Stage, size: Size) -> Cells:
    """After a round, not the first, in which two players wanted to lay the same card."""
    others = OTHERS[:5]
    rounds = 9
    ada = stage.start("Ada", "host", "--name", "Kitchen", "--rounds", str(rounds), size=size)
    ada.wait_for(has("before the first round"), START_LIMIT_S)
    stage.seat_bots("Kitchen", "sharp", *others)
    for number in range(1, rounds):
        ada.wait_for(lambda text: text.count("✓") == len(others), START_LIMIT_S)
        press(ada, "r", DEALING_PAUSE_S, has("centre", "space"))
        press(ada, "s1s2s3sd ", PLAYING_PAUSE_S, has(f"after round {number} of"))
        if number > 1 and "contested" in ada.text():
            break
    return ada.wait_for(lambda text: text.count("✓") == len(others) and "contested" in text, START_LIMIT_S)


def press(program: TerminalProgram, keys: str, pause_s: float, until: Callable[[str], bool]) -> None:
    """Press ``keys`` in turn, one after each pause, until ``until`` says yes of what is on screen."""
    deadline = time.monotonic() + PLAY_LIMIT_S
    for key in cycle(keys):
        try:
            program.wait_for(until, pause_s)
        except NeverShown:
            if time.monotonic() > deadline:
                raise
            program.type(key)
        else:
            return


def paused(stage: Stage, size: Size) -> Cells:
    """A round that somebody has paused, with a laptop that was lost before."""
    start = ("host", "--name", "Kitchen", "--seats", "4", "--auto", "--level", "steady")
    ada = stage.start("Ada", *start, size=size)
    ada.wait_for(has("before the first round"), START_LIMIT_S)
    bea = stage.start("Bea", "join", "Kitchen")
    bea.wait_for(has("press r"), START_LIMIT_S)
    stage.seat_bots("Kitchen", "sharp", "Cem")
    dora = stage.start("Dora", "bot", "Kitchen", "--level", "sharp")
    ada.wait_for(has("Cem", "Dora"), START_LIMIT_S)
    bea.type("r")
    ada.wait_for(lambda text: centre_cards(text) > 6, PLAY_LIMIT_S)
    dora.kill()
    ada.wait_for(has("laptop gone"), START_LIMIT_S)
    bea.type("p")
    return ada.wait_for(lambda text: "Bea has paused" in text and "laptop is gone" not in text, START_LIMIT_S)


def without(stage: Stage, size: Size) -> Cells:
    """What the junior of two is asked when the other laptop is lost."""
    ada = stage.start("Ada", "host", "--name", "Kitchen", "--seats", "2", "--auto", "--level", "sharp")
    ada.wait_for(has("before the first round"), START_LIMIT_S)
    bea = stage.start("Bea", "join", "Kitchen", size=size)
    bea.wait_for(has("press r"), START_LIMIT_S)
    bea.type("r")
    press(bea, "12345s ", PLAYING_PAUSE_S, lambda text: re.search("yours: [4-9]", text) is not None)
    ada.kill()
    return bea.wait_for(has("Go on without Ada?"), START_LIMIT_S)


def watching(stage: Stage, size: Size) -> Cells:
    """Looking on in mid-round."""
    start = ("host", "--name", "Kitchen", "--seats", "4", "--auto", "--level", "steady")
    ada = stage.start("Ada", *start)
    ada.wait_for(has("before the first round"), START_LIMIT_S)
    stage.seat_bots("Kitchen", "steady", *OTHERS[:3])
    ada.wait_for(lambda text: centre_cards(text) > 2, PLAY_LIMIT_S)
    mia = stage.start("Mia", "watch", "Kitchen", size=size)
    return mia.best_until(has("round 2 of 3"), worth_seeing, PLAY_LIMIT_S)


def replay(stage: Stage, size: Size) -> Cells:
    """A recorded round at a card for which Ada was too late."""
    return _replayed(stage, size).wait_for(_too_late, START_LIMIT_S)


def curves(stage: Stage, size: Size) -> Cells:
    """The curves of that match."""
    ada = _replayed(stage, size)
    ada.type("c")
    return ada.wait_for(has("points over the rounds"), START_LIMIT_S)


def _replayed(stage: Stage, size: Size) -> TerminalProgram:
    ada = stage.start("Ada", "replay", str(stage.record_match(players=6)), "--seat", "Ada", size=size)
    ada.wait_for(has("round 1 begins"), START_LIMIT_S)
    press(ada, "n", PLAYING_PAUSE_S, _too_late)
    return ada


def _too_late(text: str) -> bool:
    return "\n too late: " in text


PICTURES: Final = (
    Picture("lesson", "A guided first game: the lesson stands below the cards", lesson),
    Picture("lobby", "The lobby: two tables, the people on this network, and the own address", lobby),
    Picture("table", "A table before the first round: four seats, two of them ready, and the options", table),
    Picture("game", "A round of four players in an 80x24 terminal", game_of_four),
    Picture("game-2", "A round of two players in an 80x24 terminal", game_of_two),
    Picture("game-8", "A round of eight players in a 200x60 terminal", game_of_eight, (200, 60)),
    Picture("game-12", "A round of twelve players in a 120x40 terminal", game_of_twelve, (120, 40)),
    Picture("scores", "The scores after a round, with the cards that two wanted to play", scores),
    Picture("paused", "A paused round: who has paused it, and a player whose laptop is gone", paused),
    Picture("without", "The question of who is left behind: go on without the other?", without),
    Picture("watching", "Looking on at a round of four players", watching),
    Picture("replay", "A replay at a contested card, seen from the place of who was too late", replay),
    Picture("curves", "The curves of a match: points over the rounds, cards in the centre over time", curves),
)


def take(picture: Picture) -> None:
    """Take ``picture`` here, on the network of this process."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as exits:
        cells = picture.take(Stage(exits, Path(folder)), picture.size)
        picture.path.write_text(svg_of(cells, picture.title), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Take the pictures that are named, all if none is; the exit code."""
    here = arguments[:1] == [_TAKEN_HERE]
    names = arguments[1:] if here else arguments
    known = {picture.name: picture for picture in PICTURES}
    if unknown := set(names) - set(known):
        print(f"no such picture: {', '.join(sorted(unknown))}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    for name in names or known:
        if here:
            set_up()
            take(known[name])
            continue
        print(known[name].path.relative_to(Path.cwd()) if known[name].path.is_relative_to(Path.cwd()) else name)
        try:
            run_in_own_network((sys.executable, "-m", "tools.pictures", _TAKEN_HERE, name))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name} was not taken: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
