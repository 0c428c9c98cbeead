"""The node's state made into views: pure functions of what the node, the app and a few accumulators know."""

from p2p_ligretto.tui.view_model.found_tables import FoundTable, FoundTables, Neighbour
from p2p_ligretto.tui.view_model.freshness import FRESH_US, Freshness
from p2p_ligretto.tui.view_model.game import Moment, game_view
from p2p_ligretto.tui.view_model.lobby import LobbyNews, lobby_view
from p2p_ligretto.tui.view_model.motion import Motion
from p2p_ligretto.tui.view_model.options import option_entries
from p2p_ligretto.tui.view_model.score_sheet import ScoreSheet
from p2p_ligretto.tui.view_model.scores import scores_view
from p2p_ligretto.tui.view_model.table_lobby import table_lobby_view
from p2p_ligretto.tui.view_model.vantage import Vantage

__all__ = [
    "FRESH_US",
    "FoundTable",
    "FoundTables",
    "Freshness",
    "LobbyNews",
    "Moment",
    "Motion",
    "Neighbour",
    "ScoreSheet",
    "Vantage",
    "game_view",
    "lobby_view",
    "option_entries",
    "scores_view",
    "table_lobby_view",
]
