"""How a simulator's depth is to be read, found out by measuring: some versions of Unity give slightly too little.

They take the distance as a share of the far plane and multiply it by far - near; whole metres come out 0.5 % short.
Rays, which need no picture, tell the two apart.
"""

import numpy as np

from flowbench.geometry.camera import project
from flowbench.records import Camera
from flowbench.simulators.unity.client import Client
from flowbench.simulators.unity.sight import Lens

PLACES = (0.15, 0.35, 0.5, 0.65, 0.85)  # of the picture's width; rays are cast in the lower half, where floors are
DOWN = (0.5, 0.8)


def measured_lens(client: Client, camera: Camera, near_m: float, far_m: float, floor_m: float) -> Lens:
    """The lens of the agent's camera in the scene that is loaded.

    Args:
        camera: that camera, in the layout's coordinates.
        floor_m: the floor's height in the simulator's.
    """
    depth = client.step("Pass").depth_frame
    ratios = []
    for across in PLACES:
        for down in DOWN:
            column, row = int(across * camera.width), int(down * camera.height)
            told = client.step(
                "GetCoordinateFromRaycast",
                x=(column + 0.5) / camera.width,
                y=(row + 0.5) / camera.height,
                renderImage=False,
            ).metadata
            hit = told["actionReturn"] if told["lastActionSuccess"] else None
            if hit and any(hit[axis] for axis in "xyz") and 0.0 < depth[row, column] < far_m:
                point = np.array([[hit["x"], hit["y"] - floor_m, hit["z"]]])
                ratios.append(float(project(camera, point)[0, 2]) / float(depth[row, column]))
    if not ratios:
        return Lens(near_m, far_m)
    measured = float(np.median(ratios))
    scale = min((1.0, far_m / (far_m - near_m)), key=lambda factor: abs(factor - measured))
    return Lens(near_m, far_m, scale)
