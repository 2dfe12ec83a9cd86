"""A digest of marks, texts, scale and marked pictures of one transition, so that processes can be compared."""

import hashlib
import json

from flowbench.annotators.referring import WAYS, facts, written
from flowbench.simulators import with_pixels
from tests.annotators.painted import solved


def digest():
    transition = solved("FloorPlan201", "yes", 200)
    everything = hashlib.sha256()
    kept = facts(transition, with_pixels(transition.before), with_pixels(transition.after))
    everything.update(json.dumps(kept).encode())
    for refer in WAYS:
        question, images = written(transition, refer, scale_reference=True)
        everything.update(repr(question).encode() + images["i0"].tobytes() + images["i1"].tobytes())
    return everything.hexdigest()


if __name__ == "__main__":
    print(digest())
