"""How sewn cloth comes to rest on a body that moves: projective dynamics with an isometric bending energy.

Units: metres, newtons, kilograms. Each triangle is drawn towards its flat shape (a little give either way), the mesh
bends as one surface across its seams, gravity pulls, the body pushes out and rubs. Implicit steps of 1/30 s.
"""

import numpy as np
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import splu
from scipy.spatial import cKDTree

STEP = 1 / 30
GRAVITY = 9.81


def gradient(flat, triangles, count):
    """Sparse (2T, N): two columns of every triangle's deformation gradient; and the triangles' areas."""
    a, b, c = (flat[triangles[:, k]] for k in range(3))
    edges = np.stack([b - a, c - a], -1)
    area = np.abs(np.linalg.det(edges)) / 2
    inverse = np.linalg.inv(edges)
    t = np.arange(len(triangles))
    rows, columns, values = [], [], []
    for j in range(2):
        g1, g2 = inverse[:, 0, j], inverse[:, 1, j]
        for corner, g in ((0, -g1 - g2), (1, g1), (2, g2)):
            rows.append(2 * t + j)
            columns.append(triangles[:, corner])
            values.append(g)
    shape = (2 * len(triangles), count)
    return coo_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape).tocsr(), area


def isometries(f, low, high):
    """The nearest deformation gradients whose stretches lie between low and high. f: (T, 2, 3), a row a direction."""
    e, g, h = (f[:, 0] ** 2).sum(1), (f[:, 0] * f[:, 1]).sum(1), (f[:, 1] ** 2).sum(1)
    mean, root = (e + h) / 2, np.sqrt(np.maximum(((e - h) / 2) ** 2 + g * g, 1e-12))
    one, two = mean + root, np.maximum(mean - root, 1e-6)
    scale = lambda x, l, h: np.clip(np.sqrt(x), l, h) / np.sqrt(x)
    s1, s2 = scale(one, low, high), scale(two, low, high)
    slope = (s1 - s2) / (one - two + 1e-9)
    level = s1 - slope * one
    first = (level + slope * e)[:, None] * f[:, 0] + (slope * g)[:, None] * f[:, 1]
    second = (slope * g)[:, None] * f[:, 0] + (level + slope * h)[:, None] * f[:, 1]
    return np.stack([first, second], 1)


class Skin:
    """A body's surface as many samples with normals, the same ones in every pose."""

    def __init__(self, faces, finer=3):
        share = (np.arange(finer) + 0.5) / finer
        u, v = (g.ravel() for g in np.meshgrid(share, share))
        self.faces = np.asarray(faces)
        self.weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], 1)

    def at(self, points):
        corners = points[self.faces]
        places = np.einsum("sk,fkd->fsd", self.weights, corners).reshape(-1, 3)
        # Normals smoothed over the points, so that contact glides from face to face.
        flat = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
        normals = np.zeros_like(points)
        for k in range(4):
            np.add.at(normals, self.faces[:, k], flat)
        normals = np.einsum("sk,fkd->fsd", self.weights, normals[self.faces]).reshape(-1, 3)
        return places, normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)


def edge_bending(edges, flat, count, rigidity):
    """Quadratic form of the bending of open edges as straight lines: second differences of neighbours along them."""
    near = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    middle = np.array([i for i in range(count) if len(near[i]) == 2])
    sides = np.array([near[i] for i in middle])
    length = np.median(np.linalg.norm(flat[edges[:, 0]] - flat[edges[:, 1]], axis=1))
    rows = np.arange(len(middle))
    second = coo_matrix(
        (
            np.r_[-2.0 * np.ones(len(rows)), np.ones(2 * len(rows))],
            (np.r_[rows, rows, rows], np.r_[middle, sides[:, 0], sides[:, 1]]),
        ),
        (len(rows), count),
    ).tocsr()
    return second.T @ second * (rigidity / length**3)


def drape(
    start,
    flat,
    triangles,
    poses,
    skin,
    density=0.17,
    stretch=260.0,
    bending=5e-6,
    stiff=None,
    tight=None,
    thick=0.0035,
    grip=1.0,
    hem=3e-6,
    damping=0.25,
    rounds=8,
    give=(0.985, 1.006),
    tell=None,
):
    """Places after one frame a pose. stiff: factor on bending per point; tight: factor on rest lengths per triangle;
    grip: 0…1 per point, how much the body holds it; hem: bending rigidity of the mesh's edges as lines (N·m²)."""
    n = len(start)
    tight = np.ones(len(triangles)) if tight is None else tight
    grad, area = gradient(flat, triangles, n)
    pull = np.repeat(stretch * area, 2)
    mass = np.zeros(n)
    for k in range(3):
        np.add.at(mass, triangles[:, k], area / 3)
    laplace = -(grad.T @ diags(np.repeat(area, 2)) @ grad)
    edges = np.sort(np.concatenate([triangles[:, [i, (i + 1) % 3]] for i in range(3)]), 1)
    once, counts = np.unique(edges, axis=0, return_counts=True)
    rim = np.unique(once[counts == 1])
    inner = np.ones(n)
    inner[rim] = 0
    bend = laplace.T @ diags(inner * (np.ones(n) if stiff is None else stiff) * bending / mass) @ laplace
    weight = density * mass
    bend = bend + edge_bending(once[counts == 1], flat, n, hem)
    grip = np.broadcast_to(np.asarray(grip, float), n)[:, None]
    friction, contact = 0.02 + 0.40 * grip, (0.4 + 100 * grip**2)[:, 0]
    matrix = (diags(weight / STEP**2) + grad.T @ diags(pull) @ grad + bend).tocsc()
    x, before = start.copy(), start.copy()
    low, high = give[0] * tight, give[1] * tight
    body_was = skin.at(poses[0])[0]
    for number, pose in enumerate(poses):
        places, normals = skin.at(pose)
        guess = x + (x - before) * (1 - damping) - np.array([0, 0, GRAVITY * STEP**2])
        _, near = cKDTree(places).query(x, workers=1)
        origin, normal, carried = places[near], normals[near], places[near] - body_was[near]
        along = lambda p: (p * normal).sum(1, keepdims=True)
        depth = lambda p: along(p - origin) - thick
        touching = (np.minimum(depth(guess), depth(x + carried)) < 0.001) & (np.linalg.norm(x - origin, axis=1) < 0.05)[
            :, None
        ]
        hold = np.where(touching[:, 0], contact, 0)
        solve = splu((matrix + diags(hold)).tocsc(), permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True}).solve
        stuck = x + carried
        new = guess.copy()
        inertia = weight[:, None] / STEP**2 * guess
        for _ in range(rounds):
            slid = new + friction * (stuck - new)
            held = slid - np.minimum(depth(slid), 0) * normal
            projected = isometries((grad @ new).reshape(-1, 2, 3), low, high).reshape(-1, 3)
            new = solve(inertia + grad.T @ (pull[:, None] * projected) + hold[:, None] * held)
        new -= np.where(touching, np.minimum(depth(new), 0), 0) * normal
        moved = new - x
        speed = np.linalg.norm(moved, axis=1, keepdims=True)
        x, before = new, new - moved * np.minimum(1, 0.012 / np.maximum(speed, 1e-9))
        body_was = places
        if tell and number % 15 == 0:
            tell(number, float(speed.mean()))
    return x
