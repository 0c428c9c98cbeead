"""``score``: the score pad for a table with real cards, on the screen, in lines, or exported."""

import secrets
import shlex
import signal
import sys
from typing import Literal

import trio

from p2p_ligretto.commands.preferences import prepared
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.screen import open_screen
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.game.drawn import CHANCE_BYTES
from p2p_ligretto.plain.score_pad import ScorePad, no_game_line, run_score_pad
from p2p_ligretto.plain.streams import standard_input, standard_output
from p2p_ligretto.runtime.score_pads import Kept, fresh_pad, load_score_pads, open_score_pads
from p2p_ligretto.scorepad.book import Book, NotFound
from p2p_ligretto.scorepad.exported import as_csv, as_json
from p2p_ligretto.speech.words import listed
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable

Form = Literal["json", "csv"]


def keep_score(settings: Settings, game: str | None) -> int:
    """Keep the score in lines; the exit code."""
    prepared(settings)

    async def keep() -> int:
        with open_score_pads(settings.folder) as pads:
            kept = pads.load()
            writer = standard_output(encoding=sys.stdout.encoding or "utf-8")
            writer.say(*([pads.problem] if pads.problem else []), *kept.problems)
            pad = ScorePad(opened_book(kept, game), pads, fresh_pad, chance)
            async with trio.open_nursery() as nursery:

                async def write() -> None:
                    await writer.run()
                    nursery.cancel_scope.cancel()

                nursery.start_soon(write)
                await run_score_pad(pad, standard_input(), writer)
            if not pads.all_kept:
                raise Problem(_("Not everything that was entered could be kept."))
        return 0

    return run(settings, keep)


def show_score(settings: Settings, game: str | None) -> int:
    """Keep the score on the screen; the exit code."""
    from p2p_ligretto.tui.scorepad.app import run_pad
    from p2p_ligretto.tui.scorepad.desk import PadDesk
    from p2p_ligretto.tui.scorepad.wishes import PadWishes

    wanted = prepared(settings)

    async def show() -> int:
        with open_score_pads(settings.folder) as pads:
            kept = pads.load()
            desk = PadDesk(opened_book(kept, game), pads.problem, kept.problems)
            if desk.book.opened is not None:
                desk.open(desk.book.opened)
                desk.notice = kept.problems[0] if kept.problems else ""
            wishes = PadWishes(desk, pads, fresh_pad, chance)
            async with open_screen(wanted, desk.view()) as host:
                return await run_pad(host, desk, wishes, lambda: signal.raise_signal(signal.SIGINT))
            return 0  # the terminal is gone: a plain end

    return run(settings, show)


def export_score(settings: Settings, game: str | None, form: Form) -> int:
    """Print one game, or all; the exit code."""
    kept = load_score_pads(settings.folder)
    for problem in kept.problems:
        print(problem, file=sys.stderr)
    book = opened_book(kept, game, form)
    wanted = book.pads if game is None or book.opened is None else (book.opened,)
    text = as_json(wanted) if form == "json" else as_csv(wanted)
    # Bytes, so that no platform's line ends or encodings come between.
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
    return 0


def opened_book(kept: Kept, game: str | None, form: Form | None = None) -> Book:
    """The games with the one open that ``game`` means, the newest without it; Problem where there is no such game.

    ``form`` is what it is to be printed in: whoever names a file there is told that none is written.
    """
    book = Book(kept.pads)
    if game is None:
        return book.opening(book.pads[0].id) if book.pads else book
    pad = book.find(game)
    if isinstance(pad, NotFound):
        why = no_game_line(game, pad)
        if form is not None and game.lower().endswith(f".{form}"):
            raise Problem(
                _("{why}: --{form} prints; end the line with > {file} to have it in that file.").format(
                    why=why, form=form, file=shlex.quote(printable(game))
                )
            )
        known = listed(printable(other.title) for other in book.pads) if book.pads else _("none yet")
        raise Problem(_("{why}. There are: {known}.").format(why=why, known=known))
    return book.opening(pad.id)


def chance() -> int:
    """A number that nobody chose."""
    return int.from_bytes(secrets.token_bytes(CHANCE_BYTES), "big")
