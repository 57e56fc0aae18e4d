"""What makes the filled sweatshirt a hoodie: hood standing up behind the neck, pocket, cords.

Units: metres, in the silhouette's plane of ghost_form.py; outlines are those of the laid hoodie, squeezed.
"""
import math

import numpy as np
from scipy.spatial import cKDTree

import cloth
import edges
import hoodie
import seams
import sweat_pattern
import sweat_seams
from ghost_form import SQUEEZE, SweatCut, throat_depth
from sweat_pattern import eased
from tee_pattern import neck

FIT = np.array([0.93, 0.90])        # the laid hood is wider than the one that stands
RISE, DEEP = 0.062, -0.075          # how far the hood's rim stands before its fold; depth of its lining
POCKET = hoodie.POCKET * [SQUEEZE, 1]


def seam_line(n):
    cut = SweatCut()
    return neck(np.linspace(0, math.pi / 2, n), cut.seam_x, -cut.seam_front)


def flap_outline(spacing, side):
    cut = SweatCut()
    fit = lambda line: np.asarray(line) * FIT
    fold = fit(hoodie.outer(90))
    fold[:, 0] += (cut.seam_x - fold[0, 0]) * np.linspace(1, 0, 90) ** 3
    throat = (-0.014, -cut.seam_front + 0.0005)
    rim = sweat_pattern.cubic(hoodie.BROW * FIT, (0.122, 0.224), (0.106, 0.010), throat, 120)
    pieces = [("seam", np.concatenate([[throat], seam_line(60)[::-1]])), ("fold", fold),
              ("crown", np.array([fold[-1], rim[0]])), ("opening", rim)]
    points, kinds = [], []
    for kind, line in pieces:
        line = cloth.resample(line, spacing)
        points.extend(line[:-1])
        kinds.extend([kind] * (len(line) - 1))
    points, kinds = np.array(points) * [side, 1], np.array(kinds)
    return (points, kinds) if side > 0 else (points[::-1], kinds[::-1])


class Depth:
    """Depth of the hood's halves and lining over the silhouette's plane."""

    def __init__(self, seed):
        self.seed = seed
        edge, kinds = flap_outline(0.0012, 1)
        self.tree = {kind: cKDTree(edge[kinds == kind]) for kind in ("seam", "fold", "opening")}

    def half(self, points, side):
        cut = SweatCut()
        right = points * [side, 1]
        near = {kind: tree.query(right)[0] for kind, tree in self.tree.items()}
        rng = np.random.default_rng(self.seed + 40 + side)
        angle = np.arcsin(np.clip(-points[:, 1] / cut.seam_front, 0, 1) ** (1 / 0.92))
        foot = throat_depth(cut, angle)
        root = np.where(points[:, 1] < 0.0, foot, cut.throat[1] + np.minimum(points[:, 1], 0.10) * -0.10)
        share = near["fold"] / (near["fold"] + near["opening"] + 1e-6)
        high = np.interp(points[:, 1], [-0.10, -0.04, 0.05, 0.18, 0.29], [0.10, 0.32, 0.90, 1.0, 0.72])
        z = root + RISE * high * np.sqrt(np.clip(1 - (1 - share) ** 2, 0, 1)) - 0.012 * high * share ** 3
        folds = 0.0050 * cloth.smooth_field(points, 0.11, rng, 30) + 0.0014 * cloth.smooth_field(points, 0.055, rng, 40)
        z = z + folds * eased(near["fold"] / 0.03) * eased(near["seam"] / 0.05)
        z = z - 0.0040 * np.exp(-(points[:, 0] / 0.010) ** 2) * (points[:, 1] > 0.18)
        lap = np.interp(points[:, 1], [-0.10, -0.045, 0.0], [1.0, 0.8, 0.0])
        z = z + (0.0060 if side > 0 else 0.0006) * lap
        sewn = eased(near["seam"] / 0.016)
        return sewn * z + (1 - sewn) * (foot + (0.0016 if side > 0 else 0.0004))

    def lining(self, points):
        rng = np.random.default_rng(self.seed + 7)
        away = self.tree["fold"].query(np.stack([np.abs(points[:, 0]), points[:, 1]], 1))[0]
        folds = 0.0045 * cloth.smooth_field(points, 0.12, rng, 30) + 0.0012 * cloth.smooth_field(points, 0.055, rng, 40)
        return DEEP * np.sqrt(np.clip(away / 0.10, 0, 1)) + folds * eased(away / 0.04) - 0.004


