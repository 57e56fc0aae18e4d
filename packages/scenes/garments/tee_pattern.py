"""The tee's flat pattern and how it is laid on the table.

Units: metres. x to the viewer's right, y up, the shoulder's high point at y = 0. Adult M as in makers'
size charts (Gildan 64000, Bella+Canvas 3001): 51 cm wide, 72 cm long.
"""

import math

import numpy as np

from lib.cloth import patch_slack, resample, smooth_field

SEAM_X, SEAM_FRONT, SEAM_BACK = 0.092, 0.108, 0.018  # neck seam: half width, depth in front and back
EDGE_X, EDGE_Y, EDGE_FRONT, EDGE_BACK = 0.0775, 0.0062, 0.0868, 0.0005  # the collar's free edge (y)
TIP = (0.228, -0.054)  # shoulder point
SLEEVE_ANGLE, SLEEVE_LENGTH, SLEEVE_OPENING = math.radians(29), 0.222, 0.178
UNDERARM, HEM = (0.2555, -0.268), (0.2575, -0.722)
PRINT_TOP = -SEAM_FRONT - 3 * 0.0254  # three inches below the collar seam
BACK_PRINT_TOP = -SEAM_BACK - 4 * 0.0254  # four inches below the collar seam


def bezier(p0, p1, p2, n=60):
    t = np.linspace(0, 1, n)[:, None]
    return (1 - t) ** 2 * np.array(p0) + 2 * t * (1 - t) * np.array(p1) + t * t * np.array(p2)


def sleeve_axes():
    along = np.array([math.cos(SLEEVE_ANGLE), -math.sin(SLEEVE_ANGLE)])
    down = np.array([-math.sin(SLEEVE_ANGLE) - 0.04, -math.cos(SLEEVE_ANGLE)])
    return along, down / np.linalg.norm(down)


def corners():
    along, down = sleeve_axes()
    top = np.array(TIP) + SLEEVE_LENGTH * along
    return top, top + SLEEVE_OPENING * down


def armhole(n=80):
    """The seam between body and sleeve, from the shoulder point to the underarm (right side)."""
    return bezier(TIP, (TIP[0] - 0.034, -0.185), UNDERARM, n)


def neck(theta, x, low):
    """A quarter of the neck's oval; theta 0 at the shoulder, pi/2 at the centre."""
    return np.stack([x * np.cos(theta) ** 0.92, low * np.sin(theta) ** 0.92], -1)


def neck_seam(front, n=60):
    theta = np.linspace(0, math.pi / 2, n)
    return neck(np.clip(theta, 0, math.pi / 2), SEAM_X, -(SEAM_FRONT if front else SEAM_BACK))


def neck_edge(front, n=60):
    theta = np.linspace(0, math.pi / 2, n)
    low = (EDGE_FRONT + EDGE_Y) if front else (EDGE_Y - EDGE_BACK)
    return neck(theta, EDGE_X, -low) + [0, EDGE_Y]


def right_side():
    """Named pieces from the neck's high point round to the hem's centre."""
    top, bottom = corners()
    bent = (bottom + np.array(UNDERARM)) / 2 + np.array([-0.006, 0.004])
    hem_y = HEM[1]
    return [
        ("shoulder", bezier((SEAM_X, 0), ((SEAM_X + TIP[0]) / 2, TIP[1] / 2 + 0.002), TIP)),
        ("overarm", bezier(TIP, (np.array(TIP) + top) / 2 + [0.004, 0.005], top)),
        ("cuff", np.array([top, bottom])),
        ("underarm", bezier(bottom, bent, UNDERARM)),
        ("side", bezier(UNDERARM, (0.2515, -0.50), HEM)),
        ("hem", bezier(HEM, (0.12, hem_y - 0.006), (0, hem_y - 0.006))),
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
    left_kinds = kinds[1:-1][::-1]
    everything = np.concatenate([points, left])[::-1]
    return everything, (kinds + left_kinds)[::-1]


def is_sleeve(points):
    """Whether flat points lie beyond an armhole seam."""
    line = armhole()
    y = points[:, 1]
    edge = np.interp(-y, -line[:, 1], line[:, 0])
    top, bottom = corners()
    low = np.interp(np.abs(points[:, 0]), [UNDERARM[0], bottom[0]], [UNDERARM[1], bottom[1]])
    return (np.abs(points[:, 0]) > edge) & (y > low - 0.02) & (np.abs(points[:, 0]) > 0.2)


SLEEVE_PARK = 0.30  # sleeves are parked beyond this x, their grain along y


def sleeve_pattern(points):
    """Pattern coordinates of sleeve points: y runs down the sleeve, x across it."""
    side = np.sign(points[:, 0])
    mirrored = np.abs(points[:, 0]), points[:, 1]
    along, down = sleeve_axes()
    local = np.stack(mirrored, 1) - np.array(TIP)
    a, d = local @ along, local @ down
    return np.stack([side * (SLEEVE_PARK + 0.005 + d + 0.02), -0.03 - a - 0.05], 1)


# Slack (share of length) in patches: centre, half axes, direction of the folds' ridges in degrees, amount.
# Where a laid shirt has it: below the arms, from shoulder to chest, above the hem, across the sleeves.
def patches(points, variant):
    """Extra slack as a tensor field (xx, yy, xy) at flat points."""
    return patch_slack(points, variant["patches"], 0.75)


def lay(points, variant):
    """Where flat points are put on the table: sleeves turned down, the body with slack, the whole turned."""
    rng = np.random.default_rng(variant["seed"])
    x, y = points[:, 0].copy(), points[:, 1].copy()
    line = armhole()
    for side, droop in zip((-1, 1), variant["droop"]):
        edge = np.interp(-y, -line[:, 1], line[:, 0])
        beyond = np.clip((side * x - edge + 0.014) / 0.075, 0, 1) * np.clip((y + 0.42) / 0.10, 0, 1)
        beyond = beyond * beyond * (3 - 2 * beyond)
        angle = -side * math.radians(droop) * beyond
        px, py = side * TIP[0], TIP[1]
        dx, dy = x - px, y - py
        x = px + dx * np.cos(angle) - dy * np.sin(angle)
        y = py + dx * np.sin(angle) + dy * np.cos(angle)
    slack_x, slack_y = variant["slack"]
    flat = np.stack([x, y], 1)
    x = x * (1 - slack_x) + variant["drift"] * smooth_field(flat, 0.62, rng)
    y = y * (1 - slack_y) + variant["drift"] * smooth_field(flat, 0.58, rng)
    turn = math.radians(variant["turn"])
    y = y + variant["shift"][1]
    return np.stack(
        [x * math.cos(turn) - y * math.sin(turn) + variant["shift"][0], x * math.sin(turn) + y * math.cos(turn)], 1
    )
