"""Floors and walls of the lifestyle scenes: pale boards, weathered decking, plaster, a fence; each with what shades it.

A surface is (colour, height) as in textures.py; a shade is the share of the key light that reaches each place:
leaves and window bars throw soft shadows, near the picture's edge only, where the product is not.
"""

import cv2
import numpy as np

from rigs import textures
from rigs.textures import PIXEL, SPAN, noise


def boards(rng, wide, dark, light, gap=0.0007, contrast=1.0, unlike=0.14, worn=0.0, along_rows=True):
    n = int(SPAN / PIXEL)
    colour, height = np.zeros((n, n, 3), np.float32), np.zeros((n, n), np.float32)
    top = -int(rng.uniform(0.02, 0.07) / PIXEL)
    while top < n:
        high = int(wide * rng.uniform(0.97, 1.03) / PIXEL)
        tone, relief = textures.board((high, n), rng)
        tone = np.clip(0.55 + (tone - 0.55) * contrast, 0, 1)[..., None]
        plank = (np.array(dark) * (1 - tone) + np.array(light) * tone) * rng.uniform(1 - unlike, 1 + unlike)
        if worn:
            bare = worn * np.clip(0.65 + 0.4 * noise((high, n), 0.02, 0.15, rng), 0, 1)[..., None]
            plank = plank * (1 - bare) + plank.mean(axis=2, keepdims=True) * np.array([0.99, 1.0, 1.02]) * bare
            relief = relief * 3 + 0.00006 * noise((high, n), 0.0012, 0.06, rng)
        edge = np.minimum(np.arange(high), high - 1 - np.arange(high))[:, None] * PIXEL + 0.0003 * noise(
            (high, n), 0.02, 0.05, rng
        )
        edge = np.maximum(edge, 0)
        plank = (
            plank * (1 - 0.9 * np.exp(-((edge / gap) ** 2)))[..., None] * (1 - 0.12 * np.exp(-edge / 0.006))[..., None]
        )
        relief = relief - 0.0008 * np.exp(-((edge / (1.6 * gap)) ** 2)) + rng.uniform(-0.0003, 0.0003)
        a, b = max(top, 0), min(top + high, n)
        colour[a:b], height[a:b] = plank[a - top : b - top], relief[a - top : b - top]
        top += high
    if not along_rows:
        colour, height = np.transpose(colour, (1, 0, 2)).copy(), height.T.copy()
    return np.clip(colour, 0.004, 0.9), height


def pale_floor():
    return boards(
        np.random.default_rng(31),
        0.165,
        (0.36, 0.27, 0.185),
        (0.62, 0.52, 0.405),
        contrast=0.75,
        unlike=0.06,
        along_rows=False,
    )


def decking():
    return boards(np.random.default_rng(77), 0.118, (0.095, 0.083, 0.072), (0.36, 0.335, 0.30), 0.0030, 1.1, 0.12, 0.7)


def fence():
    return boards(
        np.random.default_rng(52),
        0.142,
        (0.12, 0.098, 0.080),
        (0.44, 0.395, 0.34),
        0.0026,
        1.1,
        0.13,
        0.6,
        along_rows=False,
    )


def plaster():
    """A wall painted by hand: trowel marks beneath, roller grain above."""
    rng = np.random.default_rng(63)
    n = int(SPAN / PIXEL)
    strokes = noise((n, n), 0.02, 0.07, rng) + 0.8 * noise((n, n), 0.06, 0.03, rng)
    grain = noise((n, n), 0.0011, 0.0011, rng)
    pits = -np.clip(noise((n, n), 0.0018, 0.0022, rng) - 2.7, 0, 1)
    height = 0.00016 * strokes + 0.000018 * grain + 0.0004 * pits
    cloud = 1 + 0.012 * noise((n, n), 0.14, 0.14, rng) + 0.004 * grain
    return (cloud[..., None] * np.array([0.600, 0.560, 0.500])).astype(np.float32), height


