"""The tee laid flat: a settled upper side, another beneath it, a collar band and a neck tape.

Units: metres. The upper side, front or back, hides the other but for the neck's inside and slivers at the hems, so it
alone is simulated; the other is its floor.
"""

import hashlib
import inspect
import os

import numpy as np
from scipy.spatial import cKDTree

from garments import tee_pattern as pattern
from lib import cloth, edges, scene_setup, seams
from rigs import light_rigs

PATTERN = {"x0": -0.60, "y0": -0.76, "width": 1.20, "height": 0.82}
PRINT_TOP, BACK_PRINT_TOP = pattern.PRINT_TOP, pattern.BACK_PRINT_TOP
BENEATH = 0.0021  # height of the lower side
FOLDED = ("shoulder", "overarm", "underarm", "side")
THICK = 0.0011  # the jersey itself, with the seam allowance's share
FINE = 0.0026
COLLAR_RINGS = 21


def lies_on_its_back(variant):
    """Whether a variant is seen from the front, as most are."""
    return variant.get("side") != "back"


def settled(name, variant, work):
    """(sheet, heights above the lower side) of the upper side. Kept in the work folder."""
    edge, kinds = pattern.outline(0.006, lies_on_its_back(variant))
    sheet = cloth.Sheet(edge)
    source = "".join(inspect.getsource(module) for module in (cloth, pattern)) + repr(variant)
    source += settled.__code__.co_code.hex() + str(settled.__code__.co_consts)
    path = os.path.join(work, f"tee-{name}-{hashlib.sha1(source.encode()).hexdigest()[:10]}.npy")
    if os.path.exists(path):
        return sheet, np.load(path)
    rng = np.random.default_rng(variant["seed"] + 100)
    kinds = np.array(kinds)
    points, shape = sheet.points, sheet.shape
    near = lambda names: cKDTree(edge[np.isin(kinds, names)]).query(points)[0].reshape(shape)
    slack = list(sheet.slack_of(pattern.lay(points, variant)))
    slack = [0.014 * np.tanh(0.25 * s / 0.014) for s in slack]  # where much is gathered, the sewn shape takes the rest
    for patch, extra in enumerate(pattern.patches(points, variant)):
        slack[patch] = slack[patch] + extra.reshape(shape)
    hold = 900.0 * np.exp(-((near(FOLDED) / 0.010) ** 2)) + 2500.0 * np.exp(-((near(("neck",)) / 0.012) ** 2))
    stiff = 1 + 4 * np.clip((0.023 - near(("hem", "cuff"))) / 0.004, 0, 1)
    start = 0.004 + 0.003 * cloth.smooth_field(points, 0.075, rng, 60)
    z = sheet.heights(slack, hold, stiff, start=start.reshape(shape))
    # what stays from having been folded and worn: waves of 4 to 10 cm, a fraction of a millimetre high
    where = np.clip(0.6 + 0.5 * cloth.smooth_field(points, 0.35, rng), 0.1, 1.5)
    kept = 0.00034 * cloth.smooth_field(points, 0.10, rng, 40) + 0.00016 * cloth.smooth_field(points, 0.045, rng, 60)
    z = z + variant["memory"] * (where * (kept + 0.0005)).reshape(shape)
    os.makedirs(work, exist_ok=True)
    np.save(path, z)
    return sheet, z


def upper_mesh(name, variant, work):
    sheet, heights = settled(name, variant, work)
    edge, kinds = pattern.outline(FINE, lies_on_its_back(variant))
    kinds = np.array(kinds)
    fine, triangles = cloth.triangulate(edge, FINE, seed=1)
    n = len(edge)
    points = np.c_[pattern.lay(fine, variant), BENEATH + THICK + sheet.look_up(heights, fine)]
    rim = points[:n].copy()
    rim[:, 2] = edges.smooth_line(rim, 24)[:, 2]
    points[:n] = rim
    normals = edges.outward(rim)
    rings = [((0.0005, 0.0002)), (0.0009, 0.0008), (0.0008, 0.0016), (0.0002, 0.0022), (-0.004, 0.0024)]
    points_all, faces, pattern_points = [points], [tuple(t) for t in triangles], [fine]
    base, previous = len(points), 0
    for ring in edges.skirt(rim, normals, rings):
        ring[:, 2] = np.maximum(ring[:, 2], 0.0004)
        points_all.append(ring)
        pattern_points.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    return np.concatenate(points_all), faces, np.concatenate(pattern_points), edge, kinds, rim


