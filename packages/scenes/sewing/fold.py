"""How a hood is let down: a wind from in front blows it back, then the front is pulled straight as its wearer would.
One that is to lie on a table is held by its crown instead.

Units: m/s², for cloth of the mass it has in the step. A hood that hands turned back about its nape tangled at the neck;
with a wind it came right at the first run (59 crossings in sight, later 15), after three more changes made at once: its
halves begin apart and close towards the crown (dressing.hood), its neck's seam bends as one layer (fabric.SOFT), and it
stays on one mesh. What each of them does was not taken apart.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.spatial import cKDTree

from sewing import acceptance
from sewing.panels import FRONT, HOOD_L, HOOD_R, Garment

GRAVITY = 9.81
WIND = 20.0
CROWN, HELD = 0.15, 1.3  # share of a hood that a hand holds, with how much of its weight
TUG = 14.0
PULLED_BELOW = -0.20  # metres below the shoulders' high point
PINCHED = 0.06  # metres from the neck's seam within which cloth is smoothed
ROUNDS, WIDER = 40, 10  # at most; after how many a ring more of cloth goes along


def forces(garment: Garment, wind: float, tug: float) -> NDArray:
    """(n, 3): accelerations beside gravity. wind: share of WIND on the hood; tug: of TUG on the front."""
    result = np.zeros((garment.count, 3))
    if not garment.cut.hood:
        return result
    hood = above_neck(garment)
    result[hood, 1] = WIND * wind
    places, panel = garment.mean_flat()
    result[(panel == FRONT) & (places[:, 1] < PULLED_BELOW)] = np.array([0.0, -0.15, -1.0]) * TUG * tug
    return result


def above_neck(garment: Garment) -> NDArray:
    """(n,): the hood's vertices without those of the neck's seam."""
    hood = garment.on(HOOD_L, HOOD_R)
    hood[garment.neck] = False
    return hood


def hold(garment: Garment, places: NDArray) -> NDArray:
    """(n, 3): accelerations of the hand that holds a hood by its crown. Held all over, as if it weighed nothing, most
    lay turned to a side, their necks tangled with one seed of two (58 to 76 crossings in sight).
    """
    result, hood = np.zeros((garment.count, 3)), above_neck(garment)
    if hood.any():
        crown = hood & (places[:, 2] > np.quantile(places[hood, 2], 1 - CROWN))
        result[crown, 2] = HELD * GRAVITY * hood.sum() / crown.sum()
    return result


def smoothed(garment: Garment, places: NDArray) -> NDArray:
    """Places with the pinches beside a hood's neck drawn smooth. Where its seam passes the shoulder's, and where its
    halves lap at the throat, layers locked into each other when the halves fell back, and contact holds them on the
    side on which it finds them. Cloth about a crossing goes half the way to the mean of its neighbours, until none is
    left; what does not come right goes with more and more of what surrounds it (at most 2 cm in the takes seen, 69 to
    115 crossings left without).
    """
    triangles, count = garment.triangles, garment.count
    near = cKDTree(places[garment.neck]).query(places)[0] < PINCHED
    mine = triangles[near[triangles].any(1)]
    edges, sides = acceptance.edges_of(triangles), acceptance.edges_of(mine)
    both = np.concatenate([edges, edges[:, ::-1]])
    around = coo_matrix((np.ones(len(both)), both.T), (count, count)).tocsr()
    valence = np.maximum(np.asarray(around.sum(1)).ravel(), 1)
    for turn in range(ROUNDS):
        pairs = acceptance.cloth_crossings(places, mine)
        if not len(pairs):
            break
        share = np.zeros(count)
        share[np.concatenate([sides[pairs[:, 0]].ravel(), mine[pairs[:, 1]].ravel()])] = 1
        for _ in range(1 + turn // WIDER):
            share = np.maximum(share, 0.5 * (around @ share > 0))
        for _ in range(3):
            places = places + (0.5 * share)[:, None] * (around @ places / valence[:, None] - places)
    return places
