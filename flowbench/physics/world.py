"""A MuJoCo model of one free body among standing boxes."""

import mujoco
import numpy as np

from flowbench.physics.frames import geom
from flowbench.records import Floats

STEP_S = 0.005
FRICTION = 0.8
GRAVITY = 9.81
LIGHTEST_KG = 0.05  # very light bodies only make the solver slow; mass does not matter among standing things

_HEAD = f"""<mujoco><option timestep="{STEP_S}" gravity="0 0 -{GRAVITY}" integrator="implicitfast" cone="elliptic"
 impratio="10"/><size memory="2M"/><default><geom type="box" friction="{FRICTION} 0.01 0.001"/></default><worldbody>
<geom type="plane" size="0 0 1" pos="0 0 0"/>"""


def compile_world(box: Floats, mass_kg: float, moving: Floats, standing: Floats) -> mujoco.MjModel:
    """The model: `moving` (m, 15) is one free body, `standing` (n, 15) and the floor stay where they are.

    The body's frame lies at the centre of its own `box` (15,), along the world's axes, and its mass is spread evenly
    over that box, which is what "its centre lies over its support" means everywhere else.
    """
    standing_geoms = "".join(_geom_xml(row) for row in standing)
    centred = moving.copy()
    centred[:, 0:3] -= box[0:3]
    moving_geoms = "".join(_geom_xml(row) for row in centred)
    pos, _, _ = geom(box)
    return mujoco.MjModel.from_xml_string(
        f'{_HEAD}{standing_geoms}<body pos="{_text(pos)}"><freejoint/>{_inertia_xml(box, mass_kg)}{moving_geoms}</body>'
        "</worldbody></mujoco>"
    )


def _geom_xml(box: Floats) -> str:
    pos, size, quat = geom(box)
    return f'<geom pos="{_text(pos)}" size="{_text(np.maximum(size, 1e-4))}" quat="{_text(quat)}" mass="0"/>'


def _inertia_xml(box: Floats, mass_kg: float) -> str:
    _, half, quat = geom(box)
    mass = max(mass_kg, LIGHTEST_KG)
    squares = np.maximum(half, 0.01) ** 2
    inertia = mass / 3.0 * (squares.sum() - squares)
    return f'<inertial pos="0 0 0" quat="{_text(quat)}" mass="{mass}" diaginertia="{_text(inertia)}"/>'


def _text(values: Floats) -> str:
    return " ".join(map(repr, values.tolist()))
