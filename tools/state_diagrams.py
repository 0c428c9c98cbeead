"""Draw the state diagrams of the specification from the tables of the code: ``python -m tools.state_diagrams``.

A chapter has a line ``<!-- drawn from the code: NAME -->`` where a diagram belongs; what is drawn stands under it.
"""

import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final

from p2p_ligretto.node.phases import PHASES
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.attempt import STEPS, Step
from p2p_ligretto.replication.voter import STANCES, Stance

SPEC: Final = Path(__file__).parents[1] / "protocol" / "spec"
PLACE: Final = re.compile(r"(<!-- drawn from the code: (\w+) -->\n)(?:\n```mermaid\n.*?```\n)?", re.S)


def diagram(table: Mapping[tuple[Enum, Enum], Enum], begin: Enum) -> str:
    """A table of transitions as a Mermaid diagram that begins at ``begin``."""
    lines = ["stateDiagram-v2", f"    [*] --> {begin.value}"]
    lines += [f"    {state.value} --> {following.value}: {cause.value}" for (state, cause), following in table.items()]
    return "\n".join(lines) + "\n"


DIAGRAMS: Final = {
    "phases": diagram(PHASES, Phase.LOBBY),
    "stances": diagram(STANCES, Stance.FREE),
    "steps": diagram(STEPS, Step.COLLECTING),
}


def drawn(chapter: str) -> str:
    """The text of a chapter with its diagrams as they have to be; KeyError for a name that is none."""
    return PLACE.sub(lambda place: f"{place[1]}\n```mermaid\n{DIAGRAMS[place[2]]}```\n", chapter)


def main() -> None:
    """Draw them all anew."""
    for path in sorted(SPEC.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        path.write_text(drawn(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
