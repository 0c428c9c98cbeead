"""``replay``: a recorded match shown again, on the screen or as lines; or its curves as a picture."""

import signal
from pathlib import Path

from msgspec.structs import replace

from p2p_ligretto.commands.preferences import prepared
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.recorded_match import read_match
from p2p_ligretto.commands.screen import open_screen
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.playback.recording import Recording
from p2p_ligretto.speech.choices import Misfit
from p2p_ligretto.speech.naming import seat_named
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def replay_match(settings: Settings, which: str, seat: str | None, svg: Path | None, *, screen: bool) -> int:
    """Show the match named ``which``, seen from the place of the player named ``seat``; the exit code."""
    if svg is not None:
        from p2p_ligretto.commands.svg_file import check_picture

        check_picture(svg)
    recording = read_match(settings.folder, which)
    own_seat = None if seat is None else _seat_of(recording, seat)
    if svg is not None:
        from p2p_ligretto.commands.replay_picture import draw_match

        draw_match(recording, svg)
        return 0
    if screen:
        return _show(settings, recording, own_seat)
    from p2p_ligretto.plain.replaying import replay_lines

    prepared(settings)
    for line in replay_lines(recording, own_seat):
        print(printable(line))
    return 0


def _show(settings: Settings, recording: Recording, own_seat: int | None) -> int:
    """On the terminal, until the person quits."""
    from p2p_ligretto.commands.running import run
    from p2p_ligretto.tui.replaying import first_replay_view, run_replay

    wanted = prepared(settings)

    async def show() -> int:
        async with open_screen(wanted, first_replay_view(recording, own_seat)) as host:
            return await run_replay(host, recording, own_seat, lambda: signal.raise_signal(signal.SIGINT))
        return 0  # the terminal is gone: a plain end

    return run(settings, show)


def _seat_of(recording: Recording, name: str) -> int:
    """Whoever sat there, at the end or not."""
    table = recording.seats
    found = seat_named(replace(table, seats=tuple(replace(seat, present=True) for seat in table.seats)), name)
    if isinstance(found, Misfit):
        raise Problem(_("--seat: {reason}.").format(reason=found.line))
    return found
