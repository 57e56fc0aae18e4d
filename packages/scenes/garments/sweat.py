"""The sweatshirt laid flat: fleece settled in folds, ribbed collar, cuffs and hem; the body of a hooded one too.

Units: metres. As with the tee only the upper side is settled; the lower one is its floor.
"""

import hashlib
import inspect
import os

import numpy as np
from scipy.spatial import cKDTree

from garments import sweat_pattern as pattern
from garments import sweat_seams, tee
from lib import cloth, edges, scene_setup, seams
from rigs import light_rigs

BENEATH, THICK = 0.0044, 0.0022  # upper side of the lower one; the fleece itself with its seam allowances
BENDING, WEIGHT = 4.5e-5, 2.9  # fleece of 290 g/m²
FINE = 0.0030
FOLDED = ("shoulder", "overarm", "underarm", "side", "gather")
RIBBED = ("cuffside", "hemside", "cuff", "hem")
RIM = ((0.0012, 0.0003), (0.0022, 0.0014), (0.0024, 0.0030), (0.0014, 0.0048), (-0.005, 0.0054))


def settled(name, variant, work):
    """(sheet, heights above the lower side) of the upper side. Kept in the work folder."""
    edge, kinds = pattern.outline(0.006, tee.lies_on_its_back(variant))
    sheet = cloth.Sheet(edge)
    source = "".join(inspect.getsource(module) for module in (cloth, pattern)) + repr(variant)
    source += settled.__code__.co_code.hex() + str(settled.__code__.co_consts)
    path = os.path.join(work, f"{name.replace('/', '-')}-{hashlib.sha1(source.encode()).hexdigest()[:10]}.npy")
    if os.path.exists(path):
        return sheet, np.load(path)
    rng = np.random.default_rng(variant["seed"] + 100)
    kinds = np.array(kinds)
    points, shape = sheet.points, sheet.shape
    near = lambda names: cKDTree(edge[np.isin(kinds, names)]).query(points)[0].reshape(shape)
    slack = [0.016 * np.tanh(0.25 * s / 0.016) for s in sheet.slack_of(pattern.lay(points, variant))]
    slack = [a + b.reshape(shape) for a, b in zip(slack, pattern.slack(points, variant))]
    along, _ = pattern.sleeve_axes()
    down_cuff = (np.stack([np.abs(points[:, 0]), points[:, 1]], 1) - pattern.WRIST) @ along
    sleeve = np.abs(points[:, 0]) > pattern.SIDE_END[0] + 0.02
    ribbed = np.where(sleeve, down_cuff > 0.006, points[:, 1] < pattern.HEM_TOP[1] - 0.002).reshape(shape)
    hold = 700.0 * np.exp(-((near(FOLDED) / 0.008) ** 2)) + 2500.0 * np.exp(-((near(("neck",)) / 0.014) ** 2))
    hold = hold + 260.0 * ribbed
    z = sheet.heights(
        slack,
        hold,
        1 + 2.5 * ribbed,
        bending=BENDING,
        weight=WEIGHT,
        start=(0.005 + 0.004 * cloth.smooth_field(points, 0.09, rng, 60)).reshape(shape),
    )
    # fleece never lies quite flat: soft waves of 5 to 14 cm, and the loft between the two layers
    where = np.clip(0.6 + 0.5 * cloth.smooth_field(points, 0.40, rng), 0.1, 1.5)
    kept = 0.00060 * cloth.smooth_field(points, 0.14, rng, 40) + 0.00026 * cloth.smooth_field(points, 0.055, rng, 60)
    loft = 0.0042 * (1 - np.exp(-((near(FOLDED + RIBBED) / 0.030) ** 2))) * np.where(ribbed, 0.3, 1.0)
    z = z + variant["memory"] * (where * (kept + 0.0008)).reshape(shape) * np.where(ribbed, 0.4, 1) + loft
    os.makedirs(work, exist_ok=True)
    np.save(path, z)
    return sheet, z


