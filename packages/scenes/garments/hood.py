"""A hooded sweatshirt laid flat: the sweatshirt's body, a hood spread above it with its opening up, pocket and cords.
One that lies face down is in hood_behind.py.

Units: metres, in the flat pattern's coordinates; the hood's own pattern is where it lies. Left and right half
of the hood meet in a seam over the crown; the right half laps over the left at the throat.
"""

import math

import bpy
import numpy as np
from scipy.spatial import cKDTree

from garments import sweat, sweat_seams, tee
from garments import sweat_pattern as pattern
from garments.sweat_pattern import cubic, eased
from garments.tee_pattern import neck
from lib import cloth, edges, seams
from rigs import light_rigs

POCKET = np.array([(0, -0.446), (0.098, -0.446), (0.172, -0.562), (0.172, -0.653)])  # right half, from the top
SHOULDER, CROWN, BROW = (0.098, -0.002), (0.0, 0.318), (0.0, 0.246)
THROAT = (-0.015, -0.1075)
FLAP_RIM = ((0.0013, 0.0003), (0.0026, 0.0018), (0.0030, 0.0042), (0.0020, 0.0070), (-0.012, 0.0090))
SEWN_RIM = ((0.0005, 0.0002), (0.0009, 0.0009), (0.0008, 0.0020), (0.0002, 0.0028))


def opening(n):
    """The face opening's right edge, from the brow down to the throat."""
    return cubic(BROW, (0.128, 0.250), (0.118, 0.030), THROAT, n)


