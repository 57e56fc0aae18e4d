"""Table tops before the backdrops, as the camera of the rig `table` sees them: one picture a light group.

Units: metres on the table, its top at z = 0, the product about (0, 0); shares of the side on the picture. Focus is on
the product, so the top is sharp there and goes soft towards both edges; it mirrors the room the more the flatter it is
seen.
"""

import cv2
import numpy as np

from rigs import backdrops, light_rigs, textures

# What a far view starts from that is not drawn here.
AFTER = {"outdoor-garden": {"after": "polyhaven.com/a/ninomaru_teien (CC0)"}}
SIZE = backdrops.SIZE
APERTURE = 0.028  # 85 mm at about f/3
GRAIN = 0.00022  # metres a pixel of the planks' maps
EXPOSED = 0.70  # the sets are painted for themselves; beside a white product they stand this much darker
FAR = {
    "kitchen-interior": 0.62,
    "office-desk": 0.64,
    "outdoor-garden": 0.84,
    "cozy-living-room": 0.92,
}  # and the room again
WINDOW = (-0.95, 0.16, 0.50)


class Camera:
    def __init__(self):
        facts = light_rigs.TABLE_VIEW
        aim = np.array(facts["aim"])
        self.place = np.array(
            [aim[0], -np.sqrt(facts["distance"] ** 2 - (facts["height"] - aim[2]) ** 2), facts["height"]]
        )
        self.focus, self.frame = facts["distance"], facts["frame"]
        self.forward = (aim - self.place) / self.focus
        self.right = np.array([1.0, 0.0, 0.0])
        self.up = np.cross(self.right, self.forward)

    def on_table(self, size):
        """(x, y, distance along the lens axis) of every pixel's point of the table; distance 0 above the horizon."""
        t = self.frame / 2 / self.focus
        axis = (np.arange(size) + 0.5) / size * 2 - 1
        px, py = np.meshgrid(axis * t, -axis * t)
        ray = self.forward + px[..., None] * self.right + py[..., None] * self.up
        reach = np.where(ray[..., 2] < -1e-4, -self.place[2] / np.minimum(ray[..., 2], -1e-4), 0.0)
        return self.place[0] + reach * ray[..., 0], self.place[1] + reach * ray[..., 1], reach

    def blur(self, distance):
        """Radius of the lens disc, as a share of the side."""
        return APERTURE / 2 * np.abs(distance - self.focus) / distance / self.frame

    def seen(self, x, y, z=0.0):
        """(across, down, metres to share) of a place."""
        away = np.array([x, y, z]) - self.place
        depth = away @ self.forward
        return (
            0.5 + away @ self.right / depth * self.focus / self.frame,
            0.5 - away @ self.up / depth * self.focus / self.frame,
            self.focus / self.frame / depth,
        )


def planks(rng, wide, dark, light, gap, contrast=1.0, unlike=0.16, grey=0.0):
    """Boards side by side: colour (rows across the boards). wide: their width in metres."""
    length, total = int(0.85 / GRAIN), int(0.80 / GRAIN)
    rows = []
    while sum(len(r) for r in rows) < total:
        high = int(wide * rng.uniform(0.96, 1.04) / GRAIN)
        tone, relief = textures.board((high, length), rng)
        tone = np.clip(0.5 + (tone - 0.5) * contrast, 0, 1)[..., None]
        colour = (np.array(dark) * (1 - tone) + np.array(light) * tone) * rng.uniform(1 - unlike, 1 + unlike)
        if grey:
            worn = np.clip(textures.noise((high, length), 0.02, 0.12, rng) * 0.5 + 0.5, 0, 1)[..., None] * grey
            colour = colour * (1 - worn) + colour.mean(axis=2, keepdims=True) * np.array([1.0, 1.0, 1.02]) * worn
        edge = np.minimum(np.arange(high), high - 1 - np.arange(high))[:, None, None] * GRAIN
        colour = colour * (1 - 0.9 * np.exp(-((edge / gap) ** 2))) * (1 - 0.10 * np.exp(-edge / 0.004))
        rows.append(colour.astype(np.float32))
    return np.concatenate(rows)[:total]


def soften(image, radius):
    """Blurs each pixel by its own lens disc, from a few blurred copies."""
    steps = [0.0, 0.0016, 0.0034, 0.0062, 0.0100, 0.0150, 0.0220]
    copies = [backdrops.disc(image, r) for r in steps]
    result = copies[-1].copy()
    for near, far, a, b in zip(steps, steps[1:], copies, copies[1:]):
        share = np.clip((radius - near) / (far - near), 0, 1)[..., None]
        result = np.where(((radius >= near) & (radius < far))[..., None], a * (1 - share) + b * share, result)
    return result


