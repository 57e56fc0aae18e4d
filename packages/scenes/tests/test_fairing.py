"""What is even in the flat cloth stays even on the garment, and what is not is told; a pocket is cloth; no Blender."""

import numpy as np
import pytest

from lib import cloth
from sewing import acceptance, cuts, fairing, hooded, panels

RADIUS = 0.06  # metres: of the cylinder that the sheet is bent round


def sheet(wide: float, high: float, spacing: float) -> tuple[np.ndarray, np.ndarray]:
    """(flat places (n, 2), triangles) of a rectangle with its upper left corner at (-wide / 2, 0)."""
    corners = np.array([(-0.5, -1), (0.5, -1), (0.5, 0), (-0.5, 0), (-0.5, -1)]) * [wide, high]
    return cloth.triangulate(cloth.resample(corners, spacing)[:-1], spacing)


def bent(flat: np.ndarray) -> np.ndarray:
    """The places on a cylinder, without stretch."""
    turn = flat[:, 0] / RADIUS
    return np.stack([RADIUS * np.sin(turn), RADIUS * (1 - np.cos(turn)), flat[:, 1]], 1)


def test_cloth_that_wavers_within_its_surface_is_evened_and_keeps_its_shape() -> None:
    flat, triangles = sheet(0.12, 0.12, 0.0034)
    waver = 0.0004 * np.sin(flat[:, ::-1] * (2 * np.pi / 0.016) + [0.4, 1.7])
    edge = np.unique(fairing.rims(triangles))
    waver[edge] = 0
    before = bent(flat + waver)
    after = fairing.faired(before, triangles, flat[triangles])
    inside = np.abs(flat - [0, -0.06]).max(1) < 0.045
    off = lambda points: float(np.sqrt(((points - bent(flat))[inside] ** 2).sum(1).mean()))
    assert off(before) > 3e-4
    assert off(after) < 0.15 * off(before)
    round_ = np.hypot(after[:, 0], after[:, 1] - RADIUS) - RADIUS
    assert np.abs(round_).max() < 3e-5
    assert np.array_equal(after[edge], before[edge])


def test_a_panel_is_evened_alone() -> None:
    flat, triangles = sheet(0.06, 0.06, 0.0034)
    points = bent(flat + 0.0004 * np.sin(flat * 500))
    mine = flat[triangles][:, :, 0].mean(1) < 0
    after = fairing.faired(points, triangles[mine], flat[triangles[mine]])
    others = np.setdiff1d(triangles[~mine], triangles[mine])
    assert np.array_equal(after[others], points[others])
    assert not np.array_equal(after, points)


@pytest.fixture(scope="module")
def pocket() -> hooded.Pocket:
    """On a front with an upright fold as deep as it is wide, 2 cm, below the left opening."""
    assert panels.FRONT == 0
    flat, triangles = sheet(0.5, 0.8, 0.0034)
    fold = 0.02 * np.exp(-(((flat[:, 0] + 0.13) / 0.012) ** 2))
    points = np.stack([flat[:, 0], -fold, flat[:, 1]], 1)
    data = {"points": points, "triangles": triangles, "uv": flat[triangles], "panel": np.zeros(len(triangles), int)}
    return hooded.laid_pocket(data, cuts.CUTS["hood-heavy"])


def test_a_pocket_keeps_the_lengths_of_its_cloth_and_stays_off_the_front(pocket) -> None:
    a, b = pocket.triangles[:, 0], pocket.triangles[:, 1]
    long = np.linalg.norm(pocket.spots[a] - pocket.spots[b], axis=1)
    share = long / np.linalg.norm(pocket.places[a] - pocket.places[b], axis=1)
    # 0.11; without its lengths 0.23
    assert np.quantile(np.abs(share - 1), 0.95) < 0.16
    # the front's outside is where y is least
    x = pocket.spots[:, 0]
    depth = -0.02 * np.exp(-(((x + 0.13) / 0.012) ** 2))
    assert (pocket.spots[:, 1] < depth).mean() > 0.995
    assert (pocket.spots[:, 1] > depth - 0.04).all()


def test_needle_lines_of_a_pocket_do_not_jump_at_its_corners(pocket) -> None:
    for k in range(3):
        a, b = pocket.triangles[:, k], pocket.triangles[:, (k + 1) % 3]
        way = np.linalg.norm(pocket.places[a] - pocket.places[b], axis=1)
        assert (np.abs(pocket.to_hem[a] - pocket.to_hem[b]) < way + 0.0005).all()


def test_an_edge_that_is_evened_stays_on_its_line() -> None:
    x, y = np.meshgrid(np.arange(9.0), np.arange(6.0))
    flat = np.stack([x.ravel(), y.ravel()], 1)
    k = np.arange(54).reshape(6, 9)
    a, b, c, d = (part.ravel() for part in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    even = hooded.along_rims(fairing.weights(triangles, flat[triangles], 54), triangles)
    assert np.allclose(even.sum(1), 1)
    moved = even @ flat
    assert np.allclose(moved[1:8], flat[1:8]) and np.allclose(moved[k[1:-1, 0]], flat[k[1:-1, 0]])


def test_a_print_s_dent_is_a_fold_and_no_turn_of_the_whole() -> None:
    garment = panels.sew(cuts.CUTS["tee-boxy"], 0.02)
    places, panel = garment.mean_flat()
    flat = np.column_stack([places[:, 0] + 2.0 * panel, 0 * panel, places[:, 1]])
    turned = flat @ [[0.9, 0, 0.1], [0, 1, 0], [-0.2, 0, 0.8]]
    assert acceptance.dent(garment, flat) < 1e-9 and acceptance.dent(garment, turned) < 1e-9
    folded = flat - [[0.02, 0, 0]] * (flat[:, :1] > 0.08)  # two centimetres of it lie in a fold at the right
    assert 0.07 < acceptance.dent(garment, folded) < 0.10
