"""The form inside a filled garment: torso, shoulders, two arms; never seen. A signed distance on a grid.

Units: metres; x to the viewer's right, y up from the garment's shoulder point, z towards the viewer.
"""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter

STEP = 0.007
LOW, HIGH = np.array([-0.62, -0.86, -0.26]), np.array([0.62, 0.38, 0.30])
# height, half width, half depth, middle of the depth
TORSO = np.array(
    [
        (0.16, 0.056, 0.060, -0.010),
        (0.02, 0.060, 0.064, -0.012),
        (-0.02, 0.085, 0.062, -0.016),
        (-0.07, 0.140, 0.080, -0.010),
        (-0.13, 0.166, 0.104, 0.002),
        (-0.21, 0.174, 0.118, 0.008),
        (-0.30, 0.168, 0.114, 0.006),
        (-0.42, 0.156, 0.106, 0.002),
        (-0.54, 0.162, 0.110, 0.0),
        (-0.66, 0.171, 0.117, -0.004),
        (-0.90, 0.168, 0.115, -0.006),
    ]
)


@dataclass
class Arm:
    """lean: degrees away from the body; ahead: degrees towards the viewer; of upper arm and forearm."""

    side: int
    lean: tuple = (21.0, 13.0)
    ahead: tuple = (2.0, 16.0)
    joint: tuple = (0.172, -0.078, -0.012)
    lengths: tuple = (0.310, 0.360)
    radii: tuple = (0.054, 0.043, 0.029)

    def points(self):
        """Shoulder, elbow, wrist."""
        at = [np.array(self.joint) * [self.side, 1, 1]]
        for length, lean, ahead in zip(self.lengths, np.radians(self.lean), np.radians(self.ahead)):
            way = np.array([self.side * np.sin(lean) * np.cos(ahead), -np.cos(lean) * np.cos(ahead), np.sin(ahead)])
            at.append(at[-1] + length * way)
        return np.array(at)

    def along(self, s):
        """Place and direction s metres down the arm (bent softly at the elbow, straight on beyond its ends)."""
        a, b, c = self.points()
        first, second = (b - a) / self.lengths[0], (c - b) / self.lengths[1]
        soft = 0.05
        t = (s - self.lengths[0]) / soft
        bent = soft * np.where(t > 20, t, np.log1p(np.exp(np.minimum(t, 20))))  # softplus: how far beyond the elbow
        share = (1 / (1 + np.exp(-np.clip(t, -40, 40))))[:, None]
        way = first * (1 - share) + second * share
        return a + s[:, None] * first + bent[:, None] * (second - first), way / np.linalg.norm(
            way, axis=1, keepdims=True
        )

    def cross_section(self, way):
        """Unit vectors across the arm: towards the body, and towards the viewer."""
        inwards = np.cross(way, [0, 0, 1.0]) * self.side
        inwards /= np.linalg.norm(inwards, axis=1, keepdims=True)
        out = np.cross(way, inwards)
        return inwards, out * np.sign(out[:, 2:])


def arms(left, right):
    """Both arms of a mannequin; each as ((lean, elbow), (forward bends)) of Arm, degrees."""
    return [Arm(-1, *left), Arm(1, *right)]


def cone(points, a, b, ra, rb):
    way = b - a
    t = np.clip(((points - a) @ way) / (way @ way), 0, 1)
    return np.linalg.norm(points - a - t[..., None] * way, axis=-1) - (ra + (rb - ra) * t)


def soft_min(a, b, soft):
    h = np.clip(0.5 + 0.5 * (b - a) / soft, 0, 1)
    return b + (a - b) * h - soft * h * (1 - h)


HEAD = (0, 0.128, -0.026)


class Mannequin:
    def __init__(self, arms, head=None):
        """head: the middle of the head that a hood falls round; None: none."""
        self.arms = arms
        axes = [np.arange(low, high, STEP) for low, high in zip(LOW, HIGH)]
        grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1).astype(np.float32)
        half, deep, middle = (np.interp(-grid[..., 1], -TORSO[:, 0], TORSO[:, k]) for k in (1, 2, 3))
        x, z = grid[..., 0], grid[..., 2] - middle
        round_ = np.hypot(x / half, z / deep)
        field = (round_ - 1) * np.hypot(x, z) / np.maximum(round_, 1e-3)
        field = np.where(round_ < 1e-2, -deep, field)
        for arm in arms:
            a, b, c = arm.points()
            shoulder = np.array([0.045 * arm.side, -0.040, -0.014])
            field = soft_min(field, cone(grid, shoulder, a, 0.050, 0.052), 0.03)
            limb = soft_min(cone(grid, a, b, *arm.radii[:2]), cone(grid, b, c, *arm.radii[1:]), 0.02)
            field = soft_min(field, limb, 0.018)
        if head:  # small: the hood falls round it
            off = (grid - np.array(head)) / np.array([0.100, 0.124, 0.110])
            far = np.linalg.norm(off, axis=-1)
            field = soft_min(field, (far - 1) * 0.105, 0.03)
            field = soft_min(
                field, cone(grid, np.array([0, -0.03, -0.010]), np.array([0, 0.10, -0.030]), 0.070, 0.076), 0.02
            )
        self.field = gaussian_filter(field, 1.2).astype(np.float64)

    def distance(self, points):
        """Signed distance and its gradient, trilinear."""
        at = np.clip((points - LOW) / STEP, 0, np.array(self.field.shape) - 1.001)
        i = at.astype(int)
        f = at - i
        corner = {}
        for a in (0, 1):
            for b in (0, 1):
                for c in (0, 1):
                    corner[a, b, c] = self.field[i[:, 0] + a, i[:, 1] + b, i[:, 2] + c]
        mix = lambda low, high, t: low + (high - low) * t
        fx, fy, fz = f.T
        x = {(b, c): mix(corner[0, b, c], corner[1, b, c], fx) for b in (0, 1) for c in (0, 1)}
        y = {c: mix(x[0, c], x[1, c], fy) for c in (0, 1)}
        value = mix(y[0], y[1], fz)
        dz = y[1] - y[0]
        dy = mix(x[1, 0] - x[0, 0], x[1, 1] - x[0, 1], fz)
        step_x = {(b, c): corner[1, b, c] - corner[0, b, c] for b in (0, 1) for c in (0, 1)}
        dx = mix(mix(step_x[0, 0], step_x[1, 0], fy), mix(step_x[0, 1], step_x[1, 1], fy), fz)
        return value, np.stack([dx, dy, dz], 1) / STEP

    def ridge(self, x, z):
        """Height of the form's upper side at (x, z)."""
        heights = np.arange(0.10, -0.30, -0.002)
        grid = np.stack(np.broadcast_arrays(np.asarray(x)[:, None], heights[None], np.full((1, 1), z)), -1)
        value = self.distance(grid.reshape(-1, 3))[0].reshape(len(x), -1)
        neck = 0.085  # nearer to the middle the neck stands: the seam lies beside it
        value = np.where(np.abs(np.asarray(x))[:, None] < neck, np.nan, value)
        top = np.array([heights[np.argmax(row < 0)] if np.isfinite(row).all() else np.nan for row in value])
        known = np.isfinite(top)
        return np.interp(np.abs(x), np.sort(np.abs(x)[known]), top[known][np.argsort(np.abs(x)[known])])
