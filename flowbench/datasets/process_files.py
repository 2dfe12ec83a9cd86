"""The files of one case: what a model is given, a solution, and what judges need.

```
<task>/lv<level>/<case id>/
  instance.json                      the case: everything else can be made from it
  prompt.txt prompt_instance.txt     what a video model is told: the same for all cases, with the facts of this one
  oracle_prompt.txt                  the same with the solution
  image_prompt.txt                   what a picture model is told (image subset only)
  tiers.txt rubric.json              completeness tiers; goal (not scored) and items
  reference.txt reference_<style>.png
  schematic.png realism_prompt.txt   a line drawing of the first frame, and how a picture model makes a photograph of it
  first_frame_<style>.png final_frame_<style>.png ground_truth_<style>.mp4
  trajectory.jsonl.gz verdict.json   the solver's clip, and what the judge says of it
```
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.trajectory_files import trajectory_bytes
from flowbench.errors import StoreError
from flowbench.render.files import write_png
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.drawing.painter import draw_scene, film_clip
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.levels import number_of
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.prompts import (
    image_prompt,
    instance_prompt,
    oracle_prompt,
    plan,
    prompt,
    realism_prompt,
    rubric_texts,
)  # fmt: skip
from flowbench.rules.processes.table import process

TRAJECTORY, INSTANCE, VERDICT = "trajectory.jsonl.gz", "instance.json", "verdict.json"
SCHEMATIC = "schematic.png"
CLIP = "ground_truth_{}.mp4"


def case_folder(root: Path, case: Case) -> Path:
    """Where the files of a case lie."""
    return root / case.process / f"lv{number_of(case.level)}" / case.case_id


def fill_case(folder: Path, case: Case, styles: Sequence[str], clips: bool) -> None:
    """Write all files of a case into a folder.

    Raises:
        StoreError: when the judge does not find the solver's clip flawless: such a case must not be used.
    """
    rules = process(case.process)
    actions = plan(case)
    clip = animate(rules, case.instance, case.case_id, actions)
    verdict = judge(case, clip)
    if not verdict.success:
        raise StoreError(f"The judge finds fault with the solution of {case.case_id}: {verdict.counts}.")
    _write_json(folder / INSTANCE, case.to_json() | {"difficulty": difficulty(case)})
    _write_json(folder / VERDICT, verdict.to_json())
    (folder / TRAJECTORY).write_bytes(trajectory_bytes(clip))
    _write_texts(folder, case)
    reference = rules.reference(case.instance, actions)
    if reference.text:
        _write_text(folder / "reference.txt", reference.text + "\n")
    if styles:
        write_png(folder / SCHEMATIC, draw_scene(rules.looks, "line", clip.frames[0].entities))
    for style in styles:
        for name, scene in (
            ("first_frame", clip.frames[0].entities),
            ("final_frame", clip.frames[-1].entities),
            ("reference", reference.scene),
        ):
            if scene is not None:
                write_png(folder / f"{name}_{style}.png", draw_scene(rules.looks, style, scene))
        if clips:
            film_clip(rules.looks, style, clip, folder / CLIP.format(style))


def difficulty(case: Case) -> dict[str, Any]:
    """What makes a case hard, measured: the length of the plan, and how many legal actions there are on its way."""
    rules: Process[Any, Any] = process(case.process)
    state, branching = rules.initial(case.instance), []
    actions = plan(case)
    for action in actions:
        branching.append(int(rules.mask(case.instance, state).sum()))
        state = rules.advance(case.instance, state, action)
    return {"actions": len(actions), "branching": round(sum(branching) / len(branching), 3)}


def _write_texts(folder: Path, case: Case) -> None:
    rules = process(case.process)
    texts = {
        "prompt.txt": prompt(case.process),
        "prompt_instance.txt": instance_prompt(case),
        "oracle_prompt.txt": oracle_prompt(case),
        "image_prompt.txt": image_prompt(case.process),
        "realism_prompt.txt": realism_prompt(case.process),
        "tiers.txt": "".join(f"{tier}: {line}\n" for tier, line in enumerate(rules.words.tiers)),
    }
    for name, text in texts.items():
        if text is not None:
            _write_text(folder / name, text)
    items = rules.rubric(case.instance)
    rubric = {
        "rubric": list(rubric_texts(case)),
        "predicates": ["", *(item.id for item in items)],
        "failures": ["", *(item.failure for item in items)],
    }
    _write_json(folder / "rubric.json", {case.case_id: rubric})


def read_case(folder: Path) -> Case:
    """The case of a folder.

    Raises:
        StoreError, BadValue: when its instance.json is none of ours.
    """
    told = strict_json.read(folder / INSTANCE)
    if not isinstance(told, dict):
        raise StoreError(f"{folder / INSTANCE} does not describe a case.")
    return Case.from_json(told)


def _write_json(path: Path, value: Any) -> None:
    _write_text(path, json.dumps(strict_json.plain(value), sort_keys=True, indent=1) + "\n")


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
