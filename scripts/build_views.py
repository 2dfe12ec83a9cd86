"""Write the published list of views: the camera poses from which each shipped scene is looked at, best first.

    python scripts/build_views.py [SOURCE ...]

Only the views of the sources named are looked for again; those of the others stay.
"""

import json
import sys
from pathlib import Path

import flowbench
from flowbench.envs.rooms.options import SOURCES
from flowbench.envs.rooms.views import MOST_VIEWS, View, find_views
from flowbench.simulators import scenes

OUT = Path(flowbench.__file__).parent / "assets" / "views.json"


def row(view: View) -> list[float]:
    return [*view.position, view.yaw_deg, view.horizon_deg, round(view.score, 6)]


def main(sources: list[str]) -> None:
    rows = json.loads(OUT.read_text()) if OUT.exists() else {}
    for name in (name for source in sources for name in scenes.scene_names(source)):
        rows[name] = [row(view) for view in find_views(name, MOST_VIEWS)]
    names = [name for source in SOURCES for name in scenes.scene_names(source)]
    lines = [f"{json.dumps(name)}: {json.dumps(rows[name])}" for name in names]
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{OUT}: {len(names)} scenes, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:] or list(SOURCES))
