"""What mends a written plate's map (python -m pytest)."""

import json
from pathlib import Path

import cv2
import numpy as np

from lib import retouch

SIZE, SIDE = 160, 0.4  # pixels; metres of pattern space that they show


def written(folder: Path, shift: int) -> np.ndarray:
    """A plate whose map is even but for a strip across the middle, which lies so many pixels off. Returns the map."""
    row, column = np.mgrid[0:SIZE, 0:SIZE].astype(float)
    torn = (np.abs(row - SIZE / 2) < 3) & (np.abs(column - SIZE / 2) < 30)
    places = np.stack([column + shift * torn, SIZE - 1 - row], -1) / SIZE * 65535
    image = np.full((SIZE, SIZE, 3), 65535, np.uint16)
    image[..., 2], image[..., 1] = places[..., 0], places[..., 1]
    cv2.imwrite(str(folder / "uv.png"), image)
    facts = {
        "pattern": {"x0": -SIDE / 2, "y0": 0.0, "width": SIDE, "height": SIDE},
        "print": {"centerX": 0.0, "top": SIDE, "maxWidthIn": 15, "maxHeightIn": 15},
    }
    (folder / "plate.json").write_text(json.dumps(facts))
    return image


def test_a_torn_map_is_drawn_evenly(tmp_path: Path) -> None:
    written(tmp_path, shift=14)
    retouch.mend(str(tmp_path))
    mended = cv2.imread(str(tmp_path / "uv.png"), cv2.IMREAD_UNCHANGED)
    steps = np.abs(np.diff(mended[..., 2].astype(float), axis=0)) * SIZE / 65535
    assert steps.max() < 1.0  # pixels; the tear was 14
    assert (mended[..., 0] == 65535).all()


def test_an_even_map_stays_as_it_is(tmp_path: Path) -> None:
    before = written(tmp_path, shift=0)
    retouch.mend(str(tmp_path))
    after = cv2.imread(str(tmp_path / "uv.png"), cv2.IMREAD_UNCHANGED)
    assert (after == before).all()
