"""What a script can speak of: messages, payloads, moves and structures of the wire, and what people are told.

All of it is read off the types themselves, so a message that the protocol gains can be said at once.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields as fields_of_dataclass
from difflib import get_close_matches
from typing import Any, Final, get_args

from msgspec import Struct

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello, KnownPeer, TableCard
from p2p_ligretto.wire.payloads import AnyMove, AnyPayload, Moved, TableOptions

EVENT: Final = "event"
"""The message whose words go on with what the event says."""


def _by_tag(types: Iterable[type[Struct]]) -> dict[str, type[Struct]]:
    return {str(each.__struct_config__.tag): each for each in types}


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


MESSAGES: Final[Mapping[str, type[Struct]]] = _by_tag(get_args(AnyMessage))
PAYLOADS: Final[Mapping[str, type[Struct]]] = _by_tag(get_args(AnyPayload))
MOVES: Final[Mapping[str, type[Struct]]] = _by_tag(get_args(AnyMove))
STRUCTURES: Final[Mapping[str, type[Struct]]] = {
    _snake(each.__name__): each
    for each in (
        *(Accepted, Address, Ballot, Decision, Event, KnownPeer, Member, Proposal, TableCard, TableOptions, View),
        *get_args(AnyMove),
    )
}
NOTICES: Final[Mapping[str, type[Any]]] = {_snake(each.__name__): each for each in get_args(Notice)}
HELLO_FIELDS: Final = frozenset(Hello.__struct_fields__)

SAID: Final = frozenset(PAYLOADS) | frozenset(MOVES)
"""What may stand behind ``event``: a payload, or a move, which is one of the payload ``moved``."""


def payload_fields(payload: str) -> frozenset[str]:
    """The names of the fields of a payload, or of a move with those of the payload that holds it."""
    if payload in MOVES:
        return frozenset(MOVES[payload].__struct_fields__) | (frozenset(Moved.__struct_fields__) - {"move"})
    return frozenset(PAYLOADS[payload].__struct_fields__)


def message_fields(type_: str, payload: str | None) -> frozenset[str]:
    """The names that a message of ``type_`` may be given, or asked for."""
    if type_ != EVENT:
        return frozenset(MESSAGES[type_].__struct_fields__)
    event = frozenset(Event.__struct_fields__) - ({"payload"} if payload else set())
    return event | (payload_fields(payload) if payload else frozenset())


def notice_fields(notice: str) -> frozenset[str]:
    """The names of what a notice tells."""
    return frozenset(field.name for field in fields_of_dataclass(NOTICES[notice]))


def known_ones(words: Iterable[str]) -> str:
    """``words`` for the end of a sentence."""
    return ", ".join(sorted(words)) or "none at all"


def meant(word: str, words: Iterable[str]) -> str:
    """What to say about a word that is none of ``words``: the nearest one, or all of them."""
    there = sorted(words)
    near = get_close_matches(word, there, n=1)
    return f"did you mean {near[0]}?" if near else f"there are: {known_ones(there)}"
