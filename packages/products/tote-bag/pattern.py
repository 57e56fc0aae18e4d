"""What a canvas tote is cut from, and what is sewn on it: measures, pattern space, seams.

Units: metres. Pattern space: x to the viewer's right, y up, 0 at the top edge. A common promotional tote:
38 × 41 cm, 10 oz (340 g/m²) canvas, straps 2.5 cm wide and 55 cm long.
"""

import cv2
import numpy as np

from lib import cloth, seams

HALF, LONG, STRAP, SEWN = 0.190, 0.410, 0.0125, 0.035  # half widths, lengths
PATTERN = {"x0": -0.23, "y0": -0.44, "width": 0.46, "height": 0.76}
PRINT_CENTRE = -0.215
STRAP_LONG = 0.59  # with both sewn ends


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
