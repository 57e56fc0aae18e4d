"""From float EXRs to the files that are shipped: square-root coded grey WebP, the map, plate.json.

Radiance is normalised per light group: with gain 1 a level ground of albedo 1 at the frame's centre
has radiance 1.0, so a preset's gains are shares of light and their sum is the exposure.
"""

import json
import os
import subprocess

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2
import numpy as np
from PIL import Image
from scipy.ndimage import distance_transform_edt, label

from lib.scene_setup import GROUND_ALBEDO, GROUPS

RATIO_RANGE = (255 / 224) ** 2  # ratio 1 is exactly code 224
HOLE = 200  # pixels of a map
IMAGING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "imaging")


def read(folder, name, group):
    image = cv2.imread(os.path.join(folder, f"{name}-{group}-0001.exr"), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(f"{folder}/{name}-{group}")
    return image[..., :3][..., ::-1].astype(np.float32) if image.ndim == 3 else image.astype(np.float32)


def grey(image):
    return image.mean(axis=2) if image.ndim == 3 else image


MIDDLE = {"table": (0.70, 0.80)}  # the rows where a rig's ground is measured, if not about the middle


REACHED = 0.01  # of the first lamp's level: a ground of less is one that a lamp behind it does not reach, but its noise


def normalise(folder, rig):
    """{group: factor} from the empty grey ground. A rim lamp does not reach it, which takes the first lamp's factor."""
    levels = {}
    for group in GROUPS:
        empty = grey(read(folder, "empty", group))
        n = empty.shape[0]
        top, bottom = MIDDLE.get(rig, (0.45, 0.55))
        middle = empty[int(n * top) : int(n * bottom), int(n * 0.45) : int(n * 0.55)]
        levels[group] = float(np.median(middle))
    reached = lambda group: levels[group] > REACHED * levels["key"]
    return {group: GROUND_ALBEDO / levels[group if reached(group) else "key"] for group in GROUPS}


def code(values, full, rng):
    """round(255·sqrt(value / full)) with one step of triangular dither; exact zero stays zero."""
    level = 255.0 * np.sqrt(np.clip(values / full, 0, 1))
    dither = rng.random(values.shape) - 0.5
    return np.where(level > 0.05, np.clip(np.floor(level + 0.5 + dither * 0.9), 0, 255), 0).astype(np.uint8)


def save_webp(path, image, quality=92, lossless=False):
    Image.fromarray(image).save(path, "WEBP", quality=quality, lossless=lossless, method=6)


def map_of(folder, path):
    """uv.png from uv.exr, which is mended and then packed. Returns coverage (float, 0..1) at the map's size."""
    raw = cv2.imread(os.path.join(folder, "uv.exr"), cv2.IMREAD_UNCHANGED)[..., :3][..., ::-1]
    coverage = np.clip(raw[..., 2], 0, 1)
    coverage[coverage < 0.002] = 0
    coverage[coverage > 0.998] = 1
    coverage = unbroken(coverage)
    solid = coverage > 0.25
    u = np.where(solid, raw[..., 0] / np.maximum(raw[..., 2], 1e-4), 0)
    v = np.where(solid, raw[..., 1] / np.maximum(raw[..., 2], 1e-4), 0)
    u, v = unmixed(u.astype(np.float32), v.astype(np.float32), solid)
    u, v, filled = smooth_map(u, v, solid)
    for _ in range(8):  # extrapolate outwards, one pixel a round, as the mean of what is known
        known = filled.astype(np.float32)
        weight = cv2.blur(known, (3, 3))
        grown = (weight > 1e-6) & ~filled
        u[grown] = (cv2.blur(u * known, (3, 3)) / np.maximum(weight, 1e-6))[grown]
        v[grown] = (cv2.blur(v * known, (3, 3)) / np.maximum(weight, 1e-6))[grown]
        filled |= grown
    coded = lambda x: np.clip(np.round(x * 65535), 0, 65535).astype(np.uint16)
    out = np.zeros(raw.shape, np.uint16)
    out[..., 0] = np.where(filled, coded(u), 0)
    out[..., 1] = np.where(filled, coded(v), 0)
    out[..., 2] = np.round(coverage * 255).astype(np.uint16) * 257
    cv2.imwrite(path, out[..., ::-1])
    return coverage


def pack_map(name):
    """uv.bin from the uv.png of a plate, PRODUCT/VARIANT, which goes. The compositor's own code packs it."""
    subprocess.run(["node", "--import", "tsx", "src/pack-maps.ts", name], cwd=IMAGING, check=True)


def unbroken(coverage):
    """Holes of fewer than HOLE pixels closed: there what lies behind the cloth touches it and came through."""
    holes, _ = label(coverage < 1)
    small = np.bincount(holes.ravel()) < HOLE
    small[0] = False
    return np.where(small[holes], 1, coverage).astype(np.float32)


def unmixed(u, v, solid):
    """A pixel across two parts has the mean of places far apart, which lies on neither, maybe in the print: it takes
    its neighbour's.
    """
    low, high = (
        (lambda x: cv2.erode(np.where(solid, x, 2), np.ones((3, 3)))),
        (lambda x: cv2.dilate(np.where(solid, x, -1), np.ones((3, 3)))),
    )
    broken = solid & ((high(u) - low(u) > 0.02) | (high(v) - low(v) > 0.02))
    _, (rows, columns) = distance_transform_edt(broken | ~solid, return_indices=True)
    return np.where(broken, u[rows, columns], u), np.where(broken, v[rows, columns], v)


def smooth_map(u, v, solid):
    """Takes away the jitter of sampling where the map is smooth (not across folds and seams)."""
    known = solid.astype(np.float32)
    weight = cv2.GaussianBlur(known, (0, 0), 0.9)
    result = []
    for x in (u.astype(np.float32), v.astype(np.float32)):
        soft = cv2.GaussianBlur(x * known, (0, 0), 0.9) / np.maximum(weight, 1e-4)
        step = np.abs(soft - x)
        calm = np.clip(1 - (step - 1.5e-4) / 1.5e-4, 0, 1) * (cv2.erode(known, np.ones((5, 5))))
        result.append(np.where(solid, x + (soft - x) * calm, 0).astype(np.float32))
    return result[0], result[1], solid.copy()


def to_size(premultiplied, alpha, coverage):
    """A premultiplied layer in the map's size with the map's own sharp edge: its colour goes on outwards as far as the
    coverage does, or a dark line would surround it.
    """
    n = coverage.shape[0]
    weight = np.maximum(alpha, 0)
    straight = np.where(weight > 0.3, premultiplied / np.maximum(weight, 1e-3), 0).astype(np.float32)
    known = (weight > 0.3).astype(np.float32)
    for _ in range(5):
        near = cv2.blur(known, (3, 3))
        grown = (near > 1e-6) & (known < 0.5)
        straight[grown] = (cv2.blur(straight * known, (3, 3)) / np.maximum(near, 1e-6))[grown]
        known[grown] = 1
    large = cv2.resize(straight, (n, n), interpolation=cv2.INTER_CUBIC)
    return np.maximum(large, 0) * coverage


EVENNESS = 0.6  # how much of the flat-lay lamps' fall-off is taken back, as with a graduated filter


def evening(folder, group, rig, size):
    """Factor over the picture that evens out a rig's light (1 where the ground is not level across the picture)."""
    if rig not in ("flat-lay", "hung"):
        return 1.0
    empty = grey(read(folder, "empty", group))
    empty = cv2.GaussianBlur(empty, (0, 0), empty.shape[0] / 25)
    n = empty.shape[0]
    factor = (np.median(empty[int(n * 0.45) : int(n * 0.55), int(n * 0.45) : int(n * 0.55)]) / empty) ** EVENNESS
    return cv2.resize(factor.astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)


REACH = {
    "flat-lay": 0.035,
    "studio": 0.09,
    "hung": 0.13,
    "table": 0.20,
}  # how far a shadow goes, as a share of the picture


def ratio_of(folder, name, group, coverage, rig):
    """Ground with product / empty ground; exactly 1 far from the product, at the border and where it is noise, and all
    over on a rig whose product stands on no ground.
    """
    if rig not in REACH:
        return np.ones((64, 64), np.float32)
    with_product, empty = grey(read(folder, name, group)), grey(read(folder, "empty", group))
    n = with_product.shape[0]
    soft = cv2.resize(cv2.GaussianBlur(empty, (0, 0), empty.shape[0] / 100), (n, n), interpolation=cv2.INTER_CUBIC)
    away = (with_product / np.maximum(soft, 1e-6) - 1).astype(np.float32)
    trend = np.abs(cv2.GaussianBlur(away, (0, 0), n / 250))
    away *= ease((trend - 0.012) / 0.028)
    reach = REACH[rig]
    outside = (cv2.resize(coverage.astype(np.float32), (n, n), interpolation=cv2.INTER_AREA) < 0.5).astype(np.uint8)
    away *= 1 - ease((cv2.distanceTransform(outside, cv2.DIST_L2, 5) / n - reach) / (reach + 0.03))
    if rig == "table":  # the top ends half way up the picture: what stands farther behind has no shadow of it
        away *= ease((np.arange(n) / n - 0.52) / 0.07)[:, None]
    line = np.minimum(np.arange(n), n - 1 - np.arange(n)) / (0.12 * n)
    return 1 + away * np.multiply.outer(ease(line), ease(line))


def ease(x):
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


UNDYED = 10  # times cloth's gloss: the most light of what is not dyed
DYED = 0.5  # black of white, up to which a pixel is cloth


def dimmed(white, black):
    """Both layers with undyed things (a label, a hook, eyelets) no brighter than some times the gloss of cloth: one
    bright label left all of that 20 of 255 values, whose steps are seen on a black garment. Light eases off from half
    of that on, in pixels across an edge as well: with a bound for undyed pixels alone, eyelets had stairs.
    """
    cloth = (black < DYED * white) & (white > 0)
    if not cloth.any():
        return white, black
    half = UNDYED * np.quantile(black[cloth], 0.99) / 2
    over = np.maximum(0, black - half)
    return lessened(white, black, over - half * over / (half + over))


def lessened(white, black, by):
    """Both layers with so much less light: what a thing reflects whatever its dye is in either."""
    return np.maximum(white - by, 0), black - by


def full_of(image):
    """The most light that a layer's file can say."""
    return round(float(max(np.quantile(image, 0.9999), 0.02)) * 1.05, 4)


def plate(folder, target, facts):
    """Writes every file of one plate, its map yet to be packed. facts: plate.json without size, groups and albedo."""
    os.makedirs(target, exist_ok=True)
    rng = np.random.default_rng(7)
    coverage = map_of(folder, os.path.join(target, "uv.png"))
    factors = normalise(folder, facts["rig"])
    groups = {}
    for group in GROUPS:
        entry, light = {}, {}
        for layer in ("w", "k"):
            image = grey(read(folder, layer, group)) * factors[group]
            alpha = grey(read(folder, layer, "alpha"))
            light[layer] = to_size(np.maximum(image, 0), alpha, coverage) * evening(
                folder, group, facts["rig"], coverage.shape[0]
            )
        if facts["material"] != "glaze":
            light["w"], light["k"] = dimmed(light["w"], light["k"])
        # what one layer cut off and the other did not would be light of the dye's colour
        light["w"], light["k"] = lessened(light["w"], light["k"], np.maximum(0, light["k"] - full_of(light["k"])))
        for layer, image in light.items():
            full = full_of(image)
            entry[layer] = {"range": full}
            save_webp(os.path.join(target, f"{group}-{layer}.webp"), code(image, full, rng))
        for layer in ("sw", "sk"):
            ratio = ratio_of(folder, layer, group, coverage, facts["rig"])
            image = code(ratio, RATIO_RANGE, rng)
            image[np.abs(ratio - 1) < 1e-4] = 224
            entry[layer] = {"range": RATIO_RANGE}
            save_webp(os.path.join(target, f"{group}-{layer}.webp"), image, 80, lossless=True)
        groups[group] = entry
    facts = {"version": 1, **facts, "size": int(coverage.shape[0]), "albedo": 0.80, "groups": groups}
    with open(os.path.join(target, "plate.json"), "w") as out:
        json.dump(facts, out, indent=2)
    return facts


def backdrop(folder, target, facts, plain, material, size, passing=None):
    """One background of one rig whose ground is level. passing: None, or as `picture` takes it.

    plain: linear colour of a plain backdrop that tints the empty ground; else `material(empty, size)` gives {group:
    radiance}.
    """
    rng = np.random.default_rng(9)
    factors = normalise(folder, facts["rig"])
    empty = {g: grey(read(folder, "empty", g)) * factors[g] / GROUND_ALBEDO for g in GROUPS}
    # behind what is in mid-air stands the wall of the rig "hung"; the plates' own card, which no fill reaches, is left
    wall = "hung" if facts["rig"] == "air" else facts["rig"]
    empty = {g: e * evening(folder, g, wall, e.shape[0]) for g, e in empty.items()}
    if not plain:
        return picture(target, facts, material(empty, size), passing)
    size = min(size, 768)
    fibre = 1 + 0.015 * cv2.GaussianBlur(rng.standard_normal((size, size)).astype(np.float32), (0, 0), 0.8)
    tint = np.array(plain if len(set(plain)) > 1 else plain[:1], np.float32)
    smooth = lambda e: cv2.resize(cv2.GaussianBlur(e, (0, 0), 4), (size, size), interpolation=cv2.INTER_CUBIC)
    even = lambda e: (
        np.maximum(smooth(e), 1e-4) ** (0.65 if facts["rig"] == "studio" else 1.0)
    )  # the backdrop has its own lamp
    return picture(target, facts, {g: np.squeeze((even(e) * fibre)[..., None] * tint) for g, e in empty.items()})


def view(target, background, light):
    """Writes a far view that stands behind people: one picture, whose light is the same in every group."""
    os.makedirs(target, exist_ok=True)
    full = round(float(np.quantile(light, 0.9999)) * 1.05, 4)
    save_webp(os.path.join(target, "light.webp"), code(light, full, np.random.default_rng(9)), BLURRED)
    about = {"version": 1, "background": background, "licence": "our own render", "source": "scenes/rigs/places.py"}
    with open(os.path.join(target, "view.json"), "w") as out:
        json.dump({**about, "size": light.shape[0], "range": full}, out, indent=2)


def beyond(light, weight, rounds):
    """A premultiplied layer's own colour, which goes on beyond its edge by so many pixels, then blurred all over."""
    straight = np.where(weight > 0.3, light / np.maximum(weight, 1e-3), 0).astype(np.float32)
    known = (weight > 0.3).astype(np.float32)[..., 0]
    grown, filled = straight, known
    for _ in range(rounds):
        near = cv2.blur(filled, (3, 3))
        new = (near > 1e-6) & (filled < 0.5)
        mean = cv2.blur(grown * filled[..., None], (3, 3)) / np.maximum(near, 1e-6)[..., None]
        grown, filled = np.where(new[..., None], mean, grown), np.where(new, 1, filled).astype(np.float32)
    far = cv2.GaussianBlur(filled, (0, 0), 64)
    wide = cv2.GaussianBlur(grown * filled[..., None], (0, 0), 64) / np.maximum(far, 1e-3)[..., None]
    return np.where(filled[..., None] > 0.5, grown, wide).astype(np.float32)


QUALITY = {"fabric-texture": 80, "neutral-gray": 96, "off-white": 96, "wood-texture": 90}
PASSING = 90
BLURRED = 97  # of what stands out of focus: the codec's blocks would show in its even shades


def picture(target, facts, layers, passing=None):
    """Writes a background: {group: radiance, grey or colour}. passing: the share of the key light that comes through to
    it, which comes through to the product as well.
    """
    os.makedirs(target, exist_ok=True)
    rng = np.random.default_rng(9)
    groups = {}
    for group, image in layers.items():
        full = round(float(np.quantile(image, 0.9999)) * 1.05, 4)
        groups[group] = {"range": full}
        save_webp(
            os.path.join(target, f"{group}.webp"),
            code(np.maximum(image, 0), full, rng),
            BLURRED if facts["rig"] == "table" else QUALITY.get(facts["background"], 88),
        )
    if passing is not None:
        save_webp(os.path.join(target, "passing.webp"), code(passing, 1.0, rng), PASSING)
        facts = {**facts, "hasPassing": True}
    image = layers["key"]
    with open(os.path.join(target, "backdrop.json"), "w") as out:
        json.dump(
            {"version": 1, **facts, "size": image.shape[0], "colour": image.ndim == 3, "groups": groups}, out, indent=2
        )
