"""The sweatshirt's flat pattern, as a stylist lays it: sleeves brought down beside the body.

Units: metres. x to the viewer's right, y up, the shoulder's high point at y = 0. Adult M as in makers' size
charts (Gildan 18000 and 18500, Bella+Canvas 3901 and 3719): 56 cm wide, 72 cm long. The cloth that a sleeve
brought down has too much of below the arm is in the variants' patches, not in the outline.
"""

import math

import numpy as np

from garments.tee_pattern import bezier, neck
from lib.cloth import patch_slack, resample, smooth_field

SEAM_X, SEAM_FRONT, SEAM_BACK = 0.096, 0.106, 0.024  # neck seam: half width, depth in front and back
EDGE_X, EDGE_Y, EDGE_FRONT, EDGE_BACK = 0.0715, 0.0085, 0.0795, 0.0010  # the collar's free edge (y)
TIP, UNDERARM = (0.262, -0.066), (0.281, -0.300)
SIDE_END = (0.274, -0.636)  # where the body meets the ribbed hem
HEM_TOP, HEM_END = (0.2620, -0.657), (0.2560, -0.722)
WRIST, FOREARM = (0.4430, -0.5860), math.radians(73.0)  # middle of the cuff's seam; the sleeve's direction there
SLEEVE_HALF, CUFF_HALF, CUFF = 0.0560, 0.0470, 0.064
ELBOW = -0.36
PRINT_TOP = -SEAM_FRONT - 3 * 0.0254  # three inches below the collar seam
BACK_PRINT_TOP = -SEAM_BACK - 4 * 0.0254  # four inches below the collar seam
PATTERN = {"x0": -0.54, "y0": -0.75, "width": 1.08, "height": 1.12}


def cubic(p0, p1, p2, p3, n=90):
    t = np.linspace(0, 1, n)[:, None]
    return (
        (1 - t) ** 3 * np.array(p0)
        + 3 * t * (1 - t) ** 2 * np.array(p1)
        + 3 * t * t * (1 - t) * np.array(p2)
        + t**3 * np.array(p3)
    )


def sleeve_axes():
    """Unit vectors along the forearm, and from its outer to its inner edge."""
    along = np.array([math.cos(FOREARM), -math.sin(FOREARM)])
    return along, np.array([-math.sin(FOREARM), -math.cos(FOREARM)])


def cuff_corners():
    """Outer and inner end of the sleeve above its cuff, of the cuff's seam, and of the cuff's edge."""
    along, inwards = sleeve_axes()
    middle = np.array(WRIST)
    at = lambda half, down: (middle - half * inwards + down * along, middle + half * inwards + down * along)
    return at(SLEEVE_HALF, -0.010), at(CUFF_HALF, 0.004), at(CUFF_HALF - 0.002, CUFF)


def armhole(n=80):
    return bezier(TIP, (TIP[0] - 0.030, -0.190), UNDERARM, n)


def neck_seam(front, n=60):
    theta = np.linspace(0, math.pi / 2, n)
    return neck(theta, SEAM_X, -(SEAM_FRONT if front else SEAM_BACK))


def neck_edge(front, n=60):
    theta = np.linspace(0, math.pi / 2, n)
    low = (EDGE_FRONT + EDGE_Y) if front else (EDGE_Y - EDGE_BACK)
    return neck(theta, EDGE_X, -low) + [0, EDGE_Y]


def right_side():
    """Named pieces from the neck's high point round to the hem's centre."""
    (out_a, in_a), (out_b, in_b), (out_c, in_c) = cuff_corners()
    along, _ = sleeve_axes()
    return [
        ("shoulder", bezier((SEAM_X, 0), ((SEAM_X + TIP[0]) / 2, TIP[1] / 2 + 0.004), TIP)),
        ("overarm", cubic(TIP, (0.334, -0.091), (0.418, -0.235), out_a - 0.008 * along)),
        ("gather", bezier(out_a - 0.008 * along, out_a + 0.008 * along, out_b)),
        ("cuffside", np.array([out_b, out_c])),
        ("cuff", np.array([out_c, in_c])),
        ("cuffside", np.array([in_c, in_b])),
        ("gather", bezier(in_b, in_a + 0.008 * along, in_a - 0.008 * along)),
        ("underarm", cubic(in_a - 0.008 * along, in_a - 0.10 * along, (0.302, -0.362), UNDERARM)),
        ("side", bezier(UNDERARM, (0.270, -0.46), SIDE_END)),
        ("gather", bezier(SIDE_END, (SIDE_END[0] + 0.001, SIDE_END[1] - 0.017), HEM_TOP)),
        ("hemside", np.array([HEM_TOP, HEM_END])),
        ("hem", bezier(HEM_END, (0.12, HEM_END[1] - 0.005), (0, HEM_END[1] - 0.005))),
    ]


