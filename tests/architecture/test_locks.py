"""The locked versions: complete, hashed, naming no registry, and the same to play with as to develop with."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("play", "dev")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]


def text_of(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")


def pins_of(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text_of(lock), re.M))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_is_hashed_and_no_registry_is_named(lock: str) -> None:
    text = text_of(lock)
    assert not re.search(r"\w+://|^-", text, re.M)
    pins = re.split(r"^(?=[a-z])", text, flags=re.M)[1:]
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("play", [*PROJECT["project"]["dependencies"], *GROUPS["build"]]),
        ("dev", [*PROJECT["project"]["dependencies"], *GROUPS["build"], *GROUPS["docs"], *GROUPS["dev"]]),
    ],
)
def test_what_the_project_asks_for_is_locked(lock: str, wanted: Iterable[str]) -> None:
    pins = pins_of(lock)
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


def test_who_plays_and_who_develops_use_the_same_versions() -> None:
    assert pins_of("play").items() <= pins_of("dev").items()
