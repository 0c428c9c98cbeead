"""The messages, payloads and bad bodies that the vectors are made of, all of them fixed."""

import msgpack

from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.replication import messages as log_messages
from p2p_ligretto.replication.events import NO_EVENT, Event
from p2p_ligretto.replication.forks import Fork
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.wire import messages, payloads

TABLE = bytes(range(16))
ADA, BEA, CEM = (bytes([letter]) * 16 for letter in b"\xa1\xb2\xc3")
RUN_1, RUN_2, RUN_3 = (bytes([0, 0, 0, 0, 0, 0, 0, run]) for run in (1, 2, 3))
DISK_1, DISK_2, DISK_3 = (bytes([disk]) * 8 for disk in (0xD1, 0xD2, 0xD3))
HASH = bytes(range(32, 64))
NONCE = bytes(range(64, 80))
MAX = 2**63 - 1

MEMBERS = (Member(ADA, RUN_1, DISK_1), Member(BEA, RUN_2, DISK_2))
JOINER = Member(CEM, RUN_3, DISK_3)
OLD_VIEW = View(TABLE, 3, MEMBERS)
NEXT_VIEW = View(TABLE, 4, (*MEMBERS, JOINER))
BALLOT = Ballot(1, 0)
PROPOSAL = Proposal(NEXT_VIEW, (17, 9))
HEADS = (HASH[:16], HASH[16:])
DECISION = Decision(PROPOSAL, HASH)

PLAY = payloads.PlayMove(3, "row", 0, "R", 2, 4, ())
MOVED = payloads.Moved(1, PLAY)
SALTS = tuple(bytes([number]) * 16 for number in range(6))
PROOFS = (CardProof(1, SALTS[1]), CardProof(39, SALTS[2]), CardProof(0, SALTS[3]))
LEAVES = tuple(bytes([number]) * 32 for number in range(40))
OFFICIAL = payloads.TableOptions(3, None, True, None, "auto", False, None)
HOUSE_RULES = payloads.TableOptions(50, 99, False, "descending", "manual", True, "stack_to_hand", False)

EVENT = Event(TABLE, 3, ADA, RUN_1, 1, 1_000_000, NO_EVENT, msgpack.packb(["seated", "Ada"]))
LATER_EVENT = Event(TABLE, 3, ADA, RUN_1, 2, 1_000_250, HASH, msgpack.packb(["ready", True]))
FORK = Fork(EVENT, LATER_EVENT)
"""The later one continues another event than the first."""
EXTREME_EVENT = Event(TABLE, MAX, CEM, RUN_3, MAX, MAX, HASH, b"", bytes(96))

ADDRESSES = (
    messages.Address("192.168.1.20", 40_001),
    messages.Address("2001:db8::20", 40_001),
    messages.Address("fe80::20%eth0", 40_001),
)
CARD = messages.TableCard(TABLE, "Kitchen", "lobby", ("Ada", "Zoë", "漢字"))
PLAYED_CARD = messages.TableCard(TABLE, "Kitchen", "between", ("Ada", "Zoë"), True, 3, HOUSE_RULES)

