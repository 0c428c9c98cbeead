"""A family of tagged types: which type a tag stands for, and values of that type out of unpacked arrays.

``msgspec.convert`` works a union out anew at each call, which takes ten times as long as the conversion itself; so
the tag is looked up here and one type is converted to.
"""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct, ValidationError, convert

from p2p_ligretto.wire.checks import fault_in
from p2p_ligretto.wire.violations import ProtocolViolation

T = TypeVar("T", bound=Struct)


class Tagged(Generic[T]):
    """``kind`` is what one of them is called in a reason: ``message``."""

    def __init__(self, kind: str, types: Iterable[type[T]]) -> None:
        self._kind = kind
        self._types = frozenset(types)
        self._by_tag = {each.__struct_config__.tag: each for each in self._types}

    def value(self, unpacked: Any) -> T:
        """The value that an unpacked array stands for, with all bounds kept; raises ProtocolViolation for any other."""
        tag = unpacked[0] if isinstance(unpacked, tuple) and unpacked else None
        cls = self._by_tag.get(tag) if isinstance(tag, str) else None
        if cls is None:
            raise ProtocolViolation(f"no {self._kind} of this protocol")
        try:
            # Without builtin_types, text would be taken for bytes in base64.
            value = convert(unpacked, cls, builtin_types=(bytes,))
        except ValidationError as error:
            raise ProtocolViolation(f"a malformed {self._kind} {tag!r}: {error}") from error
        if fault := fault_in(value):
            raise ProtocolViolation(f"{fault}, in a {self._kind} {tag!r}")
        return value

    def __contains__(self, value: object) -> bool:
        return type(value) in self._types
