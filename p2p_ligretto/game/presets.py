"""Games that have a name: sets of options that a table may be opened with (docs/table-options.md, "Presets").

Invariant: no two of them are equal, so that options have at most one name.
"""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Final

from p2p_ligretto.game.options import DEFAULT_ROUNDS_WITH_TARGET, OFFICIAL, Options

PRESETS: Final[Mapping[str, Options]] = MappingProxyType(
    {
        "official": OFFICIAL,
        "advanced": Options(row_storage="descending"),
        "brettspielwelt": Options(target_score=100, rounds=DEFAULT_ROUNDS_WITH_TARGET),
        # The discard stays shuffled: turned over as it lies it gets more than half of the rounds of two stuck.
        "family": Options(rounds=2, one_hand=True),
    }
)


def preset_of(options: Options) -> str | None:
    """The name of the preset that ``options`` are; None if they are none."""
    return next((name for name, preset in PRESETS.items() if preset == options), None)


def changed_options(options: Options) -> frozenset[str]:
    """The names of the options that are not as in the official game."""
    return frozenset(
        field.name for field in fields(Options) if getattr(options, field.name) != getattr(OFFICIAL, field.name)
    )
