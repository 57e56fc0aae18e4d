"""The folds of a worn garment's front that its settled mesh is too coarse for: ridges along bent lines in pattern
space.

Units: metres. They lie where wearing puts them: out of the armpits over the chest and towards the waist, across the
sleeves, short ones at the waist, upright ones above the hem. Each has a steep and a gentle side and fades at its ends.
"""

import numpy as np
from scipy.spatial import cKDTree

from lib import cloth

ARMPIT = np.array([0.232, -0.252])

# from the armpit: degrees (0 inwards, 90 up), length, height; the rest: (start), degrees, length, height, width
OUT_OF_ARMPIT = (
    (62, 0.13, 0.0034),
    (34, 0.19, 0.0040),
    (2, 0.15, 0.0034),
    (-36, 0.21, 0.0050),
    (-58, 0.24, 0.0046),
    (-76, 0.20, 0.0034),
)
WAIST = (
    ((0.235, -0.420), -24, 0.13, 0.0038, 0.013),
    ((0.238, -0.470), 14, 0.11, 0.0040, 0.013),
    ((0.236, -0.525), -12, 0.14, 0.0034, 0.014),
)
HEM = (
    ((0.205, -0.715), 82, 0.24, 0.0050, 0.020),
    ((0.120, -0.718), 98, 0.30, 0.0056, 0.024),
    ((0.035, -0.720), 86, 0.22, 0.0042, 0.022),
)
SLEEVE = (
    ((0.262, -0.268), 74, 0.15, 0.0040, 0.011),
    ((0.305, -0.262), 58, 0.13, 0.0034, 0.011),
    ((0.252, -0.215), 100, 0.10, 0.0034, 0.011),
)
CHEST = (((0.120, -0.070), -128, 0.20, 0.0016, 0.020),)


def bent(start, degrees, length, bow, n=120):
    """Points along a line that turns by `bow` degrees on its way."""
    turn = np.radians(degrees + bow * (np.linspace(0, 1, n) - 0.3))
    steps = np.stack([np.cos(turn), np.sin(turn)], 1) * length / n
    return np.asarray(start) + np.cumsum(steps, 0)


def spines(seed):
    """(line, height, width) of every fold, each side with its own chance."""
    rng = np.random.default_rng(seed)
    result = []
    for side in (1, -1):
        much = rng.uniform(0.8, 1.15)
        lines = [
            (ARMPIT + rng.normal(0, 0.008, 2), 180 - angle, length, height, 0.0125)
            for angle, length, height in OUT_OF_ARMPIT
        ]
        lines += [
            (
                np.array(start) + rng.normal(0, 0.012, 2),
                180 + angle if start[1] < -0.4 and start[1] > -0.6 else angle,
                *rest,
            )
            for group in (WAIST, HEM, SLEEVE, CHEST)
            for start, angle, *rest in group
        ]
        for start, angle, length, height, width in lines:
            if rng.random() < 0.16:
                continue
            line = bent(start, angle + rng.normal(0, 8), length * rng.uniform(0.9, 1.5), rng.normal(0, 26))
            result.append((line * [side, 1], much * height * rng.uniform(0.6, 1.25), width * rng.uniform(0.9, 1.5)))
    return result


def ridges(points, lines):
    """Heights (m) of folds at flat places. lines: (spine, height, width) of every fold; steep on one side, flat on the
    other.
    """
    total = np.zeros(len(points))
    for line, height, width in lines:
        distance, nearest = cKDTree(line).query(points, distance_upper_bound=4 * width)
        near = np.isfinite(distance)
        at = nearest[near]
        ahead = line[np.minimum(at + 1, len(line) - 1)] - line[np.maximum(at - 1, 0)]
        off = points[near] - line[at]
        across = (ahead[:, 0] * off[:, 1] - ahead[:, 1] * off[:, 0]) / np.linalg.norm(ahead, axis=1) / width
        share = at / (len(line) - 1)
        fade = np.clip(share / 0.25, 0, 1) * np.clip((1 - share) / 0.6, 0, 1)
        profile = np.exp(-(np.where(across > 0, across / 1.45, across / 0.75) ** 2))
        total[near] += 1.5 * height * fade * fade * (3 - 2 * fade) * profile
    return total


def uneven(points, rng):
    """Heights of what no cloth lies without: long and short waves, here more and there less."""
    where = np.clip(0.6 + 0.5 * cloth.smooth_field(points, 0.35, rng), 0.1, 1.5)
    return where * (
        0.0008
        + 0.0005 * cloth.smooth_field(points, 0.11, rng, 40)
        + 0.00022 * cloth.smooth_field(points, 0.045, rng, 60)
    )


def heights(points, seed, cut):
    """Heights (m) above the settled cloth at flat places of a tee. cut: whose outline holds them, the worn tee's or a
    Cut; deep: factor on the folds' heights, which makes them sharper too.
    """
    total = ridges(points, spines(seed)) + uneven(points, np.random.default_rng(seed + 40))
    outline, kinds = cut.outline(0.006)
    kinds = np.array(kinds)
    hold = np.ones(len(points))
    for names, reach in ((("shoulder", "overarm"), 0.02), (("underarm", "side"), 0.025), (("neck",), 0.03)):
        hold *= np.clip(cKDTree(outline[np.isin(kinds, names)]).query(points)[0] / reach, 0, 1)
    return np.clip(total * hold, 0, 0.012)
