"""A quick picture of a simulated garment, for looking: no renderer, two seconds.

Units: metres; colours 0 to 1.
"""

import numpy as np
from numpy.typing import NDArray

from sewing.wearer import normals

KEY, FILL, SKY = np.array([-0.80, -0.45, 0.40]), np.array([0.7, -0.6, 0.2]), np.array([0, 0, 1.0])


def samples(points: NDArray, triangles: NDArray, apart: float) -> tuple[NDArray, NDArray]:
    """(places, normals) strewn evenly on triangles."""
    smooth = normals(points, triangles)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    longest = np.sqrt(np.max([((q - p) ** 2).sum(1) for p, q in ((a, b), (b, c), (c, a))], axis=0))
    wanted = 2 ** np.ceil(np.log2(np.maximum(longest / apart, 1))).astype(int)  # a few classes, each sampled alike
    parts: list[list[NDArray]] = [[], []]
    for n in np.unique(wanted):
        s, t = np.meshgrid((np.arange(n) + 1 / 3) / n, (np.arange(n) + 1 / 3) / n)
        keep = s + t < 1
        weights = np.stack([1 - s[keep] - t[keep], s[keep], t[keep]], 1)
        for part, values in zip(parts, (points, smooth)):
            part.append((weights @ values[triangles[wanted == n]]).reshape(-1, 3))
    return np.concatenate(parts[0]), np.concatenate(parts[1])


def splat(
    meshes: list[tuple[NDArray, NDArray, tuple[float, float, float]]],
    azimuth: float = 0.0,
    centre: tuple[float, float, float] = (0.0, 0.0, 1.2),
    frame: float = 0.9,
    size: int = 900,
) -> NDArray:
    """(size, size, 3) 8-bit picture of (points, triangles, colour) seen from the front, turned by degrees."""
    c, s = np.cos(np.radians(azimuth)), np.sin(np.radians(azimuth))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    depth = np.full(size * size, np.inf, np.float32)
    picture = np.full((size * size, 3), 0.86)
    light = lambda n, way: np.clip(n @ (way / np.linalg.norm(way)), 0, 1)
    for points, triangles, colour in meshes:
        at, normal = samples((points - centre) @ turn.T, triangles, 0.8 * frame / size)
        normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
        is_back = normal[:, 1] > 0
        normal = np.where(is_back[:, None], -normal, normal)
        shade = 0.72 * light(normal, KEY) + 0.12 * light(normal, FILL) + 0.10 * (0.5 + 0.5 * normal @ SKY)
        shade *= np.where(is_back, 0.5, 1)
        x = np.floor((at[:, 0] / frame + 0.5) * size).astype(int)
        y = np.floor((0.5 - at[:, 2] / frame) * size).astype(int)
        inside = (x >= 0) & (x < size) & (y >= 0) & (y < size)
        pixel = (y * size + x)[inside]
        far = at[inside, 1]
        order = np.argsort(-far, kind="stable")  # the nearest is written last
        order = order[far[order] < depth[pixel[order]]]
        depth[pixel[order]] = far[order]
        picture[pixel[order]] = (shade[inside, None] * np.array(colour))[order]
    return (255 * np.clip(picture, 0, 1) ** (1 / 2.2)).astype(np.uint8).reshape(size, size, 3)
