"""Where a garment begins: its panels about the wearer who holds the arms out, near enough for the seams to close.

Units: metres. The torso is wrapped round an ellipse of its own girth, the sleeves are tubes about the arms, a collar or
hood rises from the neck's ring. The body then grows into it from within (variant.py).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from lib.cloth import resample
from sewing import cuts
from sewing.panels import BACK, BAND, FRONT, HOOD_L, HOOD_R, SLEEVE_L, SLEEVE_R, Garment
from sewing.poses import STANCES, on_the_way
from sewing.wearer import Wearer

DEEP = 0.62  # depth of the torso's ellipse as a share of its width
ABOVE = 0.008  # that cloth begins above the shoulders
LEAN = 20.0  # degrees that a hood leans back
MIDDLE = -0.02  # y of the torso's middle


@dataclass(frozen=True)
class Hold:
    """What is dressed. top: z of the shoulders' ridge; along, up: directions down an arm and up from it; tip: where a
    sleeve's cap begins; neck: y of the neck's middle; shoulder: the arms' joints.
    """

    top: float
    neck: float
    shoulder: dict[str, NDArray]
    tip: dict[str, NDArray]
    along: dict[str, NDArray]
    up: dict[str, NDArray]


def hold(wearer: Wearer, cut: cuts.Cut) -> Hold:
    """Of the dressing pose."""
    pose = on_the_way(next(iter(STANCES.values())), 0.0)
    body, joints = wearer.bears(pose), wearer.joints_posed(pose)
    ridge = body[np.abs(np.abs(body[:, 0]) - 0.10) < 0.01]
    ridge = ridge[(ridge[:, 2] < joints["neck01"][2] + 0.05)]
    top = float(ridge[:, 2].max()) + ABOVE
    shoulders, tip, along, up = {}, {}, {}, {}
    for side, sign in (("L", 1), ("R", -1)):
        shoulder = shoulders[side] = joints[f"upperarm01.{side}"]
        arm = joints[f"lowerarm01.{side}"] - shoulder
        along[side] = arm / np.linalg.norm(arm)
        rise = np.cross(along[side], [0, 1, 0]) * sign
        up[side] = rise * np.sign(rise[2]) / np.linalg.norm(rise)
        tip[side] = np.array([sign * cut.tip[0], shoulder[1], top + cut.tip[1] + ABOVE])
    return Hold(top, float(joints["neck01"][1]), shoulders, tip, along, up)


def eased(x: NDArray) -> NDArray:
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def torso(cut: cuts.Cut, at: Hold, flat: NDArray, sign: float) -> NDArray:
    """sign: -1 in front, 1 behind. Low down a ring of the cut's girth, at the shoulders two sheets over the ridge."""
    u, v = flat.T
    wide = 4 * cut.underarm[0] / (2 * np.pi * np.sqrt((1 + DEEP**2) / 2))
    turn = np.clip(u / cut.underarm[0], -1, 1) * np.pi / 2
    ring = np.stack([wide * np.sin(turn), MIDDLE + sign * DEEP * wide * np.cos(turn), at.top + v], 1)
    shoulder = np.interp(np.abs(u), [cut.neck, cut.tip[0]], [0, cut.tip[1]])
    round_ = np.cos(np.clip(u / 0.26, -1, 1) * np.pi / 2) ** 0.5
    depth = 0.012 + 0.11 * np.clip((shoulder - v) / 0.2, 0, 1) ** 0.8 * round_
    yoke = np.stack([u, MIDDLE + 0.02 + sign * depth, at.top + v], 1)
    low = eased((-v - 0.06) / 0.20)[:, None]
    return ring * low + yoke * (1 - low)


def sleeve(cut: cuts.Cut, at: Hold, flat: NDArray, side: str) -> NDArray:
    """A tube that hangs from the shoulder point; the lower part of a long one lies about the arm's axis, from which its
    own middle would be 12 mm off: more than a cuff has room beside a wrist.
    """
    p, q = flat.T
    front, back = cuts.sleeve_widths(cut)
    levels = [0, cut.cap, cut.sleeve]
    half = [np.interp(-q, levels, [w, w, cut.opening]) for w in (front, back)]
    radius = (half[0] + half[1]) / 2 / np.pi
    turn = p / np.where(p > 0, *half) * np.pi
    across = np.cos(turn)[:, None] * at.up[side] + np.sin(turn)[:, None] * np.array([0, -1.0, 0])
    hung = at.tip[side] - at.up[side] * radius[np.argmax(q)]
    axis = at.shoulder[side] + at.along[side] * ((at.tip[side] - at.shoulder[side]) @ at.along[side])
    low = eased((-q - 0.20) / 0.15)[:, None]
    return hung * (1 - low) + axis * low + at.along[side] * -q[:, None] + across * radius[:, None]


