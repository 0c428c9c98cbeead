"""``doctor``: why others are not found, what to do about it, and the line that gets them in all the same."""

import os
import shutil
import sys

from p2p_ligretto.commands.doctor_report import report_json, report_lines
from p2p_ligretto.commands.finding import understand
from p2p_ligretto.commands.preferences import prepared
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.qr_code import draw, drawing_for
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.screen import can_draw
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.doctor.diagnosis import diagnose
from p2p_ligretto.doctor.joining import join_lines
from p2p_ligretto.doctor.observations import Observations
from p2p_ligretto.runtime.addresses import parse_host_port
from p2p_ligretto.runtime.looking import look
from p2p_ligretto.texts import _, in_english
from p2p_ligretto.wire.printable import printable


def look_for_trouble(settings: Settings, where: str | None, *, as_json: bool) -> int:
    """Look, and print what was found; the exit code is 0 whatever it was."""

    async def examine() -> int:
        wanted = await understand(where)
        if where is not None and parse_host_port(where) is None:
            raise Problem(
                _("{where} is no address: say HOST:PORT, as the program of the other one shows it.").format(
                    where=printable(where)
                )
            )
        if not as_json and sys.stderr.isatty():
            print(_("Looking at this computer and its network: some eight seconds..."), file=sys.stderr, flush=True)
        observed = await look(settings.folder, wanted.addresses, where or "")
        if as_json:
            with in_english():
                print(report_json(observed, diagnose(observed)))
        else:
            _show(observed, plain=prepared(settings).plain)
        return 0

    return run(settings, examine)


def _show(observed: Observations, *, plain: bool) -> None:
    on_terminal = sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if on_terminal else None
    for line in report_lines(observed, diagnose(observed), columns):
        print(line)
    if on_terminal and not plain and can_draw(os.environ) and observed.own_ports:
        drawing = drawing_for(os.environ, sys.stdout.encoding or "ascii", sys.platform)
        for line in draw(join_lines(observed)[:1], drawing):
            print(line)
