"""Everything that a person reads can be translated: no sentence in the code is left out, and what is shown has none.

English in every language are commands, options and their values, what programs read, the log, and the reasons in
brackets that come from below (the system, a damaged record, a script): those rooms know no texts.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TypeGuard

import click
import pytest

import p2p_ligretto
from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.cli import program, run
from p2p_ligretto.commands.languages import LANGUAGES
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.plain.commands import help_lines
from p2p_ligretto.tui.dialogs import Dialog
from p2p_ligretto.tui.key_bindings import bindings_for
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.questions import (
    ask_for_address,
    ask_for_bots,
    ask_for_code,
    ask_for_name,
    ask_to_leave,
    ask_to_open,
    ask_to_watch,
)
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.table_questions import ask_to_end, ask_to_vote, ask_whom, tell_of_kick
from p2p_ligretto.tui.talking import ask_what_to_say
from p2p_ligretto.tui.views import View
from tests.speech.samples import table_of
from tests.texts.languages import Marked, english_words, spoken
from tests.tui.samples import VIEWS

PACKAGE = Path(p2p_ligretto.__file__).parent
SPEAKING = ("cli.py", "commands", "tui", "plain", "speech", "doctor")
MARKS = {"_", "ngettext"}
PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
NOT_FOR_PEOPLE = {"AssertionError", "ValueError", "TypeError", "compile", "search", "fullmatch"}
"""What is called with texts that no person reads: faults of the code, patterns."""
OF_MACHINES = {"tui/palettes.py", "tui/style.py", "commands/script_port.py"}
"""Names of colours; what is said of a script, which the simulator says in English, too."""
AS_THEY_ARE = {
    *("fill on", "fill off", "go on", "vote absent", "well played", "hurry up"),  # typed
    *("match over", "input ended", "output gone", "no seat", "kicked out"),  # why a session ended, for the code
    "in play",  # a state of a match, for programs
    "outside upper center",  # a place in a picture
}


# ---- the code


def unmarked(node: ast.AST) -> Iterator[ast.Constant]:
    """The texts in ``node`` that nobody can translate."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in MARKS | NOT_FOR_PEOPLE:
            return
        case ast.Call(func=ast.Attribute(value=ast.Name(id="_log"))):
            return
        case ast.Constant(value=str()):
            yield node
    for child in ast.iter_child_nodes(node):
        yield from unmarked(child)


def speaking_modules() -> list[Path]:
    return sorted(
        path for room in SPEAKING for path in ((PACKAGE / room).rglob("*.py") if "." not in room else [PACKAGE / room])
    )


def test_no_sentence_in_the_code_is_left_out() -> None:
    left = [
        f"{path.relative_to(PACKAGE)}:{text.lineno}: {text.value!r}"
        for path in speaking_modules()
        if str(path.relative_to(PACKAGE).as_posix()) not in OF_MACHINES
        for text in unmarked(ast.parse(path.read_text(encoding="utf-8")))
        if PROSE.search(str(text.value)) and text.value not in AS_THEY_ARE
        if not str(text.value).startswith("p2p-ligretto ")
    ]
    assert left == []


def test_no_text_is_taken_within_another_that_hides_it() -> None:
    """What collects the texts for translators does not look into f-strings."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(text, ast.JoinedStr):
                hidden = {name.id for name in ast.walk(text) if isinstance(name, ast.Name)} & MARKS
                assert not hidden, f"{path}:{text.lineno}"


def early(node: ast.AST, *, inside: bool = False) -> Iterator[ast.Call]:
    """Texts that are taken when a module is imported: outside of functions, and as defaults of arguments."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS and not inside:
        yield node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        at_once = [node.args] if isinstance(node, ast.Lambda) else [node.args, *node.decorator_list]
        later = [node.body] if isinstance(node, ast.Lambda) else node.body
        for part in at_once:
            yield from early(part, inside=inside)
        for part in later:
            yield from early(part, inside=True)
        return
    for child in ast.iter_child_nodes(node):
        yield from early(child, inside=inside)


def test_no_text_is_taken_before_the_language_is_known() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name != "texts.py":
            found = [call.lineno for call in early(ast.parse(path.read_text(encoding="utf-8")))]
            assert found == [], path


# ---- the help of all commands


def commands(command: click.Command, context: click.Context) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, click.Context(below, parent=context))


