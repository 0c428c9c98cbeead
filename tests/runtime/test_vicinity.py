from dataclasses import replace

from p2p_ligretto.node.intents import Discovered
from p2p_ligretto.runtime.announcement import Announcement, Found, Gone, TableHint, Twin
from p2p_ligretto.runtime.problems import DiscoveryProblem, Problem
from p2p_ligretto.runtime.vicinity import MAX_TOLD_UNFIT, Vicinity
from p2p_ligretto.wire.messages import Address

HERE = (Address("10.0.0.1", 5),)


def announcement(number: int, low: int = 1, high: int = 1) -> Announcement:
    return Announcement(bytes([number]) * 16, bytes(8), f"Player {number}", None, low, high)


def test_who_was_found_is_tried_again_when_the_network_changes_until_it_goes() -> None:
    hints: list[Discovered] = []
    vicinity = Vicinity(announcement(1), hints.append, lambda problem: None)
    vicinity.heard(Found(announcement(2), HERE))
    vicinity.look_around()
    assert hints == [Discovered(bytes([2]) * 16, HERE)] * 2
    vicinity.heard(Gone(bytes([2]) * 16))
    vicinity.look_around()
    assert len(hints) == 2


def test_another_version_is_told_once_and_not_dialled() -> None:
    hints: list[Discovered] = []
    problems: list[Problem] = []
    vicinity = Vicinity(announcement(1), hints.append, problems.append)
    for _ in range(2):
        vicinity.heard(Found(announcement(2, 7, 9), HERE))
    assert hints == []
    assert len(problems) == 1
    assert "Player 2" in problems[0].reason
    assert "9" in problems[0].reason


def test_another_version_is_listed_with_its_table_and_reason_until_it_goes_or_fits() -> None:
    vicinity = Vicinity(announcement(1), lambda hint: None, lambda problem: None)
    other = announcement(2, 7, 9)
    at_table = replace(other, table=TableHint(bytes(16), "Kitchen", "lobby", 2))
    for found, name in ((other, "Player 2"), (at_table, "Kitchen")):
        vicinity.heard(Found(found, HERE))
        (unfit,) = vicinity.unfit.values()
        assert unfit.name == name
        assert "protocol 9, here 1" in unfit.reason
    vicinity.heard(Gone(bytes([2]) * 16))
    assert not vicinity.unfit
    vicinity.heard(Found(other, HERE))
    vicinity.heard(Found(announcement(2), HERE))
    assert not vicinity.unfit


def test_a_flood_of_other_versions_is_told_a_few_times_only() -> None:
    problems: list[Problem] = []
    vicinity = Vicinity(announcement(1), lambda hint: None, problems.append)
    for number in range(2, 200):
        vicinity.heard(Found(announcement(number, 7, 9), HERE))
        vicinity.heard(Gone(bytes([number]) * 16))
    assert len(problems) == MAX_TOLD_UNFIT


def test_another_process_with_the_own_key_is_told_once_with_the_way_out() -> None:
    problems: list[Problem] = []
    vicinity = Vicinity(announcement(1), lambda hint: None, problems.append)
    for _ in range(2):
        vicinity.heard(Twin())
    assert problems == [vicinity.twin]
    assert "p2p-ligretto profile new" in problems[0].reason


def test_a_problem_of_discovery_reaches_the_person() -> None:
    problems: list[Problem] = []
    Vicinity(announcement(1), lambda hint: None, problems.append).heard(DiscoveryProblem("none here"))
    assert problems == [DiscoveryProblem("none here")]
