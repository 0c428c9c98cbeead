"""Write the test vectors: ``python protocol/vectors/generate.py``. The same files come out every time."""

import json
from pathlib import Path
from typing import Any, Final

import dealing_cases
import deciding_cases
import handshake_cases
import membership_cases
import ordering_cases
import samples
import table_time_cases
import transcripts
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct, structs

from p2p_ligretto.dealing.commitment import joint_seed, secret_hash, share_hash
from p2p_ligretto.dealing.deck import own_deck, reshuffled
from p2p_ligretto.dealing.keyed_stream import KeyedStream, derived_key
from p2p_ligretto.dealing.leaves import deck_salts
from p2p_ligretto.dealing.own_cards import deck_leaves, lay_out
from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.match import row_size
from p2p_ligretto.node.seen import Seen, tie_of
from p2p_ligretto.node.table import Seat, TableState
from p2p_ligretto.replication.effects import Effect, GivenUp, Installed, Tell, Write
from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.signing import Ed25519Signer, peer_of, signed
from p2p_ligretto.replication.views import Decision, Proposal, View
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES, frame
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import AnyPayload, Moved, PlayMove, Ready

HERE: Final = Path(__file__).parent


def plain(value: Any) -> Any:
    """A message, payload or structure as JSON: fields by name, byte strings as ``{"bin": hex}``."""
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        fields = {field.name: plain(getattr(value, field.name)) for field in structs.fields(value)}
        return {"type": tag, **fields} if tag else fields
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value


def framing() -> dict[str, Any]:
    """Streams as the pieces that the network delivers."""
    bodies = [b"\x92\xa4ping\x05", b"x" * 300, b"\xc0"]
    one, two, three = map(frame, bodies)
    stream = one + two + three
    valid = [
        ("frames one by one", [one, two, three], bodies),
        ("all at once", [stream], bodies),
        ("byte by byte", [bytes([byte]) for byte in one + three], [bodies[0], bodies[2]]),
        ("cut in the length", [stream[:2], stream[2:13], stream[13:200], stream[200:]], bodies),
        ("the end is missing", [one + two[:100]], bodies[:1]),
        ("the longest body is begun", [(65536).to_bytes(4, "big") + b"\x92"], []),
    ]
    invalid = [
        ("empty", bytes(4), 4),
        ("one byte too long", (65537).to_bytes(4, "big"), 4),
        ("2 GB", (2**31).to_bytes(4, "big"), 4),
        ("the greatest length", b"\xff\xff\xff\xff", 4),
        ("a web browser", b"GET / HTTP/1.1\r\n", 4),
        ("empty, after a good one", one + bytes(4), len(one) + 4),
    ]
    return {
        "valid": [
            {"name": name, "pieces": [piece.hex() for piece in pieces], "bodies": [body.hex() for body in held]}
            for name, pieces, held in valid
        ],
        "invalid": [
            {"name": name, "stream": refused.hex(), "refused_after": count} for name, refused, count in invalid
        ],
    }


def messages() -> dict[str, Any]:
    """Bodies of frames."""
    valid = [
        {"name": name, "body": encode(message)[HEADER_BYTES:].hex(), "message": plain(message)}
        for name, message in samples.MESSAGES.items()
    ]
    invalid = [{"wrong": wrong, "body": body.hex()} for wrong, body in samples.BAD_MESSAGES.items()]
    return {"valid": valid, "invalid": invalid}


def payloads() -> dict[str, Any]:
    """Payloads of events."""
    valid = [
        {"name": name, "bytes": encode_payload(payload).hex(), "payload": plain(payload)}
        for name, payload in samples.PAYLOADS.items()
    ]
    invalid = [{"wrong": wrong, "bytes": data.hex()} for wrong, data in samples.BAD_PAYLOADS.items()]
    return {"valid": valid, "invalid": invalid}


