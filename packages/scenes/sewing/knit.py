"""Tiles of what is too small for a mesh: loops of a knit, and the softer unevenness of sewn cloth; written once.

Units: metres; heights as shares, 0.5 is the middle. Sizes are those of 20/1 jersey: wales 0.95 mm, courses 0.80 mm.
"""

import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

LOOPS_WIDE, SOFT_WIDE = 0.2, 0.27
WALE, COURSE = 0.00095, 0.0008


def field(size: int, across: float, down: float, rng: np.random.Generator) -> NDArray:
    """Noise without a border, of so many waves across and down, and unit variance."""
    k = np.fft.fftfreq(size) * size
    kx, ky = np.meshgrid(k, k)
    q = np.sqrt((kx / across) ** 2 + (ky / down) ** 2)
    size_of = np.exp(-(q**2)) + 0.35 * np.exp(-((q / 2.2) ** 2)) + 0.15 * np.exp(-((q / 4.5) ** 2))
    size_of[0, 0] = 0
    noise = np.fft.ifft2(np.fft.fft2(rng.standard_normal((size, size))) * size_of).real
    return noise / noise.std()


def tiles(work: str) -> tuple[str, str]:
    """Paths of (loops, soft): 16 bits; soft holds in red puckers, in blue the fibres of a heather."""
    loops, soft = os.path.join(work, "knit-loops.png"), os.path.join(work, "knit-soft.png")
    if os.path.exists(loops) and os.path.exists(soft):
        return loops, soft
    os.makedirs(work, exist_ok=True)
    rng, n = np.random.default_rng(4), 2048
    u, v = np.meshgrid(np.arange(n) / n, np.arange(n) / n)
    wander = field(n, 10, 10, rng) * 0.00004 / LOOPS_WIDE
    wales, courses = int(LOOPS_WIDE / WALE), int(LOOPS_WIDE / COURSE)
    wale = 2 * np.pi * wales * (u + wander)
    loop = 0.55 * np.sin(wale) + 0.40 * np.sin(2 * np.pi * courses * (v + wander) + 0.9 * np.sin(wale))
    height = loop * (1 + 0.25 * field(n, 90, 200, rng))
    height += 0.55 * field(n, 60, 240, rng) + 0.45 * field(n, 200, 40, rng) + 0.4 * field(n, 260, 260, rng)
    cv2.imwrite(loops, coded(height, 0.12))
    m = 1024
    red, blue = coded(field(m, 21, 4, rng), 0.15), coded(field(m, 110, 330, rng), 0.15)
    cv2.imwrite(soft, np.stack([blue, np.full_like(red, 32768), red], -1))
    return loops, soft


def coded(height: NDArray, scale: float) -> NDArray:
    return (np.clip(0.5 + scale * height, 0, 1) * 65535).astype(np.uint16)


def written(path: Path, picture: NDArray) -> None:
    """An RGB picture as a file."""
    cv2.imwrite(str(path), picture[..., ::-1])
