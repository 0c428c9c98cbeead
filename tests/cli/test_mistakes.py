"""Slips on the command line: one line says what is wrong, and what can be said instead."""

import pytest

from p2p_ligretto.cli import run


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "--bots", "x"), "Invalid value for '--bots': say a whole number from 1 to 11."),
        (("play", "--bots", "12"), "Invalid value for '--bots': say a whole number from 1 to 11."),
        (("play", "--bots", "2.5"), "Invalid value for '--bots': say a whole number from 1 to 11."),
        (("logss",), "No such command 'logss'. Did you mean 'logs'? See p2p-ligretto --help."),
        (("plya",), "(Did you mean one of: 'play', 'replay'?) See p2p-ligretto --help."),
        (("play", "--bot", "3"), "(Did you mean one of: '--bots', '--log', '--option'?) See p2p-ligretto play --help."),
        (("play", "--bots"), "requires an argument. See p2p-ligretto play --help."),
        (("play", "--auto=yes"), "does not take a value. See p2p-ligretto play --help."),
        (("play", "3"), "'3' is too much: how many bots play is said as --bots 3."),
        (("simulate", "lan"), "'lan' is too much: what goes wrong is said as --faults lan,"),
        (("tables", "Kitchen"), "'Kitchen' is too much: only options stand behind p2p-ligretto tables."),
        (("join", "My", "Kitchen"), "'Kitchen' is too much: the whole line is p2p-ligretto join [OPTIONS] [TABLE |"),
        (("profile", "show", "ada"), "'ada' is too much: which profile is said with --profile NAME."),
        (("profile", "ada"), "say show or new; which profile is said with --profile NAME."),
        (("--bots", "3", "play"), "--bots goes with play: say it behind the command's name."),
        (("--json",), "--json goes with doctor, history, score or simulate: say it behind the command's name."),
        (("--json", "score"), "--json goes with score: say it behind"),
        (("--", "--bots"), "--bots goes with play: say it behind the command's name. See p2p-ligretto --help."),
        (("--nonsense",), "No such option '--nonsense'. See p2p-ligretto --help."),
        (("nonsense",), "No such command 'nonsense'. There are: bot, completion, config, doctor, export, history, "),
        (("history", "last"), "One match is shown by 'p2p-ligretto history show last'."),
        (("history", "e5642"), "One match is shown by 'p2p-ligretto history show e5642'."),
        (("history", "ada"), "No such command 'ada'. There are: export, players, rebuild, show. See p2p-ligretto hist"),
        (("history", "players", "Ada"), "'Ada' is too much: which player is said with --player NAME."),
        (("history", "--csv", "x.csv"), "--csv goes with export: say it behind the command's name."),
        (
            ("history", "export"),
            "Say which file to write, as in --csv scores.csv; - is standard output. See p2p-ligret",
        ),
        (
            ("history", "--since", "2026-11-30", "--until", "2026-11-29"),
            "--since 2026-11-30 is later than --until 2026-11-29: say the earlier day with --since.",
        ),
        (("score", "--json", "--csv"), "say --json or --csv, not both."),
        (("simulate", "--seeds", "5"), "5 alone is a --seed: say --seed 5, or a range as in --seeds 0:5."),
        (("simulate", "--seeds", "0"), "0 alone is a --seed: say --seed 0, or a range as in --seeds 0:1."),
        (("simulate", "--seeds", "9:7"), "has to be greater than the first, as in 9:10."),
        (("simulate", "--seeds", "0-100"), "say the first one and the one behind the last, as in 0:100, or 0: for"),
        (("simulate", "--seeds", f"{2**62}0"), f"a seed is at most {2**62}."),
        (("simulate", "--players", "4-2"), "say the smaller number first: 2-4."),
        (("simulate", "--seed", "1", "--seeds", "0:2"), "don't go together: leave one of them out."),
        (("simulate", "--seeds", "0:2", "--transcript"), "--transcript is for one seed: say --seed S."),
        (("simulate", "--script", "x", "--for", "9s"), "a script says all that --for would"),
        (("host", "--option", "row_storage=x"), "write descending or ascending or none."),
        (
            ("host", "--player", "Maximiliane-Sophie"),
            "a name has at most 16 letters; this would become Maximiliane-Soph.",
        ),
        (("--plain",), "with --plain say what to do, 'tables' to see what is open,"),
    ],
    ids=" ".join,
)
def test_a_slip_is_answered_by_one_line_that_says_what_can_be_said(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(list(arguments)) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.count("\n") == 1
    assert told in errors


@pytest.mark.parametrize(
    "arguments",
    [
        *(("export", ""), ("export", "--out", ""), ("replay", " "), ("replay", "--svg", ""), ("history", "show", "")),
        *(("history", "export", "--csv", ""), ("score", ""), ("doctor", ""), ("simulate", "--script", "")),
        *(("--data", "", "logs"), ("--log", "", "logs")),
    ],
    ids=" ".join,
)
def test_what_is_empty_is_not_taken_for_the_folder_one_is_in_nor_for_the_beginning_of_every_name(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(list(arguments)) == 2
    assert "it is empty: name one, or leave it out." in capsys.readouterr().err


@pytest.mark.parametrize("command", ["profile", "logs", "history", "completion bash"])
def test_a_log_that_cannot_be_written_is_told_by_commands_that_log_nothing(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command.split(), "--log", "/nowhere/log"]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert "Cannot write the log /nowhere/log" in errors
