"""The geometry under flat patterns, and presets; nothing here needs Blender."""

import numpy as np
import pytest

from lib import cloth
from rigs import presets


def test_resampled_lines_keep_ends_length_and_spacing():
    line = np.array([(0.0, 0.0), (0.3, 0.0), (0.3, 0.4)])
    fine = cloth.resample(line, 0.01)
    steps = np.linalg.norm(np.diff(fine, axis=0), axis=1)
    assert np.allclose(fine[[0, -1]], line[[0, -1]])
    assert steps.max() < 0.0105
    assert steps.sum() == pytest.approx(0.7, abs=0.005)


def test_inside_tells_in_from_out():
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    assert list(cloth.inside(np.array([(0.5, 0.5), (1.5, 0.5), (-0.1, 0.2)]), square)) == [True, False, False]


def test_triangles_fill_their_outline():
    corners = np.array([(0, 0), (0.1, 0), (0.1, 0.1), (0, 0.1), (0, 0)])
    points, triangles = cloth.triangulate(cloth.resample(corners, 0.01)[:-1], 0.01)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    doubled = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    assert np.abs(doubled).sum() / 2 == pytest.approx(0.01, rel=0.02)


def test_rings_are_joined_by_quads():
    faces = cloth.ring_faces(0, 4, 4)
    assert len(faces) == 4
    assert {corner for face in faces for corner in face} == set(range(8))


@pytest.mark.parametrize("rig", presets.LIGHTS)
def test_every_rig_has_five_lights_that_expose_a_level_ground(rig):
    lights = presets.lights(rig)
    assert len({light["name"] for light in lights}) == 5
    for light in lights:
        assert 0.85 < sum(np.mean(gain) for gain in light["gains"].values()) < 1.15


CROPS = [name for name in dir(presets) if name.endswith("_FRAMES")]


@pytest.mark.parametrize(
    "frames", [presets.frames(), presets.frames(0.05, 0.94), *(getattr(presets, name) for name in CROPS)]
)
def test_crops_lie_within_the_picture(frames):
    for frame in frames:
        for axis in "xy":
            assert frame[axis] - frame["scale"] / 2 >= -1e-9
            assert frame[axis] + frame["scale"] / 2 <= 1 + 1e-9
