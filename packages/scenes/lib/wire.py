"""The wire of a hanger's hook in a written plate: it loses the garment's colour, and plate.json says where it is.

The wire is some ten pixels thick and mirrors the cloth below it: its white and its black pass differ, so that it was
dyed, with the noise of few samples, a red thread over a red garment. Where a garment is wanted alone it is left out.
"""

import json
import os
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lib.encode import code, save_webp
from lib.retouch import layers_of

THIN = 44 / 2048  # of the picture's width: wire is thinner, a hanger's shoulder wider
RIM = 0.12  # of the brightest light nearby, which a rim has less than
HIGH = 0.08  # of its height within which a hook is looked for, below the first that is seen
LEAST = 0.02  # of its height that a hook is high; the tip of a sleeve or of a hood is wide sooner
STEM = 1.6  # times the usual width of a row, from which on it is the hanger's wood
BESIDE = 8 / 2048  # of the picture's width that a hook's box is wider than what is lit of it


def wire_in(light: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """Which pixels are wire: from the uppermost down, until what is seen is wider; none where that is at once."""
    found = np.zeros(light.shape, bool)
    lit = np.flatnonzero((light > 0).any(1))
    if not len(lit):
        return found
    high = light.shape[0]
    wide = (light[lit[0] : lit[0] + round(HIGH * high)] > 0).sum(1)
    ends = np.flatnonzero((wide == 0) | (wide > 2 * THIN * light.shape[1]))
    end = ends[0] if len(ends) else len(wide)
    if end > LEAST * high:
        found[lit[0] : lit[0] + end] = True
    return found & (light > 0)


def box_of(wire: NDArray[np.bool_]) -> dict[str, float]:
    """The box of a hook, in shares of the picture, down to the wood, which begins with a row three times as wide."""
    high, wide = wire.shape
    rows, columns = wire.sum(1), np.flatnonzero(wire.any(0))
    end = np.flatnonzero((rows > 0) & (rows < STEM * np.median(rows[rows > 0])))[-1] + 1
    left, right = columns[0] / wide - BESIDE, (columns[-1] + 1) / wide + BESIDE
    box = {"left": left, "top": 0.0, "right": right, "bottom": end / high}
    return {side: round(float(share), 5) for side, share in box.items()}


def undyed(folder: str) -> None:
    """Gives the wire of a written plate its black pass's light in both passes, evened along it; says where it is."""
    light, ranges = {}, {}
    for layer in ("w", "k"):
        light[layer], ranges[layer] = layers_of(folder, layer)
    wire = wire_in(np.sum(list(light["w"].values()), axis=0))
    print(f"{folder}: {wire.sum()} pixels of wire")
    if not wire.any():
        return
    path = os.path.join(folder, "plate.json")
    with open(path) as file:
        facts = json.load(file)
    with open(path, "w") as file:
        json.dump({**facts, "hook": box_of(wire)}, file, indent=2)
    # Light is premultiplied by coverage: the wire's half covered rim stays as it is.
    total = np.sum(list(light["k"].values()), axis=0)
    wire &= total > RIM * cv2.dilate(np.where(wire, total, 0).astype(np.float32), np.ones((15, 15)))
    known = cv2.GaussianBlur(wire.astype(np.float32), (0, 0), 2.0)
    rng = np.random.default_rng(12)
    for group, black in light["k"].items():
        even = cv2.GaussianBlur(np.where(wire, black, 0).astype(np.float32), (0, 0), 2.0) / np.maximum(known, 1e-3)
        for layer in ("w", "k"):
            shown = np.where(wire, even, light[layer][group])
            save_webp(os.path.join(folder, f"{group}-{layer}.webp"), code(shown, ranges[layer][group], rng))
