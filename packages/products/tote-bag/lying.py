"""A canvas tote on a table: its panels (laid.py), and a simulation of how its straps come to rest beside it.

Units: metres, kilograms, seconds. The bag lies unturned: x to the viewer's right, y up along it, 0 at its opening, z
off the table. A band does not bend in its own plane: on its way round it rises to an edge, which then leans to a side.
"""

import hashlib
import inspect
import os

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from lib import cloth, scene_setup, seams
from rigs import light_rigs
from sewing import springs
from sewing.fold import GRAVITY
from sewing.solver import Sheet, Solver, Step

from . import hung, laid, slung

STRIP = slung.STRIP
FREE = laid.STRAP_LONG - 2 * laid.SEWN
CELLS = round(FREE / slung.CELL)
ON_FRONT, BENEATH = 0.0052, 0.0016  # heights of the straps' ends off the table
OFF = 0.0010  # that they keep from the table
THICK, LAYERS = 0.0020, 3  # of a strap
RISE = 0.205  # of a loop off the bag before it is let go; it is a twelfth too short then, and rises
TURNED = 1.2  # radians that it is turned at its top before it is let go
# (sixtieths of a second, damping in 1/s, inertia, m/s² with which a hand lays it over outwards)
PHASES = ((40, 1.0, 4.0, 9.0), (60, 4.0, 12.0, 0.0), (60, 12.0, 24.0, 0.0), (40, 40.0, 24.0, 0.0))


def upright(lean: float, higher: float, height: float) -> NDArray:
    """Places (CELLS + 1, STRIP, 3) of a strap before it is let go: flat at its ends, on its edge at the top.

    lean: metres that the top lies aside; higher: metres that the loop is raised off the table; height: of its ends.
    """
    t = np.linspace(0, np.pi, 160)
    x = -laid.APART * np.cos(t) * (1 - 0.10 * np.sin(t)) + lean * np.sin(t) ** 2
    line = cloth.resample(np.stack([x, RISE * np.sin(t) ** 0.72], 1), 0.001)
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    share = np.linspace(0, 1, CELLS + 1)
    line = np.stack([np.interp(share * along[-1], along, line[:, k]) for k in (0, 1)], 1)
    tangent = np.gradient(line, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    outwards = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    turn = TURNED * np.sin(np.pi * share) ** 1.2
    across = (np.arange(STRIP) - (STRIP - 1) / 2) * slung.CELL
    up = height * (1 - np.sin(np.pi * share)) + higher * np.sin(np.pi * share) + np.sin(turn) * across[-1] + 0.001
    places = np.empty((CELLS + 1, STRIP, 3))
    places[..., :2] = line[:, None] + across[None, :, None] * (outwards * np.cos(turn)[:, None])[:, None]
    places[..., 2] = up[:, None] + across[None] * np.sin(turn)[:, None]
    return places


def sheet(grids: NDArray, seed: int, held: NDArray) -> Sheet:
    """Two straps (vertices of each, rows by columns) for the solver. held: whether vertices are sewn to the bag."""
    meshes = [slung.meshed(grid, FREE / CELLS) for grid in grids]
    triangles, flat = (np.concatenate([mesh[k] for mesh in meshes]) for k in (0, 1))
    weight = springs.areas(flat) * LAYERS * slung.WEIGHT
    mass = np.bincount(triangles.ravel(), np.repeat(weight / 3, 3), grids.size)
    mass[held] = slung.HELD
    return slung.canvas(triangles, flat, mass, np.full(len(triangles), slung.DOUBLED), slung.BENDING, seed)


def table() -> tuple[NDArray, NDArray]:
    """Points and triangles of the table's top around the straps."""
    line = np.arange(-0.30, 0.3001, 0.02)
    x, y = np.meshgrid(line, line + 0.18)
    k = np.arange(x.size).reshape(x.shape)
    a, b, c, d = (each.ravel() for each in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    return np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], 1), np.concatenate([np.c_[a, b, c], np.c_[a, c, d]])