MESSAGES: dict[str, messages.AnyMessage] = {
    "hello": messages.Hello("ligretto", 1, 1, ADA, RUN_1, NONCE),
    "hello of a node that speaks several versions": messages.Hello("ligretto", 1, 65535, ADA, RUN_1, NONCE),
    "refusal": messages.Refusal("no protocol version in common"),
    "refusal without a word": messages.Refusal(""),
    "ping": messages.Ping(5),
    "ping at the end of time": messages.Ping(MAX),
    "pong": messages.Pong(5, 1_000_000, 1_000_020, 600),
    "presence without a table": messages.Presence("Ada", ()),
    "presence at a table": messages.Presence("Ada", ADDRESSES, CARD),
    "presence at a table that says what it plays": messages.Presence("Ada", (), PLAYED_CARD),
    "presence of who looks on": messages.Presence("Ada", ADDRESSES, None, looks_on=True),
    "no peers": messages.Peers(()),
    "peers": messages.Peers((messages.KnownPeer(BEA, ADDRESSES), messages.KnownPeer(CEM, ()))),
    "event": log_messages.EventSent(EVENT),
    "event with the greatest numbers": log_messages.EventSent(EXTREME_EVENT),
    "events": log_messages.Events((EVENT, LATER_EVENT)),
    "beat": log_messages.Beat(TABLE, 3, 1_000_300, 2, log_messages.holdings((2, 0), HEADS), 0b10),
    "beat that tells only what is new": log_messages.Beat(
        TABLE, 3, 1_000_300, 2, (log_messages.Holding(1, 7, HEADS[0]),), 0b10
    ),
    "beat of a node that says nothing in this view": log_messages.Beat(TABLE, 3, 0, 0, (), 0),
    "resume": log_messages.Resume(TABLE, 3, (2, 0)),
    "resume of a node that holds no log": log_messages.Resume(TABLE, 0, ()),
    "fetch": log_messages.Fetch(TABLE, 3, BEA, 4, 9),
    "join": log_messages.Join(TABLE, RUN_3, DISK_3, 0),
    "join of who was missed and holds the log": log_messages.Join(TABLE, RUN_3, DISK_3, 4),
    "join refused": log_messages.JoinRefused(TABLE, "waiting"),
    "join refused to who was kicked": log_messages.JoinRefused(TABLE, "banned"),
    "watch": log_messages.Watch(TABLE),
    "watch of who lacks a part, and could not have Cem": log_messages.Watch(TABLE, 3, (17, 0), (CEM,)),
    "join refused until somebody says yes": log_messages.JoinRefused(TABLE, "asking"),
    "join refused as somebody has said no": log_messages.JoinRefused(TABLE, "declined"),
    "join refused for want of the code": log_messages.JoinRefused(TABLE, "private"),
    "watch refused": log_messages.WatchRefused(TABLE),
    "watch refused to who may ask others": log_messages.WatchRefused(TABLE, feeders=(BEA, CEM)),
    "feeding": log_messages.Feeding(TABLE, (ADA, BEA), 31),
    "looking on": log_messages.LookingOn(TABLE, 8),
    "watch refused for want of the code": log_messages.WatchRefused(TABLE, private=True),
    "said": messages.Said(TABLE, "that was close"),
    "said without a word of one's own": messages.Said(TABLE, "", 5),
    "share of a code": messages.CodeShare(TABLE, b"A" + HASH),
    "proof of a code": messages.CodeProof(TABLE, HASH),
    "wrong code": messages.CodeRefused(TABLE, "wrong", 0),
    "code not looked at": messages.CodeRefused(TABLE, "wait", 64),
    "wished": log_messages.Wished(TABLE, JOINER, 2, wants=True),
    "wished no more": log_messages.Wished(TABLE, JOINER, 0, wants=False),
    "unwatch": log_messages.Unwatch(TABLE),
    "settled": log_messages.Settled(TABLE, 3, (17, 0)),
    "leave": log_messages.Leave(TABLE, 3),
    "goodbye": log_messages.Goodbye(TABLE, 3, 17, (17, 9), HEADS),
    "wedge": log_messages.Wedge(TABLE, 3, BALLOT),
    "wedge by who knows of a fork": log_messages.Wedge(TABLE, 3, BALLOT, (FORK,)),
    "fork": log_messages.ForkShown(TABLE, FORK),
    "commit that puts a member out": log_messages.Commit(
        TABLE, 3, Decision(Proposal(View(TABLE, 4, (MEMBERS[1],)), (17, 9), (FORK,)), HASH)
    ),
    "state": log_messages.State(TABLE, 3, BALLOT, None, (17, 9), HEADS, (JOINER,), RUN_2, DISK_2),
    "state after an accept": log_messages.State(
        TABLE, 3, Ballot(2, 1), Accepted(BALLOT, PROPOSAL), (17, 9), HEADS, (), RUN_2, DISK_2
    ),
    "outbid": log_messages.Outbid(TABLE, 3, Ballot(2, 1)),
    "segment that has ended": log_messages.Segment(TABLE, OLD_VIEW, DECISION),
    "segment that is open": log_messages.Segment(TABLE, NEXT_VIEW, None),
    "accept": log_messages.Accept(TABLE, 3, BALLOT, PROPOSAL, HASH),
    "ack": log_messages.Ack(TABLE, 3, BALLOT, HASH, DISK_3),
    "commit": log_messages.Commit(TABLE, 3, DECISION),
    "passed": messages.Passed(ADA, CEM, 11, msgpack.packb(["leave", TABLE, 3]), bytes(96)),
    "passed by the last one that may": messages.Passed(ADA, CEM, 0, msgpack.packb(["ping", 5]), bytes(96)),
}

