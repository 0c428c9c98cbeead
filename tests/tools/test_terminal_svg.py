import re
from itertools import pairwise
from xml.etree import ElementTree

import pyte
import pytest

from tools.terminal_svg import HIGH, MARGIN, WIDE, svg_of

SVG = "{http://www.w3.org/2000/svg}"


def drawn(written: str, columns: int = 20, rows: int = 2) -> ElementTree.Element:
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(written)
    cells = tuple(tuple(screen.buffer[row][column] for column in range(columns)) for row in range(rows))
    return ElementTree.fromstring(svg_of(cells, "A <test>"))


def row_of(picture: ElementTree.Element, row: int) -> ElementTree.Element:
    (found,) = picture.findall(f".//{SVG}g[@transform='translate({MARGIN} {MARGIN + row * HIGH})']")
    return found


def texts_in(row: ElementTree.Element) -> list[tuple[str, int, int]]:
    """Each with its column and the cells it is stretched to."""
    return [
        (text.text or "", int(text.attrib["x"]) // WIDE, int(text.attrib["textLength"]) // WIDE)
        for text in row.findall(f"{SVG}text")
    ]


def test_texts_keep_their_cells() -> None:
    picture = drawn("one two   three\r\n  a<b & \u674e\u5c0f c")
    assert texts_in(row_of(picture, 0)) == [("one two", 0, 7), ("three", 10, 5)]
    assert texts_in(row_of(picture, 1)) == [("a<b &", 2, 5), ("\u674e", 8, 2), ("\u5c0f", 10, 2), ("c", 13, 1)]
    assert picture.findtext(f"{SVG}title") == "A <test>"


def test_colours_attributes_and_reverse() -> None:
    row = row_of(drawn("\x1b[1;38;2;1;2;3;48;2;4;5;6mR4\x1b[0;7m x"), 0)
    paper, swapped = row.findall(f"{SVG}rect")
    assert (paper.attrib["x"], paper.attrib["width"], paper.attrib["fill"]) == ("0", str(2 * WIDE), "#040506")
    bold, plain = row.findall(f"{SVG}text")
    assert (bold.attrib["fill"], bold.attrib["font-weight"]) == ("#010203", "bold")
    assert swapped.attrib["fill"] != plain.attrib["fill"]


@pytest.mark.parametrize("sign", list("\u2500\u2580\u2588\u2581\u2591"))
def test_bars_meet_at_the_edges_of_their_cells(sign: str) -> None:
    (box,) = row_of(drawn(f" {sign * 3}"), 0).findall(f"{SVG}rect")
    assert (float(box.attrib["x"]), float(box.attrib["width"])) == (WIDE, 3 * WIDE)


def test_a_box_is_closed() -> None:
    """Corners begin where the lines beside, above and below them end."""
    picture = drawn("\u256d\u2500\u256e\r\n\u2570\u2500\u256f", 3, 2)
    for row, turn in ((0, HIGH), (1, 0)):
        found = row_of(picture, row)
        (line,) = found.findall(f"{SVG}rect")
        middle = float(line.attrib["y"]) + float(line.attrib["height"]) / 2
        for path in found.findall(f"{SVG}path"):
            start_x, start_y = map(float, re.findall(r"M(\S+) ([\d.]+)", path.attrib["d"])[0])
            assert start_y == middle
            assert start_x in (0, WIDE)
            assert end_of(path.attrib["d"])[1] == turn


def end_of(path: str) -> tuple[float, float]:
    """Where a path of relative h, a, v ends."""
    at = [0.0, 0.0]
    for command, numbers in re.findall(r"([Mhav])([^Mhav]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        match command:
            case "M":
                at = values
            case "h":
                at[0] += values[0]
            case "v":
                at[1] += values[0]
            case _:
                at = [at[0] + values[-2], at[1] + values[-1]]
    return at[0], at[1]


def test_rows_follow_one_another_without_a_gap() -> None:
    picture = drawn("\r\n".join("\u2588" * 4), 4, 4)
    tops = [int(row.attrib["transform"].split()[1].rstrip(")")) for row in picture.findall(f"{SVG}g/{SVG}g")]
    assert [lower - upper for upper, lower in pairwise(tops)] == [HIGH] * 3
