"""Houses for tests: one room as its generator wrote it, and four rooms in both schemas."""

import gzip
import json
from pathlib import Path

HOUSES = Path(__file__).resolve().parents[2] / "data" / "houses"
MANY = HOUSES / "houses.jsonl.gz"
ONE_ROOM, FOUR_ROOMS = f"{MANY}#0", f"{MANY}#1"
FOUR_ROOMS_OLD = HOUSES / "four_rooms.json.gz"


def house(number):
    with gzip.open(MANY) as lines:
        return json.loads(lines.readlines()[number])


def square(size=4.0, x=0.0, z=0.0, number=2):
    """A room with its four walls and nothing in it, in schema 0.0.1."""
    corners = [(x, z), (x, z + size), (x + size, z + size), (x + size, z)]
    walls = []
    for k, start in enumerate(corners):
        end = corners[(k + 1) % 4]
        feet = [{"x": px, "y": 0.0, "z": pz} for px, pz in (start, end)]
        walls.append(
            {
                "id": f"wall|{number}|{k}",
                "roomId": f"room|{number}",
                "polygon": feet + [{**foot, "y": 2.5} for foot in feet],
                "material": "PureWhite",
            }
        )
    room = {
        "id": f"room|{number}",
        "roomType": "Bedroom",
        "floorPolygon": [{"x": px, "y": 0, "z": pz} for px, pz in corners],
        "floorMaterial": "WhiteWood1",
    }
    return {"rooms": [room], "walls": walls}


def two_rooms():
    """Two squares side by side with a door frame between them, and a window."""
    left, right = square(), square(x=4.0, number=3)
    frame = {
        "id": "door|2|3",
        "assetId": "Doorframe_9",
        "room0": "room|2",
        "room1": "room|3",
        "wall0": "wall|2|2",
        "wall1": "wall|3|0",
        "boundingBox": {"min": {"x": 1.0, "y": 0.0, "z": 0.0}, "max": {"x": 2.0, "y": 2.07, "z": 0.0}},
    }
    window = {
        "id": "window|2|0",
        "assetId": "Window_Slider_60x36",
        "room0": "room|2",
        "room1": "room|2",
        "wall0": "wall|2|0",
        "wall1": "wall|2|0",
        "boundingBox": {"min": {"x": 1.0, "y": 1.0, "z": 0.0}, "max": {"x": 2.5, "y": 1.9, "z": 0.0}},
    }
    return {
        "rooms": left["rooms"] + right["rooms"],
        "walls": left["walls"] + right["walls"],
        "doors": [frame],
        "windows": [window],
        "objects": [],
    }
