"""A tote that comes to rest on a table (python -m pytest)."""

import sys

import numpy as np
import pytest

import build
from sewing import acceptance

build.scene_module("tote-bag")
lying, pattern, slung = (sys.modules[f"product_tote_bag.{name}"] for name in ("lying", "pattern", "slung"))


@pytest.fixture(scope="module", params=lying.VARIANTS)
def at_rest(request, tmp_path_factory) -> tuple[list[np.ndarray], list[str]]:
    said: list[str] = []
    return lying.at_rest(request.param, str(tmp_path_factory.mktemp("work")), said.append), said


def whole(parts: list[np.ndarray]) -> np.ndarray:
    shape = slung.bag()
    points = np.empty((shape.count, 3))
    for part, places in zip(shape.parts, parts):
        points[part] = places
    return points


def test_no_cloth_runs_through_other_cloth(at_rest) -> None:
    assert len(acceptance.cloth_crossings(whole(at_rest[0]), slung.bag().triangles)) == 0


def test_it_lies_on_the_table_in_folds_and_is_as_long_and_as_wide_as_it_was_cut(at_rest) -> None:
    front, back, strap, behind = at_rest[0]
    assert min(part[..., 2].min() for part in at_rest[0]) > 0.8 * lying.OFF
    for panel in (front, back):
        lengths = np.linalg.norm(np.diff(panel, axis=0), axis=2).sum(0)
        widths = np.linalg.norm(np.diff(panel, axis=1), axis=2).sum(1)
        assert np.abs(lengths / pattern.LONG - 1).max() < 0.02
        assert np.abs(widths / (2 * pattern.HALF) - 1).max() < 0.02
    assert 0.008 < front[..., 2].max() < 0.030
    for line in (strap, behind):
        lengths = np.linalg.norm(np.diff(line, axis=0), axis=2).sum(0)
        assert np.abs(lengths / (slung.LOOP * slung.CELL) - 1).max() < 0.02


def test_on_its_way_round_a_strap_rises_to_an_edge(at_rest) -> None:
    for strap in at_rest[0][2:]:
        across = strap[:, -1] - strap[:, 0]
        steep = np.abs(across[:, 2]) / np.linalg.norm(across, axis=1)
        assert steep[[0, -1]].max() < 0.5 and steep.max() > 0.7


def test_a_circle_in_its_print_stays_one(at_rest) -> None:
    """One of 10 in, seen from above, to 4 % of its radius."""
    front = lying.smoothed(at_rest[0][0])[..., :2]
    flat = np.stack(lying.hung.flat_grid(), -1)
    from_middle = np.hypot(flat[..., 0], flat[..., 1] - pattern.PRINT_CENTRE)
    ring = np.abs(from_middle - 0.127) < slung.CELL / 2
    middle = (front[ring] - flat[ring]).mean(0) + [0.0, pattern.PRINT_CENTRE]
    seen = np.hypot(*(front[ring] - middle).T) / from_middle[ring]
    assert len(seen) > 80 and np.abs(seen - 1).max() < 0.04


def test_it_is_at_rest_and_made_once(at_rest, tmp_path, monkeypatch) -> None:
    parts, said = at_rest
    assert float(said[-1].split()[4]) < 0.005
    made = []
    monkeypatch.setattr(lying, "simulated", lambda facts, report: made.append(facts) or parts)
    once, again = (lying.at_rest("flat-lay-1", str(tmp_path)) for _ in range(2))
    assert len(made) == 1 and all(np.array_equal(a, b) for a, b in zip(once, again))
