"""Scripts as they are performed in a simulation: what is met, what is missed, and what is told to have come instead."""

import pytest

from p2p_ligretto.sim.script.problems import ScriptError
from p2p_ligretto.sim.script.reading import read_script
from p2p_ligretto.sim.script.rehearsal import rehearse
from p2p_ligretto.sim.script.stage import Met, Missed
from p2p_ligretto.wire.messages import AnyMessage, Hello

SEATED = "node ada\npeer mal\nada opens\nmal joins ada\n"
LINKED = 'node ada\npeer mal\nada opens\nmal links ada\nmal < ada presence card.phase="lobby"\n'
BOTH = "node ada\nnode bea\npeer mal\nada opens\nbea joins ada\nmal joins ada\n"


def perform(text: str) -> Met | Missed:
    return rehearse(read_script(text))


def missed(text: str) -> tuple[str, tuple[str, ...]]:
    outcome = perform(text)
    assert isinstance(outcome, Missed), outcome
    return outcome.text, outcome.instead


@pytest.mark.parametrize(
    "text",
    [
        # what is said reaches the node as it is meant
        f"{LINKED}mal > ada ping sent=7\nmal < ada pong sent=7\n",
        f"{SEATED}mal > ada ping sent=7\nmal < ada pong sent=7 received>=now-10ms replied<now+1\n",
        f'{SEATED}mal > ada event ready ready=true\nada holds ready=["Mal"] phase="lobby" seats=["Ada", "Mal"]\n',
        f"{SEATED}mal > all event ready\n+5ms mal > ada event ready ready=false\nada holds ready=[]\n",
        f'{SEATED}mal ready\nada holds ready~"Mal" members~mal members~ada round=0 totals=[none, none]\n',
        # links
        f"{LINKED}mal closes ada\nmal < ada closed\nmal links ada\nmal < ada presence\n",
        f"{SEATED}mal links ada\nmal < ada no closed for 100ms\n",
        f"{SEATED}mal closes ada\nmal < ada closed\n",
        f'{LINKED}mal > ada hello\nmal < ada refusal reason="a second greeting"\nmal < ada closed\n',
        # what a seated peer says by itself
        f"{SEATED}mal withholds everything\nmal > ada event ready\nada holds ready=[] within 1ms\n",
        f"{SEATED}mal rewrites beat promise=was.promise-was.promise\n+20ms mal > ada event ready\n"
        'ada shows ready=["Mal"]\n',
        f"{SEATED}mal rewrites beat promise=now+1s\n+300ms mal rewrites beat\nmal > ada event ready time=now\n"
        'mal < ada refusal reason~"promised"\n',
        f'{SEATED}mal rewrites event time=1\nmal ready\nmal < ada refusal reason~"promised"\n',
        # people come and go
        f'{SEATED}mal leaves\nada told seat_left seat=1\nada holds present=["Ada"]\n',
        f"{BOTH}bea leaves\nbea told left\nmal < ada commit\nada holds members=members\n".replace("=members", "~mal"),
        f'{BOTH}ada agrees bea\nmal < bea presence within 3s\nmal > bea event ready\nada holds ready=["Mal"]\n',
        # expectations that nothing comes
        f"{SEATED}ada told no misbehaved for 1s\nmal < ada no refusal for 1s\n",
        # faults
        f"{BOTH}crash bea\nmal < bea closed\n+100ms start bea\nbea joins ada\nada agrees bea within 5s\n",
        f"{SEATED}cut ada mal\nmal < ada closed within 1s\nheal ada mal\nmal < ada presence within 20s\n",
        f"{SEATED}pause ada\n+5ms mal > ada ping\nmal < ada no anything for 300ms\nwake ada\nmal < ada beat\n",
    ],
)
def test_expectations_that_are_met(text: str) -> None:
    script = read_script(text)
    assert rehearse(script) == Met(script.expectations)


def test_a_message_that_does_not_come_is_told_with_what_came_instead() -> None:
    text, instead = missed(f"{LINKED}mal > ada watch\nmal < ada settled view=99 as there within 500ms\n")
    assert text == "mal < ada settled view=99 as there within 500ms"
    assert any(line.startswith("settled view=1 final=") for line in instead)


def test_of_what_came_events_are_told_with_what_they_say_and_long_bytes_by_their_beginning() -> None:
    _, instead = missed(f"{LINKED}mal > ada watch\nmal < ada segment view.number=2 within 50ms\n")
    (events,) = (line for line in instead if line.startswith("events"))
    assert events.startswith("events opened view=1 author=0x")
    assert "..." in events


def test_where_nothing_came_that_is_told() -> None:
    assert missed(f"{LINKED}pause ada\nmal < ada beat within 50ms\n")[1] == ("nothing",)


def test_what_must_not_come_is_told_when_it_does() -> None:
    assert missed(f"{SEATED}mal > ada event ready\nmal < ada no beat for 1s\n")[1][0].startswith("beat view=2 ")
    assert missed(f"{SEATED}mal > ada event ready\nada told no ready_changed for 1s\n")[1] == (
        "ready_changed ready=true seat=1",
    )


def test_how_many_were_met_before_is_counted() -> None:
    outcome = perform(f"{SEATED}mal < ada beat\nmal < ada closed within 10ms\n")
    assert isinstance(outcome, Missed)
    assert (outcome.at.line, outcome.met) == (6, 1)


