"""What the documents promise is there: links, make targets, commands and options."""

import re
from pathlib import Path

import click
import pytest

from p2p_ligretto.cli import program

ROOT = Path(__file__).parents[2]
PROGRAM = program()
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
                known = options_of(PROGRAM.commands[words[0]])
            unknown = {word.partition("=")[0] for word in words if word.startswith("--")} - known
            assert not unknown, f"{path.name} says {code}"


def test_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in PROGRAM.commands:
        assert f"p2p-ligretto {name}" in readme, name


def test_licence_and_trade_mark_are_stated() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "trade mark" in readme
    assert "Schmidt Spiele" in readme
    assert "The P2P Ligretto developers" in (ROOT / "LICENSE").read_text(encoding="utf-8")