def piece(name, edge, depth, rim, material, shift, seed, smooth=6):
    import ghost
    flat, triangles = cloth.triangulate(edge, 0.003, seed=seed)
    n = len(edge)
    points = np.c_[flat, depth(flat)]
    points[:n, 2] = edges.smooth_line(points[:n].copy(), smooth)[:, 2]
    line, normals = points[:n].copy(), edges.outward(edge)
    everything, faces, flats = [points], [tuple(t) for t in triangles], [flat]
    base, previous = len(points), 0
    for ring in edges.skirt(line, normals, rim):
        everything.append(ring)
        flats.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    flats = np.concatenate(flats)
    parked = flats * 0.35 + [ghost.CORNER[0] + 0.12, ghost.CORNER[1]]
    return ghost.add(name, np.concatenate(everything), faces, parked, flats, material, shift)


def things(form, cut, material, braid, shift, seed):
    depth = Depth(seed)
    made = []
    for side in (-1, 1):
        edge, _ = flap_outline(0.003, side)
        made.append(piece("hood", edge, lambda p: depth.half(p, side), hoodie.FLAP_RIM, material, shift, 4 + side))
    back = neck(np.linspace(math.pi / 2, 0, 40), cut.seam_x, -cut.seam_back)
    line = np.concatenate([back, (hoodie.outer(80) * FIT)[1:] * [0.985, 0.99]])[::-1]
    line = cloth.resample(np.concatenate([line, (line * [-1, 1])[::-1]]), 0.004)[:-1]
    turn = np.sum(line[:, 0] * np.roll(line[:, 1], -1) - np.roll(line[:, 0], -1) * line[:, 1])
    made.append(piece("lining", line if turn > 0 else line[::-1], depth.lining, ((0.0, 0.012),), material, shift, 9))
    made.append(pocket(form, material, shift, seed))
    return made + cords(form, depth, cut, braid, shift)


def pocket(form, material, shift, seed):
    import ghost
    fit = lambda line: form.cut.bow(line)
    half = np.concatenate([cloth.resample(part, 0.003) for part in (POCKET[:2], POCKET[1:3], POCKET[2:])])
    line = fit(np.concatenate([half, (half * [-1, 1])[::-1]]))[::-1]
    edge = cloth.resample(np.concatenate([line, line[:1]]), 0.003)[:-1]
    slants = [cKDTree(fit(cloth.resample(POCKET[1:3] * [s, 1], 0.001))) for s in (1, -1)]
    border = cKDTree(edge)
    flat, triangles = cloth.triangulate(edge, 0.003, seed=6)
    slant = np.minimum(*(tree.query(flat)[0] for tree in slants))
    wave = cloth.smooth_field(flat, 0.11, np.random.default_rng(seed + 70), 30)
    high = 0.0024 + 0.0050 * np.exp(-(slant / 0.022) ** 2) * np.clip(1 + 0.5 * wave, 0.3, 2)
    high += (0.0028 + 0.0012 * wave) * eased(border.query(flat)[0] / 0.04)
    place, normal = form.surface(flat)
    points, n = place + normal * high[:, None], len(edge)
    out = edges.outward(edge)
    everything, faces, flats = [points], [tuple(t) for t in triangles], [flat]
    base, previous = len(points), 0
    for outwards, down in ((0.0007, 0.0003), (0.0012, 0.0014), (0.0008, 0.0030), (-0.003, 0.0052)):
        everything.append(points[:n] + np.c_[out * outwards, np.zeros(n)] - normal[:n] * down)
        flats.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    flats = np.concatenate(flats)
    return ghost.add("pocket", np.concatenate(everything), faces, form.measure(flats), flats, material, shift)


