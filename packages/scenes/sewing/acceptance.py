"""Whether a variant may be shown: nothing passes through anything, it is at rest, and a print on it keeps its shape.

Units: metres, metres a second; shares of length.
"""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import LinearNDInterpolator
from scipy.spatial import cKDTree

from sewing.panels import BACK, FRONT, HOOD_L, HOOD_R, Garment

CIRCLE = 0.254  # diameter of the circle that must stay one: ten inches, the medium print
BEHIND = 0.005  # metres behind the nearest cloth that are still seen: a little more than its thickness
PRINT_HALF, PRINT_HIGH = 0.15, 0.30  # of the area whose stretch counts


@dataclass(frozen=True)
class Limits:
    """crossings: edges through triangles in sight that are borne, of the cloth and of cloth and body; speed: 99th
    percentile in seen parts; stretch: 95th percentile in the print's area; circle: the worst diameter's error; hood:
    metres that one that is let down may reach above the middle of its neck's seam: a half that stood up beside the face
    reached 0.154.
    """

    cloth_crossings: int = 40
    body_crossings: int = 40
    speed: float = 0.02
    stretch: float = 0.03
    circle: float = 0.04
    hood: float = 0.135


JERSEY, FLEECE = Limits(), Limits(stretch=0.04)


@dataclass(frozen=True)
class Verdict:
    """What was measured, and which of it is over its limit. speed_all: root mean square of every vertex; dent: see
    dent(), without a limit, since a print may follow a fold.
    """

    cloth_crossings: int
    body_crossings: int
    speed: float
    speed_all: float
    stretch: float
    squeeze: float
    circle: float
    dent: float
    hood: float
    faults: tuple[str, ...]


def through(points: NDArray, edges: NDArray, others: NDArray, triangles: NDArray) -> NDArray:
    """(k, 2): which edges of points pass through which triangles of others (Möller and Trumbore 1997)."""
    start, end = points[edges[:, 0]], points[edges[:, 1]]
    a, b, c = (others[triangles[:, k]] for k in range(3))
    middle = (a + b + c) / 3
    wide = np.max([np.linalg.norm(p - middle, axis=1) for p in (a, b, c)], axis=0)
    half = np.linalg.norm(end - start, axis=1) / 2
    found = []
    # by size, so that a few large triangles do not widen the search for all
    bounds = np.r_[0, np.quantile(wide, [0.5, 0.9, 0.99]), np.inf]
    tree = cKDTree((start + end) / 2)
    for low, high in zip(bounds, bounds[1:]):
        mine = np.flatnonzero((wide > low) & (wide <= high))
        if not len(mine):
            continue
        near = cKDTree(middle[mine]).sparse_distance_matrix(tree, wide[mine].max() + half.max(), output_type="ndarray")
        t, e = mine[near["i"]], near["j"]
        keep = near["v"] <= wide[t] + half[e]
        t, e = t[keep], e[keep]
        way, u, v, from_a = end[e] - start[e], b[t] - a[t], c[t] - a[t], start[e] - a[t]
        normal = np.cross(u, v)
        across = -(way * normal).sum(1)
        with np.errstate(divide="ignore", invalid="ignore"):
            s = (from_a * normal).sum(1) / across
            turned = np.cross(from_a, way)
            p, q = (v * turned).sum(1) / across, -(u * turned).sum(1) / across
            inside = (s > 0) & (s < 1) & (p > 0) & (q > 0) & (p + q < 1)
        found.append(np.stack([e[inside], t[inside]], 1))
    return np.concatenate(found) if found else np.zeros((0, 2), int)


def edges_of(triangles: NDArray) -> NDArray:
    sides = np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)])
    return np.unique(np.sort(sides, axis=1), axis=0)


def cloth_crossings(points: NDArray, triangles: NDArray) -> NDArray:
    """(k, 2): edges through triangles of the same cloth, those that share a vertex left out."""
    edges = edges_of(triangles)
    pairs = through(points, edges, points, triangles)
    one, other = edges[pairs[:, 0]], triangles[pairs[:, 1]]
    apart = ~(one[:, :, None] == other[:, None, :]).any((1, 2))
    return np.stack([pairs[apart, 0], pairs[apart, 1]], 1)


def body_crossings(points: NDArray, triangles: NDArray, body: NDArray, skin: NDArray) -> NDArray:
    """(k, 3): the middles of edges of the cloth through the skin, and of the skin through the cloth."""
    edges, ribs = edges_of(triangles), edges_of(skin)
    cloth, flesh = through(points, edges, body, skin)[:, 0], through(body, ribs, points, triangles)[:, 0]
    return np.concatenate([points[edges[cloth]].mean(1), body[ribs[flesh]].mean(1)])


def in_sight(places: NDArray, points: NDArray, triangles: NDArray) -> NDArray:
    """Which places no cloth hides from a viewer in front, as seen from far off: what is folded away behind a neck or
    under a hood passes through itself unseen.
    """
    a, b, c = (points[triangles[:, k]] for k in range(3))
    u, v = (b - a)[:, [0, 2]], (c - a)[:, [0, 2]]
    area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    area = np.where(np.abs(area) < 1e-12, np.nan, area)
    seen = np.ones(len(places), bool)
    for k, place in enumerate(places):
        off = place[[0, 2]] - a[:, [0, 2]]
        s = (off[:, 0] * v[:, 1] - off[:, 1] * v[:, 0]) / area
        t = (u[:, 0] * off[:, 1] - u[:, 1] * off[:, 0]) / area
        over = (s >= 0) & (t >= 0) & (s + t <= 1)
        depth = a[over, 1] + s[over] * (b - a)[over, 1] + t[over] * (c - a)[over, 1]
        seen[k] = not (depth < place[1] - BEHIND).any()
    return seen


