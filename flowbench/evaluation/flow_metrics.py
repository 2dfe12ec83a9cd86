"""How far a predicted flow, or a predicted picture, is from the true one."""

import math
from dataclasses import dataclass

import numpy as np

from flowbench.errors import BadValue
from flowbench.records import Floats, FlowMap, Image, Item, Mask

REFERENCE_WIDTH = 800  # pixels; lengths below scale with the picture's width
MOVING_PX = 1.0  # from this length on the true flow of the mover counts as motion
BLANK_SHARE = 0.05  # below this share of the true mean length a prediction does not move
DIRECTED_SHARE = 0.05  # below this share of its mean length a mean vector has no direction to speak of
PEAK = 255.0
MAX_PSNR_DB = 60.0  # where pictures are equal, or nearly


@dataclass(frozen=True)
class FlowError:
    """One predicted flow against the true one.

    Attributes:
        relative: mean over moving pixels of |predicted - true| / |true|.
        blank: whether the prediction does not move: see `BLANK_SHARE`.
        angle_deg: angle between the mean vectors; None where one of them has no direction.
    """

    relative: float
    blank: bool
    angle_deg: float | None


def mover_mask(item: Item, ids: str) -> Mask:
    """(H, W) bool: the pixels of the mover and its rigid parts in an item's id map, "ids0" or "ids1".

    Raises:
        BadValue: for items that have no mover or no id map, as those of other families.
    """
    mover, surfaces = item.state.get("mover"), item.state.get("surface_ids", {})
    if mover not in surfaces or ids not in item.arrays:
        raise BadValue(f"Item {item.item_id} has no mover with surface ids and {ids!r}: only room items have.")
    mask: Mask = np.isin(item.arrays[ids], surfaces[mover])
    return mask


def moving_pixels(flow: FlowMap, mover: Mask) -> Mask:
    """(H, W) bool: pixels of the mover whose true flow is at least `MOVING_PX` long at a width of 800."""
    least = MOVING_PX * flow.shape[1] / REFERENCE_WIDTH
    moving: Mask = np.logical_and(mover, np.hypot(flow[..., 0], flow[..., 1]) >= least)
    return moving


def flow_error(predicted: FlowMap, true: FlowMap, moving: Mask) -> FlowError:
    """Compare two flows (H, W, 2) over the moving pixels, at least one. What is not finite counts as no motion."""
    guess = predicted[moving].astype(np.float64)
    guess[~np.isfinite(guess).all(axis=1)] = 0.0
    truth = true[moving].astype(np.float64)
    lengths, guessed = (np.hypot(vectors[:, 0], vectors[:, 1]) for vectors in (truth, guess))
    apart = np.hypot(guess[:, 0] - truth[:, 0], guess[:, 1] - truth[:, 1])
    return FlowError(
        relative=float((apart / lengths).mean()),
        blank=bool(guessed.mean() < BLANK_SHARE * lengths.mean()),
        angle_deg=_angle(guess, truth, float(guessed.mean()), float(lengths.mean())),
    )


def _angle(guess: Floats, truth: Floats, guess_length: float, truth_length: float) -> float | None:
    (a, b), (c, d) = guess.mean(axis=0).tolist(), truth.mean(axis=0).tolist()
    if math.hypot(a, b) <= DIRECTED_SHARE * guess_length or math.hypot(c, d) <= DIRECTED_SHARE * truth_length:
        return None
    return abs(math.degrees(math.atan2(a * d - b * c, a * c + b * d)))


def psnr(picture: Image, true: Image, region: Mask) -> float:
    """Peak signal-to-noise ratio (dB) of a picture (H, W, 3) uint8 over a region, at most `MAX_PSNR_DB`."""
    differences = picture[region].astype(np.float64) - true[region].astype(np.float64)
    error = float((differences**2).mean())
    return MAX_PSNR_DB if error == 0.0 else min(MAX_PSNR_DB, 10.0 * math.log10(PEAK**2 / error))
