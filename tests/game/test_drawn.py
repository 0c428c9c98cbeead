from collections import Counter

import pytest

from p2p_ligretto.game.drawn import drawn


@pytest.mark.parametrize("count", [1, 2, 7, 12])
def test_every_place_is_drawn_as_often(count: int) -> None:
    assert Counter(drawn(count, number) for number in range(count * 5)) == dict.fromkeys(range(count), 5)


def test_nobody_is_drawn_from_none() -> None:
    with pytest.raises(ValueError, match="nobody"):
        drawn(0, 1)
    with pytest.raises(ValueError, match="nobody"):
        drawn(3, -1)
