"""docs/network-troubles.md explains every finding, and quotes what ``doctor`` says."""

import re
from pathlib import Path

from p2p_ligretto.doctor.diagnosis import diagnose
from p2p_ligretto.doctor.findings import SEVERITIES
from tests.doctor.samples import ONE_THING

PAGE = (Path(__file__).parents[2] / "docs" / "network-troubles.md").read_text(encoding="utf-8")
SECTIONS = {"trouble": "Trouble", "warning": "Perhaps", "note": "Note"}


def test_every_finding_is_explained_where_it_belongs_and_in_order() -> None:
    explained = {
        section.partition("\n")[0]: re.findall(r"^### `([\w-]+)`", section, re.M)
        for section in re.split(r"^## ", PAGE, flags=re.M)
    }
    for severity, heading in SECTIONS.items():
        assert explained[heading] == [kind for kind in SEVERITIES if SEVERITIES[kind] == severity]


def test_the_page_quotes_what_is_said() -> None:
    sections = dict(re.findall(r"^### `([\w-]+)`\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))
    quoted = dict(reversed(ONE_THING))
    for kind, observed in quoted.items():
        (finding,) = diagnose(observed).findings
        assert f"> {finding.seen}" in sections[kind].splitlines(), finding.seen
