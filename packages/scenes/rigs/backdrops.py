"""What stands behind a product, out of focus: painted in linear light, layer by layer, each through its lens disc.

Light is relative: 1 is a level white ground by the product. Lengths on the picture are shares of its side, y down.
The far view of the garden starts from a CC0 panorama that comes with Blender (by Greg Zaal, polyhaven.com:
forest = ninomaru_teien); all else is drawn here.
"""

import os

import bpy
import cv2
import numpy as np

SIZE = 1152


def disc(image, radius):
    """Out-of-focus blur: a lens disc of `radius` (share of the side), its rim a little bright as a real lens has it."""
    r = radius * image.shape[0]
    if r < 0.7:
        return image
    n = int(np.ceil(r)) + 1
    y, x = np.mgrid[-n : n + 1, -n : n + 1]
    d = np.hypot(x, y)
    kernel = np.clip(r + 0.5 - d, 0, 1) * (1 + 0.25 * (d / r) ** 4)
    kernel = (kernel / kernel.sum()).astype(np.float32)
    pad = n + 1
    wide = cv2.copyMakeBorder(image.astype(np.float32), pad, pad, pad, pad, cv2.BORDER_REFLECT)
    return cv2.filter2D(wide, -1, kernel)[pad:-pad, pad:-pad]


def panorama(name):
    path = os.path.join(bpy.utils.resource_path("LOCAL"), "datafiles", "studiolights", "world", name + ".exr")
    image = bpy.data.images.load(path, check_existing=True)
    w, h = image.size
    return np.array(image.pixels[:], np.float32).reshape(h, w, -1)[::-1, :, :3]


def view(name, azimuth, elevation, field, size=SIZE, brightest=9.0):
    """A straight-lined crop of a panorama: azimuth as a share of its width, elevation and field of view in degrees."""
    source = panorama(name)
    h, w = source.shape[:2]
    t = np.tan(np.radians(field) / 2)
    x, y = np.meshgrid(np.linspace(-t, t, size), np.linspace(-t, t, size))
    e = np.radians(elevation)
    forward, up = np.cos(e) + y * np.sin(e), np.sin(e) - y * np.cos(e)
    longitude, latitude = np.arctan2(x, forward), np.arctan2(up, np.hypot(x, forward))
    u = ((azimuth + longitude / (2 * np.pi)) % 1.0) * w - 0.5
    v = (0.5 - latitude / np.pi) * h - 0.5
    wrapped = np.concatenate([source[:, -8:], source, source[:, :8]], 1)
    grey = np.median(source @ [0.2126, 0.7152, 0.0722])
    wrapped = np.minimum(wrapped, brightest * grey).astype(np.float32)
    return cv2.remap(
        wrapped, (u + 8).astype(np.float32), v.astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    ).clip(0)


def luminance(image):
    return image @ np.array([0.2126, 0.7152, 0.0722], np.float32)


def exposed(image, middle, saturation=1.0, tint=(1, 1, 1)):
    grey = luminance(image)[..., None]
    image = np.maximum(grey + (image - grey) * saturation, 0) * np.array(tint, np.float32)
    return (image * (middle / np.median(luminance(image)))).astype(np.float32)


