"""What makes Hidden Object this game: everything counted is seen, kinds differ in one attribute, regions are clear."""

from collections import Counter
from dataclasses import replace

import gymnasium
import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.render.board.colours import contrast
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.hidden_object.families import CountQuery
from flowbench.rules.games.hidden_object.game import SUBMIT
from flowbench.rules.games.hidden_object.looks import LOOKS
from flowbench.rules.games.hidden_object.picture import THING_ID
from flowbench.rules.games.hidden_object.records import Kind, Marks, Scene, Thing
from flowbench.rules.games.hidden_object.regions import border_distances, regions_of, squares
from flowbench.rules.games.hidden_object.shapes import OUTLINE_WIDTH, SHAPES, dots, inside, outline, stripes
from flowbench.rules.games.hidden_object.visibility import silhouette, visible_pixels
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.games.sample import Sample, draw, make_sample
from flowbench.rules.games.table import game
from tests.games.harness import grade, samples
from tests.games.hidden_object import referee

OBJECTS = game("hidden_object")
STAR, MOON = Kind("star", "red", "plain"), Kind("moon", "red", "plain")
# Three stars, of which one in region B, and a moon that looks alike; four regions.
SMALL = Scene(
    cells=4,
    kinds=(STAR, MOON),
    things=(
        Thing(0, 100, 100, 30, 0),
        Thing(0, 600, 120, 30, 15),
        Thing(0, 120, 650, 30, 0),
        Thing(1, 300, 300, 30, 0),
    ),
    regions=squares(2, 24, 744),
    targets=(0,),
)


def scenes(hard, count=12):
    return [draw_instance(OBJECTS, Setting(hard, "standard"), 6, k) for k in range(count)]


def asked(scene, family, query, fmt="open"):
    return Sample("hidden_object", family, fmt, "mono", scene, query, "", "", "")


def test_counts_of_a_small_scene():
    whole, here = asked(SMALL, "HO1", CountQuery((0,), (), True)), asked(SMALL, "HO2", CountQuery((0,), (1,), True))
    assert grade(whole, "3") == 1.0 and grade(here, "1") == 1.0
    for wrong in ("2", "4", "about 3", "three", "3.0", "+3", "03", "2-3"):
        assert grade(whole, wrong) == 0.0, wrong
    both = asked(SMALL, "HO3", CountQuery((0, 1), (), False))
    assert grade(both, "T2=1; t1 : 3") == 1.0 and grade(both, "T1=1; T2=3") == 0.0
    each = asked(SMALL, "HO4", CountQuery((0,), (0, 1, 2, 3), False))
    assert grade(each, "A=1; B=1; C=1; D=0") == 1.0 and grade(each, "A=1; B=1; C=0; D=1") == 0.0


def test_plan_marks_what_is_looked_for():
    assert OBJECTS.solve(SMALL, Marks()).actions == (0, 3, 30, SUBMIT)
    assert OBJECTS.solve(SMALL, Marks(((0, 0), (1, 1)))).actions == (3, 11, 30, SUBMIT)
    state = OBJECTS.step(SMALL, Marks(((0, 0),)), SUBMIT).state
    assert OBJECTS.ending(SMALL, state) == "dead"
    with pytest.raises(NoPlan):
        OBJECTS.solve(SMALL, state)


def test_environment_pays_for_the_right_marks_only():
    env = gymnasium.make("Game2Real-HiddenObject-v0").unwrapped
    env.reset(seed=1, options={"instance": SMALL})
    _, reward, _, _, info = env.step(1)
    assert reward == 0.0 and info["illegal"] and info["reason"] == "no object there"
    rewards = [env.step(action)[1] for action in (0, 3, 30)]
    _, reward, terminated, _, info = env.step(SUBMIT)
    assert rewards == [0.0] * 3 and reward == 1.0 and terminated and not info["illegal"]


