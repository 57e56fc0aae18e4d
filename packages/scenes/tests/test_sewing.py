"""The sewn garments' cuts, the cloth solver and what it takes for a variant to be shown;
no Blender, no wearer's files."""

import shutil

import numpy as np
import pytest

from lib import cloth
from sewing import acceptance, attempts, cuts, dressing, fabric, fairing, fold, layout, output, panels, solver

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ to compile the solver with")
STILL = np.zeros((0, 3))


def square(side: float, spacing: float, bending: float = 2e-6) -> tuple[solver.Sheet, np.ndarray]:
    """(sheet, flat places) of a square of jersey, by the same springs and hinges as a garment's."""
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side), (0, 0)], float)
    points, triangles = cloth.triangulate(cloth.resample(corners, spacing)[:-1], spacing)
    goods = cuts.Fabric(weight=0.165, stretch=182.0, bending=bending, thickness=0.002)
    cut = cuts.Cut(goods, 0.1, 0.1, 0.1, (0, 0), (0, 0), (0, -9), (0, 0), 0.1, 9, 0.1, 0)
    plain = panels.Garment(
        cut, len(points), triangles, points[triangles], np.full(len(triangles), panels.FRONT), {}, STILL, spacing
    )
    return fabric.sheet(plain, fabric.Making(metric=0.0)), points


def fallen(steps: int = 100) -> tuple[solver.Solver, solver.Sheet, np.ndarray, np.ndarray, np.ndarray]:
    """A square of 24 cm that has fallen on a ball of 7 cm: (solver, sheet, ball's places, its triangles,
    the speeds in the end)."""
    sheet, flat = square(0.24, 0.012)
    rows, columns = 24, 36
    down, round_ = np.meshgrid(np.linspace(0.02, np.pi - 0.02, rows), np.arange(columns) * 2 * np.pi / columns)
    ball = 0.07 * np.stack([np.sin(down) * np.cos(round_), np.sin(down) * np.sin(round_), np.cos(down)], -1)
    index = np.arange(rows * columns).reshape(columns, rows)
    a, b = index[:, :-1], index[:, 1:]
    c, d = np.roll(index, -1, 0)[:, :-1], np.roll(index, -1, 0)[:, 1:]
    faces = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([c, b, d], -1).reshape(-1, 3)])
    start = np.column_stack([flat - 0.12, np.full(len(flat), 0.075)])
    ball = ball.reshape(-1, 3)
    run = solver.Solver(sheet, start, np.full(len(flat), 0.002), ball, faces, thickness=0.002)
    force = np.tile([0.0, 0.0, -9.81], (len(flat), 1))
    for k in range(steps):
        was = run.read()[0]
        run.run(solver.Step(40, 3.0 if k < steps - 40 else 12.0), ball, ball, force)
    return run, sheet, ball, faces, (run.read()[0] - was) * 60


@needs_compiler
def test_a_hanging_sheet_keeps_its_length():
    sheet, flat = square(0.20, 0.01)
    held = flat[:, 1] > 0.20 - 1e-6
    start = np.column_stack([flat[:, 0], 0 * flat[:, 0], flat[:, 1]])
    run = solver.Solver(sheet, start, np.zeros(len(flat)), thickness=0.002)
    force = np.tile([0.0, 0.0, -9.81], (len(flat), 1))
    for _ in range(60):
        run.run(solver.Step(60, 4.0), accelerations=force, pulls=(start, np.where(held, 1e6, 0)))
    places, _ = run.read()
    assert np.abs(places[held] - start[held]).max() < 1e-4
    # by its own weight a strip of jersey lengthens by rho g L / 2Y, here 0.09 %
    assert 0.0 < -places[:, 2].min() < 0.004 * 0.20


@needs_compiler
def test_cloth_without_stretch_would_fail_the_hanging_sheet():
    sheet, flat = square(0.20, 0.01)
    sheet.stiffness = sheet.stiffness * 0.01
    held = flat[:, 1] > 0.20 - 1e-6
    start = np.column_stack([flat[:, 0], 0 * flat[:, 0], flat[:, 1]])
    run = solver.Solver(sheet, start, np.zeros(len(flat)), thickness=0.002)
    force = np.tile([0.0, 0.0, -9.81], (len(flat), 1))
    for _ in range(60):
        run.run(solver.Step(60, 4.0), accelerations=force, pulls=(start, np.where(held, 1e6, 0)))
    assert -run.read()[0][:, 2].min() > 0.004 * 0.20


