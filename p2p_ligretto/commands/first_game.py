"""What ``learn`` plays: one round against a bot that leaves time to read."""

from typing import Final

from p2p_ligretto.game.options import Options

FIRST_GAME: Final = Options(rounds=1)
TEACHER: Final = "slow"
"""The level of the bot."""
