"""A log has an end: who says more than there is room for loses its links, and nobody's program ends."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import ForceStart
from p2p_ligretto.replication import log as log_module
from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, event_hash
from p2p_ligretto.replication.messages import Events, EventSent
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from tests.node.company import SECOND, Company

LONGEST = log_module.EVENT_OVERHEAD_BYTES + MAX_PAYLOAD_BYTES


def seated(size: int) -> Company:
    company = Company(size)
    company.sit()
    return company


def flood(company: Company, here: int, author: int) -> None:
    """All that ``author`` could say to ``here``, until that is enough for it."""
    link, peer = company.link_to(here, author), company.peer(author)
    event = company[here].session.log.events(peer, 1, 10)[-1]
    time = company[here].session.clock.table_time(company.now)
    while peer in company[here].node.peers:
        time += 10
        following = replace(event, seq=event.seq + 1, time=time, previous=event_hash(event))
        event = signed(following, KeyedHashSigner(peer))
        company.say(here, link, EventSent(event))


def test_a_member_that_floods_the_log_is_put_out_by_all_who_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    company = seated(3)
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", 100_000)
    company.refuses_dials = True
    for here in (0, 1):
        flood(company, here, 2)
        reasons = [notice.reason for notice in company[here].told(told.Misbehaved)]  # type: ignore[attr-defined]
        assert reasons == ["more events than any honest table holds"]
    company.crash(2)
    company.until(lambda: all(len(company[here].final.present) == 2 for here in (0, 1)), 10 * SECOND)
    assert company[0].final == company[1].final


def test_who_has_filled_its_own_chain_is_told_that_it_can_not_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    company = seated(2)
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", LONGEST)
    before = len(company.sent)
    company.submit(0, ForceStart())
    assert [notice.reason for notice in company[0].told(told.ActRefused)] == ["wedged"]  # type: ignore[attr-defined]
    assert not [message for _, _, message in company.sent[before:] if isinstance(message, EventSent | Events)]
    company.run(SECOND)
    assert len(company[1].final.present) == 2
