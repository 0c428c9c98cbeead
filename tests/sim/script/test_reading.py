"""Scripts as they are read: what is said stands in the values, what is wrong is told with its place and a way out."""

import pytest

from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.reading import MAX_CAST, MAX_LINES, read_script

CAST = "node ada\nnode bea\npeer mal\n"
EXPECTED = "mal < ada closed\n"


def act(line: str) -> do.Act:
    """What one step says."""
    return read_script(f"{CAST}{line}\n{EXPECTED}").steps[0].act


def test_a_script_says_who_takes_part_and_what_happens_when() -> None:
    script = read_script(
        '# Nothing but words.\n\nseed 7\nnode ada  # a real one\npeer mal magic="chess"\n'
        "+1.5ms mal links ada # now\nmal < ada closed within 3s\n"
    )
    assert (script.seed, script.nodes, script.expectations) == (7, ("ada",), 1)
    (mal,) = script.peers
    assert [(field.name, field.value) for field in mal.hello] == [("magic", do.Plain("chess"))]
    links, closed = script.steps
    assert (links.at, links.text, links.after_us, links.act) == (
        Position(6, 1),
        "mal links ada",
        1_500,
        do.LinkUp("mal", "ada"),
    )
    assert closed.act == do.Hear("mal", "ada", do.Pattern("closed", None, ()), 3_000_000, None)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ada opens", do.Open("ada", "Kitchen")),
        ('ada opens "Attic"', do.Open("ada", "Attic")),
        ("bea joins ada", do.Join("bea", "ada")),
        ("mal joins ada", do.Join("mal", "ada")),
        ("ada ready", do.SayReady("ada")),
        ("mal leaves", do.LeaveTable("mal")),
        ("mal closes ada", do.HangUp("mal", "ada")),
        ("mal withholds beat, ack", do.Withhold("mal", frozenset({"beat", "ack"}))),
        ("mal withholds nothing", do.Withhold("mal", frozenset())),
        ("mal rewrites beat", do.Rewrite("mal", "beat", ())),
        ("cut ada mal", do.Strike("cut", ("ada", "mal"))),
        ("crash bea", do.Strike("crash", ("bea",))),
        ("ada agrees bea within 5ms", do.Agree("ada", "bea", 5_000)),
        ("mal < ada no beat for 1s", do.HearNot("mal", "ada", do.Pattern("beat", None, ()), 1_000_000)),
        ("mal < bea anything", do.Hear("mal", "bea", do.Pattern("anything", None, ()), 2_000_000, None)),
        ("ada told no misbehaved for 10us", do.BeToldNot("ada", "misbehaved", (), 10)),
        ("ada told left", do.BeTold("ada", "left", (), 2_000_000)),
    ],
)
def test_what_happens_in_a_step(line: str, expected: do.Act) -> None:
    assert act(line) == expected


def test_what_is_said_keeps_its_fields_its_values_and_its_name() -> None:
    said = act("mal > ada, bea event play card=B10 time=now-1s exposes=[R1, 3] as first")
    assert isinstance(said, do.Say)
    assert isinstance(said.what, do.Words)
    assert (said.whom, said.what.type, said.what.payload, said.name) == (("ada", "bea"), "event", "play", "first")
    card, time, exposes = said.what.fields
    assert (card.name, card.value) == ("card", do.Plain(39))
    assert isinstance(time.value, do.Worked)
    assert (time.value.sign, time.value.right) == ("-", do.Plain(1_000_000))
    assert exposes.value == do.Listed((do.Plain(0), do.Plain(3)))


def test_an_event_may_say_what_another_word_of_scripts_means_too() -> None:
    said = act("mal > ada event closed number=1")
    assert isinstance(said, do.Say)
    assert isinstance(said.what, do.Words)
    assert said.what.payload == "closed"


def test_bytes_are_said_with_a_length_before_them_or_without() -> None:
    for word, framed in (("frame", True), ("bytes", False)):
        said = act(f"mal > all {word} 0x00ff*3")
        assert isinstance(said, do.Say)
        assert isinstance(said.what, do.Raw)
        assert (said.whom, said.what.framed) == ((), framed)


