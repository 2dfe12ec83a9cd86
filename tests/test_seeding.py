import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowbench import seeding
from flowbench.errors import BadValue

keys = st.lists(st.one_of(st.integers(), st.text(max_size=8)), max_size=4).map(tuple)


@given(keys, keys)
def test_different_keys_have_different_digests(a, b):
    typed = [[(type(part), part) for part in key] for key in (a, b)]
    assert (seeding.digest(*a) == seeding.digest(*b)) == (typed[0] == typed[1])


# trouble report R02
def test_streams_do_not_depend_on_the_process():
    code = "from flowbench import seeding; print(seeding.generator('k', 1).integers(2**62), seeding.fraction('k'))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(outputs) == 1


# trouble report R02
def test_global_generators_are_left_alone():
    before = np.random.get_state()[1].tolist()
    seeding.generator(1).random(10)
    assert np.random.get_state()[1].tolist() == before


# trouble report R01
@pytest.mark.parametrize("seed", [3, np.int64(3), np.uint32(3), np.int8(3)])
def test_every_integer_type_is_the_same_seed(seed):
    assert seeding.seed_value(seed) == 3


# trouble report R01
@pytest.mark.parametrize("seed", [0, 2**31, 2**32, 2**63])
def test_large_seeds_and_zero_are_seeds(seed):
    assert seeding.seed_value(seed) == seed
    assert seeding.seed_value(None) is None


# trouble report R01
@pytest.mark.parametrize(("seed", "kind"), [(-1, "int"), (1.0, "float"), ("3", "str"), (True, "bool")])
def test_other_seeds_are_refused_by_type_and_value(seed, kind):
    with pytest.raises(BadValue, match=f"{kind} {seed!r}"):
        seeding.seed_value(seed)


def test_ordered_is_a_permutation_that_belongs_to_its_key():
    items = list(range(20))
    assert sorted(seeding.ordered(items, "a")) == items
    assert seeding.ordered(items, "a") == seeding.ordered(items, "a") != seeding.ordered(items, "b")