PAYLOADS: dict[str, payloads.AnyPayload] = {
    "opened": payloads.Opened("Kitchen", OFFICIAL),
    "opened with house rules": payloads.Opened("Kitchen", HOUSE_RULES),
    "opened as a table where newcomers are asked about": payloads.Opened("Kitchen", OFFICIAL, "approval"),
    "opened as a private table": payloads.Opened("Kitchen", OFFICIAL, "code"),
    "seated": payloads.Seated("Ada"),
    "ready": payloads.Ready(True),
    "no longer ready": payloads.Ready(False),
    "forced": payloads.Forced(),
    "committed": payloads.Committed(1, HASH, bytes(reversed(HASH))),
    "revealed": payloads.Revealed(1, HASH),
    "dealt": payloads.Dealt(1, (0, 39, 20), 7, LEAVES, SALTS[:4]),
    "dealt to two": payloads.Dealt(1, (0, 39, 20, 1, 2), 7, LEAVES, SALTS),
    "play from the row": MOVED,
    "play from the stack": payloads.Moved(1, payloads.PlayMove(0, "stack", -1, "R", 0, 1, (25,)), PROOFS[:1]),
    "play from the discard": payloads.Moved(2, payloads.PlayMove(29, "discard", -1, "G", 11, 10, ())),
    "fill": payloads.Moved(1, payloads.FillMove(12, 2, (25,)), PROOFS[1:2]),
    "store": payloads.Moved(1, payloads.StoreMove(12, "discard", 1, ())),
    "turn": payloads.Moved(1, payloads.TurnMove(27, 0, (1, 2, 3)), PROOFS),
    "turn that takes up the discard": payloads.Moved(1, payloads.TurnMove(0, 2, (1, 2)), PROOFS[1:]),
    "stop": payloads.Moved(1, payloads.StopMove()),
    "closed": payloads.Closed(1, HASH),
    "closed without a secret": payloads.Closed(1, None),
    "agreed": payloads.Agreed(1, True),
    "no longer agreed": payloads.Agreed(1, False),
    "paused": payloads.Paused(1, True),
    "a pause that ends": payloads.Paused(1, False),
    "voted to kick": payloads.Voted("kick", 3, True),
    "voted absent no longer": payloads.Voted("absent", 0, False),
    "sat out": payloads.SatOut(1),
}

_EVENT_FIELDS = [TABLE, 3, ADA, RUN_1, 1, 1_000_000, NO_EVENT, b"", b""]
_ADA_1, _ADA_2 = [ADA, RUN_1, DISK_1], [ADA, RUN_2, DISK_1]


def _array(*elements: object) -> bytes:
    packed: bytes = msgpack.packb(list(elements))
    return packed


