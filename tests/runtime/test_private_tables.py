"""A private table between real nodes on loopback, and strangers that are no nodes but speak on its links."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import pytest
import trio

from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node import Node
from p2p_ligretto.node.intents import Dial, JoinTable, LeaveTable, OpenTable, ShowCode
from p2p_ligretto.node.notices import CodeWanted
from p2p_ligretto.replication.messages import Join, JoinRefused
from p2p_ligretto.runtime.announcement import Announcement, table_hint, txt_of
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import open_profile, temporary_identity
from p2p_ligretto.wire.code_exchange import CodeExchange, Confirmations, Meeting
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.messages import Address, AnyMessage, CodeProof, CodeRefused, CodeShare
from tests.runtime.links import Stranger, peer_of, proven, read_frame
from tests.runtime.waiting import until

LIMIT_S = 20.0
WRONG = "zzzzzz"


class Overheard(Node):
    """A node that notes what it is told."""

    heard: list[tuple[bytes, AnyMessage]]

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        known = self._links.by_id.get(link)
        if known is not None:
            self.__dict__.setdefault("heard", []).append((known.peer.peer, message))
        super().receive(link, message, now)


@asynccontextmanager
async def hosting(folder: Path | None = None) -> AsyncIterator[tuple[Driver, bytes, str]]:
    """Ada at a private table: her node, the table, its code."""
    if folder is None:
        async with _hosting_as(temporary_identity()) as opened:
            yield opened
        return
    with open_profile(folder) as profile:
        async with _hosting_as(profile) as opened:
            yield opened


@asynccontextmanager
async def _hosting_as(profile) -> AsyncIterator[tuple[Driver, bytes, str]]:  # type: ignore[no-untyped-def]
    options = {"discovery": False, "loopback_only": True, "make_node": Overheard}
    async with open_driver(profile, "Ada", **options) as ada:
        ada.submit(OpenTable("Kitchen", OFFICIAL, "code"))
        await until(ada, lambda: ada.node.own_seat is not None)
        assert ada.node.predicted is not None
        yield ada, ada.node.predicted.table, ada.node.code


def folders_with(folder: Path, spelt: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Where in ``folder`` there are files that hold one of these texts."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).parts[:2] for path in files if any(one.encode() in path.read_bytes() for one in spelt)
    }


@asynccontextmanager
async def guest(host: Driver, profile=None) -> AsyncIterator[Driver]:  # type: ignore[no-untyped-def]
    made = profile or temporary_identity()
    async with open_driver(made, "Bea", discovery=False, loopback_only=True, make_node=Overheard) as bea:
        bea.submit(Dial((Address("127.0.0.1", host.port),)))
        await until(bea, lambda: any(peer.card is not None for peer in bea.node.peers.values()))
        yield bea


async def test_right_wrong_and_no_code() -> None:
    async with hosting() as (ada, table, code), guest(ada) as bea, bea.open_notices() as notices:
        told: list[object] = []

        async def listen() -> None:
            async for notice in notices:
                told.append(notice)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            bea.submit(JoinTable(table))
            await until(bea, lambda: CodeWanted(wrong=False) in told)
            bea.submit(ShowCode(WRONG))
            await until(bea, lambda: CodeWanted(wrong=True) in told)
            assert bea.node.predicted is None
            bea.submit(ShowCode(code))
            await until(bea, lambda: bea.node.own_seat is not None)
            assert bea.node.code == code
            nursery.cancel_scope.cancel()


async def test_the_code_is_in_no_log_no_announcement_and_nowhere_on_the_disk_but_in_its_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="p2p_ligretto")
    with open_profile(tmp_path / "bea") as profile:
        async with hosting(tmp_path / "ada") as (ada, table, code), guest(ada, profile) as bea:
            bea.submit(JoinTable(table, code))
            await until(bea, lambda: bea.node.own_seat is not None)
            bea.submit(LeaveTable())
            await until(bea, lambda: bea.node.predicted is None)
            bea.submit(JoinTable(table, code))
            await until(bea, lambda: bea.node.own_seat is not None)
            await until(ada, lambda: ada.node.final == bea.node.final)
            spelt = (code, f"{code[:3]}-{code[3:]}")
            assert not any(one in caplog.text for one in spelt)
            card = next(peer.card for peer in bea.node.peers.values())
            assert card is not None
            assert card.private
            assert ada.node.final is not None
            txt = txt_of(Announcement(bytes(16), bytes(8), "Ada", table_hint(ada.node.final)))
            assert txt["private"] == "1"
            assert not any(one in value for one in spelt for value in txt.values())
            assert await trio.to_thread.run_sync(folders_with, tmp_path, spelt) == {("ada", "saved"), ("bea", "saved")}
            said = [encode(message) for node in (ada.node, bea.node) for _, message in node.heard]  # type: ignore[attr-defined]
            assert said
            assert not any(one.encode() in frame for one in spelt for frame in said)


# ---- strangers


class Visitor:
    """A link of which every byte is the test's."""

    def __init__(self, stranger: Stranger, number: int) -> None:
        self._stranger = stranger
        self.number = number
        hellos = stranger.said + stranger.heard
        self.binding = sha256(b"ligretto binding" + hellos + sha256(stranger.certificate).digest()).digest()

    async def say(self, message: AnyMessage) -> None:
        await self._stranger.stream.send_all(encode(message))

    async def answer(self, *kinds: type) -> AnyMessage:
        """The next message of these kinds."""
        with trio.fail_after(LIMIT_S):
            while True:
                message = decode((await read_frame(self._stranger.stream))[4:])
                if isinstance(message, kinds):
                    return message

    async def show(self, ada: Driver, table: bytes, code: str, entropy: bytes) -> AnyMessage:
        """Show ``code``; how that ends."""
        meeting = Meeting(table, peer_of(self.number), ada.node.identity.peer, self.binding)
        exchange = CodeExchange("asker", code, meeting, entropy)
        await self.say(CodeShare(table, exchange.share))
        answer = await self.answer(CodeShare, CodeRefused)
        if isinstance(answer, CodeRefused):
            return answer
        assert isinstance(answer, CodeShare)
        confirmations: Confirmations = exchange.meet(answer.share)
        await self.say(CodeProof(table, confirmations.own))
        end = await self.answer(CodeProof, CodeRefused)
        if isinstance(end, CodeProof):
            assert confirmations.confirmed_by(end.confirmation)
        return end


