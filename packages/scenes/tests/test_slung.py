"""The bag that is slung over a shoulder (python -m pytest); no wearer's files."""

import sys

import numpy as np
import pytest

import build

build.scene_module("tote-bag")
slung = sys.modules["product_tote_bag.slung"]


def slope(x: np.ndarray) -> np.ndarray:
    """Height of a made shoulder's crest at x: it falls by a third to the side."""
    return 1.5 - 0.3 * np.abs(x)


@pytest.fixture(scope="module")
def back() -> tuple[np.ndarray, np.ndarray]:
    """A made back: an upright half tube of 12 cm of radius, whose upper rim is a shoulder. Points and triangles."""
    x, around = np.meshgrid(np.linspace(-0.3, 0.3, 121), np.linspace(-0.6, np.pi / 2 + 0.9, 90), indexing="ij")
    y = np.where(around < 0, -0.09, -0.09 * np.cos(around))
    z = slope(x) - 0.09 + np.where(around < 0, around, 0.09 * np.sin(around))
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    k = np.arange(points.shape[0]).reshape(x.shape)
    a, b, c, d = k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]
    triangles = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
    return points, triangles


def test_the_bag_is_sewn_at_sides_and_bottom_open_on_top_and_no_two_triangles_are_one() -> None:
    bag = slung.bag()
    front, back, strap, behind = bag.parts
    assert (front[:, [0, -1]] == back[:, [0, -1]]).all() and (front[-1] == back[-1]).all()
    assert not np.isin(front[:-1, 1:-1], back).any()
    assert set(strap[[0, -1]].ravel()) <= set(front[0]) and set(behind[[0, -1]].ravel()) <= set(back[0])
    assert np.array_equal(np.unique(bag.triangles), np.arange(bag.count))
    assert len(np.unique(np.sort(bag.triangles, axis=1), axis=0)) == len(bag.triangles)
    edges = np.sort(np.concatenate([bag.triangles[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1)
    assert np.unique(edges, axis=0, return_counts=True)[1].max() == 2


def test_a_strap_goes_straight_to_the_shoulder_over_it_and_back_and_is_as_long_as_it_was_cut(back) -> None:
    points, _ = back
    facts = slung.Carrying(shoulder=0.1)
    roots = np.array([[0.02, -0.12, 1.33], [0.18, -0.12, 1.33]])
    rows, is_held = slung.strap_start(points, facts, roots, slung.OFF, 0.0)
    middle = rows[:, 2]
    steps = np.linalg.norm(np.diff(middle, axis=0), axis=1)
    free = ~(is_held[1:] & is_held[:-1])
    assert np.allclose(middle[[0, -1]], roots, atol=1e-9)
    assert (np.abs(steps[~free] - slung.CELL) < 0.25 * slung.CELL).all()
    assert is_held[len(rows) // 2] and not is_held[[0, -1]].any()
    held = middle[is_held]
    assert (held[:, 2] > slope(held[:, 0]) - 0.09).all()  # over the crest, not through it


def test_it_comes_to_rest_against_the_back_and_hangs_by_what_is_held(back) -> None:
    points, triangles = back
    told: list[str] = []
    front, behind, strap, _ = slung.simulated(slung.Carrying(shoulder=0.1), points, triangles, told.append)
    assert len(told) == len(slung.PHASES)
    assert float(told[-1].split("p99 ")[1].split()[0]) < 0.03  # m/s
    assert (behind[..., 1] > front[..., 1] - 0.004).all()
    assert behind[:20, 10:50, 1].max() < -0.085  # outside the tube, whose side is at -0.09
    for axis, flat in ((1, slung.CELL), (0, slung.pattern.LONG / slung.DOWN)):
        stretched = np.linalg.norm(np.diff(front[8:56, 6:54], axis=axis), axis=2) / flat - 1
        assert np.quantile(np.abs(stretched), 0.95) < 0.03
    assert abs(front[0, :, 0].mean() - 0.1) < 0.03 and strap[:, :, 2].max() > 1.47