def outline(spacing, front=True):
    """Closed outline (counter-clockwise) with the kind of edge at every point."""
    pieces = [("neck", neck_seam(front)[::-1])] + right_side()
    points, kinds = [], []
    for kind, line in pieces:
        line = resample(line, spacing)
        points.extend(line[:-1])
        kinds.extend([kind] * (len(line) - 1))
    points.append(resample(pieces[-1][1], spacing)[-1])
    kinds.append("hem")
    points = np.array(points)
    left = points[1:-1][::-1] * [-1, 1]
    return np.concatenate([points, left])[::-1], (kinds + kinds[1:-1][::-1])[::-1]


def cuff_outline():
    """The right cuff's four corners."""
    _, (out_b, in_b), (out_c, in_c) = cuff_corners()
    return np.array([out_b, out_c, in_c, in_b])


def hem_outline():
    return np.array([HEM_TOP, HEM_END, (-HEM_END[0], HEM_END[1] - 0.012), (-HEM_TOP[0], HEM_TOP[1])])


# Slack (share of length) in patches: centre, half axes along and across the ridges, direction of the ridges in
# degrees, amount. Sleeves brought down fold from the underarm outwards; ribs gather what is above them.
def gathers(points, variant):
    """Slack above the ribs: cloth drawn together along the rib's seam, in folds that run into it."""
    rng = np.random.default_rng(variant["seed"] + 3)
    x, y = points.T
    uneven = np.clip(0.75 + 0.45 * smooth_field(points, 0.16, rng), 0.1, 1.6)
    low = (y - SIDE_END[1]) / 0.050
    hem = (
        np.where((np.abs(x) < SIDE_END[0] + 0.01) & (low > -0.2), 0.045 * np.exp(-(np.maximum(low, 0) ** 2)), 0)
        * uneven
    )
    along, inwards = sleeve_axes()
    local = np.stack([np.abs(x), y], 1) - WRIST
    a, across = local @ along, local @ inwards
    sleeve = (
        np.where(
            (np.abs(across) < SLEEVE_HALF + 0.02) & (a < 0.004) & (a > -0.15), 0.070 * np.exp(-((a / 0.050) ** 2)), 0
        )
        * uneven
    )
    side = np.sign(x)
    ix, iy = inwards[0] * side, inwards[1]
    return [hem + sleeve * ix * ix, sleeve * iy * iy, sleeve * ix * iy]


def slack(points, variant):
    """Extra slack as a tensor field (xx, yy, xy) at flat points."""
    return [a + b for a, b in zip(patch_slack(points, variant["patches"]), gathers(points, variant))]


def turned(x, y, centre, angle):
    dx, dy = x - centre[0], y - centre[1]
    return (centre[0] + dx * np.cos(angle) - dy * np.sin(angle), centre[1] + dx * np.sin(angle) + dy * np.cos(angle))


def eased(t):
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)


def lay(points, variant):
    """Where flat points are put on the table: sleeves swung, elbows bent, the whole turned a little."""
    rng = np.random.default_rng(variant["seed"])
    x, y = points[:, 0].copy(), points[:, 1].copy()
    line = armhole()
    flat_x, flat_y = points.T
    edge = np.interp(-flat_y, -line[:, 1], line[:, 0])
    edge = np.where(flat_y < UNDERARM[1], UNDERARM[0] - 0.004 + 0.18 * (UNDERARM[1] - flat_y), edge)
    for side, droop, bend in zip((-1, 1), variant["droop"], variant["elbow"]):
        sleeve = eased((side * flat_x - edge + 0.012) / 0.060)
        upper = np.where(side * flat_x > 0.20, eased((ELBOW - flat_y) / 0.13 + 0.5), 0) * sleeve
        x, y = turned(x, y, (side * 0.385, ELBOW), -side * math.radians(bend) * upper)
        x, y = turned(x, y, (side * TIP[0], TIP[1] - 0.06), -side * math.radians(droop) * sleeve)
    flat = np.stack([x, y], 1)
    x = x + variant["drift"] * smooth_field(flat, 0.62, rng)
    y = y + variant["drift"] * smooth_field(flat, 0.58, rng) + variant["shift"][1]
    turn = math.radians(variant["turn"])
    return np.stack(
        [x * math.cos(turn) - y * math.sin(turn) + variant["shift"][0], x * math.sin(turn) + y * math.cos(turn)], 1
    )
