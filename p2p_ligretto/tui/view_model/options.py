"""The options of a table, as they are drawn: before the first round, and for who comes later."""

from p2p_ligretto.game.options import Options
from p2p_ligretto.speech.table_rules import option_words
from p2p_ligretto.tui.views import OptionEntry


def option_entries(options: Options) -> tuple[OptionEntry, ...]:
    """Every option as it is set, with what that means."""
    return tuple(
        OptionEntry(option.name, option.value, option.explanation, option.changed) for option in option_words(options)
    )
