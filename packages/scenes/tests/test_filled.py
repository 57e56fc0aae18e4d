"""A garment that is shown without who wore it."""

import numpy as np

from sewing import cuts, filled, panels


def test_a_rib_is_drawn_in_to_its_rim_and_nothing_above_it_moves() -> None:
    cut = cuts.CUTS["hood-heavy"]
    front = np.array([panels.FRONT])
    down = np.array([0.0, 0.5, 1.0, 1.0 + filled.ABOVE / cut.hem_depth, 2.0]) * cut.hem_depth
    for to_hem, share in zip(down, (filled.AT_SEAM + filled.AT_RIM, None, filled.AT_SEAM, 0.0, 0.0)):
        rim = np.array([[-0.2, 0, 0], [0.3, 0, 0], [0.05, 0, 0.01]])
        place = np.array([[-0.1, 0.1, 1.0], [0.3, 0.1, 1.0], [0.05, 0.2, 1.01]])
        data = {
            "points": np.concatenate([rim, place]),
            "triangles": np.array([[0, 1, 2], [3, 4, 5]]),
            "panel": np.concatenate([front, front]),
            "to_hem": np.array([[0.0, 0.0, 0.01], [to_hem, to_hem, to_hem]]),
        }
        moved = filled.drawn_in(data, cut)["points"]
        assert (moved[:, 1:] == data["points"][:, 1:]).all()
        left = (moved[3:5, 0] - 0.05) / (place[:2, 0] - 0.05)
        if share is None:
            assert (left < 1 - filled.AT_SEAM).all() and (left > 1 - filled.AT_SEAM - filled.AT_RIM).all()
        else:
            assert np.allclose(left, 1 - share)


def test_a_sleeve_is_not_drawn_in() -> None:
    data = {
        "points": np.array([[-0.2, 0, 0], [0.3, 0, 0], [0.05, 0, 0.01], [0.4, 0, 0.5], [0.5, 0, 0.5], [0.4, 0, 0.6]]),
        "triangles": np.array([[0, 1, 2], [3, 4, 5]]),
        "panel": np.array([panels.FRONT, panels.SLEEVE_L]),
        "to_hem": np.zeros((2, 3)),
    }
    moved = filled.drawn_in(data, cuts.CUTS["hood-heavy"])["points"]
    assert (moved[3:] == data["points"][3:]).all() and (moved[:2] != data["points"][:2]).any()
