"""The words of a room item: the move, the question about it, its static counterpart, and the reasoning."""

from flowbench.annotators.names import motion_text, name_of
from flowbench.assets import questions
from flowbench.records import Question, SceneState, Transition
from flowbench.seeding import ordered


def question(transition: Transition) -> Question:
    """The move and the question, with the choices in an order drawn from the transition's origin."""
    template = _template(transition, "questions")
    choices = ordered(["yes", "no"], "choices", *transition.origin.seed_key, transition.task.mover)
    return Question(f"{motion(transition)} {template}", tuple(choices), (("i0", "before the move"),), "letter")


def static_question(transition: Transition) -> str:
    """The same question about the picture after the move."""
    return _template(transition, "static_questions")


def motion(transition: Transition) -> str:
    """The move in words."""
    return motion_text(the(transition.before.scene, transition.task.mover), transition.action)


def reasoning(transition: Transition) -> str:
    """Why the answer is what it is, from the measures of the realised outcome."""
    task, measures, scene = transition.task, transition.verdict.measures, transition.before.scene
    values = {f"{name}_percent": f"{100.0 * value:.0f}" for name, value in measures.items()} | {
        name: f"{value:.2f}" for name, value in measures.items()
    }
    line = questions.load(task.category)["reasoning"][str(transition.verdict.answer)]
    names = {"mover": the(scene, task.mover), "landmark": the(scene, task.landmarks[0])}
    sentence = str(line).format(motion=motion(transition), **names, **values)
    return sentence[0].upper() + sentence[1:]


def the(scene: SceneState, object_id: str) -> str:
    """An object's name with its article; names are unique in the view."""
    return f"the {name_of(scene.object(object_id).object_type)}"


def _template(transition: Transition, key: str) -> str:
    task, scene = transition.task, transition.before.scene
    wordings = questions.load(task.category)[key]
    line = str(wordings[task.text_key % len(wordings)])
    sentence = line.format(mover=the(scene, task.mover), landmark=the(scene, task.landmarks[0]))
    return sentence[0].upper() + sentence[1:]
