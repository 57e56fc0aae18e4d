"""Flat pattern pieces as grids, in inches: where the cloth rests. Right is x, up is z, the front is -y."""

from dataclasses import dataclass

import numpy as np

FRONT, BACK = 0, 1


@dataclass
class Panels:
    rest: np.ndarray  # (n, 2): x and z
    side: np.ndarray  # (n,): -1 front, 1 back, 0 a seam
    seam: np.ndarray  # (n,): distance from the nearest seam
    quads: list[tuple[int, int, int, int]]
    ids: list[int]  # of each quad: FRONT or BACK


def shirt(width, length, neck, drop, sleeve, angle, cuff, both, step=0.42):
    """A shirt: body, sleeves hung on at an angle (radians below level) that narrow to `cuff`; a back if `both`."""
    nx, nz = round(width / step), round(length / step)
    xs = np.linspace(-width / 2, width / 2, nx + 1)
    shares = np.linspace(0, 1, nz + 1)
    half = width / 2
    shoulder = lambda x: length - 0.22 * np.maximum(0, np.abs(x) - neck)
    first = int(np.searchsorted(shares * shoulder(half), shoulder(half) - 8.8))
    ns = max(3, round(sleeve / step))
    points, sides, seams, quads, ids = [], [], [], [], []
    known: dict[tuple, int] = {}

    def vertex(key, side, place, is_seam):
        full = (*key, 0 if is_seam and both else side)
        if full not in known:
            known[full] = len(points)
            points.append(place)
            sides.append(0 if is_seam and both else side)
            seams.append(is_seam)
        return known[full]

    def quad(side, a, b, c, d):
        quads.append((a, b, c, d) if side < 0 else (d, c, b, a))
        ids.append(FRONT if side < 0 else BACK)

    for side in (-1, 1) if both else (-1,):
        depth = drop if side < 0 else 0.8
        inner = lambda x: shoulder(neck) - depth * np.sqrt(np.maximum(0, 1 - (x / neck) ** 2))
        top = np.where(np.abs(xs) < neck, inner(xs), shoulder(xs))

        def body(i, j, side=side, top=top):
            sewn = (i in (0, nx) and j <= first) or (j == nz and abs(xs[i]) >= neck)
            return vertex(("body", i, j), side, (xs[i], shares[j] * top[i]), sewn)

        for j in range(nz):
            for i in range(nx):
                quad(side, body(i, j), body(i + 1, j), body(i + 1, j + 1), body(i, j + 1))
        for hand in (-1, 1):
            edge = 0 if hand < 0 else nx
            heights = shares[first:] * top[edge]
            middle = (heights[0] + heights[-1]) / 2

            def arm(k, j, side=side, hand=hand, edge=edge, heights=heights, middle=middle):
                if k == 0:
                    return body(edge, first + j)
                t = k / ns
                up = (heights[j] - middle) * (1 - (1 - cuff / (heights[-1] - heights[0])) * t)
                place = (
                    hand * (half + np.cos(angle) * sleeve * t + np.sin(angle) * up * t),
                    middle - np.sin(angle) * sleeve * t + up * (1 - t + np.cos(angle) * t),
                )
                return vertex(("arm", hand, k, j), side, place, j in (0, nz - first))

            for k in range(ns):
                for j in range(nz - first):
                    near, far = (k, k + 1) if hand > 0 else (k + 1, k)
                    quad(side, arm(near, j), arm(far, j), arm(far, j + 1), arm(near, j + 1))
    return _panels(points, sides, seams, quads, ids)


def bag(width, height, step=0.4):
    nx, nz = round(width / step), round(height / step)
    points = [(width * (i / nx - 0.5), height * j / nz) for j in range(nz + 1) for i in range(nx + 1)]
    at = lambda i, j: j * (nx + 1) + i
    quads = [(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)) for j in range(nz) for i in range(nx)]
    return _panels(points, [-1] * len(points), [False] * len(points), quads, [FRONT] * len(quads))


def _panels(points, sides, seams, quads, ids):
    rest = np.array(points)
    sewn = rest[np.array(seams)]
    if len(sewn) == 0:
        far = np.zeros(len(rest))
    else:
        far = np.concatenate(
            [np.sqrt(((part[:, None] - sewn[None]) ** 2).sum(2)).min(1) for part in np.array_split(rest, 20)]
        )
    return Panels(rest, np.array(sides), far, quads, ids)
