"""A canvas tote hung by its straps: a cloth simulation of front, back and straps, then fine meshes of it.

Units: metres. x to the right, z up, the camera looks along +y; a wall stands at y = WALL behind the bag.
Pattern space is pattern.py's, so that stitches, hem and print lie as on the laid bag.
"""

import hashlib
import inspect
import json
import os

import bpy
import numpy as np
from scipy.interpolate import griddata
from scipy.ndimage import gaussian_filter1d, maximum_filter, zoom

from lib import scene_setup, seams
from rigs import light_rigs

from . import pattern

CELL = 0.0063334  # 60 cells across the bag; a strap is 4 cells wide
ACROSS, DOWN = 60, 65
ROOTS = (17, 43)  # columns of the straps' middles
STRAP_CELLS = 76  # free cells of a strap from root to root
HOOK = 0.010  # radius over which the straps hang
WALL = light_rigs.WALL

VARIANTS = {
    # swing: degrees the bag is turned about the vertical (positive: its right side comes forward); down: how far below
    # the middle the closer crops lie
    "studio-front-1": {
        "swing": 0.0,
        "height": -0.03,
        "aim": (0.003, 0.0, -0.070),
        "frame": 0.78,
    },
    "studio-front-2": {
        "mirrored": True,
        "swing": 6.0,
        "height": 0.12,
        "aim": (-0.006, 0.0, -0.072),
        "frame": 0.74,
        "down": 0.045,
    },
}
AWAY = 2.6  # metres from the camera to the bag

# How a bag hangs. lean: metres the hook lies off the middle; full: pressure of what is in it.
HANG = {"lean": 0.004, "full": 0.9, "seed": 3}


def flat_grid():
    x = (np.arange(ACROSS + 1) - ACROSS / 2) * CELL
    y = -np.arange(DOWN + 1) * pattern.LONG / DOWN
    return np.meshgrid(x, y)


def strap_start(front, lean):
    """Rows of 5 points along a strap from its left root, over the hook, to the right one. On the way up it turns
    a quarter, so that it lies flat on the hook, and on the way down another."""
    n = STRAP_CELLS
    left, right = ((c - ACROSS / 2) * CELL for c in ROOTS)
    radius = HOOK + (0.0035 if front else 0.0)
    y = -0.009 if front else 0.009
    straight = n * CELL / 2 - radius * np.pi / 2
    rise = min(np.sqrt(straight**2 - (lean - radius - left) ** 2), np.sqrt(straight**2 - (right - lean - radius) ** 2))
    rows, pinned = [], []
    for i in range(1, n):
        s = min(i, n - i) * CELL
        root, side = (left, -1) if i <= n / 2 else (right, 1)
        if s < straight:
            share = s / straight
            x, z = root + (lean + side * radius - root) * share, rise * share
        else:
            angle = (s - straight) / radius
            x, z = lean + side * radius * np.cos(angle), rise + radius * np.sin(angle)
        quarter = np.pi / 2 * np.clip(s / straight / 0.75, 0, 1)
        turn = quarter if side < 0 else np.pi - quarter
        wide = (np.arange(5) - 2) * CELL
        rows.append(
            np.array([x, y * np.clip(s / straight, 0, 1), z])
            + np.stack([wide * np.cos(turn), wide * np.sin(turn), 0 * wide], 1)
        )
        if s > straight - CELL:
            pinned.append(i)
    return rows, pinned


