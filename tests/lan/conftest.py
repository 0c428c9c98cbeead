"""Where there can be no LAN the tests of this folder are skipped with a reason; where CI is set they fail."""

import os
from pathlib import Path

import pytest

from tests.lan.lan import missing

HERE = Path(__file__).parent
FIGURES: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    own = [item for item in items if HERE in item.path.parents]
    reason = missing() if own and not os.environ.get("CI") else None
    for item in own:
        item.add_marker(pytest.mark.lan)
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def figures() -> list[str]:
    """Lines that are shown below the results."""
    return FIGURES


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FIGURES:
        terminalreporter.section("figures")
        for line in FIGURES:
            terminalreporter.write_line(line)
