"""What is undecided, with the voices for it; what waits for the own voice is told first."""

from msgspec.structs import replace

from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.standing import Standing, standing, voices_needed, voices_words
from tests.speech.samples import table_of

TABLE = table_of("Ada Bea Cas Dirk", players=(0, 1, 2, 3))


def table(agreed: tuple[int, ...] = (), *votes: tuple[str, int, int], **fields: object) -> TableState:
    return replace(TABLE, agreed=frozenset(agreed), votes=frozenset(votes), **fields)  # type: ignore[arg-type]


def test_nothing_is_undecided_at_first() -> None:
    assert standing(TABLE, 0) == ()


def test_who_wants_to_end_the_round() -> None:
    assert standing(table((1,)), 0) == (Standing("end", "Bea wants to end this round (1 of 4)", True),)
    assert standing(table((1, 2)), 0)[0].line == "Bea and Cas want to end this round (2 of 4)"
    assert standing(table((0,)), 0) == (Standing("end", "you want to end this round (1 of 4)", False),)
    assert standing(table((0, 1)), 0)[0].line == "you and Bea want to end this round (2 of 4)"


def test_only_players_who_are_in_the_round_have_a_voice_in_its_end() -> None:
    out = table((1,), out=frozenset({2}))
    assert standing(out, 0)[0].line == "Bea wants to end this round (1 of 3)"
    assert not standing(out, 2)[0].wanted
    assert not standing(table((1,)), None)[0].wanted


def test_a_vote_says_who_says_yes_and_how_many_have_to() -> None:
    kick = table((), ("kick", 3, 1), ("kick", 3, 2))
    assert standing(kick, 0) == (Standing("kick", "kick Dirk out? Bea and Cas say yes (2 of 3 needed)", True),)
    assert standing(kick, 1) == (Standing("kick", "kick Dirk out? you and Cas say yes (2 of 3 needed)", False),)
    assert standing(kick, 3) == (Standing("kick", "kick you out? Bea and Cas say yes (2 of 3 needed)", False),)
    absent = table((), ("absent", 3, 1))
    assert standing(absent, 0)[0].line == "does Dirk count as absent? Bea says yes (1 of 3 needed)"
    assert standing(absent, 3)[0].line == "do you count as absent? Bea says yes (1 of 3 needed)"


def test_more_than_half_of_who_has_a_say_is_needed() -> None:
    assert [voices_needed(table_of(names)) for names in ("A B", "A B C", "A B C D", "A B C D E")] == [2, 2, 3, 3]
    assert voices_needed(replace(TABLE, banned=frozenset({TABLE.seats[3].peer}))) == 2
    assert voices_words(TABLE, 0, "kick", 1) == "nobody says yes (3 needed)"


def test_what_waits_for_the_own_voice_comes_first() -> None:
    both = table((0, 1), ("kick", 3, 1))
    assert [each.about for each in standing(both, 0)] == ["kick", "end"]
    assert [each.about for each in standing(both, 2)] == ["end", "kick"]