def add_tube(name, path, radius, material, park, shift):
    import ghost
    points, faces, along = hoodie.tube(path, radius)
    flat = np.stack([park[0] + 0.002 * along[:, 1], park[1] - along[:, 0]], 1)
    thing = ghost.add(name, points, faces, flat, flat, material, shift)
    twist = thing.data.uv_layers.new(name="rib")
    values = [(along[v, 0] + along[v, 1] * 0.0046 / (2 * math.pi), 0.0) for p in thing.data.polygons for v in p.vertices]
    twist.data.foreach_set("uv", [float(x) for pair in values for x in pair])
    return thing


def cords(form, depth, cut, material, shift):
    """Cords hang from the eyelets and rest on the chest, clear of the print."""
    made, steel = [], hoodie.metal()
    for index, (side, end) in enumerate(((1, (0.047, -0.168)), (-1, (-0.055, -0.160)))):
        edge, kinds = flap_outline(0.003, side)
        rim = edge[kinds == "opening"]
        low = rim[np.argsort(np.abs(rim[:, 1] + 0.060))[0]]
        hole = low + [side * 0.0125, -0.002]
        route = np.array([hole, hole + [side * 0.004, -0.030], (np.array(end) + hole + [side * 0.006, -0.03]) / 2, end])
        flat = cloth.resample(hoodie.bezier_chain(route), 0.0015)
        on_hood = cloth.inside(flat, edge)
        body = form.surface(flat)[0][:, 2]
        z = np.where(on_hood, depth.half(flat, side), body)
        z = np.maximum(np.convolve(np.pad(z, 8, mode="edge"), np.ones(17) / 17, "valid"), z) + 0.0031
        z[:4] -= np.linspace(0.005, 0, 4)
        path, park = np.c_[flat, z], (0.45 + 0.06 * index, 0.40)
        made.append(add_tube("cord", path, 0.0028, material, park, shift))
        direction = (path[-1] - path[-4]) / np.linalg.norm(path[-1] - path[-4])
        t = np.linspace(0, 0.022, 12)
        made.append(add_tube("tip", path[-1] - 0.003 * direction + t[:, None] * direction,
                             0.0032 - 0.0008 * np.exp(-(t[::-1] / 0.002) ** 2), steel, park, shift))
        around = np.linspace(0, 2 * np.pi, 49)[:-1]
        middle = np.r_[hole, depth.half(hole[None], side)[0] + 0.0010]
        ring = middle + 0.0054 * np.c_[np.cos(around), np.sin(around), 0 * around]
        made.append(add_tube("eyelet", np.concatenate([ring, ring[:2]]), 0.0015, steel, (park[0] + 0.03, park[1]), shift))
    return made


def draw(canvas, rng):
    import ghost
    ghost.sweat_lines(canvas, rng, False)
    cut = SweatCut()
    fit = cut.bow
    sweat_seams.sew_pocket(canvas, POCKET, rng, fit)
    edge, kinds = flap_outline(0.003, 1)
    rim = cloth.resample(edge[kinds == "opening"], 0.004)
    t = np.gradient(rim, axis=0)
    normal = np.stack([-t[:, 1], t[:, 0]], 1) / np.linalg.norm(t, axis=1, keepdims=True)
    normal *= np.sign(normal[len(normal) // 2, 0])
    for s in (1, -1):
        sweat_seams.topstitch(canvas, (rim + 0.023 * normal)[6:-6] * [s, 1], rng, 0.0002)
        seams.seam(canvas, seam_line(60) * [s, 1], rng, 0.0004)
