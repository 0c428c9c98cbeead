"""A table of cheats: a changed node lies in one way, and what every honest node makes of it."""

from collections.abc import Callable

import pytest
from msgpack import packb
from msgspec.structs import replace

from p2p_ligretto.dealing import own_cards
from p2p_ligretto.dealing.deck import own_deck, reshuffled
from p2p_ligretto.game.cards import DECK, Card
from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import ForceStart, JoinTable, Vote, WatchTable
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.messages import Events, EventSent
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Closed, Dealt, FillMove, Moved, PlayMove, Ready, Revealed, StopMove, TurnMove
from tests.node.cheat import (
    HONEST,
    LIAR,
    findings,
    honest_but,
    lie,
    lies_told,
    of_kind,
    once,
    own_cards_of,
    showing,
    shown,
    table_with_liar,
    verdicts,
)
from tests.node.company import SECOND, Company

OTHER_SALT = bytes(16)


def play_a_round(company: Company) -> None:
    company.deal()
    company.play_round()


# ---- cards that are shown


def wrong_card(company: Company, moved: Moved) -> Moved:
    """It shows its last hidden card, with the proof of the one that it should show."""
    hidden = own_cards_of(company).stack[-1].ordinal
    cards = shown(moved)
    return moved if not cards or hidden in cards else showing(moved, (hidden, *cards[1:]), moved.proofs)


def wrong_salt(_company: Company, moved: Moved) -> Moved:
    if not moved.proofs:
        return moved
    return replace(moved, proofs=(replace(moved.proofs[0], salt=OTHER_SALT), *moved.proofs[1:]))


def wrong_position(_company: Company, moved: Moved) -> Moved:
    if not moved.proofs:
        return moved
    return replace(moved, proofs=(replace(moved.proofs[0], position=39), *moved.proofs[1:]))


def chosen_card(company: Company, moved: Moved) -> Moved:
    """It shows another hidden card of its own deck, with the right proof of it."""
    own = own_cards_of(company)
    cards, source = shown(moved), own.hand if isinstance(moved.move, TurnMove) else own.stack
    chosen = (*cards[:-1], source[-1].ordinal)
    if not cards or own.passes or source[-1].ordinal in cards:
        return moved
    return showing(moved, chosen, own_cards.prove(own, tuple(DECK[ordinal] for ordinal in chosen)))


@pytest.mark.parametrize(
    ("cheat", "check"),
    [(wrong_card, "leaf"), (wrong_salt, "leaf"), (wrong_position, "leaf"), (chosen_card, "position")],
)
def test_a_forged_card_has_no_effect_and_everybody_sees_who_forged_it(
    cheat: Callable[[Company, Moved], Moved], check: str
) -> None:
    company = table_with_liar()
    company.deal()
    lie(company, once(Moved, lambda moved: cheat(company, moved)))
    company.play_until(lambda: all(lies_told(company, number) for number in HONEST))
    assert [lies_told(company, number) for number in HONEST] == [[(LIAR, check)]] * 2
    for number in HONEST:
        (caught,) = company[number].final.lies
        assert (caught.number, caught.seat, caught.check) == (1, LIAR, check)
        (rejected,) = [
            each for each in company[number].told(told.MoveRejected) if isinstance(each, told.MoveRejected)
            if each.reason == "forged"
        ]  # fmt: skip
        assert rejected.seat == LIAR
    company.play_round()
    assert findings(company) == honest_but("lie", check)
    assert lies_told(company, 0) == [(LIAR, check)], "it is told once"
    assert of_kind(company, 0, "lie") == [{"kind": "lie", "number": 1, "seat": LIAR, "check": check}]
    (forged,) = [move for move in of_kind(company, 0, "move") if move.get("reason") == "forged"]
    found = verdicts(company)[LIAR]
    assert (found["incarnation"], found["seq"]) == (forged["incarnation"], forged["seq"])


def test_where_only_its_owner_can_tell_the_audit_finds_the_chosen_card() -> None:
    company = table_with_liar(Options(penalty="hand_to_stack"))
    company.deal()
    lie(company, once(Moved, lambda moved: chosen_card(company, moved)))
    company.play_round()
    assert findings(company) in (honest_but("lie", "turn"), honest_but("lie", "stack"))
    assert [seat for seat, _ in lies_told(company, 0)] == [LIAR]
    assert company[0].final.lies == (), "nobody could tell before the deck was opened"


# ---- decks


