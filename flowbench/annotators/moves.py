"""Whole actions in words: turns, several moves, contents that go along, and moves of the camera."""

from collections.abc import Callable

from flowbench.annotators.names import motion_text
from flowbench.assets import questions
from flowbench.geometry.motion import moves_of
from flowbench.records import Action, CameraMotion, Motion, Move

CAMERA = "the camera"
AGAIN = "it"


def action_text(action: Action, name_of: Callable[[str], str], carries: bool = False) -> str:
    """An action in words, a sentence a move.

    Args:
        name_of: object id -> what the object is called.
        carries: whether what rests on a moved object goes along.

    >>> action_text(Motion("Mug|1", right_m=-0.4), lambda _: "the mug")
    'Move the mug 0.40 m to the left.'
    >>> action_text((Motion("Mug|1", yaw_deg=30.0), CameraMotion(yaw_deg=-5.0)), lambda _: "the mug")
    'Turn the mug by 30 degrees clockwise, seen from above. Then turn the camera by 5 degrees to the left.'
    >>> action_text(Motion("Tray|1", right_m=0.4), lambda _: "the tray", carries=True)
    'Move the tray, with all that lies on or in it, 0.40 m to the right.'
    """
    words, sentences, last = questions.load("motions"), list[str](), ""
    for move in moves_of(action):
        if isinstance(move, CameraMotion):
            sentence, last = camera_text(move), CAMERA
        else:
            name = AGAIN if move.object_id == last else name_of(move.object_id)
            full = words["with_contents"].format(name=name) if carries and name != AGAIN else name
            sentence, last = object_text(full, move), move.object_id
        sentences.append(words["then"].format(rest=_lower(sentence)) if sentences else sentence)
    return " ".join(sentences)


def object_text(name: str, motion: Motion) -> str:
    """A motion of an object in words.

    >>> object_text("the mug", Motion("Mug|1", right_m=-0.4, yaw_deg=-90.0))
    'Move the mug 0.40 m to the left and turn it by 90 degrees anticlockwise, seen from above.'
    """
    if motion.yaw_deg == 0.0:
        return motion_text(name, motion)
    words = questions.load("motions")
    way = words["clockwise" if motion.yaw_deg > 0.0 else "anticlockwise"]
    still = not (motion.right_m or motion.up_m or motion.forward_m)
    turn = words["turn"].format(name=name if still else AGAIN, degrees=f"{abs(motion.yaw_deg):.0f}", way=way)
    if still:
        return f"{_upper(turn)}."
    return f"{motion_text(name, motion).removesuffix('.')} and {turn}."


def camera_text(motion: CameraMotion) -> str:
    """A motion of the camera in words.

    >>> camera_text(CameraMotion(right_m=0.25, forward_m=-0.1, yaw_deg=12.0, tilt_deg=4.0))
    'Move the camera 0.25 m to the right and 0.10 m backward, turn it by 12 degrees to the right and tilt it down by 4 degrees.'
    """  # noqa: E501 (a sentence is one line)
    words = questions.load("motions")
    ways = [
        f"{abs(metres):.2f} m {words[positive if metres > 0.0 else negative]}"
        for metres, positive, negative in (
            (motion.right_m, "camera_right", "camera_left"),
            (motion.forward_m, "camera_forward", "camera_back"),
        )
        if metres
    ]
    parts = [words["camera"].format(ways=" and ".join(ways))] if ways else []
    for key, degrees, positive, negative in (
        ("camera_turn", motion.yaw_deg, "camera_right", "camera_left"),
        ("camera_tilt", motion.tilt_deg, "camera_down", "camera_up"),
    ):
        if degrees:
            way = words[positive if degrees > 0.0 else negative]
            named = AGAIN if parts else CAMERA
            parts.append(words[key].format(camera=named, degrees=f"{abs(degrees):.0f}", way=way))
    if not parts:
        return f"Leave {CAMERA} where it is."
    return f"{_upper(' and '.join([', '.join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts))}."


def moves_json(action: Action) -> list[dict[str, float | str]]:
    """The moves of an action as JSON values: of an object ("object_id", ...) or of the camera ("camera": "agent")."""
    return [_move_json(move) for move in moves_of(action)]


def _move_json(move: Move) -> dict[str, float | str]:
    if isinstance(move, CameraMotion):
        return {
            "camera": "agent",
            "right_m": move.right_m,
            "forward_m": move.forward_m,
            "yaw_deg": move.yaw_deg,
            "tilt_deg": move.tilt_deg,
        }
    return {
        "object_id": move.object_id,
        "right_m": move.right_m,
        "up_m": move.up_m,
        "forward_m": move.forward_m,
        "yaw_deg": move.yaw_deg,
    }


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _upper(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
