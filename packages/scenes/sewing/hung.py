"""What a hung garment shows besides its cloth: a black lacquered hanger, its steel hook, and the peg that holds it.

Units: metres. They are part of the plate, as a label is: the same in every colour, and grey, as a plate's light is.
"""

from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from garments.trims import metal, tube
from lib import scene_setup

STEM, BEND = 0.020, 0.019  # of the hook: its way up from the wood, and the radius of its bend
WIRE = 0.0018
# Of a peg: how far behind the hook its stem ends in a wall, the stem's radius, and its knob from the front to the stem,
# as ways behind the wire and radii
WALL, PEGGED = 0.06, 0.0040
KNOB = [
    (-0.0165, 0.0004),
    (-0.0160, 0.0044),
    (-0.0140, 0.0074),
    (-0.0105, 0.0085),
    (-0.0070, 0.0070),
    (-0.0048, PEGGED),
]


def hook(top: NDArray) -> NDArray:
    """The way of a hook's wire from the hanger: up, then round to the viewer's left and open there."""
    up = top + np.linspace(-0.006, STEM, 24)[:, None] * np.array([0, 0, 1.0])
    turn = np.radians(np.linspace(-62, 190, 72))
    middle = up[-1] - BEND * np.array([np.cos(turn[0]), 0, np.sin(turn[0])])
    bend = middle + BEND * np.stack([np.cos(turn), 0 * turn, np.sin(turn)], 1)
    line = np.concatenate([up, bend[1:]])
    line[:, 0] -= (middle[0] - top[0]) * np.clip((line[:, 2] - top[2]) / STEM, 0, 1)  # the bend stands over the middle
    return line


def rod(name: str, path: NDArray, radius: Any, goods: Any, place: NDArray, around: int = 20) -> Any:
    """A tube along a path that lies in one upright plane seen from the front: tube() bears no upright stretch."""
    points, faces, _ = tube(path[:, [0, 2, 1]], radius, around)
    corners = sum(len(face) for face in faces)
    return scene_setup.add_mesh(
        name, points[:, [0, 2, 1]], [f[::-1] for f in faces], np.tile(place, (corners, 1)), goods
    )


def lacquer() -> Any:
    material = bpy.data.materials.new("lacquer")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value, shader.inputs["Roughness"].default_value = (0.022, 0.022, 0.022, 1), 0.34
    return material


def peg(line: NDArray, goods: Any, place: NDArray) -> Any:
    """The peg that a hook's wire hangs on: without one readers named a hook that hangs from nothing."""
    away, radius = np.array([*KNOB, (WALL, PEGGED)]).T
    path = line[np.argmax(line[:, 2])] - [0, 0, WIRE + PEGGED] + away[:, None] * np.array([0, 1.0, 0])
    points, faces, _ = tube(path, radius, 28)
    corners = sum(len(face) for face in faces)
    return scene_setup.add_mesh("peg", points, faces, np.tile(place, (corners, 1)), goods)


def things(points: NDArray, faces: NDArray, place: NDArray) -> list[Any]:
    """points, faces: the hanger's, as hanger.py makes them; place: in pattern space, shares."""
    black, steel = lacquer(), metal()
    wood = scene_setup.add_mesh("hanger", points, faces, np.tile(place, (4 * len(faces), 1)), black)
    line = hook(points[np.argmax(points[:, 2])])
    return [wood, rod("hook", line, WIRE, steel, place), peg(line, black, place)]