class Picture:
    """A picture that is built from the far to the near."""

    def __init__(self, far):
        self.light = far.astype(np.float32)
        self.size = far.shape[0]
        axis = (np.arange(self.size, dtype=np.float32) + 0.5) / self.size
        self.x, self.y = np.meshgrid(axis, axis)

    def lay(self, colour, alpha, blur):
        """colour: (…, 3) light, alpha: (n, n), laid over through a lens disc of radius `blur`."""
        colour = np.broadcast_to(np.asarray(colour, np.float32), (*alpha.shape, 3))
        both = disc(np.dstack([colour * alpha[..., None], alpha]).astype(np.float32), blur)
        self.light = self.light * (1 - both[..., 3:]) + both[..., :3]

    def box(self, x0, y0, x1, y1, colour, blur, shade=None, turn=0.0):
        x, y = self.x, self.y
        if turn:
            cx, cy, c, s = (x0 + x1) / 2, (y0 + y1) / 2, np.cos(np.radians(turn)), np.sin(np.radians(turn))
            x, y = cx + (x - cx) * c + (y - cy) * s, cy - (x - cx) * s + (y - cy) * c
        alpha = ((x > x0) & (x < x1) & (y > y0) & (y < y1)).astype(np.float32)
        light = np.asarray(colour, np.float32) * (
            1.0
            if shade is None
            else shade(((x - x0) / (x1 - x0)).clip(0, 1), ((y - y0) / (y1 - y0)).clip(0, 1))[..., None]
        )
        self.lay(light, alpha, blur)

    def jar(self, x, foot, wide, high, colour, blur, round_top=0.15, from_left=0.75, gloss=0.0):
        """A turned thing seen from the side: light falls on it from the left."""
        u = (self.x - x) / (wide / 2)
        t = (foot - self.y) / high
        shoulder = np.sqrt(np.clip(1 - np.clip((t - 1 + round_top) / round_top, 0, 1) ** 2, 0, 1)) if round_top else 1.0
        alpha = ((np.abs(u) < np.maximum(shoulder, 1e-3)) & (t > 0) & (t < 1)).astype(np.float32)
        facing = np.sqrt(np.clip(1 - u * u, 0, 1))
        lit = 0.34 + from_left * np.clip(-0.75 * u + 0.55 * facing, 0, 1)
        light = np.asarray(colour, np.float32) * lit[..., None] + gloss * np.exp(-(((u + 0.62) / 0.10) ** 2))[..., None]
        self.lay(light, alpha, blur)

    def leaves(self, rng, many, centre, spread, length, colour, blur, hang=0.0, uneven=0.5):
        """Leaves about a place, each with its own turn and shade."""
        canvas = np.zeros((self.size, self.size, 4), np.float32)
        for _ in range(many):
            cx, cy = rng.normal(centre[0], spread[0]), rng.normal(centre[1], spread[1])
            angle = np.degrees(np.arctan2(cy - centre[1] + hang, cx - centre[0])) + rng.normal(0, 28)
            long = length * rng.uniform(0.6, 1.25)
            shade = np.exp(rng.normal(0, uneven)) * (1.25 if cx < centre[0] else 0.8)
            light = [float(c * shade) for c in colour]
            box = (
                (cx * self.size, cy * self.size),
                (long * self.size, long * self.size * rng.uniform(0.28, 0.45)),
                angle,
            )
            cv2.ellipse(canvas, box, (*light, 1.0), -1, cv2.LINE_AA)
        self.lay(canvas[..., :3], np.clip(canvas[..., 3], 0, 1), blur)

    def glow(self, x, y, radius, colour):
        self.light = self.light + np.exp(-((self.x - x) ** 2 + (self.y - y) ** 2) / radius**2)[..., None] * np.array(
            colour, np.float32
        )


def garden(rng, size=SIZE, blur=0.026, azimuth=0.30, elevation=4.0, field=48.0):
    """Trees and bushes in a bright haze, sun flecks between the leaves."""
    far = exposed(view("forest", azimuth, elevation, field, size=size, brightest=11), 0.25, 0.95, (0.98, 1.0, 0.90))
    grey = luminance(far)
    fleck = (grey > np.quantile(grey, 0.72)) & (rng.random(grey.shape) < 0.0009)
    far[fleck] *= 26.0
    picture = Picture(disc(far, blur))
    picture.light = picture.light * 0.94 + 0.02  # haze
    return picture


