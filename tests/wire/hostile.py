"""Texts that a peer may send to do something to a terminal, a log, a file system or a reader's eyes."""

from typing import Final

HOSTILE: Final = (
    "\x1b[2J\x1b[31mAda",
    "\x1b]0;title\x07",
    "\x1b]52;c;Y2xpcGJvYXJk\x07",
    "\x9b31mAda",
    "Ada\r\n2026-01-01T00:00:00 ERROR forged",
    "Ada\nBea",
    "Ada\u2028Bea",
    "Ada\u0085Bea",
    "\u202eadA",
    "\u2066Ada\u2069",
    "\u200fAda",
    "A\u200bda",
    "\ufeffAda",
    "Ada\x00.pem",
    "\x00",
    "\x08\x08\x08\x08",
    "\x7f",
    "../../etc/passwd",
    "..\\..\\key.pem",
    "/dev/tty",
    "CON",
    "A" * 10_000,
    "\u0301" * 10_000,
    "\U0001f0cf" * 10_000,
    "\U000e0041da",
    "\ud800",
    "%s%n{0.__class__}",
    "",
    " ",
)


def named(text: str) -> str:
    """What a test of such a text is called: something that any terminal and any channel can carry."""
    return ascii(text)[:30]
