"""Networks that are not as they should be: no multicast, no network, a port that is taken, a table that vanished."""

import signal
import sys
from pathlib import Path

from tests.lan.lan import Lan
from tests.lan.programs import KEEP_PORT_5353, PATIENCE_S, Program, assert_one_clear_line, run, start, until

HOST = ("host", "--seats", "2", "--rounds", "1", "--auto", "--level", "instant")
JOIN = ("join", "--auto", "--level", "instant")
ADDRESS = r"p2p-ligretto join ((?:\d+\.){3}\d+:\d+)"
MATCH_LIMIT_S = 60.0


def play_to_the_end(*programs: Program) -> None:
    for program in programs:
        assert program.wait_for_end(MATCH_LIMIT_S) == 0, program.output()
        assert "the match is over" in program.output()
    assert len({program.export() for program in programs}) == 1


def test_join_by_address_where_multicast_does_not_pass(tmp_path: Path) -> None:
    with Lan(3) as lan:
        lan.flood_multicast(on=False)
        host = start(lan, 1, tmp_path, "Ada", "host", "--seats", "3", *HOST[3:])
        address = host.wait_for(ADDRESS)[1]
        code, output, errors = run(lan, 2, tmp_path, "join", "--auto")
        assert (code, output) == (1, "Looking for the table...\n")
        assert_one_clear_line(errors)
        assert "join HOST:PORT" in errors
        # Both say the host's address only; the mesh between the two of them follows from that.
        others = [start(lan, number, tmp_path, f"Player {number}", *JOIN, address) for number in (2, 3)]
        play_to_the_end(host, *others)
        assert all(program.figures().handed_over == 0 for program in (host, *others))


def test_without_any_network_the_machine_plays_alone(tmp_path: Path) -> None:
    with Lan(1, wired=False) as lan:
        code, _output, errors = run(lan, 1, tmp_path, "tables")
        assert code == 1
        assert_one_clear_line(errors)
        host = start(lan, 1, tmp_path, "Ada", "host", "--seats", "3", *HOST[3:])
        host.wait_for("no network")
        address = host.wait_for(ADDRESS)[1]
        bea = start(lan, 1, tmp_path, "Bea", *JOIN, address)
        bot = start(lan, 1, tmp_path, "Bot", "bot", "[::1]:" + address.partition(":")[2], "--level", "instant")
        play_to_the_end(host, bea)
        assert bot.wait_for_end(MATCH_LIMIT_S) == 0, bot.output()
        assert "Bot" in host.output()


def test_port_5353_taken_is_told_and_an_address_gets_in(tmp_path: Path) -> None:
    with Lan(2) as lan:
        lan.start(1, (sys.executable, "-c", KEEP_PORT_5353), tmp_path / "taker")
        until(lambda: "taken" in (tmp_path / "taker").read_text(), PATIENCE_S, lambda: "port 5353 was not to be had")
        code, _output, errors = run(lan, 1, tmp_path, "tables")
        assert code == 1
        assert_one_clear_line(errors)
        assert "5353" in errors
        host = start(lan, 1, tmp_path, "Ada", *HOST)
        host.wait_for("5353")
        address = host.wait_for(ADDRESS)[1]
        play_to_the_end(host, start(lan, 2, tmp_path, "Bea", *JOIN, address))


def test_a_table_that_was_killed_is_told_to_be_gone(tmp_path: Path) -> None:
    """After a kill its record is still heard of for minutes; that must not be taken for a sign of life."""
    with Lan(2) as lan:
        host = start(lan, 1, tmp_path, "Ada", *HOST)
        address = host.wait_for(ADDRESS)[1]
        code, output, _errors = run(lan, 2, tmp_path, "tables")
        assert code == 0
        assert '"Ada"' in output
        host.signal(signal.SIGKILL)
        host.wait_for_end(PATIENCE_S)
        for where in ("Ada", address):
            code, _output, errors = run(lan, 2, tmp_path, "join", where, "--auto")
            assert code == 1
            assert_one_clear_line(errors)


def test_a_table_that_vanishes_before_it_gave_a_seat_is_told(tmp_path: Path) -> None:
    with Lan(3) as lan:
        table = [start(lan, 1, tmp_path, "Ada", "host", "--seats", "2", "--auto", "--level", "easy")]
        table[0].wait_for(ADDRESS)
        table.append(start(lan, 2, tmp_path, "Bea", "join", "--auto", "--level", "easy"))
        table[1].wait_for("Round 1|round 1")
        late = start(lan, 3, tmp_path, "Cem", *JOIN)
        late.wait_for("you get a seat when")
        for program in table:
            program.signal(signal.SIGKILL)
        assert late.wait_for_end(PATIENCE_S) == 1
        assert "Traceback" not in late.output()
        assert "The table is gone" in late.output().splitlines()[-1]


def test_two_tables_are_told_apart_by_name(tmp_path: Path) -> None:
    with Lan(3) as lan:
        for number, player in ((1, "Ada"), (2, "Bea")):
            start(lan, number, tmp_path, player, *HOST).wait_for(ADDRESS)
        until(
            lambda: all(f'"{name}"' in run(lan, 3, tmp_path, "tables")[1] for name in ("Ada", "Bea")),
            PATIENCE_S,
            lambda: "not both tables are heard of",
        )
        code, _output, errors = run(lan, 3, tmp_path, "join", "--auto")
        assert code == 1
        assert_one_clear_line(errors)
        assert '"Ada"' in errors
        assert '"Bea"' in errors
        chosen = start(lan, 3, tmp_path, "Cem", *JOIN, "bea")
        assert chosen.wait_for_end(MATCH_LIMIT_S) == 0
        assert "Bea" in chosen.output()
