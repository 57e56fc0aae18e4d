"""Meshes of flat patterns: even points on lines, triangles in outlines, quads between rings. Units: metres."""

import numpy as np
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


def ring_faces(first, second, n):
    """Quads between two rings of n points, of which first and second are the numbers of the first points."""
    return [(first + i, second + i, second + (i + 1) % n, first + (i + 1) % n) for i in range(n)]
