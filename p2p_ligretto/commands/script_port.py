"""A script performed against nodes that really run, each at a port: what they do is theirs, so it is only waited for.

A line in which a node opens a table, joins one or is ready is taken as done by whoever runs that node. What nodes hold,
or what their players are told, can't be looked at from here, and nothing can be made to happen to them.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import trio

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outputs import Connect, Disconnect, Send
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.signing import Ed25519Signer
from p2p_ligretto.runtime.bare_link import BareLink, open_bare_link
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.encryption import new_encryption
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.runtime.link import MICROSECONDS, now_us
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.composing import greeting
from p2p_ligretto.sim.script.peer import ScriptedPeer, Talk
from p2p_ligretto.sim.script.performance import Performance
from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.stage import Met, Missed
from p2p_ligretto.sim.script.values import Participant
from p2p_ligretto.sim.surroundings import SendBytes
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import NONCE_BYTES, Address, AnyMessage, Hello

_TAKEN_AS_DONE = (do.Open, do.Join, do.SayReady)


async def perform_at(script: do.Script, addresses: Sequence[Address], talk: Talk | None) -> Met | Missed:
    """Perform ``script`` against its nodes, in their order at ``addresses``, one for each. Raises ScriptError."""
    check_for_ports(script)
    ended: Met | Missed | ScriptError
    async with trio.open_nursery() as nursery:
        try:
            ended = await _perform(script, PortStage(script, addresses, talk, nursery))
        except ScriptError as error:
            # Raised behind the nursery, so that it is no group of one.
            ended = error
        nursery.cancel_scope.cancel()
    if isinstance(ended, ScriptError):
        raise ended
    return ended


async def _perform(script: do.Script, stage: "PortStage") -> Met | Missed:
    performance = Performance(script, stage).run()
    try:
        while True:
            pause = next(performance)
            await stage.let_pass(pause.until, pause.limit_us)
    except StopIteration as over:
        outcome: Met | Missed = over.value
        return outcome


def check_for_ports(script: do.Script) -> None:
    """Raises ScriptError for what only a simulation can do."""
    peers = {peer.name for peer in script.peers}
    for step in script.steps:
        act = step.act
        if isinstance(act, do.Hold | do.BeTold | do.BeToldNot | do.Agree):
            raise ScriptError(step.at, "one can't look into a node through its port: leave out --connect, or this line")
        if isinstance(act, do.Strike) or (isinstance(act, do.LeaveTable) and act.who not in peers):
            raise ScriptError(step.at, "this can be made to happen in a simulation only: leave out --connect")


class PortStage:
    """The nodes at their ports, and the peers with their links."""

    def __init__(
        self, script: do.Script, addresses: Sequence[Address], talk: Talk | None, nursery: trio.Nursery
    ) -> None:
        self._nursery = nursery
        self._addresses = dict(zip(script.nodes, addresses, strict=True))
        self._participants: dict[str, Participant] = {}
        self._peers: dict[str, ScriptedPeer] = {}
        self._credentials: dict[str, Credentials] = {}
        self._links: dict[tuple[str, int], BareLink] = {}
        self._last_link = 0
        self._happened = trio.Event()
        self._wrong: ScriptError | None = None
        encryption = new_encryption()
        for peer in script.peers:
            profile = temporary_identity()
            signer = Ed25519Signer(profile.key)
            identity = NodeIdentity(profile.peer, profile.incarnation, profile.disk, signer)
            scripted = ScriptedPeer(identity, peer.name.capitalize(), secrets.token_bytes(32), {}, {})
            scripted.talk = talk
            self._peers[peer.name] = scripted
            right = hello(identity.peer, identity.incarnation, secrets.token_bytes(NONCE_BYTES))
            self._credentials[peer.name] = Credentials(greeting(peer)(right), profile.key, encryption)

    async def let_pass(self, until: Callable[[], bool], limit_us: int) -> None:
        """Wait until ``until`` is true, at most for ``limit_us``, and keep the peers going meanwhile.

        Raises ScriptError for what a script lets a peer do by itself, and that can't be done.
        """
        end_us = now_us() + limit_us
        while not until() and now_us() < end_us:
            wake_us = min([end_us, *(peer.wake_at for peer in self._peers.values())])
            with trio.move_on_at(wake_us / MICROSECONDS):
                await self._happened.wait()
            self._happened = trio.Event()
            for name, peer in self._peers.items():
                if peer.wake_at <= now_us():
                    peer.tick(now_us())
                    self._after(name)
            if self._wrong is not None:
                raise self._wrong

    # ---- what a performance asks for

    @property
    def peers(self) -> Mapping[str, ScriptedPeer]:
        """The scripted peers."""
        return self._peers

    def participant(self, name: str) -> Participant | None:
        """Who a node is, once it has been linked."""
        return self._participants.get(name)

    def address(self, node: str) -> Address:
        """Where a node listens."""
        return self._addresses[node]

    def clock_us(self, peer: str) -> int:
        """All peers have this machine's clock."""
        return now_us()

    def settle(self, peer: str) -> None:
        """Carry out what a peer wants by now."""
        for output in self._peers[peer].outputs():
            match output:
                case Send(links, message):
                    for link in links:
                        self._links[peer, link].send(encode(message))
                case SendBytes(link, data):
                    self._links[peer, link].send(data)
                case Disconnect(link):
                    self._links.pop((peer, link)).finish()
                case Connect(wanted, addresses):
                    self._nursery.start_soon(self._dial, peer, wanted, addresses)
                case _:
                    # A peer keeps nothing, and has nobody to tell.
                    continue

    def act(self, act: do.Act, at: Position) -> Callable[[], bool]:
        """Whoever runs the node has done it."""
        if not isinstance(act, _TAKEN_AS_DONE):
            raise ScriptError(at, "this can be made to happen in a simulation only")
        return lambda: True

    def table(self, node: str, *, final: bool, at: Position) -> TableState | None:
        """Nobody can look. Raises ScriptError."""
        raise ScriptError(at, f"one can't look into {node} through its port")

    def told(self, node: str, at: Position) -> Sequence[Notice]:
        """Nobody can look. Raises ScriptError."""
        raise ScriptError(at, f"one can't look into {node} through its port")

    # ---- links

    async def _dial(self, peer: str, wanted: bytes | None, addresses: Sequence[Address]) -> None:
        scripted = self._peers[peer]
        link: BareLink | str = "there is no address to dial"
        for address in addresses:
            link = await open_bare_link(address, self._credentials[peer])
            if isinstance(link, BareLink):
                break
        if isinstance(link, str):
            scripted.dial_failed(wanted, link, now_us())
            self._after(peer)
            return
        self._last_link += 1
        number = self._last_link
        self._links[peer, number] = link
        theirs = link.theirs
        if wanted is None:
            self._know(address, theirs)
        scripted.link_up(number, LinkPeer(theirs.peer, theirs.incarnation, True, address), now_us())
        self._after(peer)
        await link.run(partial(self._deliver, peer, number))
        if self._links.pop((peer, number), None) is not None:
            scripted.link_down(number, now_us())
            self._after(peer)

    def _know(self, address: Address, theirs: Hello) -> None:
        name = next(name for name, where in self._addresses.items() if where == address)
        self._participants[name] = Participant(theirs.peer, theirs.incarnation)
        for scripted in self._peers.values():
            scripted.names[theirs.peer] = name

    def _deliver(self, peer: str, number: int, message: AnyMessage) -> None:
        if (peer, number) in self._links:
            self._peers[peer].receive(number, message, now_us())
            self._after(peer)

    def _after(self, peer: str) -> None:
        try:
            self.settle(peer)
        except ScriptError as error:
            self._wrong = error
        self._happened.set()
