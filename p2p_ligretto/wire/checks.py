"""What a message or payload must keep to beyond the types and bounds of its fields.

Texts are fit to be shown, and fields that belong together agree.
Each check returns what is wrong as one line, or None. Whether a message makes sense at this table, now, is not
judged here.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from p2p_ligretto.replication import messages as replication
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.views import Decision, Proposal, View
from p2p_ligretto.wire import messages, payloads
from p2p_ligretto.wire.names import check_name, check_saying, check_text

_HOST: Final = re.compile(r"[0-9A-Fa-f:.]+(%[0-9A-Za-z._:@-]+)?")


def _first(faults: Iterable[str | None]) -> str | None:
    return next((fault for fault in faults if fault is not None), None)


def _addresses(addresses: tuple[messages.Address, ...]) -> str | None:
    if all(_HOST.fullmatch(address.host) for address in addresses):
        return None
    return "an address that is no IPv4 or IPv6 literal"


def _presence(message: messages.Presence) -> str | None:
    names = [message.name]
    if message.card is not None:
        names += [message.card.name, *message.card.players]
    return _first(map(check_name, names)) or _addresses(message.addresses)


def _peers(message: messages.Peers) -> str | None:
    return _first(_addresses(known.addresses) for known in message.peers)


def _said(message: messages.Said) -> str | None:
    if message.emote is not None:
        return "an emote with a text" if message.text else None
    return check_saying(message.text)


def _hello(message: messages.Hello) -> str | None:
    if message.version_low > message.version_high:
        return "a version range that ends before it begins"
    return check_text(message.magic)


def _event(event: Event) -> str | None:
    return None if event.seq else "an event with the number 0"


def _fetch(message: replication.Fetch) -> str | None:
    return None if 1 <= message.first <= message.last else "a fetch of no events"


def _view(view: View) -> str | None:
    return None if len(set(view.peers())) == len(view.members) else "a view with a member twice"


def _state(message: replication.State) -> str | None:
    if len({member.peer for member in message.joiners}) < len(message.joiners):
        return "a joiner named twice"
    return None if message.accepted is None else _proposal(message.accepted.proposal)


def _proposal(proposal: Proposal) -> str | None:
    return _view(proposal.view)


def _decision(decision: Decision | None) -> str | None:
    return None if decision is None else _proposal(decision.proposal)


def _play(move: payloads.PlayMove) -> str | None:
    return None if (move.slot >= 0) == (move.place == "row") else "a slot that does not go with its place"


def _moved(payload: payloads.Moved) -> str | None:
    exposes = () if isinstance(payload.move, payloads.StopMove) else payload.move.exposes
    if len(payload.proofs) != len(exposes):
        return "not as many proofs as cards exposed"
    return _play(payload.move) if isinstance(payload.move, payloads.PlayMove) else None


def _dealt(payload: payloads.Dealt) -> str | None:
    return None if len(payload.salts) == len(payload.row) + 1 else "not as many salts as cards shown"


_CHECKS: Final[dict[type, Callable[[Any], str | None]]] = {
    messages.Hello: _hello,
    messages.Refusal: lambda message: check_text(message.reason),
    messages.Presence: _presence,
    messages.Peers: _peers,
    messages.Said: _said,
    replication.EventSent: lambda message: _event(message.event),
    replication.Events: lambda message: _first(map(_event, message.events)),
    replication.Fetch: _fetch,
    replication.State: _state,
    replication.Segment: lambda message: _view(message.view) or _decision(message.decision),
    replication.Accept: lambda message: _proposal(message.proposal),
    replication.Commit: lambda message: _decision(message.decision),
    payloads.Opened: lambda payload: check_name(payload.name),
    payloads.Seated: lambda payload: check_name(payload.name),
    payloads.Dealt: _dealt,
    payloads.Moved: _moved,
}


def fault_in(value: Struct) -> str | None:
    """What is wrong with a message or payload whose types and bounds are right, or None."""
    check = _CHECKS.get(type(value))
    return None if check is None else check(value)
