"""Mends what the build of some plates leaves; a product's scene names the one that build.py calls at the end.

A map, where a crease tears the print: where neighbours in the print area lie far apart (the cloth folds over, or
a part behind comes through), the places about the tear are drawn evenly between their surroundings. Light is left
alone: the crease is still seen, the print runs over it.

A map, where a fold leaves one pixel of the print area by itself: it would be a speck of ink, and takes the
place of a neighbour outside it.

Light, where a rib is sewn on: cloth that bulges over the joint leaves a line of night there, some pixels wide and
broken, which readers took for a crack. It is as dark as a seam afterwards.

A glazed wall's gloss, where the denoiser left ragged clouds in what its wall mirrors: drawn out along the wall's
height, as a straight wall would; the upright edges of lamps and flags stay sharp.
"""

import json
import os

import cv2
import numpy as np
from PIL import Image
from scipy.ndimage import binary_fill_holes, gaussian_filter1d
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import spsolve

from lib.encode import code, save_webp

DISCONTINUITY = 3  # times the usual step between neighbours
ROOM = 20  # pixels about a tear that are drawn anew
CRACK = {"high": 13, "long": 24, "below": 0.6}  # pixels of a plate of 2048; it lies below this share of the picture
INK_FROM = 32896  # of 65535: the coverage above which a pixel of the map bears ink
SEAM = 0.64  # of the light above and below it
DRAWN = 0.026  # share of the picture that gloss is drawn out


def evened(values, patch):
    """values with those of the patch as the membrane through its rim (each the mean of its four neighbours)."""
    rows, columns = np.nonzero(patch)
    number = np.full(patch.shape, -1)
    number[rows, columns] = np.arange(len(rows))
    at, to, known = [np.arange(len(rows))], [np.arange(len(rows))], np.zeros(len(rows))
    weight = [np.full(len(rows), 4.0)]
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        other = number[rows + down, columns + right]
        inside = other >= 0
        at.append(np.nonzero(inside)[0])
        to.append(other[inside])
        weight.append(np.full(inside.sum(), -1.0))
        known += np.where(inside, 0, values[rows + down, columns + right])
    system = coo_matrix((np.concatenate(weight), (np.concatenate(at), np.concatenate(to)))).tocsr()
    result = values.copy()
    result[rows, columns] = spsolve(system, known)
    return result


def printed(folder):
    """(the map's file, its codes, its places in the pattern in metres, which of them lie in the print area)."""
    path = os.path.join(folder, "uv.png")
    with open(os.path.join(folder, "plate.json")) as file:
        facts = json.load(file)
    image = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    v, u = (image[..., c].astype(np.float64) for c in (1, 2))
    pattern, area = facts["pattern"], facts["print"]
    x, y = pattern["x0"] + u / 65535 * pattern["width"], pattern["y0"] + v / 65535 * pattern["height"]
    half, high = area["maxWidthIn"] * 0.0254 / 2, area["maxHeightIn"] * 0.0254
    return path, image, (x, y), (np.abs(x - area["centerX"]) < half) & (y < area["top"]) & (y > area["top"] - high)


def gather(folder):
    path, image, (x, y), area = printed(folder)
    inside = area & (image[..., 0] > INK_FROM)
    beside = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    alone = inside & ~np.any([np.roll(inside, step, (0, 1)) for step in beside], axis=0)
    for row, column in np.argwhere(alone):
        outside = [(row + down, column + right) for down, right in beside if not area[row + down, column + right]]
        if not outside:
            continue
        nearest = min(outside, key=lambda at: np.hypot(x[at] - x[row, column], y[at] - y[row, column]))
        image[row, column, 1:] = image[nearest][1:]
    print(f"{folder}: {alone.sum()} pixels by themselves")
    cv2.imwrite(path, image)