def leaf(canvas, place, angle, long, wide):
    """A pointed leaf as a filled shape; place in shares of the side."""
    n = canvas.shape[0]
    t = np.linspace(0, 1, 18)
    half = wide * np.sin(np.pi * t**0.8) ** 1.1
    line = np.concatenate([np.stack([t * long, half], 1), np.stack([t * long, -half], 1)[::-1]])
    c, s = np.cos(angle), np.sin(angle)
    line = line @ np.array([[c, s], [-s, c]]) + place
    cv2.fillPoly(canvas, [np.round(line * n * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)


def branch(canvas, rng, start, angle, long, leaves, size):
    at = np.array(start, float)
    for _ in range(leaves):
        angle += rng.normal(0, 0.10)
        step = long / leaves
        after = at + step * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(canvas, *(tuple(int(v * canvas.shape[0]) for v in p) for p in (at, after)), 1.0, 3)
        for side in (-1, 1):
            leaf(
                canvas,
                after,
                angle + side * rng.uniform(0.5, 1.0),
                size * rng.uniform(0.7, 1.2),
                size * rng.uniform(0.13, 0.19),
            )
        at = after


def leaf_shadows(branches, seed, deep, soft, bars=None):
    """A function size -> share of the key light. branches: (start, degrees, length, leaves, leaf size)."""

    def shade(size):
        rng = np.random.default_rng(seed)
        canvas = np.zeros((size, size), np.float32)
        for start, degrees, long, leaves, leaf_size in branches:
            branch(canvas, rng, start, np.radians(degrees), long, leaves, leaf_size)
        near = cv2.GaussianBlur(canvas, (0, 0), soft * size)
        far = cv2.GaussianBlur(canvas, (0, 0), 3 * soft * size)
        axis = (np.arange(size, dtype=np.float32) + 0.5) / size
        x, y = np.meshgrid(axis, axis)
        middle = np.clip((np.hypot((x - 0.5) * 1.15, y - 0.5) - 0.33) / 0.14, 0, 1)
        share = 1 - deep * np.clip(0.7 * near + 0.45 * far, 0, 1) * middle
        if bars:
            share = share * bars(x, y)
        return share.astype(np.float32)

    return shade


def slanting_window(x, y):
    """Past the window's edge it is darker: a soft slanted border in two opposite corners."""
    step = lambda v, soft: 1 / (1 + np.exp(-v / soft))
    d = x * 0.80 + y * 0.60
    return 1 - 0.42 * step(d - 1.19, 0.016) - 0.30 * step(0.20 - d, 0.022)


FROM_ABOVE_LEAVES = [
    ((-0.02, 0.16), -22, 0.34, 9, 0.075),
    ((0.02, -0.03), 38, 0.22, 7, 0.07),
    ((1.02, 0.86), 196, 0.30, 8, 0.07),
    ((0.93, 1.03), 250, 0.20, 6, 0.065),
]
WALL_LEAVES = [
    ((-0.03, 0.04), 24, 0.34, 8, 0.085),
    ((-0.02, 0.22), -8, 0.22, 6, 0.075),
    ((1.03, 0.74), 205, 0.24, 7, 0.08),
]

# (rig, background): surface, share of the key light, (share of a whole varnish, its roughness) or none
SURFACES = {
    ("flat-lay", "wood-texture"): (textures.wood, None, (1.8, 0.27)),
    ("flat-lay", "fabric-texture"): (textures.linen, None, (0.9, 0.42)),
    ("flat-lay", "lifestyle-indoor"): (
        pale_floor,
        leaf_shadows(FROM_ABOVE_LEAVES[1:3], 5, 0.36, 0.009, slanting_window),
        (1.7, 0.26),
    ),
    ("flat-lay", "outdoor-natural"): (decking, leaf_shadows(FROM_ABOVE_LEAVES, 8, 0.62, 0.0045), None),
    ("hung", "lifestyle-indoor"): (plaster, leaf_shadows(WALL_LEAVES[:2], 15, 0.40, 0.010, slanting_window), None),
    ("hung", "outdoor-natural"): (fence, leaf_shadows(WALL_LEAVES, 19, 0.60, 0.005), None),
    # bare: beside the shade of a garment those of leaves were smudges
    ("air", "lifestyle-indoor"): (plaster, None, None),
    ("air", "outdoor-natural"): (fence, None, None),
}
# How light the middle of a wall is shown behind what is in mid-air (1: white), whatever that gets of the lamps.
SHOWN = {"lifestyle-indoor": 0.60, "outdoor-natural": 0.30}


def passing(rig, background, size=256):
    """The share of the key light that comes through to a surface and to the product on it; None where nothing keeps it
    away. Drawn four times as large: a leaf's stalk is three pixels wide.
    """
    shade = SURFACES.get((rig, background), (None, None, None))[1]
    return cv2.resize(shade(4 * size), (size, size), interpolation=cv2.INTER_AREA) if shade else None