def test_what_a_node_holds_instead_is_told() -> None:
    assert missed(f'{SEATED}ada holds phase="playing" ready=["Ada"] within 10ms\n')[1] == ('phase="lobby"', "ready=[]")
    assert missed('node ada\npeer mal\nada holds phase="lobby" within 10ms\n')[1] == ("ada is at no table",)
    assert missed(f"{BOTH}bea told misbehaved within 1ms\n")[1][0].startswith("peer_seen")


def test_two_that_hold_different_tables_are_told_apart() -> None:
    tables = 'node ada\nnode bea\npeer mal\nada opens "Kitchen"\nbea opens "Attic"\nada agrees bea within 10ms\n'
    assert 'ada holds name="Kitchen", bea "Attic"' in missed(tables)[1]


def test_a_peer_without_a_link_can_say_nothing() -> None:
    assert missed("node ada\npeer mal\nmal > ada ping\nmal < ada pong\n")[1] == ("there is no link to ada",)
    assert missed("node ada\npeer mal\nmal closes ada\nmal < ada closed\n")[1] == ("there is no link to ada",)
    refused = 'node ada\npeer mal magic="chess"\nmal links ada\nmal > ada ping\nmal < ada pong\n'
    assert missed(refused)[1] == ("there is no link to ada: the greeting is not that of a Ligretto node",)


def test_a_peer_without_a_seat_wants_nothing_from_a_table() -> None:
    assert missed(f"{LINKED}mal ready\nmal < ada closed\n")[1] == ("mal has no seat: let it join first",)


def test_a_peer_can_only_join_where_there_is_a_table() -> None:
    text, _ = missed("node ada\npeer mal\nmal joins ada\nmal < ada closed\n")
    assert text == "mal joins ada"
    assert (
        missed('node ada\npeer mal magic="chess"\nada opens\nmal joins ada\nmal < ada closed\n')[0] == "mal joins ada"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{LINKED}mal > ada beat held=now.seq\n", "there is no seq in"),
        (f"{LINKED}mal > ada beat held=mal.nose\n", "there is no nose in"),
        (f"{LINKED}mal > ada beat promise=was\n", "there is no was here"),
        (f"{LINKED}mal > ada frame 7\n", "what is sent as it is are bytes"),
        (f"{LINKED}mal > ada frame 0x00*9999999\n", "more than 1000000 bytes"),
        (f'{LINKED}mal > ada frame 0x00+"x"\n', "works on numbers and durations; here are 0x00 and"),
        (f"{LINKED}mal > ada beat promise=10*10*10s*999999999999\n", "this has no bytes"),
        (f"{LINKED}mal > ada wedge ballot=ballot(1)\n", "ballot needs rank=..."),
        (f"{LINKED}mal > ada wedge\n", "this wedge needs ballot=..."),
        (f"{LINKED}mal > ada event committed\n", "an event committed needs secret_hash=... and share_hash=..."),
        (f"{LINKED}mal > ada event\n", "this event needs payload=..."),
        (f"{LINKED}mal > ada event play\n", "there is no legal play like that for Mal now: say all of card, place"),
        ("node ada\npeer mal\nmal links ada\nmal > ada watch\n", "this watch needs table=..."),
        ("node ada\npeer mal\nmal links ada\nmal > ada watch table=table\n", "no table is known"),
        (f"{SEATED}ada holds round=now\n", "there is no now here"),
        ("node ada\nnode bea\npeer mal\nbea joins ada\n", "ada is at no table that bea could join"),
        ("node ada\npeer mal\ncrash ada\nada opens\n", "ada does not run: start it first"),
        ("node ada\npeer mal\ncrash ada\ncrash ada\n", "ada does not run: start it first"),
        ("node ada\npeer mal\nstart ada\n", "ada runs already: crash it first"),
        (f"{SEATED}ada holds phase<5\n", "is no question that has an answer"),
        ("node ada\npeer mal version_high=99999\nmal links ada\n", "a Hello has to be one, whatever it says"),
        ("node ada\npeer mal peer=now\nmal links ada\n", "nobody is known yet where a greeting is written"),
    ],
)
def test_what_can_only_be_found_wrong_on_the_way_is_told_with_its_place(text: str, says: str) -> None:
    with pytest.raises(ScriptError) as found:
        perform(f"{text}mal < ada closed within 1ms\n")
    assert says in found.value.what
    lines = [line for line in text.splitlines() if "peer mal " in line]
    assert found.value.at.line == (2 if lines else text.count("\n"))


def test_all_fields_of_a_move_may_be_said_where_it_is_not_legal() -> None:
    text = 'mal > ada event play card=R2 place="row" slot=0 colour="R" opener=0 height=2 exposes=[]\n'
    assert perform(f"{SEATED}{text}mal < ada no refusal for 300ms\n") == Met(1)


def test_a_whole_event_may_be_made_and_its_payload_be_anything() -> None:
    text = "mal > ada event payload=0xc0\nmal < ada refusal within 50ms\n"
    assert perform(f"{SEATED}{text}") == Met(1)
    assert perform(f'{SEATED}mal > ada event ready time="noon"\nmal < ada refusal reason~"malformed"\n') == Met(1)


def test_all_that_peers_say_and_hear_is_told_to_who_listens() -> None:
    heard: list[tuple[str, str, str, AnyMessage | bytes | None]] = []
    script = read_script(f"{LINKED}mal > ada hello\nmal < ada closed\n")
    rehearse(script, lambda at_us, *said: heard.append(said))
    assert ("Mal", "<", "ada", None) in heard
    said = [what for _, sign, _, what in heard if sign == ">"]
    assert [isinstance(what, bytes) for what in said] == [True]
    assert not any(isinstance(what, Hello) for _, _, _, what in heard)
