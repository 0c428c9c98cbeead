"""What every file of the package looks like: opened by a docstring, short, finished, and true to its ``__all__``."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "p2p_ligretto"
FILES = sorted(PACKAGE.rglob("*.py"))
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|pragma: no cover|raise NotImplementedError")

per_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@per_file
def test_opens_with_a_docstring_that_says_something(path: Path) -> None:
    docstring = ast.get_docstring(tree_of(path))
    assert docstring is not None
    assert len(docstring.split()) >= 3, f"{path.name} opens with {docstring!r}"


@per_file
def test_file_and_functions_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_FILE_LINES
    long = {
        node.name: size
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (size := (node.end_lineno or node.lineno) - node.lineno + 1) > MAX_FUNCTION_LINES
    }
    assert not long, f"functions longer than {MAX_FUNCTION_LINES} lines: {long}"


@per_file
def test_nothing_is_left_unfinished(path: Path) -> None:
    found = UNFINISHED.search(path.read_text(encoding="utf-8"))
    assert found is None, found


@per_file
def test_no_exception_is_swallowed_unnamed(path: Path) -> None:
    """A bare ``except``, or ``except Exception`` that does nothing, hides faults that nobody has thought of."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ExceptHandler):
            broad = node.type is None or (
                isinstance(node.type, ast.Name) and node.type.id in {"Exception", "BaseException"}
            )
            silent = all(isinstance(statement, ast.Pass) for statement in node.body)
            assert node.type is not None, f"line {node.lineno}"
            assert not (broad and silent), f"line {node.lineno}"


@per_file
def test_every_name_in_all_exists(path: Path) -> None:
    tree = tree_of(path)
    defined: set[str] = set()
    exported: list[str] = []
    for node in chain(tree.body, *(node.body for node in tree.body if isinstance(node, ast.If))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                defined.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                defined |= {alias.asname or alias.name for alias in names}
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                exported = ast.literal_eval(value)
            case ast.Assign(targets=targets):
                defined |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                defined.add(name)
    assert set(exported) <= defined


def test_no_file_names_a_drawer_for_everything() -> None:
    assert not [path for path in FILES if path.stem in {"utils", "util", "helpers", "common", "misc", "manager"}]