def straps(leans: tuple[float, float], seed: int, work: str, report=print) -> tuple[NDArray, NDArray]:
    """(front's strap, back's strap) at rest, grids of places (CELLS + 1, STRIP, 3); kept in the work folder. leans:
    metres that the tops lie aside before they are let go; seed: of the cloth's unevenness.
    """
    about = hashlib.sha1((repr((leans, seed)) + inspect.getsource(inspect.getmodule(straps))).encode()).hexdigest()[:10]
    path = os.path.join(work, f"lying-{about}.npz")
    if os.path.exists(path):
        kept = np.load(path)
        return kept["strap"], kept["behind"]
    size = (CELLS + 1) * STRIP
    grids = np.arange(2 * size).reshape(2, CELLS + 1, STRIP)
    places = np.concatenate(
        [upright(leans[0], 0.004, ON_FRONT).reshape(-1, 3), upright(leans[1], 0.001, BENEATH).reshape(-1, 3)]
    )
    places[size:, 1] += 0.010 * np.sin(np.pi * np.repeat(np.arange(CELLS + 1), STRIP) / CELLS)
    held = np.zeros(2 * size, bool)
    held[grids[:, [0, 1, -2, -1]].ravel()] = True
    body, faces = table()
    solver = Solver(sheet(grids, seed, held), places, np.full(2 * size, OFF), body, faces, THICK, 0.45, 0.3)
    pulls = places.copy(), np.where(held, 1e6, 0.0)
    force = np.tile([0.0, 0.0, -GRAVITY], (2 * size, 1))
    force[held] = 0.0
    for steps, damping, inertia, laying in PHASES:
        force[:, 1] = np.where(held, 0.0, laying * np.clip(places[:, 1] / 0.2, 0, 1))
        for _ in range(steps):
            was = solver.read()[0]
            solver.run(Step(60, damping, inertia=inertia), body, body, force, pulls)
        speed = np.linalg.norm(solver.read()[0] - was, axis=1) * 60
        report(f"lying: rms {np.sqrt((speed**2).mean()):.4f} p99 {np.quantile(speed, 0.99):.4f} m/s")
    rested = solver.read()[0]
    os.makedirs(work, exist_ok=True)
    np.savez(path, strap=rested[grids[0]], behind=rested[grids[1]])
    return rested[grids[0]], rested[grids[1]]


def whole(strap: NDArray, under: NDArray) -> NDArray:
    """A strap with its sewn ends. under: heights (2, rows) at which they lie, from the bag's opening down."""
    rows = under.shape[1]
    y = -np.arange(1, rows + 1) * laid.SEWN / rows
    ends = []
    for end, side in enumerate((0, -1)):
        patch = np.repeat(strap[None, side], rows, axis=0)
        patch[..., 1] = y[:, None]
        patch[..., 2] = under[end][:, None]
        ends.append(patch)
    return np.concatenate([ends[0][::-1], strap, ends[1]])


def sewn(variant: str, number: int, strap: NDArray, front: laid.Upper, material):
    """A strap as a thing, where the bag lies."""
    rows = round(laid.SEWN / slung.CELL)
    down = -np.arange(1, rows + 1) * laid.SEWN / rows
    at = lambda x: laid.BENEATH + laid.THICK + 0.0012 + front.sheet.look_up(front.heights, np.c_[0 * down + x, down])
    under = np.stack([at(-laid.APART), at(laid.APART)]) if number == 0 else np.full((2, rows), 0.0006)
    grid = gaussian_filter1d(whole(strap, under), 0.8, axis=0, mode="nearest")
    flat = laid.lay(grid[..., :2].reshape(-1, 2), variant)
    grid = np.concatenate([flat.reshape(*grid.shape[:2], 2), grid[..., 2:]], -1)
    s = np.linspace(0, laid.STRAP_LONG, len(grid))
    S, A = np.meshgrid(s, np.linspace(-laid.STRAP, laid.STRAP, STRIP), indexing="ij")
    return hung.sheet(f"strap {number}", grid, laid.strap_parked(number, A, S), 0.0019, material)


def build(variant: str, work: str):
    """(things, albedo setter, facts of the camera) of a variant, one of laid.VARIANTS."""
    facts = laid.VARIANTS[variant]
    material, albedo = seams.canvas(seams.height_map(work, laid.PATTERN, "tote", laid.drawn))
    front = laid.panel(variant)
    parts = {"front": (front.points, front.faces, front.pattern), "back": laid.back(variant)}
    products = [
        scene_setup.add_mesh(name, points, faces, laid.uv_of(flat, faces), material)
        for name, (points, faces, flat) in parts.items()
    ]
    for number, strap in enumerate(straps(facts["lean"], facts["seed"], work)):
        products.append(sewn(variant, number, strap, front, material))
    light_rigs.flat_lay_camera(laid.FRAME)
    return products, albedo, {"height": 2.6, "frame": laid.FRAME}
