"""Intervals, resampling and the test for uniformity: plain formulas, no SciPy."""

import math
from collections.abc import Sequence

import numpy as np

from flowbench.errors import BadValue
from flowbench.seeding import Key, generator

Z_95 = 1.959963984540054  # the 97.5 % point of the normal distribution
RESAMPLES = 2000
_PRECISION = 1e-15
_TERMS = 10_000
_TINY = 1e-300  # stands for zero in Lentz's continued fraction


def wilson(successes: float, n: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval of a share, as shares.

    Args:
        successes: may be fractional, where each of n cases is the mean of several tries.

    >>> tuple(round(100 * bound, 1) for bound in wilson(311, 403))
    (72.8, 81.0)
    """
    if n < 1 or not 0.0 <= successes <= n:
        raise BadValue(f"Wilson's interval needs 0 <= successes <= n and n >= 1, got {successes} of {n}.")
    share, weight = successes / n, z * z / n
    middle = (share + weight / 2.0) / (1.0 + weight)
    half = z * math.sqrt(share * (1.0 - share) / n + weight / (4.0 * n)) / (1.0 + weight)
    return 0.0 if successes == 0 else middle - half, 1.0 if successes == n else middle + half


def bootstrap_mean(values: Sequence[float], *key: Key, resamples: int = RESAMPLES) -> tuple[float, float]:
    """95 % percentile interval of a mean, the cases drawn again with replacement by the generator of a key."""
    if len(values) == 0:
        raise BadValue("A bootstrap needs at least one value, got none.")
    data, rng = np.asarray(values, dtype=np.float64), generator("bootstrap", *key)
    means = [float(data[rng.integers(len(data), size=len(data))].mean()) for _ in range(resamples)]
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def uniformity(counts: Sequence[int]) -> float:
    """p-value of Pearson's chi-square test that all counts were drawn with equal probability.

    >>> round(uniformity([16, 18, 16, 14, 12, 12]), 4)
    0.8491
    """
    if len(counts) < 2 or min(counts) < 0 or sum(counts) == 0:
        raise BadValue(f"The test needs two or more counts, at least one of them positive, got {list(counts)}.")
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return upper_gamma((len(counts) - 1) / 2.0, statistic / 2.0)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), a > 0, x >= 0: a series near 0, a fraction beyond."""
    if not (a > 0.0 and x >= 0.0):
        raise BadValue(f"Q(a, x) needs a > 0 and x >= 0, got a = {a}, x = {x}.")
    if x == 0.0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _lower_series(a, x) if x < a + 1.0 else scale * _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    """Sum of x^k / (a (a + 1) ... (a + k))."""
    term = total = 1.0 / a
    for k in range(1, _TERMS):
        term *= x / (a + k)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _upper_fraction(a: float, x: float) -> float:
    """1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)), by Lentz's method."""
    b = x + 1.0 - a
    c, d = 1.0 / _TINY, 1.0 / b
    value = d
    for k in range(1, _TERMS):
        step = -k * (k - a)
        b += 2.0
        d = 1.0 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        value *= c * d
        if abs(c * d - 1.0) < _PRECISION:
            break
    return value
