"""A canvas tote laid flat: front, back behind its opening, what is sewn on them; lying.py adds its straps.

Units: metres. Pattern space: x to the viewer's right, y up, 0 at the top edge. A common promotional tote:
38 × 41 cm, 10 oz (340 g/m²) canvas, straps 2.5 cm wide and 55 cm long.
"""

from typing import NamedTuple

import cv2
import numpy as np
from scipy.spatial import cKDTree

from lib import cloth, edges, seams

HALF, LONG, STRAP, APART, SEWN = 0.190, 0.410, 0.0125, 0.085, 0.035  # half widths, lengths
PATTERN = {"x0": -0.23, "y0": -0.44, "width": 0.46, "height": 0.76}
PRINT_CENTRE = -0.215
STRAP_LONG = 0.59  # with both sewn ends
FINE, THICK, BENEATH = 0.0024, 0.0012, 0.0018
FRAME = 0.76

VARIANTS = {
    "flat-lay-1": {
        "seed": 41,
        "turn": 0.0,
        "shift": (0.0, 0.086),
        "lean": (0.008, -0.020),
        "patches": [
            ((-0.12, -0.36), (0.09, 0.05), 38, 0.018),
            ((0.13, -0.35), (0.08, 0.05), -42, 0.020),
            ((-0.06, -0.10), (0.10, 0.035), 72, 0.014),
            ((0.10, -0.16), (0.12, 0.04), -64, 0.014),
            ((0.02, -0.30), (0.13, 0.05), 12, 0.010),
        ],
    },
    "flat-lay-2": {
        "seed": 57,
        "turn": -6.0,
        "shift": (-0.006, 0.090),
        "lean": (-0.040, 0.036),
        "patches": [
            ((-0.11, -0.34), (0.11, 0.05), 30, 0.020),
            ((0.12, -0.28), (0.12, 0.045), -58, 0.020),
            ((0.07, -0.08), (0.10, 0.035), -76, 0.016),
            ((-0.10, -0.18), (0.12, 0.04), 60, 0.016),
        ],
    },
}


class Upper(NamedTuple):
    """The front as it lies: points (n, 3), faces, pattern (n, 2) in pattern space; sheet, heights: its upper side's."""

    points: np.ndarray
    faces: list
    pattern: np.ndarray
    sheet: cloth.Sheet
    heights: np.ndarray


def outline(spacing):
    """Closed counter-clockwise outline with slightly rounded lower corners, and the kind of every point."""
    r = 0.006
    corner = lambda cx, a, b: [
        (cx + r * np.cos(t), -LONG + r + r * np.sin(t)) for t in np.radians(np.linspace(a, b, 7))
    ]
    lower = [(-HALF, 0.0)] + corner(-HALF + r, 180, 270) + corner(HALF - r, 270, 360) + [(HALF, 0.0)]
    side = cloth.resample(lower, spacing)
    top = cloth.resample([(HALF, 0.0), (-HALF, 0.0)], spacing)
    points = np.concatenate([side[:-1], top[:-1]])
    return points, np.array(["fold"] * (len(side) - 1) + ["top"] * (len(top) - 1))


def lay(points, variant):
    facts = VARIANTS[variant]
    rng = np.random.default_rng(facts["seed"])
    flat = points + sum(
        much * np.stack([cloth.smooth_field(points, long, rng), cloth.smooth_field(points, long, rng)], 1)
        for much, long in ((0.0026, 0.5), (0.0007, 0.17))
    )
    turn = np.radians(facts["turn"])
    x, y = flat[:, 0], flat[:, 1]
    return np.stack(
        [
            x * np.cos(turn) - y * np.sin(turn) + facts["shift"][0],
            x * np.sin(turn) + y * np.cos(turn) + facts["shift"][1],
        ],
        1,
    )


def settled(variant):
    facts = VARIANTS[variant]
    rng = np.random.default_rng(facts["seed"] + 1)
    edge, kinds = outline(0.006)
    sheet = cloth.Sheet(edge)
    points, shape = sheet.points, sheet.shape
    near = lambda kind: cKDTree(edge[kinds == kind]).query(points)[0].reshape(shape)
    slack = [s.reshape(shape) for s in cloth.patch_slack(points, facts["patches"])]
    hold = 900.0 * np.exp(-((near("fold") / 0.010) ** 2))
    stiff = 1 + 3 * np.clip((0.027 - near("top")) / 0.004, 0, 1)
    start = 0.004 + 0.003 * cloth.smooth_field(points, 0.13, rng, 60).reshape(shape)
    z = sheet.heights(slack, hold, stiff, start=start, bending=4e-5, weight=3.3, tension=220.0)
    kept = 0.0004 * cloth.smooth_field(points, 0.15, rng, 40) + 0.00018 * cloth.smooth_field(points, 0.05, rng, 60)
    return sheet, z + (kept + 0.0006).reshape(shape)


def panel(variant):
    sheet, heights = settled(variant)
    edge, kinds = outline(FINE)
    fine, triangles = cloth.triangulate(edge, FINE, seed=1)
    n = len(edge)
    points = np.c_[lay(fine, variant), BENEATH + THICK + sheet.look_up(heights, fine)]
    points[:n] = np.c_[points[:n, :2], edges.smooth_line(points[:n], 24)[:, 2]]
    normals = edges.outward(points[:n])
    everything, pattern, faces = [points], [fine], [tuple(t) for t in triangles]
    previous, base = 0, len(points)
    for ring in edges.skirt(
        points[:n], normals, [(0.0006, 0.0003), (0.0010, 0.0010), (0.0008, 0.0018), (-0.003, 0.0024)]
    ):
        everything.append(np.c_[ring[:, :2], np.maximum(ring[:, 2], 0.0004)])
        pattern.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    return Upper(np.concatenate(everything), faces, np.concatenate(pattern), sheet, heights)


