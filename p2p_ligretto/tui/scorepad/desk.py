"""What the score pad has before it: the games, what is chosen, the open dialog; and the view that follows from it."""

from p2p_ligretto.scorepad.book import Book
from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import leaders, totals
from p2p_ligretto.speech.score_pad import entry_words, leader_words, players_words, rounds_words
from p2p_ligretto.texts import _
from p2p_ligretto.tui.scorepad.questions import Asked
from p2p_ligretto.tui.scorepad.views import GameEntry, GamesView, PadRow, PadView
from p2p_ligretto.tui.views import View
from p2p_ligretto.wire.printable import printable


class PadDesk:
    """``chosen`` is the game, or the player, that is chosen; ``round`` the round; each as far as there is one."""

    def __init__(self, book: Book, problem: str = "", unread: tuple[str, ...] = ()) -> None:
        self.book = book
        self.problem = problem
        """What is wrong with keeping; empty if nothing is."""
        self._unread = unread
        """Why games are missing in the list."""
        self.asked: Asked | None = None
        self.help = False
        self.notice = ""
        self.chosen = 0
        self.round = -1

    def view(self) -> View:
        """What is to be seen now."""
        pad = self.book.opened
        screen = self._games() if pad is None else self._sheet(pad)
        return View(screen, None if self.asked is None else self.asked.dialog.form(), self.help, self.notice)

    def open(self, pad: Pad) -> None:
        """Show the sheet of a game, its last round chosen."""
        self.book = self.book.opening(pad.id)
        self.chosen = 0
        self.round = len(pad.sheet.rounds) - 1

    def show_games(self) -> None:
        """Show all games, the one chosen that was open."""
        ids = [pad.id for pad in self.book.pads]
        self.chosen = ids.index(self.book.open_id) if self.book.open_id in ids else 0
        self.book = self.book.opening("")

    def keep_in_sight(self) -> None:
        """Choose what there is, after something has gone or come."""
        pad = self.book.opened
        count = len(self.book.pads) if pad is None else len(pad.sheet.players)
        self.chosen = min(max(0, self.chosen), count - 1) if count else 0
        rounds = 0 if pad is None else len(pad.sheet.rounds)
        self.round = min(max(0, self.round), rounds - 1)

    def _games(self) -> GamesView:
        games = tuple(
            GameEntry(
                printable(pad.title),
                players_words(pad.sheet),
                rounds_words(len(pad.sheet.rounds)),
                leader_words(pad.sheet),
            )
            for pad in self.book.pads
        )
        return GamesView(games, self.chosen if games else -1, self.problem or " ".join(self._unread))

    def _sheet(self, pad: Pad) -> PadView:
        sheet, found, best = pad.sheet, totals(pad.sheet), leaders(pad.sheet)
        rows = tuple(
            PadRow(
                printable(name),
                tuple(None if (entry := entries[place]) is None else entry.points for entries in sheet.rounds),
                found[place],
                place in best,
            )
            for place, name in enumerate(sheet.players)
        )
        leader = leader_words(sheet)
        rounds = rounds_words(len(sheet.rounds))
        return PadView(
            printable(pad.title),
            f"{rounds}; {leader}" if leader else rounds,
            rows,
            self.chosen if rows else -1,
            self.round,
            self._entry(pad),
            self.problem,
        )

    def _entry(self, pad: Pad) -> str:
        """What the chosen player had in the chosen round."""
        sheet = pad.sheet
        if not (0 <= self.round < len(sheet.rounds) and 0 <= self.chosen < len(sheet.players)):
            return ""
        return _("round {number}, {name}: {entry}").format(
            number=self.round + 1,
            name=printable(sheet.players[self.chosen]),
            entry=entry_words(sheet.rounds[self.round][self.chosen]),
        )
