"""Smoothing by the flat pattern's own weights: what is even in the flat cloth stays even on the garment.

Units: metres. The solver leaves cloth that wavers by a few tenths of a millimetre within its own surface from one
triangle to the next. No light shows that, but a print does: a ring had corners. It is taken off along the surface, so
that folds keep their shape.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from sewing.wearer import normals

ROUNDS = 40  # edges of 3.4 mm: of a wave of 2 cm less than 1 % is left, of 6 cm half, of 10 cm four fifths
LEAST = 0.01  # of a cotangent: a long thin triangle pushes nobody away


def weights(triangles: NDArray, flat: NDArray, count: int) -> csr_matrix:
    """(count, count): cotangent weights of neighbours, a row's sum 1 or 0, from corners' flat places (t, 3, 2).

    Pinkall and Polthier, 1993: with them a flat place is the mean of its neighbours, however the mesh lies.
    """
    rows, columns, values = [], [], []
    for k in range(3):
        i, j, apex = k, (k + 1) % 3, (k + 2) % 3
        a, b = flat[:, i] - flat[:, apex], flat[:, j] - flat[:, apex]
        area = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) + 1e-12
        cotangent = np.maximum((a * b).sum(1) / area, LEAST)
        rows += [triangles[:, i], triangles[:, j]]
        columns += [triangles[:, j], triangles[:, i]]
        values += [cotangent, cotangent]
    matrix = csr_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (count, count))
    sums = np.asarray(matrix.sum(1)).ravel()
    return csr_matrix(matrix.multiply(1 / np.maximum(sums, 1e-12)[:, None]))


def rims(triangles: NDArray) -> NDArray:
    """(e, 2): edges of one triangle only: hems, openings, a panel's seams where the triangles are one panel's."""
    sides = np.sort(np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1)
    edges, uses = np.unique(sides, axis=0, return_counts=True)
    return edges[uses == 1]


def faired(points: NDArray, triangles: NDArray, flat: NDArray, rounds: int = ROUNDS) -> NDArray:
    """The points (n, 3) of one panel's triangles, evened along the surface; its border and all others stay."""
    near = weights(triangles, flat, len(points))
    free = np.unique(triangles)
    free = free[~np.isin(free, rims(triangles))]
    result, near = points.astype(float), csr_matrix(near[free])
    for _ in range(rounds):
        out = normals(result, triangles)[free]
        way = near @ result - result[free]
        result[free] += 0.5 * (way - out * (way * out).sum(1, keepdims=True))
    return result
