"""The diagrams of chapter 05 are drawn from its tables, and its numbers are those of the code."""

import re
from pathlib import Path

from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.membership import MAX_BALLOTS_AHEAD, RETRY_US

CHAPTER = Path(__file__).parents[2] / "protocol" / "spec" / "05-membership.md"
TABLE_AND_DIAGRAM = re.compile(r"(\| state \| on \| does \| next \|\n(?:\|[^\n]*\n)+)\n```mermaid\n(.*?)```\n", re.S)


def drawn(table: str) -> str:
    """A table of transitions as a diagram; the first row's state is where it begins."""
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]
    lines = ["stateDiagram-v2", f"    [*] --> {rows[0][0].split(', ')[0]}"]
    for states, on, _does, following in rows:
        lines += [f"    {state} --> {following}: {on.replace('`', '')}" for state in states.split(", ")]
    return "\n".join(lines) + "\n"


def test_diagrams_are_drawn_from_the_tables() -> None:
    pairs = TABLE_AND_DIAGRAM.findall(CHAPTER.read_text(encoding="utf-8"))
    assert len(pairs) == 2
    for table, diagram in pairs:
        assert diagram == drawn(table)


def test_every_state_can_be_come_to_and_left() -> None:
    for table, _diagram in TABLE_AND_DIAGRAM.findall(CHAPTER.read_text(encoding="utf-8")):
        steps = re.findall(r"^    (\w+) --> (\w+):", drawn(table), re.M)
        assert {source for source, _ in steps} == {target for _, target in steps}


def test_numbers_are_those_of_the_code() -> None:
    text = " ".join(CHAPTER.read_text(encoding="utf-8").split())
    assert f"more than {MAX_BALLOTS_AHEAD} above" in text
    assert f"every {RETRY_US // 1000} ms" in text
    assert f"{MAX_MEMBERS} members in all" in text
