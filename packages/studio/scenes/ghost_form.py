"""A garment filled as if worn, seen from the front: its silhouette, its depth, and the cloth's own measure on it.

Units: metres; x to the viewer's right, y up from the shoulder's high point, z towards the viewer (0 at the
silhouette). The depth is an inflated silhouette: z² solves Poisson's equation (a long strip becomes a tube of
elliptic section), free at hem and cuffs, given at the neck. Folds come from the same heavy sheet as in the
flat-lays (cloth.py), raised along the form's normal. Cloth is measured along its rows and columns, so that
inches of print are inches of cloth.
"""
import math
import os

import numpy as np
from scipy.interpolate import LinearNDInterpolator
from scipy.ndimage import gaussian_filter, map_coordinates
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.linalg import spsolve
from scipy.spatial import cKDTree

import cloth
import sweat_pattern
from cloth import resample
from sweat_pattern import cubic
from tee_pattern import bezier, neck

SILHOUETTE = ("shoulder", "overarm", "underarm", "side", "gather", "cuffside", "hemside")
SQUEEZE = 0.87  # a filled sweatshirt's width, times its flat width


class TeeCut:
    """Silhouette of the filled tee."""
    seam_x, seam_front, seam_back = 0.089, 0.098, 0.016
    band, band_back, thick = 0.0205, 0.021, 0.0011
    throat = (0.058, 0.010, -0.070)                       # depth of the neck seam in front, at the side, behind
    tip, underarm = np.array((0.203, -0.058)), np.array((0.205, -0.240))
    depth = {"body": 0.62, "sleeve": 1.35}                # z² falls by this much a square metre
    bending, weight, creased = 1.1e-5, 1.5, 1.3

    def right_side(self):
        along, down = np.array([0.590, -0.807]), np.array([-0.800, -0.600])
        top = self.tip + 0.196 * along
        bottom = top + 0.124 * down
        return [
            ("shoulder", bezier((self.seam_x, 0), ((self.seam_x + self.tip[0]) / 2, self.tip[1] / 2 + 0.004), self.tip)),
            ("overarm", cubic(self.tip, self.tip + [0.034, -0.016], top - 0.09 * along, top)),
            ("cuff", bezier(top, (top + bottom) / 2 + 0.012 * along, bottom)),
            ("underarm", bezier(bottom, self.underarm + [0.010, -0.012], self.underarm)),
            ("side", cubic(self.underarm, (0.2005, -0.36), (0.1950, -0.50), (0.2060, -0.668))),
            ("hem", bezier((0.2060, -0.668), (0.13, -0.688), (0, -0.688))),
        ]

    def armhole(self):
        return bezier(self.tip, (self.tip[0] - 0.030, -0.150), self.underarm, 80)

    def is_sleeve(self, points):
        line = self.armhole()
        edge = np.interp(-points[:, 1], -line[:, 1], line[:, 0])
        edge = np.where(points[:, 1] < self.underarm[1], self.underarm[0] + 0.9 * (self.underarm[1] - points[:, 1]) * 0.2, edge)
        return np.abs(points[:, 0]) - edge


class SweatCut:
    """Silhouette of the filled sweatshirt or hoodie: the laid one, narrower by what goes into its depth."""
    seam_x, seam_front, seam_back = 0.091, 0.098, 0.018
    band, band_back, thick = 0.026, 0.0265, 0.0021
    throat = (0.060, 0.012, -0.074)
    depth = {"body": 0.56, "sleeve": 1.10}
    bending, weight, creased = 4.0e-5, 2.2, 0.9

    def __init__(self):
        self.tip = np.array(sweat_pattern.TIP) * [SQUEEZE, 1]
        self.underarm = np.array(sweat_pattern.UNDERARM) * [SQUEEZE, 1]

    def bow(self, points):
        """The hem's near side hangs lower in the picture than its sides."""
        x, y = points[:, 0], points[:, 1]
        drop = np.where(np.abs(x) < 0.26, 0.016 * np.maximum(0, 1 - (x / 0.24) ** 2) * np.clip((-0.40 - y) / 0.24, 0, 1), 0)
        return np.stack([x, y - drop], 1)

    def right_side(self):
        pieces = []
        for kind, line in sweat_pattern.right_side():
            line = np.asarray(line, float) * [SQUEEZE, 1]
            if kind == "shoulder":
                line = bezier((self.seam_x, 0), ((self.seam_x + self.tip[0]) / 2, self.tip[1] / 2 + 0.005), self.tip)
            pieces.append((kind, self.bow(resample(line, 0.004))))
        return pieces

    def armhole(self):
        return sweat_pattern.armhole() * [SQUEEZE, 1]

    def is_sleeve(self, points):
        line = self.armhole()
        edge = np.interp(-points[:, 1], -line[:, 1], line[:, 0])
        edge = np.where(points[:, 1] < self.underarm[1], self.underarm[0] + 0.12 * (self.underarm[1] - points[:, 1]), edge)
        return np.abs(points[:, 0]) - edge


