"""What the documents promise is there: links, pictures, make targets, commands, options, keys and quoted lines."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest

from p2p_ligretto.cli import program
from p2p_ligretto.commands.config import action_words
from p2p_ligretto.commands.languages import LANGUAGES
from p2p_ligretto.commands.settings_file import NAMES as SETTING_NAMES
from p2p_ligretto.commands.settings_file import read_settings
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.presets import PRESETS, changed_options
from p2p_ligretto.speech.table_rules import preset_words, rules_lines
from p2p_ligretto.speech.written_options import make_options, parse_options
from p2p_ligretto.tui.key_bindings import bindings_for
from p2p_ligretto.tui.keymap import NAMED_KEYS, USUAL
from p2p_ligretto.tui.palettes import PALETTE_NAMES
from p2p_ligretto.tui.questions import ask_to_open
from p2p_ligretto.tui.views import View
from tests.tui.samples import ADDRESS_FORM, LOBBY, OPEN_FORM, curves, game, replay, scores, table_lobby, watched
from tools.pictures import PICTURES
from tools.race_diagram import DIAGRAM
from tools.race_diagram import TITLE as DIAGRAM_TITLE

ROOT = Path(__file__).parents[2]
PROGRAM = program()
PACKAGE = ROOT / "p2p_ligretto"
GUIDE = ROOT / "docs" / "playing.md"
OPTIONS_PAGE = ROOT / "docs" / "table-options.md"
REPLAY_PAGE = ROOT / "docs" / "replay.md"
LAN_PAGE = ROOT / "docs" / "lan.md"
SETTINGS = ROOT / "docs" / "settings.md"
SETTINGS_TABLES = (
    ("setting", "option", "values", "means"),
    ("palette", "for"),
    ("name", "usual keys", "does"),
)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "protocol").rglob("*.md")])
COMMAND = re.compile(r"p2p-ligretto((?: +(?:--)?[\w:.\[\]=-]+)*)")

per_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def code_in(text: str) -> list[str]:
    """Fenced blocks line by line, and inline code spans."""
    lines = [line for block in re.findall(r"```\w*\n(.*?)```", text, re.S) for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))


def heading_anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ +(.*)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@per_document
def test_links_resolve(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        linked = (path.parent / file).resolve() if file else path
        assert linked.exists(), f"{path.name} links to {target}"
        if anchor:
            assert anchor in heading_anchors(linked), f"{path.name} links to {target}"


@per_document
def test_make_targets_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for code in code_in(path.read_text(encoding="utf-8")):
        for target in re.findall(r"(?:^|[;&$] *)make ([a-z]+)", code):
            assert target in targets, f"{path.name} says make {target}"


def options_of(command: click.Command) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts} | {"--help"}


@per_document
def test_commands_and_options_exist(path: Path) -> None:
    for code in code_in(path.read_text(encoding="utf-8")):
        for words in (match.split() for match in COMMAND.findall(code)):
            known = options_of(PROGRAM)
            if words and not words[0].startswith("-"):
                assert words[0] in PROGRAM.commands, f"{path.name} says {code}"
                command = PROGRAM.commands[words[0]]
                if isinstance(command, click.Group) and len(words) > 1 and words[1] in command.commands:
                    command = command.commands[words[1]]
                known = options_of(command)
            unknown = {word.partition("=")[0] for word in words if word.startswith("--")} - known
            assert not unknown, f"{path.name} says {code}"


# ---- pictures


def test_pictures_that_are_shown_are_the_pictures_that_are_taken() -> None:
    """Their own descriptions stand in the files, so that a picture and its name can't part company."""
    shown = {
        (path.parent / target).resolve()
        for path in DOCUMENTS
        for target in re.findall(r"!\[[^\]]+\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    }
    taken = {picture.path: picture.title for picture in PICTURES} | {DIAGRAM: DIAGRAM_TITLE}
    assert shown == set(taken) == set((ROOT / "docs" / "pictures").iterdir())
    for path, title in taken.items():
        text = path.read_text(encoding="utf-8")
        assert f"<title>{title}</title>" in text
        assert "\n</svg>\n" in text


# ---- tables of the guide


def tables_in(path: Path, *headings: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Tables with these headings: each with the title of its section, its rows as cells without code marks."""
    for section in re.split(r"^#+ +", path.read_text(encoding="utf-8"), flags=re.M):
        for table in re.findall(r"(?:^\|.*\|\n)+", section, re.M):
            head, _rule, *rows = [
                [cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()
            ]
            if tuple(head) == headings:
                yield section.splitlines()[0], rows


KEYS_OF = {
    "The lobby": (View(LOBBY), View(LOBBY, OPEN_FORM), View(LOBBY, ADDRESS_FORM)),
    "A table": (View(table_lobby(4)), View(scores(4))),
    "The game on screen": (View(game(4)),),
    "Watching": (View(watched(4)),),
}


REPLAY_KEYS_OF = {"The screen": (View(replay(4)),), "Curves": (View(curves(4)),)}


@pytest.mark.parametrize(("page", "keys_of"), [(GUIDE, KEYS_OF), (REPLAY_PAGE, REPLAY_KEYS_OF)], ids=["game", "replay"])
def test_the_guide_names_the_keys_as_the_screens_do(page: Path, keys_of: dict[str, tuple[View, ...]]) -> None:
    told: dict[str, set[tuple[str, str]]] = {}
    for title, rows in tables_in(page, "key", "does"):
        told.setdefault(title, set()).update((key.strip("`"), words) for key, words in rows)
    assert told == {
        title: {(binding.shown, binding.words) for view in views for binding in bindings_for(view)}
        for title, views in keys_of.items()
    }


def test_the_settings_page_names_every_setting_palette_and_key() -> None:
    tables = {title: rows for heading in SETTINGS_TABLES for title, rows in tables_in(SETTINGS, *heading)}
    named = {title: [row[0].strip("`") for row in rows] for title, rows in tables.items()}
    assert named["What can be set"] == list(SETTING_NAMES)
    values = {row[0].strip("`"): re.findall(r"`([\w-]+)`", row[2]) for row in tables["What can be set"]}
    assert values["language"] == list(LANGUAGES)
    assert values["palette"] == list(PALETTE_NAMES)
    assert named["Colours"] == list(PALETTE_NAMES)
    options = {option for row in tables["What can be set"] for option in re.findall(r"`(--[\w-]+)`", row[1])}
    assert options <= options_of(PROGRAM) | {"--no-ascii", "--no-plain"}
    keys = {row[0].strip("`"): (tuple(re.findall(r"`([^`]+)`", row[1])), row[2]) for row in tables["Keys"]}
    assert keys == {name: (pressed, action_words(name)) for name, pressed in USUAL.items()}
    text = SETTINGS.read_text(encoding="utf-8")
    assert all(f"`{key}`" in text for key in NAMED_KEYS if not re.fullmatch(r"f\d+", key))


def test_the_example_on_the_settings_page_is_in_order(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", SETTINGS.read_text(encoding="utf-8"), re.S)
    (tmp_path / "config.toml").write_text(example, encoding="utf-8")
    found = read_settings(tmp_path / "config.toml")
    assert (found.palette, found.faults) == ("colour-blind", ())
    assert found.keys


# ---- table options


def test_the_page_of_options_names_every_one_with_its_values() -> None:
    ((_title, rows),) = tables_in(OPTIONS_PAGE, "option", "on screen", "values", "meaning")
    assert [row[0].strip("`") for row in rows] == [field.name for field in fields(Options)]
    form = {entry.name: entry for entry in ask_to_open("Ada").entries}
    for cell, on_screen, shown, _meaning in rows:
        name = cell.strip("`")
        values = re.findall(r"`(\w+)`", shown)
        assert form[name].label == on_screen
        assert make_options(**{name: values[0]}) == OFFICIAL
        if form[name].choices:
            assert set(values) == {choice.value for choice in form[name].choices}
        else:
            assert "any number" in shown


def test_the_page_of_options_explains_each_value_as_the_form_does() -> None:
    ((_title, rows),) = tables_in(OPTIONS_PAGE, "option", "value", "says")
    told = [(option.strip("`"), value.strip("`"), says) for option, value, says in rows]
    chosen = [entry for entry in ask_to_open("Ada").entries if entry.name in {field.name for field in fields(Options)}]
    assert told == [
        (entry.name, choice.value, choice.explanation) for entry in chosen for choice in entry.choices if entry.choices
    ]


def test_the_page_of_options_names_every_preset_with_what_it_changes() -> None:
    ((_title, rows),) = tables_in(OPTIONS_PAGE, "preset", "on screen", "what it is", "changes")
    assert [row[0].strip("`") for row in rows] == list(PRESETS)
    for cell, on_screen, what, changes in rows:
        name = cell.strip("`")
        assert (on_screen, what) == preset_words(name)
        spelt = re.findall(r"`([^`]+)`", changes)
        assert parse_options(spelt) == PRESETS[name]
        assert {text.partition("=")[0] for text in spelt} == changed_options(PRESETS[name])


def test_the_page_of_options_quotes_what_a_line_says_of_a_preset() -> None:
    page = OPTIONS_PAGE.read_text(encoding="utf-8")
    assert "```\n" + "\n".join(rules_lines(PRESETS["advanced"])) + "\n```" in page


@per_document
def test_options_of_tables_that_are_spelt_out_are_understood(path: Path) -> None:
    for code in code_in(path.read_text(encoding="utf-8")):
        if "p2p-ligretto" in code:
            preset = re.search(r"--preset (\w+)", code)
            spelt = re.findall(r"--option (\w+=\w+)", code)
            assert parse_options(spelt, PRESETS[preset[1]] if preset else OFFICIAL), f"{path.name} says {code}"


# ---- lines of the program


def texts_in(*files: Path) -> list[str]:
    """Texts for people, as they stand in the code."""
    return [
        str(node.args[0].value)
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "_"
        and isinstance(node.args[0], ast.Constant)
    ]


def pattern_of(text: str) -> str:
    """What a text can become when its fields are filled in."""
    return "".join(".+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{\w+\})", text))


def quoted_lines(path: Path) -> list[str]:
    blocks = re.findall(r"(?:^> .*\n)+", path.read_text(encoding="utf-8"), re.M)
    return [" ".join(line.removeprefix("> ") for line in block.splitlines()) for block in blocks]


def test_the_lan_page_quotes_what_the_program_says() -> None:
    # A text that is all field would match anything.
    patterns = [pattern_of(text) for text in texts_in(*PACKAGE.rglob("*.py")) if len(re.sub(r"\{\w+\}", "", text)) > 10]
    for line in quoted_lines(LAN_PAGE):
        assert any(re.fullmatch(pattern, line) for pattern in patterns), line


def test_the_lan_page_leaves_out_nothing_that_the_search_and_the_dialling_say() -> None:
    runtime = PACKAGE / "runtime"
    files = [runtime / f"{name}.py" for name in ("addresses", "dialling", "discovery", "vicinity")]
    quoted = quoted_lines(LAN_PAGE)
    for text in texts_in(*files):
        assert any(re.fullmatch(pattern_of(text), line) for line in quoted), text


# ---- README


def test_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in PROGRAM.commands:
        assert f"p2p-ligretto {name}" in readme, name


def test_licence_and_trade_mark_are_stated() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "trade mark" in readme
    assert "Schmidt Spiele" in readme
    assert "The P2P Ligretto developers" in (ROOT / "LICENSE").read_text(encoding="utf-8")