@needs_compiler
def test_a_sheet_falls_on_a_ball_and_rests_without_crossing():
    run, sheet, ball, faces, speeds = fallen()
    places, _ = run.read()
    assert places[:, 2].max() > 0.06 and places[:, 2].min() < 0.0  # it lies on the ball and hangs about it
    assert np.linalg.norm(places, axis=1).min() > 0.0695
    assert len(acceptance.body_crossings(places, sheet.triangles, ball, faces)) == 0
    assert len(acceptance.cloth_crossings(places, sheet.triangles)) == 0
    assert np.quantile(np.linalg.norm(speeds, axis=1), 0.99) < 0.02


@needs_compiler
def test_the_same_input_gives_the_same_cloth():
    one, other = fallen(6)[0].read(), fallen(6)[0].read()
    assert np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])


@needs_compiler
def test_layers_do_not_pass_through_each_other():
    """A small square falls on a larger one that is held by its rim."""
    low, flat_low = square(0.20, 0.01)
    high, flat_high = square(0.10, 0.01)
    n = len(flat_low)
    together = solver.Sheet(
        *(np.concatenate([getattr(low, k), getattr(high, k)]) for k in ("mass",)),
        np.concatenate([low.edges, high.edges + n]),
        *(np.concatenate([getattr(low, k), getattr(high, k)]) for k in ("lengths", "stiffness")),
        np.concatenate([low.hinges, high.hinges + n]),
        *(np.concatenate([getattr(low, k), getattr(high, k)]) for k in ("hinge_weights", "hinge_stiffness")),
        np.concatenate([low.triangles, high.triangles + n]),
        np.concatenate([low.still_from, high.still_from[1:] + low.still_from[-1]]),
        np.concatenate([low.still, high.still + n]),
    )
    start = np.concatenate(
        [
            np.column_stack([flat_low, 0 * flat_low[:, 0]]),
            np.column_stack([flat_high + 0.053, 0.02 + 0 * flat_high[:, 0]]),
        ]
    )
    rim = np.r_[np.abs(flat_low - 0.1).max(1) > 0.0999, np.zeros(len(flat_high), bool)]
    run = solver.Solver(together, start, np.zeros(len(start)), thickness=0.002)
    force = np.tile([0.0, 0.0, -9.81], (len(start), 1))
    for _ in range(40):
        run.run(solver.Step(40, 3.0), accelerations=force, pulls=(start, np.where(rim, 1e6, 0)))
    places, _ = run.read()
    assert len(acceptance.cloth_crossings(places, together.triangles)) == 0
    assert places[n:, 2].min() > places[:n, 2].min()
    assert places[n:, 2].max() < 0.018


def test_a_run_without_its_body_is_refused():
    if shutil.which("g++") is None:
        pytest.skip("no g++ to compile the solver with")
    sheet, flat = square(0.05, 0.01)
    run = solver.Solver(sheet, np.column_stack([flat, flat[:, 0]]), np.zeros(len(flat)))
    with pytest.raises(ValueError):
        run.run(solver.Step(4, 1.0), np.zeros((3, 3)), np.zeros((3, 3)))


@pytest.mark.parametrize("name", cuts.CUTS)
def test_panels_are_sewn_into_one_surface(name):
    garment = panels.sew(cuts.CUTS[name], 0.02)
    t = garment.triangles
    directed = np.concatenate([t[:, [k, (k + 1) % 3]] for k in range(3)])
    twice = np.unique(directed, axis=0, return_counts=True)[1] > 1
    # where a hood's halves lap at the throat three layers meet; anywhere else one side of the cloth is its outside
    assert twice.sum() <= (4 if cuts.CUTS[name].hood else 0)
    assert len(np.unique(t)) == garment.count
    u, v = garment.flat[:, 1] - garment.flat[:, 0], garment.flat[:, 2] - garment.flat[:, 0]
    area = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2
    assert 0.7 < area.sum() < 2.2