@asynccontextmanager
async def visit(ada: Driver, number: int) -> AsyncIterator[Visitor]:
    stranger = await proven(ada, number)
    try:
        yield Visitor(stranger, number)
    finally:
        await trio.aclose_forcefully(stranger.stream)


async def test_who_tells_the_chapter_in_its_own_words_is_let_in() -> None:
    async with hosting() as (ada, table, code), visit(ada, 7) as visitor:
        assert isinstance(await visitor.show(ada, table, code, bytes(32)), CodeProof)


async def test_what_was_said_on_another_link_is_of_no_use() -> None:
    async with hosting() as (ada, table, code), guest(ada) as bea:
        bea.submit(JoinTable(table, code))
        await until(bea, lambda: bea.node.own_seat is not None)
        heard: list[tuple[bytes, AnyMessage]] = ada.node.heard  # type: ignore[attr-defined]
        words = [message for _, message in heard if isinstance(message, CodeShare | CodeProof)]
        assert [type(word) for word in words] == [CodeShare, CodeProof]
        async with visit(ada, 7) as visitor:
            await visitor.say(words[0])
            assert isinstance(await visitor.answer(CodeShare, CodeRefused), CodeShare)
            await visitor.say(words[1])
            end = await visitor.answer(CodeProof, CodeRefused)
            assert isinstance(end, CodeRefused)
            assert end.reason == "wrong"
            await visitor.say(Join(table, bytes([7]) * 8, bytes(8), 0))
            assert await visitor.answer(JoinRefused) == JoinRefused(table, "private")


async def test_the_third_wrong_code_costs_time_on_every_link_from_there() -> None:
    async with hosting() as (ada, table, code), visit(ada, 7) as first, visit(ada, 8) as second:
        ends = [await first.show(ada, table, WRONG, bytes([number]) * 32) for number in range(4)]
        assert ends == [
            CodeRefused(table, "wrong", 0),
            CodeRefused(table, "wrong", 0),
            CodeRefused(table, "wrong", 2),
            CodeRefused(table, "wait", 2),
        ]
        # Another key from the same address, with the right code.
        end = await second.show(ada, table, code, bytes(32))
        assert isinstance(end, CodeRefused)
        assert end.reason == "wait"