def outline(cut, spacing):
    """Closed counter-clockwise silhouette with the front neck seam, and the kind of edge at every point."""
    front = neck(np.linspace(0, math.pi / 2, 60), cut.seam_x, -cut.seam_front)
    points, kinds = [], []
    pieces = [("neck", front[::-1])] + cut.right_side()
    for kind, line in pieces:
        line = resample(line, spacing)
        points.extend(line[:-1])
        kinds.extend([kind] * (len(line) - 1))
    points.append(np.asarray(pieces[-1][1][-1]))
    kinds.append("hem")
    points = np.array(points)
    left = points[1:-1][::-1] * [-1, 1]
    return np.concatenate([points, left])[::-1], np.array((kinds + kinds[1:-1][::-1])[::-1])


def throat_depth(cut, angle):
    """Depth of the neck seam; angle 0 at the shoulder, +90° in front, -90° behind (radians)."""
    front, side, back = cut.throat
    s = np.sin(angle)
    return side + np.where(s > 0, (front - side) * np.abs(s) ** 1.5, (back - side) * np.abs(s) ** 1.3)


class Form:
    """The filled front. `points` 3D, `triangles`, `flat` (cloth's measure), `edge` (closed outline), `kinds`."""

    def __init__(self, cut, patches, seed, kept, fine=0.003, gathers=None):
        """kept: path under which the settled folds are kept; its end is a hash of what they follow from."""
        self.cut = cut
        self.edge, self.kinds = outline(cut, fine)
        self.place, self.triangles = cloth.triangulate(self.edge, fine, seed=1)
        self.n = len(self.edge)
        self.u = self._inflate()
        self.base = np.c_[self.place, np.sqrt(np.maximum(self.u, 0))]
        self.normals = self._normals(self.base)
        self.sheet = cloth.Sheet(outline(cut, 0.006)[0])
        if not os.path.exists(kept):
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            np.save(kept, self._settle(patches, seed, gathers))
        self.folds = np.load(kept)
        self.points = self.raise_by(self.sheet.look_up(self.folds, self.place))
        self._measure()
        self.flat = self.measure(self.place)

    def raise_by(self, height):
        return self.base + self.normals * np.asarray(height)[:, None]

    def _inflate(self):
        p, t, n = self.place, self.triangles, self.n
        a, b, c = (p[t[:, k]] for k in range(3))
        area = ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
        rows, columns, values = [], [], []
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            e1, e2 = p[t[:, i]] - p[t[:, k]], p[t[:, j]] - p[t[:, k]]
            w = (e1 * e2).sum(1) / (4 * area)
            rows += [t[:, i], t[:, j], t[:, i], t[:, j]]
            columns += [t[:, j], t[:, i], t[:, i], t[:, j]]
            values += [-w, -w, w, w]
        stiffness = csr_matrix(coo_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (len(p),) * 2))
        share = np.clip(self.cut.is_sleeve(p) / 0.05 + 0.5, 0, 1)
        share = share * share * (3 - 2 * share)
        force = self.cut.depth["body"] * (1 - share) + self.cut.depth["sleeve"] * share
        load = np.bincount(t.ravel(), np.repeat(area / 3, 3), len(p)) * force
        given = np.full(len(p), np.nan)
        given[:n][np.isin(self.kinds, SILHOUETTE)] = 0.0
        at_neck = np.flatnonzero(self.kinds == "neck")
        angle = np.arcsin(np.clip((-self.edge[at_neck, 1] / self.cut.seam_front), 0, 1) ** (1 / 0.92))
        given[at_neck] = throat_depth(self.cut, angle) ** 2
        known, free = np.flatnonzero(~np.isnan(given)), np.flatnonzero(np.isnan(given))
        u = np.where(np.isnan(given), 0, given)
        u[free] = spsolve(stiffness[free][:, free].tocsc(), load[free] - stiffness[free][:, known] @ u[known])
        return u

    def _normals(self, points):
        t = self.triangles
        a, b, c = (points[t[:, k]] for k in range(3))
        face = np.cross(b - a, c - a)
        normal = np.zeros_like(points)
        for k in range(3):
            np.add.at(normal, t[:, k], face)
        return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)

    def _settle(self, patches, seed, gathers):
        sheet, rng = self.sheet, np.random.default_rng(seed + 100)
        points, shape = sheet.points, sheet.shape
        edge, kinds = outline(self.cut, 0.006)
        near = lambda names: cKDTree(edge[np.isin(kinds, names)]).query(points)[0].reshape(shape)
        slack = cloth.patch_slack(points, patches, self.cut.creased)
        if gathers:
            slack = [a + b for a, b in zip(slack, gathers(points))]
        slack = [s.reshape(shape) for s in slack]
        hold = 2500.0 * np.exp(-(near(("neck",)) / 0.012) ** 2) + 500.0 * np.exp(-(near(("shoulder",)) / 0.012) ** 2)
        if "cuffside" in kinds:
            ribs = np.minimum(near(("cuff", "cuffside")), near(("hem", "hemside")))
            hold = hold + 250.0 * np.exp(-(ribs / 0.03) ** 2)
        start = 0.004 + 0.003 * cloth.smooth_field(points, 0.085, rng, 60)
        z = sheet.heights(slack, hold, 1.0, start=start.reshape(shape), bending=self.cut.bending, weight=self.cut.weight)
        where = np.clip(0.6 + 0.5 * cloth.smooth_field(points, 0.35, rng), 0.1, 1.5)
        kept = 0.00045 * cloth.smooth_field(points, 0.12, rng, 40) + 0.00018 * cloth.smooth_field(points, 0.05, rng, 60)
        return z + (where * kept).reshape(shape)

    def _measure(self):
        """Length of cloth along rows from the middle and along columns, on the sheet's grid."""
        sheet = self.sheet
        base = LinearNDInterpolator(self.place, self.u)(sheet.points).reshape(sheet.shape)
        known = np.isfinite(base)
        z = np.sqrt(np.maximum(np.where(known, base, 0), 0)) + gaussian_filter(self.folds, 1.0)
        fall, run = np.gradient(gaussian_filter(z, 1.5), sheet.step)
        across = np.sqrt(1 + np.clip(run, -1.6, 1.6) ** 2) * sheet.step
        down = np.sqrt(1 + np.clip(fall, -0.6, 0.6) ** 2) * sheet.step
        x = np.cumsum(across, 1)
        middle = -sheet.low[0] / sheet.step
        rows = np.arange(sheet.shape[0])
        x -= map_coordinates(x, [rows, np.full(len(rows), middle)], order=1)[:, None]
        y = np.cumsum(gaussian_filter(down, 4), 0)
        start = (-0.20 - sheet.low[1]) / sheet.step
        columns = np.arange(sheet.shape[1])
        y = -0.20 + y - map_coordinates(y, [np.full(len(columns), start), columns], order=1)[None]
        self.x_of, self.y_of = gaussian_filter(x, 1.2), gaussian_filter(y, 1.2)

    def measure(self, points):
        where = (points - self.sheet.low) / self.sheet.step
        at = [where[:, 1], where[:, 0]]
        return np.stack([map_coordinates(f, at, order=1, mode="nearest") for f in (self.x_of, self.y_of)], 1)

    def surface(self, points):
        """3D place and normal of points of the silhouette's plane (for what is sewn on)."""
        if not hasattr(self, "_surface"):
            self._surface = LinearNDInterpolator(self.place, np.c_[self.points, self._normals(self.points)])
            self._nearest = cKDTree(self.place)
        found = self._surface(points)
        lost = ~np.isfinite(found[:, 0])
        if lost.any():
            ids = self._nearest.query(points[lost])[1]
            found[lost] = np.c_[self.points, self._normals(self.points)][ids]
        return found[:, :3], found[:, 3:]
