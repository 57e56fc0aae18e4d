"""What a garment hangs from: a shaped wooden hanger, which takes the wearer's place once the garment is sewn.

Units: metres; x to the viewer's right, y away, z up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sewing.panels import BACK, FRONT, Garment

HALF = 0.215  # of its length, as of a shop's hanger for adults (43 to 45 cm); a garment's shoulder may be shorter
SHORT = 0.012  # that it ends before the shoulder's seam
HIGH, THICK = 0.012, (0.0065, 0.0115)  # half of its height, and of its thickness in the middle and at its ends
FORWARD = 0.018  # that its ends stand before its middle
HUMP = 0.016  # that its middle rises above a straight line from the neck's sides
UNDER = 0.006  # that it begins below the seam that falls on it
ASIDE = 0.006  # that the garment slid aside for each degree that it hangs askew
# m/s², sideways and forwards; a hood's weight behind draws a front backwards, which 6 and 3 left folded
OPENED, HOODED = (6.0, 3.0), (3.0, 14.0)
ALONG, AROUND = 181, 20


@dataclass(frozen=True)
class Hanger:
    """points (n, 3), faces (q, 4): its skin, closed; skin (t, 3): the same in triangles; top: where its hook stands."""

    points: NDArray
    faces: NDArray
    top: NDArray

    @property
    def skin(self) -> NDArray:
        return np.concatenate([self.faces[:, :3], self.faces[:, [0, 2, 3]]])


def under(garment: Garment, places: NDArray, askew: float) -> Hanger:
    """The hanger below a garment's shoulders, turned by askew degrees (the viewer's right end down)."""
    seam = places[np.unique(garment.seams["shoulder"])]
    neck, tip = garment.cut.neck, garment.cut.tip
    half = min(HALF, tip[0] - SHORT)
    slope = -tip[1] / (tip[0] - neck)
    fall = lambda x: slope * (np.sqrt(np.asarray(x) ** 2 + 0.03**2) - 0.03)
    # its upper edge lies below the seam at every place of it
    off = seam[:, 0] - seam[:, 0].mean()
    on = np.abs(off) < half
    base = float((seam[on, 2] + fall(off[on])).min()) - UNDER - HIGH
    s = np.linspace(-1, 1, ALONG)
    x = half * s
    end = np.sqrt(np.clip(1 - np.clip((np.abs(s) - 0.965) / 0.035, 0, 1) ** 2, 0.02, 1))  # ends are round
    middle = np.stack([x, -FORWARD * s**2, base - fall(x) + HUMP * np.exp(-((x / 0.035) ** 2))], 1)
    turn = np.radians(askew)
    spin = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])
    pivot = np.array([0, 0, base])
    middle = (middle - pivot) @ spin.T + pivot + [seam[:, 0].mean() + ASIDE * askew, seam[:, 1].mean(), 0]
    way = np.gradient(middle, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    across = np.cross(way, [0, 0, 1.0])
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    up = np.cross(across, way)
    thick = THICK[0] + (THICK[1] - THICK[0]) * np.abs(s) ** 1.5
    angle = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    rings = (
        middle[:, None]
        + (thick * end)[:, None, None] * np.cos(angle)[:, None] * across[:, None]
        + (HIGH * end)[:, None, None] * np.sin(angle)[:, None] * up[:, None]
    )
    count = ALONG * AROUND
    points = np.concatenate([rings.reshape(-1, 3), middle[[0, -1]]])
    k = np.arange(count).reshape(ALONG, AROUND)
    on_ = np.roll(k, -1, axis=1)
    faces = np.stack([k[:-1], on_[:-1], on_[1:], k[1:]], -1).reshape(-1, 4)
    caps = [
        np.stack([0 * k[0] + count, on_[0], k[0], 0 * k[0] + count], -1),
        np.stack([0 * k[0] + count + 1, k[-1], on_[-1], 0 * k[0] + count + 1], -1),
    ]
    faces = np.concatenate([faces, *caps])
    a, b, c = (points[faces[:, j]] for j in (0, 1, 2))
    if np.einsum("ij,ij->", a - middle.mean(0), np.cross(b - middle.mean(0), c - middle.mean(0))) < 0:
        faces = faces[:, ::-1]  # its skin looks outwards
    return Hanger(points, faces, middle[ALONG // 2] + np.array([0, 0, HIGH]))


def opening(garment: Garment) -> NDArray:
    """(n, 3): accelerations that draw the trunk's sides apart and its front forward, as hands do that straighten it: a
    heavy front by itself fell in one deep fold along its middle.
    """
    sideways, forwards = HOODED if garment.cut.hood else OPENED
    places, panel = garment.mean_flat()
    result = np.zeros((garment.count, 3))
    trunk = np.isin(panel, (FRONT, BACK))
    result[trunk, 0] = sideways * np.clip(places[trunk, 0] / garment.cut.underarm[0], -1, 1)
    result[panel == FRONT, 1] = -forwards
    return result
