import pytest

pytest.importorskip("mkdocs", reason="make docs installs it")

from tools.docs_site import relinked, spaced


@pytest.mark.parametrize(
    ("place", "uri", "written", "wanted"),
    [
        ("docs/a.md", "a.md", "[x](b.md#c)", "[x](b.md#c)"),
        ("docs/a.md", "a.md", "[x](#c) [y](https://y.org/z)", "[x](#c) [y](https://y.org/z)"),
        ("docs/a.md", "a.md", "[x](../protocol/spec/01.md#c)", "[x](protocol/spec/01.md#c)"),
        ("docs/decisions/1.md", "decisions/1.md", "[x](../../benchmarks/README.md)", "[x](../benchmarks/README.md)"),
        ("docs/decisions/1.md", "decisions/1.md", "[x](../a.md) [y](2.md)", "[x](../a.md) [y](2.md)"),
        ("CONTRIBUTING.md", "CONTRIBUTING.md", "![x](docs/pictures/x.svg)", "![x](pictures/x.svg)"),
        ("protocol/spec/01.md", "protocol/spec/01.md", "[x](../../docs/a.md)", "[x](../../a.md)"),
        ("docs/a.md", "a.md", "[x](../README.md)", "[x](index.md)"),
    ],
)
def test_links_lead_to_the_same_file_on_the_site(place: str, uri: str, written: str, wanted: str) -> None:
    assert relinked(written, place, uri) == wanted


def test_lists_and_tables_are_told_from_the_text_before_them() -> None:
    assert spaced("It says\n- one\n  - two\n- three\n") == "It says\n\n- one\n    - two\n- three\n"
    assert spaced("1. one\n2. two\n") == "1. one\n2. two\n"
    assert spaced("As in\n| a |\n| - |\n| b |\n") == "As in\n\n| a |\n| - |\n| b |\n"
