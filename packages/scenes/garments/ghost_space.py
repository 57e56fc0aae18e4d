"""The space that filled garments are built in: the flat-lay's turned upright, a wall behind; and their pattern space.

Units: metres.
"""

import numpy as np

from lib import scene_setup

WALL = 0.185  # metres from the shoulders' ridge back to the wall
PATTERN = {"x0": -0.80, "y0": -0.82, "width": 1.60, "height": 1.26}
CORNER = (-0.60, 0.30)  # where in pattern space things lie that bear no print


def add(name, points, faces, flat, material, shift):
    """flat: every point's place in pattern space (metres), or every corner's (faces, corners, 2)."""
    points, flat = np.asarray(points) + [0, shift, WALL], np.asarray(flat)
    flat = flat.reshape(-1, 2) if flat.ndim == 3 else flat[np.concatenate([list(face) for face in faces])]
    uv = (flat - [PATTERN["x0"], PATTERN["y0"]]) / [PATTERN["width"], PATTERN["height"]]
    return scene_setup.add_mesh(name, points, faces, uv, material)
