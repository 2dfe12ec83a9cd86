"""Answers computed again, by other means than the package's: plain numpy over poses, boxes, masks and depths."""

import numpy as np

from tests.gates.solids import centre, corners_of, deepest_excess, gaps_to_walls, inside, moved, rests


def answer(transition, when):
    """The answer in the state before the move or after it, or None where it is ambiguous."""
    view = {"before": transition.before, "after": transition.after}[when]
    return _RULES[transition.task.category](transition, view)


def mask(view, name):
    layout = view.scene.layout
    return np.isin(view.pixels.ids, [layout.surface_ids[part] for part in layout.parts[name]])


def occlusion(transition, view):
    hidden = mask(transition.before, transition.task.landmarks[0])
    share = (mask(view, transition.task.mover) & hidden).sum() / hidden.sum()
    return "yes" if share >= 0.5 else "no" if share <= 0.10 else None


def left_right(transition, view):
    u = [np.nonzero(mask(view, name))[1].mean() + 0.5 for name in named(transition)]
    if abs(u[0] - u[1]) < 0.05 * view.pixels.ids.shape[1]:
        return None
    side = "left" if u[0] < u[1] else "right"
    return "yes" if side == transition.task.parameters["side"] else "no"


def depth_order(transition, view):
    depths = [np.median(view.pixels.depth[mask(view, name)].astype(float)) for name in named(transition)]
    if abs(depths[0] - depths[1]) < max(0.10, 0.05 * max(depths)):
        return None
    word = "closer" if depths[0] < depths[1] else "farther"
    return "yes" if word == transition.task.parameters["word"] else "no"


def near_object(transition, view):
    tau = transition.task.parameters["tau"]
    (distance,) = centre_distances(transition, view)
    return None if abs(distance - tau) < max(0.05, 0.10 * tau) else "yes" if distance <= tau else "no"


def count_near(transition, view):
    """Before the move the count stands even where an object is near the threshold."""
    tau = transition.task.parameters["tau"]
    distances = centre_distances(transition, view)
    if view is transition.after and np.abs(distances - tau).min() < max(0.04, 0.06 * tau):
        return None
    return str((distances <= tau).sum())


def closest_three(transition, view):
    distances = centre_distances(transition, view)
    order = np.argsort(distances)
    third, fourth = distances[order[2:4]]
    return None if fourth - third < max(0.06, 0.08 * third) else "".join(sorted("ABCDEF"[k] for k in order[:3]))


def closer_to(transition, view):
    distances = np.array([surface_distance(view.scene, *pair) for pair in pairs(transition)])
    first, second = np.sort(distances)[:2]
    return None if second - first < 0.10 else "ABCD"[distances.argmin()]


def contact_wall(transition, view):
    """A wall that nothing shows may stand up to 0.60 m inside of where it is taken to be."""
    gaps = gaps_to_walls(view.scene, transition.task.mover)
    guessed = {wall.wall_id for wall in view.scene.layout.walls if not wall.evidenced}
    nearest = min(gaps, key=gaps.get)
    unseen = min((gap for name, gap in gaps.items() if name in guessed), default=np.inf)
    if nearest in guessed or gaps[nearest] < -0.02:
        return None
    clear = gaps[nearest] >= 0.15 and unseen >= 0.15 + 0.60
    return "yes" if gaps[nearest] <= 0.05 else "no" if clear else None


def feasibility(transition, view):
    """The probe walked in even steps of at most 5 cm, and again one step shorter and longer."""
    task, scene = transition.task, view.scene
    right, forward = task.parameters["probe_right_m"], task.parameters["probe_forward_m"]
    steps = max(1, int(np.ceil(np.hypot(right, forward) / 0.05 - 1e-9)))
    ends = {}
    for extra in (-1, 0, 1):
        factor = (steps + extra) / steps
        ends[extra] = walk(scene, task.mover, factor * right, factor * forward)
    if len(set(ends.values())) > 1:
        return None
    if not ends[0]:
        return "no"
    end = moved(scene, task.mover, right, forward)
    return "yes" if rests(end, task.mover) or not rests(transition.before.scene, task.mover) else None


def sandbox(transition, view):
    """The one of the four of which a corner has another place; before the move there is none."""
    before, options = transition.before.scene, transition.task.landmarks
    shifts = [np.abs(corners_of(view.scene, name) - corners_of(before, name)).max() for name in options]
    elsewhere = ["ABCD"[k] for k, shift in enumerate(shifts) if shift > 0.05]
    return elsewhere[0] if len(elsewhere) == 1 else None


def walk(scene, name, right, forward):
    steps = max(1, int(np.ceil(np.hypot(right, forward) / 0.05 - 1e-9)))
    for k in range(1, steps + 1):
        now = moved(scene, name, right * k / steps, forward * k / steps)
        if deepest_excess(now, name) > 1e-9 or not inside(now, name):
            return False
        if min(gaps_to_walls(now, name).values(), default=1.0) <= -0.02:
            return False
    return True


def named(transition):
    return [transition.task.mover, *transition.task.landmarks]


def pairs(transition):
    return [(transition.task.mover, name) for name in transition.task.landmarks]


def centre_distances(transition, view):
    scene = view.scene
    return np.array([np.linalg.norm(centre(scene, a) - centre(scene, b)) for a, b in pairs(transition)])


def surface_distance(scene, a, b):
    one, two = corners_of(scene, a), corners_of(scene, b)
    apart = np.maximum(one.min(axis=0) - two.max(axis=0), two.min(axis=0) - one.max(axis=0))
    return np.linalg.norm(np.maximum(0.0, apart))


_RULES = {
    rule.__name__: rule
    for rule in (
        occlusion, left_right, depth_order, near_object, count_near, closest_three, closer_to, contact_wall,
        feasibility, sandbox,
    )
}  # fmt: skip
