"""The score pad in the line interface: what is typed is entered and kept at once, and how it stands is said.

``ScorePad`` takes one line after the other and gives the lines to print; what it keeps games with, begins them with
and draws with is handed in. A round that was begun is entered when all have been asked; until then nothing of it is.
"""

from collections.abc import Callable

from p2p_ligretto.game.drawn import drawn
from p2p_ligretto.plain.score_acts import AskedRound, act_for
from p2p_ligretto.plain.score_commands import (
    Add,
    Command,
    Correct,
    DeleteGame,
    EnterRound,
    Help,
    ListGames,
    Look,
    NewGame,
    OfGames,
    OpenGame,
    Quit,
    Redo,
    Remove,
    Rename,
    Retitle,
    Unclear,
    Undo,
    WhoStarts,
    help_lines,
    parse,
)
from p2p_ligretto.plain.score_lines import after_round_lines, book_lines, round_lines, sheet_lines
from p2p_ligretto.plain.streams import LineReader, LineWriter
from p2p_ligretto.scorepad.book import Book, NotFound
from p2p_ligretto.scorepad.keeping import Keeper
from p2p_ligretto.scorepad.pad import Pad, acted, clean_title, redo, retitled, undo
from p2p_ligretto.scorepad.sheet import (
    Act,
    AddPlayer,
    AddRound,
    CorrectRound,
    Refused,
    look,
)
from p2p_ligretto.speech.answers import answer
from p2p_ligretto.speech.score_pad import (
    act_words,
    free_title,
    game_words,
    player_name,
    players_words,
    refused_words,
    rounds_words,
    starter_words,
)
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