BAD_MESSAGES: dict[str, bytes] = {
    "nothing": b"",
    "a value that is cut off": _array("ping", 5)[:-1],
    "a byte after the value": _array("ping", 5) + b"\x00",
    "a format that MessagePack does not have": b"\xc1",
    "arrays nested 3000 deep": b"\x91" * 3000,
    "an array that claims 4 billion elements": b"\xdd\xff\xff\xff\xff",
    "a string that claims 4 GB": b"\xdb\xff\xff\xff\xffx",
    "a map": msgpack.packb({"type": "ping", "sent": 5}),
    "an empty map": b"\x80",
    "an extension": b"\xd4\x01\x00",
    "an empty extension": b"\xc7\x00\x05",
    "a timestamp": b"\xd6\xff\x00\x00\x00\x00",
    "a string that is not UTF-8": b"\x92\xa7refusal\xa2\xff\xfe",
    "half of a surrogate pair": b"\x92\xa7refusal\xa3\xed\xa0\x80",
    "no array": msgpack.packb("ping"),
    "an empty array": _array(),
    "no tag": _array(5),
    "a tag of bytes": _array(b"ping", 5),
    "an unknown tag": _array("pang", 5),
    "a field too few": _array("ping"),
    "a field too many": _array("ping", 5, 6),
    "a boolean for an integer": _array("ping", True),
    "a float for an integer": _array("ping", 5.0),
    "a string for an integer": _array("ping", "5"),
    "nil for an integer": _array("ping", None),
    "a negative time": _array("ping", -1),
    "a time of 2^63": _array("ping", 2**63),
    "a string for bytes": _array("leave", "0123456789abcdef", 3),
    "bytes for a string": _array("refusal", b"no"),
    "a table id of 15 bytes": _array("leave", bytes(15), 3),
    "a reason of 201 characters": _array("refusal", "x" * 201),
    "a reason with a line end": _array("refusal", "one\ntwo"),
    "a reason that clears the screen": _array("refusal", "\x1b[2J"),
    "a name that turns the line round": _array("presence", "\u202eadA", []),
    "an empty name": _array("presence", "", []),
    "a host name for an address": _array("presence", "Ada", [["example.org", 40_001]]),
    "said: nothing": _array("said", TABLE, ""),
    "said: a blank before it": _array("said", TABLE, " psst"),
    "said: 61 characters": _array("said", TABLE, "x" * 61),
    "said: what rings the bell": _array("said", TABLE, "\x07"),
    "said: an emote beside a text": _array("said", TABLE, "hello", 5),
    "said: an emote that there isn't": _array("said", TABLE, "", 6),
    "a path of nobody": _array("feeding", TABLE, [], 1),
    "a path of thirteen": _array("feeding", TABLE, [ADA] * 13, 1),
    "port 0": _array("presence", "Ada", [["10.0.0.1", 0]]),
    "an integer for a boolean": _array("presence", "Ada", [], [TABLE, "Kitchen", "lobby", [], 0]),
    "a phase that there isn't": _array("presence", "Ada", [], [TABLE, "Kitchen", "paused", [], False]),
    "an event with seq 0": _array("event", [*_EVENT_FIELDS[:4], 0, *_EVENT_FIELDS[5:]]),
    "an event with a field too many": _array("event", [*_EVENT_FIELDS, 0]),
    "101 events": _array("events", [_EVENT_FIELDS] * 101),
    "13 holdings": _array("beat", TABLE, 3, 5, 5, [1] * 13, 0),
    "a beat that does not say whom it hears": _array("beat", TABLE, 3, 5, 5, [1]),
    "a beat that hears a thirteenth": _array("beat", TABLE, 3, 5, 5, [1], 1 << 12),
    "a refusal for a reason that there isn't": _array("join_refused", TABLE, "ugly"),
    "a join that does not say what it holds": _array("join", TABLE, RUN_3, DISK_3),
    "nothing passed on": _array("passed", ADA, CEM, 1, b"", bytes(96)),
    "something passed on that nobody has signed": _array("passed", ADA, CEM, 1, b"\xc0"),
    "a signature of 97 bytes": _array("passed", ADA, CEM, 1, b"\xc0", bytes(97)),
    "more hops than members": _array("passed", ADA, CEM, 12, b"\xc0", bytes(96)),
    "more passed on than a frame holds": _array("passed", ADA, CEM, 1, bytes(65_001), bytes(96)),
    "a fetch of nothing": _array("fetch", TABLE, 3, BEA, 9, 8),
    "a fetch from 0": _array("fetch", TABLE, 3, BEA, 0, 8),
    "a view without members": _array("segment", TABLE, [TABLE, 1, []], None),
    "a view with a member twice": _array("segment", TABLE, [TABLE, 1, [_ADA_1, _ADA_2]], None),
    "a rank of 12": _array("wedge", TABLE, 3, [1, 12]),
    "versions upside down": _array("hello", "ligretto", 2, 1, ADA, RUN_1, NONCE),
}

