"""Weaves a size into the neck label of a written plate: light thread on a dark band.

A label that is left blank is what readers name first of a garment with nobody in it. It is not dyed with the garment,
so its white and black passes are alike: by that, and by its size, it is found.
"""

import os
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from lib.encode import code, save_webp
from lib.retouch import layers_of

Floats = NDArray[np.floating[Any]]
Mask = NDArray[np.bool_]

ALIKE = 0.6  # black of white, from which on a pixel is no cloth
BRIGHT = 0.05  # of the brightest cloth's light: darker undyed things are a hanger's wood
SHAPE = (1.1, 3.0)  # width of height, of which a collar may hide half
SHARE = (0.0004, 0.004)  # of the picture's area
HIGH = 30 / 44  # of its width (sewing/filled.py, LABEL)
BAND, THREAD = 0.14, 1.0  # of the satin's light
FINE = 8  # pixels of the drawing to one of the plate
RAGGED = 9  # pixels across which an edge of a plate of 2048 is frayed


def drawing(wide: int, high: int) -> Floats:
    """The label's light as a share of the blank one's, high × wide: a letter between two rules."""
    art = np.zeros((high * FINE, wide * FINE), np.uint8)
    scale = high * FINE / 60
    stroke = max(1, round(2.6 * scale))
    (across, up), _ = cv2.getTextSize("M", cv2.FONT_HERSHEY_DUPLEX, scale, stroke)
    middle = (wide * FINE // 2, high * FINE // 2)
    cv2.putText(
        art,
        "M",
        (middle[0] - across // 2, middle[1] + up // 2),
        cv2.FONT_HERSHEY_DUPLEX,
        scale,
        (255,),
        stroke,
        cv2.LINE_AA,
    )
    for y in (0.13, 0.87):
        left, right = round(0.12 * wide * FINE), round(0.88 * wide * FINE)
        cv2.line(art, (left, round(y * high * FINE)), (right, round(y * high * FINE)), (150,), max(1, round(scale)))
    soft = cv2.resize(art, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return BAND + (THREAD - BAND) * soft


def label_in(white: Floats, black: Floats) -> tuple[Mask, Floats, Floats] | None:
    """(which pixels are label, how much of each is, its corners from the upper left one clockwise), or None."""
    share = black / np.maximum(white, 1e-6)
    found = ((share > ALIKE) & (white > BRIGHT * np.percentile(white[white > 0], 90))).astype(np.uint8)
    found = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, parts, stats, _ = cv2.connectedComponentsWithStats(found)
    for part in range(1, count):
        wide, high, area = (
            stats[part, cv2.CC_STAT_WIDTH],
            stats[part, cv2.CC_STAT_HEIGHT],
            stats[part, cv2.CC_STAT_AREA],
        )
        is_like = SHAPE[0] < wide / high < SHAPE[1] and SHARE[0] < area / white.size < SHARE[1]
        if is_like and area > 0.75 * wide * high:
            near = cv2.dilate((parts == part).astype(np.uint8), np.ones((9, 9), np.uint8)).astype(np.float32)
            cover = near * np.clip((share - 0.3) / 0.5, 0, 1).astype(np.float32)
            points = cv2.boxPoints(cv2.minAreaRect(np.argwhere(parts == part)[:, ::-1].astype(np.float32)))
            return parts == part, cover, in_order(points.astype(np.float32))
    return None


def in_order(points: Floats) -> Floats:
    """Four corners from the upper left one clockwise."""
    across, down = points.sum(axis=1), points[:, 1] - points[:, 0]
    return points[[across.argmin(), down.argmin(), across.argmax(), down.argmax()]]


def hemmed(light: Floats, inside: Mask) -> Floats:
    """Light with a label's edge drawn anew: even, a pixel or two soft, label to its inside and cloth to its outside. As
    rendered, pixels across it are of both, which neither is dyed nor is not: specks and teeth.
    """
    mask: Any = inside.astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.concatenate(outlines)), (1,))
    square = np.ones((RAGGED, RAGGED), np.uint8)
    near, core = cv2.dilate(mask, square), cv2.erode(mask, square)
    cover = np.clip((cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.6) - 0.5) * 1.8 + 0.5, 0, 1)
    drawn = cover * outwards(light, core > 0) + (1 - cover) * outwards(light, near == 0)
    return np.where((near > 0) & (core == 0), drawn, light)


def outwards(light: Floats, known: Mask) -> Floats:
    """Light with each pixel that is not known as the nearest that are."""
    nearest = distance_transform_edt(~known, return_distances=False, return_indices=True)
    return cv2.GaussianBlur(light[tuple(nearest)].astype(np.float32), (0, 0), 1.2)


def letter(folder: str) -> None:
    """Weaves the size into the label of a written plate, if it has one."""
    light, ranges = {}, {}
    for layer in ("w", "k"):
        light[layer], ranges[layer] = layers_of(folder, layer)
    label = label_in(*(sum(light[layer].values()) for layer in ("w", "k")))
    if label is None:
        print(f"{folder}: no label")
        return
    inside, cover, corners = label
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    seen = float(np.linalg.norm(corners[3] - corners[0]))
    print(f"{folder}: a label {wide:.0f} pixels wide, {seen / (HIGH * wide):.0%} of its height in sight")
    for top, bottom in ((0, 3), (1, 2)):
        corners[bottom] = corners[top] + (corners[bottom] - corners[top]) * HIGH * wide / seen
    wide, high = round(wide), round(HIGH * wide)
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    size = (cover.shape[1], cover.shape[0])
    art = cv2.warpPerspective(
        drawing(wide, high).astype(np.float32),
        cv2.getPerspectiveTransform(flat, corners.astype(np.float32)),
        size,
        flags=cv2.INTER_AREA,
        borderValue=(BAND,),
    )
    rng = np.random.default_rng(11)
    for layer in ("w", "k"):
        for group, each in light[layer].items():
            lettered = hemmed(each * (1 - cover * (1 - art)), inside)
            save_webp(os.path.join(folder, f"{group}-{layer}.webp"), code(lettered, ranges[layer][group], rng))
