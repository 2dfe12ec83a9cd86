"""The hollow of a sink, listed as an object of its own, made to lie in the sink as it is drawn, and to be hollow.

The metadata's boxes of the two fit badly: many a basin stands up to 8 cm out of its sink, or is half as wide.
"""

import numpy as np

from flowbench.bodies.bathroom import PEDESTAL_BOWL, PEDESTAL_M
from flowbench.geometry.boxes import bounds, corners, penetration
from flowbench.records import Floats
from flowbench.simulators.boxes import make_box, with_heights

BELOW_RIM_M = 0.004
SMALL_SHARE = 0.7  # of the sink's width or depth: a narrower basin would be a bowl in a bowl
CENTRED_SHARE = 0.21  # of them; one of two basins side by side lies nearly a quarter from the middle
FULL_SHARE = 0.88
PEDESTAL_SHARE = 0.4  # of the box is the flat bottom of a pedestal's bowl
DISH_M = 0.02
LOWEST_M = 0.03  # what is left of a basin at least
REACHES_IN_M = 0.02
SHALLOWEST_M = 0.04  # what is left of a cupboard at least


def nested(basin: Floats, sink: Floats) -> Floats:
    """The world box of a basin within the world box of its sink: below the rim, and as wide as the bowl."""
    (low, high), (sink_low, sink_high) = bounds(basin), bounds(sink)
    rim = float(sink_high[1]) - BELOW_RIM_M
    shares = ((high - low) / (sink_high - sink_low))[[0, 2]]
    is_pedestal = sink_high[1] - sink_low[1] >= PEDESTAL_M
    if is_pedestal and (high[1] > rim or shares.min() < SMALL_SHARE):
        bottom = float(sink_low[1] + PEDESTAL_BOWL * (sink_high[1] - sink_low[1]))
        return _within(sink, PEDESTAL_SHARE, bottom, bottom + DISH_M)
    bottom, top = float(low[1]), max(min(float(high[1]), rim), float(low[1]) + LOWEST_M)
    off = (np.abs(low + high - sink_low - sink_high) / 2.0 / (sink_high - sink_low))[[0, 2]]
    if not is_pedestal and off.max() < CENTRED_SHARE and shares.min() < SMALL_SHARE:
        return _within(sink, FULL_SHARE, bottom, top)
    return with_heights(basin, bottom, top)


def in_front_of(cupboard: Floats, sink: Floats, basin: Floats) -> Floats:
    """The world box of a cupboard, ended before a sink whose basin it would fill."""
    ahead = cupboard[12:15]
    depth = float(cupboard[:3] @ ahead + cupboard[5] - (corners(sink) @ ahead).max())
    if penetration(cupboard, basin) <= REACHES_IN_M or depth < SHALLOWEST_M:
        return cupboard
    size = np.array([*(2.0 * cupboard[3:5]), depth])
    return make_box(cupboard[:3] + ahead * (cupboard[5] - depth / 2.0), size, cupboard[6:].reshape(3, 3))


def _within(sink: Floats, share: float, bottom: float, top: float) -> Floats:
    """A box above the middle of a sink, as wide and deep as a share of it."""
    centre = np.array([sink[0], (bottom + top) / 2.0, sink[2]])
    size = np.array([2.0 * share * sink[3], top - bottom, 2.0 * share * sink[5]])
    return make_box(centre, size, sink[6:].reshape(3, 3))