BAD_PAYLOADS: dict[str, bytes] = {
    "nothing": b"",
    "a message": _array("ping", 5),
    "a move by itself": _array("stop"),
    "4097 bytes": bytes(4097),
    "a name with a tabulator": _array("seated", "A\tda"),
    "a name that ends with a blank": _array("seated", "Ada "),
    "a name of 17 characters": _array("seated", "x" * 17),
    "an integer for a boolean": _array("ready", 1),
    "round 0": _array("closed", 0, HASH),
    "round 1001": _array("closed", 1001, HASH),
    "closed without a word of the secret": _array("closed", 1),
    "a secret of 31 bytes": _array("closed", 1, HASH[1:]),
    "a row of two": _array("dealt", 1, [1, 2], 3, LEAVES, SALTS[:3]),
    "a row of six": _array("dealt", 1, [1, 2, 3, 4, 5, 6], 7, LEAVES, SALTS),
    "39 leaves": _array("dealt", 1, [1, 2, 3], 7, LEAVES[1:], SALTS[:4]),
    "41 leaves": _array("dealt", 1, [1, 2, 3], 7, [*LEAVES, HASH], SALTS[:4]),
    "no leaves": _array("dealt", 1, [1, 2, 3], 7),
    "a leaf of 31 bytes": _array("dealt", 1, [1, 2, 3], 7, [*LEAVES[1:], HASH[1:]], SALTS[:4]),
    "a salt too few": _array("dealt", 1, [1, 2, 3, 4], 7, LEAVES, SALTS[:4]),
    "a salt too many": _array("dealt", 1, [1, 2, 3, 4], 7, LEAVES, SALTS),
    "a salt of 15 bytes": _array("dealt", 1, [1, 2, 3], 7, LEAVES, [*SALTS[:3], bytes(15)]),
    "a card without its proof": _array("moved", 1, ["fill", 1, 0, [2]], []),
    "a card with two proofs": _array("moved", 1, ["fill", 1, 0, [2]], [[1, SALTS[0]], [2, SALTS[0]]]),
    "a proof of nothing": _array("moved", 1, ["fill", 1, 0, []], [[1, SALTS[0]]]),
    "a proof of position 40": _array("moved", 1, ["fill", 1, 0, [2]], [[40, SALTS[0]]]),
    "a proof with 17 bytes of salt": _array("moved", 1, ["fill", 1, 0, [2]], [[1, bytes(17)]]),
    "a proof without a salt": _array("moved", 1, ["fill", 1, 0, [2]], [[1]]),
    "a proof that is only a salt": _array("moved", 1, ["fill", 1, 0, [2]], [SALTS[0]]),
    "the card 40": _array("moved", 1, ["fill", 40, 0, []]),
    "a move that there isn't": _array("moved", 1, ["swap", 1, 2]),
    "the slot 5": _array("moved", 1, ["fill", 1, 5, []]),
    "the row without a slot": _array("moved", 1, ["play", 3, "row", -1, "R", 2, 4, []]),
    "the stack with a slot": _array("moved", 1, ["play", 3, "stack", 0, "R", 2, 4, []]),
    "a height of 11": _array("moved", 1, ["play", 3, "stack", -1, "R", 2, 11, []]),
    "a colour that there isn't": _array("moved", 1, ["play", 3, "stack", -1, "P", 2, 4, []]),
    "a store from the row": _array("moved", 1, ["store", 3, "row", 1, []]),
    "six cards exposed": _array("moved", 1, ["turn", 27, 0, [1, 2, 3, 4, 5, 6]]),
    "a vote about the weather": _array("voted", "weather", 1, True),
    "a vote about no seat": _array("voted", "kick", -1, True),
    "a vote that is neither": _array("voted", "kick", 1, None),
    "an agreement to round 0": _array("agreed", 0, True),
    "a pause of no round": _array("paused", True),
    "no rounds": _array("opened", "Kitchen", [0, None, True, None, "auto", False, None]),
    "a variant that there isn't": _array("opened", "Kitchen", [3, None, True, "sideways", "auto", False, None]),
}

