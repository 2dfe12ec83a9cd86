from pathlib import Path

import numpy as np
import trimesh

from flowbench.render.glb import write_glb
from flowbench.render.meshes import Material
from flowbench.render.model import Instance, Model
from tests.render.solids import box


def written(tmp_path: Path) -> trimesh.Scene:
    red = Material("red", (1.0, 0.0, 0.0), gloss=0.9)
    wood = Material("oak", (0.7, 0.5, 0.3), "wood", 0.5)
    place = np.array([1.0, 2.0, 3.0])
    model = Model.build(
        [
            Instance(box((0.2, 0.4, 0.6), red), 1, np.eye(3), place),
            Instance(box((1.0, 1.0, 1.0), wood), 2, np.eye(3), -place),
        ]
    )
    write_glb(tmp_path / "x.glb", model, ("Cup|1", "Table|2"))
    return trimesh.load_scene(tmp_path / "x.glb")


def test_every_surface_is_an_object_at_its_place_with_x_turned_round(tmp_path: Path) -> None:
    scene = written(tmp_path)
    assert sorted(name.split("/")[0] for name in scene.geometry) == ["Cup|1", "Table|2"]
    cup = next(part for name, part in scene.geometry.items() if name.startswith("Cup"))
    np.testing.assert_allclose(cup.bounds, [[-1.1, 1.8, 2.7], [-0.9, 2.2, 3.3]], atol=1e-6)


def test_faces_look_outwards(tmp_path: Path) -> None:
    for part in written(tmp_path).geometry.values():
        out = part.triangles_center - part.bounds.mean(axis=0)
        assert (np.einsum("ij,ij->i", part.face_normals, out) > 0).all()


def test_colours_gloss_and_textures_come_along(tmp_path: Path) -> None:
    parts = {name.split("|")[0]: part.visual.material for name, part in written(tmp_path).geometry.items()}
    assert parts["Cup"].baseColorFactor.tolist()[:3] == [255, 0, 0] and parts["Cup"].roughnessFactor < 0.4
    picture = np.asarray(parts["Table"].baseColorTexture.convert("RGB"), dtype=float)
    assert picture.shape == (256, 256, 3) and picture.std() > 2.0
    red, green, blue = picture.mean(axis=(0, 1))
    assert red > green > blue
