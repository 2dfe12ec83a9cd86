import numpy as np
import pytest

from flowbench.errors import UnknownName
from flowbench.render.textures import LEVELS, PICTURES, STRIDE, TEXTURES, table, texture, texture_number


@pytest.mark.parametrize("name", sorted(set(TEXTURES) - PICTURES))
def test_patterns_average_one_so_that_a_material_keeps_its_colour(name: str) -> None:
    assert np.abs(texture(name).mean(axis=(0, 1)) - 1.0).max() < 0.01


@pytest.mark.parametrize("name", TEXTURES)
def test_opposite_borders_of_a_pattern_meet(name: str) -> None:
    made = texture(name)
    inside = np.abs(np.diff(made, axis=1)).mean(axis=(0, 2)).max()
    assert np.abs(made[:, 0] - made[:, -1]).mean() <= 2.0 * inside + 0.02


def test_the_table_holds_all_levels_of_all_textures() -> None:
    assert len(table()) == STRIDE * len(TEXTURES) and 1 << (LEVELS - 1) == 256


def test_an_unknown_texture_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match="'marble'"):
        texture_number("marbel")
