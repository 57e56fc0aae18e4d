import json

import numpy as np
import pytest

from lib import wire
from lib.encode import code, save_webp
from lib.retouch import layers_of

SIDE = 1024


def plate(folder, long):
    """A written plate of cloth, from whose shoulder at row 60 a wire that mirrors it goes up, `long` pixels."""
    rng = np.random.default_rng(1)
    for group in ("key", "fill", "env"):
        white, black = np.zeros((SIDE, SIDE)), np.zeros((SIDE, SIDE))
        white[60:, 200:800], black[60:, 200:800] = 0.6, 0.01
        at = np.s_[60 - long : 60, 498:506]
        black[at] = rng.uniform(0.1, 0.2, black[at].shape)
        white[at] = black[at] + rng.uniform(0, 0.6, black[at].shape)
        for layer, light in (("w", white), ("k", black)):
            save_webp(folder / f"{group}-{layer}.webp", code(light, 1.0, rng))
    ranges = {group: {layer: {"range": 1.0} for layer in ("w", "k")} for group in ("key", "fill", "env")}
    (folder / "plate.json").write_text(json.dumps({"groups": ranges}))
    return at


def test_a_hooks_wire_is_as_light_in_both_passes_and_even_and_the_cloth_stays(tmp_path):
    at = plate(tmp_path, 60)
    wire.undyed(str(tmp_path))
    white, black = (layers_of(str(tmp_path), layer)[0]["key"] for layer in ("w", "k"))
    inner = np.s_[4:50, 500:504]
    assert np.abs(white[inner] - black[inner]).max() < 0.03
    assert black[inner].std() < 0.02
    assert 0.1 < black[at].mean() < 0.2
    assert white[100:].max() == pytest.approx(0.6, abs=0.03)
    hook = json.loads((tmp_path / "plate.json").read_text())["hook"]
    assert [hook["top"], hook["bottom"]] == [0, pytest.approx(60 / SIDE, abs=2 / SIDE)]
    assert hook["left"] < 498 / SIDE and 506 / SIDE < hook["right"] < 520 / SIDE


def test_a_hooks_box_ends_where_the_wood_begins_above_what_is_wider_than_wire():
    seen = np.zeros((SIDE, SIDE), bool)
    seen[:40, 500:505] = True
    seen[:6, 490:500] = True  # the arch's other side
    seen[40:46, 490:515] = True  # the wood
    assert wire.box_of(seen)["bottom"] == round(40 / SIDE, 5)


def test_a_hook_that_is_whole_in_the_picture_is_found_below_the_upper_edge(tmp_path):
    plate(tmp_path, 40)
    wire.undyed(str(tmp_path))
    white, black = (layers_of(str(tmp_path), layer)[0]["key"] for layer in ("w", "k"))
    inner = np.s_[24:50, 500:504]
    assert np.abs(white[inner] - black[inner]).max() < 0.03
    assert json.loads((tmp_path / "plate.json").read_text())["hook"]["bottom"] == pytest.approx(60 / SIDE, abs=2 / SIDE)


def test_a_scrap_or_a_tip_of_cloth_is_no_hooks_wire(tmp_path):
    for long in (0, 10):
        plate(tmp_path, long)
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        wire.undyed(str(tmp_path))
        assert before == {file.name: file.read_bytes() for file in tmp_path.iterdir()}