def greeting() -> dict[str, Any]:
    """First frames that a node with the Hello ``own`` may get, and its verdict."""
    cases = [
        {"name": name, "body": body.hex(), "verdict": verdict} for name, (body, verdict) in samples.GREETINGS.items()
    ]
    return {"own": plain(samples.MESSAGES["hello"]), "cases": cases}


def texts() -> dict[str, Any]:
    """Names."""
    invalid = [{"name": name, "wrong": wrong} for name, wrong in samples.BAD_NAMES.items()]
    return {"valid": samples.GOOD_NAMES, "invalid": invalid}


def ordering() -> dict[str, Any]:
    """Order and finality from hand-made cases; ties and hashes."""

    def stamped(events: dict[str, ordering_cases.Stamped]) -> list[dict[str, Any]]:
        keys = ("author", "view", "time", "seq", "tie")
        return [{"name": name, **dict(zip(keys, event, strict=True))} for name, event in events.items()]

    return {
        "peers": {letter: (bytes([ord(letter)]) * 16).hex() for letter in "ABCD"},
        "orders": [
            {"name": case.name, "events": stamped(case.events), "order": case.order} for case in ordering_cases.ORDERS
        ],
        "finals": [
            {
                "name": case.name,
                "members": list(case.members),
                "events": stamped(case.events),
                "order": case.order,
                "beats": [
                    {"member": member, "promise": promise, "last_seq": last_seq, "have": list(have), "others": others}
                    for member, promise, last_seq, have, others in ((*beat, "")[:5] for beat in case.beats)
                ],
                "final": case.final,
            }
            for case in ordering_cases.FINALS
        ],
        "ties": [_tie(seed, seat, payload) for seed, seat, payload in _TIES],
        "hashes": [
            {"event": plain(event), "hash": event_hash(event).hex()}
            for event in (samples.EVENT, samples.LATER_EVENT, samples.EXTREME_EVENT)
        ],
        "log_hashes": _log_hashes(),
        "signatures": _signatures(),
    }


def _signatures() -> list[dict[str, Any]]:
    """Events of two authors with good signatures, and with such as are none."""
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2)]
    ada, bea = (Ed25519Signer(key) for key in keys)
    peers = [peer_of(key.public_key().public_bytes_raw()) for key in keys]
    event, other = (structs.replace(samples.EVENT, author=peer) for peer in peers)
    good, foreign = signed(event, ada), signed(event, bea)
    later = structs.replace(good, time=good.time + 1)
    half = structs.replace(good, signature=good.signature[:32] + foreign.signature[32:])
    cases = [
        ("by its author", good, True),
        ("by another author", signed(other, bea), True),
        ("by somebody else", foreign, False),
        ("by somebody else, with the author's key", half, False),
        ("of what was said differently", later, False),
        ("a key and nothing else", structs.replace(good, signature=good.signature[:32]), False),
        ("a signature without its key", structs.replace(good, signature=good.signature[32:]), False),
        ("none", event, False),
    ]
    return [
        {"name": name, "event": plain(event), "hash": event_hash(event).hex(), "good": is_good}
        for name, event, is_good in cases
    ]


def _log_hashes() -> list[dict[str, Any]]:
    """Two views of one log that end one after the other; the second adds nothing for one of its members."""
    first = View(samples.TABLE, 1, samples.MEMBERS)
    second = View(samples.TABLE, 2, (*samples.MEMBERS, samples.JOINER))
    third = View(samples.TABLE, 3, second.members[:2])
    log = Log(samples.TABLE, first)
    cases = []
    for proposal, authored in (
        (Proposal(second, (2, 0)), [(samples.MEMBERS[0], 3)]),
        (Proposal(third, (2, 1, 1)), [(samples.MEMBERS[1], 1), (samples.JOINER, 2)]),
    ):
        view, events = log.view, []
        for member, count in authored:
            for _ in range(count):
                head = log.head(member.peer)
                event = Event(
                    samples.TABLE,
                    view.number,
                    member.peer,
                    member.incarnation,
                    head.seq + 1,
                    head.time + 1000,
                    head.hash,
                    encode_payload(Ready(True)),
                )
                log.add(event)
                events.append(event)
        log_hash = log.hash_to(proposal)
        case = {
            "view": plain(view),
            "events": plain(tuple(events)),
            "proposal": plain(proposal),
            "hash": log_hash.hex(),
        }
        cases.append(case)
        log.close(Decision(proposal, log_hash))
    return cases