def panel(edge, height, place, rim=RIM, fine=FINE, seed=1, smooth=20, lowest=0.0006):
    """A piece of cloth with rolled edges. edge: closed counter-clockwise outline; height(points) above the table;
    place(points) on the table. Returns (points, faces, pattern points, points of the rim)."""
    flat, triangles = cloth.triangulate(edge, fine, seed=seed)
    n = len(edge)
    points = np.c_[place(flat), height(flat)]
    points[:n, 2] = edges.smooth_line(points[:n].copy(), smooth)[:, 2]
    line = points[:n].copy()
    normals = edges.outward(line)
    everything, faces, flats = [points], [tuple(t) for t in triangles], [flat]
    base, previous = len(points), 0
    for ring in edges.skirt(line, normals, rim):
        ring[:, 2] = np.maximum(ring[:, 2], lowest)
        everything.append(ring)
        flats.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    return np.concatenate(everything), faces, np.concatenate(flats), line


def uv_of(flat, faces):
    flat = np.concatenate([flat[list(face)] for face in faces])
    return (flat - [pattern.PATTERN["x0"], pattern.PATTERN["y0"]]) / [
        pattern.PATTERN["width"],
        pattern.PATTERN["height"],
    ]


def add(name, points, faces, flat, material):
    return scene_setup.add_mesh(name, points, faces, uv_of(flat, faces), material)


def body(name, variant, work, material):
    """Upper and lower side. Returns (objects, rim of the upper, its kinds, height of the upper at flat points)."""
    front = tee.lies_on_its_back(variant)
    upper, lower = ("front", "back") if front else ("back", "front")
    sheet, heights = settled(name, variant, work)
    on_top = lambda flat: BENEATH + THICK + sheet.look_up(heights, flat)
    place = lambda flat: pattern.lay(flat, variant)
    edge, kinds = pattern.outline(FINE, front)
    points, faces, flat, rim = panel(edge, on_top, place)
    things = [add(upper, points, faces, flat, material)]
    rng = np.random.default_rng(variant["seed"] + 5)
    edge, lower_kinds = pattern.outline(0.006, not front)
    flat, triangles = cloth.triangulate(edge, 0.006, seed=2)
    laid = pattern.lay(flat, variant)
    n = len(edge)
    peep = np.where(
        np.isin(lower_kinds, ("hem", "cuff")), 0.0012 + 0.0016 * cloth.smooth_field(edge, 0.30, rng), -0.003
    )
    peep = edges.smooth_line(np.where(np.array(lower_kinds) == "neck", 0.0, peep), 12)
    normals = edges.outward(laid[:n])
    laid[:n] += normals * peep[:, None]
    solid = np.c_[laid, BENEATH - 0.0016 + 0.0004 * cloth.smooth_field(flat, 0.06, rng)]
    ring = np.c_[laid[:n] + normals * 0.0010, np.full(n, 0.0003)]
    faces = [tuple(t) for t in triangles] + edges.ring_faces(0, len(solid), n)
    things.append(add(lower, np.concatenate([solid, ring]), faces, np.concatenate([flat, edge]), material))
    return things, rim, np.array(kinds), on_top


def build(name, variant, work):
    """The sweatshirt of a variant: (products, albedo setter, camera facts). name: of its files in the work folder."""
    front = tee.lies_on_its_back(variant)
    heights = seams.height_map(
        work,
        pattern.PATTERN,
        f"sweat-{name.replace('/', '-')}",
        lambda *on: sweat_seams.draw_sweat(*on, front=front),
        folded=True,
        seed=variant["seed"],
    )
    material, albedo = seams.jersey(heights)
    rib, rib_albedo = seams.rib()
    products, rim, kinds, _ = body(name, variant, work, material)
    points, faces, flat = tee.collar_mesh(variant, rim, kinds, pattern, 1.9, BENEATH)
    products.append(add("collar", points, faces, flat, rib))
    seams.add_rib_coordinates(products[-1], flat.reshape(tee.COLLAR_RINGS, -1, 2))
    if front:
        points, faces, flat = tee.tape_mesh(variant, pattern, 0.0018)
        products.append(add("tape", points, faces, flat, material))
    frame = variant["frame"]
    light_rigs.flat_lay_camera(frame)

    def both(value):
        albedo(value)
        rib_albedo(value)

    return products, both, {"height": 2.6, "frame": frame}
