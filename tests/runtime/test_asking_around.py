"""What comes back to a question, from whomever: nodes are understood, and nothing else does any harm."""

import random

from zeroconf import DNSOutgoing, ServiceInfo  # type: ignore[attr-defined]

from p2p_ligretto.runtime.announcement import SERVICE_TYPE, Announcement, Found, TableHint, instance_name, txt_of
from p2p_ligretto.runtime.asking_around import nodes_in
from p2p_ligretto.wire.messages import Address

ANSWER = 0x8400
PEER = bytes(range(16))
BEA = Announcement(PEER, bytes(8), "Bea", TableHint(bytes(16), "Kitchen", "lobby", 2))


def answer(name: str, port: int = 4711, hosts: tuple[str, ...] = ("10.77.0.2", "fd00::2")) -> bytes:
    info = ServiceInfo(
        SERVICE_TYPE, name, port=port, properties=txt_of(BEA), server="bea.local.", parsed_addresses=list(hosts)
    )
    outgoing = DNSOutgoing(ANSWER)
    for record in (info.dns_pointer(), info.dns_service(), info.dns_text(), *info.dns_addresses()):
        outgoing.add_answer_at_time(record, 0)
    packet: bytes = outgoing.packets()[0]
    return packet


def test_a_node_that_answers_is_understood() -> None:
    (found,) = nodes_in(answer(instance_name(PEER)))
    assert found == Found(BEA, (Address("10.77.0.2", 4711), Address("fd00::2", 4711)))


def test_what_is_no_node_is_passed_over() -> None:
    assert nodes_in(answer(f"printer.{SERVICE_TYPE}")) == ()
    assert nodes_in(answer(instance_name(PEER), port=0)) == ()
    assert nodes_in(answer(instance_name(PEER), hosts=("224.0.0.1", "fe80::1"))) == ()


def test_garbage_does_no_harm() -> None:
    good, chance = answer(instance_name(PEER)), random.Random(5)
    for _case in range(2_000):
        spoilt = bytearray(good[: chance.randrange(len(good) + 1)])
        for _byte in range(chance.randrange(6)):
            if spoilt:
                spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        nodes_in(bytes(spoilt))