_SEED: Final = bytes(range(100, 132))
_OPENING_PLAY: Final = Moved(1, PlayMove(0, "stack", -1, "R", 0, 1, (25,)), samples.PROOFS[:1])
_TIES: Final[list[tuple[bytes, int | None, AnyPayload]]] = [
    (_SEED, 0, samples.MOVED),
    (_SEED, 1, samples.MOVED),
    (_SEED, 0, _OPENING_PLAY),
    (_SEED, 3, Ready(True)),
    (b"", 0, Ready(True)),
    (b"", None, Ready(True)),
]


def _tie(seed: bytes, seat: int | None, payload: AnyPayload) -> dict[str, Any]:
    seats = tuple(Seat(bytes([number]) * 16, f"P{number}") for number in range(4))
    author = b"\xff" * 16 if seat is None else seats[seat].peer
    event = Event(samples.TABLE, 1, author, samples.RUN_1, 1, 1, bytes(32), encode_payload(payload))
    tie = tie_of(Seen(TableState(samples.TABLE, seats=seats, joint_seed=seed)), event)
    return {"joint_seed": seed.hex(), "seat": seat, "payload": plain(payload), "tie": tie.hex()}


def membership() -> dict[str, Any]:
    """Transcripts: what one member's machine is given, and what it gives back."""
    return {
        "cases": [
            {
                "name": case.name,
                "own": plain(case.own),
                "view": plain(case.view),
                "held": plain(case.held),
                "vote": plain(case.vote),
                "steps": _steps(case),
            }
            for case in membership_cases.CASES
        ]
    }


def _steps(case: transcripts.Case) -> list[dict[str, Any]]:
    machine = transcripts.Machine(case)
    return [
        {"input": _input(given), "outputs": [output(effect) for effect in machine.take(given)]}
        for given, _expected in case.steps
    ]


def _input(given: transcripts.Input) -> dict[str, Any]:
    match given:
        case transcripts.Linked(peers, suspects):
            return {"linked": plain(peers), "suspects": plain(suspects)}
        case transcripts.Received(sender, message):
            return {"from": plain(sender), "message": plain(message)}
        case transcripts.Waited(duration_us):
            return {"wait_us": duration_us}
        case transcripts.Parting():
            return {"go_on_without": True}
        case transcripts.Condemning(fork, final_seq):
            return {"fork": plain(fork), "final_seq": final_seq}
    return {"leave": True}


def output(effect: Effect) -> dict[str, Any]:
    """One output of a machine as JSON."""
    match effect:
        case Tell(peer, message):
            return {"to": plain(peer), "message": plain(message)}
        case Write(vote):
            return {"write": plain(vote)}
        case Installed(decision, kept, void):
            names = [[[plain(event.author), event.seq] for event in events] for events in (kept, void)]
            return {"install": plain(decision), "kept": names[0], "void": names[1]}
        case GivenUp(fork, seq, events):
            return {"give_up": plain(fork.author), "beyond": seq, "events": len(events)}
    return {"blame": plain(effect.peer)}


