"""What an event can say at a table: the payloads and their bounds (protocol/spec/02, "Payloads").

Each payload is one MessagePack array whose first element is its tag. ``Moved`` holds a move of the game, with a proof
of each card that it exposes.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from p2p_ligretto.dealing.leaves import CardProof, Salt
from p2p_ligretto.replication.identifiers import Hash

MAX_NAME_LENGTH: Final = 16
CardIndex = Annotated[int, Meta(ge=0, lt=40)]
CardIndices = Annotated[tuple[CardIndex, ...], Meta(max_length=5)]
SeatNumber = Annotated[int, Meta(ge=0, lt=4096)]
RoundNumber = Annotated[int, Meta(ge=1, le=1000)]
Slot = Annotated[int, Meta(ge=0, lt=5)]
VoteAbout = Literal["kick", "absent"]
Admission = Literal["open", "code", "approval"]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]


class Payload(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of all payloads: what one event says."""


class TableOptions(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """``game.options.Options`` with the bounds that a stranger's table has to keep."""

    rounds: Annotated[int, Meta(ge=1, le=1000)]
    target_score: Annotated[int, Meta(ge=1, le=100_000)] | None
    reshuffle: bool
    row_storage: Literal["descending", "ascending"] | None
    call: Literal["auto", "manual"]
    one_hand: bool
    penalty: Literal["stack_to_hand", "hand_to_stack"] | None
    hints: bool = True


class Opened(Payload, frozen=True, tag="opened"):
    """The first event of a table, by its creator: name and options, and who may sit down at it.

    ``code``: only who knows the table's code, which stands in no event. ``approval``: whom somebody there says yes to.
    """

    name: Name
    options: TableOptions
    admission: Admission = "open"


class Seated(Payload, frozen=True, tag="seated"):
    """The first event of a member that wants a seat: the name it goes by."""

    name: Name


class Ready(Payload, frozen=True, tag="ready"):
    """Ready, or no longer ready, for the next deal."""

    ready: bool


class Forced(Payload, frozen=True, tag="forced"):
    """Deal now, to all who are present."""


class Committed(Payload, frozen=True, tag="committed"):
    """H(s) and H(r) of the author's dealing secrets for round ``number`` of this match."""

    number: RoundNumber
    secret_hash: Hash
    share_hash: Hash


class Revealed(Payload, frozen=True, tag="revealed"):
    """r, whose hash was committed to."""

    number: RoundNumber
    share: Hash


class Dealt(Payload, frozen=True, tag="dealt"):
    """The cards that the author's deck shows at the start, its 40 leaves, and the salts of those that it shows.

    ``salts`` are those of the row from slot 0 on, then that of ``stack_top``.
    """

    number: RoundNumber
    row: Annotated[tuple[CardIndex, ...], Meta(min_length=3, max_length=5)]
    stack_top: CardIndex
    leaves: Annotated[tuple[Hash, ...], Meta(min_length=40, max_length=40)]
    salts: Annotated[tuple[Salt, ...], Meta(min_length=4, max_length=6)]


class PlayMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="play", tag_field="type"):
    """``game.moves.Play``; ``slot`` is -1 unless ``place`` is ``row``; the pile is (``colour``, ``opener``)."""

    card: CardIndex
    place: Literal["stack", "discard", "row"]
    slot: Annotated[int, Meta(ge=-1, lt=5)]
    colour: Literal["R", "Y", "G", "B"]
    opener: SeatNumber
    height: Annotated[int, Meta(ge=1, le=10)]
    exposes: CardIndices


class FillMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="fill", tag_field="type"):
    """``game.moves.Fill``."""

    card: CardIndex
    slot: Slot
    exposes: CardIndices


class StoreMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="store", tag_field="type"):
    """``game.moves.Store``."""

    card: CardIndex
    place: Literal["stack", "discard"]
    slot: Slot
    exposes: CardIndices


class TurnMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="turn", tag_field="type"):
    """``game.moves.Turn``."""

    hand: Annotated[int, Meta(ge=0, le=40)]
    taken: Annotated[int, Meta(ge=0, le=40)]
    exposes: CardIndices


class StopMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="stop", tag_field="type"):
    """``game.moves.Stop``: the manual call."""


class Moved(Payload, frozen=True, tag="moved"):
    """A move in round ``number``, with a proof of each card that it exposes, in their order."""

    number: RoundNumber
    move: PlayMove | FillMove | StoreMove | TurnMove | StopMove
    proofs: Annotated[tuple[CardProof, ...], Meta(max_length=5)] = ()


class Closed(Payload, frozen=True, tag="closed"):
    """The author holds the final end of round ``number``, and opens the secret s of its cards: its last word on it.

    ``secret`` is None where it has lost it with its disk.
    """

    number: RoundNumber
    secret: Hash | None


class Agreed(Payload, frozen=True, tag="agreed"):
    """The author agrees, or no longer, to end round ``number``."""

    number: RoundNumber
    agrees: bool


class Paused(Payload, frozen=True, tag="paused"):
    """Round ``number`` is paused, or goes on."""

    number: RoundNumber
    paused: bool


class Voted(Payload, frozen=True, tag="voted"):
    """The author says yes, or no longer, to kick ``seat`` from the table or to hold it absent for this round."""

    about: VoteAbout
    seat: SeatNumber
    yes: bool


class SatOut(Payload, frozen=True, tag="sat_out"):
    """The author sits round ``number`` out: it came back without its dealing secret."""

    number: RoundNumber


AnyMove = PlayMove | FillMove | StoreMove | TurnMove | StopMove
AnyPayload = (
    Opened | Seated | Ready | Forced | Committed | Revealed | Dealt | Moved | Closed | Agreed | Paused | Voted | SatOut
)
