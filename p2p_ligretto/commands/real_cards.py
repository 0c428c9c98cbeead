"""The commands that help at a table with real cards, as ``cli`` puts them among the others."""

import click

from p2p_ligretto.commands.described import Described
from p2p_ligretto.commands.parameters import named
from p2p_ligretto.commands.screen import wants_screen
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.texts import _


def real_cards_commands() -> tuple[Described, ...]:
    """``score`` and ``who-starts``."""
    return _score(), _who_starts()


def _score() -> Described:
    def score(settings: Settings, game: str | None, json: bool, csv: bool) -> int:
        from p2p_ligretto.commands.score import export_score, keep_score, show_score

        if json and csv:
            raise click.UsageError(_("say --json or --csv, not both."), click.get_current_context())
        if json or csv:
            return export_score(settings, game, "json" if json else "csv")
        return show_score(settings, game) if wants_screen(settings) else keep_score(settings, game)

    return (
        "score",
        score,
        [
            click.Argument(["game"], required=False, callback=named),
            click.Option(["--json"], is_flag=True, help=_("Print the game, or all, as JSON.")),
            click.Option(["--csv"], is_flag=True, help=_("Print the game, or all, for a spreadsheet.")),
        ],
        _(
            "Keep the score of a table with real cards: players, rounds, totals. Several games are kept on this device;"
            " GAME is the title or number of one, the newest is opened without it."
        ),
    )


def _who_starts() -> Described:
    def who_starts(_settings: Settings, who: tuple[str, ...]) -> int:
        from p2p_ligretto.commands.who_starts import draw_who_starts

        return draw_who_starts(who)

    return (
        "who-starts",
        who_starts,
        [click.Argument(["who"], nargs=-1, metavar="[NAME... | NUMBER]")],
        _(
            "Draw who starts, or gives the start signal, at a table with real cards: one of the names, or of so many"
            " players."
        ),
    )
