"""One transition in words and pictures three ways: objects are pointed at with dots, with numbers, or by name."""

from collections.abc import Mapping
from typing import Any

from flowbench.annotators import text
from flowbench.annotators.marks import as_state, draw_marks, marks
from flowbench.annotators.scale import scale_reference as find_scale
from flowbench.errors import BadValue, UnknownName
from flowbench.records import Image, Item, Question, Snapshot, Task, Transition
from flowbench.simulators import with_pixels

WAYS = ("dots", "numbers", "names")


def written(
    transition: Transition, refer: str = "dots", scale_reference: bool = False
) -> tuple[Question, dict[str, Image]]:
    """The question about a transition, and its two pictures with the marks the question speaks of.

    Args:
        refer: "dots" ("the object at the red dot"), "numbers" ("object 3") or "names" ("the mug", no marks).
        scale_reference: begin with the true width of one thing in the picture, where one can serve.

    Returns:
        The question, and the pictures "i0" and "i1", (H, W, 3) uint8.

    Raises:
        UnknownName: for another way to refer.
    """
    before, after = with_pixels(transition.before), with_pixels(transition.after)
    frames = {name: view.pixels.frame for name, view in (("i0", before), ("i1", after)) if view.pixels is not None}
    question = text.question(transition, text.names(before, transition.task))
    return _written(question, facts(transition, before, after), frames, refer, scale_reference)


def written_item(item: Item, refer: str = "dots", scale_reference: bool = False) -> tuple[Question, dict[str, Image]]:
    """The same from an item: its question in one of the three ways, and its pictures with the marks.

    Raises:
        UnknownName: for another way to refer.
        BadValue: for an item without marks: one that is not about a room.
    """
    if "marks" not in item.state:
        raise BadValue(f"{item.item_id} has no marks: only items about rooms can be written with dots or numbers.")
    return _written(item.question, item.state, item.images, refer, scale_reference)


def facts(transition: Transition, before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """What an item keeps of all this, as JSON values; snapshots with pixels.

    "marks": see `marks.as_state`. "texts": for each way to refer its motion, question, choices and reasoning, and
    static_question and static_choices about the picture after the move. "scale_reference": object_id, width_m and
    sentence, or None.
    """
    state = as_state(marks(transition, before, after))
    scale = find_scale(before, transition.task)
    return {
        "marks": state,
        "texts": {refer: _texts(transition, before, after, state, refer) for refer in WAYS},
        "scale_reference": None
        if scale is None
        else {"object_id": scale.object_id, "width_m": scale.width_m, "sentence": scale.sentence},
    }


def words(refer: str, view: Snapshot, task: Task, state: Mapping[str, Any], picture: str) -> dict[str, str]:
    """What each object of a task is called.

    Args:
        view: the picture itself, with pixels.
        state: the marks, as `marks.as_state` gives them.
        picture: which one it is: "i0" or "i1".
    """
    if refer == "dots":
        shapes = {name: "ring" if entry[picture]["hidden"] else "dot" for name, entry in state.items()}
        return {name: f"the object at the {entry['colour']} {shapes[name]}" for name, entry in state.items()}
    if refer == "numbers":
        return {name: f"object {entry['number']}" for name, entry in state.items()}
    if refer == "names":
        return text.names(view, task)
    raise UnknownName.among("way to refer", refer, WAYS)


def _texts(
    transition: Transition, before: Snapshot, after: Snapshot, state: Mapping[str, Any], refer: str
) -> dict[str, Any]:
    now = words(refer, before, transition.task, state, "i0")
    then = words(refer, after, transition.task, state, "i1")
    question = text.question(transition, now)
    return {
        "motion": text.motion(transition, now),
        "question": question.text,
        "choices": list(question.choices),
        "static_question": text.static_question(transition, then),
        "static_choices": list(text.option_texts(transition.task, question.values, then)),
        "reasoning": text.reasoning(transition, now),
    }


def _written(
    question: Question, state: Mapping[str, Any], images: Mapping[str, Image], refer: str, scale_reference: bool
) -> tuple[Question, dict[str, Image]]:
    if refer not in WAYS:
        raise UnknownName.among("way to refer", refer, WAYS)
    texts, scale = state["texts"][refer], state["scale_reference"]
    opening = f"{scale['sentence']} " if scale_reference and scale else ""
    asked = Question(
        opening + texts["question"], tuple(texts["choices"]), question.images, question.answer_schema, question.values
    )
    return asked, {name: draw_marks(image, state["marks"], name, refer) for name, image in images.items()}