def simulate(work, frames=110):
    """(front, back, strap of the front, strap of the back) as grids of places; kept in the work folder."""
    facts = HANG
    about = json.dumps([facts, frames]) + inspect.getsource(simulate) + inspect.getsource(strap_start)
    name = hashlib.sha1(about.encode()).hexdigest()[:10]
    path = os.path.join(work, f"hung-{name}.npz")
    if os.path.exists(path):
        kept = np.load(path)
        return [kept[k] for k in ("front", "back", "strap", "behind")]
    rng = np.random.default_rng(facts["seed"])
    X, Y = flat_grid()
    open_by = 0.006 * np.cos(np.pi * X / (2 * pattern.HALF))  # the bag starts a little open
    noise = lambda: sum(
        a * np.cos(X * rng.uniform(8, 30) + Y * rng.uniform(8, 30) + rng.uniform(0, 6)) for a in [0.0011] * 5
    )
    front = np.stack([X, -open_by + noise(), Y], -1)
    back = np.stack([X, open_by + noise(), Y], -1)
    points, index = [], {}

    def put(key, place):
        index[key] = len(points)
        points.append(place)

    for j in range(DOWN + 1):
        for i in range(ACROSS + 1):
            put(("f", j, i), front[j, i])
    for j in range(DOWN + 1):
        for i in range(ACROSS + 1):
            if i in (0, ACROSS) or j == DOWN:
                index[("b", j, i)] = index[("f", j, i)]
                points[index[("f", j, i)]] = np.array([X[j, i], 0.0, Y[j, i]])
            else:
                put(("b", j, i), back[j, i])
    pins = {}
    for panel in "fb":
        rows, pinned = strap_start(panel == "f", facts["lean"])
        n = STRAP_CELLS
        for k in range(5):
            index[("s" + panel, 0, k)] = index[(panel, 0, ROOTS[0] - 2 + k)]
            index[("s" + panel, n, k)] = index[(panel, 0, ROOTS[1] + 2 - k)]
        for r, row in enumerate(rows, 1):
            for k in range(5):
                put(("s" + panel, r, k), row[k])
                if r in pinned:
                    pins[index[("s" + panel, r, k)]] = 1.0
    quads = []
    for panel in "fb":
        for j in range(DOWN):
            for i in range(ACROSS):
                quads.append([index[(panel, *c)] for c in ((j, i), (j + 1, i), (j + 1, i + 1), (j, i + 1))])
        for r in range(STRAP_CELLS):
            for k in range(4):
                quads.append([index[("s" + panel, *c)] for c in ((r, k), (r + 1, k), (r + 1, k + 1), (r, k + 1))])
    thing = scene_setup.add_mesh("cloth", points, quads)
    group = thing.vertex_groups.new(name="pin")
    group.add(list(pins), 1.0, "REPLACE")
    cloth = thing.modifiers.new("cloth", "CLOTH")
    s = cloth.settings
    s.quality = 9
    s.mass = 0.005
    s.tension_stiffness = s.compression_stiffness = 90
    s.shear_stiffness = 45
    s.bending_stiffness = 2.5
    s.bending_model = "ANGULAR"
    s.tension_damping = s.compression_damping = s.shear_damping = 20
    s.bending_damping = 1.0
    s.air_damping = 4.0
    s.vertex_group_mass = "pin"
    s.use_pressure = True
    s.uniform_pressure_force = facts["full"]
    cloth.collision_settings.use_self_collision = False
    cloth.collision_settings.distance_min = 0.002
    wall = scene_setup.add_mesh("wall", [(-1, WALL, -1), (1, WALL, -1), (1, WALL, 1), (-1, WALL, 1)], [(0, 1, 2, 3)])
    wall.modifiers.new("collision", "COLLISION")
    scene = bpy.context.scene
    scene.frame_end = frames + 5
    cloth.point_cache.frame_end = frames + 5
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
    rested = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    places = np.array([v.co[:] for v in rested.vertices])
    bpy.data.objects.remove(thing)
    bpy.data.objects.remove(wall)
    scene.frame_set(1)
    grid = lambda key, rows, columns: np.array(
        [[places[index[(key, j, i)]] for i in range(columns)] for j in range(rows)]
    )
    result = [
        grid("f", DOWN + 1, ACROSS + 1),
        grid("b", DOWN + 1, ACROSS + 1),
        grid("sf", STRAP_CELLS + 1, 5),
        grid("sb", STRAP_CELLS + 1, 5),
    ]
    os.makedirs(work, exist_ok=True)
    np.savez(path, **dict(zip(("front", "back", "strap", "behind"), result)))
    return result


def finer(grid, times):
    return np.stack([zoom(grid[..., c], times, order=3, mode="nearest", grid_mode=False) for c in range(3)], -1)


def sheet_faces(rows, columns):
    return [
        (j * columns + i, (j + 1) * columns + i, (j + 1) * columns + i + 1, j * columns + i + 1)
        for j in range(rows - 1)
        for i in range(columns - 1)
    ]


def sewn_strap(strap, panel, outside):
    """The strap with both ends carried down over the panel's hem, a cloth's thickness before it. outside: (3,) from the
    bag's inside out through the panel.
    """
    rows = int(round(pattern.SEWN / (pattern.LONG / DOWN)))
    ends = []
    for column in ROOTS:
        patch = panel[1 : rows + 1, column - 2 : column + 3]
        across = np.gradient(panel, axis=1)[1 : rows + 1, column - 2 : column + 3]
        down = np.gradient(panel, axis=0)[1 : rows + 1, column - 2 : column + 3]
        normal = np.cross(across, down)
        normal /= np.linalg.norm(normal, axis=2, keepdims=True)
        normal *= np.sign((normal @ outside).mean())
        ends.append(patch + normal * 0.0020)
    whole = np.concatenate([ends[0][::-1], strap, ends[1][:, ::-1]])
    return gaussian_filter1d(whole, 1.0, axis=0, mode="nearest")


