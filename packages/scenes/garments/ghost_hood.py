"""What makes the filled sweatshirt a hooded one besides its sewn hood: pocket, cords, the tape over the neck's seam.

Units: metres.
"""

import math

import numpy as np
from scipy.interpolate import LinearNDInterpolator
from scipy.spatial import cKDTree

from garments import ghost_space, hood, sweat_seams
from garments.sweat_pattern import eased
from lib import cloth, edges, seams

POCKET = np.array([(0, -0.430), (0.098, -0.430), (0.168, -0.545), (0.168, -0.640)])  # right half, from the top
DOWN = ((0.034, -0.104), (-0.040, -0.095))  # where the cords end: beside the middle, and above the print (x, y)


class Surface:
    """Place and normal on the front, by its flat pattern."""

    def __init__(self, mesh, points):
        ids, flat, faces = mesh.charts[0]
        place = points[ids]
        face = np.cross(place[faces[:, 1]] - place[faces[:, 0]], place[faces[:, 2]] - place[faces[:, 0]])
        normal = np.stack([np.bincount(faces.ravel(), np.repeat(face[:, k], 3), len(ids)) for k in range(3)], 1)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        self.at = LinearNDInterpolator(flat, np.c_[place, normal])

    def __call__(self, flat):
        found = self.at(flat)
        return found[:, :3], found[:, 3:]


def beside_pocket(flat):
    """1 away from the pocket, 0 under it and where its openings are: there a fold would come through it."""
    line = np.concatenate([POCKET, (POCKET * [-1, 1])[::-1]])
    return np.where(
        cloth.inside(flat, line), 0, eased((cKDTree(cloth.resample(line, 0.004)).query(flat)[0] - 0.004) / 0.03)
    )


def pocket(mesh, points, material, shift, seed):
    """A kangaroo pocket: a second layer that stands off a little, most at its slanted openings."""
    half = np.concatenate([cloth.resample(part, 0.003) for part in (POCKET[:2], POCKET[1:3], POCKET[2:])])
    line = np.concatenate([half, (half * [-1, 1])[::-1]])[::-1]
    edge = cloth.resample(np.concatenate([line, line[:1]]), 0.003)[:-1]
    slants = [cKDTree(cloth.resample(POCKET[1:3] * [s, 1], 0.001)) for s in (1, -1)]
    border = cKDTree(edge)
    flat, triangles = cloth.triangulate(edge, 0.003, seed=6)
    slant = np.minimum(*(tree.query(flat)[0] for tree in slants))
    wave = cloth.smooth_field(flat, 0.10, np.random.default_rng(seed + 70), 30)
    high = 0.0022 + 0.0085 * np.exp(-((slant / 0.024) ** 2)) * np.clip(1 + 0.5 * wave, 0.3, 2)
    high += (0.0040 + 0.0022 * wave) * eased(border.query(flat)[0] / 0.045)
    place, normal = Surface(mesh, points)(flat)
    raised, n = place + normal * high[:, None], len(edge)
    out = edges.outward(edge)
    everything, faces, flats = [raised], [tuple(t) for t in triangles], [flat]
    base, previous = len(raised), 0
    for outwards, down in ((0.0006, 0.0003), (0.0010, 0.0014), (0.0006, 0.0028), (-0.003, 0.0050)):
        everything.append(raised[:n] + np.c_[out * outwards, np.zeros(n)] - normal[:n] * down)
        flats.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    return ghost_space.add("pocket", np.concatenate(everything), faces, np.concatenate(flats), material, shift)


def add_tube(name, path, radius, material, park, shift):
    points, faces, along = hood.tube(path, radius)
    flat = np.stack([park[0] + 0.002 * along[:, 1], park[1] - along[:, 0]], 1)
    thing = ghost_space.add(name, points, faces, flat, material, shift)
    twist = thing.data.uv_layers.new(name="rib")
    values = [
        (along[v, 0] + along[v, 1] * 0.0046 / (2 * math.pi), 0.0) for p in thing.data.polygons for v in p.vertices
    ]
    twist.data.foreach_set("uv", [float(x) for pair in values for x in pair])
    return thing


