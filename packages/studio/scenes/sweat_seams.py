"""What is sewn and ribbed on a sweatshirt, as one height map in pattern space (see seams.py)."""
import cv2
import numpy as np

import sweat_pattern as pattern
from cloth import inside
from seams import PIXEL, bump, seam, stitched

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


def topstitch(canvas, line, needles, ridge=0.0):
    where, d, s = canvas.near(line, 0.02)
    value = ridge * bump(d, needles[0] + 0.002, 0.003)
    for needle in needles:
        value = value + 1.15 * stitched(d, s, needle)
    canvas.add(where, value)


def draw_sweat(canvas, rng, neck=True):
    side = dict(pattern.right_side())
    mirror = lambda line, s: np.asarray(line) * [s, 1]
    if neck:
        full = np.concatenate([pattern.neck_seam(True), mirror(pattern.neck_seam(True), -1)[::-1][1:]])
        seam(canvas, full, rng, 0.00040, topstitch=(0.0026, 0.0086))
    along, inwards = pattern.sleeve_axes()
    for s in (1, -1):
        seam(canvas, mirror(side["shoulder"], s) - [0, 0.014], rng, 0.0004, topstitch=(0.0030,))
        seam(canvas, mirror(pattern.armhole(), s), rng, 0.00045, topstitch=(0.0030, 0.0090))
        cuff = mirror(pattern.cuff_outline(), s)
        ribbed(canvas, cuff, mirror(inwards, s), rng)
        seam(canvas, cuff[[0, 3]], rng, 0.00055, topstitch=(0.0036,))
    ribbed(canvas, pattern.hem_outline(), (1, 0), rng)
    seam(canvas, np.array([pattern.HEM_TOP, (-pattern.HEM_TOP[0], pattern.HEM_TOP[1])]), rng, 0.00055, topstitch=(0.0036,))


def draw_hoodie(canvas, rng):
    import hoodie
    draw_sweat(canvas, rng, neck=False)
    pocket = hoodie.POCKET
    topstitch(canvas, hoodie.inset(pocket[:2], -0.0022), (0.0, 0.0065))
    for s in (1, -1):
        slant = pocket[[1, 2]] * [s, 1]
        topstitch(canvas, slant + [-s * 0.020, 0.006], (0.0, 0.0062))
        topstitch(canvas, pocket[[2, 3]] * [s, 1] - [s * 0.003, 0], (0.0,))
        topstitch(canvas, hoodie.opening(120)[8:] * [s, 1] + hoodie.opening_normals(120)[8:] * [s, 1] * 0.024, (0.0,), 0.0002)
        seam(canvas, hoodie.seam_line(90) * [s, 1], rng, 0.0004)
