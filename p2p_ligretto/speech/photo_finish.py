"""The contested cards of a round in words: who was first, who was late, on which pile, by how much, and how sure.

Margins are told to the tenth of a millisecond while they are small; what they may be wrong by is rounded up, so that
nothing looks surer than it is.
"""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.node.races import Race
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import card_word, decimal, duration_words, pile_words, seat_name
from p2p_ligretto.texts import _, ngettext

RACES_TOLD: Final = 5
"""In lines: more would bury the score. The closest come first."""
_FINE_US: Final = 10_000
_TENTH_US: Final = 100
_MILLISECOND_US: Final = 1_000


def margin_words(margin_us: int) -> str:
    """``< 0.1 ms``, ``2.9 ms``, ``12 ms``: below 10 ms to the tenth."""
    if margin_us < _TENTH_US:
        return _("< 0.1 ms")
    if margin_us >= _FINE_US:
        return duration_words(margin_us)
    return _("{number} ms").format(number=decimal(f"{margin_us // _TENTH_US / 10:.1f}"))


def error_words(error_us: int) -> str:
    """The same, rounded up."""
    step_us = _TENTH_US if error_us < _FINE_US - _TENTH_US else _MILLISECOND_US
    return margin_words(max(1, -(-error_us // step_us)) * step_us)


def photo_finish_lines(table: TableState, races: Sequence[Race]) -> tuple[str, ...]:
    """A heading, the closest races, and how many there were beside them; nothing without a race."""
    known = [race for race in races if max(race.first, race.late) < len(table.seats)]
    if not known:
        return ()
    lines = [_("contested cards, closest first:"), *(_race_line(table, race) for race in known[:RACES_TOLD])]
    if (more := len(known) - RACES_TOLD) > 0:
        lines.append(ngettext("and {count} more", "and {count} more", more).format(count=more))
    return tuple(lines)


def _race_line(table: TableState, race: Race) -> str:
    """``R5 on red pile 2: Bea before Cas by 12 ms +-2 ms``."""
    line = _("{card} on {pile}: {first} before {late} by {margin}").format(
        card=card_word(race.card),
        pile=pile_words(table.round, race.pile),
        first=seat_name(table, race.first),
        late=seat_name(table, race.late),
        margin=margin_words(race.margin_us),
    )
    if race.error_us is None:
        return line
    if race.close:
        return _("{race}, too close to be sure").format(race=line)
    return f"{line} +-{error_words(race.error_us)}"
