"""What can be found out, each by a name that stays the same: for ``--json``, and for the page that explains them."""

from dataclasses import dataclass
from typing import Final, Literal

Severity = Literal["trouble", "warning", "note"]
"""It keeps people from finding one another; it may; it is good to know."""

Kind = Literal[
    "no-network",
    "cannot-listen",
    "port-taken",
    "no-multicast-interface",
    "search-failed",
    "local-network-permission",
    "own-voice-unheard",
    "multicast-filtered",
    "address-fails",
    "peer-elsewhere",
    "peer-firewalled",
    "peer-gone",
    "other-version",
    "public-network",
    "firewall-blocks-all",
    "several-networks",
    "nobody-heard",
    "vpn",
    "firewall-on",
    "interface-without-multicast",
    "clock-wrong",
    "clock-jumps",
    "virtual-networks",
    "nobody-plays",
    "address-works",
]

SEVERITIES: Final[dict[Kind, Severity]] = {
    "no-network": "trouble",
    "cannot-listen": "trouble",
    "port-taken": "trouble",
    "no-multicast-interface": "trouble",
    "search-failed": "trouble",
    "local-network-permission": "trouble",
    "own-voice-unheard": "trouble",
    "multicast-filtered": "trouble",
    "address-fails": "trouble",
    "peer-elsewhere": "trouble",
    "peer-firewalled": "trouble",
    "peer-gone": "trouble",
    "other-version": "trouble",
    "public-network": "trouble",
    "firewall-blocks-all": "trouble",
    "several-networks": "warning",
    "nobody-heard": "warning",
    "vpn": "warning",
    "firewall-on": "warning",
    "interface-without-multicast": "warning",
    "clock-wrong": "warning",
    "clock-jumps": "warning",
    "virtual-networks": "note",
    "nobody-plays": "note",
    "address-works": "note",
}
"""In the order in which they are told: the first cause is the one that has to be dealt with first."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``seen`` is one sentence, ``meaning`` says what comes of it, ``advice`` what to do."""

    kind: Kind
    seen: str
    meaning: str
    advice: str

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return SEVERITIES[self.kind]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """``verdict`` is one line; it is the first finding's if that is in the way of others."""

    verdict: str
    found: bool
    """Whether others find this machine, as far as can be told from here."""
    findings: tuple[Finding, ...]
