"""Whatever a text holds, what is drawn is plain text, and exactly as wide as the screen."""

import pytest

from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.picture import Pen, Run, cells_in
from p2p_ligretto.tui.questions import ask_for_address, tell_of_twin
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.view_model.found_tables import FoundTables
from p2p_ligretto.tui.view_model.lobby import LobbyNews, lobby_view
from p2p_ligretto.tui.views import View
from p2p_ligretto.wire.messages import TableCard
from tests.runtime.fake_table import FakePeer
from tests.wire.hostile import HOSTILE, named


def shown(runs: tuple[Run, ...]) -> str:
    return "".join(run.text for run in runs)


@pytest.mark.parametrize("hostile", HOSTILE, ids=named)
def test_a_pen_writes_plain_text(hostile: str) -> None:
    pen = Pen(40)
    pen.write(hostile)
    pen.right(hostile, cells=20)
    line = pen.done()
    assert cells_in(line) == 40
    assert shown(line).isprintable()


@pytest.mark.parametrize("hostile", HOSTILE, ids=named)
def test_the_lobby_draws_what_strangers_say_as_plain_text(hostile: str) -> None:
    card = TableCard(bytes(16), hostile, "lobby", (hostile, hostile))
    peers = {bytes([number]) * 16: FakePeer(hostile, 3_000, card) for number in range(2)}
    news = LobbyNews(unfit=((hostile, hostile),), problem=hostile, busy=hostile)
    lobby = lobby_view(hostile, FoundTables().after(peers), peers, (hostile,), news)
    for form in (None, tell_of_twin(hostile).form(), ask_for_address(hostile, hostile).form()):
        picture = render(View(lobby, form, False, hostile), 80, 24, Look())
        assert len(picture) == 24
        for line in picture:
            assert shown(line).isprintable()
            assert cells_in(line) == 80
