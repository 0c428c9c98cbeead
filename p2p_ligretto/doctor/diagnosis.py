"""From what was observed to what is told: all findings, the most telling first, and one line before them."""

from typing import Final

from p2p_ligretto.doctor.findings import SEVERITIES, Diagnosis, Finding, Kind
from p2p_ligretto.doctor.observations import Observations
from p2p_ligretto.doctor.others import peer_findings, reached_names
from p2p_ligretto.doctor.own_machine import machine_findings
from p2p_ligretto.texts import _, ngettext

_RANK: Final = {kind: rank for rank, kind in enumerate(SEVERITIES)}
_EXPLAIN_SILENCE: Final[frozenset[Kind]] = frozenset({"several-networks", "nobody-heard"})
"""Harmless while somebody is found; the likeliest reason when nobody is."""
_ABOUT_OTHERS: Final[frozenset[Kind]] = frozenset(
    {"peer-elsewhere", "peer-firewalled", "peer-gone", "other-version", "address-fails"}
)


def diagnose(observed: Observations) -> Diagnosis:
    """What is wrong, and what to do."""
    findings = [*machine_findings(observed), *peer_findings(observed)]
    findings.sort(key=lambda finding: _RANK[finding.kind])
    reached = reached_names(observed.peers)
    causes = [
        finding
        for finding in findings
        if finding.severity == "trouble" or (not observed.peers and finding.kind in _EXPLAIN_SILENCE)
    ]
    own = [finding for finding in causes if finding.kind not in _ABOUT_OTHERS]
    return Diagnosis(_verdict(observed, causes, own, reached), not own, tuple(findings))


def _verdict(observed: Observations, causes: list[Finding], own: list[Finding], reached: tuple[str, ...]) -> str:
    if own:
        return own[0].seen
    if reached:
        found = ngettext(
            "You can be found: {count} other player is heard and reached.",
            "You can be found: {count} other players are heard and reached.",
            len(reached),
        ).format(count=len(reached))
        return f"{found} {causes[0].seen}" if causes else found
    if causes:
        return causes[0].seen
    if observed.heard_hosts:
        return _("You can be found: the network carries the search.")
    return _("Nothing was found to be in the way.")
