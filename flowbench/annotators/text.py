"""The words of a room item: the move, the question about it, its static counterpart, and the reasoning.

Every sentence is written with `words`: object id -> what the object is called in it ("the left armchair", "the object
at the red dot"). Templates are data, one file a category in `assets/questions`, with these places to fill in:
{mover}, {landmark} (the first), {landmark_1} ..., {options} (all landmarks), every parameter of the task, and in the
reasoning every measure of the verdict (metres with two decimals; "..._percent" in percent), {motion}, {answer},
{answers} (the objects the answer stands for) and {distances} (to each landmark). Tasks with a probe also have {probe}
(how far and where to it goes) and in the reasoning {obstacle} (what stops it). Words that differ under the paper's own
rules are places too, filled from the tables in `[words]`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from flowbench.annotators.moves import action_text
from flowbench.annotators.names import name_of, way_text
from flowbench.assets import questions
from flowbench.records import Motion, Question, Snapshot, Task, Transition
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.naming import qualifier
from flowbench.rules.rooms.probes import SHELL
from flowbench.seeding import ordered

Words = Mapping[str, str]
LETTERS = "ABCDEF"


def question(transition: Transition, words: Words) -> Question:
    """The move and the question, with its options in the order they are shown."""
    task = transition.task
    values = option_values(transition)
    choices = option_texts(task, values, words)
    asked = _template(task, "questions", words)
    text = f"{motion(transition, words)} {asked}"
    images: tuple[tuple[str, str], ...] = (("i0", "before the move"),)
    if questions.load(task.category).get("shows_outcome"):
        text, images = asked, (*images, ("i1", "after the move"))
    return Question(text, choices, images, questions.load(task.category)["schema"], values)


def static_question(transition: Transition, words: Words) -> str:
    """The same question about the picture after the move."""
    return task_question(transition.task, words)


def task_question(task: Task, words: Words) -> str:
    """A task's question about a picture, without a move."""
    return _template(task, "static_questions", words)


def motion(transition: Transition, words: Words) -> str:
    """The whole action in words."""

    def name(object_id: str) -> str:
        return words.get(object_id) or the(transition.before, object_id)

    return action_text(transition.action, name, transition.before.scene.carry)


def reasoning(transition: Transition, words: Words) -> str:
    """Why the answer is what it is, from the measures of the realised outcome."""
    task, measures, answer = transition.task, transition.verdict.measures, str(transition.verdict.answer)
    lines = questions.load(task.category)["reasoning"]
    places = {
        "motion": motion(transition, words),
        "answer": answer,
        "answers": enumeration([words[name] for name in named_by(task, answer)]),
        "distances": enumeration(
            [
                f"{measures[key]:.2f} m to {words[name]}"
                for k, name in enumerate(task.landmarks)
                if (key := f"distance_{k + 1}") in measures
            ]
        ),
        **{f"{name}_percent": f"{100.0 * value:.0f}" for name, value in measures.items()},
        **{name: f"{value:.2f}" for name, value in measures.items()},
        "obstacle": _obstacle(transition),
    }
    return _sentence(str(lines.get(answer, lines.get("all"))), {**_places(task, words), **places})


def option_values(transition: Transition) -> tuple[str, ...]:
    """The canonical values of the options as shown: landmarks in the task's order, fixed answers in a drawn one."""
    task = transition.task
    data = questions.load(task.category)
    if data["choices"] == "landmarks":
        return tuple(LETTERS[: len(task.landmarks)])
    return tuple(ordered(data["choices"], "choices", *transition.origin.seed_key, task.mover))


def option_texts(task: Task, values: Sequence[str], words: Words) -> tuple[str, ...]:
    """The text of each option."""
    if questions.load(task.category)["choices"] == "landmarks":
        return tuple(words[task.landmarks[LETTERS.index(value)]] for value in values)
    return tuple(values)


def named_by(task: Task, answer: str) -> list[str]:
    """Ids of the landmarks an answer stands for, where its letters stand for landmarks."""
    if questions.load(task.category)["choices"] != "landmarks":
        return []
    return [task.landmarks[LETTERS.index(letter)] for letter in answer]


def names(view: Snapshot, task: Task) -> dict[str, str]:
    """`words` that name each object of a task by its type, as it must be told apart in this picture."""
    return {name: the(view, name) for name in task.named}


def the(view: Snapshot, object_id: str) -> str:
    """An object's name with its article, "left" or "right" before it where there are two in the picture."""
    which = qualifier(view, object_id)
    name = name_of(view.scene.object(object_id).object_type)
    return f"the {which} {name}" if which else f"the {name}"


def enumeration(parts: Sequence[str]) -> str:
    """Parts as a sentence lists them.

    >>> enumeration(["a mug", "a pan", "a pot"])
    'a mug, a pan and a pot'
    """
    return parts[-1] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def _template(task: Task, key: str, words: Words) -> str:
    wordings = questions.load(task.category)[key]
    return _sentence(str(wordings[task.text_key % len(wordings)]), _places(task, words))


def _places(task: Task, words: Words) -> dict[str, Any]:
    landmarks = [words[name] for name in task.landmarks]
    return {
        **questions.load(task.category).get("words", {}).get(Manner.of(task).preset, {}),
        **{name: f"{value:.2f}" if isinstance(value, float) else value for name, value in task.parameters.items()},
        **{f"landmark_{k + 1}": text for k, text in enumerate(landmarks)},
        "landmark": landmarks[0] if landmarks else "",
        "options": enumeration(landmarks),
        "mover": words[task.mover],
        "probe": _probe(task),
    }


def _probe(task: Task) -> str:
    """The further move a task asks about in words; "" where there is none."""
    parameters = task.parameters
    if "probe_right_m" not in parameters:
        return ""
    right, up, forward = (float(parameters.get(f"probe_{axis}_m", 0.0)) for axis in ("right", "up", "forward"))
    return way_text(Motion(task.mover, right, up, forward))


def _obstacle(transition: Transition) -> str:
    """What stops the probe, in words; a wall where it is no object."""
    stop, layout = (transition.attempt.probe_stops or ("",))[-1], transition.after.scene.layout
    if stop not in layout.index:
        return "a wall"
    if layout.objects[layout.index[stop]].object_type == SHELL:
        return "something built in"
    name = name_of(layout.objects[layout.index[stop]].object_type)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _sentence(template: str, places: Mapping[str, Any]) -> str:
    sentence = template.format(**places)
    return sentence[0].upper() + sentence[1:]
