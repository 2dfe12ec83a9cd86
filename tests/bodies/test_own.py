from pathlib import Path

import gymnasium
import numpy as np
import pytest
import trimesh

import flowbench  # noqa: F401  (registers the environments)
from flowbench.bodies import own
from flowbench.envs.rooms.views import stand_at, views
from flowbench.errors import BadValue, UnknownName
from flowbench.simulators import make_simulator


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    inside = tmp_path / "inside"
    inside.mkdir()
    monkeypatch.setenv(own.ROOT_VARIABLE, str(inside))
    return inside


def cone(path: Path, colour: tuple[int, int, int, int] = (200, 40, 40, 255)) -> Path:
    """A cone that points to +z, 3 m long, away from the origin."""
    mesh = trimesh.creation.cone(0.5, 3.0).apply_translation((4.0, 5.0, 6.0))
    mesh.visual.face_colors = colour
    path.write_bytes(trimesh.Scene(mesh).export(file_type="glb") if path.suffix == ".glb" else _export(mesh, path))
    return path


def _export(mesh: trimesh.Trimesh, path: Path) -> bytes:
    data = mesh.export(file_type=path.suffix[1:])
    return data.encode() if isinstance(data, str) else data


@pytest.mark.parametrize("kind", own.KINDS)
def test_meshes_of_all_kinds_fill_the_box_with_their_front_to_the_front(folder: Path, kind: str) -> None:
    cone(folder / f"x{kind}")
    mesh = own.fitted(f"x{kind}", (0.4, 0.6, 0.8))
    np.testing.assert_allclose(mesh.vertices.max(axis=0), (0.2, 0.3, 0.4), atol=1e-6)
    np.testing.assert_allclose(mesh.vertices.min(axis=0), (-0.2, -0.3, -0.4), atol=1e-6)
    assert (np.abs(mesh.vertices[mesh.vertices[:, 2] > 0.39][:, :2]) < 1e-6).all()
    centres = mesh.vertices[mesh.faces].mean(axis=1)
    assert (np.einsum("ij,ij->i", mesh.normals.mean(axis=1), centres) > 0).all()


def test_a_part_takes_the_colour_of_its_material(folder: Path) -> None:
    cone(folder / "x.glb", (255, 128, 0, 255))
    (material,) = own.fitted("x.glb", (1.0, 1.0, 1.0)).palette
    assert material.colour == pytest.approx((1.0, 0.5, 0.0), abs=0.01)


def test_an_engine_draws_the_mesh_and_collides_as_before(folder: Path) -> None:
    cone(folder / "x.glb")
    plain, changed = (make_simulator("embedded", 120, 120, "textured", bodies=b) for b in ((), (("Stool", "x.glb"),)))
    frames = []
    for engine in (plain, changed):
        stand_at(engine, "FloorPlan1", views("FloorPlan1", 1)[0])
        frames.append(engine.snapshot().pixels)
    assert frames[0] is not None and frames[1] is not None
    assert (frames[0].ids != frames[1].ids).any()
    for one, other in zip(plain.scene.layout.objects, changed.scene.layout.objects, strict=True):
        np.testing.assert_array_equal(one.boxes, other.boxes)


def test_an_environment_takes_bodies_and_refuses_what_is_not_there(folder: Path) -> None:
    cone(folder / "x.glb")
    env = gymnasium.make("FlowBench-Occlusion-v0", scenes=["FloorPlan1"], bodies={"Chair": "x.glb"}, quality="flat")
    assert env.spec is not None and env.spec.kwargs["bodies"] == {"Chair": "x.glb"}
    with pytest.raises(BadValue, match="kinds"):
        gymnasium.make("FlowBench-Occlusion-v0", bodies={"Chair": "y.glb"})


@pytest.mark.parametrize("path", ["../outside.glb", "/etc/hostname", "x.gltf", "missing.glb", "link.glb"])
def test_files_outside_the_folder_or_of_other_kinds_are_refused(folder: Path, path: str) -> None:
    cone(folder.parent / "outside.glb")
    (folder / "x.gltf").write_text("{}")
    (folder / "link.glb").symlink_to(folder.parent / "outside.glb")
    with pytest.raises(BadValue):
        own.fitted(path, (1.0, 1.0, 1.0))


def test_too_large_empty_and_broken_files_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "broken.glb").write_bytes(b"glTF nonsense that is no model")
    (folder / "empty.obj").write_text("v 0 0 0\nv 1 0 0\n")
    for name in ("broken.glb", "empty.obj"):
        with pytest.raises(BadValue):
            own.fitted(name, (1.0, 1.0, 1.0))
    cone(folder / "x.glb")
    monkeypatch.setattr(own, "MOST_TRIANGLES", 10)
    with pytest.raises(BadValue, match="triangles"):
        own.fitted("x.glb", (1.0, 1.0, 1.0))
    monkeypatch.setattr(own, "LARGEST_BYTES", 100)
    with pytest.raises(BadValue, match="MiB"):
        own.fitted("x.glb", (1.0, 1.0, 1.0))


def test_an_obj_reads_no_other_file(folder: Path) -> None:
    (folder / "x.mtl").write_text("newmtl a\nKd 1 0 0\n")
    (folder / "x.obj").write_text("mtllib x.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n")
    red, green, _ = own.fitted("x.obj", (1.0, 1.0, 1.0)).palette[0].colour
    assert red == green


def test_unknown_types_and_maps_of_other_things_are_named() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'Chair'"):
        own.checked({"Chiar": "x.glb"})
    with pytest.raises(BadValue, match="map object types"):
        own.checked({"Chair": 3})
