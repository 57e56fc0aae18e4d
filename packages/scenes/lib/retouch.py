"""Mends what the build of some plates leaves; a product's scene names the one that build.py calls at the end.

A map, where a crease tears the print: where neighbours in the print area lie far apart (the cloth folds over, or
a part behind comes through), the places about the tear are drawn evenly between their surroundings. Light is left
alone: the crease is still seen, the print runs over it.

A map, where a fold leaves one pixel of the print area by itself: it would be a speck of ink, and takes the
place of a neighbour.

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
    """(the map's file, its codes, its places in the pattern in metres, which pixels are wholly cloth and in the print
    area).
    """
    path = os.path.join(folder, "uv.png")
    with open(os.path.join(folder, "plate.json")) as file:
        facts = json.load(file)
    image = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    v, u = (image[..., c].astype(np.float64) for c in (1, 2))
    pattern, area = facts["pattern"], facts["print"]
    x, y = pattern["x0"] + u / 65535 * pattern["width"], pattern["y0"] + v / 65535 * pattern["height"]
    half, high = area["maxWidthIn"] * 0.0254 / 2, area["maxHeightIn"] * 0.0254
    inside = (
        (image[..., 0] == 65535) & (np.abs(x - area["centerX"]) < half) & (y < area["top"]) & (y > area["top"] - high)
    )
    return path, image, (x, y), inside


def gather(folder):
    path, image, (x, y), inside = printed(folder)
    beside = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    alone = inside & ~np.any([np.roll(inside, step, (0, 1)) for step in beside], axis=0)
    for row, column in np.argwhere(alone):
        nearest = min(
            ((row + down, column + right) for down, right in beside),
            key=lambda at: np.hypot(x[at] - x[row, column], y[at] - y[row, column]),
        )
        image[row, column, 1:] = image[nearest][1:]
    print(f"{folder}: {alone.sum()} pixels by themselves")
    cv2.imwrite(path, image)


def mend(folder):
    path, image, (x, y), inside = printed(folder)
    v, u = (image[..., c].astype(np.float64) for c in (1, 2))
    step = np.zeros(x.shape)
    for axis in (0, 1):
        for line in (x, y):
            step = np.maximum(step, np.abs(np.diff(line, axis=axis, append=line.variant([-1], axis))))
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


def calm(folder, wall_between):
    """wall_between: heights on the pattern (metres) between which the wall is straight."""
    with open(os.path.join(folder, "plate.json")) as file:
        facts = json.load(file)
    image = cv2.imread(os.path.join(folder, "uv.png"), cv2.IMREAD_UNCHANGED)
    height = facts["pattern"]["y0"] + image[..., 1] / 65535 * facts["pattern"]["height"]
    wall = ((image[..., 0] == 65535) & (height > wall_between[0]) & (height < wall_between[1])).astype(np.float32)
    along = lambda values: gaussian_filter1d(values, DRAWN * len(wall), axis=0)
    rng = np.random.default_rng(7)
    for group, layers in facts["groups"].items():
        path = lambda layer: os.path.join(folder, f"{group}-{layer}.webp")
        light = {
            x: (np.asarray(Image.open(path(x)).convert("L")) / np.float32(255)) ** 2 * layers[x]["range"]
            for x in ("w", "k")
        }
        drawn = np.where(wall > 0, along(light["k"] * wall) / np.maximum(along(wall), 1e-6), light["k"]) - light["k"]
        for layer in ("w", "k"):  # gloss is in both
            save_webp(path(layer), code(np.maximum(light[layer] + drawn, 0), layers[layer]["range"], rng))
