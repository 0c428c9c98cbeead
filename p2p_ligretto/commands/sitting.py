"""What ``play``, ``host``, ``join``, ``bot`` have in common in the line interface: an own node, and a session at it."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from p2p_ligretto.commands.preferences import prepared
from p2p_ligretto.commands.running import keep_what_is_imported
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.plain.session import Seating, run_session
from p2p_ligretto.plain.streams import LineReader, LineWriter, standard_input, standard_output
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import Profile, open_profile, temporary_identity
from p2p_ligretto.runtime.problems import DiscoveryProblem
from p2p_ligretto.runtime.problems import Problem as AnyProblem


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The node of who started the program, lines typed and written, and what is wrong with the machine's network."""

    driver: Driver
    reader: LineReader
    writer: LineWriter
    troubles: list[DiscoveryProblem]

    async def play(self, seating: Seating) -> int:
        """Take part until the end; the exit code."""
        ending = await run_session(self.driver, seating, self.reader, self.writer)
        return ending.exit_code


@asynccontextmanager
async def own_place(
    settings: Settings,
    name: str,
    *,
    temporary: bool = False,
    discovery: bool = True,
    loopback_only: bool = False,
) -> AsyncIterator[OwnPlace]:
    """Run a node as this person's profile, or as a temporary one, until the end of the block."""
    prepared(settings)
    writer = standard_output(encoding=sys.stdout.encoding or "utf-8")
    if temporary:
        async with _node(temporary_identity(), name, writer, discovery, loopback_only) as place:
            yield place
        return
    with open_profile(settings.folder) as profile:
        if profile.temporary_because is not None:
            writer.say(profile.temporary_because)
        async with _node(profile, name, writer, discovery, loopback_only) as place:
            yield place


@asynccontextmanager
async def _node(
    profile: Profile, name: str, writer: LineWriter, discovery: bool, loopback_only: bool
) -> AsyncIterator[OwnPlace]:
    troubles: list[DiscoveryProblem] = []

    def hear_of(problem: AnyProblem) -> None:
        writer.say(problem.reason)
        if isinstance(problem, DiscoveryProblem):
            troubles.append(problem)

    async with open_driver(
        profile, name, discovery=discovery, loopback_only=loopback_only, on_problem=hear_of
    ) as driver:
        keep_what_is_imported()
        yield OwnPlace(driver, standard_input(), writer, troubles)
