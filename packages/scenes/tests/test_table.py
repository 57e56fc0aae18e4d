"""The table that a sewn garment falls on and the hands that smooth it; no Blender, no wearer's files."""

from dataclasses import replace

import numpy as np

from sewing import acceptance, cuts, fold, panels, table, turned
from sewing.attempts import VARIANTS
from sewing.fold import GRAVITY
from sewing.variant import forces, phases, taken_over


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


def with_its_hood_up() -> tuple[panels.Garment, np.ndarray]:
    """A hooded garment in the flat, its hood's halves beside each other above its neck, the left one on the right."""
    garment = panels.sew(cuts.CUTS["hood-heavy"], 0.02)
    flat, _ = garment.mean_flat()
    places = np.stack([flat[:, 0], 0 * flat[:, 0], 1.4 + flat[:, 1]], 1)
    for panel, side in ((panels.HOOD_L, 1), (panels.HOOD_R, -1)):
        mine = garment.on(panel)
        places[mine] = np.stack([side * (0.02 + np.abs(flat[mine, 0])), 0 * flat[mine, 0], 1.45 + flat[mine, 1]], 1)
    return garment, places


def test_a_hood_that_is_to_lie_is_held_by_its_crown_with_somewhat_more_than_its_weight() -> None:
    garment, places = with_its_hood_up()
    hand, hood = fold.hold(garment, places), fold.above_neck(garment)
    held = hand[:, 2] > 0
    assert not hand[:, :2].any() and hood[held].all()
    assert places[held, 2].min() >= places[hood & ~held, 2].max()
    assert GRAVITY < hand[:, 2].sum() / hood.sum() < 1.5 * GRAVITY
    tee, below = standing()
    assert not fold.hold(tee, below).any()
    for name, variant in VARIANTS.items():
        assert any(phase.hold for phase in phases(variant)) == name.startswith("hood-laid")


def test_the_halves_of_a_hood_are_smoothed_apart_and_up_from_its_neck_either_side_up() -> None:
    garment, places = with_its_hood_up()
    for way in (1, -1):
        force = table.smoothing(garment, places * [way, 1, 1])
        for panel, other, side in ((panels.HOOD_L, panels.HOOD_R, way), (panels.HOOD_R, panels.HOOD_L, -way)):
            mine = garment.on(panel) & fold.above_neck(garment) & ~garment.on(other)
            assert (side * force[mine, 0] > 1).all()
            above = places[:, 2] > places[garment.neck, 2].max()
            assert (force[mine & above, 2] > 0).all()


def test_what_lies_face_down_is_judged_by_its_back_and_calls_it_its_front() -> None:
    garment, places = standing()
    back = garment.on(panels.BACK) & ~garment.on(panels.FRONT, panels.SLEEVE_L, panels.SLEEVE_R)
    wide = places.copy()
    wide[back, 0] *= 1.06
    nothing = np.full((3, 3), 9.0) + np.eye(3), np.array([[0, 1, 2]])
    judge = lambda side: acceptance.judged(garment, wide, 0 * wide, *nothing, side=side)
    assert judge(panels.BACK).stretch > 0.05 > judge(panels.FRONT).stretch

    cut, count = garment.cut, len(garment.panel)
    parked = garment.flat + np.array([panels.PARKED[panel] for panel in garment.panel])[:, None]
    data = {"panel": garment.panel.copy(), "uv": parked.astype(np.float32)}
    shown = turned.renamed(data, cut)
    was_back = garment.panel == panels.BACK
    assert (shown["panel"][was_back] == panels.FRONT).all() and (data["panel"] == garment.panel).all()
    mirrored = shown["uv"][was_back] - panels.PARKED[panels.FRONT]
    assert np.allclose(mirrored, garment.flat[was_back] * [-1, 1], atol=1e-6)
    assert len(shown["uv"]) == count