def mend(folder):
    path, image, (x, y), area = printed(folder)
    inside = area & (image[..., 0] == 65535)
    v, u = (image[..., c].astype(np.float64) for c in (1, 2))
    step = np.zeros(x.shape)
    for axis in (0, 1):
        for line in (x, y):
            step = np.maximum(step, np.abs(np.diff(line, axis=axis, append=line.take([-1], axis))))
    broken = inside & (step > DISCONTINUITY * np.median(step[inside]))
    round_one = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * ROOM + 1, 2 * ROOM + 1))
    patch = binary_fill_holes(cv2.dilate(broken.astype(np.uint8), round_one).astype(bool)) & cv2.erode(
        (image[..., 0] == 65535).astype(np.uint8), np.ones((5, 5))
    ).astype(bool)
    print(f"{folder}: {broken.sum()} pixels at a discontinuity, {patch.sum()} drawn anew")
    if not patch.any():
        return
    fine = lambda values: np.round(evened(values, patch)).clip(0, 65535).astype(np.uint16)
    image[..., 1], image[..., 2] = np.where(patch, fine(v), image[..., 1]), np.where(patch, fine(u), image[..., 2])
    cv2.imwrite(path, image)


def layers_of(folder, layer):
    """(group → light of a layer in scene units, group → its range) of a written plate."""
    with open(os.path.join(folder, "plate.json")) as file:
        ranges = {group: layers[layer]["range"] for group, layers in json.load(file)["groups"].items()}
    read = lambda group: np.asarray(Image.open(os.path.join(folder, f"{group}-{layer}.webp")).convert("L"))
    return {group: (read(group) / np.float32(255)) ** 2 * full for group, full in ranges.items()}, ranges


def join(folder):
    """Lightens the cracks where ribs are sewn on."""
    light, ranges = layers_of(folder, "w")
    size = len(next(iter(light.values())))
    upright = np.ones((max(3, round(CRACK["high"] * size / 2048)), 1), np.uint8)
    closed = {
        group: cv2.blur(cv2.morphologyEx(each, cv2.MORPH_CLOSE, upright), (1, 5)) for group, each in light.items()
    }
    around, here = sum(closed.values()), sum(light.values())
    lit = around > 0.12 * np.percentile(here, 90)
    dark = (here < 0.85 * SEAM * around) & lit
    dark[: round(CRACK["below"] * size)] = False
    count, label, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(dark.astype(np.uint8), np.ones((3, 3))))
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    is_crack = (wide >= CRACK["long"] * size / 2048) & (wide > 2 * high)
    is_crack[0] = False
    # What lies between two pieces of a crack belongs to it.
    zone = cv2.dilate(is_crack[label].astype(np.uint8), np.ones((9, 41), np.uint8)) & lit
    soft = cv2.GaussianBlur(zone.astype(np.float32), (0, 0), 1.5)
    print(f"{folder}: {(is_crack[label] & dark).sum()} pixels of cracks at joints")
    rng = np.random.default_rng(9)
    for group, each in light.items():
        lighter = np.maximum(each, SEAM * cv2.blur(closed[group], (9, 1)))
        mixed = each + soft * (lighter - each)
        save_webp(os.path.join(folder, f"{group}-w.webp"), code(mixed, ranges[group], rng))


def sewn(folder):
    """What plates of sewn garments are mended by."""
    gather(folder)
    join(folder)


def calm(folder, wall_between):
    """wall_between: heights on the pattern (metres) between which the wall is straight."""
    with open(os.path.join(folder, "plate.json")) as file:
        facts = json.load(file)
    image = cv2.imread(os.path.join(folder, "uv.png"), cv2.IMREAD_UNCHANGED)
    height = facts["pattern"]["y0"] + image[..., 1] / 65535 * facts["pattern"]["height"]
    wall = ((image[..., 0] == 65535) & (height > wall_between[0]) & (height < wall_between[1])).astype(np.float32)
    along = lambda values: gaussian_filter1d(values, DRAWN * len(wall), axis=0)
    rng = np.random.default_rng(7)
    light, ranges = {}, {}
    for layer in ("w", "k"):
        light[layer], ranges[layer] = layers_of(folder, layer)
    for group, gloss in light["k"].items():
        drawn = np.where(wall > 0, along(gloss * wall) / np.maximum(along(wall), 1e-6), gloss) - gloss
        for layer in ("w", "k"):  # gloss is in both
            mended = np.maximum(light[layer][group] + drawn, 0)
            save_webp(os.path.join(folder, f"{group}-{layer}.webp"), code(mended, ranges[layer][group], rng))