def cords(mesh, points, material, shift, seed):
    """Cords that come out of eyelets in the hood's hem and hang on the chest."""
    made, steel = [], hood.metal()
    rng = np.random.default_rng(seed + 31)
    ids, flat, _ = mesh.charts[0]
    chest = LinearNDInterpolator(points[ids][:, :2], points[ids][:, 2])
    for index, (side, (x_end, y_end)) in enumerate(zip((1, -1), DOWN)):
        chart, place, faces = mesh.charts[2 if side > 0 else 3]
        local = place - mesh.cut.hood_at
        near = int(np.argmin(np.linalg.norm(local - [-0.013, 0.040], axis=1)))
        cloud = points[chart]
        face = np.cross(cloud[faces[:, 1]] - cloud[faces[:, 0]], cloud[faces[:, 2]] - cloud[faces[:, 0]])
        normal = face[(faces == near).any(1)].sum(0)
        normal /= np.linalg.norm(normal)
        hole = cloud[near]
        t = np.linspace(0, 1, 220)
        x = hole[0] + (x_end - hole[0]) * t**0.7 + 0.0022 * np.sin(7 * t + rng.uniform(0, 6)) * t
        y = hole[1] + (y_end - hole[1]) * t
        around = cKDTree(cloud[:, :2]).query(np.c_[x, y], k=4)
        on_hood = np.where(around[0][:, 0] < 0.008, cloud[around[1], 2].max(1), -1)
        under = np.fmax(np.nan_to_num(chest(x, y), nan=-1), on_hood)
        under[0] = max(under[0], hole[2])
        for _ in range(60):  # a cord bridges what is hollow
            under = np.maximum(under, np.convolve(np.pad(under, 1, mode="edge"), (0.5, 0, 0.5), "valid"))
        z = np.convolve(np.pad(under, 8, mode="edge"), np.ones(17) / 17, "valid") + 0.0034
        path = np.c_[x, y, z]
        path[0] = hole - 0.002 * normal
        path, park = cloth.resample(path, 0.0016), (0.62 + 0.06 * index, 0.40)
        made.append(add_tube("cord", path, 0.0028, material, park, shift))
        way = (path[-1] - path[-5]) / np.linalg.norm(path[-1] - path[-5])
        s = np.linspace(0, 0.022, 12)
        made.append(
            add_tube(
                "tip",
                path[-1] - 0.003 * way + s[:, None] * way,
                0.0033 - 0.0008 * np.exp(-((s[::-1] / 0.002) ** 2)),
                steel,
                park,
                shift,
            )
        )
        angle = np.linspace(0, 2 * np.pi, 49)[:-1]
        first = np.cross(normal, [0, 1.0, 0])
        first /= np.linalg.norm(first)
        second = np.cross(normal, first)
        ring = hole + 0.0030 * normal + 0.0052 * (np.cos(angle)[:, None] * first + np.sin(angle)[:, None] * second)
        made.append(
            add_tube("eyelet", np.concatenate([ring, ring[:2]]), 0.0015, steel, (park[0] + 0.03, park[1]), shift)
        )
    return made


def draw(cut, sew):
    """The body's seams, the pocket's, and the hem of the hood's opening."""

    def drawn(canvas, rng):
        sew(canvas, rng)
        sweat_seams.sew_pocket(canvas, POCKET, rng)
        edge, kinds = cut.hood_outline(0.004, np.linspace(0, 1, 60))
        opening = edge[kinds == "opening"]
        sweat_seams.topstitch(canvas, opening - [0.024, 0], rng, 0.0002)
        line = edge[kinds == "seam"]
        seams.seam(canvas, line, rng, 0.0004, topstitch=(0.0030,))
        seams.seam(canvas, cut.hood_crown(), rng, 0.0004)

    return drawn
