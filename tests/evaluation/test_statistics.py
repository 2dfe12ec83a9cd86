import math

import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.evaluation.statistics import bootstrap_mean, uniformity, upper_gamma, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (311, 403, 72.8, 81.0),  # 77.2 % of 403 answers, as published
        (77, 120, 55.3, 72.2),  # 64.2 % of 120
        (0, 6, 0.0, 39.0),
        (6, 6, 61.0, 100.0),
        (1, 2, 9.5, 90.5),
    ],
)
def test_wilson_intervals(successes: int, n: int, low: float, high: float) -> None:
    assert [round(100 * bound, 1) for bound in wilson(successes, n)] == [low, high]


def test_wilson_intervals_end_exactly_at_none_and_all() -> None:
    for n in range(1, 60):
        assert wilson(0, n)[0] == 0.0
        assert wilson(n, n)[1] == 1.0


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (-1, 3), (4, 3), (math.nan, 3)])
def test_wilson_refuses_what_is_no_share(successes: float, n: int) -> None:
    with pytest.raises(BadValue, match="0 <= successes <= n"):
        wilson(successes, n)


@pytest.mark.parametrize("a", [0.5, 1.0, 1.5, 2.5, 9.5, 50.0, 200.0])
def test_the_gamma_function_agrees_with_scipy(a: float) -> None:
    special = pytest.importorskip("scipy.special")
    for x in (0.0, 1e-6, 0.1, 1.0, 3.0, a, a + 1.0, 2.0 * a, 50.0, 900.0):
        assert upper_gamma(a, x) == pytest.approx(special.gammaincc(a, x), rel=1e-9, abs=1e-13)


def test_the_gamma_function_has_its_closed_forms() -> None:
    for x in (0.0, 0.3, 2.0, 30.0):
        assert upper_gamma(1.0, x) == pytest.approx(math.exp(-x))
        assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)))


def test_uniformity_of_a_die() -> None:
    assert uniformity([16, 18, 16, 14, 12, 12]) == pytest.approx(0.84914504)
    assert uniformity([50, 50]) == 1.0
    assert uniformity([100, 0]) == pytest.approx(math.erfc(math.sqrt(50.0)))


@pytest.mark.parametrize("counts", [[], [3], [0, 0], [4, -1]])
def test_uniformity_needs_counts(counts: list[int]) -> None:
    with pytest.raises(BadValue, match="two or more counts"):
        uniformity(counts)


def test_false_alarms_are_as_rare_as_the_p_value_says() -> None:
    rng = np.random.default_rng(0)
    p_values = [uniformity(rng.multinomial(200, [0.25] * 4).tolist()) for _ in range(2000)]
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(0.05, abs=0.015)


def test_bootstrap_covers_the_true_mean_and_repeats_itself() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for k in range(100):
        low, high = bootstrap_mean(rng.normal(0.3, 1.0, size=60).tolist(), "coverage", k, resamples=300)
        covered += low <= 0.3 <= high
    assert 86 <= covered <= 99
    assert bootstrap_mean([0.0, 1.0, 1.0], "a") == bootstrap_mean([0.0, 1.0, 1.0], "a")
    assert bootstrap_mean([2.0], "a") == (2.0, 2.0)
    with pytest.raises(BadValue, match="at least one"):
        bootstrap_mean([], "a")
