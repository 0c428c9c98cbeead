import re

from tools.race_diagram import DIAGRAM, FIRST, GAP_US, LATE, LINKS_US, THIRD, drawn, recorded


def test_the_picture_is_of_the_race_as_the_nodes_play_it() -> None:
    race = recorded()
    assert DIAGRAM.read_text(encoding="utf-8") == drawn(race), "say make diagram"
    told = {(moment.role, moment.at_us): moment.words for moment in race.moments}
    # What the page beside it tells: the later card is the first at the third laptop, where the earlier one counts, too.
    seen = GAP_US + LINKS_US[LATE, THIRD], LINKS_US[FIRST, THIRD]
    assert seen[0] < seen[1]
    assert "goes back" not in told[THIRD, seen[0]]
    assert "goes back" in told[THIRD, seen[1]]
    assert "goes back" in told[LATE, LINKS_US[LATE, FIRST]]
    assert sum("final" in words for words in told.values()) == 3


def test_the_page_tells_times_of_the_picture_only() -> None:
    page = (DIAGRAM.parents[1] / "how-it-works.md").read_text(encoding="utf-8")
    told = {float(number) for number in re.findall(r"([\d.]+) ms\b", page)}
    race = recorded()
    assert told
    assert told <= {moment.at_us / 1_000 for moment in race.moments}
    assert set(re.findall(r"\b(Ada|Bea|Cai)\b", page)) == set(race.names)
    assert f"{race.names[FIRST]} was first" in page
