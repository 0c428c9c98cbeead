"""The message at the foot of a screen, and what stands there with it.

It has one line, and a second one if the line above it is blank: a long message moves nothing, and hides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.tui.cells import width, wrap
from p2p_ligretto.tui.layout.frame import fitted
from p2p_ligretto.tui.picture import Line, Pen, Picture
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Spoken

FOOT_LINES: Final = 2
"""The message and the line of keys."""


@dataclass(frozen=True, slots=True)
class Message:
    """A line for the person, and what others say, the newest first.

    What is ``urgent`` comes before that, all across if it is alone.
    """

    text: str
    urgent: bool = False
    talk: Sequence[Spoken] = ()


def footed(  # noqa: PLR0913, PLR0917 - what a screen has from top to bottom, and its size
    lines: Sequence[Line], message: Message, keys: Line, columns: int, rows: int, look: Look
) -> Picture:
    """A screen of ``lines`` from the top, and at the foot the message and the line of keys."""
    return (*with_message(fitted(lines, (), columns, max(0, rows - FOOT_LINES)), message, columns, look), keys)[:rows]


def with_message(lines: Sequence[Line], message: Message, columns: int, look: Look) -> list[Line]:
    """``lines`` and the message below them."""
    second = bool(lines) and _is_blank(lines[-1])
    if second and not message.talk and width(message.text) > _room(columns, message):
        parts = wrap(message.text, _room(columns, message), 2, look.glyphs.ellipsis)
        if len(parts) == 2:  # one word, however long, is cut
            return [*lines[:-1], *(_line(Message(part, message.urgent), columns, look) for part in parts)]
    if second and message.text and message.talk and _talk_width(message.talk) + width(message.text) + 1 > columns:
        said = Message("", talk=message.talk)
        return [*lines[:-1], _line(said, columns, look), _line(Message(message.text, message.urgent), columns, look)]
    return [*lines, _line(_without_what_is_old(message, columns), columns, look)]


def _without_what_is_old(message: Message, columns: int) -> Message:
    """The newest of what was said, which comes first, and of the rest only what leaves the text its room."""
    talk = list(message.talk)
    taken = width(message.text) + 1 if message.text else 0
    while len(talk) > 1 and _talk_width(talk) + taken > columns:
        del talk[-1]
    return Message(message.text, message.urgent, talk)


def _talk_width(talk: Sequence[Spoken]) -> int:
    return sum(width(f" {spoken.name}: {spoken.text} ") for spoken in talk)


def _room(columns: int, message: Message) -> int:
    """Cells of a line between its margins; where there is a background, there are two."""
    return columns - (2 if message.urgent else 1)


def _is_blank(line: Line) -> bool:
    return not any(run.text.strip() or run.action for run in line)


def _line(message: Message, columns: int, look: Look) -> Line:
    pen = Pen(columns, look.glyphs.ellipsis)
    style = "class:urgent" if message.urgent else "class:message"
    if message.text and (message.urgent or not message.talk):
        pen.write(f" {message.text}", style)
        pen.write(" " if message.urgent else "", style)
    for spoken in message.talk:
        pen.write(f" {spoken.name}", "class:name.own" if spoken.own else "class:name")
        pen.write(f": {spoken.text} ")
    if message.text and message.talk and not message.urgent:
        pen.write(f" {message.text}", style)
    if message.text and message.urgent and not message.talk:
        pen.to(columns, style)
    return pen.done()
