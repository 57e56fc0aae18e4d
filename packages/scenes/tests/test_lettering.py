import json

import numpy as np
import pytest

from lib import lettering
from lib.encode import code, save_webp
from lib.retouch import layers_of

SIDE = 1024


def plate(folder, top=300, left=500, wide=60, high=41):
    """A written plate of even cloth with an undyed label in it."""
    inside = np.s_[top : top + high, left : left + wide]
    rng = np.random.default_rng(1)
    for group in ("key", "fill", "env"):
        white, black = np.full((SIDE, SIDE), 0.6), np.full((SIDE, SIDE), 0.01)
        white[inside] = black[inside] = 0.5
        for layer, light in (("w", white), ("k", black)):
            save_webp(folder / f"{group}-{layer}.webp", code(light, 1.0, rng))
    ranges = {group: {layer: {"range": 1.0} for layer in ("w", "k")} for group in ("key", "fill", "env")}
    (folder / "plate.json").write_text(json.dumps({"groups": ranges}))
    return inside


def test_a_label_is_a_dark_band_with_lighter_thread_and_the_cloth_beside_it_stays(tmp_path):
    inside = plate(tmp_path)
    lettering.letter(str(tmp_path))
    for layer in ("w", "k"):
        light = layers_of(str(tmp_path), layer)[0]["key"]
        assert np.percentile(light[inside], 20) < 0.1
        assert np.percentile(light[inside], 99) > 0.3
        assert light[:200].mean() == pytest.approx(0.6 if layer == "w" else 0.01, abs=0.01)


def test_half_of_it_below_a_collar_is_lettered_as_the_whole(tmp_path):
    inside = plate(tmp_path, high=22)
    lettering.letter(str(tmp_path))
    assert np.median(layers_of(str(tmp_path), "w")[0]["key"][inside]) < 0.12


def test_a_plate_without_one_is_left_alone(tmp_path):
    plate(tmp_path, wide=300, high=300)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    lettering.letter(str(tmp_path))
    assert before == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


def test_a_frayed_edge_is_drawn_even(tmp_path):
    top, left, wide, high = 300, 500, 60, 41
    plate(tmp_path, top, left, wide, high)
    rng = np.random.default_rng(4)
    teeth = rng.integers(0, 4, high)
    for layer in ("w", "k"):
        for group, light in layers_of(str(tmp_path), layer)[0].items():
            for row, tooth in enumerate(teeth):
                light[top + row, left - 2 : left - 2 + tooth] = 0.5
            save_webp(tmp_path / f"{group}-{layer}.webp", code(light, 1.0, rng))
    lettering.letter(str(tmp_path))
    light = layers_of(str(tmp_path), "w")[0]["key"]
    rows = light[top + 8 : top + high - 8, left - 8 : left + 6]
    edges = (rows > 0.3).sum(axis=1)
    assert edges.max() - edges.min() <= 1
    assert 4 <= np.median(edges) <= 8
