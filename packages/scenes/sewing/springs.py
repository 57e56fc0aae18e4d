"""The edges and hinges of a flat cloth's mesh, along and about which the solver's forces act.

Units: metres.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix


@dataclass(frozen=True)
class Edges:
    """The h half-edges of a mesh of n vertices and t triangles, those of one of the e edges standing together. half
    (h, 3): start, end, opposite vertex; corners (h, 3, 2): their flat places; triangle (h): whose; along (h, 2): flat
    direction; length (h): flat; group (h): which edge; pairs (e, 2): its vertices; first (e): its first half-edge;
    uses (e): how many it has.
    """

    count: int
    half: NDArray
    corners: NDArray
    triangle: NDArray
    along: NDArray
    length: NDArray
    group: NDArray
    pairs: NDArray
    first: NDArray
    uses: NDArray

    @property
    def keys(self) -> NDArray:
        """(e): one number an edge: its lower vertex times the count, and its higher."""
        return self.pairs[:, 0] * self.count + self.pairs[:, 1]

    @property
    def middle(self) -> NDArray:
        """(h, 2): flat places of the half-edges' middles."""
        return (self.corners[:, 0] + self.corners[:, 1]) / 2

    def shared(self, values: NDArray) -> NDArray:
        """(e): sums of half-edges' values."""
        return np.bincount(self.group, values)


def edges_of(triangles: NDArray, flat: NDArray, count: int) -> Edges:
    """The edges of triangles (t, 3) whose corners have flat places (t, 3, 2), of so many vertices."""
    t = triangles
    half = np.concatenate([np.stack([t[:, k], t[:, (k + 1) % 3], t[:, (k + 2) % 3]], 1) for k in range(3)])
    corners = np.concatenate([flat[:, [k, (k + 1) % 3, (k + 2) % 3]] for k in range(3)])
    triangle = np.tile(np.arange(len(t)), 3)
    key = half[:, :2].min(1) * count + half[:, :2].max(1)
    order = np.argsort(key, kind="stable")
    key, half, corners, triangle = key[order], half[order], corners[order], triangle[order]
    unique, first, uses = np.unique(key, return_index=True, return_counts=True)
    along = corners[:, 1] - corners[:, 0]
    length = np.linalg.norm(along, axis=1)
    group = np.repeat(np.arange(len(unique)), uses)
    pairs = np.stack([unique // count, unique % count], 1)
    return Edges(count, half, corners, triangle, along / length[:, None], length, group, pairs, first, uses)


def areas(flat: NDArray) -> NDArray:
    """(t): of flat triangles (t, 3, 2), square metres."""
    u, v = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    return np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2


def hinges_of(edges: Edges) -> tuple[NDArray, NDArray, NDArray]:
    """(vertices (h, 4): of an edge that two triangles share, and opposite to it; their weights (h, 4); that edge's two
    triangles (h, 2)): quadratic isometric bending by cotangents (Bergou et al. 2006).
    """
    one = edges.first[edges.uses == 2]
    other = one + 1
    half = edges.half
    turned = half[one, 0] != half[other, 0]
    at_one, at_other = cotangents(edges.corners[one]), cotangents(edges.corners[other])
    at_other = np.where(turned[:, None], at_other[:, ::-1], at_other)
    total = at_one + at_other
    weights = np.stack([total[:, 1], total[:, 0], -at_one.sum(1), -at_other.sum(1)], 1)
    at = np.column_stack([half[one, 0], half[one, 1], half[one, 2], half[other, 2]])
    return at, weights, np.stack([edges.triangle[one], edges.triangle[other]], 1)


def cotangents(corners: NDArray) -> NDArray:
    """(e, 2): cotangents of the angles at start and end of half-edges (start, end, opposite)."""
    edge, a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0], corners[:, 2] - corners[:, 1]
    doubled = np.abs(edge[:, 0] * a[:, 1] - edge[:, 1] * a[:, 0])
    return np.stack([(edge * a).sum(1) / doubled, -(edge * b).sum(1) / doubled], 1)


def near(edges: Edges) -> tuple[NDArray, NDArray]:
    """(from (n + 1), vertices): those within two edges of each vertex, which it does not feel."""
    both = np.concatenate([edges.pairs, edges.pairs[:, ::-1]]).T
    one = coo_matrix((np.ones(both.shape[1]), both), (edges.count, edges.count)).tocsr()
    two = (one + one @ one).tocsr()
    two.sort_indices()
    return two.indptr, two.indices
