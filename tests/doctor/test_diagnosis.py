"""One thing is wrong, and it is named: what is seen, what it means, what to do."""

from dataclasses import replace

import pytest

from p2p_ligretto.doctor.diagnosis import diagnose
from p2p_ligretto.doctor.findings import SEVERITIES, Kind
from p2p_ligretto.doctor.joining import join_lines
from p2p_ligretto.doctor.observations import Interface, Observations, System
from tests.doctor.samples import CABLE, HEALTHY, LO, NEWER, OLDER, ONE_THING, REACHED, VPN, WIFI, peer


@pytest.mark.parametrize(("kind", "observed"), ONE_THING, ids=[kind for kind, _observed in ONE_THING])
def test_what_is_wrong_is_named_and_nothing_else(kind: Kind, observed: Observations) -> None:
    (finding,) = diagnose(observed).findings
    assert finding.kind == kind
    assert all(text.endswith(".") for text in (finding.seen, finding.meaning, finding.advice))


def test_every_finding_can_come_about() -> None:
    assert {kind for kind, _observed in ONE_THING} == set(SEVERITIES)


@pytest.mark.parametrize(("kind", "observed"), ONE_THING, ids=[kind for kind, _observed in ONE_THING])
def test_trouble_is_the_verdict_and_warnings_are_not_while_somebody_is_reached(
    kind: Kind, observed: Observations
) -> None:
    diagnosis = diagnose(observed)
    explains_silence = kind == "nobody-heard"
    assert (diagnosis.verdict == diagnosis.findings[0].seen) == (SEVERITIES[kind] == "trouble" or explains_silence)


def test_the_cause_nearest_to_the_machine_is_told_first() -> None:
    observed = replace(
        HEALTHY, listening="taken", echoes=(), interfaces=(LO, WIFI, CABLE, VPN), peers=(peer("silent"),)
    )
    diagnosis = diagnose(observed)
    assert diagnosis.verdict.startswith("Port 5353 is taken")
    assert [finding.kind for finding in diagnosis.findings] == [
        "port-taken",
        "peer-firewalled",
        "several-networks",
        "vpn",
    ]


def test_one_who_is_reached_and_one_who_is_not() -> None:
    diagnosis = diagnose(replace(HEALTHY, peers=(peer("answered"), peer("silent", "192.168.1.31", "Cem"))))
    assert diagnosis.found
    assert diagnosis.verdict == (
        "You can be found: 1 other player is heard and reached. Cem (192.168.1.31) is announced, but can't be reached."
    )


def test_two_networks_are_the_likeliest_reason_for_silence_only() -> None:
    alone = replace(HEALTHY, interfaces=(LO, WIFI, CABLE))
    assert diagnose(alone).verdict.startswith("You are on 2 networks at once: wlan0 192.168.1.20/24, eth0 10.0.0.7/24")
    assert diagnose(replace(alone, peers=(peer("answered"),))).verdict.startswith("You can be found")


def test_two_addresses_of_one_network_are_one_network() -> None:
    observed = replace(REACHED, interfaces=(LO, WIFI, Interface("wlan0", "192.168.1.21", 24)))
    assert diagnose(observed).findings == ()


def test_an_address_that_works_tells_that_the_search_does_not() -> None:
    said = replace(HEALTHY, heard_hosts=(), peers=(replace(peer("answered"), found="said", name="192.168.1.30:4711"),))
    assert diagnose(said).verdict == "No multicast passes between you and 192.168.1.30:4711."


def test_nothing_is_concluded_from_what_was_not_looked_at() -> None:
    only_v6 = Interface("wlan0", "fd00::2", 64)
    observed = Observations(interfaces=(LO, only_v6), own_hosts=("fd00::2",))
    assert diagnose(observed).findings == ()
    assert diagnose(observed).verdict == "Nothing was found to be in the way."


def test_macos_that_knows_no_way_to_a_neighbour_lacks_the_permission() -> None:
    def verdict(system: System, host: str) -> Kind:
        return diagnose(replace(HEALTHY, system=system, peers=(peer("unreachable", host),))).findings[0].kind

    assert verdict("macos", "192.168.1.30") == "local-network-permission"
    assert verdict("macos", "192.168.99.4") == "peer-elsewhere"
    assert verdict("linux", "192.168.1.30") == "peer-firewalled"


def test_the_older_one_is_told_to_be_updated() -> None:
    advice = [diagnose(replace(HEALTHY, peers=(each,))).findings[0].advice for each in (OLDER, NEWER)]
    assert "other machine" in advice[0]
    assert "this machine" in advice[1]


def test_a_flood_of_made_up_peers_does_not_fill_the_screen() -> None:
    crowd = tuple(peer("silent", f"192.168.1.{number}", "\x1b[2J") for number in range(1, 25))
    findings = diagnose(replace(HEALTHY, peers=crowd)).findings
    assert len(findings) <= 6
    assert all("\x1b" not in finding.seen for finding in findings)


def test_the_line_to_read_out() -> None:
    assert join_lines(HEALTHY) == ("p2p-ligretto join 192.168.1.20:50123",)
    with_v6 = replace(HEALTHY, own_hosts=("192.168.1.20", "fd00::2"), own_ports=())
    assert join_lines(with_v6) == ("p2p-ligretto join 192.168.1.20:PORT", "p2p-ligretto join [fd00::2]:PORT")
    assert join_lines(replace(HEALTHY, own_hosts=("127.0.0.1", "::1"))) == ()
