"""Labels and plausibility of real examples, recomputed by other means than the package's."""

import numpy as np
import shapely

import flowbench
from flowbench.geometry.boxes import corners, place
from flowbench.geometry.obstacles import tolerances


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


def centre(scene, name):
    return place(scene.object(name).box[None], scene.pose(name))[0][0:3]


def world_boxes(scene, name):
    item = scene.object(name)
    return place(item.boxes if len(item.boxes) else item.box[None], scene.pose(name))


def inside(scene, name):
    floor = shapely.Polygon(scene.layout.floor)
    loaded = scene.object(name)
    reach = floor.buffer(
        max(0.02, outside_by(floor, place(loaded.box[None], loaded.pose)[0])) + 1e-6, join_style="mitre"
    )
    now = place(loaded.box[None], scene.pose(name))[0]
    return reach.covers(shapely.MultiPoint(corners(now)[:, [0, 2]]))


def outside_by(floor, box):
    return max(floor.distance(shapely.Point(x, z)) for x, _, z in corners(box))


def deepest_excess(scene, name):
    """Penetration beyond what is allowed, by sliding each box pair apart along all fifteen axes in numpy."""
    worst, allowed = 0.0, tolerances(scene.layout)
    for part in scene.layout.parts[name]:
        for other in scene.layout.objects:
            if other.object_id in scene.layout.parts[name] or not len(other.boxes):
                continue
            limit = allowed[scene.number(part), scene.number(other.object_id)]
            pairs = [(a, b) for a in place_all(scene, part) for b in place_all(scene, other.object_id)]
            worst = max([worst, *(overlap(a, b) - limit for a, b in pairs)])
    return worst


def place_all(scene, name):
    return place(scene.object(name).boxes, scene.pose(name))


def overlap(a, b):
    own = np.concatenate([a[6:15].reshape(3, 3), b[6:15].reshape(3, 3)])
    crossed = np.cross(own[:3, None], own[None, 3:]).reshape(-1, 3)
    long = np.linalg.norm(crossed, axis=1) > 1e-6
    axes = np.concatenate([own, crossed[long] / np.linalg.norm(crossed[long], axis=1, keepdims=True)])
    one, two = corners(a) @ axes.T, corners(b) @ axes.T
    return (np.minimum(one.max(0), two.max(0)) - np.maximum(one.min(0), two.min(0))).min()


def rests(scene, name):
    """Whether the hull of all contacts between low faces and tops within reach holds the centre."""
    boxes, layout = world_boxes(scene, name), scene.layout
    lows = [corners(box)[:, 1].min() for box in boxes]
    bottom, reach = min(lows), max(0.02, layout.load_gaps_m[scene.number(name)]) + 1e-6
    feet = [footprint(box, lowest=True) for box, low in zip(boxes, lows, strict=True) if low <= bottom + 0.01]
    tops = [(0.0, shapely.Polygon(layout.floor))]
    for other in layout.objects:
        if other.object_id not in layout.parts[name]:
            tops += [(face_height(box), footprint(box, lowest=False)) for box in place_all(scene, other.object_id)]
    touching = [
        foot.intersection(top) for foot in feet for height, top in tops if -0.015 - 1e-9 <= bottom - height <= reach
    ]
    hull = shapely.union_all([shape for shape in touching if not shape.is_empty]).convex_hull
    x, _, z = centre(scene, name)
    return hull.buffer(1e-6).covers(shapely.Point(x, z))


def face(box, lowest):
    points = corners(box)
    order = np.argsort(points[:, 1], kind="stable")
    return points[order[:4]] if lowest else points[order[4:]]


def footprint(box, lowest):
    return shapely.MultiPoint(face(box, lowest)[:, [0, 2]]).convex_hull


def face_height(box):
    return face(box, lowest=False)[:, 1].mean()