def back(variant):
    """The back: its top edge stands a few millimetres above the front's."""
    rng = np.random.default_rng(VARIANTS[variant]["seed"] + 3)
    edge, kinds = outline(0.005)
    points, triangles = cloth.triangulate(edge, 0.005, seed=2)
    moved = points.copy()
    rise = np.clip((points[:, 1] + 0.05) / 0.05, 0, 1)
    moved[:, 1] += rise * (0.0042 + 0.0014 * cloth.smooth_field(points, 0.30, rng))
    moved[:, 0] *= 1 - 0.006
    n = len(edge)
    laid = lay(moved, variant)
    solid = np.c_[laid, np.full(len(laid), 0.0015)]
    ring = np.c_[laid[:n] + edges.outward(laid[:n]) * 0.0005, np.full(n, 0.0002)]
    return (
        np.concatenate([solid, ring]),
        [tuple(t) for t in triangles] + edges.ring_faces(0, len(solid), n),
        np.concatenate([points, edge]),
    )


def uv_of(flat, faces):
    scaled = (flat - [PATTERN["x0"], PATTERN["y0"]]) / [PATTERN["width"], PATTERN["height"]]
    return scaled[np.concatenate([np.array(f) for f in faces])]


def strap_parked(number, across, s):
    """Where a strap lies in pattern space: beside each other above the bag, at half their length."""
    return np.stack([np.broadcast_to(-0.20 + 0.03 * number, np.shape(s)) + across, 0.02 + 0.5 * np.asarray(s)], -1)


def boxed_cross(canvas, number, start, stop):
    """The seam that holds a strap's end: a box and its diagonals, from arc length `start` to `stop`."""
    half = STRAP - 0.0030
    corners = [strap_parked(number, x, s) for x, s in ((-half, start), (half, start), (half, stop), (-half, stop))]
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)):
        where, d, s = canvas.near([corners[a], corners[b]], 0.006)
        canvas.add(where, seams.stitched(d, s * 1.6, 0.0) * 0.9)


def crumple(canvas, rng):
    """What folding and carrying leave in starched canvas: short sharp ridges between nearly flat facets."""
    h, w = canvas.shape
    metre = 1 / seams.PIXEL
    total = np.zeros(canvas.shape, np.float32)
    for length, depth in ((0.034, 0.00042), (0.016, 0.00017), (0.008, 0.00006)):
        step = max(1, int(length * metre / 10))
        small = rng.standard_normal((h // step + 2, w // step + 2)).astype(np.float32)
        small = cv2.GaussianBlur(small, (0, 0), length * metre / step / 4)
        ridge = 1 - np.sqrt((small / small.std()) ** 2 + 0.012)
        where = cv2.GaussianBlur(
            rng.standard_normal(small.shape).astype(np.float32), (0, 0), 3 * length * metre / step / 4
        )
        ridge *= np.clip(0.55 + 0.75 * where / where.std(), 0.08, 1.6)
        total += depth * cv2.resize(ridge, (w, h), interpolation=cv2.INTER_CUBIC)
    return total


def creases(canvas, lines, rng):
    """Sharp lines from having been folded for the shelf, worn faint here and there."""
    for line, depth in lines:
        wave = [
            (x + 0.0016 * np.sin(37 * y + 5 * x), y + 0.0014 * np.sin(31 * x + 1.3))
            for x, y in cloth.resample(line, 0.004)
        ]
        where, d, s = canvas.near(wave, 0.035)
        faint = 0.65 + 0.35 * np.sin(s * 21 + rng.uniform(0, 6))
        canvas.add(
            where, depth * faint * (np.exp(-d / 0.0035) + 0.5 * np.exp(-d / 0.014) * np.clip(1 - d / 0.035, 0, 1))
        )


def drawn(canvas, rng):
    """Top hem with its needle line, side seams' ridges, the crossed boxes that hold the straps, wear."""
    canvas.height += crumple(canvas, rng)
    creases(canvas, [([(-HALF, -0.203), (HALF, -0.206)], 0.00050), ([(0.004, -0.02), (-0.003, -LONG)], -0.00042)], rng)
    where, d, s = canvas.near([(-HALF, 0), (HALF, 0)], 0.05)
    canvas.add(
        where,
        0.00055 * np.clip((0.0255 - d) / 0.0012, 0, 1)
        + seams.stitched(d, s, 0.0225)
        + seams.pucker(d, s, 0.002, 0.040, 0.00022, rng),
    )
    for side in (-1, 1):
        where, d, s = canvas.near([(side * HALF, 0), (side * HALF, -LONG)], 0.03)
        canvas.add(where, 0.0005 * seams.bump(d, 0.004, 0.004) + seams.pucker(d, s, 0, 0.02, 0.00026, rng))
    where, d, s = canvas.near([(-HALF, -LONG), (HALF, -LONG)], 0.03)
    canvas.add(where, seams.pucker(d, s, 0, 0.018, 0.00016, rng))
    for number in (0, 1):  # along both edges of each strap
        for edge in (-STRAP + 0.0028, STRAP - 0.0028):
            ends = strap_parked(number, edge, np.array([0.0, STRAP_LONG]))
            where, d, s = canvas.near(ends, 0.006)
            canvas.add(where, seams.stitched(d, s * 2, 0.0) * 0.8)
        for start, stop in ((0.003, SEWN - 0.002), (STRAP_LONG - SEWN + 0.002, STRAP_LONG - 0.003)):
            boxed_cross(canvas, number, start, stop)
