"""What is checked at once; that honest players always pass is shown with whole rounds, in ``test_own_cards``."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.dealing.exposure import in_place, proved
from p2p_ligretto.dealing.own_cards import deck_leaves, lay_out, prove
from p2p_ligretto.game.cards import BITS, Card
from p2p_ligretto.game.moves import Fill, Move, Stop, Turn
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Area

OWN = lay_out(b"s" * 32, b"j" * 32, 3)
AREA = Area(
    row=tuple((card,) for card in OWN.row),
    stack=10,
    stack_top=OWN.stack[0],
    hand=27,
    unturned=27,
    seen=sum(BITS[card] for card in (*OWN.row, OWN.stack[0])),
)


def fill(*cards: Card) -> Fill:
    return Fill(OWN.stack[0], 0, cards)


def is_in_place(area: Area, move: Fill | Turn, options: Options = OFFICIAL) -> bool:
    return in_place(area, move, prove(OWN, move.exposes), options)


@pytest.mark.parametrize("move", [Stop(), fill(), Turn(0, 0)])
def test_what_shows_nothing_proves_nothing(move: Move) -> None:
    assert proved((), 0, move, ())
    assert in_place(AREA, move, (), OFFICIAL)


def test_a_card_is_proved_by_the_leaves_of_its_own_seat() -> None:
    move = fill(OWN.stack[1])
    assert proved(deck_leaves(OWN, 4), 4, move, prove(OWN, move.exposes))
    assert not proved(deck_leaves(OWN, 4), 3, move, prove(OWN, move.exposes))


def test_the_stack_shows_its_cards_one_after_the_other() -> None:
    assert is_in_place(AREA, fill(OWN.stack[1]))
    assert not is_in_place(AREA, fill(OWN.stack[2]))
    assert not is_in_place(AREA, fill(OWN.hand[0]))
    assert is_in_place(replace(AREA, stack=3), fill(OWN.stack[8]))
    assert is_in_place(replace(AREA, stack=2), fill(OWN.stack[9]))


def test_the_hand_shows_its_cards_one_after_the_other() -> None:
    assert is_in_place(AREA, Turn(27, 0, OWN.hand[:3]))
    assert not is_in_place(AREA, Turn(27, 0, (OWN.hand[1], OWN.hand[0], OWN.hand[2])))
    assert not is_in_place(AREA, Turn(27, 0, (*OWN.hand[:2], OWN.stack[1])))
    assert is_in_place(replace(AREA, hand=24, unturned=24), Turn(24, 0, OWN.hand[3:6]))
    assert not is_in_place(replace(AREA, hand=24, unturned=24), Turn(24, 0, OWN.hand[:3]))


def test_cards_that_were_seen_may_come_in_any_order() -> None:
    seen = replace(AREA, hand=0, unturned=0, seen=AREA.seen | sum(BITS[card] for card in OWN.hand))
    assert is_in_place(seen, Turn(0, 27, (OWN.hand[9], OWN.hand[2], OWN.hand[20])))
    last_unseen = replace(AREA, hand=3, unturned=1, bottom=OWN.row[:2])
    assert is_in_place(last_unseen, Turn(3, 0, (OWN.hand[26], *OWN.row[:2])))
    assert not is_in_place(last_unseen, Turn(3, 0, (OWN.hand[25], *OWN.row[:2])))


def test_where_cards_go_under_the_stack_unseen_only_the_owner_can_tell() -> None:
    assert is_in_place(AREA, fill(OWN.stack[5]), Options(penalty="hand_to_stack"))
    assert not is_in_place(AREA, fill(OWN.stack[5]), Options(penalty="stack_to_hand"))
