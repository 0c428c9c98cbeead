"""What a checker finds: a promise of the protocol that was broken, as a value."""

from msgspec import Struct


class Violation(Struct, frozen=True, forbid_unknown_fields=True):
    """``what`` was broken (the name of a check), ``where`` (a host; None for all), at which true time, and how."""

    what: str
    where: int | None
    at_us: int
    how: str
