"""AI2-THOR's metadata: names and types of the agent map, of `agent`, and of each entry of `objects`."""

from typing import Any

TEXT, FLAG, WHOLE = str, bool, int


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def vector(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"x", "y", "z"} and all(map(number, value.values()))


def texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def corners(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 8 and all(len(p) == 3 and all(map(number, p)) for p in value)


def box(value: Any) -> bool:
    return set(value) == {"cornerPoints", "center", "size"} and corners(value["cornerPoints"]) and vector(value["size"])


def oriented_box(value: Any) -> bool:
    return value is None or (set(value) == {"cornerPoints"} and corners(value["cornerPoints"]))


def maybe(check):
    return lambda value: value is None or check(value)


def of_type(kind):
    return lambda value: type(value) is kind


def rows(**fields):
    return lambda value: isinstance(value, list) and all(not problems(row, fields) for row in value)


def fields(**checks):
    return lambda value: isinstance(value, dict) and not problems(value, checks)


def colour(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(c) is int and 0 <= c <= 255 for c in value)


text, flag, whole, anything = of_type(str), of_type(bool), of_type(int), lambda value: True
some_list = of_type(list)

AGENT = dict(
    name=lambda value: value == "agent",
    position=vector,
    rotation=vector,
    cameraHorizon=number,
    isStanding=maybe(flag),
    inHighFrictionArea=flag,
)
OBJECT = dict(
    objectId=text,
    name=text,
    objectType=text,
    assetId=text,
    position=vector,
    rotation=vector,
    visible=flag,
    isInteractable=flag,
    distance=number,
    axisAlignedBoundingBox=box,
    objectOrientedBoundingBox=oriented_box,
    parentReceptacles=maybe(texts),
    receptacle=flag,
    receptacleObjectIds=maybe(texts),
    pickupable=flag,
    moveable=flag,
    isPickedUp=flag,
    isMoving=flag,
    mass=number,
    salientMaterials=maybe(texts),
    openable=flag,
    isOpen=flag,
    openness=number,
    toggleable=flag,
    isToggled=flag,
    breakable=flag,
    isBroken=flag,
    canFillWithLiquid=flag,
    isFilledWithLiquid=flag,
    fillLiquid=maybe(text),
    dirtyable=flag,
    isDirty=flag,
    canBeUsedUp=flag,
    isUsedUp=flag,
    cookable=flag,
    isCooked=flag,
    sliceable=flag,
    isSliced=flag,
    temperature=lambda value: value in ("RoomTemp", "Hot", "Cold"),
    isHeatSource=flag,
    isColdSource=flag,
    controlledObjects=maybe(texts),
)
AGENT_MAP = dict(
    objects=rows(**OBJECT),
    agent=fields(**AGENT),
    isSceneAtRest=flag,
    sceneBounds=box,
    cameraPosition=vector,
    fov=number,
    cameraOrthSize=number,
    thirdPartyCameras=rows(thirdPartyCameraId=whole, position=vector, rotation=vector, fieldOfView=number),
    screenWidth=whole,
    screenHeight=whole,
    colors=maybe(rows(name=text, color=colour)),
    colorBounds=rows(color=colour, bounds=lambda value: len(value) == 4 and all(map(number, value))),
    sceneName=text,
    lastAction=text,
    lastActionSuccess=flag,
    errorMessage=text,
    errorCode=maybe(text),
    actionReturn=anything,
    depthFormat=lambda value: value == "Meters",
    agentId=whole,
    currentTime=number,
    inventoryObjects=some_list,
    heldObjectPose=fields(position=vector, rotation=vector, localPosition=vector, localRotation=vector),
    arm=maybe(of_type(dict)),
    collided=flag,
    collidedObjects=some_list,
    flatSurfacesOnGrid=some_list,
    distances=some_list,
    normals=some_list,
    isOpenableGrid=some_list,
    segmentedObjectIds=some_list,
    objectIdsInBox=some_list,
    actionIntReturn=whole,
    actionFloatReturn=number,
    actionStringsReturn=some_list,
    actionFloatsReturn=some_list,
    actionVector3sReturn=some_list,
    visibleRange=anything,
)
OURS = {"flowbench"}


def problems(value: dict[str, Any], checks: dict[str, Any]) -> list[str]:
    """What is missing, of a wrong type, or more than AI2-THOR has."""
    found = [f"no {name}" for name in checks if name not in value]
    found += [f"{name}: {value[name]!r}" for name in checks if name in value and not checks[name](value[name])]
    return found + [f"more: {name}" for name in set(value) - set(checks) - OURS]
