"""A hooded sweatshirt laid face down: the sweatshirt's back, and above it the hood's, whose two halves meet in a seam
from the crown to the neck.

Units: metres, in the flat pattern's coordinates, as in hood.py.
"""

import math

import numpy as np
from scipy.spatial import cKDTree

from garments import hood as laid
from garments import sweat, sweat_seams
from garments import sweat_pattern as pattern
from garments.sweat_pattern import eased
from garments.tee_pattern import neck
from lib import cloth, seams
from rigs import light_rigs

PRINT_TOP = -pattern.SEAM_BACK - 6 * 0.0254  # six inches below the hood's seam, which a hood let down would cover


def back_seam(n):
    """Where the hood's right half is sewn to the back."""
    return neck(np.linspace(0, math.pi / 2, n), pattern.SEAM_X, -pattern.SEAM_BACK)


def outline(spacing):
    """Closed counter-clockwise outline of a hood that lies face down."""
    back = neck(np.linspace(math.pi / 2, 0, 40), pattern.SEAM_X, -pattern.SEAM_BACK)
    line = cloth.resample(laid.mirrored_line(np.concatenate([back, laid.outer(80)[1:]])[::-1]), spacing)[:-1]
    return laid.anticlockwise(line)


def hood(variant, body_height, material):
    """A hood that lies face down: its two halves meet in the seam that runs from the crown to the neck."""
    fold, seam = (cKDTree(cloth.resample(line, 0.001)) for line in (laid.outer(120), back_seam(120)))

    def height(points):
        chance = np.random.default_rng(variant["seed"] + 40)
        right = np.abs(points[:, 0]), points[:, 1]
        d_fold, d_seam = (tree.query(np.stack(right, 1))[0] for tree in (fold, seam))
        high = np.interp(points[:, 1], [-0.02, 0.06, 0.17, 0.32], [0.35, 1.0, 0.85, 0.5])
        z = 0.0095 + 0.0165 * high * eased(d_fold / 0.085)
        folds = 0.0042 * cloth.smooth_field(points, 0.115, chance, 30)
        folds = folds + 0.0014 * cloth.smooth_field(points, 0.05, chance, 40)
        for (cx, cy), ridge, long, wide, much in variant["creases"]:
            c, s = math.cos(math.radians(ridge)), math.sin(math.radians(ridge))
            along, across = (points - (cx, cy)) @ (c, s), (points - (cx, cy)) @ (-s, c)
            folds = folds + much * np.exp(-((along / long) ** 2)) * (
                np.exp(-((across / wide) ** 2)) - 0.5 * np.exp(-(((across + 1.7 * wide) / wide) ** 2))
            )
        z = z + folds * eased(d_fold / 0.03) - 0.0030 * np.exp(-((points[:, 0] / 0.011) ** 2)) * eased(d_fold / 0.03)
        sewn = eased(d_seam / 0.030)
        low = np.minimum(body_height(points), 0.0085) - 0.0004
        return np.maximum(sewn * z + (1 - sewn) * (low + 0.0012), 0.0052)

    place = lambda flat: pattern.lay(laid.sunk(flat, variant), variant)
    points, faces, flat, _ = sweat.panel(outline(0.003), height, place, laid.FLAP_RIM, 0.003, 5, smooth=6)
    return sweat.add("hood", points, faces, flat, material)


def draw(canvas, rng):
    """What is sewn on its back and along the middle of the hood."""
    sweat_seams.draw_sweat(canvas, rng, neck=False, front=False)
    middle = np.array([(0, -pattern.SEAM_BACK), laid.CROWN])
    seams.seam(canvas, middle, rng, 0.00045)
    for s in (1, -1):
        sweat_seams.topstitch(canvas, middle + [0.0046 * s, 0], rng, 0.0002)
        seams.seam(canvas, back_seam(90) * [s, 1], rng, 0.00045)


# A variant: as in hood.py, creases as (place, direction of the ridge in degrees, half length, half width, height).
def build(name, variant, work):
    """The hooded sweatshirt of a variant: (products, albedo setter, camera facts).

    name: of its files in the work folder.
    """
    heights = seams.height_map(work, pattern.PATTERN, "hood-behind", draw, folded=True)
    material, albedo = seams.jersey(heights)
    products, _, _, body_height = sweat.body(name, variant, work, material)
    products.append(hood(variant, body_height, material))
    frame = variant["frame"]
    light_rigs.flat_lay_camera(frame)
    return products, albedo, {"height": 2.6, "frame": frame}