def chosen_deck(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    """The liar's node lays out all the ones first, then all the twos."""
    secret = company[LIAR].session.secrets.of(1, company[LIAR].final.deals)
    stacked = tuple(sorted(DECK, key=lambda card: card.number))
    monkeypatch.setattr(own_cards, "own_deck", lambda s, seed: stacked if s == secret else own_deck(s, seed))


def chosen_order(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    """The liar's node takes its discard up in the order that it likes."""
    secret = company[LIAR].session.secrets.of(1, company[LIAR].final.deals)

    def order(s: bytes, seed: bytes, passes: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(cards)) if s == secret else reshuffled(s, seed, passes, cards)

    monkeypatch.setattr(own_cards, "reshuffled", order)


@pytest.mark.parametrize(("cheat", "check"), [(chosen_deck, "deck"), (chosen_order, "reshuffle")])
def test_what_was_not_shuffled_as_agreed_is_found_when_it_is_opened(
    cheat: Callable[[Company, pytest.MonkeyPatch], None], check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = table_with_liar()
    company.submit(0, ForceStart())
    company.until(lambda: company.all_in(Phase.COMMITTING))
    with monkeypatch.context() as changed:
        cheat(company, changed)
        company.until(lambda: company.all_in(Phase.PLAYING))
        company.play_until(lambda: any(seat.final.phase is not Phase.PLAYING for seat in company))
        assert [lies_told(company, number) for number in HONEST] == [[], []]
    company.play_round()
    assert findings(company) == honest_but("lie", check)
    assert lies_told(company, 0) == [(LIAR, check)]
    assert of_kind(company, 0, "lie") == []


def test_another_secret_is_found_when_it_is_opened() -> None:
    company = table_with_liar()
    lie(company, once(Closed, lambda closed: replace(closed, secret=bytes(32))))
    play_a_round(company)
    assert findings(company) == honest_but("lie", "opening")
    assert lies_told(company, 0) == [(LIAR, "opening")]


def test_a_round_that_is_closed_without_a_secret_says_so() -> None:
    company = table_with_liar()
    lie(company, once(Closed, lambda closed: replace(closed, secret=None)))
    play_a_round(company)
    assert findings(company) == honest_but("withheld")
    assert lies_told(company, 0) == [(LIAR, "withheld")]


def test_who_does_not_close_a_round_is_waited_for_until_it_is_sent_away() -> None:
    company = table_with_liar()
    lie(company, once(Closed, lambda _: None))
    company.deal()
    company.play_until(lambda: company.all_in(Phase.CLOSING))
    company.run(10 * SECOND)
    assert company[0].final.phase is Phase.CLOSING
    for number in HONEST:
        company.submit(number, Vote("kick", LIAR, True))
    company.until(lambda: all(company[number].final.phase is Phase.BETWEEN for number in HONEST))
    assert company.export(0) == company.export(2)
    assert [one["verdict"] for one in verdicts(company)] == ["honest", "absent", "honest"]


# ---- deals


def another_share(revealed: Revealed) -> Revealed:
    return replace(revealed, share=bytes(32))


def another_top(dealt: Dealt) -> Dealt:
    top = next(ordinal for ordinal in range(40) if ordinal not in (*dealt.row, dealt.stack_top))
    return replace(dealt, stack_top=top)


def other_leaves(dealt: Dealt) -> Dealt:
    return replace(dealt, leaves=tuple(reversed(dealt.leaves)))


def one_card_twice(dealt: Dealt) -> Dealt:
    return replace(dealt, stack_top=dealt.row[0])


@pytest.mark.parametrize(
    ("kind", "cheat", "check"),
    [
        (Revealed, another_share, "share"),
        (Dealt, another_top, "deal"),
        (Dealt, other_leaves, "deal"),
        (Dealt, one_card_twice, "deal"),
    ],
)
def test_who_lies_in_a_deal_sits_the_round_out_and_there_is_no_second_draw(
    kind: type, cheat: Callable[[Dealt | Revealed], Dealt | Revealed], check: str
) -> None:
    company = table_with_liar()
    lie(company, once(kind, cheat))
    play_a_round(company)
    assert findings(company) == [("honest", None), ("honest", None)]
    assert [one["seat"] for one in verdicts(company)] == [0, 2]
    assert [lies_told(company, number) for number in HONEST] == [[(LIAR, check)]] * 2
    table = company[0].final
    assert (table.players, table.deals) == ((0, 2), 1)
    assert (LIAR in dict(table.shares)) == (check == "deal"), "what it has not revealed is not in the seed"
    assert of_kind(company, 0, "lie") == [{"kind": "lie", "number": 1, "seat": LIAR, "check": check}]
    play_a_round(company)
    assert findings(company) == honest_but("honest")


def test_the_leaves_of_another_seat_are_no_deck() -> None:
    company = table_with_liar()
    company.submit(0, ForceStart())
    stolen: list[Dealt] = []
    session = company[0].session
    say = session.say

    def overheard(payload: object, now: int) -> bool:
        stolen.extend([payload] if isinstance(payload, Dealt) else [])
        return say(payload, now)  # type: ignore[arg-type]

    session.say = overheard  # type: ignore[method-assign, assignment]
    lie(company, once(Dealt, lambda dealt: stolen[0]))
    company.until(lambda: company.all_in(Phase.PLAYING))
    assert [lies_told(company, number) for number in HONEST] == [[(LIAR, "deal")]] * 2


def test_who_never_reveals_can_be_sent_away_and_the_deal_goes_on() -> None:
    company = table_with_liar()
    lie(company, once(Revealed, lambda _: None))
    company.submit(0, ForceStart())
    company.run(10 * SECOND)
    assert company[0].final.phase is Phase.REVEALING, "a share that is not final may be under way"
    for number in HONEST:
        company.submit(number, Vote("kick", LIAR, True))
    company.until(lambda: all(company[number].final.phase is Phase.PLAYING for number in HONEST))
    table = company[0].final
    assert (table.players, table.deals) == ((0, 2), 1)
    assert sorted(dict(table.shares)) == [0, 2]


# ---- moves that nobody can prove anything against


def four_cards(company: Company) -> Moved:
    own = own_cards_of(company)
    cards = own.hand[:4]
    turn = TurnMove(len(own.hand), 0, tuple(card.ordinal for card in cards))
    return Moved(1, turn, own_cards.prove(own, cards))


def hidden_card(company: Company) -> Moved:
    own = own_cards_of(company)
    one, below = own.stack[3], own.stack[1]
    play = PlayMove(one.ordinal, "stack", -1, one.colour, LIAR, one.number, (below.ordinal,))  # type: ignore[arg-type]
    return Moved(1, play, own_cards.prove(own, (below,)))


def card_of_another_seat(company: Company) -> Moved:
    area = company[0].final.round.areas[0]  # type: ignore[union-attr]
    assert area is not None
    (one,) = area.row[0]
    return Moved(1, PlayMove(one.ordinal, "row", 0, one.colour, LIAR, one.number, ()))  # type: ignore[arg-type]


def shows_nothing(company: Company) -> Moved:
    top = own_cards_of(company).stack[0]
    return Moved(1, FillMove(top.ordinal, 0, ()))


def stop_with_cards_left(_company: Company) -> Moved:
    return Moved(1, StopMove())


@pytest.mark.parametrize(
    ("cheat", "reason"),
    [
        (stop_with_cards_left, "illegal"),
        (four_cards, "illegal"),
        (hidden_card, "follows"),
        (card_of_another_seat, "follows"),
        (shows_nothing, "illegal"),
    ],
)
def test_moves_against_the_rules_are_just_refused(cheat: Callable[[Company], Moved], reason: str) -> None:
    company = table_with_liar()
    company.deal()
    before = company[0].final.round
    company[LIAR].session.say(cheat(company), company.now)
    company.obey(LIAR)
    company.run(SECOND)
    for number in HONEST:
        (rejected,) = company[number].told(told.MoveRejected)
        assert isinstance(rejected, told.MoveRejected)
        assert (rejected.seat, rejected.reason) == (LIAR, reason)
        assert company[number].final.round == before
    company.play_round()
    assert findings(company) == honest_but("honest")


# ---- words that are nobody's to say


def next_word(company: Company, author: int, payload: bytes) -> Event:
    """What the liar would have ``author`` say next, if its signature were enough for that."""
    log = company[0].session.log
    member = log.view.member(company.peer(author))
    assert member is not None
    head, time = log.head(member.peer), company[0].session.clock.table_time(company.now) + 1_000
    event = Event(log.table, log.view.number, member.peer, member.incarnation, head.seq + 1, time, head.hash, payload)
    return signed(event, KeyedHashSigner(company.peer(LIAR)))


WORDS = {
    "a foreign signature": lambda company: next_word(company, 0, encode_payload(Ready(False))),
    "a score, claimed by hand": lambda company: next_word(company, LIAR, packb(["scored", 1, [99, 0, 0]])),
    "an event for a table that one is not at": lambda company: signed(
        replace(next_word(company, LIAR, encode_payload(Ready(False))), table=bytes(16)), KeyedHashSigner(bytes(16))
    ),
    "a move of somebody who only looks on": lambda company: replace(
        next_word(company, LIAR, encode_payload(Moved(1, StopMove()))), author=bytes(16)
    ),
}


@pytest.mark.parametrize("word", list(WORDS))
def test_what_is_not_ones_own_to_say_costs_the_link_at_every_honest_node(word: str) -> None:
    company = table_with_liar()
    company.deal()
    company.refuses_dials = True
    said, before = WORDS[word](company), company[0].final.round
    for number in HONEST:
        # Together with something that it may say, or what is of another table would be for nobody here.
        log = company[number].session.log
        seq = log.head(company.peer(LIAR)).seq
        company.say(number, company.link_to(number, LIAR), Events((*log.events(company.peer(LIAR), seq, seq), said)))
        (blamed,) = company[number].told(told.Misbehaved)
        assert isinstance(blamed, told.Misbehaved)
        assert blamed.peer == company.peer(LIAR)
        assert company[number].final.round == before
    assert said.payload not in {event.payload for event in company[0].session.log.beyond((0, 0, 0))[-1:]}


def test_an_event_that_is_said_again_is_the_same_event() -> None:
    company = table_with_liar()
    company.deal()
    company.play_until(lambda: company[0].session.log.head(company.peer(LIAR)).seq > 8)
    company.run(SECOND)
    before = company[0].final
    for number in HONEST:
        for event in company[number].session.log.events(company.peer(LIAR), 1, 99):
            company.say(number, company.link_to(number, LIAR), EventSent(event))
        assert company[number].told(told.Misbehaved) == []
    company.run(SECOND)
    assert company[0].final == company[2].final == before
    company.play_round()
    assert findings(company) == honest_but("honest")


# ---- who comes to the same verdict, and who is honest all the same


def test_who_looks_on_and_who_comes_later_find_the_same() -> None:
    company = Company(5)
    table = company.sit(who=(0, 1, 2))
    company.link(3, 0)
    company.submit(3, WatchTable(table))
    company.run(SECOND)
    players = (0, 1, 2)
    company.submit(0, ForceStart())
    company.until(lambda: company[0].final.phase is Phase.PLAYING)
    company.run(4 * SECOND)
    lie(company, once(Moved, lambda moved: wrong_salt(company, moved)))
    company.play_until(lambda: company[0].final.phase is Phase.BETWEEN, who=players)
    company.link(4, 0)
    company.submit(4, JoinTable(table))
    company.until(lambda: company.sees(4, 4))
    company.run(SECOND)
    assert verdicts(company)[LIAR]["check"] == "leaf"
    assert [of_kind(company, number, "audit") for number in range(5)] == [of_kind(company, 0, "audit")] * 5
    assert lies_told(company, 3) == lies_told(company, 0) == [(LIAR, "leaf")]
    assert lies_told(company, 4) == [], "the past is in the record; it is not told again"
    assert company[4].final.lies == company[0].final.lies


def test_who_crashes_in_a_round_has_its_secret_and_its_proofs_when_it_comes_back() -> None:
    company = Company(3)
    table = company.sit()
    company.deal()
    for _ in range(20):
        company.play(LIAR)
        company.run(20_000)
    company.crash(LIAR)
    company.run(2 * SECOND)
    company.start(LIAR)
    company.submit(LIAR, JoinTable(table))
    company.link(LIAR, 0)
    company.run(8 * SECOND)
    company.play_round()
    assert findings(company) == honest_but("honest")
    moves = [move for move in of_kind(company, 0, "move") if move["seat"] == LIAR]
    assert len({move["incarnation"] for move in moves}) == 2
    assert any(move["exposes"] for move in moves if move["incarnation"] == moves[-1]["incarnation"])


def test_who_crashes_between_end_and_close_opens_its_deck_when_it_comes_back() -> None:
    company = Company(3)
    table = company.sit()
    company.deal()
    company.play_until(lambda: company[0].final.phase is Phase.CLOSING)
    company.crash(LIAR)
    company.start(LIAR)
    company.submit(LIAR, JoinTable(table))
    company.link(LIAR, 0)
    company.until(lambda: company.all_in(Phase.BETWEEN), 20 * SECOND)
    assert findings(company) == honest_but("honest")


def test_who_lost_its_disk_in_a_round_is_not_audited_and_nobody_is_told_of_a_lie() -> None:
    company = Company(3)
    table = company.sit()
    company.deal()
    company.crash(LIAR)
    company.run(3 * SECOND)
    company.start(LIAR, lost_disk=True)
    company.submit(LIAR, JoinTable(table))
    company.link(LIAR, 0)
    company.run(10 * SECOND)
    company.play_round()
    assert findings(company) == honest_but("absent")
    assert lies_told(company, 0) == []
