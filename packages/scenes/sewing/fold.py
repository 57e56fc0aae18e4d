"""How a hood is let down: hands hold the back of its crown, turn it back about the nape, then let go.

Units: metres, degrees. Wind and a tilted start were tried first (nine variants, two good: it stayed up, fell over the
face or tangled at the neck, depending on the mesh); a script does not depend on it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sewing.panels import HOOD_L, HOOD_R, Garment

HELD_ABOVE = 0.11  # metres of the hood above the neck's seam that hang as they like
DOWN = 128.0  # degrees that it is turned back
BACK = (
    0.55,
    0.80,
)  # shares of its depth between which hands begin to hold: drawn by its front its throat would stretch threefold
RATE = 10.0  # share of the way to their places that hands cover a second
TUG = 6.0  # m/s² that the front is pulled down by, as a person does who has let the hood fall


@dataclass(frozen=True)
class Hands:
    """start (n, 3): where the hood stood; height (n): above the neck's seam, 0 elsewhere; nape: (y, z) of the turn."""

    start: NDArray
    height: NDArray
    back: NDArray
    nape: NDArray

    def pulls(self, share: float) -> tuple[NDArray, NDArray]:
        """(places, rates) for the solver; share: of the way down."""
        turn = -np.radians(DOWN * share) * eased(self.height / 0.16)
        off = self.start[:, 1:] - self.nape
        y, z = off[:, 0] * np.cos(turn) - off[:, 1] * np.sin(turn), off[:, 0] * np.sin(turn) + off[:, 1] * np.cos(turn)
        places = np.column_stack([self.start[:, 0], y + self.nape[0], z + self.nape[1]])
        held = eased((self.height - HELD_ABOVE) / 0.05) * eased((self.back - BACK[0]) / (BACK[1] - BACK[0]))
        return places, RATE * held


def eased(x: NDArray) -> NDArray:
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def hands(garment: Garment, start: NDArray) -> Hands | None:
    """None where there is no hood."""
    if not garment.cut.hood:
        return None
    height, back = np.zeros(garment.count), np.zeros(garment.count)
    mine = np.isin(garment.panel, (HOOD_L, HOOD_R))
    corners, flat = garment.triangles[mine].ravel(), garment.flat[mine].reshape(-1, 2)
    on = np.isin(corners, garment.neck)
    order = np.argsort(flat[on, 0])
    height[corners] = flat[:, 1] - np.interp(flat[:, 0], flat[on][order, 0], flat[on][order, 1])
    back[corners] = flat[:, 0] / flat[on, 0].max()
    height[garment.neck] = 0
    ring = start[garment.neck]
    return Hands(start, np.maximum(height, 0), back, ring[np.argmax(ring[:, 1])][1:])


def tugged(garment: Garment) -> NDArray:
    """Which vertices a person pulls down after the hood has fallen: the front below the chest."""
    places, panel = garment.mean_flat()
    return (panel == 0) & (places[:, 1] < -0.20)
