"""Third-party cameras: added, changed, described."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from flowbench.records import Camera
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.state import DEFAULT_FOV_DEG, EngineState, Result, merged, vector

UNSUPPORTED = ("orthographic", "orthographicSize", "nearClippingPlane", "farClippingPlane", "skyboxColor")


def add_third_party_camera(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """AddThirdPartyCamera: its id is its place in the list."""
    size = state.settings.width, state.settings.height
    start = Camera((0.0, 0.0, 0.0), 0.0, 0.0, DEFAULT_FOV_DEG, *size)
    return Result(dataclasses.replace(state, cameras=(*state.cameras, _changed(start, arguments))))


def update_third_party_camera(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """UpdateThirdPartyCamera: what is not given stays, each component of a vector for itself."""
    number = arguments["thirdPartyCameraId"]
    if not 0 <= number < len(state.cameras):
        raise ActionError(f"thirdPartyCameraId {number} must be 0 to {len(state.cameras) - 1}.")
    cameras = list(state.cameras)
    cameras[number] = _changed(cameras[number], arguments)
    return Result(dataclasses.replace(state, cameras=tuple(cameras)))


def third_party_map(number: int, camera: Camera) -> dict[str, Any]:
    """One entry of `thirdPartyCameras`."""
    return {
        "thirdPartyCameraId": number,
        "position": vector(camera.position),
        "rotation": vector((camera.horizon_deg % 360.0, camera.yaw_deg % 360.0, 0.0)),
        "fieldOfView": float(camera.fov_deg),
    }


def _changed(camera: Camera, arguments: Mapping[str, Any]) -> Camera:
    fov = camera.fov_deg if arguments["fieldOfView"] is None else arguments["fieldOfView"]
    if not 0.0 < fov < 180.0:
        raise ActionError(f"fov must be set to (0, 180) but was {fov}")
    if arguments["orthographicSize"] is not None and not arguments["orthographic"]:
        raise ActionError("orthographicSize needs orthographic to be true.")
    refused = [name for name in UNSUPPORTED if arguments[name]]
    if refused:
        raise ActionError(f"{refused[0]} is not supported by the embedded engine.")
    position = merged(camera.position, arguments["position"] or {})
    pitch, yaw, roll = merged((camera.horizon_deg, camera.yaw_deg, 0.0), arguments["rotation"] or {})
    if roll % 360.0 != 0.0:
        raise ActionError("A roll (rotation.z) is not supported by the embedded engine.")
    horizon = (pitch + 180.0) % 360.0 - 180.0
    return dataclasses.replace(camera, position=position, yaw_deg=yaw, horizon_deg=horizon, fov_deg=fov)
