import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.render.picture_hash import look_distance, look_hash, pixel_hash
from flowbench.rules.games.sample import draw
from flowbench.rules.games.table import game
from tests.games.harness import create


def boards(count):
    questions = create("rolling_cube", size=count, seed=9, style="discs")
    return [draw(game("rolling_cube"), questions.sample(k), "faces").frame for k in range(count)]


def test_equal_pixels_have_equal_hashes_and_one_pixel_changes_the_exact_one():
    frame = boards(1)[0]
    changed = frame.copy()
    changed[5, 5, 0] ^= 1
    assert pixel_hash(frame) == pixel_hash(frame.copy()) != pixel_hash(changed)
    assert pixel_hash(frame[:, :256]) != pixel_hash(frame[:256])
    assert look_distance(look_hash(frame), look_hash(changed)) <= 2


def test_other_boards_look_farther_apart_than_noise():
    frames = boards(8)
    hashes = [look_hash(frame) for frame in frames]
    noise = np.random.default_rng(0).integers(-3, 4, frames[0].shape)
    noisy = np.clip(frames[0].astype(int) + noise, 0, 255).astype(np.uint8)
    near = look_distance(hashes[0], look_hash(noisy))
    apart = [look_distance(a, b) for k, a in enumerate(hashes) for b in hashes[:k]]
    assert near <= 10 < min(apart) and max(apart) <= 256


@pytest.mark.parametrize("wrong", ["", "zz", "00" * 31])
def test_what_is_no_hash_is_refused(wrong):
    with pytest.raises(BadValue):
        look_distance(wrong, "00" * 32)
