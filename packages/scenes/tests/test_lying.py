"""The straps of a tote that lies on a table (python -m pytest)."""

import sys

import numpy as np
import pytest

import build

build.scene_module("tote-bag")
lying, laid = sys.modules["product_tote_bag.lying"], sys.modules["product_tote_bag.laid"]


@pytest.fixture(scope="module")
def at_rest(tmp_path_factory) -> tuple[tuple[np.ndarray, np.ndarray], list[str]]:
    said: list[str] = []
    return lying.straps((0.008, -0.020), 41, str(tmp_path_factory.mktemp("work")), said.append), said


def test_a_strap_lies_on_the_table_as_long_and_as_wide_as_it_was_cut(at_rest) -> None:
    for strap in at_rest[0]:
        lengths = np.linalg.norm(np.diff(strap, axis=0), axis=2).sum(0)
        widths = np.linalg.norm(np.diff(strap, axis=1), axis=2).sum(1)
        assert np.abs(lengths / lying.FREE - 1).max() < 0.02
        assert np.abs(widths / (2 * laid.STRAP) - 1).max() < 0.04
        assert strap[..., 2].min() > 0.8 * lying.OFF


def test_its_ends_stay_where_they_are_sewn_and_on_its_way_round_it_rises_to_an_edge(at_rest) -> None:
    for strap in at_rest[0]:
        for row, side in ((0, -1), (-1, 1)):
            assert abs(strap[row, 2, 0] - side * laid.APART) < 1e-3 and abs(strap[row, 2, 1]) < 1e-3
        across = strap[:, -1] - strap[:, 0]
        steep = np.abs(across[:, 2]) / np.linalg.norm(across, axis=1)
        assert steep[[0, -1]].max() < 0.1 and steep.max() > 0.7


def test_it_is_at_rest_and_made_once(at_rest, tmp_path) -> None:
    speeds = [float(line.split()[4]) for line in at_rest[1]]
    assert speeds[-1] < 0.005
    said: list[str] = []
    once = lying.straps((0.0, 0.0), 1, str(tmp_path), said.append)
    count = len(said)
    again = lying.straps((0.0, 0.0), 1, str(tmp_path), said.append)
    assert count > 0 and len(said) == count and all(np.array_equal(a, b) for a, b in zip(once, again))
