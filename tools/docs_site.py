"""A hook of MkDocs (``mkdocs.yml``): documents beside ``docs/`` become pages too, and links to them lead there.

In the repository a page of ``docs/`` links to ``../CONTRIBUTING.md``; on the site that file is a page like the others.
What no page can be, such as a program, is refused: strict builds fail at such a link.

Pages are written for readers of the repository. What their Markdown takes for a list or a table without a blank line
before it, MkDocs does not; nor does it take a list indented by less than four for a list in a list.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = "docs"
BESIDE: Final = ("CHANGELOG.md", "CONTRIBUTING.md", "protocol/**/*.md", "benchmarks/*.md")
"""What becomes a page besides those in ``docs/``, where it lies in the repository."""
_FENCED: Final = re.compile(r"^```.*?^```$", re.M | re.S)
_ABUTTING: Final = re.compile(r"^(?!\d+\. )([^\s|#>-].*\n)(?=- |\d+\. |\|)", re.M)
_INNER: Final = re.compile(r"^ {2,3}(?=- |\d+\. )", re.M)
_LINK: Final = re.compile(r"(\]\()([^)\s:#]+)((?:#[^)\s]*)?\))")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie elsewhere."""
    for pattern in BESIDE:
        for path in sorted(ROOT.glob(pattern)):
            files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_given: Any) -> str:
    """Links and lists as the site needs them; blocks of code stay as they are."""
    uri = page.file.src_uri
    in_docs = (Path(page.file.abs_src_path)).is_relative_to(ROOT / DOCS)
    place = posixpath.join(DOCS, uri) if in_docs else uri
    return "".join(_pieces(markdown, place, uri))


def _pieces(markdown: str, place: str, uri: str) -> Iterator[str]:
    end = 0
    for block in _FENCED.finditer(markdown):
        yield relinked(spaced(markdown[end : block.start()]), place, uri)
        yield block[0]
        end = block.end()
    yield relinked(spaced(markdown[end:]), place, uri)


def spaced(text: str) -> str:
    """``text`` with lists and tables as MkDocs knows them."""
    return _INNER.sub("    ", _ABUTTING.sub(r"\1\n", text))


def relinked(text: str, place: str, uri: str) -> str:
    """``text`` of the file ``place`` of the repository, with links as they are needed on the page ``uri``."""

    def lead(link: re.Match[str]) -> str:
        linked = posixpath.normpath(posixpath.join(posixpath.dirname(place), link[2]))
        if linked == "README.md":  # the start of the repository is the start of the site
            linked = f"{DOCS}/index.md"
        there = linked.removeprefix(f"{DOCS}/")
        return f"{link[1]}{posixpath.relpath(there, posixpath.dirname(uri) or '.')}{link[3]}"

    return _LINK.sub(lead, text)