def opening_normals(n):
    """Unit normals of `opening`, away from the face."""
    line = opening(n)
    t = np.gradient(line, axis=0)
    normal = np.stack([-t[:, 1], t[:, 0]], 1)
    normal *= np.sign(normal[len(normal) // 2, 0])
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def seam_line(n):
    """Where the hood's right half is sewn to the body: from the shoulder to beyond the throat's middle."""
    return neck(np.linspace(0, math.pi / 2, n), pattern.SEAM_X, -pattern.SEAM_FRONT)


def outer(n):
    return cubic(SHOULDER, (0.176, 0.050), (0.196, 0.312), CROWN, n)


def flap_outline(spacing, side):
    """Closed counter-clockwise outline of one half, and the kind of edge at every point."""
    pieces = [
        ("seam", np.concatenate([[THROAT], seam_line(60)[::-1]])),
        ("fold", outer(90)),
        ("crown", np.array([CROWN, BROW])),
        ("opening", opening(120)),
    ]
    points, kinds = [], []
    for kind, line in pieces:
        line = cloth.resample(line, spacing)
        points.extend(line[:-1])
        kinds.extend([kind] * (len(line) - 1))
    points, kinds = np.array(points) * [side, 1], np.array(kinds)
    return (points, kinds) if side > 0 else (points[::-1], kinds[::-1])


def mirrored_line(line):
    return np.concatenate([line, (line * [-1, 1])[::-1]])


def anticlockwise(line):
    signed = np.sum(line[:, 0] * np.roll(line[:, 1], -1) - np.roll(line[:, 0], -1) * line[:, 1])
    return line if signed > 0 else line[::-1]


def sunk(flat, variant):
    """Where the hood's cloth comes to lie: no outline of it stays the circle that was cut."""
    rng = np.random.default_rng(variant["seed"] + 55)
    free = eased((flat[:, 1] - 0.015) / 0.13)
    high = flat[:, 1] / CROWN[1]
    sideways = (
        variant["lean"] * high
        + 0.0060 * cloth.smooth_field(flat, 0.21, rng)
        + 0.0021 * cloth.smooth_field(flat, 0.085, rng)
    )
    down = variant["sink"] * high * np.exp(-((flat[:, 0] / 0.085) ** 2)) + 0.0040 * cloth.smooth_field(flat, 0.19, rng)
    return flat + free[:, None] * np.stack([sideways, -down], 1)


class Hood:
    """Heights of the two halves and of the lining between them."""

    def __init__(self, variant, body_height):
        self.body_height = body_height
        self.seed, self.creases = variant["seed"] + 40, variant["creases"]
        self.rise = {1: 0.0150, -1: 0.0185}
        near = lambda line: cKDTree(cloth.resample(line, 0.001))
        self.fold, self.edge, self.seam = near(outer(120)), near(opening(200)), near(seam_line(120))

    def half(self, points, side):
        right = points * [side, 1]
        d_fold, d_edge, d_seam = (tree.query(right)[0] for tree in (self.fold, self.edge, self.seam))
        rng = np.random.default_rng(self.seed + side)
        share = d_fold / (d_fold + d_edge + 1e-6)
        high = np.interp(points[:, 1], [-0.11, -0.04, 0.08, 0.20, 0.32], [0.16, 0.40, 1.0, 0.85, 0.45])
        z = 0.0072 + self.rise[side] * high * np.sin(share * math.pi * 0.62) ** 1.3
        folds = 0.0042 * cloth.smooth_field(points, 0.105, rng, 30) + 0.0014 * cloth.smooth_field(points, 0.05, rng, 40)
        for (cx, cy), ridge, long, wide, much in self.creases[side]:
            c, s = math.cos(math.radians(ridge)), math.sin(math.radians(ridge))
            along, across = (right - (cx, cy)) @ (c, s), (right - (cx, cy)) @ (-s, c)
            folds = folds + much * np.exp(-((along / long) ** 2)) * (
                np.exp(-((across / wide) ** 2)) - 0.5 * np.exp(-(((across + 1.7 * wide) / wide) ** 2))
            )
        z = z + folds * eased(d_fold / 0.03) * np.interp(points[:, 1], [-0.10, 0.05], [0.25, 1.0])
        z = z - 0.0045 * np.exp(-((points[:, 0] / 0.010) ** 2)) * (points[:, 1] > 0.2)
        lap = np.interp(points[:, 1], [-0.11, -0.045, 0.0], [1.0, 0.8, 0.0])
        z = z + (0.0052 if side > 0 else 0.0004) * lap
        sewn = eased(d_seam / 0.020)
        return np.maximum(sewn * z + (1 - sewn) * (self.low(points) + (0.0012 if side > 0 else 0.0)), 0.0052)

    def low(self, points):
        return np.minimum(self.body_height(points), 0.0085) - 0.0004

    def lining(self, points):
        rng = np.random.default_rng(self.seed + 7)
        d_fold = self.fold.query(np.stack([np.abs(points[:, 0]), points[:, 1]], 1))[0]
        folds = 0.0034 * cloth.smooth_field(points, 0.11, rng, 30) + 0.0011 * cloth.smooth_field(points, 0.055, rng, 40)
        return 0.0042 + np.maximum(folds + 0.0022, -0.0014) * eased(d_fold / 0.03) * eased((points[:, 1] + 0.01) / 0.05)


def hood(variant, body_height, material):
    place = lambda flat: pattern.lay(sunk(flat, variant), variant)
    shape = Hood(variant, body_height)
    things = []

    def wavy(flat, side):
        """The opening's hem stands up and wavers: it was turned and sewn longer than the cloth beneath it."""
        rng = np.random.default_rng(shape.seed + 30 + side)
        near = np.exp(-((shape.edge.query(flat * [side, 1])[0] / 0.034) ** 2)) * eased((flat[:, 1] - 0.015) / 0.06)
        return place(flat + (near * 0.0048 * cloth.smooth_field(flat, 0.115, rng))[:, None] * [1, 0.4])

    for side in (-1, 1):
        edge, _ = flap_outline(0.003, side)
        points, faces, flat, _ = sweat.panel(
            edge, lambda p: shape.half(p, side), lambda p: wavy(p, side), FLAP_RIM, 0.003, 4 + side, smooth=6
        )
        things.append(sweat.add("hood", points, faces, flat, material))
    back = neck(np.linspace(math.pi / 2, 0, 40), pattern.SEAM_X, -pattern.SEAM_BACK)
    line = mirrored_line(np.concatenate([back, outer(80)[1:] * [0.97, 0.985]])[::-1])
    line = cloth.resample(line, 0.005)[:-1]
    line = anticlockwise(line)
    points, faces, flat, _ = sweat.panel(line, shape.lining, place, ((0.001, 0.0016),), 0.005, 9, smooth=4)
    things.append(sweat.add("lining", points, faces, flat, material))
    return things, shape


def pocket(variant, body_height, material):
    line = np.concatenate([POCKET, (POCKET * [-1, 1])[::-1][:-1]])[::-1]
    edge = cloth.resample(np.concatenate([line, line[:1]]), 0.003)[:-1]
    slants = [cKDTree(cloth.resample(POCKET[1:3] * [s, 1], 0.001)) for s in (1, -1)]
    border = cKDTree(edge)

    def height(points):
        slant = np.minimum(*(tree.query(points)[0] for tree in slants))
        within = border.query(points)[0]
        wave = cloth.smooth_field(points, 0.11, np.random.default_rng(variant["seed"] + 70), 30)
        lift = 0.0052 * np.exp(-((slant / 0.024) ** 2)) * np.clip(1 + 0.8 * wave, 0.15, 2.2)
        return body_height(points) + 0.0022 + lift + (0.0016 + 0.0008 * wave) * eased(within / 0.035)

    points, faces, flat, _ = sweat.panel(edge, height, lambda p: pattern.lay(p, variant), SEWN_RIM, 0.003, 6, smooth=3)
    return sweat.add("pocket", points, faces, flat, material), height


def tube(path, radius, around=14):
    """Mesh of a cord along a path: (points, faces, (arc length, angle) a point)."""
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    side = np.cross(tangent, [0, 0, 1.0])
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    up = np.cross(side, tangent)
    angle = np.linspace(0, 2 * math.pi, around, endpoint=False)
    radius = np.broadcast_to(radius, len(path))
    points = (
        path[:, None]
        + radius[:, None, None]
        * (np.cos(angle)[None, :, None] * side[:, None] + np.sin(angle)[None, :, None] * up[:, None])
    ).reshape(-1, 3)
    faces = []
    for i in range(len(path) - 1):
        faces += edges.ring_faces(i * around, (i + 1) * around, around)
    faces += [tuple(range(around))[::-1], tuple(range((len(path) - 1) * around, len(path) * around))]
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    return points, faces, np.stack(np.meshgrid(s, angle, indexing="ij"), -1).reshape(-1, 2)


def add_tube(name, path, radius, material, park):
    points, faces, along = tube(path, radius)
    flat = np.stack([park[0] + 0.002 * along[:, 1], park[1] - along[:, 0]], 1)
    thing = sweat.add(name, points, faces, flat, material)
    twist = thing.data.uv_layers.new(name="rib")
    values = [
        (along[v, 0] + along[v, 1] * 0.0046 / (2 * math.pi), 0.0) for p in thing.data.polygons for v in p.vertices
    ]
    twist.data.foreach_set("uv", [float(x) for pair in values for x in pair])
    return thing


def metal():
    material = bpy.data.materials.new("metal")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.62, 0.61, 0.59, 1)
    shader.inputs["Metallic"].default_value = 1.0
    shader.inputs["Roughness"].default_value = 0.26
    return material


def cords(variant, shape, body_height, material):
    """Eyelets in the hood's hem and the cords that come out of them."""
    steel, things = metal(), []
    for index, route in enumerate(variant["cords"]):
        side = 1 if index == 0 else -1
        line, normals = opening(120), opening_normals(120)
        hole = (line[103] + 0.0125 * normals[103]) * [side, 1]
        flat = cloth.resample(bezier_chain(np.array([hole, *route])), 0.0012)
        inside_flap = cloth.inside(flat, flap_outline(0.003, side)[0])
        under = np.where(inside_flap, shape.half(flat, side), body_height(flat))
        under = np.convolve(np.pad(under, 9, mode="edge"), np.ones(19) / 19, "valid")
        z = np.maximum(under, np.where(inside_flap, shape.half(flat, side), body_height(flat))) + 0.0029
        z[:5] = z[:5] - np.linspace(0.0045, 0.0, 5)
        path = np.c_[pattern.lay(flat, variant), z]
        park = (-0.45 + 0.06 * index, 0.30)
        things.append(add_tube("cord", path, 0.0027, material, park))
        end, direction = path[-1], path[-1] - path[-4]
        direction /= np.linalg.norm(direction)
        if variant["tipped"]:
            t = np.linspace(0, 0.021, 12)
            wide = 0.0031 - 0.0008 * np.exp(-(((t[::-1]) / 0.002) ** 2))
            things.append(add_tube("tip", end - 0.003 * direction + t[:, None] * direction, wide, steel, park))
        else:
            t = np.linspace(0, 0.0125, 18)
            wide = 0.0028 + 0.0036 * np.sin(np.pi * t / 0.0125) ** 0.8
            things.append(
                add_tube(
                    "knot", end - 0.002 * direction + t[:, None] * direction + [0, 0, 0.0022], wide, material, park
                )
            )
            t = np.linspace(0.009, 0.021, 8)
            things.append(
                add_tube(
                    "tail",
                    end + t[:, None] * direction - np.c_[t * 0, t * 0, (t - 0.009) * 0.12],
                    0.0027 + 0.05 * (t - 0.009),
                    material,
                    park,
                )
            )
        middle = np.r_[pattern.lay(hole[None], variant)[0], float(shape.half(hole[None], side)[0]) + 0.0008]
        angle = np.linspace(0, 2 * np.pi, 49)[:-1]
        ring = middle + 0.0052 * np.c_[np.cos(angle), np.sin(angle), 0 * angle]
        points, faces, along = tube(np.concatenate([ring, ring[:2]]), 0.0015)
        thing = sweat.add(
            "eyelet", points, faces, np.stack([park[0] + 0.03 + 0.001 * along[:, 1], park[1] - along[:, 0]], 1), steel
        )
        things.append(thing)
    return things


def bezier_chain(knots, n=60):
    """A smooth line through the knots (Catmull–Rom)."""
    padded = np.concatenate([[2 * knots[0] - knots[1]], knots, [2 * knots[-1] - knots[-2]]])
    pieces = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        pieces.append(cubic(b, b + (c - a) / 6, c - (d - b) / 6, c, n)[:-1])
    return np.concatenate([*pieces, knots[-1:]])


def draw(canvas, rng):
    """What is sewn on the sweatshirt's body, its pocket and the hood's hems, into a height map."""
    sweat_seams.draw_sweat(canvas, rng, neck=False)
    sweat_seams.sew_pocket(canvas, POCKET, rng)
    rim = opening(120)[8:] + 0.024 * opening_normals(120)[8:]
    rim = rim[cloth.inside(rim, flap_outline(0.003, 1)[0])]  # below the throat it would be drawn on the body
    for s in (1, -1):
        sweat_seams.topstitch(canvas, rim * [s, 1], rng, 0.0002)
        seams.seam(canvas, seam_line(90) * [s, 1], rng, 0.0004)


# A variant: as in sweat_pattern.py, and lean, sink: metres the crown goes to the side and down as the hood is put down;
# creases of its right (1) and left half (place, direction of the ridge in degrees, half length, half width, height;
# left ones as seen on the right); cords: where they lie from the eyelet on; tipped: with metal tips, else knots.
def build(name, variant, work):
    """The hooded sweatshirt of a variant: (products, albedo setter, camera facts).

    name: of its files in the work folder.
    """
    material, albedo = seams.jersey(seams.height_map(work, pattern.PATTERN, "hood", draw, folded=True))
    braid, braid_albedo = seams.rib()
    products, _, _, body_height = sweat.body(name, variant, work, material)
    things, shape = hood(variant, body_height, material)
    products += things
    points, faces, flat = tee.tape_mesh(variant, pattern, 0.0036)
    products.append(sweat.add("tape", points, faces, flat, material))
    products.append(pocket(variant, body_height, material)[0])
    products += cords(variant, shape, body_height, braid)
    frame = variant["frame"]
    light_rigs.flat_lay_camera(frame)

    def both(value):
        albedo(value)
        braid_albedo(value)

    return products, both, {"height": 2.6, "frame": frame}
