"""The score pad in lines: what is typed is entered and kept at once, and nothing is lost by what is typed wrong."""

import pytest

from p2p_ligretto.plain.score_commands import Command, Correct, EnterRound, NewGame, Unclear, help_lines, parse
from p2p_ligretto.plain.score_pad import ScorePad
from p2p_ligretto.scorepad.book import Book
from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import Entry, totals


class Shelf:
    """Keeps games in memory; ``full`` as a disk is."""

    def __init__(self) -> None:
        self.kept: dict[str, Pad] = {}
        self.full = False
        self.all_kept = True

    def save(self, pad: Pad) -> str:
        if not self.full:
            self.kept[pad.id] = pad
        self.all_kept = not self.full
        return "Not kept: full" if self.full else ""

    def remove(self, pad_id: str) -> str:
        if self.full:
            return "Not deleted: full"
        del self.kept[pad_id]
        return ""


class Person:
    """Somebody who types, and looks at what is said."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.begun = 0
        self.pad = ScorePad(Book(), self.shelf, self.begin, lambda: 5)

    def begin(self, title: str) -> Pad:
        self.begun += 1
        return Pad(str(self.begun), title, self.begun)

    def type(self, *lines: str) -> list[str]:
        return [said for line in lines for said in self.pad.obey(line)]

    @property
    def rounds(self) -> tuple[tuple[Entry | None, ...], ...]:
        assert self.pad.book.opened is not None
        return self.pad.book.opened.sheet.rounds


@pytest.fixture
def person() -> Person:
    person = Person()
    person.type("add Ada, Bea")
    return person


def test_the_first_players_begin_a_game() -> None:
    person = Person()
    assert person.pad.greeting()[0].startswith("there is no game yet: type add")
    assert person.type("add \x1b") == ["\\x1b: it needs a name of letters that can be shown"]
    assert person.shelf.kept == {}, "nobody was named, so no game begins"
    assert person.type("add Ada, Bea, ada") == [
        "ada: ada is on the sheet already: give another name",
        "Game 1: Ada and Bea; 0 rounds",
    ]
    assert person.shelf.kept["2"].sheet.players == ("Ada", "Bea")


def test_a_round_is_asked_for_player_by_player(person: Person) -> None:
    assert person.type("round", "17 4", "99 1")[-2:] == [
        "99 in the centre? a deck has 40 cards, those left on the stack among them",
        "Bea?",
    ]
    assert person.type("12/3") == [
        "round 1:",
        "Ada: 17 in the centre, 4 left: 9 points",
        "Bea: 12 in the centre, 3 left: 6 points",
        "totals after 1 round:",
        "Ada: 9 points",
        "Bea: 6 points",
        "Ada leads with 9 points",
    ]
    assert person.shelf.kept["1"] == person.pad.book.opened


def test_a_round_can_be_given_up_and_is_not_half_entered(person: Person) -> None:
    assert person.type("round", "17 4", "stop")[-1] == "nothing of this round is kept"
    assert person.rounds == ()
    person.type("round", "17 4")
    assert person.pad.end_of_input() == ("the round was not finished: nothing of it is kept",)


def test_a_round_in_one_line(person: Person) -> None:
    person.type("round 17 4, -")
    assert person.rounds == ((Entry(17, 4), None),)
    assert person.type("round 17 4") == [
        "a round has the counts of each player, as 17 4, or - for who was not in it: Ada and Bea; typed were 1"
    ]
    assert person.type("round 1 1, 2") == ["Bea: type two numbers: cards in the centre, cards left (17 4), or -"]
    assert person.type("round -, -") == ["somebody has to be in the round"]
    assert len(person.rounds) == 1


def test_undo_redo_and_correct(person: Person) -> None:
    person.type("round 17 4, 12 3", "undo")
    assert person.rounds == ()
    assert person.type("redo")[0] == "entered again: the last round"
    assert person.type("redo") == ["there is nothing to enter again"]
    person.type("correct 1 BEA 14 0", "correct 1 Ada -")
    assert person.rounds == ((None, Entry(14, 0)),)
    assert person.type("correct 2 Ada 1 1") == ["there is no round 2"]
    assert person.type("correct 1 Zoe 1 1") == ["Zoe is not on the sheet; there are: Ada and Bea"]
    assert person.type(*["undo"] * 9)[-1] == "there is nothing to take back"
    assert person.shelf.kept["1"].sheet.players == ()
    person.type(*["redo"] * 5)
    assert person.rounds == ((None, Entry(14, 0)),)


def test_players_are_renamed_and_removed(person: Person) -> None:
    person.type("round 5 0, 6 0", "rename ada, Eva Maria")
    assert person.type("correct 1 eva maria 7 0")[1] == "Eva Maria: 7 in the centre, 0 left: 7 points"
    person.type("remove bea")
    assert person.rounds == ((Entry(7, 0),),)
    assert person.type("round") == ["a round needs two players: add them first, as add Ada, Bea"]
    assert person.type("add \x1b") == ["\\x1b: it needs a name of letters that can be shown"]


def test_several_games(person: Person) -> None:
    assert person.type("new Friday night") == ["Friday night begins: type add and the names"]
    person.type("add Cas, Dirk", "round 5 0, 6 0")
    assert person.type("games") == [
        "1. Friday night: Cas and Dirk; 1 round; Dirk leads with 6 points (open)",
        "2. Game 1: Ada and Bea; 0 rounds",
    ]
    person.type("open 2")
    assert person.type("look")[0] == "Game 1: Ada and Bea; 0 rounds"
    person.type("title Sunday")
    assert person.type("open zoe")[0] == "no game is called zoe"
    assert person.type("open fri") == ["Friday night: Cas and Dirk; 1 round; Dirk leads with 6 points"]


def test_deleting_asks(person: Person) -> None:
    question = "delete Game 1 with 0 rounds, for good? yes or no"
    assert person.type("delete", "no") == [question, "nothing is deleted"]
    assert person.type("delete", "round 1 1, 2 2")[1] == "nothing is deleted", "what was typed instead is done"
    assert len(person.rounds) == 1
    assert person.type("delete", "yes")[1] == "Game 1 is deleted"
    assert person.shelf.kept == {}
    begin = ["there is no game yet: type add and the names of the players, as add Ada, Bea"]
    assert person.type("look") == person.type("round 17 4") == person.type("delete") == begin


def test_where_another_game_is_left_it_can_be_opened(person: Person) -> None:
    person.type("new Friday", "delete", "yes")
    for command in ("look", "delete", "title Sunday"):
        told = person.type(command)
        assert told[0] == "no game is open: type open and its number, or new"
        assert told[1].startswith("1. Game 1")


def test_who_starts_is_drawn_among_the_players(person: Person) -> None:
    assert person.type("who") == ["Bea starts"]
    assert person.type("new", "who")[-1] == "no players yet"


def test_a_disk_that_is_full_is_told_and_quitting_asks(person: Person) -> None:
    person.shelf.full = True
    assert person.type("round 17 4, 12 3")[0] == "Not kept: full"
    assert totals(person.pad.book.pads[0].sheet) == (9, 6), "it is still there, on the screen"
    assert person.type("delete", "yes")[-1] == "Not deleted: full"
    assert person.type("q") == ["not everything could be kept: type q once more to quit all the same"]
    assert not person.pad.over
    person.type("q")
    assert person.pad.over


def test_quitting_asks_nothing_where_all_is_kept(person: Person) -> None:
    assert person.type("", "quit") == []
    assert person.pad.over


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("  ROUND  ", EnterRound(())),
        ("r 1 2,3/4 , -", EnterRound(("1 2", "3/4", "-"))),
        ("new The  Game", NewGame("The Game")),
        ("correct 12 Eva Maria 17/4", Correct(12, "Eva Maria", "17/4")),
        ("correct 2 Eva 9:9", Correct(2, "Eva", "9:9")),
        ("correct 0000012 Eva 2 8 8", Correct(12, "Eva 2", "8 8")),
        ("correct 1 Eva -", Correct(1, "Eva", "-")),
    ],
)
def test_commands(text: str, command: Command) -> None:
    assert parse(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "open",
        "title",
        "add",
        "add ,",
        "rename Ada",
        "remove",
        "correct",
        "correct 1 Ada",
        "correct x Ada 1 1",
        "correct \u00b2 Ada 1 1",
        "17",
    ],
)
def test_what_is_half_typed_says_what_to_type(text: str) -> None:
    command = parse(text)
    assert isinstance(command, Unclear)
    assert text.split(maxsplit=1)[0] in command.line


def test_help_names_every_command() -> None:
    shown = "\n".join(help_lines())
    for word in ("add", "round", "correct", "undo", "redo", "look", "who", "rename", "remove", "games", "open", "new"):
        assert word in shown
    for word in ("title", "delete", "q "):
        assert word in shown
