"""How ``simulate`` is spelt: ranges of players and of seeds, and the rest of its options."""

from typing import Final

import click

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.commands.number import Number
from p2p_ligretto.commands.parameters import level_words
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.texts import _

MAX_JOBS: Final = 256
MAX_SEED: Final = 2**62

Range = tuple[int, int | None]
"""(first, last or end); None where it goes on and on."""


def _players(_context: click.Context, _option: click.Parameter, text: str) -> Range:
    """``4``, or ``2-12``."""
    least, dash, most = text.partition("-")
    try:
        found = int(least), int(most if dash else least)
    except ValueError:
        raise click.BadParameter(_("say a number, or two as in 2-12.")) from None
    if found[0] > found[1]:
        raise click.BadParameter(
            _("say the smaller number first: {least}-{most}.").format(least=found[1], most=found[0])
        )
    if not 2 <= found[0] <= found[1] <= MAX_SEATS:
        raise click.BadParameter(_("from 2 to {most} can play.").format(most=MAX_SEATS))
    return found


def _seeds(_context: click.Context, _option: click.Parameter, text: str | None) -> Range | None:
    """``0:100``, or ``0:`` without an end."""
    if text is None:
        return None
    first, colon, end = text.partition(":")
    if not first.isdecimal() or not (end.isdecimal() or not end):
        raise click.BadParameter(_("say the first one and the one behind the last, as in 0:100, or 0: for no end."))
    least, behind = int(first), int(end) if end else None
    if max(least, behind or 0) > MAX_SEED:
        raise click.BadParameter(_("a seed is at most {most}.").format(most=MAX_SEED))
    if not colon:
        raise click.BadParameter(
            _("{seed} alone is a --seed: say --seed {seed}, or a range as in --seeds 0:{behind}.").format(
                seed=least, behind=max(least, 1)
            )
        )
    if behind is not None and behind <= least:
        raise click.BadParameter(
            _(
                "the second number is the one behind the last seed, and has to be greater than the first, as in"
                " {first}:{behind}."
            ).format(first=least, behind=least + 1)
        )
    return least, behind


UNITS_S: Final = {"s": 1, "m": 60, "h": 3600}


def _limit(_context: click.Context, _option: click.Parameter, text: str | None) -> int | None:
    """``90s``, ``20m``, ``2h``: in seconds."""
    if text is None:
        return None
    count, unit = text[:-1], text[-1:]
    if not count.isdecimal() or unit not in UNITS_S or not int(count):
        raise click.BadParameter(_("say how long, as in 90s, 20m or 2h."))
    return int(count) * UNITS_S[unit]


def simulation_parameters() -> list[click.Parameter]:
    """All options of ``simulate``."""
    return [*_table_parameters(), *_seed_parameters(), *_outcome_parameters()]


def _table_parameters() -> list[click.Parameter]:
    return [
        click.Option(
            ["--players"],
            callback=_players,
            default="4",
            show_default=True,
            metavar="N|A-B",
            help=_("How many play; of A-B each seed takes its own, half of them at most 4."),
        ),
        click.Option(["--rounds"], type=Number(1, 1000), default=1, show_default=True, help=_("Rounds.")),
        click.Option(
            ["--level"],
            type=click.Choice(list(LEVELS)),
            default="sharp",
            show_default=True,
            help=_("How fast the bots are; {levels}.").format(levels=level_words()),
        ),
    ]


def _seed_parameters() -> list[click.Parameter]:
    return [
        click.Option(["--seed"], type=Number(0, MAX_SEED), metavar="S", help=_("One seed; 1 if not given.")),
        click.Option(
            ["--seeds"],
            callback=_seeds,
            metavar="A:B",
            help=_("The seeds from A up to B, B not included; A: for no end."),
        ),
        click.Option(
            ["--jobs"],
            type=Number(1, MAX_JOBS),
            default=1,
            show_default=True,
            help=_("How many processes play; with --fairness as many as there are cores, if not said."),
        ),
        click.Option(
            ["--for", "limit_s"],
            callback=_limit,
            metavar="TIME",
            help=_("Take no further seed after so long: 90s, 20m, 2h. Without --seeds there is no other end."),
        ),
        click.Option(
            ["--cluster"],
            metavar="ADDRESS",
            help=_("Play on the Dask cluster whose scheduler is there (needs the extra: p2p-ligretto[cluster])."),
        ),
    ]


def _outcome_parameters() -> list[click.Parameter]:
    return [
        click.Option(
            ["--faults"],
            default="none",
            show_default=True,
            metavar="PROFILE|all|FILE",
            help=_(
                "What goes wrong: none, lan, bad-wifi, cuts, partitions, restarts, deaths, proposers, disks, pauses,"
                " zombies, partings, stops, clocks, guests, all of it, or what a file says that a failing seed left."
            ),
        ),
        click.Option(["--json"], is_flag=True, default=False, help=_("A JSON line for each seed, and one for all.")),
        click.Option(
            ["--transcript"],
            is_flag=True,
            default=False,
            help=_("Of one seed: a line for each thing that a node takes in."),
        ),
    ]