@pytest.mark.parametrize("name", cuts.CUTS)
def test_a_sleeve_is_as_long_as_its_armhole(name):
    cut = cuts.CUTS[name]
    armhole = sum(cuts.length(cuts.torso(cut, is_front)["armhole"]) for is_front in (True, False))
    caps = sum(cuts.length(line) for edge, line in cuts.sleeve(cut).items() if edge.startswith("cap"))
    assert caps == pytest.approx(1.01 * armhole, rel=1e-3)


def test_a_finer_garment_is_the_same_cloth():
    garment = panels.sew(cuts.CUTS["tee-boxy"], 0.03)
    fine, matrix = garment.finer()
    area = lambda g: np.abs(np.cross(g.flat[:, 1] - g.flat[:, 0], g.flat[:, 2] - g.flat[:, 0])).sum()
    assert area(fine) == pytest.approx(area(garment))
    assert np.allclose(np.asarray(matrix.sum(1)), 1)
    assert {kind: 2 * len(pairs) for kind, pairs in garment.seams.items()} == {k: len(p) for k, p in fine.seams.items()}
    edges = {tuple(e) for e in np.sort(np.concatenate([fine.triangles[:, [k, (k + 1) % 3]] for k in range(3)]))}
    assert all(tuple(sorted(pair)) in edges for pairs in fine.seams.values() for pair in pairs)


def laid(garment: panels.Garment) -> np.ndarray:
    """Panels in the flat, each at a depth of its own: nothing crosses, nothing is stretched but what seams join."""
    places, panel = garment.mean_flat()
    return np.column_stack([places[:, 0] + 2.0 * panel, 0 * panel, places[:, 1]])


def test_acceptance_passes_flat_cloth_and_sees_a_tangle():
    whole = panels.sew(cuts.CUTS["tee-boxy"], 0.02)
    front = whole.panel == panels.FRONT
    garment = panels.replace(whole, triangles=whole.triangles[front], flat=whole.flat[front], panel=whole.panel[front])
    places, nowhere = laid(whole), np.array([[9.0, 9, 9], [9, 9.1, 9], [9, 9, 9.1]])
    judge = lambda p, v: acceptance.judged(garment, p, v, nowhere, np.array([[0, 1, 2]]))
    still = np.zeros_like(places)
    assert judge(places, still).faults == ()
    folded = places.copy()  # the left half turned over on to the right one, and through it
    left = folded[:, 0] < -0.02
    folded[left] = folded[left] * [-1, 1, 1] + np.column_stack(
        [0 * folded[left, 0], 0.01 * np.sin(60 * folded[left, 2]), 0 * folded[left, 0]]
    )
    assert "cloth_crossings" in judge(folded, still).faults
    assert judge(places * [1.06, 1, 1], still).faults == ("stretch", "circle")
    assert "speed" in judge(places, still + 0.05).faults
    assert judge(np.full_like(places, np.nan), still).faults == ("not finite",)


def test_acceptance_sees_a_body_that_pokes_through():
    sheet, flat = square(0.10, 0.01)
    places = np.column_stack([flat, 0 * flat[:, 0]])
    spike = np.array([[0.05, 0.05, 0.01], [0.045, 0.05, -0.02], [0.055, 0.052, -0.02]])
    poked = lambda spike: len(acceptance.body_crossings(places, sheet.triangles, spike, np.array([[0, 1, 2]])))
    assert poked(spike) > 0
    assert poked(spike - [0, 0, 0.02]) == 0


VERDICT = acceptance.Verdict(0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, ())


def test_a_tangled_take_is_tried_again_with_other_values():
    tried = []
    judge = lambda variant: acceptance.replace(VERDICT, faults=() if len(tried) > 2 else ("cloth_crossings",))
    simulate = lambda variant, wearer: tried.append(variant) or variant
    result, verdict = attempts.accepted(attempts.VARIANTS["tee-man-1"], None, simulate, judge)
    assert result == tried[2] and verdict.faults == ()
    assert len(set(tried)) == 3


def test_a_take_that_never_comes_right_is_refused():
    judge = lambda variant: acceptance.replace(VERDICT, faults=("speed",))
    with pytest.raises(attempts.Tangled, match="speed"):
        attempts.accepted(attempts.VARIANTS["tee-man-1"], None, lambda variant, wearer: variant, judge)


