"""SetObjectPoses: the scene set up anew from a list of poses, with copies of what is listed twice."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flowbench.records import Layout, Pose, SceneObject, SceneState
from flowbench.simulators import scenes
from flowbench.simulators.embedded.actions import ActionError, as_vector
from flowbench.simulators.embedded.loading import loaded_as, measured
from flowbench.simulators.embedded.relations import is_mover, rigid_pose
from flowbench.simulators.embedded.state import EngineState, Result


@dataclass(frozen=True)
class _Order:
    """Row `number` of the list: the object `object_id` (or, `again`, a copy of it) goes to a pose."""

    number: int
    object_id: str
    pose: Pose
    again: bool


def set_object_poses(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """SetObjectPoses: listed movers take their poses unchecked and new ids; all other movers are disabled.

    What is true of the new scene counts as true at load from then on (overlaps, air below, parents).
    """
    rows = arguments["objectPoses"]
    if not rows:
        raise ActionError("objectPoses must be a list with at least one pose.")
    orders, errors = _orders(state, rows)
    layout, hidden = _arranged(state.scene, orders)
    layout = measured(layout, hidden)
    poses = tuple(item.pose for item in layout.objects)
    scene = SceneState(layout, state.scene.camera, poses, hidden, state.scene.carry)
    listed = frozenset(item.object_id for item in layout.objects if is_mover(item)) - hidden
    after = dataclasses.replace(
        state,
        scene=scene,
        openness={},
        kinematic=state.kinematic | listed if arguments["placeStationary"] else state.kinematic - listed,
    )
    if errors:
        raise ActionError(" ".join(errors), state=after)
    return Result(after)


def _orders(state: EngineState, rows: Sequence[Mapping[str, Any]]) -> tuple[list[_Order], list[str]]:
    orders: list[_Order] = []
    errors: list[str] = []
    for number, row in enumerate(rows):
        position, rotation = (as_vector("SetObjectPoses", name, row.get(name)) for name in ("position", "rotation"))
        try:
            object_id = _mover_named(state, row.get("objectName"))
        except ActionError as e:
            errors.append(str(e))
            continue
        again = any(order.object_id == object_id for order in orders)
        pose = Pose((position["x"], position["y"], position["z"]), (rotation["x"], rotation["y"], rotation["z"]))
        orders.append(_Order(number, object_id, pose, again))
    return orders, errors


def _mover_named(state: EngineState, name: Any) -> str:
    named = [item for item in state.scene.layout.objects if item.name == name and item.object_id not in state.gone]
    if not named:
        raise ActionError(f"No object of name {name} found in scene.")
    if len(named) > 1:
        raise ActionError(f"The name {name} is not unique: {[item.object_id for item in named]}.")
    if not is_mover(named[0]):
        raise ActionError(f"{named[0].object_id} is neither pickupable nor moveable.")
    return named[0].object_id


def _arranged(scene: SceneState, orders: Sequence[_Order]) -> tuple[Layout, frozenset[str]]:
    """The new layout, not yet measured, and who is hidden in it."""
    layout, floor_m = scene.layout, scenes.load_facts(scene.layout.scene).floor_m
    placed = {part for order in orders for part in layout.parts[order.object_id]}
    movers = {part for item in layout.objects if is_mover(item) for part in layout.parts[item.object_id]}
    used = {item.object_id for item in layout.objects} - placed
    changed: dict[str, SceneObject] = {}
    copies: list[SceneObject] = []
    for order in orders:
        group = _group(scene, order, used, floor_m)
        copies.extend(group.values() if order.again else ())
        changed.update({} if order.again else group)
    renamed = {old: new.object_id for old, new in changed.items()}
    objects = [changed.get(item.object_id) or _at(item, scene.pose(item.object_id)) for item in layout.objects]
    objects = [_renamed(item, renamed) for item in objects] + copies
    return dataclasses.replace(layout, objects=tuple(objects)), (scene.hidden - placed) | (movers - placed)


def _group(scene: SceneState, order: _Order, used: set[str], floor_m: float) -> dict[str, SceneObject]:
    """An object and its rigid parts at their new poses: present id -> object with its new id, which `used` gets."""
    before, suffix = scene.pose(order.object_id), f"_copy_{order.number}" if order.again else ""
    group: dict[str, SceneObject] = {}
    for part in scene.layout.parts[order.object_id]:
        item, pose = scene.object(part), rigid_pose(before, order.pose, scene.pose(part))
        pose = order.pose if part == order.object_id else pose
        name = _new_id(item, pose, used, floor_m, order.number)
        used.add(name)
        carrier = group[item.carrier].object_id if item.carrier in group else item.carrier
        metadata = {**item.metadata, "flowbench": {**item.metadata.get("flowbench", {}), "loaded_as": loaded_as(item)}}
        group[part] = dataclasses.replace(
            item,
            object_id=name,
            name=item.name + suffix,
            pose=pose,
            parents=(),
            carrier=carrier,
            metadata=metadata,
        )
    return group


def _at(item: SceneObject, pose: Pose) -> SceneObject:
    return item if item.pose == pose else dataclasses.replace(item, pose=pose)


def _renamed(item: SceneObject, names: Mapping[str, str]) -> SceneObject:
    if item.carrier not in names and not any(name in names for name in item.parents):
        return item
    parents = tuple(names.get(name, name) for name in item.parents)
    return dataclasses.replace(item, parents=parents, carrier=names.get(item.carrier or "", item.carrier))


def _new_id(item: SceneObject, pose: Pose, used: set[str], floor_m: float, number: int) -> str:
    """AI2-THOR's id of an object that is loaded at a pose; told apart by the list's row where it is taken."""
    x, y, z = pose.position
    name = f"{item.object_type}|{x:+06.2f}|{y + floor_m:+06.2f}|{z:+06.2f}"
    return name if name not in used else f"{name}_copy_{number}"
