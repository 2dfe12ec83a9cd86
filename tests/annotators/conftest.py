import pytest

import flowbench
from flowbench.simulators import with_pixels
from tests.annotators.painted import solved

SCENES = ("FloorPlan1", "FloorPlan201", "FloorPlan301", "FloorPlan410")


@pytest.fixture(scope="session")
def real():
    """(transition, before, after, item) of solved episodes in four kinds of rooms."""
    wanted = ("yes", "no", "yes", "yes")
    transitions = [solved(scene, answer, 400) for scene, answer in zip(SCENES, wanted, strict=True)]
    return [(t, with_pixels(t.before), with_pixels(t.after), flowbench.annotate(t)) for t in transitions]
