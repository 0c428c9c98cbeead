"""One step of a script: who does, says, hears or holds what.

``mal > ada beat promise=now+5s`` is said, ``mal < ada refusal within 100ms`` is expected; both arrows point the way
that the message goes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.sim.script import looks
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.problems import ScriptError
from p2p_ligretto.sim.script.reading_values import read_condition, read_field, read_value
from p2p_ligretto.sim.script.tokens import Token
from p2p_ligretto.sim.script.vocabulary import (
    EVENT,
    MESSAGES,
    NOTICES,
    SAID,
    known_ones,
    meant,
    message_fields,
    notice_fields,
)
from p2p_ligretto.sim.script.words import Words

STRIKES: Final = {"cut": 2, "heal": 2, "crash": 1, "start": 1, "pause": 1, "wake": 1}
"""What can happen to nodes and peers, and to how many at once."""
RAW: Final = ("frame", "bytes")
SUFFIXES: Final = ("as", "within", "for")
KEYWORDS: Final = frozenset({*SUFFIXES, "no", "all", "everything", "nothing", do.ANYTHING, do.CLOSED, *RAW})
OPENED_AS: Final = "Kitchen"


@dataclass(slots=True)
class Cast:
    """Who takes part, and what has got a name so far."""

    nodes: list[str] = field(default_factory=list)
    peers: list[str] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Nodes, then peers."""
        return (*self.nodes, *self.peers)

    @property
    def known(self) -> frozenset[str]:
        """All names that may stand in a value."""
        return frozenset((*self.everybody, *self.said))


NewReference = Callable[[Token], str]


def read_act(words: Words, cast: Cast, new_reference: NewReference) -> do.Act:
    """What happens in a step. Raises ScriptError."""
    if strike := words.take_name(*STRIKES):
        # A scripted peer has no disk to start anew from.
        whom = cast.nodes if strike.word in ("crash", "start") else cast.everybody
        return do.Strike(strike.word, tuple(_one_of(words, whom) for _ in range(STRIKES[strike.word])))
    who = words.at
    name = _one_of(words, cast.everybody)
    if words.at.is_sign(">", "<") and name not in cast.peers:
        raise ScriptError(
            who.at, f"{name} is a real node: only a peer says what a script wants, and tells what it hears"
        )
    if words.take_sign(">"):
        return _read_say(name, words, cast, new_reference)
    if words.take_sign("<"):
        return _read_hear(name, words, cast, new_reference)
    verb = words.need("name", f"'>', '<' or what {name} does")
    of_whom = VERBS.get(verb.word)
    if of_whom is None:
        raise ScriptError(verb.at, f"{verb.word} is nothing that anybody can do: {meant(verb.word, VERBS)}")
    if name not in (cast.nodes if of_whom == "node" else cast.peers if of_whom == "peer" else cast.everybody):
        kind = "a real node" if of_whom == "node" else "a scripted peer"
        raise ScriptError(who.at, f"{name} can't: only {kind} {verb.word}")
    return _read_verb(verb.word, name, words, cast)


VERBS: Final = {
    "opens": "node",
    "joins": "anybody",
    "ready": "anybody",
    "leaves": "anybody",
    "links": "peer",
    "closes": "peer",
    "withholds": "peer",
    "rewrites": "peer",
    "holds": "node",
    "shows": "node",
    "told": "node",
    "agrees": "node",
}
"""Who can do what."""


def _read_verb(verb: str, name: str, words: Words, cast: Cast) -> do.Act:
    match verb:
        case "opens":
            called = words.take() if words.at.kind == "text" else None
            return do.Open(name, OPENED_AS if called is None else str(called.value))
        case "joins":
            return do.Join(name, _one_of(words, cast.nodes))
        case "ready":
            return do.SayReady(name)
        case "leaves":
            return do.LeaveTable(name)
        case "links":
            return do.LinkUp(name, _one_of(words, cast.nodes))
        case "closes":
            return do.HangUp(name, _one_of(words, cast.nodes))
        case "withholds":
            return do.Withhold(name, _read_types(words))
        case "rewrites":
            type_ = _read_type(words)
            return do.Rewrite(name, type_, _read_fields(words, cast, message_fields(type_, None), type_))
        case "told":
            return _read_told(name, words, cast)
        case "agrees":
            other = _one_of(words, cast.nodes)
            return do.Agree(name, other, _duration_after(words, "within") or do.DEFAULT_WITHIN_US)
        case _:
            conditions = _read_conditions(words, cast, looks.FIELDS, f"what a node {verb}")
            if not conditions:
                raise words.expected(f"what it {verb} ({known_ones(looks.FIELDS)})")
            within_us = _duration_after(words, "within") or do.DEFAULT_WITHIN_US
            return do.Hold(name, verb == "holds", conditions, within_us)


