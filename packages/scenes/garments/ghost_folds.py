"""Folds of a filled sweatshirt finer than its settled shape: out of the armpits, across the elbows, above the rib, at
the waist.

Units: metres and degrees, in the pattern of a cut of sewn_pattern.py; a fold is (start, direction, length, height,
width).
"""

import numpy as np
from scipy.spatial import cKDTree

from garments import creases, ghost_hood

# Beside the underarm point: into the body, and up the sleeve.
ARMPIT = (
    ((-0.010, 0.020), 148, 0.15, 0.0042, 0.014),
    ((-0.014, 0.004), 176, 0.17, 0.0040, 0.016),
    ((-0.012, -0.020), 222, 0.20, 0.0046, 0.017),
    ((0.010, 0.012), 78, 0.13, 0.0048, 0.013),
    ((0.030, -0.006), 52, 0.14, 0.0044, 0.014),
)
# Metres down the sleeve from the armhole's middle, and across it from there; direction relative to the way across,
# upwards.
SLEEVE = (
    ((0.100, 0.075), 24, 0.15, 0.0042, 0.015),
    ((0.165, 0.070), 12, 0.14, 0.0052, 0.014),
    ((0.205, 0.066), -6, 0.15, 0.0062, 0.014),
    ((0.240, 0.066), -22, 0.14, 0.0050, 0.013),
    ((0.300, 0.058), 16, 0.12, 0.0042, 0.013),
    ((0.350, 0.052), -12, 0.11, 0.0046, 0.012),
    ((0.400, 0.050), 8, 0.10, 0.0046, 0.011),
)
# From the side's lower end.
WAIST = (
    ((-0.004, 0.190), 196, 0.17, 0.0038, 0.018),
    ((-0.004, 0.130), 160, 0.19, 0.0046, 0.018),
    ((-0.006, 0.070), 186, 0.16, 0.0050, 0.016),
    ((-0.020, 0.020), 118, 0.12, 0.0042, 0.014),
    ((-0.075, 0.014), 100, 0.11, 0.0040, 0.013),
    ((-0.125, 0.012), 84, 0.09, 0.0034, 0.012),
    ((-0.180, 0.012), 96, 0.10, 0.0034, 0.013),
    ((-0.230, 0.010), 80, 0.08, 0.0028, 0.012),
)
CHEST = (((0.125, -0.075), -118, 0.22, 0.0016, 0.022), ((0.200, -0.085), -64, 0.17, 0.0030, 0.018))


def spines(cut, seed):
    """(line, height, width) of every fold, each side with its own chance."""
    rng = np.random.default_rng(seed)
    along, across = cut.axes()
    up = np.degrees(np.arctan2(-across[1], -across[0]))
    middle = np.array([cut.tip, cut.underarm]).mean(0)
    folds = [(np.array(cut.underarm) + start, *rest) for start, *rest in ARMPIT]
    folds += [(middle + start[0] * along + start[1] * across, up + turn, *rest) for start, turn, *rest in SLEEVE]
    folds += [(np.array(cut.side_end) + start, *rest) for start, *rest in WAIST] + [
        (np.array(start), *rest) for start, *rest in CHEST
    ]
    result = []
    for side in (1, -1):
        much = rng.uniform(1.0, 1.4)
        for start, angle, length, height, width in folds:
            if rng.random() < 0.12:
                continue
            line = creases.bent(
                start + rng.normal(0, 0.009, 2),
                angle + rng.normal(0, 8),
                length * rng.uniform(0.85, 1.4),
                rng.normal(0, 28),
            )
            result.append((line * [side, 1], much * height * rng.uniform(0.65, 1.25), width * rng.uniform(0.9, 1.4)))
    return result


def heights(cut, points, seed):
    """Heights (m) above the settled front at flat places; none at seams and ribs."""
    total = creases.ridges(points, spines(cut, seed)) + creases.uneven(points, np.random.default_rng(seed + 40))
    outline, kinds = cut.outline(0.006)
    sewn = cKDTree(
        outline[
            np.isin(
                kinds,
                ("shoulder", "overarm", "underarm", "side", "neck", "gather", "cuff", "hem", "cuffside", "hemside"),
            )
        ]
    )
    hold = np.clip(sewn.query(points)[0] / 0.022, 0, 1)
    rib = np.where(cut.sleeve_side(points) > 0, 1, np.clip((points[:, 1] - cut.side_end[1]) / 0.012, 0, 1))
    armhole = cKDTree(np.concatenate([cut.armhole(), cut.armhole() * [-1, 1]]))
    seam = 0.35 + 0.65 * np.clip(armhole.query(points)[0] / 0.015, 0, 1)
    past = (np.stack([np.abs(points[:, 0]), points[:, 1]], 1) - cut.sleeve_end()[0]) @ cut.axes()[0]
    cuff = np.where(cut.sleeve_side(points) > 0, np.clip(-past / 0.012, 0, 1), 1)
    return np.clip(total, 0, 0.013) * hold * rib * seam * cuff * (1 - 0.9 * beneath_pocket(points) if cut.hood else 1)


def beneath_pocket(points):
    """1 where a pocket lies on the front and folds would come through it, falling to 0 a centimetre beside it."""
    x, y = ghost_hood.POCKET[1:].T
    inside = np.minimum(np.interp(-points[:, 1], -y, x) - np.abs(points[:, 0]), y[0] - points[:, 1])
    return np.clip(inside / 0.010 + 1, 0, 1)
