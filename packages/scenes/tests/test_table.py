"""The table that a sewn garment falls on and the hands that smooth it; no Blender, no wearer's files."""

from dataclasses import replace

import numpy as np

from sewing import cuts, panels, table
from sewing.attempts import VARIANTS
from sewing.variant import GRAVITY, forces, phases, taken_over


def standing() -> tuple[panels.Garment, np.ndarray]:
    """A tee's front and back, 20 cm apart, and its sleeves between them."""
    garment = panels.sew(cuts.CUTS["tee-boxy"], 0.02)
    flat, panel = garment.mean_flat()
    depth = np.select([panel == panels.FRONT, panel == panels.BACK], [-0.1, 0.1], 0.0)
    return garment, np.stack([flat[:, 0], depth, 1.4 + flat[:, 1]], 1)


def test_a_table_stands_behind_the_cloth_looks_to_the_viewer_and_is_wider() -> None:
    _, places = standing()
    top = table.behind(places)
    assert (top.points[:, 1] > places[:, 1].max()).all()
    for axis in (0, 2):
        assert top.points[:, axis].min() < places[:, axis].min() - 0.2
        assert top.points[:, axis].max() > places[:, axis].max() + 0.2
    a, b, c = (top.points[top.skin[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 1] < 0).all()
    # the solver feels a body's points within 3 cm
    assert max(np.abs(b - a).max(), np.abs(c - b).max()) < 0.03


def test_what_is_laid_falls_away_from_the_viewer_trunk_and_sleeves_smoothed_each_from_where_it_begins() -> None:
    garment, places = standing()
    variant = VARIANTS["tee-laid-1"]
    smooth = next(phase for phase in phases(variant) if phase.name == "smooth")
    leave = next(phase for phase in phases(replace(variant, laid=0.5)) if phase.name == "leave")
    armhole = np.unique(garment.seams["armhole"])
    for panel in (panels.FRONT, panels.BACK, panels.SLEEVE_L, panels.SLEEVE_R):
        is_sleeve = panel in (panels.SLEEVE_L, panels.SLEEVE_R)
        mine = garment.on(panel)
        middle = places[garment.on(panels.FRONT, panels.BACK)].mean(0)
        if is_sleeve:
            middle = places[armhole[mine[armhole]]].mean(0)
            mine[armhole] = False
        for phase, sign in ((smooth, 1), (leave, -1)):
            force = forces(garment, variant, phase, places)
            assert np.allclose(force[:, 1], GRAVITY)
            assert (sign * (force * (places - middle))[mine][:, [0, 2]] >= 0).all()
    assert isinstance(taken_over(garment, variant, places), table.Table)


def test_what_hangs_or_is_sewn_still_falls_down() -> None:
    garment, places = standing()
    for name in ("tee-laid-1", "tee-hung-1"):
        variant = VARIANTS[name]
        first, last = phases(variant)[0], phases(variant)[-1]
        assert forces(garment, variant, first, places)[:, 2].max() < 0
        assert np.allclose(forces(garment, variant, last, places)[:, 2], -GRAVITY) == (variant.laid is None)