def kitchen(rng, blur=0.024):
    """White tiles, an oak shelf with jars, a plant, a window at the left, a copper pan at the rail."""
    n = SIZE
    axis = (np.arange(n, dtype=np.float32) + 0.5) / n
    x, y = np.meshgrid(axis, axis)
    row = np.floor(y / 0.115)
    across = (x / 0.235 + 0.5 * (row % 2)) % 1
    down = (y / 0.115) % 1
    tile = (
        1
        + 0.06
        * rng.standard_normal((40, 40)).astype(np.float32)[
            row.astype(int) % 40, np.floor(x / 0.235 + 0.5 * (row % 2)).astype(int) % 40
        ]
    )
    joint = ((across < 0.022) | (down < 0.045)).astype(np.float32)
    wall = 0.56 * tile * (1 - 0.38 * joint) * (1.18 - 0.52 * x) * (0.94 + 0.12 * y)
    gleam = 0.22 * np.exp(-(((x - 0.33 - 0.03 * (tile - 1) * 10) / 0.05) ** 2)) * (1 - joint)
    picture = Picture(disc((wall + gleam)[..., None] * np.array([1.0, 0.975, 0.935], np.float32), blur))
    light = lambda u, v: 1.0 + 0.0 * u
    picture.box(-0.2, -0.2, 0.145, 0.47, (2.6, 2.75, 2.9), blur, light)  # window
    picture.box(0.045, -0.2, 0.062, 0.47, (0.62, 0.61, 0.60), blur)
    picture.box(-0.2, 0.16, 0.145, 0.178, (0.66, 0.65, 0.63), blur)
    picture.box(0.135, -0.2, 0.175, 0.50, (0.50, 0.49, 0.47), blur)
    picture.box(-0.2, 0.47, 0.21, 0.50, (0.82, 0.80, 0.76), blur)
    picture.box(0.40, 0.255, 1.2, 0.285, (0.33, 0.205, 0.11), blur, lambda u, v: 1.15 - 0.5 * u)
    picture.box(0.40, 0.285, 1.2, 0.315, (0.40, 0.38, 0.35), blur * 1.4, lambda u, v: 0.75 - 0.4 * v)
    for at, wide, high, colour, top in (
        (0.470, 0.082, 0.135, (0.42, 0.33, 0.22), 0.2),
        (0.575, 0.070, 0.105, (0.66, 0.63, 0.58), 0.1),
        (0.672, 0.086, 0.160, (0.20, 0.15, 0.10), 0.25),
        (0.905, 0.120, 0.095, (0.55, 0.25, 0.15), 0.02),
    ):
        picture.jar(at, 0.257, wide, high, colour, blur, top, gloss=0.5)
    picture.leaves(rng, 60, (0.905, 0.105), (0.052, 0.050), 0.075, (0.085, 0.150, 0.045), blur, hang=-0.05)
    picture.box(0.36, 0.385, 1.2, 0.397, (0.16, 0.155, 0.15), blur)  # rail
    picture.jar(0.79, 0.545, 0.125, 0.125, (0.62, 0.27, 0.13), blur, 0.9, gloss=0.9)
    picture.box(0.785, 0.39, 0.797, 0.43, (0.35, 0.16, 0.09), blur)
    picture.box(0.90, 0.392, 0.914, 0.52, (0.30, 0.19, 0.11), blur)
    picture.jar(0.907, 0.56, 0.036, 0.055, (0.36, 0.23, 0.13), blur, 0.9)
    picture.jar(
        0.27, 0.60, 0.10, 0.17, (0.74, 0.72, 0.69), blur * 0.9, 0.2, gloss=0.6
    )  # a jug with spoons on the counter
    for lean, at in ((-0.05, 0.252), (0.01, 0.272), (0.06, 0.290)):
        picture.box(
            at - 0.007 + lean * 0.4,
            0.33,
            at + 0.007 + lean * 0.4,
            0.44,
            (0.42, 0.27, 0.15),
            blur * 0.9,
            turn=lean * 180,
        )
    picture.glow(0.03, 0.15, 0.28, (0.16, 0.17, 0.18))
    return picture


def office(rng, blur=0.024):
    """A bright room: window with blinds at the left, a shelf of books, a screen, a lamp; all behind the desk."""
    n = SIZE
    axis = (np.arange(n, dtype=np.float32) + 0.5) / n
    x, y = np.meshgrid(axis, axis)
    wall = 0.47 * (1.20 - 0.55 * x) * (0.95 + 0.10 * y)
    picture = Picture(wall[..., None] * np.array([0.965, 0.98, 1.0], np.float32))
    picture.box(-0.2, -0.2, 0.20, 0.50, (2.3, 2.5, 2.7), blur, lambda u, v: 0.62 + 0.38 * (np.sin(v * 150) > -0.2))
    picture.box(0.19, -0.2, 0.225, 0.53, (0.58, 0.58, 0.58), blur)
    picture.box(-0.2, 0.50, 0.24, 0.53, (0.80, 0.80, 0.79), blur)
    for top in (0.03, 0.27):
        left = 0.335
        while left < 0.66:
            wide, high = rng.uniform(0.014, 0.034), rng.uniform(0.125, 0.185)
            colour = [
                (0.50, 0.47, 0.42),
                (0.10, 0.15, 0.23),
                (0.42, 0.14, 0.10),
                (0.62, 0.60, 0.56),
                (0.16, 0.22, 0.19),
                (0.48, 0.34, 0.13),
                (0.07, 0.07, 0.08),
            ][rng.integers(7)]
            lean = 0 if rng.random() < 0.85 else rng.uniform(4, 10)
            picture.box(
                left,
                top + 0.20 - high,
                left + wide,
                top + 0.20,
                colour,
                blur * 0.95,
                lambda u, v: 1.05 - 0.35 * u,
                lean,
            )
            left += wide + 0.0015
        picture.box(0.315, top + 0.20, 0.70, top + 0.222, (0.50, 0.37, 0.24), blur, lambda u, v: 1.15 - 0.4 * u)
    picture.box(0.70, 0.195, 1.2, 0.545, (0.030, 0.031, 0.033), blur * 0.72)  # screen with a page on it
    picture.box(0.715, 0.212, 1.2, 0.527, (0.55, 0.62, 0.70), blur * 0.72, lambda u, v: 0.75 + 0.25 * v)
    picture.box(0.715, 0.212, 1.2, 0.250, (0.11, 0.16, 0.24), blur * 0.72)
    for k in range(7):
        picture.box(0.75, 0.285 + 0.031 * k, rng.uniform(0.86, 1.0), 0.297 + 0.031 * k, (0.24, 0.27, 0.31), blur * 0.72)
    picture.box(0.915, 0.545, 0.965, 0.60, (0.10, 0.10, 0.105), blur * 0.72)
    picture.jar(0.285, 0.60, 0.075, 0.105, (0.72, 0.71, 0.69), blur * 0.72, 0.02, gloss=0.4)  # a pot with a plant
    picture.leaves(rng, 46, (0.285, 0.425), (0.050, 0.055), 0.085, (0.075, 0.140, 0.055), blur * 0.72, hang=-0.06)
    picture.glow(0.08, 0.15, 0.30, (0.14, 0.15, 0.165))
    return picture


