"""From the words of a script to the bytes on a link: what a step leaves open is filled in as an honest peer would.

Nothing is checked: fields may have any type and any value, so that what nobody should say can be said.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import Struct, structs
from msgspec.msgpack import Encoder

from p2p_ligretto.dealing import own_cards
from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.game.cards import DECK_SIZE
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.node.dealer import what_is_due
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.messages import EventSent, Message
from p2p_ligretto.replication.signing import signature_for, signed
from p2p_ligretto.sim.script.peer import ScriptedPeer
from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.syntax import Named, Peer, Raw, Rewrite, Words
from p2p_ligretto.sim.script.values import LookUp, made, value_of, values_of
from p2p_ligretto.sim.script.vocabulary import EVENT, MESSAGES, MOVES, PAYLOADS, payload_fields
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import NONCE_BYTES, Hello, Passed
from p2p_ligretto.wire.payloads import AnyMove, Moved

_ENCODER: Final = Encoder()
_NOT_SEATED: Final = {"hears": 0, "holds": 0, "hops": 0, "signature": b""}
"""What is said by who has no node of its own yet: it hears nobody, holds nothing, and nobody hands it on."""


@dataclass(frozen=True, slots=True)
class Said:
    """``value`` is what a script can speak of later: an event, or else a message; None for mere bytes."""

    data: bytes
    value: Struct | None


def compose(what: Words | Raw, peer: ScriptedPeer, table: bytes | None, now: int, look_up: LookUp) -> Said:
    """One saying of ``peer``, whose clock shows ``now``, about ``table``. Raises ScriptError."""
    if isinstance(what, Raw):
        data = value_of(what.data, look_up)
        if not isinstance(data, bytes):
            raise ScriptError(what.at, "what is sent as it is are bytes, as 0x00ff")
        return Said(_framed(data) if what.framed else data, None)
    given = values_of(what.fields, look_up)
    if what.type == EVENT:
        event = _event(what, peer, table, now, given)
        return Said(_frame(EventSent(event), what.at), event)
    cls = MESSAGES[what.type]
    # What a message of this type holds that this module doesn't know of is as the peer's own node said it last.
    last = peer.own_words.get(what.type)
    before = {} if last is None else structs.asdict(last)
    message = made(
        cls,
        {**_only(_NOT_SEATED, cls), **before, **_only(_usual(peer, table, now), cls), **given},
        what.at,
        f"this {what.type}",
    )
    if isinstance(message, Passed) and "signature" not in given:
        message = _signed_envelope(message, peer)
    return Said(_frame(message, what.at), message)


def _signed_envelope(envelope: Passed, peer: ScriptedPeer) -> Passed:
    """Signed by the peer, whoever is said to be its origin; what is no bytes stays as it is."""
    try:
        signature = signature_for(envelope.target, envelope.content, peer.identity.signer)
    except TypeError:
        return envelope
    return structs.replace(envelope, signature=signature)


def rewritten(how: Rewrite, message: Message, peer: ScriptedPeer, at: Position, look_up: LookUp) -> bytes:
    """The frame that goes out for ``message``, which ``peer`` would have said. Raises ScriptError."""
    values = values_of(how.fields, look_up)
    if isinstance(message, EventSent):
        event = structs.replace(message.event, **values)
        return _frame(EventSent(event if "signature" in values else _signed(event, peer)), at)
    return _frame(structs.replace(message, **values), at)


def greeting(peer: Peer) -> Callable[[Hello], Hello]:
    """What a peer makes of the Hello that it should say. Raises ScriptError for what could not even be sent."""

    def greet(right: Hello) -> Hello:
        def look_up(named: Named) -> object:
            raise ScriptError(
                named.at, "nobody is known yet where a greeting is written: give numbers, texts and bytes"
            )

        said = structs.replace(right, **values_of(peer.hello, look_up))
        try:
            encode(said)
        except ValueError as error:
            raise ScriptError(peer.hello[0].at, f"a Hello has to be one, whatever it says: {error}") from error
        return said

    return greet


def _framed(body: bytes) -> bytes:
    """``body`` with its length before it, however long."""
    return len(body).to_bytes(HEADER_BYTES, "big") + body


def _frame(message: Struct, at: Position) -> bytes:
    try:
        return _framed(_ENCODER.encode(message))
    except (OverflowError, TypeError, UnicodeEncodeError) as error:
        raise ScriptError(at, f"this has no bytes: {error}") from error


def _usual(peer: ScriptedPeer, table: bytes | None, now: int) -> dict[str, object]:
    """What an honest peer in this place would say, by the names that fields have in all messages."""
    identity, session, head = peer.identity, peer.session, peer.head()
    table_time = peer.table_time(now)
    have = () if session is None else session.log.have()
    right = hello(identity.peer, identity.incarnation, bytes(NONCE_BYTES))
    return {
        **structs.asdict(right),
        **({} if table is None else {"table": table}),
        "author": identity.peer,
        "disk": identity.disk if session is None else session.own.disk,
        "view": 1 if session is None else session.log.view.number,
        "promise": max(table_time, head.time),
        "last_seq": head.seq,
        "have": have,
        "heads": () if session is None else session.log.heads(),
        "held": () if session is None else session.log.holdings(),
        "final": have,
        "joiners": (),
        "accepted": None,
        "sent": now,
        "received": table_time,
        "replied": table_time,
        "clock": now,
        "name": peer.name,
        "addresses": (),
        "card": None,
    }


def _event(what: Words, peer: ScriptedPeer, table: bytes | None, now: int, given: Mapping[str, object]) -> Event:
    own = payload_fields(what.payload) if what.payload else frozenset()
    fields: dict[str, object] = {name: value for name, value in given.items() if name not in own}
    if what.payload is not None:
        said = {name: value for name, value in given.items() if name in own}
        fields["payload"] = _payload(what.payload, peer, said, what.at)
    head, session = peer.head(), peer.session
    if "time" not in fields:
        table_time = peer.table_time(now)
        stamp = table_time if session is None else session.lamport.stamp(table_time)
        fields["time"] = max(stamp, head.time + 1)
    usual = _only(_usual(peer, table, now), Event)
    event = made(Event, {**usual, "seq": head.seq + 1, "previous": head.hash, **fields}, what.at, "this event")
    assert isinstance(event, Event), "made of its class"
    return event if "signature" in fields else _signed(event, peer)


def _signed(event: Event, peer: ScriptedPeer) -> Event:
    """Signed by the peer, whoever is said to be its author; what has no bytes to be signed stays as it is."""
    try:
        return signed(event, peer.identity.signer)
    except (OverflowError, TypeError, ValueError):
        return event


def _payload(payload: str, peer: ScriptedPeer, given: Mapping[str, object], at: Position) -> bytes:
    table = peer.predicted
    number = max(1, table.number) if table is not None else 1
    usual: dict[str, object] = {"number": number, "name": peer.name}
    usual.update(dict.fromkeys(("ready", "agrees", "paused", "yes"), True))
    if payload in MOVES:
        move = _move(payload, peer, given, at)
        shown = {"number": number, "proofs": _proofs(peer, move)}
        said: Struct = made(Moved, {**shown, **_only(given, Moved), "move": move}, at, "this move")
    else:
        cls = PAYLOADS[payload]
        said = made(cls, {**_only(usual, cls), **_due(cls, peer), **given}, at, f"an event {payload}")
    return _ENCODER.encode(said)


def _due(cls: type[Struct], peer: ScriptedPeer) -> dict[str, object]:
    """What an honest player would say now of its part of a deal or of its end, if that is of type ``cls``."""
    session = peer.session
    seat = None if session is None else session.final.seat_of(session.own.peer)
    if session is None or seat is None:
        return {}
    due = what_is_due(session.final, seat, session.secrets.for_phase(session.final))
    return structs.asdict(due) if isinstance(due, cls) else {}


def _proofs(peer: ScriptedPeer, move: Struct) -> tuple[CardProof, ...]:
    """The proofs of what ``move`` exposes, as far as those are own cards; the rest goes out without."""
    own = None if peer.session is None else peer.session.seen.own
    exposes = getattr(move, "exposes", ())
    if own is None or not isinstance(exposes, tuple | list):
        return ()
    return tuple(own.proofs[ordinal] for ordinal in exposes if isinstance(ordinal, int) and ordinal in range(DECK_SIZE))


def _only(values: Mapping[str, object], cls: type[Struct]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name in cls.__struct_fields__}


def _move(kind: str, peer: ScriptedPeer, given: Mapping[str, object], at: Position) -> Struct:
    """The first legal move of that kind, with the card that is given; or what is given, if that is all of it."""
    cls = MOVES[kind]
    fields = _only(given, cls)
    if set(cls.__struct_fields__) <= set(fields):
        return made(cls, fields, at, f"a {kind}")
    usual = _legal(cls, peer, fields.get("card"))
    if usual is None:
        raise ScriptError(at, f"there is no legal {kind} like that for {peer.name} now: say all of {_names(cls)}")
    return structs.replace(usual, **fields)


def _names(cls: type[Struct]) -> str:
    return ", ".join(cls.__struct_fields__) or "nothing"


def _legal(cls: type[Struct], peer: ScriptedPeer, ordinal: object) -> AnyMove | None:
    session = peer.session
    seat = None if session is None else session.table.seat_of(session.own.peer)
    if session is None or seat is None or session.table.round is None or session.seen.own is None:
        return None
    for move in legal_moves(session.table.round, seat):
        said = from_move(move)
        if isinstance(said, cls) and ordinal in (None, getattr(said, "card", None)):
            return from_move(own_cards.complete(session.seen.own, move, session.table.options))
    return None
