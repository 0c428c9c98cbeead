"""What ``doctor`` found, as lines for a person or as one JSON object: the verdict first, then each finding."""

import json
import textwrap
from collections.abc import Iterator

from p2p_ligretto.doctor.findings import Diagnosis, Finding
from p2p_ligretto.doctor.joining import join_lines
from p2p_ligretto.doctor.observations import Observations, SeenPeer
from p2p_ligretto.doctor.others import join_line, written
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def report_lines(observed: Observations, diagnosis: Diagnosis, columns: int | None = None) -> Iterator[str]:
    """The report; lines are broken at ``columns`` (None: not at all)."""
    yield from _broken(diagnosis.verdict, "", columns)
    for finding in diagnosis.findings:
        if finding.seen == diagnosis.verdict:
            yield from _meaning_lines(finding, columns)
    for finding in diagnosis.findings:
        if finding.seen != diagnosis.verdict:
            yield ""
            yield from _broken(f"{_label(finding)}: {finding.seen}", "  ", columns)
            yield from _meaning_lines(finding, columns)
    yield ""
    hosts = [f"{printable(each.name, 30)} {each.host}" for each in observed.interfaces if each.leads_out]
    yield from _broken(_("Your addresses: {hosts}").format(hosts=", ".join(hosts) or _("none")), "  ", columns)
    for peer in observed.peers:
        yield from _broken(_peer_line(peer), "  ", columns)
    lines = join_lines(observed)
    if lines:
        yield ""
        yield from _broken(_above(observed, lines), "", columns)
        yield from (f"  {line}" for line in lines)


def _above(observed: Observations, lines: tuple[str, ...]) -> str:
    if not observed.own_ports:
        return _("To read out to the others once the game runs here, which shows the PORT (a new one at each start):")
    if len(lines) == 1:
        return _("To read out to the others:")
    return _("To read out to the others (the first line is the likeliest):")


def _label(finding: Finding) -> str:
    return {"trouble": _("Trouble"), "warning": _("Perhaps"), "note": _("Note")}[finding.severity]


def _meaning_lines(finding: Finding, columns: int | None) -> Iterator[str]:
    yield from _broken(f"  {finding.meaning}", "  ", columns)
    advice = _("What to do: {advice}").format(advice=finding.advice)
    yield from _broken(f"  {advice}", "  ", columns)


def _peer_line(peer: SeenPeer) -> str:
    name = printable(peer.name, 60)
    if peer.answers and peer.speaks_our_version:
        return _("{name}: reached; {line}").format(name=name, line=join_line(peer))
    hosts = ", ".join(written(address) for address in peer.addresses[:3])
    if peer.answers:
        return _("{name}: reached at {addresses}, but of another version").format(name=name, addresses=hosts)
    return _("{name}: not reached at {addresses}").format(name=name, addresses=hosts)


def _broken(text: str, indent: str, columns: int | None) -> Iterator[str]:
    if columns is None:
        yield text
    else:
        leading = text[: len(text) - len(text.lstrip())]
        yield from textwrap.wrap(
            text.strip(),
            max(columns - 1, 20),
            initial_indent=leading,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,
        )


def report_json(observed: Observations, diagnosis: Diagnosis) -> str:
    """The same for programs: names of findings stay, texts may change, and are best asked for in English."""
    return json.dumps(
        {
            "verdict": diagnosis.verdict,
            "can_be_found": diagnosis.found,
            "findings": [
                {
                    "kind": finding.kind,
                    "severity": finding.severity,
                    "seen": finding.seen,
                    "meaning": finding.meaning,
                    "advice": finding.advice,
                }
                for finding in diagnosis.findings
            ],
            "join": list(join_lines(observed)),
            "interfaces": [
                {
                    "name": each.name,
                    "address": f"{each.host}/{each.prefix}",
                    "virtual": each.virtual,
                    "multicast": each.takes_multicast,
                }
                for each in observed.interfaces
            ],
            "peers": [
                {
                    "name": peer.name,
                    "found": peer.found,
                    "versions": [peer.version_low, peer.version_high],
                    "addresses": {written(each.address): each.outcome for each in peer.reached},
                }
                for peer in observed.peers
            ],
            "other_machines_heard": len(observed.heard_hosts),
        },
        ensure_ascii=True,
    )
