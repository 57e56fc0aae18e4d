"""A canvas tote on a table: a simulation of how front, back and straps come to rest there.

Units: metres, kilograms, seconds. The bag lies as its pattern does: x to the viewer's right, y up along it, 0 at its
opening, z off the table. A bag that was carried is nowhere quite as wide as its cloth, and what is over rises in folds:
its rim is drawn inwards by some millimetres and stays there. A band does not bend in its own plane: on its way round a
strap rises to an edge, which then leans to a side.
"""

import hashlib
import inspect
import os

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from lib import cloth, seams
from rigs import light_rigs
from sewing.fold import GRAVITY
from sewing.solver import Solver, Step

from . import hung, pattern, slung

FRAME = 0.76
# turn: degrees; shift: of the opening's middle in the picture; lean: that the tops of the front's strap and the back's
# lie aside before they are let go; drawn: (place on the rim, the way it is drawn); bending: N·m; seed: of the cloth
VARIANTS = {
    "flat-lay-1": {
        "turn": 0.0,
        "shift": (0.0, 0.086),
        "lean": (0.0, 0.0),
        "drawn": (
            ((-0.19, -0.41), (0.0042, 0.0032)),
            ((0.19, -0.41), (-0.001, 0.0021)),
            ((0.19, -0.20), (-0.0042, 0.001)),
            ((-0.19, -0.20), (0.0021, 0.0)),
            ((0.19, 0.0), (-0.0032, -0.0032)),
            ((-0.19, 0.0), (0.001, -0.001)),
            ((0.0, -0.41), (0.0, 0.0021)),
        ),
        "bending": 2.5e-4,
        "seed": 41,
    },
    "flat-lay-2": {
        "turn": -6.0,
        "shift": (-0.006, 0.090),
        "lean": (-0.015, -0.025),
        "drawn": (
            ((-0.19, -0.41), (0.001, 0.001)),
            ((0.19, -0.41), (-0.0051, 0.0051)),
            ((0.19, -0.20), (-0.0021, 0.001)),
            ((-0.19, -0.20), (0.0032, -0.0021)),
            ((0.19, 0.0), (-0.001, -0.001)),
            ((-0.19, 0.0), (0.0032, -0.0032)),
            ((0.0, -0.41), (0.0, 0.001)),
        ),
        "bending": 5e-4,
        "seed": 57,
    },
}
STRIP, LOOP = slung.STRIP, slung.LOOP
OFF, THICK = 0.0016, 0.0020  # that cloth keeps from the table, and from cloth
FRICTION = 0.6
GRASP = 0.04  # metres round a place on the rim that are drawn with it
DRAWING = 45  # sixtieths of a second in which it is drawn
RISE = 0.190  # of a loop off the bag before it is let go; it is a fourteenth too short then, and rises
BEYOND = 0.025  # that the loop of the back reaches beyond that of the front
TURNED = 1.2  # radians that it is turned at its top before it is let go
# (sixtieths of a second, damping in 1/s, inertia, m/s² with which a hand lays the straps over outwards)
PHASES = ((40, 1.0, 4.0, 9.0), (60, 4.0, 12.0, 0.0), (60, 12.0, 24.0, 0.0), (40, 40.0, 24.0, 0.0))


def upright(lean: float, lowest: float, height: float) -> NDArray:
    """Places (LOOP + 1, STRIP, 3) of a strap before it is let go: flat at its ends, on its edge at the top.

    lean: metres that the top lies aside; lowest: its lower edge there, off the table; height: of its ends.
    """
    t = np.linspace(0, np.pi, 160)
    root = (hung.ROOTS[1] - hung.ACROSS / 2) * slung.CELL
    x = -root * np.cos(t) * (1 - 0.10 * np.sin(t)) + lean * np.sin(t) ** 2
    line = cloth.resample(np.stack([x, RISE * np.sin(t) ** 0.72], 1), 0.001)
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    share = np.linspace(0, 1, LOOP + 1)
    line = np.stack([np.interp(share * along[-1], along, line[:, k]) for k in (0, 1)], 1)
    tangent = np.gradient(line, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    inwards = np.stack([tangent[:, 1], -tangent[:, 0]], 1)
    turn = TURNED * np.sin(np.pi * share) ** 1.2
    across = (np.arange(STRIP) - (STRIP - 1) / 2) * slung.CELL
    up = height * (1 - np.sin(np.pi * share)) + lowest * np.sin(np.pi * share) + np.sin(turn) * across[-1] + 0.001
    places = np.empty((LOOP + 1, STRIP, 3))
    places[..., :2] = line[:, None] + across[None, :, None] * (inwards * np.cos(turn)[:, None])[:, None]
    places[..., 2] = up[:, None] - across[None] * np.sin(turn)[:, None]
    return places


def table() -> tuple[NDArray, NDArray]:
    """Points and triangles of the table's top around the bag."""
    x, y = np.meshgrid(np.arange(-0.30, 0.3001, 0.02), np.arange(-0.52, 0.36, 0.02))
    k = np.arange(x.size).reshape(x.shape)
    a, b, c, d = (each.ravel() for each in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    return np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], 1), np.concatenate([np.c_[a, b, c], np.c_[a, c, d]])