def hood(cut: cuts.Cut, at: Hold, flat: NDArray, sign: float, foot: tuple[NDArray, NDArray]) -> NDArray:
    """Stands up behind the head, which bears no cloth, and leans back a little; two upright sides that close towards
    the crown. At the throat the left half lies before the right one: begun in one place they lock into each other.
    foot: the neck's edge in the panel and where it stands.
    """
    edge, places = foot
    order = np.argsort(edge[:, 0])
    u = flat[:, 0]
    base = np.stack([np.interp(u, edge[order, 0], places[order, k]) for k in range(3)], 1)
    v = np.maximum(flat[:, 1] - np.interp(u, edge[order, 0], edge[order, 1]), 0)
    to_crown = cKDTree(resample(cuts.hood(cut)["crown"], 0.002)).query(flat)[0]
    lean, turn = np.radians(LEAN), np.array([0.04, at.top + 0.01])
    y, z = (-0.085 + 0.95 * u) - turn[0], (at.top - 0.03 + v) - turn[1]
    stand = np.stack(
        [
            sign * 0.092 * (1 - np.exp(-to_crown / 0.045)),
            turn[0] + y * np.cos(lean) + z * np.sin(lean),
            turn[1] + z * np.cos(lean) - y * np.sin(lean),
        ],
        1,
    )
    lap = (-0.004 if sign > 0 else 0.002) * np.clip(1 - u / 0.05, 0, 1)
    low = base + np.stack([0 * v, lap, v], 1)
    blend = eased(v / 0.11)[:, None]
    return low * (1 - blend) + stand * blend


def places(garment: Garment, wearer: Wearer) -> NDArray:
    """(n, 3). Vertices on a seam begin between where its sides would have them."""
    cut, at = garment.cut, hold(wearer, garment.cut)
    total, count = np.zeros((garment.count, 3)), np.zeros(garment.count)
    draw = {
        FRONT: lambda f: torso(cut, at, f, -1.0),
        BACK: lambda f: torso(cut, at, f, 1.0),
        SLEEVE_L: lambda f: sleeve(cut, at, f, "L"),
        SLEEVE_R: lambda f: sleeve(cut, at, f, "R"),
    }

    def put(panel: int, of) -> None:
        vertices, first = np.unique(garment.triangles[garment.panel == panel], return_index=True)
        np.add.at(total, vertices, of(garment.flat[garment.panel == panel].reshape(-1, 2)[first]))
        np.add.at(count, vertices, 1)

    for panel, of in draw.items():
        put(panel, of)
    sewn = count > 0
    total[sewn] /= count[sewn, None]
    result, count = total.copy(), 1.0 * sewn
    total = np.where(sewn[:, None], total, 0)
    if cut.hood:
        for panel, sign in ((HOOD_L, 1.0), (HOOD_R, -1.0)):
            mine = garment.panel == panel
            vertices, first = np.unique(garment.triangles[mine], return_index=True)
            flat = garment.flat[mine].reshape(-1, 2)[first]
            on = sewn[vertices]
            spots = hood(cut, at, flat[~on], sign, (flat[on], result[vertices[on]]))
            np.add.at(total, vertices[~on], spots)
            np.add.at(count, vertices[~on], 1)
        return total / count[:, None]
    # the band rises from the seam towards the neck
    band = garment.panel == BAND
    vertices, first = np.unique(garment.triangles[band], return_index=True)
    flat = garment.flat[band].reshape(-1, 2)[first]
    seam = result[garment.neck]
    share = flat[:, 0] / flat[:, 0].max()
    closed = np.r_[np.arange(len(seam)), 0]
    foot = np.stack([np.interp(share, band_shares(garment), seam[closed, k]) for k in range(3)], 1)
    inwards = (np.array([0, at.neck, 0]) - foot) * [1, 1, 0]
    inwards /= np.linalg.norm(inwards, axis=1, keepdims=True)
    rise = foot + flat[:, 1:] * (inwards * 0.45 + np.array([0, 0, 0.9]))
    free = ~sewn[vertices]
    total[vertices[free]] = rise[free]
    return total


def band_shares(garment: Garment) -> NDArray:
    """How far round the band each vertex of the neck's seam stands, 0 to 1, the first one twice."""
    band = garment.panel == BAND
    corners, flat = garment.triangles[band].ravel(), garment.flat[band].reshape(-1, 2)
    low = flat[:, 1] < 1e-9
    where = dict(zip(corners[low], flat[low, 0]))
    end = flat[:, 0].max()
    spots = np.array([where[v] for v in garment.neck])
    spots[0] = 0.0
    return np.r_[spots, end] / end
