"""What fuzzing has found, and some thousand mutations of it: read, or refused with a plain reason, and nothing else."""

from random import Random

import pytest

from p2p_ligretto.wire.framing import MAX_BODY_BYTES
from tests.wire.fuzz_target import read_all
from tests.wire.mutations import CORPUS, mutated, seeds

MUTATIONS = 3_000


def test_there_is_a_corpus_and_it_is_small() -> None:
    kept = [path.stat().st_size for path in CORPUS.iterdir()]
    assert kept
    assert sum(kept) < 200_000


def test_all_that_was_found_is_read_or_refused() -> None:
    taken = [read_all(body) for body in seeds()]
    assert any(taken)
    assert not all(taken)


@pytest.mark.parametrize("seed", [1, 2])
def test_so_is_what_is_a_little_unlike_it(seed: int) -> None:
    source, known = Random(seed), seeds()
    taken = 0
    for _ in range(MUTATIONS // 2):
        body = mutated(source.choice(known), known, source)
        assert 0 < len(body) <= MAX_BODY_BYTES
        taken += read_all(body) > 0
    # Some of them get through: else they would be too unlike it to be of use.
    assert MUTATIONS // 100 < taken < MUTATIONS // 2


def test_a_seed_makes_the_same_frames_again() -> None:
    known = seeds()

    def some() -> list[bytes]:
        source = Random(7)
        return [mutated(source.choice(known), known, source) for _ in range(50)]

    assert some() == some()
