"""The wearer as the form within a sewn garment: a posed body's signed distance, in the garment's own frame.

Units: metres; frame as in mannequin.py: x to the viewer's right, y up from the garment's shoulder point, z towards the
viewer.
"""

import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter
from scipy.spatial import cKDTree

from garments import mannequin
from lib import drape

NECK = 0.085  # metres from the middle within which the neck stands, and the shoulder's ridge is not seen
GIVES = 0.007  # metres by which contact gives way under fleece's own tension: the form is larger by as much
BAND = 0.025  # metres either side of the skin within which the distance is measured from the skin itself


class Limb(mannequin.Arm):
    """An arm of a body: shoulder, elbow, wrist."""

    def __init__(self, side, joints):
        lengths = tuple(float(x) for x in np.linalg.norm(np.diff(joints, axis=0), axis=1))
        super().__init__(side, lengths=lengths)
        self.joints = joints

    def points(self):
        return self.joints


class Wearer(mannequin.Mannequin):
    """A body to settle cloth on. points: its places in the world; faces: quads; limbs: {side: three joints}.

    `top`, `back` and `middle` place the garment's frame in the world: the height of its shoulder point, its depth, and
    the neck's middle, which the garment hangs about however the wearer leans (a seam off it would stand up at the
    neck).
    """

    def __init__(self, points, faces, limbs, top, back, middle):
        self.top, self.back, self.middle = top, back, middle
        self.arms = [Limb(-1, self.to_garment(limbs["R"])), Limb(1, self.to_garment(limbs["L"]))]
        places, normals = drape.Skin(faces, 4).at(self.to_garment(points))
        shape = tuple(len(np.arange(low, high, mannequin.STEP)) for low, high in zip(mannequin.LOW, mannequin.HIGH))
        touched = np.ones(shape, bool)
        at = np.round((places - mannequin.LOW) / mannequin.STEP).astype(int)
        at = at[((at >= 0) & (at < shape)).all(1)]
        touched[tuple(at.T)] = False
        field = distance_transform_edt(touched, mannequin.STEP)
        near = np.argwhere(field < BAND)
        grid = mannequin.LOW + near * mannequin.STEP
        _, nearest = cKDTree(places).query(grid)
        off = grid - places[nearest]
        field = np.full(shape, np.nan)
        field[tuple(near.T)] = np.linalg.norm(off, axis=1) * np.where((off * normals[nearest]).sum(1) < 0, -1, 1)
        far = np.isnan(field)
        beyond, (i, j, k) = distance_transform_edt(far, mannequin.STEP, return_indices=True)
        rim = field[i, j, k]
        self.field = gaussian_filter(np.where(far, rim + np.sign(rim) * beyond, field), 1.0) - GIVES

    def to_garment(self, points):
        x, y, z = np.asarray(points).T
        return np.stack([x - self.middle, z - self.top, self.back - y], 1)

    def to_world(self, points):
        x, y, z = np.asarray(points).T
        return np.stack([x + self.middle, self.back - z, y + self.top], 1)

    def ridge(self, x, z):
        """Height of the shoulders at (x, z), each side its own; over the neck, what lies beside it."""
        x = np.asarray(x)
        heights = np.arange(0.12, -0.30, -0.002)
        known = np.concatenate([side * np.arange(NECK, 0.30, 0.005) for side in (-1, 1)])
        grid = np.stack(np.broadcast_arrays(known[:, None], heights[None], np.full((1, 1), z)), -1)
        value = self.distance(grid.reshape(-1, 3))[0].reshape(len(known), -1)
        top = heights[np.argmax(value < 0, axis=1)]
        order = np.argsort(known)
        return np.interp(x, known[order], top[order])