def _one_of(words: Words, names: list[str] | tuple[str, ...]) -> str:
    token = words.need("name", f"a name ({known_ones(names)})")
    if token.word not in names:
        raise ScriptError(token.at, f"{token.word} is not one of those that can stand here: {meant(token.word, names)}")
    return token.word


def _duration_after(words: Words, word: str) -> int | None:
    if words.take_name(word) is None:
        return None
    value = words.need("duration", "a duration, as 100ms").value
    return value if isinstance(value, int) else None


def _read_type(words: Words) -> str:
    token = words.need("name", f"a message ({known_ones(MESSAGES)})")
    if token.word not in MESSAGES:
        raise ScriptError(token.at, f"there is no message {token.word}: {meant(token.word, MESSAGES)}")
    return token.word


def _read_types(words: Words) -> frozenset[str]:
    if words.take_name("everything"):
        return frozenset(MESSAGES)
    if words.take_name("nothing"):
        return frozenset()
    types = [_read_type(words)]
    while words.take_sign(","):
        types.append(_read_type(words))
    return frozenset(types)


def _read_payload(type_: str, words: Words) -> str | None:
    if type_ != EVENT or words.at.kind != "name" or words.after.is_sign("=", "!=", ">=", "<=", ">", "<", "~", "."):
        return None
    if words.at.word in SUFFIXES:
        return None
    token = words.take()
    if token.word not in SAID:
        raise ScriptError(token.at, f"no event says {token.word}: {meant(token.word, SAID)}")
    return token.word


def _read_fields(words: Words, cast: Cast, names: frozenset[str], what: str) -> tuple[do.Field, ...]:
    fields: list[do.Field] = []
    while words.at.kind == "name" and words.at.word not in SUFFIXES:
        fields.append(read_field(words, cast.known, names, what))
    return tuple(fields)


def _read_conditions(words: Words, cast: Cast, names: frozenset[str], what: str) -> tuple[do.Condition, ...]:
    conditions: list[do.Condition] = []
    while words.at.kind == "name" and words.at.word not in SUFFIXES:
        conditions.append(read_condition(words, cast.known, names, what))
    return tuple(conditions)


def _read_name(words: Words, new_reference: NewReference) -> str | None:
    if words.take_name("as") is None:
        return None
    return new_reference(words.need("name", "the name that it gets"))


def _read_say(peer: str, words: Words, cast: Cast, new_reference: NewReference) -> do.Say:
    others = tuple(name for name in cast.everybody if name != peer)
    whom: list[str] = []
    if words.take_name("all") is None:
        whom.append(_one_of(words, others))
        while words.take_sign(","):
            whom.append(_one_of(words, others))
    at = words.at.at
    if raw := words.take_name(*RAW):
        return do.Say(peer, tuple(whom), do.Raw(read_value(words, cast.known), raw.word == "frame", at), None)
    type_ = _read_type(words)
    payload = _read_payload(type_, words)
    what = f"{type_} {payload}" if payload else type_
    fields = _read_fields(words, cast, message_fields(type_, payload), what)
    return do.Say(peer, tuple(whom), do.Words(type_, payload, fields, at), _read_name(words, new_reference))


def _read_hear(peer: str, words: Words, cast: Cast, new_reference: NewReference) -> do.Act:
    node = _one_of(words, tuple(name for name in cast.everybody if name != peer))
    if words.take_name("no"):
        pattern = _read_pattern(words, cast)
        for_us = _duration_after(words, "for")
        if for_us is None:
            raise words.expected("for how long nothing may come ('for 500ms')")
        return do.HearNot(peer, node, pattern, for_us)
    pattern = _read_pattern(words, cast)
    name = _read_name(words, new_reference)
    return do.Hear(peer, node, pattern, _duration_after(words, "within") or do.DEFAULT_WITHIN_US, name)


def _read_pattern(words: Words, cast: Cast) -> do.Pattern:
    if special := words.take_name(do.CLOSED, do.ANYTHING):
        return do.Pattern(special.word, None, ())
    type_ = _read_type(words)
    payload = _read_payload(type_, words)
    what = f"{type_} {payload}" if payload else type_
    return do.Pattern(type_, payload, _read_conditions(words, cast, message_fields(type_, payload), what))


def _read_told(node: str, words: Words, cast: Cast) -> do.Act:
    no = words.take_name("no")
    token = words.need("name", f"what is told ({known_ones(NOTICES)})")
    if token.word not in NOTICES:
        raise ScriptError(token.at, f"nobody is told {token.word}: {meant(token.word, NOTICES)}")
    conditions = _read_conditions(words, cast, notice_fields(token.word), token.word)
    if no is None:
        return do.BeTold(node, token.word, conditions, _duration_after(words, "within") or do.DEFAULT_WITHIN_US)
    for_us = _duration_after(words, "for")
    if for_us is None:
        raise words.expected("for how long it may not be told ('for 500ms')")
    return do.BeToldNot(node, token.word, conditions, for_us)
