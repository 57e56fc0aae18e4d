"""The hanger that a sewn garment falls on; no Blender, no wearer's files."""

import numpy as np
from scipy.spatial import cKDTree

from sewing import cuts, hanger, panels


def test_a_hanger_lies_below_the_shoulders_that_fall_on_it_and_looks_outwards() -> None:
    garment = panels.sew(cuts.CUTS["tee-boxy"], 0.02)
    flat, _ = garment.mean_flat()
    places = np.stack([flat[:, 0], 0 * flat[:, 0], 1.4 + flat[:, 1]], 1)
    held = hanger.under(garment, places, askew=0.0)
    seam = places[np.unique(garment.seams["shoulder"])]
    wood = cKDTree(held.points[:, :1])
    for place in seam[np.abs(seam[:, 0]) < held.points[:, 0].max() - 0.01]:
        near = held.points[wood.query_ball_point(place[:1], 0.004)]
        assert 0.002 < place[2] - near[:, 2].max() < 0.03
    a, b, c = (held.points[held.skin[:, k]] - held.points.mean(0) for k in range(3))
    assert np.einsum("ij,ij->", a, np.cross(b, c)) > 0
    whole = held.skin[held.skin[:, 0] != held.skin[:, 2]]  # an end's quad is half of one
    edges = np.sort(np.concatenate([whole[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1)
    assert set(np.unique(edges, axis=0, return_counts=True)[1]) == {2}


def test_a_front_is_opened_to_its_sides_and_forward_and_sleeves_are_left() -> None:
    garment = panels.sew(cuts.CUTS["hood-heavy"], 0.03)
    _, panel = garment.mean_flat()
    force = hanger.opening(garment)
    assert (force[panel == panels.FRONT, 1] < -10).all()
    assert force[panel == panels.BACK, 0].min() < -2 and force[panel == panels.BACK, 0].max() > 2
    assert not force[np.isin(panel, (panels.SLEEVE_L, panels.SLEEVE_R))].any()
