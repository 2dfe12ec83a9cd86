"""Made-up room items of every category, small, with all that scoring looks at."""

from typing import Any

import numpy as np

from flowbench.records import Item, Origin, Question

CATEGORIES = {  # category -> (values, texts, answer schema)
    "occlusion": (("no", "yes"), ("no", "yes"), "letter"),
    "contact_wall": (("yes", "no"), ("yes", "no"), "letter"),
    "left_right": (("no", "yes"), ("no", "yes"), "letter"),
    "feasibility": (("no", "yes"), ("no", "yes"), "letter"),
    "near_object": (("yes", "no"), ("yes", "no"), "letter"),
    "depth_order": (("yes", "no"), ("yes", "no"), "letter"),
    "count_near": (("4", "2", "5", "3"), ("4", "2", "5", "3"), "letter"),
    "closer_to": (tuple("ABCD"), ("the mug", "the pan", "the pot", "the box"), "letter"),
    "closest_three": (tuple("ABCDEF"), ("the mug", "the pan", "the pot", "the box", "the cup", "the egg"), "letters"),
}
COMPOSITION = {  # of the paper's 714 test questions
    "closer_to": 94,
    "closest_three": 112,
    "contact_wall": 19,
    "count_near": 110,
    "feasibility": 106,
    "left_right": 116,
    "near_object": 117,
    "occlusion": 40,
}
MOVE = "Move the vase 0.50 m to the right."
MOVER_ID = 7
SIZE = 40


def item(
    category: str = "occlusion",
    answer: str = "yes",
    before: str | None = None,
    item_id: str = "one",
    move_m: float = 0.5,
    move: str = MOVE,
    question: str = "What then?",
    shift: tuple[float, float] = (4.0, 0.0),
) -> Item:
    values, texts, schema = CATEGORIES[category]
    return Item(
        item_id=item_id,
        question=Question(f"{move} {question}", texts, (("i0", "before the move"),), schema, values),  # type: ignore[arg-type]
        answer=answer,
        answer_before=before,
        state={
            "category": category,
            "mover": "Vase|1",
            "surface_ids": {"Vase|1": [MOVER_ID]},
            "motion_text": move,
            "static_question": "What now?",
            "measures": {"move_m": move_m},
        },
        images={"i0": _picture((8, 8)), "i1": _picture((8 + round(shift[1]), 8 + round(shift[0])))},
        arrays=_arrays(shift),
        origin=Origin('{"id": "FlowBench-Occlusion-v0"}', (0,), {}, 0),
    )


def _picture(corner: tuple[int, int]) -> np.ndarray:
    """A bright square of 10 pixels on a grey ramp."""
    picture = np.repeat(np.arange(SIZE, dtype=np.uint8)[None, :, None] * 2, SIZE, axis=0).repeat(3, axis=2)
    row, column = corner
    picture[row : row + 10, column : column + 10] = (250, 200, 150)
    return picture


def _arrays(shift: tuple[float, float]) -> dict[str, Any]:
    ids0, ids1 = np.ones((SIZE, SIZE), np.int32), np.ones((SIZE, SIZE), np.int32)
    ids0[8:18, 8:18] = MOVER_ID
    u, v = 8 + round(shift[0]), 8 + round(shift[1])
    ids1[v : v + 10, u : u + 10] = MOVER_ID
    flow = np.zeros((SIZE, SIZE, 2), np.float32)
    flow[ids0 == MOVER_ID] = shift
    return {"ids0": ids0, "ids1": ids1, "flow01": flow}
