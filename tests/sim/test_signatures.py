"""Who hosts are, and what signs for them, under either scheme."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.node import Node
from p2p_ligretto.replication.signing import KEY_BYTES, peer_of
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.signatures import Scheme, signing
from p2p_ligretto.sim.trial import Trial

SCHEMES: tuple[Scheme, ...] = ("keyed_hash", "ed25519")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_host_is_somebody_for_good(scheme: Scheme) -> None:
    cluster = Cluster(49, Conditions(signatures=scheme))
    host = cluster.add_host("Ada")
    first = host.running().node
    cluster.restart(0)
    for node in (first, host.running().node):
        assert isinstance(node, Node)
        assert node.identity.peer == host.peer == signing(49, 0, scheme).peer
        signature = node.identity.signer.sign(b"said")
        assert signature == signing(49, 0, scheme).signer.sign(b"said")
        assert node.identity.signer.verifies(host.peer, b"said", signature)
    others = [signing(seed, number, scheme) for seed, number in ((49, 1), (50, 0))]
    assert len({host.peer, *(other.peer for other in others)}) == 3
    assert not any(other.signer.verifies(host.peer, b"said", other.signer.sign(b"said")) for other in others)


def test_a_peer_with_a_real_key_goes_by_its_hash() -> None:
    own = signing(49, 3, "ed25519")
    assert own.peer == peer_of(own.signer.sign(b"")[:KEY_BYTES])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_signed_by_another_is_not_taken_in(scheme: Scheme) -> None:
    def make_node(
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> Node:
        foreign = replace(identity, signer=signing(49, 7, scheme).signer) if name == "Bea" else identity
        return Node(foreign, name, entropy, remembered, journals)

    (violation,) = Trial(Scenario(49, 3, signatures=scheme), make_node).run().violations
    assert violation.what == "blamed"
    assert "an event that its author has not signed" in violation.how
