"""Labels of clips: each flow vector leads where the thing's own motion takes the point that is seen."""

import numpy as np
import pytest

from flowbench.annotators.process_clip import annotate_clip, clip_ids
from flowbench.errors import UnknownName
from flowbench.geometry.camera import project, unproject
from flowbench.rules.processes.drawing.real import camera_of, rotation_of
from flowbench.rules.processes.process import STYLES
from flowbench.rules.processes.table_plane import TABLE_WIDTH_M
from tests.processes.harness import case_of, every_process, oracle_of

SMALL = 640
CLOSE_PX = 0.02


def moved_frames(name):
    """Two neighbouring frames in the middle of the longest motion, and the thing that moves."""
    clip = oracle_of(case_of(name, "easy"))
    scenes = [frame.entities for frame in clip.frames]
    pieces = [key for key, item in scenes[0].items() if item.kind == "piece"]

    def way(k, key):
        return float(np.linalg.norm(np.subtract(scenes[k + 1][key].pos, scenes[k][key].pos)))

    k, key = max(((k, key) for k in range(len(scenes) - 1) for key in pieces), key=lambda pair: way(*pair))
    return clip.with_scenes([scenes[k], scenes[k + 1]]), key


def in_render_frame(item):
    return np.array([item.pos[0], item.pos[2], item.pos[1]])


@every_process
def test_flow_of_real_clips_is_the_motion_of_what_is_seen(name):
    clip, key = moved_frames(name)
    one, two = (frame.entities for frame in clip.frames)
    shown = next(annotate_clip(case_of(name, "easy"), clip, "real", SMALL))
    rows, columns = np.nonzero((shown.ids == clip_ids(clip)[key]) & shown.valid)
    assert len(rows) > 50 and shown.depth.dtype == np.float32
    camera = camera_of(one["camera"], (SMALL, SMALL * 9 // 16))
    points = unproject(camera, shown.depth)[rows, columns]
    turn = rotation_of(two[key].quat) @ rotation_of(one[key].quat).T
    goals = (points - in_render_frame(one[key])) @ turn.T + in_render_frame(two[key])
    wanted = project(camera, goals)[:, :2] - np.stack([columns + 0.5, rows + 0.5], axis=1)
    assert np.abs(shown.flow[rows, columns] - wanted).max() < CLOSE_PX
    assert np.abs(wanted).max() > 1.0


@every_process
def test_flow_of_line_clips_is_the_motion_of_the_middle(name):
    clip, key = moved_frames(name)
    one, two = (frame.entities for frame in clip.frames)
    shown = next(annotate_clip(case_of(name, "easy"), clip, "line", SMALL))
    mine = (shown.ids == clip_ids(clip)[key]) & shown.valid
    front = one["camera"].shape == "front"
    across = two[key].pos[0] - one[key].pos[0]
    up = (two[key].pos[2] - one[key].pos[2]) if front else (two[key].pos[1] - one[key].pos[1])
    middle = shown.flow[mine].mean(axis=0)
    turns = two[key].quat != one[key].quat
    slack = 4.0 if turns else 0.01
    assert shown.depth is None and mine.sum() > 50
    assert middle * TABLE_WIDTH_M / SMALL == pytest.approx([across, -up], abs=slack * TABLE_WIDTH_M / SMALL)


@pytest.mark.parametrize("style", STYLES)
def test_frames_of_a_clip_at_rest_do_not_flow_and_all_are_labelled(style):
    case = case_of("hanoi_tower", "easy")
    clip = oracle_of(case)
    few = clip.with_scenes([clip.frames[k].entities for k in (0, 1, 40, 41)])
    shown = list(annotate_clip(case, few, style, 320))
    assert len(shown) == 4 and shown[0].valid.all() and not shown[0].flow.any() and not shown[-1].flow.any()
    assert shown[2].flow.any() and not shown[1].valid.all()
    with pytest.raises(UnknownName, match="Did you mean 'real'"):
        next(annotate_clip(case, few, "reel"))


def test_what_changes_its_form_has_no_valid_flow():
    case = case_of("color_mix", "easy")
    clip = oracle_of(case)
    k = next(k for k, frame in enumerate(clip.frames) if 0.3 < frame.entities["mixture"].fact("units") < 0.7)
    few = clip.with_scenes([clip.frames[k].entities, clip.frames[k + 1].entities])
    for style in STYLES:
        shown = next(annotate_clip(case, few, style, 640))
        mixture = shown.ids == clip_ids(few)["mixture"]
        assert mixture.any() and not shown.valid[mixture].any()