def start(shape: slung.Bag, lean: tuple[float, float]) -> NDArray:
    """Places (count, 3) of a bag before it is let go: flat, its front a little above its back, its straps upright."""
    front, back, strap, behind = shape.parts
    X, Y = hung.flat_grid()
    inside = np.minimum(from_seams(), 5) / 5
    places = np.zeros((shape.count, 3))
    places[back] = np.stack([X, Y, np.full(X.shape, OFF + 0.0004)], -1)
    places[front] = np.stack([X, Y, np.where(inside > 0, OFF + THICK + 0.001 + 0.003 * inside, OFF + 0.001)], -1)
    rise = np.sin(np.pi * np.arange(LOOP + 1) / LOOP)[:, None]
    for line, aside, lowest, height, higher in (
        (strap, lean[0], 0.004, 0.006, 0.0),
        (behind, lean[1], 0.001, 0.002, BEYOND),
    ):
        loop = upright(aside, lowest, height)
        loop[..., 1] += higher * rise
        places[line[1:-1]] = loop[1:-1]
    return places


def from_seams() -> NDArray:
    """How many cells each vertex of a panel lies from the sides and the bottom, where front and back are sewn."""
    columns, rows = np.arange(hung.ACROSS + 1), np.arange(hung.DOWN + 1)
    return np.minimum.outer(rows[::-1], np.minimum(columns, columns[::-1]))


def pulled(shape: slung.Bag, pulls: tuple) -> tuple[NDArray, NDArray]:
    """(the way each vertex is drawn (count, 3), whether it is) of pulls as VARIANTS have them."""
    X, Y = hung.flat_grid()
    by, is_drawn = np.zeros((shape.count, 3)), np.zeros(shape.count, bool)
    for place, way in pulls:
        near = np.hypot(X - place[0], Y - place[1]) < GRASP
        for panel in shape.parts[:2]:
            by[panel[near], :2] = way
            is_drawn[panel[near]] = True
    return by, is_drawn


def at_rest(name: str, work: str, report=print) -> list[NDArray]:
    """(front, back, strap of the front, strap of the back) of a variant as grids of places; kept in the work folder."""
    facts = VARIANTS[name]
    about = repr(facts) + inspect.getsource(slung) + inspect.getsource(inspect.getmodule(at_rest))
    path = os.path.join(work, f"lying-{hashlib.sha1(about.encode()).hexdigest()[:10]}.npz")
    if not os.path.exists(path):
        os.makedirs(work, exist_ok=True)
        np.savez(path, *simulated(facts, report))
    kept = np.load(path)
    return [kept[key] for key in kept.files]


def simulated(facts: dict, report=print) -> list[NDArray]:
    """The parts of at_rest(), made: the bag falls, its rim is drawn in meanwhile, its straps are laid over and let go.
    facts: one of VARIANTS; report: takes a line about speed after each of PHASES.
    """
    shape = slung.bag()
    places = start(shape, facts["lean"])
    body, faces = table()
    canvas = slung.canvas(shape, slung.weighed(shape), facts["bending"], facts["seed"], is_pressed=True)
    solver = Solver(canvas, places, np.full(shape.count, OFF), body, faces, THICK, FRICTION, FRICTION)
    by, is_drawn = pulled(shape, facts["drawn"])
    straps = np.concatenate([line[1:-1].ravel() for line in shape.parts[2:]])
    force = np.tile([0.0, 0.0, -GRAVITY], (shape.count, 1))
    frame = 0
    for steps, damping, inertia, laying in PHASES:
        force[straps, 1] = laying * np.clip(places[straps, 1] / 0.2, 0, 1)
        for _ in range(steps):
            frame += 1
            was = solver.read()[0]
            to = np.c_[(places + by * min(1.0, frame / DRAWING))[:, :2], was[:, 2]]
            solver.run(Step(60, damping, inertia=inertia), body, body, force, (to, np.where(is_drawn, 60.0, 0.0)))
        speed = np.linalg.norm(solver.read()[0] - was, axis=1) * 60
        report(f"lying: rms {np.sqrt((speed**2).mean()):.4f} p99 {np.quantile(speed, 0.99):.4f} m/s")
    rested = solver.read()[0]
    return [rested[part] for part in shape.parts]


def placed(grid: NDArray, facts: dict) -> NDArray:
    """A part of the bag where it lies in the picture."""
    turn = np.radians(facts["turn"])
    x, y = grid[..., 0], grid[..., 1]
    right, up = facts["shift"]
    return np.stack(
        [x * np.cos(turn) - y * np.sin(turn) + right, x * np.sin(turn) + y * np.cos(turn) + up, grid[..., 2]], -1
    )


def smoothed(panel: NDArray) -> NDArray:
    """A panel without the waves of two cells that the mesh's diagonals leave in it; its rim as it was."""
    soft = gaussian_filter(panel, (1.0, 1.0, 0), mode="nearest")
    share = np.minimum(from_seams(), 3)[..., None] / 3
    return panel + share * (soft - panel)


def build(variant: str, work: str):
    """(things, albedo setter, facts of the camera) of a variant, one of VARIANTS."""
    facts = VARIANTS[variant]
    material, albedo = seams.canvas(seams.height_map(work, pattern.PATTERN, "tote", pattern.drawn))
    front, back, strap, behind = (placed(grid, facts) for grid in at_rest(variant, work))
    products = hung.sewn(smoothed(front), smoothed(back), strap, behind, material, (0.0, 0.0, 1.0))
    light_rigs.flat_lay_camera(FRAME)
    return products, albedo, {"height": 2.6, "frame": FRAME}
