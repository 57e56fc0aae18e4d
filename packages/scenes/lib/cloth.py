"""Cloth on a table: meshing of a flat outline, and the heights to which its slack rises.

Units: metres, kilograms, seconds, newtons. The sheet lies where it was laid; where its cloth is longer
than its place (slack), it buckles. The heights minimise the energy of a heavy sheet (Föppl–von Kármán
with the in-plane positions given): bending, weight, and the strain that slack leaves unless a fold takes
it up. Cotton jersey of 150–180 g/m² has a bending rigidity of some 5e-6 to 2e-5 N·m (Kawabata B of 0.05
to 0.2 gf·cm²/cm) which with gravity gives folds 5 to 9 cm apart, as seen on a real shirt.
A projective-dynamics simulation was tried: without the sewn-in stiffness of a whole shirt the slack ran
together into a few sharp crumples.
"""

import numpy as np
from scipy.ndimage import binary_erosion, gaussian_filter, map_coordinates
from scipy.optimize import minimize
from scipy.spatial import Delaunay, cKDTree


def resample(line, spacing):
    """Points at equal arc length on a polyline, both ends kept."""
    line = np.asarray(line, float)
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    n = max(2, int(round(s[-1] / spacing)) + 1)
    t = np.linspace(0, s[-1], n)
    return np.stack([np.interp(t, s, line[:, k]) for k in range(line.shape[1])], 1)


def inside(points, outline):
    """Even-odd test of many points against one closed outline."""
    x, y = points.T
    result = np.zeros(len(points), bool)
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, 1, axis=0)):
        if y0 != y1:
            crosses = (y0 > y) != (y1 > y)
            result ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return result