def pattern_uv(points, faces):
    """(u, v) per face corner in 0..1 of pattern space; sleeve faces are parked."""
    sleeve = pattern.sleeve_pattern(points)
    uv = []
    for face in faces:
        ids = np.array(face)
        centre = points[ids].mean(0, keepdims=True)
        uv.append(sleeve[ids] if pattern.is_sleeve(centre)[0] else points[ids])
    flat = np.concatenate(uv)
    return (flat - [PATTERN["x0"], PATTERN["y0"]]) / [PATTERN["width"], PATTERN["height"]]


def lower_mesh(variant):
    """The lower panel's inner side; its hems peep out a few millimetres here and there."""
    rng = np.random.default_rng(variant["seed"] + 5)
    edge, kinds = pattern.outline(0.005, not lies_on_its_back(variant))
    kinds = np.array(kinds)
    points, triangles = cloth.triangulate(edge, 0.005, seed=2)
    laid = pattern.lay(points, variant)
    n = len(edge)
    normals = edges.outward(laid[:n])
    peep = 0.0016 + 0.0022 * cloth.smooth_field(edge, 0.30, rng)
    offset = np.where(np.isin(kinds, ("hem", "cuff")), peep, np.where(kinds == "neck", 0.0, -0.002))
    offset = edges.smooth_line(offset, 12)
    laid[:n] += normals * offset[:, None]
    height = 0.0012 + 0.0002 * cloth.smooth_field(points, 0.05, rng)
    solid = np.c_[laid, height]
    ring = np.c_[laid[:n] + normals * 0.0005, np.full(n, 0.0002)]
    faces = [tuple(t) for t in triangles] + edges.ring_faces(0, len(solid), n)
    return np.concatenate([solid, ring]), faces, np.concatenate([points, edge])


def collar_mesh(variant, rim, kinds, cut=pattern, bulk=1.0, beneath=BENEATH):
    """The rib band: a closed ring with a rounded free edge, sewn to the upper side's settled neck line.

    cut: module of the flat pattern; bulk: thickness of the band, times jersey's; beneath: height below which a front's
    half stays that lies under the back.
    """
    theta = np.linspace(0, np.pi / 2, 90)
    quarter = lambda front: (cut.neck_seam(front, 90), cut.neck_edge(front, 90))
    outer, inner, depth = [], [], []
    upper = 1 if lies_on_its_back(variant) else -1
    for front, mirror, order in ((True, 1, 1), (True, -1, -1), (False, -1, 1), (False, 1, -1)):
        seam, free = quarter(front)
        seam, free = seam[::order] * [mirror, 1], free[::order] * [mirror, 1]
        outer.append(seam[:-1])
        inner.append(free[:-1])
        depth.append((np.sin(theta)[::order] * (upper if front else -upper))[:-1])
    outer, inner, depth = np.concatenate(outer), np.concatenate(inner), np.concatenate(depth)
    flat = [outer, inner]
    laid = [cut.lay(p, variant) for p in flat]
    laid[1] = edges.smooth_line(laid[1], 60)  # the fold at the shoulder is no sharp corner
    n = len(outer)
    neck_points = rim[kinds == "neck"]
    near = cKDTree(neck_points[:, :2])
    upper_part = np.clip((depth + 0.03) / 0.16, 0, 1)
    upper_part = upper_part * upper_part * (3 - 2 * upper_part)
    sewn = neck_points[near.query(laid[0])[1], 2]
    low = upper_part * sewn + (1 - upper_part) * 0.0016 * bulk
    rise = bulk * (0.0010 * upper_part + 0.0012 * (1 - upper_part) + 0.0016 * np.exp(-((depth / 0.22) ** 2)))
    rng = np.random.default_rng(variant["seed"] + 9)
    wave = 0.0007 * cloth.smooth_field(np.stack([outer[:, 0], depth * 0.1], 1), 0.10, rng) * upper_part
    # section: (share of the band's width, height above its middle line): under side, free edge, upper side
    t = 0.0011 * bulk
    section = [(-0.02, -t), (0.3, -t), (0.7, -t), (0.90, -t)]
    section += [(0.93 + 0.07 * np.sin(a), -t * np.cos(a)) for a in np.linspace(0.2, np.pi - 0.2, 9)]
    section += [
        (0.90, t),
        (0.8, t * 1.06),
        (0.6, t * 1.12),
        (0.4, t * 1.10),
        (0.2, t * 0.95),
        (0.10, t * 0.62),
        (0.03, t * 0.1),
        (-0.03, -t * 0.8),
    ]
    assert len(section) == COLLAR_RINGS
    points, flat_points, faces = [], [], []
    for share, height in section:
        s = min(max(share, 0.0), 1.0)
        xy = laid[0] + (laid[1] - laid[0]) * share
        z = low + rise * s + wave * s + 0.0009 * bulk + height
        if upper < 0:
            z = np.minimum(z, beneath + 0.02 * upper_part)
        points.append(np.c_[xy, np.maximum(z, 0.0003)])
        flat_points.append(outer + (inner - outer) * share)
    for k in range(len(section) - 1):
        faces += edges.ring_faces(k * n, (k + 1) * n, n)
    return np.concatenate(points), faces, np.concatenate(flat_points)