def stretches(garment: Garment, points: NDArray) -> tuple[NDArray, NDArray]:
    """(largest, smallest) principal stretch of every triangle less one, against the flat cloth."""
    t, flat = garment.triangles, garment.flat
    solid = np.stack([points[t[:, 1]] - points[t[:, 0]], points[t[:, 2]] - points[t[:, 0]]], 2)
    plane = np.stack([flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]], 2)
    gradient = solid @ np.linalg.inv(plane)
    values = np.linalg.eigvalsh(gradient.transpose(0, 2, 1) @ gradient)
    return np.sqrt(values[:, 1]) - 1, np.sqrt(np.maximum(values[:, 0], 0)) - 1


def print_top(garment: Garment, side: int) -> float:
    return garment.cut.print_top if side == FRONT else garment.cut.back_print_top


def printed(garment: Garment, side: int = FRONT) -> NDArray:
    """Triangles that a large print covers. side: FRONT or BACK."""
    middle, top = garment.flat.mean(1), print_top(garment, side)
    return (
        (garment.panel == side)
        & (np.abs(middle[:, 0]) < PRINT_HALF)
        & (middle[:, 1] < top)
        & (middle[:, 1] > top - PRINT_HIGH)
    )


def on_panel(garment: Garment, points: NDArray, side: int) -> LinearNDInterpolator:
    """Where places of a flat panel are on the garment."""
    mine = garment.panel == side
    corners, flat = garment.triangles[mine].ravel(), garment.flat[mine].reshape(-1, 2)
    vertices, first = np.unique(corners, return_index=True)
    return LinearNDInterpolator(flat[first], points[vertices])


def dent(garment: Garment, points: NDArray, side: int = FRONT, count: int = 240) -> float:
    """How far a circle of CIRCLE on chest or back, as seen from far off, strays at most from the best ellipse: share of
    its radius.
    """
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1) * CIRCLE / 2
    seen = on_panel(garment, points, side)(ring + [0.0, print_top(garment, side) - CIRCLE / 2])[:, [0, 2]]
    ellipse = np.c_[ring, np.ones(count)]
    off = seen - ellipse @ np.linalg.lstsq(ellipse, seen, rcond=None)[0]
    return float(np.linalg.norm(off, axis=1).max() / (CIRCLE / 2))


def diameters(garment: Garment, points: NDArray, side: int = FRONT, count: int = 18) -> NDArray:
    """Lengths along the cloth of a ten-inch circle's diameters on chest or back, as shares of ten inches less one."""
    at = on_panel(garment, points, side)
    centre = np.array([0.0, print_top(garment, side) - CIRCLE / 2])
    angles = np.arange(count) * np.pi / count
    reach = np.linspace(-CIRCLE / 2, CIRCLE / 2, 41)
    lines = centre + reach[None, :, None] * np.stack([np.cos(angles), np.sin(angles)], 1)[:, None, :]
    solid = at(lines.reshape(-1, 2)).reshape(count, len(reach), 3)
    return np.linalg.norm(np.diff(solid, axis=1), axis=2).sum(1) / CIRCLE - 1


def crown(garment: Garment, points: NDArray) -> float:
    """How far a hood reaches above the middle of its neck's seam; 0 without one."""
    if not garment.cut.hood:
        return 0.0
    return float(points[garment.on(HOOD_L, HOOD_R), 2].max() - points[garment.neck, 2].mean())


def judged(
    garment: Garment,
    points: NDArray,
    speeds: NDArray,
    body: NDArray,
    skin: NDArray,
    limits: Limits = JERSEY,
    side: int = FRONT,
) -> Verdict:
    """side: which is seen, FRONT or BACK."""
    if not np.isfinite(points).all():
        none = float("nan")
        return Verdict(-1, -1, none, none, none, none, none, none, none, ("not finite",))
    speed = np.linalg.norm(speeds, axis=1)
    seen = garment.on(*[p for p in np.unique(garment.panel) if p != (BACK if side == FRONT else FRONT)])
    wide, narrow = (s[printed(garment, side)] for s in stretches(garment, points))
    folded = points[edges_of(garment.triangles)[cloth_crossings(points, garment.triangles)[:, 0]]].mean(1)
    poked = body_crossings(points, garment.triangles, body, skin)
    verdict = Verdict(
        cloth_crossings=int(in_sight(folded, points, garment.triangles).sum()),
        body_crossings=int(in_sight(poked, points, garment.triangles).sum()),
        speed=float(np.quantile(speed[seen], 0.99)),
        speed_all=float(np.sqrt((speed**2).mean())),
        stretch=float(np.quantile(wide, 0.95)),
        squeeze=float(np.quantile(narrow, 0.05)),
        circle=float(np.abs(diameters(garment, points, side)).max()),
        dent=dent(garment, points, side),
        hood=crown(garment, points),
        faults=(),
    )
    names = [limit.name for limit in fields(limits)]
    return replace(verdict, faults=tuple(n for n in names if getattr(verdict, n) > getattr(limits, n)))