def peg(lean, rise):
    """The peg that the straps hang on: black iron with a knob. Parked in pattern space: no ink falls on it."""
    line = [(0.008, y) for y in np.linspace(WALL, -0.028, 12)]
    line += [(max(1e-4, 0.0118 * np.sin(a)), -0.0335 + 0.0060 * np.cos(a)) for a in np.linspace(0.75, np.pi, 16)]
    turns = 48
    angle = np.linspace(0, 2 * np.pi, turns, endpoint=False)
    points = np.concatenate(
        [np.stack([lean + r * np.cos(angle), np.full(turns, y), rise + r * np.sin(angle)], 1) for r, y in line]
    )
    faces = [
        (j * turns + i, j * turns + (i + 1) % turns, (j + 1) * turns + (i + 1) % turns, (j + 1) * turns + i)
        for j in range(len(line) - 1)
        for i in range(turns)
    ]
    iron = bpy.data.materials.new("iron")
    iron.use_nodes = True
    shader = iron.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.09, 0.09, 0.09, 1)  # gloss on cloth is developed at a third
    shader.inputs["Roughness"].default_value = 0.42
    return scene_setup.add_mesh("peg", points, faces, [(0.93, 0.97)] * (4 * len(faces)), iron)


def mirrored(grid):
    """The same hang the other way round: its places change sides, its pattern does not."""
    return grid[:, ::-1] * [-1, 1, 1]


def kept_behind(back, front):
    """The back moved away where it would come through a crease of the front: it is cloth, and shows the front's
    pattern.
    """
    x, z = finer(front, 2)[..., 0].ravel(), finer(front, 2)[..., 2].ravel()
    nearest = griddata(np.stack([x, z], 1), finer(front, 2)[..., 1].ravel(), back[..., [0, 2]], method="linear")
    deepest = maximum_filter(np.where(np.isnan(nearest), front[..., 1], np.fmax(nearest, front[..., 1])), 3)
    rows, columns = back.shape[:2]
    sides = np.minimum(np.arange(columns), columns - 1 - np.arange(columns))
    rim = np.minimum.outer(np.arange(rows)[::-1], sides)  # sewn together at sides and bottom, open on top
    result = back.copy()
    least = np.where(rim > 0, deepest + np.minimum(0.005, 0.001 * rim), back[..., 1])
    result[..., 1] = np.maximum(back[..., 1], least)
    return result


def swung(grid, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.stack([grid[..., 0] * c - grid[..., 1] * s, grid[..., 0] * s + grid[..., 1] * c, grid[..., 2]], -1)


def sheet(name, grid, flat, thick, material):
    """A part of the bag as a thing in three times its detail. flat: its places in pattern space."""
    fine = finer(grid, 3)
    places = np.stack([zoom(flat[..., c], 3, order=1, grid_mode=False) for c in range(2)], -1)
    rows, columns = fine.shape[:2]
    faces = sheet_faces(rows, columns)
    thing = scene_setup.add_mesh(
        name, fine.reshape(-1, 3), faces, pattern.uv_of(places.reshape(-1, 2), faces), material
    )
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = thick, 0.0
    return thing


def sewn(front, back, strap, behind, material, viewer=(0.0, -1.0, 0.0)):
    """The bag's things: two panels and two straps, from grids of places. viewer: where the front looks."""
    flat = np.stack(flat_grid(), -1)
    products = [sheet("front", front, flat, 0.0014, material), sheet("back", back, flat, 0.0014, material)]
    for number, (line, panel, outside) in enumerate(((strap, front, 1), (behind, back, -1))):
        whole = sewn_strap(line, panel, outside * np.array(viewer))
        s = np.linspace(0, pattern.STRAP_LONG, len(whole))
        across = np.linspace(-pattern.STRAP, pattern.STRAP, 5)
        S, A = np.meshgrid(s, across, indexing="ij")
        products.append(sheet(f"strap {number}", whole, pattern.strap_parked(number, A, S), 0.0019, material))
    return products


def build(variant, work):
    facts = VARIANTS[variant]
    material, albedo = seams.canvas(seams.height_map(work, pattern.PATTERN, "tote", pattern.drawn))
    front, back, strap, behind = simulate(work)
    side = 1
    if facts.get("mirrored"):
        side = -1
        front, back = mirrored(front), mirrored(back)
        strap, behind = (line[::-1] * [-1, 1, 1] for line in (strap, behind))
    back = kept_behind(back, front)
    front, back, strap, behind = (swung(grid, facts["swing"]) for grid in (front, back, strap, behind))
    back[..., 1] = np.minimum(back[..., 1], WALL - 0.003)
    products = sewn(front, back, strap, behind, material)
    products.append(peg(side * HANG["lean"], strap[..., 2].max() - HOOK - 0.0035))
    aim = facts["aim"]
    scene_setup.add_camera((aim[0], -AWAY, facts["height"]), aim, facts["frame"])
    return products, albedo, facts