def dealing() -> dict[str, Any]:
    """Everything that is computed from secrets and shares."""
    secrets = [bytes([16 * player + 1]) * 32 for player in range(4)]
    shares = [bytes([16 * player + 2]) * 32 for player in range(4)]
    seeds = [[(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)], [(1, 0), (4, 1), (7, 2), (300, 3)]]
    seed = joint_seed([(seat, shares[player]) for seat, player in seeds[0]])
    deck = own_deck(secrets[0], seed)
    limits = [1, 2, 6, 10, 40, 1000, 2**31 + 1, 2**31 + 1, 2**31 + 1, 2**32]
    stream = KeyedStream(b"key")
    drawn = [{"below": limit, "number": stream.below(limit)} for limit in limits]
    return {
        "streams": [
            {"key": key.hex(), "first_bytes": KeyedStream(key).take(100).hex()} for key in (b"key", secrets[0], b"")
        ],
        "numbers": {"key": b"key".hex(), "drawn": drawn},
        "shuffles": [
            {"key": b"key".hex(), "items": size, "order": list(KeyedStream(b"key").shuffled(range(size)))}
            for size in (0, 1, 2, 3, 10, 40)
        ],
        "derived_keys": [
            {
                "secret": secret.hex(),
                "salt": seed.hex(),
                "purpose": purpose.hex(),
                "key": derived_key(secret, seed, purpose).hex(),
            }
            for secret, purpose in ((secrets[0], b"ligretto deck"), (secrets[1], b"ligretto reshuffle\x00\x00\x00\x02"))
        ],
        "commitments": [
            {
                "secret": secret.hex(),
                "secret_hash": secret_hash(secret).hex(),
                "share": share.hex(),
                "share_hash": share_hash(share).hex(),
            }
            for secret, share in zip(secrets, shares, strict=True)
        ],
        "joint_seeds": [
            {
                "shares": [{"seat": seat, "share": shares[player].hex()} for seat, player in players],
                "joint_seed": joint_seed([(seat, shares[player]) for seat, player in players]).hex(),
            }
            for players in seeds
        ],
        "decks": [
            {"secret": secret.hex(), "joint_seed": seed.hex(), "deck": _cards(own_deck(secret, seed))}
            for secret in secrets
        ],
        "layouts": [_layout(secrets[0], seed, players) for players in (2, 3, 4, 12)],
        "reshuffles": [
            {
                "secret": secrets[0].hex(),
                "joint_seed": seed.hex(),
                "passes": passes,
                "discard": _cards(deck[13 : 13 + size]),
                "hand": _cards(reshuffled(secrets[0], seed, passes, deck[13 : 13 + size])),
            }
            for passes, size in ((0, 27), (1, 27), (2, 5), (300, 3), (3, 1), (4, 0))
        ],
        "leaves": [
            _leaves(seat, secret, seed) for seat, secret in ((0, secrets[0]), (1, secrets[1]), (300, secrets[0]))
        ],
        "audits": dealing_cases.audits(),
    }


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _layout(secret: bytes, seed: bytes, players: int) -> dict[str, Any]:
    own = lay_out(secret, seed, row_size(players))
    return {
        "secret": secret.hex(),
        "joint_seed": seed.hex(),
        "players": players,
        "stack": _cards(own.stack),
        "row": _cards(own.row),
        "hand": _cards(own.hand),
    }


def _leaves(seat: int, secret: bytes, seed: bytes) -> dict[str, Any]:
    return {
        "seat": seat,
        "secret": secret.hex(),
        "joint_seed": seed.hex(),
        "salts": [salt.hex() for salt in deck_salts(secret, seed)],
        "leaves": [leaf.hex() for leaf in deck_leaves(lay_out(secret, seed, 3), seat)],
    }


FILES: Final = {
    "framing.json": framing,
    "messages.json": messages,
    "payloads.json": payloads,
    "greeting.json": greeting,
    "handshake.json": handshake_cases.handshake,
    "texts.json": texts,
    "ordering.json": ordering,
    "table_time.json": table_time_cases.table_time,
    "membership.json": membership,
    "dealing.json": dealing,
    "deciding.json": deciding_cases.deciding,
}


def contents() -> dict[str, str]:
    """The text of each file by its name."""
    return {name: json.dumps(make(), indent=1, ensure_ascii=True) + "\n" for name, make in FILES.items()}


if __name__ == "__main__":
    for file_name, text in contents().items():
        (HERE / file_name).write_text(text, encoding="ascii", newline="\n")