@pytest.mark.parametrize(("hard", "most_hidden"), [(0.0, 0.0), (0.5, 0.25), (1.0, 0.40)])
def test_objects_are_seen_in_the_picture_as_well_as_promised(hard, most_hidden):
    for scene in scenes(hard, 4):
        ids = OBJECTS.draw(scene, Marks(), "clutter", "scene").ids
        for number, thing in enumerate(scene.things):
            whole = silhouette(scene.kinds[thing.kind].shape, thing.radius, thing.turn_deg).count
            seen = np.count_nonzero(ids == THING_ID + number)
            assert seen >= (1.0 - most_hidden) * whole - 6 and seen >= 40 and seen >= 0.55 * whole


def test_counting_pixels_beforehand_agrees_with_the_picture():
    for scene in scenes(1.0, 3):
        ids = OBJECTS.draw(scene, Marks(), "icons", "scene").ids
        drawn = np.array([np.count_nonzero(ids == THING_ID + k) for k in range(len(scene.things))])
        letters = np.count_nonzero((ids >= 40) & (ids < 60))
        seen, _ = visible_pixels(scene.kinds, scene.things)
        assert np.abs(drawn - seen).max() <= 6 and letters > 0


@pytest.mark.parametrize("hard", [0.0, 0.5, 1.0])
def test_recount_from_the_id_map_gives_the_answer(hard):
    for k, scene in enumerate(scenes(hard, 5)):
        family = OBJECTS.family("HO1")
        sample = make_sample(OBJECTS, family, "open", scene, "paper", 0, np.random.default_rng(k), hard)
        shown = np.unique(draw(OBJECTS, sample, "scene").ids)
        kinds = [
            scene.things[ident - THING_ID].kind for ident in shown if THING_ID <= ident < THING_ID + len(scene.things)
        ]
        assert kinds.count(sample.query.kinds[0]) == int(sample.answer)


@pytest.mark.parametrize(
    ("hard", "things", "kinds", "counts"),
    [(0.0, (20, 30), 6, (0, 4)), (0.5, (35, 55), 10, (2, 7)), (1.0, (60, 90), 16, (3, 12))],
)
def test_difficulty_sets_how_many_objects_and_kinds(hard, things, kinds, counts):
    for scene in scenes(hard):
        assert things[0] <= len(scene.things) <= things[1] and len(scene.kinds) == kinds
        assert len({referee.count(scene, kind) for kind in range(kinds)} & set(range(counts[0], counts[1] + 1))) > 0
    for sample in samples("hidden_object", "HO1", "open", 12):
        assert 0 <= int(sample.answer) <= 12


def test_centroids_keep_off_borders_and_regions_agree_with_the_second_judge():
    for hard in (0.0, 0.5, 1.0):
        for scene in scenes(hard, 6):
            points = np.array([(thing.x, thing.y) for thing in scene.things], dtype=float)
            assert border_distances(points, scene.regions).min() >= 12.0
            for thing, home in zip(scene.things, scene.homes, strict=True):
                inside_of = [
                    k for k, region in enumerate(scene.regions) if referee.winds_around(region, thing.x, thing.y)
                ]
                assert inside_of == ([home] if home >= 0 else [])


def test_distance_from_a_border_is_that_from_the_nearest_side():
    regions = (((0, 0), (100, 0), (100, 100), (0, 100)),)
    points = np.array([[50.0, 20.0], [90.0, 50.0], [103.0, 104.0], [-7.0, 50.0]])
    assert border_distances(points, regions).tolist() == [20.0, 10.0, 5.0, 7.0]
    assert regions_of(points, regions).tolist() == [0, 0, -1, -1]


@pytest.mark.parametrize("shape", SHAPES)
def test_outline_is_centred_and_holds_its_pattern(shape):
    pixels = f"{silhouette(shape, 50, 0).bits:b}"[::-1]
    rows, columns = np.divmod([k for k, bit in enumerate(pixels) if bit == "1"], 256)
    middle = 51.5  # of pixel indices; the centroid is the corner between pixels 51 and 52
    assert abs(rows.mean() - middle) < 0.6 and abs(columns.mean() - middle) < 0.6
    assert 0.9 < max(np.hypot(x, y) for x, y in outline(shape)) <= 1.0 + 1e-9 or len(rows) > 0.45 * 50 * 50 * 3.1
    assert len(dots(shape)) >= 3 and len(stripes(shape)) >= 2
    rim = min(np.hypot(ax - bx, ay - by) for ax, ay in inside(shape) for bx, by in outline(shape))
    assert rim >= 0.9 * OUTLINE_WIDTH