def test_every_take_names_a_cut_and_its_fabric_has_limits():
    for name, variant in attempts.VARIANTS.items():
        limits = attempts.limits_of(variant)
        fabric = acceptance.JERSEY if variant.cut.startswith("tee") else acceptance.FLEECE
        if name.startswith("hood-laid"):
            assert limits.hood == np.inf
            limits = acceptance.replace(limits, hood=fabric.hood)
        assert limits == fabric


def test_wind_takes_a_hood_and_a_tug_the_front_below_it():
    garment = panels.sew(cuts.CUTS["hood-heavy"], 0.02)
    places, panel = garment.mean_flat()
    blown = fold.forces(garment, 1.0, 0.0)[:, 1] > 0
    assert blown.any() and not blown[garment.neck].any()
    assert not blown[~garment.on(panels.HOOD_L, panels.HOOD_R)].any()
    pulled = fold.forces(garment, 0.0, 1.0)[:, 2] < 0
    assert pulled.any() and (panel[pulled] == panels.FRONT).all() and places[pulled, 1].max() < fold.PULLED_BELOW
    assert not fold.forces(panels.sew(cuts.CUTS["tee-boxy"], 0.03), 1.0, 1.0).any()


@pytest.mark.parametrize("name", [name for name in cuts.CUTS if cuts.CUTS[name].hood])
def test_the_halves_of_a_hood_begin_apart_at_the_throat(name):
    cut = cuts.CUTS[name]
    ring = np.linspace(-cut.hood.overlap, 0.2, 40)
    foot = np.column_stack([ring, 0 * ring]), np.column_stack([0 * ring, ring, 1.5 + 0 * ring])
    at = dressing.Hold(1.5, 0.0, {}, {}, {}, {})
    flat = np.array([[0.005, 0.01], [0.01, 0.03]])
    left, right = (dressing.hood(cut, at, flat, sign, foot) for sign in (1.0, -1.0))
    assert (right[:, 1] - left[:, 1] > 0.003).all()


@pytest.mark.parametrize("name", cuts.CUTS)
def test_no_two_panels_of_a_plate_share_a_place(name):
    garment = panels.sew(cuts.CUTS[name], 0.02)
    space = layout.layout_of(garment.cut)
    park = np.array([panels.PARKED[panel] for panel in range(len(panels.PARKED))])
    places = space.placed(garment.flat + park[garment.panel][:, None], garment.panel)
    assert places.min() > 0 and places.max() < 1
    boxes = [places[garment.panel == panel].reshape(-1, 2) for panel in np.unique(garment.panel)]
    boxes.append(space.shares(np.array([space.free])))
    for k, one in enumerate(boxes):
        for other in boxes[:k]:
            assert (one.min(0) > other.max(0)).any() or (other.min(0) > one.max(0)).any()


def test_a_hoods_face_is_no_hem_of_the_front():
    garment = panels.sew(cuts.CUTS["hood-heavy"], 0.02)
    to_rim = output.ways(garment, fairing.rims(garment.triangles))
    front = garment.panel == panels.FRONT
    assert np.allclose(to_rim[front], garment.flat[front][..., 1] - garment.cut.hem[1], atol=0.012)


def test_a_hood_that_stands_up_is_seen():
    garment = panels.sew(cuts.CUTS["hood-heavy"], 0.02)
    places = np.zeros((garment.count, 3))
    assert acceptance.crown(garment, places) == 0
    places[np.flatnonzero(garment.on(panels.HOOD_L) & ~garment.on(panels.FRONT))[-1], 2] = 0.2
    assert acceptance.crown(garment, places) > acceptance.FLEECE.hood
    assert acceptance.crown(panels.sew(cuts.CUTS["tee-boxy"], 0.03), np.zeros((9, 3))) == 0