GREETINGS: dict[str, tuple[bytes, object]] = {
    "this version": (_array("hello", "ligretto", 1, 1, BEA, RUN_2, NONCE), {"agreed": 1}),
    "this version and newer ones": (_array("hello", "ligretto", 1, 9, BEA, RUN_2, NONCE), {"agreed": 1}),
    "a newer version with further elements": (
        _array("hello", "ligretto", 7, 9, BEA, RUN_2, NONCE, "more", [1, None, True, b"x"]),
        {"refused": "version"},
    ),
    "this version with further elements": (_array("hello", "ligretto", 1, 2, BEA, RUN_2, NONCE, 5), {"agreed": 1}),
    "another program": (_array("hello", "tetris", 1, 1, BEA, RUN_2, NONCE), {"refused": "magic"}),
    "oneself": (_array("hello", "ligretto", 1, 1, ADA, RUN_1, NONCE), {"refused": "self"}),
    "another process with the same key": (_array("hello", "ligretto", 1, 1, ADA, RUN_2, NONCE), {"refused": "twin"}),
    "a refusal": (_array("refusal", "too old"), {"told": "too old"}),
    "a refusal with further elements": (_array("refusal", "too old", 7, [b"x"]), {"told": "too old"}),
    "an element too few": (_array("hello", "ligretto", 1, 1, BEA, RUN_2), {"violation": True}),
    "something else first": (_array("ping", 5), {"violation": True}),
    "versions upside down": (_array("hello", "ligretto", 2, 1, BEA, RUN_2, NONCE), {"violation": True}),
    "a map among the further elements": (
        _array("hello", "ligretto", 7, 9, BEA, RUN_2, NONCE, {"a": 1}),
        {"violation": True},
    ),
    "more than 4096 bytes": (
        _array("hello", "ligretto", 7, 9, BEA, RUN_2, NONCE, *[b"x" * 800] * 6),
        {"violation": True},
    ),
}

GOOD_NAMES = ["A", "Ada", "Ada Lovelace", "Zoë", "漢字", "Мария", "שרה", "नेहा", "🦊", "x" * 16, "漢" * 16]
BAD_NAMES: dict[str, str] = {
    "": "empty",
    "x" * 17: "17 code points",
    " Ada": "blank at the start",
    "Ada ": "blank at the end",
    "A\nda": "line feed",
    "A\x1b[2Jda": "escape",
    "A\x7fda": "delete",
    "A\x9bda": "C1 control",
    "A\u00a0da": "no-break space",
    "A\u00adda": "soft hyphen",
    "A\u200bda": "zero width space",
    "A\u200dda": "zero width joiner",
    "A\u202eda": "right-to-left override",
    "A\u2066da": "left-to-right isolate",
    "A\u2028da": "line separator",
    "A\u3164da": "Hangul filler",
    "A\ufe0fda": "variation selector",
    "A\ufeffda": "byte order mark",
    "A\ue000da": "private use",
    "A\ufffeda": "noncharacter",
    "A\U0001ffffda": "noncharacter of another plane",
    "A\U000e0041da": "tag",
    "Zoe\u0308": "not in normal form C",
}
