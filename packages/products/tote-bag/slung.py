"""A canvas tote slung over a shoulder: a simulation of it on the back of somebody who was dressed before.

Units: metres, kilograms, seconds. x to the viewer's right, y away, z up; the wearer's back looks to the camera (-y).
Pattern space is pattern.py's, as for the bag that hangs from a hook.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from sewing import fabric, springs
from sewing.fold import GRAVITY
from sewing.solver import Sheet, Solver, Step

from . import hung, pattern

CELL, ACROSS, DOWN, ROOTS, LOOP = hung.CELL, hung.ACROSS, hung.DOWN, hung.ROOTS, hung.STRAP_CELLS
STRIP = 5  # vertices across a strap
# Canvas of 10 oz. Real duck stretches less; more takes more substeps, and a bag that hangs shows nothing of it.
WEIGHT, STRETCH, BENDING, THICK = 0.34, 2500.0, 2.5e-4, 0.0022
DOUBLED = 6.0  # factor on bending of hem and straps
UNEVEN = 0.003  # rms share by which lengths waver
APART = 0.017  # half the way from one length of a strap to the other where they cross the shoulder
OFF = 0.0024  # metres that cloth keeps from what the wearer has on
BEFORE = 0.008  # metres off the back from which the bag falls against it
HELD = 1e4  # kilograms of what the hand holds: nothing moves it
# (sixtieths of a second, damping in 1/s, inertia): it falls against the back, swings out, comes to rest. With no more
# inertia than it has the solver left the print's area stretched by 4.5 % and more downwards.
PHASES = ((60, 2.0, 8.0), (60, 4.0, 20.0), (50, 12.0, 40.0), (30, 40.0, 40.0))


@dataclass(frozen=True)
class Carrying:
    """shoulder: x where the straps cross it; reach: metres of strap from the bag to there; load: kilograms in the bag;
    lean: m/s² with which it is drawn against the back; filled: m/s² that what is in it drives its lower half apart;
    bending: N·m, of canvas as stiff as it is: a softer bag falls round the shoulder blade and bends its print; seed: of
    the cloth's unevenness.
    """

    shoulder: float
    reach: float = 0.185
    load: float = 0.35
    lean: float = 0.5
    filled: float = 3.0
    bending: float = BENDING
    seed: int = 4


@dataclass(frozen=True)
class Bag:
    """parts: vertices (rows, columns) of front, back, and the straps of either; triangles (t, 3); flat (t, 3, 2): their
    corners' places in the cloth; stiff (t): factors on bending; count: of vertices.
    """

    parts: tuple[NDArray, NDArray, NDArray, NDArray]
    triangles: NDArray
    flat: NDArray
    stiff: NDArray
    count: int


def bag() -> Bag:
    """Front and back, which share the vertices of sides and bottom, and their straps, which share those of their ends.
    Diagonals alternate, so that no triangle at a corner lies wholly on the rim, where front and back would be one.
    """
    rows, columns = DOWN + 1, ACROSS + 1
    front = np.arange(rows * columns).reshape(rows, columns)
    inner = np.zeros((rows, columns), bool)
    inner[:-1, 1:-1] = True
    back = front.copy()
    back[inner] = front.size + np.arange(inner.sum())
    count, straps = front.size + int(inner.sum()), []
    for panel in (front, back):
        strap = np.empty((LOOP + 1, STRIP), int)
        strap[0] = panel[0, ROOTS[0] - 2 : ROOTS[0] + 3]
        strap[-1] = panel[0, ROOTS[1] - 2 : ROOTS[1] + 3][::-1]
        strap[1:-1] = count + np.arange((LOOP - 1) * STRIP).reshape(-1, STRIP)
        count += (LOOP - 1) * STRIP
        straps.append(strap)
    parts = (front, back, straps[0], straps[1])
    triangles, flat, stiff = [], [], []
    for number, part in enumerate(parts):
        corners, places, row = meshed(part, pattern.LONG / DOWN if number < 2 else CELL)
        triangles.append(corners)
        flat.append(places)
        stiff.append(np.where((row < 4) | (number >= 2), DOUBLED, 1.0))
    return Bag(parts, np.concatenate(triangles), np.concatenate(flat), np.concatenate(stiff), count)


def meshed(grid: NDArray, high: float) -> tuple[NDArray, NDArray, NDArray]:
    """(triangles (t, 3), their corners' places in the cloth (t, 3, 2), their rows (t)) of a grid of vertices, of whose
    cells each is CELL wide and so high. Diagonals alternate.
    """
    j, i = (k.ravel() for k in np.indices((grid.shape[0] - 1, grid.shape[1] - 1)))
    is_odd = ((i + j) % 2 == 1)[:, None]
    a, b, c, d = (np.stack([j + y, i + x], 1) for y, x in ((0, 0), (1, 0), (1, 1), (0, 1)))
    halves = ((a, b, np.where(is_odd, c, d)), (np.where(is_odd, a, b), c, d))
    triangles = [np.stack([grid[k[:, 0], k[:, 1]] for k in corners], 1) for corners in halves]
    flat = [np.stack([np.stack([k[:, 1] * CELL, -k[:, 0] * high], 1) for k in corners], 1) for corners in halves]
    return np.concatenate(triangles), np.concatenate(flat), np.r_[j, j]


def canvas(shape: Bag, mass: NDArray, bending: float, seed: int, is_pressed: bool = False) -> Sheet:
    """The bag for the solver. mass (count); bending: N·m; seed: of how its lengths waver; is_pressed: whether its seams
    fold without resistance. Otherwise front and back would be one plane there, which opens the bag as its load does.
    """
    triangles, flat = shape.triangles, shape.flat
    area, rng = springs.areas(flat), np.random.default_rng(seed)
    edges = springs.edges_of(triangles, flat, shape.count)
    stiffness = edges.shared(STRETCH * area[edges.triangle] / edges.length**2)
    uneven = fabric.waves(edges.middle, 0.09, 0.13, rng) + 0.5 * fabric.waves(edges.middle, 0.04, 0.05, rng)
    lengths = edges.shared(edges.length * (1 + UNEVEN * uneven)) / edges.uses
    hinges, weights, sides = springs.hinges_of(edges)
    one, other = sides.T
    bend = 3 * bending * np.maximum(shape.stiff[one], shape.stiff[other]) / (area[one] + area[other])
    if is_pressed:
        is_of = np.zeros((2, shape.count), bool)
        for number, panel in enumerate(shape.parts[:2]):
            is_of[number, panel] = True
        is_only_of = is_of & ~is_of.all(0)
        bend[is_only_of[:, hinges].any(2).all(0)] = 0.0
    return Sheet(mass, edges.pairs, lengths, stiffness, hinges, weights, bend, triangles, *springs.near(edges))


def weighed(shape: Bag) -> NDArray:
    """Kilograms of each vertex of the empty bag."""
    weight = np.repeat(springs.areas(shape.flat) * WEIGHT / 3, 3)
    return np.bincount(shape.triangles.ravel(), weight, shape.count)


def sheet(shape: Bag, facts: Carrying, held: NDArray) -> Sheet:
    """The bag and what is in it for the solver. held: whether vertices are in the hand."""
    mass = weighed(shape)
    for panel in shape.parts[:2]:
        lower = panel[-DOWN // 4 :]
        mass[lower] += facts.load / 2 / lower.size
    mass[held] = HELD
    return canvas(shape, mass, facts.bending, facts.seed)


def over_shoulder(worn: NDArray, x: float, off: float) -> Callable[[NDArray], NDArray]:
    """Places (y, z) so many metres along the way over what is worn, from its highest point at x forwards and down; the
    way of something taut, so far off. Less than none: behind.
    """
    near = worn[np.abs(worn[:, 0] - x) < 0.006][:, 1:]
    top = near[np.argmax(near[:, 1])]
    upper = near[near[:, 1] > top[1] - 0.16]
    line = upper[ConvexHull(upper).vertices]
    line = line[np.argsort(np.arctan2(line[:, 0] - top[0], line[:, 1] - top[1] + 0.16))]
    line = line[line[:, 1] > top[1] - 0.13]
    middle = top - [0, 0.10]
    line = line + off * (line - middle) / np.linalg.norm(line - middle, axis=1)[:, None]
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    along -= along[np.argmax(line[:, 1])]
    return lambda s: np.stack([np.interp(s, along, line[:, k]) for k in (0, 1)], -1)


def strap_start(worn: NDArray, facts: Carrying, roots: NDArray, off: float, aside: float) -> tuple[NDArray, NDArray]:
    """(places (LOOP + 1, STRIP, 3) of a strap, whether its rows are held): straight from its roots (2, 3) to the
    shoulder, over it, and round in the hand before it.
    """
    n, arc = LOOP, np.pi * APART / 2
    across = np.linspace(facts.shoulder + aside - 0.05, facts.shoulder + aside + 0.05, 9)
    ways = [over_shoulder(worn, x, off) for x in across]
    where = lambda x, s: np.array([np.interp(x, across, [way(s)[k] for way in ways]) for k in (0, 1)])
    rows = np.empty((n + 1, STRIP, 3))
    beyond = np.minimum(np.arange(n + 1), n - np.arange(n + 1)) * CELL - facts.reach  # metres past the highest point
    middle, last = facts.shoulder + aside, n * CELL / 2 - facts.reach - arc
    for r in range(n + 1):
        side = -1 if r <= n / 2 else 1
        turn = np.clip((beyond[r] - last) / APART, 0, np.pi / 2)
        x, s = middle + side * APART * np.cos(turn), min(beyond[r], last) + APART * np.sin(turn)
        for k in range(STRIP):
            inwards = (k - 2) * CELL  # columns run inwards on both lengths
            at = x - side * inwards * np.cos(turn), s - inwards * np.sin(turn)
            if beyond[r] >= 0:
                rows[r, k] = [at[0], *where(*at)]
            else:
                share = 1 + beyond[r] / facts.reach
                top = [middle + side * APART - side * inwards, *where(middle + side * APART, 0.0)]
                rows[r, k] = roots[(side + 1) // 2] * (1 - share) + np.array(top) * share
                rows[r, k, 0] = (1 - share) * (roots[(side + 1) // 2][0] - side * inwards) + share * top[0]
    return rows, beyond >= 0


def simulated(facts: Carrying, worn: NDArray, faces: NDArray, report=print) -> list[NDArray]:
    """(front, back, strap of the front, strap of the back) as grids of places. worn, faces: what the bag lies on."""
    shape = bag()
    front, back, strap, behind = shape.parts
    crest = worn[np.abs(worn[:, 0] - facts.shoulder) < 0.006][:, 2].max()
    spread = abs(ROOTS[0] - ACROSS / 2) * CELL - APART
    mouth = crest - np.sqrt(facts.reach**2 - spread**2)
    x = facts.shoulder + (np.arange(ACROSS + 1) - ACROSS / 2) * CELL
    z = mouth - np.arange(DOWN + 1) * pattern.LONG / DOWN
    within = (np.abs(worn[:, 0] - facts.shoulder) < pattern.HALF + 0.02) & (worn[:, 2] < mouth) & (worn[:, 2] > z[-1])
    wall = worn[within, 1].min() - BEFORE
    places = np.zeros((shape.count, 3))
    X, Z = np.meshgrid(x, z)
    open_by = 0.008 * np.cos(np.pi * (X - facts.shoulder) / (2 * pattern.HALF)) * np.clip((Z - z[-1]) / 0.05, 0, 1)
    for panel, side in ((back, 1), (front, -1)):
        places[panel] = np.stack([X, wall - 0.010 + side * open_by, Z], -1)
    held = np.zeros(shape.count, bool)
    for line, panel, off, aside in ((behind, back, OFF, 0.0), (strap, front, OFF + THICK + 0.0006, -0.004)):
        roots = places[panel[0, list(ROOTS)]]
        rows, is_held = strap_start(worn, facts, roots, off, aside)
        places[line[1:-1]] = rows[1:-1]
        held[line[is_held]] = True
    solver = Solver(sheet(shape, facts, held), places, np.full(shape.count, OFF), worn, faces, thickness=THICK)
    pulls = places.copy(), np.where(held, 1e6, 0.0)
    force = np.tile([0.0, facts.lean, -GRAVITY], (shape.count, 1))
    lower = np.sin(np.pi * np.clip((np.arange(DOWN + 1) / DOWN - 0.35) / 0.65, 0, 1))[:, None]
    swell = facts.filled * lower * np.sin(np.pi * np.arange(ACROSS + 1) / ACROSS)
    force[front, 1] -= swell
    force[back, 1] += swell
    force[held] = 0.0
    for steps, damping, inertia in PHASES:
        for _ in range(steps):
            was = solver.read()[0]
            solver.run(Step(60, damping, inertia=inertia), worn, worn, force, pulls)
        speed = np.linalg.norm(solver.read()[0] - was, axis=1) * 60
        report(f"slung: rms {np.sqrt((speed**2).mean()):.4f} p99 {np.quantile(speed, 0.99):.4f} m/s")
    rested = solver.read()[0]
    return [rested[part] for part in shape.parts]
