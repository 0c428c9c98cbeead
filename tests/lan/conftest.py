"""Where there can be no LAN the tests of this folder are skipped with a reason; where CI is set they fail.

Those marked ``long_fault`` take minutes each and run only when they are asked for by ``-m`` (``make lan-faults``).
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lan.lan import missing

HERE = Path(__file__).parent
FIGURE = "figure"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fault: something is done to a table in mid-round")
    config.addinivalue_line("markers", "long_fault: takes minutes; runs only when asked for")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "long_fault" not in config.option.markexpr:
        long = [item for item in items if item.get_closest_marker("long_fault") is not None]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    own = [item for item in items if HERE in item.path.parents]
    reason = missing() if own and not os.environ.get("CI") else None
    for item in own:
        item.add_marker(pytest.mark.lan)
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Lines that are shown below the results, also of tests that ran in another process."""
    lines: list[str] = []
    yield lines
    request.node.user_properties.extend((FIGURE, line) for line in lines)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = (report for reports in terminalreporter.stats.values() for report in reports)
    ended = (report for report in reports if getattr(report, "when", None) == "teardown")
    lines = sorted(line for report in ended for kind, line in report.user_properties if kind == FIGURE)
    if lines:
        terminalreporter.section("figures")
        for line in lines:
            terminalreporter.write_line(line)