def triangulate(outline, spacing, seed=0):
    """Points and triangles of a region; the first len(outline) points are the outline itself.

    outline: closed, counter-clockwise, already sampled at about `spacing`.
    """
    rng = np.random.default_rng(seed)
    low, high = outline.min(0), outline.max(0)
    grid = []
    for j, y in enumerate(np.arange(low[1], high[1], spacing * 0.866)):
        row = np.arange(low[0] + (spacing / 2 if j % 2 else 0), high[0], spacing)
        grid.append(np.stack([row, np.full(len(row), y)], 1))
    grid = np.concatenate(grid)
    grid += rng.uniform(-0.10, 0.10, grid.shape) * spacing
    grid = grid[inside(grid, outline)]
    grid = grid[cKDTree(outline).query(grid)[0] > 0.62 * spacing]
    points = np.concatenate([outline, grid])
    triangles = Delaunay(points).simplices
    a, b, c = (points[triangles[:, k]] for k in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    keep = inside(points[triangles].mean(1), outline) & (np.abs(area) > 1e-3 * spacing**2)
    triangles = np.where((area > 0)[:, None], triangles, triangles[:, ::-1])[keep]
    return points, triangles


def smooth_field(points, wavelength, rng, waves=24):
    """A random smooth function of unit variance with wavelengths around `wavelength`."""
    value = np.zeros(len(points))
    for _ in range(waves):
        angle = rng.uniform(0, 2 * np.pi)
        k = 2 * np.pi / (wavelength * rng.uniform(0.8, 1.4)) * np.array([np.cos(angle), np.sin(angle)])
        value += np.cos(points @ k + rng.uniform(0, 2 * np.pi))
    return value / np.sqrt(waves / 2)


def patch_slack(points, patches, share=1.0):
    """Slack tensor (xx, yy, xy) of elliptic patches: centre, half axes along and across the folds' ridges,
    direction of the ridges in degrees, amount (share of length)."""
    total = [np.zeros(len(points)) for _ in range(3)]
    for (cx, cy), (long, wide), ridge, amount in patches:
        c, s = np.cos(np.radians(ridge)), np.sin(np.radians(ridge))
        dx, dy = points[:, 0] - cx, points[:, 1] - cy
        a, b = dx * c + dy * s, -dx * s + dy * c
        much = share * amount * np.exp(-((a / long) ** 2) - (b / wide) ** 2)
        total[0] += much * s * s
        total[1] += much * c * c
        total[2] -= much * s * c
    return total


class Sheet:
    """A regular grid over the flat pattern; `mask` tells which nodes are cloth."""

    def __init__(self, outline, step=0.004):
        self.step = step
        self.low = outline.min(0) - 2 * step
        size = np.ceil((outline.max(0) + 2 * step - self.low) / step).astype(int) + 1
        x, y = np.meshgrid(self.low[0] + step * np.arange(size[0]), self.low[1] + step * np.arange(size[1]))
        self.points = np.stack([x.ravel(), y.ravel()], 1)
        self.shape = x.shape
        self.mask = inside(self.points, outline).reshape(self.shape)
        self.inner = binary_erosion(self.mask)
        m = self.mask
        self.cells = m[:-1, :-1] & m[1:, :-1] & m[:-1, 1:] & m[1:, 1:]

    def at_cells(self, node_values):
        v = node_values
        return (v[:-1, :-1] + v[1:, :-1] + v[:-1, 1:] + v[1:, 1:]) / 4

    def slack_of(self, laid):
        """Green strain that laying takes away: (xx, yy, xy) per node, positive where cloth is too long."""
        x, y = (laid[:, k].reshape(self.shape) for k in (0, 1))
        xv, xu = np.gradient(x, self.step)
        yv, yu = np.gradient(y, self.step)
        return (0.5 * (1 - xu * xu - yu * yu), 0.5 * (1 - xv * xv - yv * yv), -0.5 * (xu * xv + yu * yv))

    def heights(
        self, slack, hold, stiff=1.0, curl=0.0, start=None, bending=9e-6, weight=1.55, tension=70.0, rounds=1800
    ):
        """Heights (m) per node. slack: (xx, yy, xy) per node; hold: N/m³ pulling a node down to 0;
        stiff: factor on bending; curl: curvature (1/m) kept from the last folding."""
        h = self.step
        sxx, syy, sxy = (self.at_cells(s) for s in slack)
        cells, inner = self.cells, self.inner
        stiff = np.broadcast_to(stiff, self.shape)
        curl = np.broadcast_to(curl, self.shape)
        free = self.mask
        area = h * h

        def energy(flat):
            z = np.zeros(self.shape)
            z[free] = flat
            gradient = np.zeros(self.shape)
            zx = ((z[:-1, 1:] + z[1:, 1:]) - (z[:-1, :-1] + z[1:, :-1])) / (2 * h)
            zy = ((z[1:, :-1] + z[1:, 1:]) - (z[:-1, :-1] + z[:-1, 1:])) / (2 * h)
            exx, eyy, exy = (0.5 * zx * zx - sxx) * cells, (0.5 * zy * zy - syy) * cells, (0.5 * zx * zy - sxy) * cells
            exx, eyy = np.where(exx > 0, exx * 2, exx), np.where(eyy > 0, eyy * 2, eyy)  # tension is stiffer
            total = 0.5 * tension * area * (exx**2 + eyy**2 + 2 * exy**2).sum()
            fx = tension * area * (exx * zx + exy * zy) / (2 * h)
            fy = tension * area * (eyy * zy + exy * zx) / (2 * h)
            gradient[:-1, :-1] += -fx - fy
            gradient[:-1, 1:] += fx - fy
            gradient[1:, :-1] += -fx + fy
            gradient[1:, 1:] += fx + fy
            bend = np.zeros(self.shape)
            bend[1:-1, 1:-1] = (z[1:-1, 2:] + z[1:-1, :-2] + z[2:, 1:-1] + z[:-2, 1:-1] - 4 * z[1:-1, 1:-1]) / area
            bend = (bend - curl) * inner
            total += 0.5 * bending * area * (stiff * bend**2).sum()
            push = bending * stiff * bend
            gradient += -4 * push
            gradient[1:, :] += push[:-1, :]
            gradient[:-1, :] += push[1:, :]
            gradient[:, 1:] += push[:, :-1]
            gradient[:, :-1] += push[:, 1:]
            total += area * (weight * z + 0.5 * hold * z * z)[free].sum()
            gradient += area * (weight + hold * z)
            return total * 1e4, gradient[free] * 1e4

        z0 = (np.zeros(self.shape) if start is None else np.maximum(start, 0))[free]
        done = minimize(
            energy,
            z0,
            jac=True,
            method="L-BFGS-B",
            bounds=[(0, 0.03)] * len(z0),
            options={"maxiter": rounds, "maxfun": rounds * 2, "maxcor": 12},
        )
        z = np.zeros(self.shape)
        z[free] = done.x
        weight = gaussian_filter(free.astype(float), 0.8)
        return self.extend(gaussian_filter(z * free, 0.8) / np.maximum(weight, 1e-6) * free)

    def extend(self, z):
        """Carries heights a few nodes beyond the cloth so that they can be looked up at its edge."""
        known = self.mask.astype(float)
        value = z * known
        for _ in range(6):
            near, weight = np.zeros_like(value), np.zeros_like(value)
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    near += np.roll(value, (dy, dx), (0, 1))
                    weight += np.roll(known, (dy, dx), (0, 1))
            grown = (known == 0) & (weight > 0)
            value[grown] = near[grown] / weight[grown]
            known[grown] = 1
        return gaussian_filter(value, 1.0) / np.maximum(gaussian_filter(known, 1.0), 1e-6)

    def look_up(self, z, points):
        where = (points - self.low) / self.step
        return map_coordinates(z, [where[:, 1], where[:, 0]], order=3, mode="nearest")
