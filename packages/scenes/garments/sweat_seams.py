"""What is sewn and ribbed on a sweatshirt, as one height map in pattern space (see seams.py)."""

import cv2
import numpy as np

from garments import sweat_pattern as pattern
from lib.cloth import inside, resample
from lib.seams import PIXEL, bump, pucker, seam, stitched

RIB = 0.0038  # pitch of the 2 × 2 rib


def ribbed(canvas, outline, across, rng, depth=0.00042):
    """Ribs over a region, counted along `across` (unit vector); pitch and depth wander a little."""
    low, high = outline.min(0) - 0.002, outline.max(0) + 0.002
    x0, x1 = (int((v - canvas.area["x0"]) / PIXEL) for v in (low[0], high[0]))
    y0, y1 = (int((canvas.area["y0"] + canvas.area["height"] - v) / PIXEL) for v in (high[1], low[1]))
    x, y = np.meshgrid(np.arange(x0, x1), np.arange(y0, y1))
    px = canvas.area["x0"] + (x + 0.5) * PIXEL
    py = canvas.area["y0"] + canvas.area["height"] - (y + 0.5) * PIXEL
    within = inside(np.stack([px.ravel(), py.ravel()], 1), outline).reshape(px.shape).astype(np.float32)
    within = cv2.GaussianBlur(within, (0, 0), 3)
    soft = cv2.GaussianBlur(rng.standard_normal(px.shape).astype(np.float32), (0, 0), 18)
    soft /= soft.std()
    phase = 2 * np.pi * (px * across[0] + py * across[1] + 0.00022 * soft) / RIB
    wave = np.tanh(1.7 * np.sin(phase)) - 0.25 * np.cos(2 * phase)
    canvas.add((slice(y0, y1), slice(x0, x1)), depth * wave * within * (1 + 0.12 * soft))


def topstitch(canvas, line, rng, ridge=0.0):
    """One needle line along `line`, which ends where the line does. Sewn by hand and eye: it wanders a little, its
    thread is pulled more here than there, and the cloth beside it puckers."""
    line = resample(line, 0.004)
    t = np.gradient(line, axis=0)
    normal = np.stack([-t[:, 1], t[:, 0]], 1) / np.linalg.norm(t, axis=1, keepdims=True)
    wander = np.convolve(rng.standard_normal(len(line) + 16), np.hanning(17), "valid") / 2.4
    where, d, s = canvas.near(line + 0.00035 * wander[:, None] * normal, 0.02)
    within = ((s > 0.0004) & (s < s.max() - 0.0004)).astype(np.float32)
    pull = 1 + 0.25 * np.interp(s / 0.004, np.arange(len(wander)), np.roll(wander, 5))
    value = ridge * bump(d, 0.002, 0.003) + 1.15 * pull * stitched(d, s, 0.0) + pucker(d, s, 0.0, 0.011, 0.00016, rng)
    canvas.add(where, (value * within).astype(np.float32))


def bar_tack(canvas, line):
    """Stitches close together at a corner that is pulled at."""
    where, d, s = canvas.near(line, 0.004)
    canvas.add(where, (0.00055 + 0.0002 * np.cos(2 * np.pi * s / 0.0009)) * np.clip((0.0014 - d) / 0.0004, 0, 1))


def draw_sweat(canvas, rng, neck=True, front=True):
    """What is sewn on it. The shoulder seams sit on the front, a finger before the fold."""
    side = dict(pattern.right_side())
    mirror = lambda line, s: np.asarray(line) * [s, 1]
    if neck:
        full = np.concatenate([pattern.neck_seam(front), mirror(pattern.neck_seam(front), -1)[::-1][1:]])
        seam(canvas, full, rng, 0.00040, topstitch=(0.0026, 0.0086))
    along, inwards = pattern.sleeve_axes()
    for s in (1, -1):
        if front:
            seam(canvas, mirror(side["shoulder"], s) - [0, 0.014], rng, 0.0004, topstitch=(0.0030,))
        seam(canvas, mirror(pattern.armhole(), s), rng, 0.00045, topstitch=(0.0030, 0.0090))
        cuff = mirror(pattern.cuff_outline(), s)
        ribbed(canvas, cuff, mirror(inwards, s), rng)
        seam(canvas, cuff[[0, 3]], rng, 0.00055, topstitch=(0.0036,))
    ribbed(canvas, pattern.hem_outline(), (1, 0), rng)
    seam(
        canvas,
        np.array([pattern.HEM_TOP, (-pattern.HEM_TOP[0], pattern.HEM_TOP[1])]),
        rng,
        0.00055,
        topstitch=(0.0036,),
    )


def sew_pocket(canvas, pocket, rng, fit=lambda line: line):
    """Both halves of a pouch pocket's stitches. pocket: its right half from the top; fit: where a line of it lies."""
    high, low = pocket[1], pocket[2]
    along = (low - high) / np.linalg.norm(low - high)
    inwards = np.array([along[1], -along[0]])
    sew = lambda line: topstitch(canvas, fit(resample(np.asarray(line), 0.01)), rng)
    for s in (1, -1):
        side = np.array([s, 1])
        for down in (0.0024, 0.0090):
            sew(np.array([(0, high[1] - down), (high[0] - 0.001, high[1] - down)]) * side)
        for depth in (0.0185, 0.0245):  # the slant's turned edge, from the top seam to the side
            first, last = high + depth * inwards, low + depth * inwards
            first = first + along * (high[1] - 0.009 - first[1]) / along[1]
            last = last + along * (low[0] - 0.003 - last[0]) / along[0]
            sew(np.array([first, last]) * side)
        sew((pocket[[2, 3]] - [0.003, 0]) * side)
        bar_tack(canvas, fit((high + [-0.008, -0.006]) * side + np.outer((-0.005, 0.005), along * side)))
        bar_tack(canvas, fit((low + [-0.004, -0.006]) * side + np.outer((-0.005, 0.005), (1, 0))))