def set_table(far, texture, along_depth, edge, gloss, turn=0.0, thick=0.0, rim=(0.1, 0.07, 0.05)):
    """{group: picture}: the far picture with a table before it. gloss: how much of the room a flat glance mirrors."""
    camera = Camera()
    x, y, depth = camera.on_table(SIZE)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    u, v = x * c + y * s, -x * s + y * c
    across, along = (u, v) if along_depth else (v, u)
    where = lambda w, shift: ((w + shift) / GRAIN).astype(np.float32)
    albedo = cv2.remap(texture, where(along, 0.30), where(across, 0.32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    on_top = ((depth > 0) & (y < edge)).astype(np.float32)
    row = np.where(on_top.any(axis=1))[0].min()  # where the top ends on the picture
    mirrored = np.concatenate([far.light[:row][::-1], np.repeat(far.light[:1], SIZE, 0)])[: SIZE - row]
    mirror = np.zeros_like(far.light)
    mirror[row:] = cv2.GaussianBlur(mirrored, (0, 0), sigmaX=SIZE * 0.012, sigmaY=SIZE * 0.05)
    grazing = np.clip(1 - np.abs(camera.place[2]) / np.maximum(np.hypot(depth, 1e-6), 0.2), 0, 1)
    shine = gloss * grazing**4
    wear = (
        1
        + 0.18
        * cv2.GaussianBlur(np.random.default_rng(3).standard_normal((SIZE, SIZE)).astype(np.float32), (0, 0), 14)
        * 14
    )
    radius = camera.blur(np.maximum(depth, 0.3))
    edge_blur = float(camera.blur(edge - camera.place[1]))
    alpha = backdrops.disc(on_top, edge_blur)[..., None]
    lamp = np.array(WINDOW) - np.stack([x, y, np.zeros_like(x)], -1)
    falling = lamp[..., 2] / np.linalg.norm(lamp, axis=2) ** 4
    here = np.array(WINDOW) - np.array([0.006, 0.0, 0.0])
    falling = np.clip(falling / (here[2] / np.linalg.norm(here) ** 4), 0.25, 2.2) ** 0.8
    result = {}
    for group in ("key", "fill", "env"):
        lit = (
            albedo * (falling[..., None] if group == "key" else 1.0)
            + mirror * (shine * np.clip(wear, 0.6, 1.4))[..., None]
        )
        top = soften(lit.astype(np.float32), radius)
        picture = far.light
        if thick:
            front = backdrops.disc((on_top - np.roll(on_top, -int(thick * SIZE), 0)).clip(0, 1), edge_blur)[..., None]
            picture = picture * (1 - front) + np.array(rim, np.float32) * front
        result[group] = (picture * (1 - alpha) + top * alpha).astype(np.float32)
    return result


def stand(pictures, place, draw, wide, seed=0):
    """A thing on the table behind the product: `draw(picture, x, y, metre, blur)`, with its shadow and reflection."""
    camera = Camera()
    x, y, metre = camera.seen(*place)
    blur = 1.25 * float(camera.blur(place[1] - camera.place[1]))
    for group, light in pictures.items():
        picture = backdrops.Picture(light)
        spread = {"key": 1.25, "fill": 0.75, "env": 0.85}[group]
        shade = np.exp(
            -(
                (
                    ((picture.x - x - 0.45 * wide * metre * (group == "key")) / (spread * 0.62 * wide * metre)) ** 2
                    + ((picture.y - y) / (0.16 * wide * metre)) ** 2
                )
                ** 1.3
            )
        )
        picture.light = picture.light * (1 - {"key": 0.62, "fill": 0.45, "env": 0.55}[group] * shade[..., None])
        draw(picture, x, y, metre, blur, np.random.default_rng(seed))
        pictures[group] = picture.light


def bowl_of_lemons(p, x, y, m, blur, rng):
    for dx, up, r in ((-0.035, 0.062, 0.034), (0.030, 0.066, 0.036), (0.0, 0.082, 0.035), (0.058, 0.058, 0.030)):
        cx, cy = x + dx * m, y - up * m
        inside = ((p.x - cx) / (r * 1.15 * m)) ** 2 + ((p.y - cy) / (r * m)) ** 2
        lit = 0.50 + 0.60 * np.clip(-(p.x - cx) / (r * m) * 0.6 - (p.y - cy) / (r * m) * 0.5, -0.6, 1)
        p.lay(np.array([0.72, 0.50, 0.055]) * lit[..., None], (inside < 1).astype(np.float32), blur)
    t = (y - p.y) / (0.062 * m)
    half = (0.048 + 0.050 * np.sqrt(np.clip(t, 0, 1))) * m
    u = (p.x - x) / half
    inside = (np.abs(u) < 1) & (t > 0) & (t < 1)
    lit = 0.34 + 0.72 * np.clip(-0.7 * u + 0.55 * np.sqrt(np.clip(1 - u * u, 0, 1)), 0, 1)
    p.lay(np.array([0.56, 0.58, 0.58]) * lit[..., None], inside.astype(np.float32), blur)


def pencil_cup(p, x, y, m, blur, rng):
    for lean, high, colour in (
        (-0.16, 0.165, (0.55, 0.33, 0.06)),
        (0.02, 0.180, (0.07, 0.10, 0.16)),
        (0.14, 0.160, (0.40, 0.08, 0.06)),
        (0.08, 0.150, (0.42, 0.40, 0.37)),
    ):
        t = (y - p.y) / (high * m)
        p.lay(
            np.array(colour),
            ((np.abs(p.x - x - lean * high * m * t) < 0.0042 * m) & (t > 0.3) & (t < 1)).astype(np.float32),
            blur,
        )
    p.jar(x, y, 0.078 * m, 0.098 * m, (0.085, 0.095, 0.105), blur, 0.0, gloss=0.10)


def stack_of_books(p, x, y, m, blur, rng):
    level = y
    for wide, high, colour in (
        (0.205, 0.026, (0.16, 0.20, 0.19)),
        (0.190, 0.020, (0.52, 0.47, 0.39)),
        (0.172, 0.028, (0.34, 0.13, 0.08)),
    ):
        shift = rng.uniform(-0.008, 0.008) * m
        left, right, top = x + shift - wide / 2 * m, x + shift + wide / 2 * m, level - high * m
        p.box(left, top, right, level, colour, blur, lambda u, v: 1.1 - 0.45 * u - 0.15 * v)
        p.box(right - 0.012 * m, top + 0.003 * m, right, level - 0.003 * m, (0.50, 0.47, 0.41), blur)
        level = top


def flower_pot(p, x, y, m, blur, rng):
    p.leaves(rng, 150, (x, y - 0.180 * m), (0.050 * m, 0.045 * m), 0.042 * m, (0.070, 0.125, 0.040), blur, hang=-0.03)
    for _ in range(22):
        cx, cy = rng.normal(x, 0.05 * m), rng.normal(y - 0.205 * m, 0.045 * m)
        p.lay(
            np.array([0.62, 0.60, 0.66]) * rng.uniform(0.75, 1.2),
            (np.hypot(p.x - cx, p.y - cy) < 0.008 * m).astype(np.float32),
            blur,
        )
    t = (y - p.y) / (0.125 * m)
    u = (p.x - x) / ((0.048 + 0.014 * np.clip(t, 0, 1) + 0.004 * (t > 0.8)) * m)
    lit = 0.36 + 0.70 * np.clip(-0.7 * u + 0.5 * np.sqrt(np.clip(1 - u * u, 0, 1)), 0, 1)
    p.lay(
        np.array([0.42, 0.19, 0.105]) * lit[..., None], ((np.abs(u) < 1) & (t > 0) & (t < 1)).astype(np.float32), blur
    )


def dimmed(far, background):
    """The room darker than the window: a white product's edge must read against it."""
    far.light = far.light * FAR[background]
    return far


def scene(background):
    """{group: radiance} of one of the four places."""
    rng = np.random.default_rng(
        {"kitchen-interior": 12, "office-desk": 23, "outdoor-garden": 34, "cozy-living-room": 45}[background]
    )
    if background == "kitchen-interior":
        far = dimmed(backdrops.kitchen(rng, 0.036), background)
        pictures = set_table(
            far, planks(rng, 0.052, (0.20, 0.105, 0.05), (0.46, 0.30, 0.165), 0.0004), True, 0.52, 0.34, turn=-7
        )
        stand(pictures, (0.185, 0.44), bowl_of_lemons, 0.17)
    elif background == "office-desk":
        far = dimmed(backdrops.office(rng, 0.036), background)
        pictures = set_table(
            far,
            planks(rng, 0.30, (0.33, 0.245, 0.16), (0.56, 0.45, 0.33), 0.0001, 0.8, 0.02),
            False,
            0.60,
            0.30,
            turn=3,
        )
        stand(pictures, (-0.150, 0.42), pencil_cup, 0.08)
    elif background == "outdoor-garden":
        far = dimmed(backdrops.garden(rng, blur=0.036), background)
        pictures = set_table(
            far,
            planks(rng, 0.092, (0.11, 0.085, 0.065), (0.36, 0.315, 0.265), 0.0022, 1.15, 0.12, 0.65),
            False,
            0.50,
            0.20,
            turn=5,
        )
        stand(pictures, (-0.165, 0.42), flower_pot, 0.12, seed=5)
    else:
        far = dimmed(backdrops.evening_room(rng, 0.036), background)
        pictures = set_table(
            far,
            planks(rng, 0.085, (0.060, 0.031, 0.017), (0.185, 0.105, 0.058), 0.0003, 1.0, 0.10),
            True,
            0.50,
            0.36,
            turn=9,
        )
        stand(pictures, (0.190, 0.42), stack_of_books, 0.20, seed=2)
    return {group: EXPOSED * light for group, light in pictures.items()}