class ScorePad:
    """``over`` says that the person wants to end it."""

    def __init__(self, book: Book, keeper: Keeper, begin: Callable[[str], Pad], chance: Callable[[], int]) -> None:
        self.book = book
        self.over = False
        self._keeper = keeper
        self._begin = begin
        self._chance = chance
        self._asked: AskedRound | None = None
        """The round that is being entered."""
        self._asked_to_delete = False
        self._asked_to_quit = False

    def greeting(self) -> tuple[str, ...]:
        """What is said first."""
        pad = self.book.opened
        if pad is None:
            return (*book_lines(self.book), _("type ? for all commands"))
        return (game_words(pad), _("type round to enter a round, games for all games, ? for all commands"))

    def obey(self, text: str) -> tuple[str, ...]:
        """Do what was typed; the lines that say so."""
        if self._asked_to_delete:
            self._asked_to_delete = False
            answered = answer(text, letters=True)
            if answered:
                return self._delete()
            said = (_("nothing is deleted"),)
            return said if answered is False or not text.strip() else (*said, *self.obey(text))
        pad = self.book.opened
        if self._asked is not None and pad is not None:
            return self._answer(pad, self._asked, text)
        asked_to_quit, self._asked_to_quit = self._asked_to_quit, False
        if not text.strip():
            return ()
        command = parse(text)
        if isinstance(command, Quit):
            return self._quit(asked_to_quit)
        return self._do(command)

    def end_of_input(self) -> tuple[str, ...]:
        """Nothing more will be typed."""
        if self._asked:
            return (_("the round was not finished: nothing of it is kept"),)
        return ()

    def _quit(self, asked: bool) -> tuple[str, ...]:
        if self._keeper.all_kept or asked:
            self.over = True
            return ()
        self._asked_to_quit = True
        return (_("not everything could be kept: type q once more to quit all the same"),)

    def _do(self, command: Command) -> tuple[str, ...]:
        match command:
            case Help():
                return help_lines()
            case Unclear(line):
                return (line,)
            case ListGames() | OpenGame() | NewGame() | Retitle() | DeleteGame():
                return self._of_games(command)
            case Add(names):
                return self._add(names)
            case _:
                pad = self.book.opened
                if pad is None:
                    return self._none_open()
                return self._of_pad(pad, command)

    # ---- games

    def _none_open(self) -> tuple[str, ...]:
        """What to do where a game is needed; the list of none says how to begin one."""
        games = book_lines(self.book)
        return (_("no game is open: type open and its number, or new"), *games) if self.book.pads else games

    def _of_games(self, command: OfGames) -> tuple[str, ...]:
        match command:
            case ListGames():
                return book_lines(self.book)
            case NewGame(title):
                return self._begin_game(title)
            case OpenGame(which):
                return self._open(which)
            case Retitle() | DeleteGame():
                pad = self.book.opened
                if pad is None:
                    return self._none_open()
                if isinstance(command, DeleteGame):
                    return self._ask_to_delete(pad)
                return self._retitle(pad, command.title)

    def _begin_game(self, title: str) -> tuple[str, ...]:
        pad = self._begin(clean_title(title) or free_title(self.book))
        return (*self._keep(pad), _("{title} begins: type add and the names").format(title=printable(pad.title)))

    def _open(self, which: str) -> tuple[str, ...]:
        pad = self.book.find(which)
        if isinstance(pad, NotFound):
            return (no_game_line(which, pad), *book_lines(self.book))
        self.book = self.book.opening(pad.id)
        return (game_words(pad),)

    def _retitle(self, pad: Pad, title: str) -> tuple[str, ...]:
        after = retitled(pad, title)
        return (refused_words(after),) if isinstance(after, Refused) else (*self._keep(after), game_words(after))

    def _ask_to_delete(self, pad: Pad) -> tuple[str, ...]:
        self._asked_to_delete = True
        rounds = rounds_words(len(pad.sheet.rounds))
        return (
            _("delete {title} with {rounds}, for good? yes or no").format(title=printable(pad.title), rounds=rounds),
        )

    def _delete(self) -> tuple[str, ...]:
        pad = self.book.opened
        assert pad is not None, "it was asked about"
        problem = self._keeper.remove(pad.id)
        if problem:
            return (problem,)
        self.book = self.book.without(pad.id)
        return (_("{title} is deleted").format(title=printable(pad.title)), *book_lines(self.book))

    # ---- the open game

    def _add(self, names: tuple[str, ...]) -> tuple[str, ...]:
        before = self.book.opened or self._begin(free_title(self.book))
        pad, lines = before, []
        for name in names:
            after = acted(pad, AddPlayer(player_name(name)))
            if isinstance(after, Refused):
                lines.append(_("{name}: {reason}").format(name=printable(name), reason=refused_words(after)))
            else:
                pad = after
        return tuple(lines) if pad is before else (*lines, *self._keep(pad), game_words(pad))

    def _of_pad(self, pad: Pad, command: Command) -> tuple[str, ...]:
        match command:
            case Look():
                return sheet_lines(pad)
            case WhoStarts():
                names = pad.sheet.players
                return (
                    (starter_words(names[drawn(len(names), self._chance())]),) if names else (players_words(pad.sheet),)
                )
            case Undo():
                what = pad.last
                if what is None:
                    return (_("there is nothing to take back"),)
                return (*self._keep(undo(pad)), *self._told(_("taken back: {what}"), what))
            case Redo():
                what = pad.undone
                if what is None:
                    return (_("there is nothing to enter again"),)
                return (*self._keep(redo(pad)), *self._told(_("entered again: {what}"), what))
            case EnterRound(()):
                return self._begin_round(pad)
            case Rename() | Remove() | EnterRound() | Correct():
                act = act_for(pad.sheet, command)
                return (act,) if isinstance(act, str) else self._act(pad, act)
            case _:
                raise AssertionError(f"not about a sheet: {command}")

    def _told(self, text: str, what: Act) -> tuple[str, ...]:
        pad = self.book.opened
        assert pad is not None
        return text.format(what=act_words(what)), game_words(pad)

    def _act(self, pad: Pad, act: Act) -> tuple[str, ...]:
        after = acted(pad, act)
        if isinstance(after, Refused):
            return (refused_words(after),)
        kept = self._keep(after)
        sheet = after.sheet
        match act:
            case AddRound():
                return (*kept, *round_lines(sheet, len(sheet.rounds) - 1), *after_round_lines(sheet))
            case CorrectRound(number):
                return (*kept, *round_lines(sheet, number), *after_round_lines(sheet))
            case _:
                return (*kept, game_words(after))

    # ---- rounds

    def _begin_round(self, pad: Pad) -> tuple[str, ...]:
        if len(pad.sheet.players) < 2:
            return (_("a round needs two players: add them first, as add Ada, Bea"),)
        self._asked = AskedRound(pad.sheet.players)
        heading = _(
            "round {number}: type each player's cards in the centre, then cards left on the stack (17 4);"
            " - for who was not in the round, stop to give up"
        ).format(number=len(pad.sheet.rounds) + 1)
        return (heading, self._asked.question)

    def _answer(self, pad: Pad, asked: AskedRound, text: str) -> tuple[str, ...]:
        if look(text) in ("stop", "q", "quit"):
            self._asked = None
            return (_("nothing of this round is kept"),)
        after = asked.after(text)
        if isinstance(after, str):
            return (after, asked.question)
        self._asked = None if after.complete else after
        return self._act(pad, AddRound(after.entries)) if after.complete else (after.question,)

    def _keep(self, pad: Pad) -> tuple[str, ...]:
        self.book = self.book.with_pad(pad)
        problem = self._keeper.save(pad)
        return (problem,) if problem else ()


def no_game_line(which: str, why: NotFound) -> str:
    """Why ``which`` names no game."""
    shown = printable(which, 40)
    if why is NotFound.SEVERAL:
        return _("several games are called {title}: open one by its number").format(title=shown)
    return _("no game is called {title}").format(title=shown)


async def run_score_pad(pad: ScorePad, reader: LineReader, writer: LineWriter) -> None:
    """Obey what is typed until the end of input or until the person quits; nobody reading ends it too."""
    writer.say(*pad.greeting())
    while not pad.over and (line := await reader.next_line()) is not None:
        writer.say(*pad.obey(line))
    writer.say(*pad.end_of_input())
    writer.close()