def test_many_kinds_have_a_look_alike():
    alike = []
    for scene in scenes(1.0, 6):
        for kind in scene.kinds:
            alike.append(any(kind.differences(other) == 1 for other in scene.kinds))
    assert np.mean(alike) > 0.8


@pytest.mark.parametrize("style", LOOKS)
def test_letters_and_rims_can_be_read(style):
    look = LOOKS[style]
    assert contrast(look.letter, look.badge) >= 4.5 and contrast(look.letter_on_card, look.card) >= 4.5
    assert contrast(look.letter_on_ground, look.ground) >= 4.5
    fills = [fill for fill, _ in look.fills.values()]
    assert all(contrast(fill, look.rim) >= 1.9 for fill in fills)
    assert all(
        max(abs(a - b) for a, b in zip(one, two, strict=True)) >= 50 for one in fills for two in fills if one != two
    )


@pytest.mark.parametrize("family", ["HO1", "HO3"])
def test_place_of_a_number_among_the_options_says_nothing(family):
    """Guessing a middle option, or the one closest to all others, must not pay."""
    by_rank, closest = Counter(), 0
    for sample in samples("hidden_object", family, "choice", 120):
        values = [numbers(option) for option in sample.options]
        right = values["ABCDEF".index(sample.answer)]
        by_rank[sorted(values).index(right)] += 1
        apart = [sum(np.abs(np.subtract(a, b)).sum() for b in values) for a in values]
        closest += apart["ABCDEF".index(sample.answer)] == min(apart) and apart.count(min(apart)) == 1
    assert max(by_rank.values()) < 0.42 * 120 and closest < 0.35 * 120


def numbers(text):
    return [int(part.partition("=")[2] or part) for part in text.split("; ")]


def test_half_of_the_questions_show_the_card_apart():
    shown = [
        len(OBJECTS.family(s.family).pictures(OBJECTS, s.query)) for s in samples("hidden_object", "HO1", "open", 60)
    ]
    assert 18 <= shown.count(2) <= 42 and set(shown) == {1, 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": 11}, "grid"),
        ({"things": ()}, "objects"),
        ({"things": SMALL.things + (Thing(2, 500, 500, 30, 0),)}, "not listed"),
        ({"things": SMALL.things + (Thing(1, 110, 110, 30, 0),)}, "cell of its own"),
        ({"things": SMALL.things + (Thing(1, 390, 600, 30, 0),)}, "borders"),
        ({"things": SMALL.things + (Thing(1, 740, 600, 30, 0),)}, "inside of the scene"),
        ({"things": SMALL.things + (Thing(1, 500, 600, 90, 0),)}, "radius"),
        ({"things": SMALL.things + (Thing(1, 500, 600, 30, 360),)}, "turned"),
        ({"cells": 9, "things": (Thing(0, 100, 100, 30, 0), Thing(1, 107, 100, 60, 0))}, "must be seen"),
        ({"kinds": (STAR, STAR)}, "all different"),
        ({"kinds": (STAR, Kind("cube", "red", "plain"))}, "cube"),
        ({"regions": ()}, "regions"),
        ({"regions": (((0, 0), (800, 0), (0, 800)),)}, "leaves the scene"),
        ({"regions": (((0, 0), (700, 0)),)}, "corners"),
        ({"targets": (0, 0)}, "targets"),
        ({"targets": (5,)}, "targets"),
    ],
)  # fmt: skip
def test_scenes_against_the_rules_are_refused(change, message):
    with pytest.raises(BadValue, match=message):
        OBJECTS.check(replace(SMALL, **change))