def tape_mesh(variant, cut=pattern, floor=0.0):
    """The strip that covers the back neck seam inside, from shoulder to shoulder."""
    theta = np.linspace(0.05, np.pi / 2, 70)
    right = pattern.neck(theta, cut.SEAM_X, -cut.SEAM_BACK)
    line = np.concatenate([right, (right * [-1, 1])[::-1][1:]])
    points, flat, faces = [], [], []
    n = len(line)
    for down, z in (
        (-0.0022, 0.0012),
        (-0.0020, 0.0021),
        (0.0, 0.0023),
        (0.0040, 0.0022),
        (0.0072, 0.0021),
        (0.0075, 0.0011),
    ):
        moved = line + [0, -down]
        points.append(np.c_[cut.lay(moved, variant), np.full(n, z + floor)])
        flat.append(moved)
    for k in range(5):
        faces += edges.ring_faces(k * n, (k + 1) * n, n, closed=False)
    return np.concatenate(points), faces, np.concatenate(flat)


def draw_tee(canvas, rng, front=True):
    """What is sewn on it. The shoulder seams sit on the front, a finger before the fold."""
    side = dict(pattern.right_side())
    mirror = lambda line, s: np.asarray(line) * [s, 1]
    seams.hem(canvas, np.concatenate([mirror(side["hem"], 1), mirror(side["hem"], -1)[::-1][1:]]), rng)
    full_neck = np.concatenate([pattern.neck_seam(front), (pattern.neck_seam(front) * [-1, 1])[::-1][1:]])
    seams.seam(canvas, full_neck, rng, 0.00030, topstitch=(0.0022, 0.0068))
    for s in (1, -1):
        if front:
            seams.seam(canvas, mirror(side["shoulder"], s) - [0, 0.011], rng, 0.00025)
        armhole = mirror(pattern.armhole(), s)
        seams.seam(canvas, armhole, rng)
        seams.seam(canvas, pattern.sleeve_pattern(armhole), rng)
        seams.hem(canvas, pattern.sleeve_pattern(mirror(side["cuff"], s)), rng)


def build(name, variant, work):
    """The tee of a variant: (products, albedo setter, camera facts). name: of its files in the work folder."""
    front = lies_on_its_back(variant)
    heights = seams.height_map(
        work, PATTERN, f"tee-{name}", lambda *on: draw_tee(*on, front), folded=True, seed=variant["seed"]
    )
    material, albedo = seams.jersey(heights)
    rib, rib_albedo = seams.rib()
    points, faces, flat, edge, kinds, rim = upper_mesh(name, variant, work)
    upper, lower = ("front", "back") if front else ("back", "front")
    products = [scene_setup.add_mesh(upper, points, faces, pattern_uv(flat, faces), material)]
    points, faces, flat = lower_mesh(variant)
    products.append(scene_setup.add_mesh(lower, points, faces, pattern_uv(flat, faces), material))
    points, faces, flat = collar_mesh(variant, rim, kinds)
    products.append(scene_setup.add_mesh("collar", points, faces, pattern_uv(flat, faces), rib))
    seams.add_rib_coordinates(products[-1], flat.reshape(COLLAR_RINGS, -1, 2))
    if front:
        points, faces, flat = tape_mesh(variant)
        products.append(scene_setup.add_mesh("tape", points, faces, pattern_uv(flat, faces), material))
    light_rigs.flat_lay_camera()

    def both(value):
        albedo(value)
        rib_albedo(value)

    return products, both, {"height": 2.6, "frame": 1.06}