def test_conditions_keep_their_paths_and_signs() -> None:
    heard = act('mal < ada presence card.phase!="lobby" card.players~"Mal" as seen within 1ms')
    assert isinstance(heard, do.Hear)
    assert [(each.path, each.sign) for each in heard.pattern.conditions] == [
        (("card", "phase"), "!="),
        (("card", "players"), "~"),
    ]
    assert (heard.name, heard.within_us) == ("seen", 1_000)


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("mal > ada bete", (4, 11), "there is no message bete: did you mean beat?"),
        ("mal > ada beat promse=1", (4, 16), "beat has no field promse: did you mean promise?"),
        ("mal > ada event redy", (4, 17), "no event says redy: did you mean ready?"),
        ("mal > ada event play hight=1", (4, 22), "did you mean height?"),
        ("mal > ada beat promise=first.time", (4, 24), "nobody and nothing is called first here"),
        ("mal > ada beat promise=", (4, 24), "the line ends where a value should be"),
        ("mal > ada beat promise 1", (4, 24), "where '=' should be"),
        ("mal > adda beat", (4, 7), "adda is not one of those that can stand here: did you mean ada?"),
        ("mal > mal beat", (4, 7), "there are: ada, bea"),
        ("mal > ada accept proposal=proposl(1)", (4, 27), "there is no structure proposl: did you mean proposal?"),
        ("mal > ada wedge ballot=ballot(1, 2, 3)", (4, 37), "ballot has 2 fields and no more: counter, rank"),
        ("mal > ada wedge ballot=ballot(counter=1, 3)", (4, 42), "where name=value, as before it, should be"),
        ("mal > ada wedge ballot=ballot(1", (4, 32), "where a comma or the closing bracket should be"),
        ("mal > ada beat held=[1", (4, 23), "where a comma or the closing bracket should be"),
        ("mal > ada beat as now", (4, 19), "now means something already"),
        ("mal > ada beat as 1", (4, 19), "where the name that it gets should be"),
        ("mal > ada frame", (4, 16), "where a value should be"),
        ("mal < ada beat promise", (4, 23), "a comparison (= != >= <= > < ~)"),
        ("mal < ada beat within 5", (4, 23), "where a duration, as 100ms should be"),
        ("mal < ada no beat", (4, 18), "for how long nothing may come"),
        ("ada told no left", (4, 17), "for how long it may not be told"),
        ("ada told joy", (4, 10), "nobody is told joy"),
        ("ada told left why=1", (4, 15), "left has no field why: there are: none at all"),
        ("ada holds", (4, 10), "where what it holds"),
        ("ada holds stage=1", (4, 11), "has no field stage"),
        ("ada > mal beat", (4, 1), "ada is a real node"),
        ("ada withholds beat", (4, 1), "ada can't: only a scripted peer withholds"),
        ("mal holds phase=1", (4, 1), "mal can't: only a real node holds"),
        ("mal sings ada", (4, 5), "sings is nothing that anybody can do"),
        ("mal 7", (4, 5), "there is '7' where '>', '<' or what mal does should be"),
        ("crash mal", (4, 7), "mal is not one of those"),
        ("mal links ada twice", (4, 15), "'twice' is too much"),
        ("+5 mal links ada", (4, 2), "where a duration, as in +10ms should be"),
        ("mal > ada beat promise=0x123", (4, 24), "one digit is missing"),
        ("mal > ada beat promise=1.0001ms", (4, 24), "finer than a microsecond"),
        ('mal > ada refusal reason="x', (4, 26), "a text has no end"),
        ("Mal links ada", (4, 1), "names are written in small letters"),
        ("mall links ada", (4, 1), "no line begins with mall: did you mean mal?"),
        ("node cem\nxyz", (5, 1), "no line begins with xyz: there are: ada, bea, cem, crash, cut, heal, mal, node, "),
        ("mal links ada\nxyz", (5, 1), "there are: ada, bea, crash, cut, heal, mal, pause, start, wake"),
        ("7 links ada", (4, 1), "there is '7' where the beginning of a step (ada, bea, crash, "),
        ("+5ms", (4, 5), "the line ends where the beginning of a step (ada, bea, crash, "),
        ("mal > ada beat promise=1 ;", (4, 26), "';' means nothing here"),
        ("ada opens\nnode cem", (5, 1), "node comes after a step"),
        ("node ada", (4, 6), "somebody is called ada already"),
        ("node view", (4, 6), "view means something in scripts"),
        (f"node {'a' * 17}", (4, 6), "at most 16 letters"),
        ("seed 1\nseed 2", (5, 1), "there is a seed already"),
        ("seed mal", (4, 6), "where a number should be"),
        ("peer moe colour=1", (4, 10), "the greeting of a peer has no field colour"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_a_way_out(text: str, at: tuple[int, int], says: str) -> None:
    with pytest.raises(ScriptError) as found:
        read_script(f"{CAST}{text}\n{EXPECTED}")
    assert ((found.value.at.line, found.value.at.column), says in found.value.what) == (at, True), found.value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begin with a line as 'node ada'"),
        ("node ada\npeer mal\nmal links ada", "end with a line as 'mal < ada closed'"),
        ("\n" * (MAX_LINES + 1), f"at most {MAX_LINES} lines"),
        ("".join(f"node n{number}\n" for number in range(MAX_CAST + 1)), f"{MAX_CAST} can take part"),
    ],
)
def test_a_script_has_somebody_in_it_expects_something_and_ends(text: str, says: str) -> None:
    with pytest.raises(ScriptError, match=says):
        read_script(text)