def evening_room(rng, blur=0.026):
    """A sofa with cushions, a standing lamp's warm shade, a plant at the window."""
    n = SIZE
    axis = (np.arange(n, dtype=np.float32) + 0.5) / n
    x, y = np.meshgrid(axis, axis)
    wall = 0.30 * (1.12 - 0.30 * x) * (1.0 - 0.10 * y)
    picture = Picture(wall[..., None] * np.array([1.0, 0.89, 0.76], np.float32))
    picture.box(
        -0.2, -0.2, 0.15, 0.44, (1.75, 1.72, 1.66), blur, lambda u, v: 0.72 + 0.28 * np.sin(u * 34) ** 2
    )  # curtain before a window
    picture.box(0.14, -0.2, 0.235, 0.56, (0.62, 0.57, 0.50), blur, lambda u, v: 0.72 + 0.38 * np.sin(u * 13) ** 2)
    picture.box(0.40, 0.02, 0.60, 0.225, (0.085, 0.070, 0.055), blur)  # a picture on the wall
    picture.box(0.415, 0.036, 0.585, 0.210, (0.60, 0.56, 0.50), blur)
    picture.box(0.455, 0.08, 0.545, 0.165, (0.34, 0.19, 0.12), blur)
    picture.glow(0.80, 0.15, 0.24, (0.46, 0.29, 0.13))
    picture.box(0.793, 0.22, 0.803, 0.60, (0.12, 0.085, 0.05), blur)  # lamp
    shade_x = (picture.x - 0.798) / (0.062 + 0.10 * np.clip(picture.y - 0.06, 0, 1))
    lit = (np.abs(shade_x) < 1) & (picture.y > 0.06) & (picture.y < 0.225)
    picture.lay(
        np.array([2.5, 1.72, 0.92]) * (1.15 - 0.5 * np.abs(shade_x.clip(-1, 1)) ** 2)[..., None],
        lit.astype(np.float32),
        blur,
    )
    cloth = lambda u, v: (1.08 - 0.42 * u) * (0.80 + 0.35 * np.clip(1 - v * 1.6, 0, 1))
    picture.box(0.225, 0.345, 1.2, 0.66, (0.225, 0.235, 0.225), blur * 0.95, cloth)  # sofa
    picture.jar(0.245, 0.70, 0.135, 0.30, (0.27, 0.28, 0.265), blur * 0.95, 0.25)
    picture.box(0.30, 0.475, 1.2, 0.70, (0.255, 0.265, 0.255), blur * 0.95, cloth)
    picture.box(0.335, 0.33, 0.485, 0.485, (0.50, 0.26, 0.11), blur * 0.9, lambda u, v: 1.15 - 0.5 * u - 0.2 * v, 9)
    picture.box(0.45, 0.36, 0.585, 0.49, (0.62, 0.57, 0.49), blur * 0.9, lambda u, v: 1.10 - 0.45 * u - 0.2 * v, -8)
    picture.box(0.86, 0.34, 1.03, 0.50, (0.58, 0.53, 0.46), blur * 0.9, lambda u, v: 1.05 - 0.4 * u - 0.2 * v, 6)
    picture.leaves(rng, 40, (0.225, 0.245), (0.040, 0.075), 0.10, (0.060, 0.095, 0.040), blur, hang=-0.08)
    picture.glow(0.04, 0.15, 0.26, (0.13, 0.12, 0.11))
    return picture


def held_back(image, knee=0.42, most=0.78):
    """Light that stays below that of a white shirt: beside a sky that burns out, the shirt's edge would be lost."""
    grey = luminance(image)
    over = np.maximum(grey - knee, 0)
    held = np.minimum(grey, knee) + (most - knee) * (1 - np.exp(-over / (most - knee)))
    return image * (held / np.maximum(grey, 1e-6))[..., None]
