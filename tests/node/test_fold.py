"""What every payload does in every phase, and what becomes of a deal and a round when somebody leaves."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.dealing.commitment import joint_seed
from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.lies import FORGED, NOT_NOW
from p2p_ligretto.node.table import COUNTDOWN_US, Phase
from p2p_ligretto.wire.conversions import from_move, from_options
from p2p_ligretto.wire.payloads import (
    Agreed,
    AnyPayload,
    Closed,
    Committed,
    Forced,
    Moved,
    Opened,
    Paused,
    Ready,
    Revealed,
    SatOut,
    Seated,
    Voted,
)
from tests.node.story import Story, at, commitment, end_round, peer, share, shows

ILLEGAL = Rejected("illegal")
OVER = Rejected("over")
STRANGER = 9


def payloads(number: int) -> dict[str, AnyPayload]:
    return {
        "opened": Opened("Other", from_options(Options(rounds=7))),
        "seated": Seated("Ada2"),
        "ready": Ready(True),
        "forced": Forced(),
        "committed": commitment(0, number),
        "revealed": Revealed(number, share(0)),
        "dealt": shows(0, 2, number),
        "moved": Moved(number, from_move(Turn(25, 0))),
        "closed": Closed(number, None),
        "agreed": Agreed(number, True),
        "paused": Paused(number, True),
        "voted": Voted("kick", 1, True),
        "absence": Voted("absent", 1, True),
        "sat_out": SatOut(number),
    }


ALWAYS: dict[str, object] = {"seated": None, "voted": None}
EFFECT: dict[Phase, dict[str, object]] = {
    Phase.LOBBY: ALWAYS | {"ready": None, "forced": None},
    Phase.COMMITTING: ALWAYS | {"committed": None, "sat_out": None},
    Phase.REVEALING: ALWAYS | {"revealed": None, "sat_out": None},
    Phase.OPENING: ALWAYS | {"dealt": None, "sat_out": None},
    Phase.PLAYING: ALWAYS | {"moved": ILLEGAL, "agreed": None, "paused": None, "sat_out": None},
    Phase.CLOSING: ALWAYS | {"moved": OVER, "closed": None},
    Phase.BETWEEN: ALWAYS | {"ready": None, "forced": None},
    Phase.FINISHED: ALWAYS | {"ready": None, "forced": None},
}


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("kind", list(payloads(1)))
def test_a_payload_takes_effect_in_its_phases_and_is_not_now_in_all_others(phase: Phase, kind: str) -> None:
    story = at(phase)
    before = story.table
    outcome = story.say(0, payloads(before.number or 1)[kind], story.time + 1)
    assert outcome == EFFECT[phase].get(kind, NOT_NOW)
    unchanged = (story.table.phase, story.table.seats, story.table.round, story.table.spoken(), story.table.ready)
    if outcome is not None:
        assert unchanged == (before.phase, before.seats, before.round, before.spoken(), before.ready)
    assert story.table.latest_us == story.time


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING, Phase.CLOSING])
def test_what_is_said_of_another_round_or_twice_or_by_who_is_not_in_it_is_not_now(phase: Phase) -> None:
    kind = {
        Phase.COMMITTING: "committed",
        Phase.REVEALING: "revealed",
        Phase.OPENING: "dealt",
        Phase.CLOSING: "closed",
    }[phase]
    story = at(phase, 3)
    story.table = story.view(0, 1, 2, 3).table
    story.say(3, Seated("Dov"))
    number = story.table.number
    said = payloads(number) | {"dealt": shows(0, 3, number)}
    assert story.say(0, (payloads(number + 1) | {"dealt": shows(0, 3, number + 1)})[kind]) == NOT_NOW
    assert story.say(0, said[kind]) is None
    assert story.say(0, said[kind]) == NOT_NOW
    assert story.say(3, said[kind]) == NOT_NOW
    assert story.table.spoken() == {0}


@pytest.mark.parametrize("kind", list(payloads(1)))
def test_who_has_no_seat_or_is_not_there_says_nothing(kind: str) -> None:
    story = at(Phase.LOBBY, 3)
    story.view(0, 1)
    payload = payloads(1)[kind]
    assert story.say(2, payload) == NOT_NOW
    assert story.say(STRANGER, payload) == NOT_NOW
    assert len(story.table.seats) == 3


def test_the_first_who_opens_names_the_table() -> None:
    story = Story().view(0)
    assert story.say(0, Opened("Kitchen", from_options(Options(rounds=5)))) is None
    assert story.table.name == "Kitchen"
    assert story.table.options.rounds == 5
    assert story.say(0, Opened("Attic", from_options(Options()))) == NOT_NOW
    assert story.table.name == "Kitchen"


def test_a_seat_is_its_owners_for_good_and_shows_the_name_of_now() -> None:
    story = at(Phase.BETWEEN, 3)
    story.view(0, 2)
    assert story.table.present == (0, 2)
    story.view(0, 2, 1, 3)
    story.say(1, Seated("Beatrix"))
    story.say(3, Seated("Dov"))
    assert [seat.name for seat in story.table.seats] == ["Ada", "Beatrix", "Cai", "Dov"]
    assert story.table.seat_of(peer(1)) == 1
    assert story.table.totals[3] is None
    assert story.table.totals[1] is not None


# ---- ready


def test_the_deal_begins_when_all_two_or_more_are_ready() -> None:
    story = Story().sit(1)
    story.say(0, Ready(True))
    assert story.table.phase is Phase.LOBBY
    assert story.say(0, Forced()) == NOT_NOW
    story.view(0, 1)
    story.say(1, Seated("Bea"))
    assert story.table.phase is Phase.LOBBY
    story.say(1, Ready(True))
    assert story.table.phase is Phase.COMMITTING
    assert (story.table.number, story.table.players, story.table.ready) == (1, (0, 1), frozenset())


def test_who_was_admitted_and_is_about_to_sit_down_is_not_dealt_over() -> None:
    story = Story().sit(2)
    story.view(0, 1, 2)
    story.ready()
    assert story.table.phase is Phase.LOBBY
    story.say(2, Seated("Cai"))
    story.say(2, Ready(True))
    assert (story.table.phase, story.table.players) == (Phase.COMMITTING, (0, 1, 2))


def test_a_member_that_never_sits_down_holds_up_nobody_who_forces_the_deal() -> None:
    story = Story().sit(2)
    story.view(0, 1, 2)
    story.say(0, Forced())
    assert (story.table.phase, story.table.players) == (Phase.COMMITTING, (0, 1))


def test_who_is_ready_may_be_so_no_longer() -> None:
    story = Story().sit(2)
    story.say(0, Ready(True))
    story.say(0, Ready(False))
    story.say(1, Ready(True))
    assert story.table.ready == {1}
    assert story.table.phase is Phase.LOBBY


def test_when_the_last_who_was_not_ready_leaves_the_deal_begins() -> None:
    story = Story().sit(3)
    story.say(0, Ready(True))
    story.say(1, Ready(True))
    story.view(0, 1)
    assert story.table.phase is Phase.COMMITTING
    assert story.table.players == (0, 1)


def test_who_comes_back_begins_no_deal() -> None:
    story = Story().sit(3)
    story.view(0)
    story.say(0, Ready(True))
    story.view(0, 1)
    assert story.table.phase is Phase.LOBBY
    assert story.table.ready == {0}


# ---- the deal


def test_a_deal_from_commitment_to_the_first_legal_move() -> None:
    story = Story().sit(3).ready()
    assert story.table.phase is Phase.COMMITTING
    story.committed()
    assert story.table.phase is Phase.REVEALING
    story.revealed()
    assert story.table.phase is Phase.OPENING
    assert story.table.joint_seed == joint_seed([(seat, share(seat)) for seat in range(3)])
    story.opened()
    assert story.table.phase is Phase.PLAYING
    assert story.table.started_us == story.time + COUNTDOWN_US
    state = story.table.round
    assert state is not None
    assert [len(area.row) if area else 0 for area in state.areas] == [4, 4, 4]


def test_a_share_that_was_not_committed_to_is_refused() -> None:
    story = at(Phase.REVEALING)
    assert story.say(0, Revealed(1, share(1))) == FORGED
    assert story.say(0, Revealed(1, share(0))) == NOT_NOW, "there is no second draw"


@pytest.mark.parametrize("row", [(0, 1, 2), (0, 1, 2, 3)])
def test_a_row_for_another_number_of_players_is_not_for_now(row: tuple[int, ...]) -> None:
    story = at(Phase.OPENING)
    right = shows(0, 2)
    assert story.say(0, replace(right, row=row, salts=right.salts[: len(row) + 1])) == NOT_NOW
    assert story.say(0, right) is None
    assert story.table.lies == ()


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
@pytest.mark.parametrize("spoke", [False, True])
def test_who_leaves_in_the_deal_sits_the_round_out_and_the_others_go_on(phase: Phase, spoke: bool) -> None:
    story = at(phase, 4)
    everybody = {
        Phase.COMMITTING: commitment,
        Phase.REVEALING: lambda seat: Revealed(1, share(seat)),
        Phase.OPENING: lambda seat: shows(seat, 4),
    }[phase]
    if spoke:
        story.say(3, everybody(3))
    story.view(0, 1, 2)
    assert story.table.players == (0, 1, 2)
    if phase is Phase.COMMITTING:
        story.committed()
    if phase in (Phase.COMMITTING, Phase.REVEALING):
        story.revealed()
    assert story.table.phase is Phase.OPENING
    assert story.say(0, shows(0, 4)) == NOT_NOW, "three players have a longer row than four"
    story.opened()
    assert story.table.phase is Phase.PLAYING
    state = story.table.round
    assert state is not None
    assert [area and len(area.row) for area in state.areas] == [4, 4, 4, None]
    story.view(0, 1, 2, 3)
    assert story.table.players == (0, 1, 2), "who comes back waits for the next round"


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING])
def test_when_the_only_one_who_had_not_spoken_leaves_the_deal_goes_on(phase: Phase) -> None:
    story = at(phase, 3)
    for seat in (0, 1):
        story.say(seat, commitment(seat) if phase is Phase.COMMITTING else Revealed(1, share(seat)))
    story.view(0, 1)
    assert story.table.phase is (Phase.REVEALING if phase is Phase.COMMITTING else Phase.OPENING)


def test_what_a_leaver_had_revealed_stays_in_the_seed() -> None:
    story = at(Phase.REVEALING, 3)
    for seat in (2, 0):
        story.say(seat, Revealed(1, share(seat)))
    story.view(0, 1)
    story.say(1, Revealed(1, share(1)))
    assert story.table.joint_seed == joint_seed([(seat, share(seat)) for seat in (2, 0, 1)])


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
def test_with_one_left_the_deal_is_off_as_if_it_had_not_begun(phase: Phase) -> None:
    story = at(phase, 2)
    story.view(0)
    assert (story.table.phase, story.table.number, story.table.players) == (Phase.LOBBY, 0, ())
    assert not story.table.match_runs
    story.view(0, 1).ready()
    assert (story.table.phase, story.table.number, story.table.match) == (Phase.COMMITTING, 1, 1)


def test_a_later_deal_that_is_off_leaves_the_table_between_rounds() -> None:
    story = at(Phase.BETWEEN, 2).ready()
    story.view(0)
    assert (story.table.phase, story.table.number) == (Phase.BETWEEN, 1)
    story.view(0, 1).next_round()
    assert (story.table.phase, story.table.number) == (Phase.PLAYING, 2)


def test_somebody_who_looks_on_coming_and_going_does_not_touch_a_deal() -> None:
    story = at(Phase.OPENING, 2)
    story.say(0, shows(0, 2))
    before = story.table.openings
    story.view(0, 1, 3)
    assert story.table.openings == before
    story.view(0, 1)
    story.say(1, shows(1, 2))
    assert story.table.phase is Phase.PLAYING


# ---- play, end, score


def test_no_move_is_legal_before_the_start_signal_or_in_another_round() -> None:
    story = at(Phase.PLAYING)
    turn = from_move(Turn(25, 0))
    assert story.say(0, Moved(1, turn), story.table.started_us - 1) == ILLEGAL
    assert story.say(0, Moved(2, turn), story.table.started_us) == NOT_NOW
    assert story.move(0, Turn(24, 0)) == Rejected("follows")
    story.view(0, 1, 2)
    story.say(2, Seated("Cai"), story.table.started_us)
    assert story.move(2, Turn(25, 0)) == ILLEGAL


def test_a_round_ends_closes_and_is_scored_when_all_who_are_there_hold_the_end() -> None:
    story = at(Phase.PLAYING, 3)
    end_round(story, by=1)
    assert story.table.phase is Phase.CLOSING
    story.say(0, Closed(1, None))
    story.say(1, Closed(1, None))
    assert story.table.phase is Phase.CLOSING
    story.view(0, 1)
    assert story.table.phase is Phase.BETWEEN, "who has left is not waited for"
    assert story.table.totals == (-20, 10, -20)


def test_totals_add_up_and_who_was_not_in_a_round_keeps_what_it_had() -> None:
    story = at(Phase.BETWEEN, 3)
    first = story.table.totals
    story.view(0, 1).next_round()
    end_round(story)
    story.closed()
    assert first == (10, -20, -20)
    assert story.table.totals == (20, -40, -20)


@pytest.mark.parametrize("target", [10, 11, 20])
def test_a_match_ends_at_its_target_score_or_its_last_round(target: int) -> None:
    story = Story().playing(2, Options(rounds=3, target_score=target))
    rounds = 1
    end_round(story)
    while story.closed().table.phase is Phase.BETWEEN:
        end_round(story.next_round())
        rounds += 1
    assert story.table.phase is Phase.FINISHED
    assert rounds == (1 if target == 10 else 2)
    assert story.table.winners == (0,)


def test_equal_totals_are_several_winners() -> None:
    story = Story().playing(2, Options(rounds=2))
    for by in (0, 1):
        end_round(story, by)
        story.closed()
        if by == 0:
            story.next_round()
    assert story.table.totals == (-10, -10)
    assert story.table.winners == (0, 1)


def test_after_a_match_another_one_begins_at_nothing() -> None:
    story = at(Phase.FINISHED)
    assert story.table.match == 1
    story.next_round()
    assert (story.table.match, story.table.number, story.table.phase) == (2, 1, Phase.PLAYING)
    assert story.table.totals == (None, None)
    assert story.table.winners == ()


def test_the_last_who_leaves_ends_the_round_for_nobody_is_there_to_close_it() -> None:
    """Somebody who looks on must not sit at a table that never goes on."""
    for before in (Phase.PLAYING, Phase.CLOSING):
        story = at(before, 2)
        story.view(0, 1, 2)
        story.view(2)
        assert story.table.phase is Phase.BETWEEN
        state = story.table.round
        assert state is not None
        assert state.end is not None
        assert story.table.totals[0] is not None


def test_one_who_is_left_alone_plays_no_more_but_the_round_is_still_there() -> None:
    story = at(Phase.PLAYING, 2)
    story.view(0)
    assert story.table.phase is Phase.PLAYING
    state = story.table.round
    assert state is not None
    assert state.present == {0}
    story.view(0, 1)
    assert story.table.round is not None
    assert story.table.round.present == {0, 1}


def test_a_commitment_is_kept_as_it_was_made() -> None:
    story = at(Phase.COMMITTING)
    story.say(1, commitment(1))
    ((seat, kept),) = story.table.commitments
    assert (seat, kept.secret_hash, kept.share_hash) == (1, commitment(1).secret_hash, commitment(1).share_hash)
    assert isinstance(commitment(1), Committed)
