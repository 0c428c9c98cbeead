"""Trouble of the surroundings that the game survives: told once to the person, in one line, with the way out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StorageProblem:
    """Something could not be written or read back; the game goes on without it."""

    reason: str


@dataclass(frozen=True, slots=True)
class DiscoveryProblem:
    """This network's nodes cannot be found by themselves (for now); joining by address still works."""

    reason: str


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A node that was found and plays another version. ``name`` is its table's, or its own if it is at none."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class TwinProblem:
    """Another process goes by the key of this one."""

    reason: str


Problem = StorageProblem | DiscoveryProblem | TwinProblem
