"""What is wrong between this machine and the others: who was heard of, who can be reached, who fits."""

from collections.abc import Iterable, Iterator
from typing import Final

from p2p_ligretto.doctor.findings import Finding
from p2p_ligretto.doctor.observations import Observations, SeenPeer
from p2p_ligretto.doctor.own_machine import networks_of, on_own_networks
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import VERSION_HIGH, Address
from p2p_ligretto.wire.printable import printable

MOST_TOLD: Final = 6
"""Of peers with one and the same trouble; whoever makes peers up must not fill the screen."""


def peer_findings(observed: Observations) -> Iterator[Finding]:
    """What is wrong with each peer, and what their silence means."""
    yield from _filtered(observed)
    told = 0
    for peer in observed.peers:
        finding = _of_peer(observed, peer)
        if finding is not None and told < MOST_TOLD:
            told += 1
            yield finding
    if observed.listening == "works" and not observed.peers and networks_of(observed):
        yield from _of_silence(observed)


def _filtered(observed: Observations) -> Iterator[Finding]:
    """Nodes that are there, and whose multicast does not come here."""
    if observed.listening != "works" or not any(echo.heard for echo in observed.echoes):
        return
    hidden = [peer for peer in observed.peers if peer.found == "broadcast"]
    said = [peer for peer in observed.peers if peer.found == "said" and peer.answers]
    heard = any(peer.found == "multicast" for peer in observed.peers) or bool(observed.heard_hosts)
    if hidden or (said and not heard):
        there = hidden or said
        yield Finding(
            "multicast-filtered",
            _("No multicast passes between you and {names}.").format(
                names=", ".join(printable(peer.name, 40) for peer in there[:MOST_TOLD])
            ),
            _("They are there, but the network (often the access point) drops what is said to all."),
            _("Join by address: {lines}.").format(
                lines=", ".join(join_line(peer) for peer in there[:MOST_TOLD] if peer.addresses)
            ),
        )


def _of_peer(observed: Observations, peer: SeenPeer) -> Finding | None:
    if not peer.speaks_our_version:
        return _other_version(peer)
    if peer.answers:
        return _works(peer) if peer.found == "said" else None
    if not peer.reached:
        return None
    if peer.found == "said":
        return _address_fails(peer)
    name = printable(peer.name, 40)
    hosts = ", ".join(address.host for address in peer.addresses[:3])
    if not any(on_own_networks(observed, address.host) for address in peer.addresses):
        return Finding(
            "peer-elsewhere",
            _("{name} is on another network: {hosts}; yours: {own}.").format(
                name=name, hosts=hosts, own=_own(observed)
            ),
            _("It is heard, but there is no way to it."),
            _("Connect both to the same network; both addresses then begin alike."),
        )
    outcomes = {each.outcome for each in peer.reached}
    if "refused" in outcomes or "foreign" in outcomes:
        return Finding(
            "peer-gone",
            _("{name} ({hosts}) is announced, but the game does not run there any more.").format(
                name=name, hosts=hosts
            ),
            _("It was ended without a word, or its port is another one by now."),
            _("Start the game there again, then look anew. What was announced is forgotten after some minutes."),
        )
    return Finding(
        "peer-firewalled",
        _("{name} ({hosts}) is announced, but can't be reached.").format(name=name, hosts=hosts),
        _("A firewall on that machine, or a network that keeps its devices apart, swallows connections."),
        _(
            "Allow the game in the firewall there (p2p-ligretto doctor on that machine says more),"
            " or let {name} join you."
        ).format(name=name),
    )


def _other_version(peer: SeenPeer) -> Finding:
    theirs_is_older = peer.version_high < VERSION_HIGH
    return Finding(
        "other-version",
        _("{name} plays another version: protocol {theirs}, yours is {own}.").format(
            name=printable(peer.name, 40), theirs=peer.version_high, own=VERSION_HIGH
        ),
        _("Two versions without a protocol in common can't share a table."),
        _("Update the game on the other machine: it is the older one.")
        if theirs_is_older
        else _("Update the game on this machine: it is the older one."),
    )


def _works(peer: SeenPeer) -> Finding:
    return Finding(
        "address-works",
        _("{address} answers, and is a node of this game.").format(address=printable(peer.name, 60)),
        _("Joining there works from here."),
        _("Join it: {line}.").format(line=join_line(peer)),
    )


def _address_fails(peer: SeenPeer) -> Finding:
    outcomes = {each.outcome for each in peer.reached}
    if "refused" in outcomes or "foreign" in outcomes:
        meaning = _("The machine is there, the game is not: the port is old or mistyped, or the game was ended.")
        advice = _("Read the line on the other screen again: the port is another one at each start.")
    else:
        meaning = _("A firewall there, a network that keeps its devices apart, or a wrong address.")
        advice = _("Run p2p-ligretto doctor on that machine too, and see that both are on one network.")
    return Finding(
        "address-fails",
        _("{address} does not answer as the game would.").format(address=printable(peer.name, 60)),
        meaning,
        advice,
    )


def _of_silence(observed: Observations) -> Iterator[Finding]:
    if observed.heard_hosts:
        yield Finding(
            "nobody-plays",
            _("Other machines are heard ({count}), but none of them runs the game.").format(
                count=len(observed.heard_hosts)
            ),
            _("The network carries the search."),
            _("Open a table (p2p-ligretto host), or ask whether the others are on this very network."),
        )
        return
    if not any(echo.heard for echo in observed.echoes):
        return
    yield Finding(
        "nobody-heard",
        _("Nobody is heard: not a word of any other machine came in by multicast."),
        _("Either no other machine is on this network, or the network drops multicast or keeps its devices apart."),
        _("See that all are on one network (no guest Wi-Fi). Then join by address; if that fails too, use a hotspot."),
    )


def _own(observed: Observations) -> str:
    return ", ".join(str(interface.network) for interface in networks_of(observed)) or _("none")


def join_line(peer: SeenPeer) -> str:
    """What gets one to this peer."""
    answering = [each.address for each in peer.reached if each.outcome == "answered"]
    return f"p2p-ligretto join {written(next(iter(answering), peer.addresses[0]))}"


def written(address: Address) -> str:
    """``HOST:PORT`` as it is typed."""
    return f"[{address.host}]:{address.port}" if ":" in address.host else f"{address.host}:{address.port}"


def reached_names(peers: Iterable[SeenPeer]) -> tuple[str, ...]:
    """Who was found and answers."""
    return tuple(printable(peer.name, 40) for peer in peers if peer.answers and peer.speaks_our_version)
