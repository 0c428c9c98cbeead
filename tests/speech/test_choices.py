import pytest

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Stop, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area
from p2p_ligretto.plain.commands import parse
from p2p_ligretto.speech.choices import Misfit, move_for
from tests.speech.samples import area, round_of

R5 = Card("R", 5)


def wanted(text: str, own: Area | None, piles: str = "", options: Options | None = None) -> Move | str:
    """The move for typed ``text`` of seat 0, or the line that says why not."""
    command = parse(text)
    answer = move_for(command, round_of([own, area()], piles, options or Options()), 0)  # type: ignore[arg-type]
    return answer.line if isinstance(answer, Misfit) else answer


@pytest.mark.parametrize(
    ("text", "own", "piles", "move"),
    [
        ("1", area("R5 G9 B1"), "R4:1", Play(R5, row(0), PileId("R", 1), 5)),
        ("1", area("R5 G9 B1"), "Y4:1 R3:0 R4:1 R4:2", Play(R5, row(0), PileId("R", 1), 5)),
        ("1 2", area("R5 G9 B1"), "Y4:1 R3:0 R4:1 R4:2", Play(R5, row(0), PileId("R", 2), 5)),
        ("3", area("R5 G9 B1"), "", Play(Card("B", 1), row(2), PileId("B", 0), 1)),
        ("2", area("R5 G9+Y8 B1"), "Y7:1", Play(Card("Y", 8), row(1), PileId("Y", 1), 8)),
        ("s", area("R5 - B1", "Y3"), "Y2:1", Play(Card("Y", 3), STACK, PileId("Y", 1), 3)),
        ("s", area("R5 - -", "Y3"), "", Fill(Card("Y", 3), 1)),
        ("d", area(discard="R5 Y3"), "Y2:1", Play(Card("Y", 3), DISCARD, PileId("Y", 1), 3)),
        ("f3", area("R5 - -", "Y3"), "Y2:1", Fill(Card("Y", 3), 2)),
        ("", area(hand=24, discard="R5"), "", Turn(24, 0)),
        ("", area(hand=0, discard="R5 Y3"), "", Turn(0, 2)),
    ],
)
def test_moves(text: str, own: Area, piles: str, move: Move) -> None:
    assert wanted(text, own, piles) == move


@pytest.mark.parametrize(
    ("text", "own", "piles", "line"),
    [
        ("1", area("R5 G9 B1"), "", "R5 fits nowhere: no red pile is open"),
        ("1", area("R5 G9 B1"), "R10:0", "R5 fits nowhere: no red pile is open"),
        ("1", area("R5 G9 B1"), "R5:0", "R5 fits nowhere: red needs 6"),
        ("1", area("R5 G9 B1"), "R7:0 R2:1 R5:2 R2:3", "R5 fits nowhere: red needs 3, 6 or 8"),
        ("1 3", area("R5 G9 B1"), "R4:1 R4:2", "R5 fits 2 piles only"),
        ("1 2", area("R5 G9 B1"), "R4:1", "R5 fits 1 pile only"),
        ("1", area("- G9 B1"), "", "row 1 is a gap: s fills it from your stack"),
        ("4", area("R5 G9 B1"), "", "your row has the slots 1 to 3 only"),
        ("s", area("- G9 B1", ""), "", "your stack is empty"),
        ("s", area("R5 G9 B1", "Y3"), "", "Y3 fits nowhere: no yellow pile is open"),
        ("d", area(), "", "your discard is empty: press enter to turn hand cards"),
        ("f4", area("R5 - B1"), "", "your row has the slots 1 to 3 only"),
        ("f1", area("R5 - B1"), "", "row 1 is no gap: 2 is"),
        ("f1", area("R5 G9 B1"), "", "row 1 is no gap, and there is none"),
        ("f2", area("R5 - B1", ""), "", "your stack is empty: nothing else may fill a gap"),
        ("s1", area(), "", "this table does not store cards in the row"),
        ("s5", area(), "", "your row has the slots 1 to 3 only"),
        ("d1", area(), "", "your discard is empty: press enter to turn hand cards"),
        ("", area(hand=0), "", "you have no hand cards left to turn"),
        ("stop", area(), "", "nobody calls at this table: the round ends by itself when a stack is empty"),
        ("1", None, "", "you are not in this round: you play from the next one on"),
    ],
)
def test_why_not(text: str, own: Area | None, piles: str, line: str) -> None:
    assert wanted(text, own, piles) == line


STORING = Options(row_storage="descending")


@pytest.mark.parametrize(
    ("text", "own", "options", "answer"),
    [
        ("s1", area("R4 G9 -", "Y3"), STORING, Store(Card("Y", 3), STACK, 0)),
        ("d2", area("R4 G9 -", discard="B8"), STORING, Store(Card("B", 8), DISCARD, 1)),
        ("s2", area("R4 G9 -", "Y3"), STORING, "Y3 can't be stored on G9: only on a 4 of another colour"),
        ("s3", area("R4 G9 -", "Y3"), STORING, "row 3 is a gap: only s fills it, from your stack"),
        ("s1", area("R2 G9 -", "Y3"), Options(row_storage="ascending"), Store(Card("Y", 3), STACK, 0)),
        ("stop", area(stack=""), Options(call="manual"), Stop()),
        ("stop", area(left=1), Options(call="manual"), "your stack still holds 1 card"),
    ],
)
def test_house_rules(text: str, own: Area, options: Options, answer: Move | str) -> None:
    assert wanted(text, own, options=options) == answer


PENALTY = Options(penalty="hand_to_stack")


@pytest.mark.parametrize(
    ("piles", "answer"),
    [
        pytest.param("Y4:1 R2:1 R3:2", Play(R5, row(0), PileId("R", 1), 3), id="on its colour"),
        pytest.param("Y10:1 G4:0", Play(R5, row(0), PileId("G", 0), 5), id="on another colour"),
        pytest.param("", "R5 fits nowhere: no red pile is open", id="nothing to lay it on"),
        pytest.param("R5:1 Y4:0", "R5 fits nowhere: red needs 6", id="beaten a moment ago is no mistake"),
    ],
)
def test_a_wrong_card_goes_out_where_it_costs_one(piles: str, answer: Move | str) -> None:
    assert wanted("1", area("R5 G9 B1"), piles, PENALTY) == answer


def test_long_beaten_is_a_mistake() -> None:
    state = round_of([area("R1 G9 B2"), area()], "B5:1", PENALTY)
    late = state.piles[0]
    slow = type(late)(late.id, late.owners, (0, 1, 2, 3, 9_000_000))
    state = type(state)(state.options, state.areas, state.present, (slow,))
    assert move_for(parse("3"), state, 0) == Play(Card("B", 2), row(2), PileId("B", 1), 6)  # type: ignore[arg-type]