def _is_shown(option: click.Parameter) -> TypeGuard[click.Option]:
    return isinstance(option, click.Option) and not option.hidden


def test_the_help_of_every_command_and_option() -> None:
    values = {*LEVELS, *PRESETS, *LANGUAGES, *LANGUAGES.values()}
    with spoken(Marked()):
        whole = program()
        for command in commands(whole, click.Context(whole)):
            said = [command.help, *(option.help for option in command.params if _is_shown(option))]
            for text in said:
                assert text, f"{command.name}: an option without help"
                assert english_words(text) <= values, f"{command.name}: {text}"
        assert all(english_words(line) == set() for line in help_lines())


# ---- what commands print


def printed(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> str:
    with spoken(Marked()):
        run([*arguments, "--data", str(folder)])
    captured = capsys.readouterr()
    return (captured.out + captured.err).replace(str(folder), "")


@pytest.mark.parametrize(
    "line",
    [
        *("logs", "profile", "who-starts 4", "who-starts Ada", "who-starts Ada Ada", "config --init --check"),
        *("history", "history show nothing", "history --since today", "export nothing", "replay nothing"),
        *("simulate --seed 1 --seeds 0:2", "simulate --players 99", "join 10.0.0.1:99999", "simulate --seeds 5"),
        *("play 3", "simulate lan", "tables Kitchen", "doctor Kitchen", "score scores.csv --csv"),
        *("history players Ada", "history --since 2026-11-30 --until 2026-11-29"),
    ],
)
def test_what_commands_print(line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = printed(capsys, tmp_path, *line.split())
    assert said.strip()
    from_click = {"Invalid", "value", "for"}
    own = {"p-ligretto", "default", *re.findall(r"[\w-]+", line)}
    assert english_words(re.sub(r"--[\w-]+|/\S+", "", said)) <= own | from_click, said


@pytest.mark.parametrize(
    "line",
    [
        *("config", "simulate --fairness --script nothing", "host --option speed=high", "host --option call=never"),
        *("host --option rounds=1 --option target_score=999", "profile ada"),
    ],
)
def test_beside_names_of_options_and_settings_is_nothing_english(
    line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = printed(capsys, tmp_path, *line.split()).replace("Invalid value for", "")
    assert said.strip()
    assert not re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", said), said


# ---- the screen


def words_given(value: object) -> Iterator[str]:
    """All texts that a view brings along: names, and lines that were said in English when the sample was made."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from words_given(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from words_given(getattr(value, field.name))


@pytest.mark.parametrize("name", [name for name in VIEWS if not name.startswith("curves")])
def test_what_the_screen_itself_writes(name: str) -> None:
    view = VIEWS[name]
    given = "\n".join(words_given(view)) + "p2p-ligretto join"
    with spoken(Marked()):
        pictures = [render(view, columns, rows, Look()) for columns, rows in ((80, 24), (160, 50), (30, 10))]
        for binding in bindings_for(view):
            assert english_words(f"{binding.shown} {binding.words} {binding.hint}") == set(), binding
    for picture in pictures:
        for line in picture:
            written = "".join(run.text for run in line)
            assert all(word in given for word in english_words(written)), written


def dialogs() -> Iterator[Dialog]:
    table = table_of("Ada", "Bea", "Cas")
    yield from (ask_to_open("Ada"), ask_for_bots(), ask_for_address(), ask_for_code(), ask_for_name("Ada"))
    yield from (ask_to_leave(ends_program=True), ask_to_leave(ends_program=False), ask_to_watch(b"table", "Ada"))
    yield from (ask_to_end(table, 0), tell_of_kick(), ask_what_to_say())
    for about in ("kick", "absent"):
        yield ask_whom(table, 0, about, [1, 2])  # type: ignore[arg-type]
        yield ask_to_vote(table, 0, about, 1)  # type: ignore[arg-type]


def test_what_dialogs_ask() -> None:
    known = {"Ada", "Bea", "Cas"}
    with spoken(Marked()):
        for dialog in dialogs():
            for chosen in range(max(1, len(dialog.entries))):
                form = dialog.selected(chosen).form()
                for line in render(View(VIEWS["game-4"].screen, form=form), 80, 40, Look())[8:-8]:
                    text = "".join(run.text for run in line)
                    boxed = text.split("│")[1] if text.count("│") == 2 else ""
                    assert english_words(boxed) <= known, boxed
