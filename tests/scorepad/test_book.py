from p2p_ligretto.scorepad.book import Book, NotFound
from p2p_ligretto.scorepad.pad import Pad

FRIDAY, SATURDAY, SECOND = Pad("a", "Friday", 3), Pad("b", "Saturday night", 2), Pad("c", "2", 1)
BOOK = Book((FRIDAY, SATURDAY, SECOND))


def test_a_game_is_found_by_title_number_and_beginning() -> None:
    assert BOOK.find(" friday ") is FRIDAY
    assert BOOK.find("1") is FRIDAY
    assert BOOK.find("2") is SECOND, "a title comes before a number"
    assert BOOK.find("sat") is SATURDAY
    assert BOOK.find("") is NotFound.NONE
    assert BOOK.find("4") is NotFound.NONE
    assert Book((FRIDAY, Pad("d", "FRIDAY", 0))).find("friday") is NotFound.SEVERAL


def test_one_game_is_open() -> None:
    assert BOOK.opened is None
    opened = BOOK.opening("b")
    assert opened.opened is SATURDAY
    changed = Pad("b", "Sunday", 2)
    assert opened.with_pad(changed).pads == (FRIDAY, changed, SECOND)
    new = Pad("d", "Monday", 9)
    assert opened.with_pad(new).opened is new
    assert opened.without("b") == Book((FRIDAY, SECOND))
    assert opened.without("a").opened is SATURDAY
