"""What is remembered of the last ones only: strangers can be as many as they like."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def keep_last(known: dict[K, V], key: K, value: V, most: int) -> None:
    """``key`` is the newest in ``known`` from now on; of more than ``most`` the oldest is forgotten."""
    known.pop(key, None)
    known[key] = value
    if len(known) > most:
        del known[next(iter(known))]
