"""Labels and plausibility of real examples, recomputed by other means than the package's."""

import numpy as np

import flowbench
from tests.gates.solids import centre, deepest_excess, inside, rests


def test_cover_recomputed_from_the_items_arrays_gives_the_stored_answer(transitions):
    for transition in transitions:
        item = flowbench.annotate(transition)
        mover, landmark = (item.state["surface_ids"][name] for name in [item.state["mover"], *item.state["landmarks"]])
        hidden = np.isin(item.arrays["ids0"], landmark)
        cover = (np.isin(item.arrays["ids1"], mover) & hidden).sum() / hidden.sum()
        assert cover >= 0.5 or cover <= 0.1
        assert item.answer == ("yes" if cover >= 0.5 else "no") == item.state["wanted"]
        assert item.answer_before == "no"
        assert {"yes", "no"} == set(item.question.choices)


def test_outcomes_are_plausible(transitions):
    for transition in transitions:
        before, after, mover = transition.before.scene, transition.after.scene, transition.task.mover
        moved = np.linalg.norm(centre(after, mover) - centre(before, mover))
        assert moved >= 0.15 - 1e-9
        assert inside(after, mover)
        assert deepest_excess(after, mover) <= 1e-9
        assert rests(after, mover), transition.origin
        visible, free = transition.after.visible(mover)
        assert visible >= 200 and visible >= 0.4 * free
