"""Grounds that show a material: a table of oak boards and a coarse linen cloth, drawn as colour and height maps.

Units: metres. The maps cover SPAN × SPAN around the frame's centre; heights are in metres.
Plain papers need no map: they are the empty ground times a colour (see PLAIN_TINTS).
"""

import cv2
import numpy as np

SPAN, PIXEL = 1.10, 0.00045
FRAME = 1.06  # what the flat-lay camera shows
VIEWED_FROM = 2.6
PLAIN_TINTS = {"neutral-gray": (0.45, 0.45, 0.45), "off-white": (0.815, 0.792, 0.750)}  # albedo, linear


def noise(shape, across, along, rng):
    """Unit-variance noise with correlation lengths in metres (rows = across, columns = along)."""
    sy, sx = max(across / PIXEL, 0.4), max(along / PIXEL, 0.4)
    fy, fx = max(1, int(sy / 3)), max(1, int(sx / 3))
    small = rng.standard_normal((shape[0] // fy + 8, shape[1] // fx + 8)).astype(np.float32)
    small = cv2.GaussianBlur(small, (0, 0), sigmaX=sx / fx, sigmaY=sy / fy)
    small /= small.std()
    large = cv2.resize(small, (small.shape[1] * fx, small.shape[0] * fy), interpolation=cv2.INTER_CUBIC)
    return large[: shape[0], : shape[1]]


def board(shape, rng):
    """One oak board, grain along the columns: (tone 0..1, height)."""
    h, w = shape
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) * PIXEL
    heart = rng.uniform(-0.06, 0.20)  # where the tree's centre runs, across the board
    depth = rng.uniform(0.012, 0.06) + x * rng.uniform(-0.03, 0.03) + 0.008 * noise(shape, 0.5, 0.16, rng)
    wander = 0.006 * noise(shape, 0.10, 0.30, rng) + 0.0012 * noise(shape, 0.012, 0.10, rng)
    r = np.sqrt((y - heart + wander) ** 2 + depth**2)
    for _ in range(rng.integers(0, 2)):  # a small knot: the rings flow round it
        ky, kx = rng.uniform(0.02, h * PIXEL - 0.02), rng.uniform(0.1, w * PIXEL - 0.1)
        d2 = ((y - ky) / 0.016) ** 2 + ((x - kx) / 0.045) ** 2
        r = r + 0.011 * np.exp(-d2)
    ring = r / rng.uniform(0.0036, 0.0058) + 0.35 * noise(shape, 0.004, 0.06, rng)
    phase = ring - np.floor(ring)
    late = np.exp(-(((phase - 0.86) / 0.13) ** 2)) + 0.5 * phase
    pores = np.clip(noise(shape, 0.00022, 0.0042, rng) - 1.25, 0, 1.3) * np.clip(1.15 - phase, 0, 1)
    fibre = 0.8 * noise(shape, 0.0003, 0.018, rng) + 0.6 * noise(shape, 0.0013, 0.07, rng)
    cloud = noise(shape, 0.03, 0.25, rng)
    tone = 0.68 - 0.25 * late * (1 + 0.30 * cloud) - 0.34 * pores + 0.085 * fibre + 0.06 * cloud
    height = -0.00010 * pores - 0.00003 * late + 0.00001 * fibre
    return tone, height


def wood():
    rng = np.random.default_rng(21)
    n = int(SPAN / PIXEL)
    colour, height = np.zeros((n, n, 3), np.float32), np.zeros((n, n), np.float32)
    dark, light = np.array([0.150, 0.082, 0.042]), np.array([0.54, 0.385, 0.245])
    top = -int(0.05 / PIXEL)
    while top < n:
        wide = int(rng.uniform(0.128, 0.142) / PIXEL)
        tone, relief = board((wide, n), rng)
        shade, warm = rng.uniform(0.78, 1.10), rng.uniform(-0.012, 0.045)
        mix = np.clip(tone, 0, 1)[..., None]
        wood_colour = (dark * (1 - mix) + light * mix) * shade * np.array([1 + warm, 1, 1 - warm])
        edge = np.minimum(np.arange(wide), wide - 1 - np.arange(wide)) * PIXEL
        edge = edge[:, None] + 0.00025 * noise((wide, n), 0.02, 0.03, rng)
        relief = relief - 0.0006 * np.exp(-((np.maximum(edge, 0) / 0.0010) ** 2)) + rng.uniform(-0.0002, 0.0002)
        groove = np.exp(-((np.maximum(edge, 0) / 0.0006) ** 2))[..., None]
        wood_colour = wood_colour * (1 - 0.82 * groove) * (1 - 0.12 * np.exp(-np.maximum(edge, 0) / 0.006))[..., None]
        a, b = max(top, 0), min(top + wide, n)
        colour[a:b], height[a:b] = wood_colour[a - top : b - top], relief[a - top : b - top]
        top += wide
    return np.clip(colour, 0.004, 0.9), height


def linen(pitch=0.0019):
    """Plain weave of uneven yarns, a few soft folds left from its storing."""
    rng = np.random.default_rng(5)
    n = int(SPAN / PIXEL)
    y, x = np.mgrid[0:n, 0:n].astype(np.float32) * PIXEL
    x = x + 0.0022 * noise((n, n), 0.14, 0.10, rng) + 0.00022 * noise((n, n), 0.05, 0.004, rng)
    y = y + 0.0022 * noise((n, n), 0.10, 0.14, rng) + 0.00022 * noise((n, n), 0.004, 0.05, rng)

    def yarn(cross, along, odd):
        index = np.floor(cross / pitch)
        inside = (cross / pitch - index) * 2 - 1
        thick = 0.86 + 0.12 * noise((n, n), *((0.03, 0.0016) if odd else (0.0016, 0.03)), rng)
        section = np.sqrt(np.clip(1 - (inside / np.clip(thick, 0.5, 1.05)) ** 2, 0, 1))
        wave = np.cos(np.pi * (along / pitch + index + odd))
        tone = rng.normal(0, 1, 4000).astype(np.float32)[np.clip(index.astype(int) + 100, 0, 3999)]
        return 0.55 * section + 0.45 * wave * section + 0.25 * (section - 1), tone

    warp, warp_tone = yarn(x, y, 0)
    weft, weft_tone = yarn(y, x, 1)
    over = warp > weft
    relief = np.where(over, warp, weft)
    tone = np.where(over, warp_tone, weft_tone)
    slub = noise((n, n), 0.0018, 0.02, rng) * ~over + noise((n, n), 0.02, 0.0018, rng) * over
    fuzz = noise((n, n), 0.0007, 0.0007, rng)
    value = 0.60 + 0.10 * np.clip(relief, -0.6, 1) + 0.020 * tone + 0.022 * slub + 0.02 * fuzz
    colour = value[..., None] * np.array([0.93, 0.83, 0.685])
    folds = np.zeros((n, n), np.float32)
    for angle, offset, width, high in (
        (68, 0.30, 0.030, 1.0),
        (64, 0.86, 0.040, -0.8),
        (-14, 0.13, 0.035, 0.9),
        (-10, 1.00, 0.045, 1.1),
        (40, 1.12, 0.030, 0.8),
    ):
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        d = (
            x * s
            - y * c
            + 0.02 * noise((n, n), 0.25, 0.25, rng)
            - (offset * s - 0.57 * c if abs(angle) > 30 else (0.57 * s - offset * c))
        )
        folds += high * np.exp(-((d / width) ** 2))
    height = 0.00030 * relief + 0.0017 * folds + 0.0007 * noise((n, n), 0.05, 0.05, rng)
    return np.clip(colour, 0.02, 0.9).astype(np.float32), height


def shine(normal, towards, place, rough):
    """What a varnish mirrors of a lamp, in albedos of a level ground: GGX of that roughness (squared), Fresnel 0.05.
    A softbox of nearly a metre is no point: `rough` has its width in it."""
    view = np.array([0, 0, VIEWED_FROM], np.float32) - place
    view /= np.linalg.norm(view, axis=2, keepdims=True)
    half = towards + view
    half /= np.linalg.norm(half, axis=2, keepdims=True)
    cos2 = np.clip(np.einsum("ijk,ijk->ij", normal, half), 0, 1) ** 2
    spread = rough**2 / (np.pi * (cos2 * (rough**2 - 1) + 1) ** 2)
    return np.pi * 0.05 * spread / (4 * towards[..., 2] * view[..., 2])


def material_radiance(surface, passing, gloss, empty, lamps, size):
    """{group: (size, size, 3)} radiance of a material lying level under the rig's lamps.

    surface: gives its colour and height; passing: None, or gives for a size the share of the key light that comes
    through; gloss: None, or (share of a whole varnish, its roughness); empty: {group: radiance of the empty ground at
    albedo 1}; lamps: {group: position of its panel, or None for the dome}. The ground is flat, so its light is the
    empty ground's, turned by each point's slope, and what its varnish mirrors; no renderer would add but noise.
    """
    colour, height = surface()
    n = colour.shape[0]
    fall, run = np.gradient(height, PIXEL)  # rows run down: y is -row
    normal = np.stack([-run, fall, np.ones_like(run)], -1)
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    axis = (np.arange(n) + 0.5) * PIXEL - n * PIXEL / 2
    place = np.stack([*np.meshgrid(axis, -axis), np.zeros((n, n))], -1)
    hollow = height - cv2.GaussianBlur(height, (0, 0), 0.0016 / PIXEL)
    open_sky = np.clip(1 + np.minimum(hollow, 0) / 0.0016, 0.25, 1)
    inset = int(round((n - FRAME / PIXEL) / 2))
    share, rough = gloss or (0.0, 1.0)
    worn = share * np.clip(1 + 0.22 * noise((n, n), 0.05, 0.12, np.random.default_rng(4)), 0.5, 1.5)
    result = {}
    for group, lamp in lamps.items():
        mirrored = 0.006 * worn * open_sky  # of the room
        if lamp is None:
            shade = open_sky * (0.5 + 0.5 * normal[..., 2])
        else:
            towards = np.array(lamp, np.float32) - place
            towards /= np.linalg.norm(towards, axis=2, keepdims=True)
            facing = np.einsum("ijk,ijk->ij", normal, towards) / towards[..., 2]
            shade = np.clip(facing, 0.12, 2.2) * np.sqrt(open_sky)
            if gloss:
                mirrored = worn * open_sky * shine(normal, towards, place, rough)
        lit = (colour * shade[..., None] + mirrored[..., None]).astype(np.float32)[inset : n - inset, inset : n - inset]
        lit = cv2.resize(lit, (size, size), interpolation=cv2.INTER_AREA)
        smooth = cv2.resize(cv2.GaussianBlur(empty[group], (0, 0), 4), (size, size), interpolation=cv2.INTER_CUBIC)
        result[group] = lit * smooth[..., None]
    if passing:
        result["key"] = result["key"] * passing(size)[..., None]
    return result