def test_a_crossing_behind_cloth_is_not_in_sight():
    sheet, flat = square(0.10, 0.01)
    places = np.column_stack([flat[:, 0], 0 * flat[:, 0], flat[:, 1]])
    spots = np.array([[0.05, -0.01, 0.05], [0.05, 0.003, 0.05], [0.05, 0.05, 0.05], [0.5, 0.05, 0.05]])
    assert acceptance.in_sight(spots, places, sheet.triangles).tolist() == [True, True, False, True]
    assert acceptance.in_sight(np.zeros((0, 3)), places, sheet.triangles).tolist() == []


def test_what_was_simulated_is_not_simulated_again(tmp_path, monkeypatch):
    (tmp_path / "tee-man-1.npz").write_text("kept")
    monkeypatch.setattr(attempts, "Wearer", lambda *_: pytest.fail("simulated"))
    assert attempts.made("tee-man-1", tmp_path).read_text() == "kept"


@pytest.mark.parametrize(("height", "length"), [(0.016, 0.03), (0.05, 0.06)], ids=["small", "large"])
def test_a_pinch_beside_the_neck_is_drawn_smooth_and_nothing_else(height, length):
    """Two loops that a sheet makes through itself, as a prolate cycloid does, of which one lies at the neck's seam. Of
    the large ones it takes the cloth around along.
    """
    sheet, flat = square(0.30, 0.005)
    cut = cuts.CUTS["hood-heavy"]
    neck = np.flatnonzero(np.abs(flat[:, 0] - 0.05) < 0.003)
    whole = np.full(len(sheet.triangles), panels.FRONT)
    garment = panels.Garment(cut, len(flat), sheet.triangles, flat[sheet.triangles], whole, {}, neck, 0.005)
    wave = 2 * np.pi / 0.06
    tall = height * np.maximum(*(np.exp(-(((flat[:, 0] - x) / 0.025) ** 4)) for x in (0.045, 0.225)))
    tall *= np.exp(-(((flat[:, 1] - 0.15) / length) ** 2))
    turn = wave * (flat[:, 0] - 0.045)
    pinched = np.column_stack([flat[:, 0] - tall * np.sin(turn), tall * np.cos(turn), flat[:, 1]])
    crossing = lambda places: pairs_at(places, sheet.triangles)
    assert (crossing(pinched) < 0.13).any() and (crossing(pinched) > 0.17).any()
    smooth = fold.smoothed(garment, pinched)
    assert not (crossing(smooth) < 0.13).any()
    assert np.array_equal(smooth[flat[:, 0] > 0.15], pinched[flat[:, 0] > 0.15])


def pairs_at(places: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """x of where cloth passes through itself."""
    pairs = acceptance.cloth_crossings(places, triangles)
    return places[acceptance.edges_of(triangles)[pairs[:, 0]]].mean(1)[:, 0]


def test_a_rib_that_grips_is_shorter_at_its_rim_only():
    garment = panels.sew(cuts.CUTS["sweat-slim"], 0.02)
    plain, gripped = (fabric.sheet(garment, fabric.Making(metric=0.0, grip=g)).lengths for g in (0.0, 0.1))
    places, panel = garment.mean_flat()
    edges = fabric.sheet(garment, fabric.Making(metric=0.0)).edges
    low = np.abs(places[edges, 1] - garment.cut.hem[1]).max(1) < 0.006
    front = (panel[edges] == panels.FRONT).all(1)
    assert np.median((gripped / plain)[low & front]) == pytest.approx(1 - 0.1 / 0.8, abs=0.02)
    above = places[edges, 1].min(1) > garment.cut.hem[1] + garment.cut.hem_depth + 0.02
    assert np.array_equal(gripped[above & front], plain[above & front])


def test_a_hood_stays_calm_however_lively_the_rest():
    garment = panels.sew(cuts.CUTS["hood-heavy"], 0.02)
    calm = fabric.sheet(garment, attempts.LET_DOWN)
    lively = fabric.sheet(garment, attempts.DRAPED)
    inside = fold.above_neck(garment)
    in_hood = inside[calm.edges].all(1)
    assert lively.lengths[in_hood] == pytest.approx(calm.lengths[in_hood])
    assert np.ptp(lively.lengths[~in_hood] / calm.lengths[~in_hood]) > 0.02
    bent = inside[calm.hinges].all(1)
    assert lively.hinge_stiffness[bent] == pytest.approx(calm.hinge_stiffness[bent])
