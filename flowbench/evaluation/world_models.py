"""Scores of predicted flow and predicted pictures, beside what is to be had for nothing.

Acc is the share of examples with a relative error below `ACCURATE`; rEPE is that error's mean and median over examples;
Blank the share of predictions that do not move; Dir the mean angle between mean motions over the others; dPSNR how much
nearer than I0 the predicted picture comes to I1 where the mover was or is. An item without a prediction counts as zero
flow, and as a copy of I0.
"""

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.errors import BadValue
from flowbench.evaluation.flow_metrics import FlowError, flow_error, mover_mask, moving_pixels, psnr
from flowbench.evaluation.predictions import Predictions, read_flow, read_frame
from flowbench.evaluation.splits import Rate
from flowbench.evaluation.statistics import wilson
from flowbench.evaluation.subsets import Chosen
from flowbench.records import FlowMap, Image, Item, Mask

ACCURATE = 0.5  # relative error below which a prediction counts as right
PREDICTED, ZERO_FLOW, TRUE_FLOW, COPY = "predicted", "zero flow", "true flow", "copy of I0"


@dataclass(frozen=True)
class Row:
    """The scores of one source of predictions; None where it has none of that kind.

    Attributes:
        accuracy: with its 95 % Wilson interval.
        repe_mean, repe_median: relative endpoint error over moving pixels, over examples.
        blank: share of predictions that do not move.
        direction_deg: mean angle over those that do; None where none does.
        dpsnr_db: PSNR(predicted, I1) - PSNR(I0, I1) over the change region, mean.
    """

    accuracy: Rate | None = None
    repe_mean: float | None = None
    repe_median: float | None = None
    blank: float | None = None
    direction_deg: float | None = None
    dpsnr_db: float | None = None


@dataclass(frozen=True)
class WorldReport:
    """Scores of the predictions and of the references, by name.

    Attributes:
        items: examples scored.
        missing_flow, missing_frames: ids of items without a prediction of a kind that was given.
        unknown: names of prediction files that belong to no item.
        still: ids of items no pixel of which moves as far as a pixel; they are left out of the flow scores.
    """

    items: int
    rows: Mapping[str, Row]
    missing_flow: tuple[str, ...]
    missing_frames: tuple[str, ...]
    unknown: tuple[str, ...]
    still: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every item has its prediction and every prediction its item."""
        return not (self.missing_flow or self.missing_frames or self.unknown)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {**dataclasses.asdict(self), "complete": self.complete}


@dataclass(frozen=True)
class _Outcome:
    """One item's contribution to a row; None where there is none of that kind."""

    flow: FlowError | None
    dpsnr_db: float | None


def score_predictions(
    items: Iterable[Item],
    flow: Predictions | None = None,
    frames: Predictions | None = None,
    ids: Collection[str] | None = None,
) -> WorldReport:
    """Score a folder of predicted flow F01, of predicted pictures I1, or both.

    Args:
        items: room items, with their pictures and arrays.
        ids: score these items alone; predictions for others are then left out without a word.

    Raises:
        BadValue: without any folder or any item to score, or for ids that no item has.
        StoreError: for prediction files that cannot be read or have another size than the item's pictures.
    """
    if flow is None and frames is None:
        raise BadValue("There is nothing to score: give a folder of predicted flow, of predicted pictures, or both.")
    outcomes: dict[str, list[_Outcome]] = {name: [] for name in (PREDICTED, ZERO_FLOW, TRUE_FLOW, COPY)}
    chosen = Chosen(ids)
    still = []
    for item in chosen.of(items):
        mover = mover_mask(item, "ids0")
        moving = moving_pixels(item.arrays["flow01"], mover)
        if not moving.any():
            still.append(item.item_id)
        for name, (guess, picture) in _sources(item, flow, frames).items():
            outcomes[name].append(_outcome(item, moving, guess, picture))
    files = {name: path.name for source in (flow, frames) if source for name, path in source.files.items()}
    return WorldReport(
        items=len(chosen.ids),
        rows={name: _row(some) for name, some in outcomes.items()},
        missing_flow=_missing(chosen.ids, flow),
        missing_frames=_missing(chosen.ids, frames),
        unknown=tuple(files[name] for name in chosen.strangers(files)),
        still=tuple(still),
    )


def _sources(
    item: Item, flow: Predictions | None, frames: Predictions | None
) -> Mapping[str, tuple[FlowMap | None, Image | None]]:
    """Flow and picture of the prediction and of each reference."""
    true, before = item.arrays["flow01"], item.images["i0"]
    zero, shape = np.zeros_like(true), (true.shape[0], true.shape[1])
    guess, picture = (None if flow is None else zero), (None if frames is None else before)
    if flow is not None and item.item_id in flow.files:
        guess = read_flow(flow.files[item.item_id], shape)
    if frames is not None and item.item_id in frames.files:
        picture = read_frame(frames.files[item.item_id], shape)
    return {PREDICTED: (guess, picture), ZERO_FLOW: (zero, before), TRUE_FLOW: (true, None), COPY: (None, before)}


def _outcome(item: Item, moving: Mask, flow: FlowMap | None, picture: Image | None) -> _Outcome:
    error = None if flow is None or not moving.any() else flow_error(flow, item.arrays["flow01"], moving)
    return _Outcome(error, None if picture is None else _gain(item, picture))


def _gain(item: Item, picture: Image) -> float | None:
    """PSNR(picture, I1) - PSNR(I0, I1) where the mover was or is; None where it is nowhere to be seen."""
    region = mover_mask(item, "ids0") | mover_mask(item, "ids1")
    true = item.images["i1"]
    return psnr(picture, true, region) - psnr(item.images["i0"], true, region) if region.any() else None


def _row(outcomes: Sequence[_Outcome]) -> Row:
    errors = [outcome.flow for outcome in outcomes if outcome.flow is not None]
    gains = [outcome.dpsnr_db for outcome in outcomes if outcome.dpsnr_db is not None]
    dpsnr = _mean(gains) if gains else None
    if not errors:
        return Row(dpsnr_db=dpsnr)
    right, n = sum(error.relative < ACCURATE for error in errors), len(errors)
    angles = [error.angle_deg for error in errors if error.angle_deg is not None and not error.blank]
    return Row(
        accuracy=Rate(right / n, n, *wilson(right, n)),
        repe_mean=_mean([error.relative for error in errors]),
        repe_median=float(np.median([error.relative for error in errors])),
        blank=sum(error.blank for error in errors) / n,
        direction_deg=_mean(angles) if angles else None,
        dpsnr_db=dpsnr,
    )


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def _missing(ids: Sequence[str], source: Predictions | None) -> tuple[str, ...]:
    return () if source is None else tuple(name for name in ids if name not in source.files)
