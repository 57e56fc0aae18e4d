"""What a garment lies on: a table, which takes the wearer's place once the garment is sewn, and hands that smooth it.

Units: metres; x to the viewer's right, y away, z up. The table stands upright behind the garment while it is laid, and
cloth falls away from the viewer: so front, neck and print keep the directions that all else here counts on.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sewing import fold
from sewing.panels import BACK, FRONT, HOOD_L, HOOD_R, SLEEVE_L, SLEEVE_R, Garment

HALF, STEP = 0.95, 0.022  # of its width and height, from point to point: the solver feels points within 3 cm
BEHIND = 0.004  # that it stands behind the rearmost cloth
SMOOTHED = 12.0  # m/s² for each metre from the middle that hands draw outwards
APART = 0.15  # metres from the middle that a hood's halves are drawn outwards as if they lay
SLIP = 0.1  # friction while hands are on it
AWAY = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class Table:
    """points (n, 3), faces (q, 4): its top, towards the viewer; skin (t, 3): the same in triangles."""

    points: NDArray
    faces: NDArray

    @property
    def skin(self) -> NDArray:
        return np.concatenate([self.faces[:, :3], self.faces[:, [0, 2, 3]]])


def behind(places: NDArray) -> Table:
    """The table behind a garment's places."""
    line = np.arange(-HALF, HALF + STEP / 2, STEP)
    x, z = np.meshgrid(line, line + (places[:, 2].min() + places[:, 2].max()) / 2)
    points = np.stack([x.ravel(), np.full(x.size, places[:, 1].max() + BEHIND), z.ravel()], 1)
    k = np.arange(x.size).reshape(x.shape)
    faces = np.stack([k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]], -1).reshape(-1, 4)
    return Table(points, faces)


def smoothing(garment: Garment, places: NDArray) -> NDArray:
    """(n, 3): accelerations along the table, as hands smooth what they laid down: the trunk from its middle outwards,
    each sleeve from its armhole on, a hood from the neck up and its halves apart. Drawn from the trunk's middle,
    sleeves rose to its sides.
    """
    result = np.zeros_like(places)
    trunk = garment.on(FRONT, BACK)
    result[trunk] = places[trunk] - places[trunk].mean(0)
    armhole = np.unique(garment.seams["armhole"])
    for panel in (SLEEVE_L, SLEEVE_R):
        mine = garment.on(panel)
        middle = places[armhole[mine[armhole]]].mean(0)
        mine[armhole] = False
        result[mine] = places[mine] - middle
    if garment.cut.hood:
        hood, neck = fold.above_neck(garment), places[garment.neck].mean(0)
        result[hood] = (places[hood] - neck) * [0, 1, 1]
        for panel in (HOOD_L, HOOD_R):
            mine = garment.on(panel)
            side = np.sign(places[garment.neck[mine[garment.neck]], 0].mean() - neck[0])
            result[mine & hood, 0] += side * APART
    result[:, 1] = 0
    return SMOOTHED * result
