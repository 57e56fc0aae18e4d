"""How a hood is let down: a wind from in front blows it back, then the front is pulled straight as its wearer would.

Units: m/s², for cloth of the mass it has in the step. A hood that hands turned back about its nape tangled at the neck;
with a wind it came right at the first run (59 crossings in sight, later 15), after three more changes made at once: its
halves begin apart and close towards the crown (dressing.hood), its neck's seam bends as one layer (fabric.SOFT), and it
stays on one mesh. What each of them does was not taken apart.
"""

import numpy as np
from numpy.typing import NDArray

from sewing.panels import FRONT, HOOD_L, HOOD_R, Garment

WIND = 20.0
TUG = 14.0
PULLED_BELOW = -0.20  # metres below the shoulders' high point


def forces(garment: Garment, wind: float, tug: float) -> NDArray:
    """(n, 3): accelerations beside gravity. wind: share of WIND on the hood; tug: of TUG on the front."""
    result = np.zeros((garment.count, 3))
    if not garment.cut.hood:
        return result
    hood = garment.on(HOOD_L, HOOD_R)
    hood[garment.neck] = False
    result[hood, 1] = WIND * wind
    places, panel = garment.mean_flat()
    result[(panel == FRONT) & (places[:, 1] < PULLED_BELOW)] = np.array([0.0, -0.15, -1.0]) * TUG * tug
    return result
