"""Garments filled as if worn and shot from the front (ghost mannequin): the sewn garment, its collar, tape and label.

Units: metres. The scene is the flat-lay's turned upright: a wall behind, a large window at the upper left.
"""

import hashlib
import inspect
import math
import os

import bpy
import numpy as np
from scipy.interpolate import RBFInterpolator

from garments import creases, ghost_folds, ghost_hood, mannequin, sewn, sewn_pattern, sweat_seams
from garments.ghost_space import CORNER, PATTERN, add
from lib import cloth, edges, scene_setup, seams
from rigs import light_rigs

SPACING = 0.011  # metres: the cloth's points apart, before it is made finer
SMOOTH = 0.09  # metres: the shortest wave of cloth that moves the print
KNOTS = 3500  # of the thin plate: a centimetre apart


def garment(facts, name, work):
    """(mesh, points) at rest; kept in the work folder under a hash of what they follow from."""
    cut = getattr(sewn_pattern, facts["cut"])
    sources = "".join(inspect.getsource(module) for module in (cloth, mannequin, sewn_pattern, sewn))
    simulated = {k: facts[k] for k in ("cut", "seed", "arms", "lift", "tilt", "head") if k in facts}
    digest = hashlib.sha1((sources + repr(sorted(simulated.items()))).encode()).hexdigest()[:10]
    kept = os.path.join(work, f"{name.replace('/', '-')}-{digest}.npy")
    if os.path.exists(kept):
        return sewn.Mesh(cut, sewn.FINE), np.load(kept)
    mesh, points = sewn.fill(cut, form(facts), facts["seed"], facts["lift"], facts["tilt"])
    os.makedirs(work, exist_ok=True)
    np.save(kept, points)
    return mesh, points


def form(facts):
    head = facts.get("head", mannequin.HEAD) if getattr(sewn_pattern, facts["cut"]).hood else None
    return mannequin.Mannequin(facts["arms"], head)


def turned(points, degrees):
    """The points turned about the upright axis, their front to the viewer's right."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return points @ np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])


def unstretched(points, faces, ink):
    """A part's places in the pattern, per face corner, as a smooth function of where its cloth hangs.

    Cotton gives less than the springs of a simulation, which give each its own way, and smoothing moves cloth under its
    print: a printed circle would wobble. A thin plate through the places stays; what is shorter than SMOOTH goes.
    """
    ids, first, local = np.unique(faces, return_index=True, return_inverse=True)
    at, flat = points[ids] / SPACING, ink.reshape(-1, 2)[first]
    some = np.random.default_rng(1).permutation(len(ids))[:KNOTS]
    # Where there is one point a square of side 1, this stiffness halves a wave of length L: (8 pi) (L / 2 pi)^4.
    stiff = 8 * np.pi * (SMOOTH / SPACING / (2 * np.pi)) ** 4
    plate = RBFInterpolator(at[some], flat[some], smoothing=stiff, kernel="thin_plate_spline")
    return plate(at)[local.reshape(faces.shape)]


def finer(thing):
    """A mesh of twice the detail, its coordinates kept, as (places, normals, faces, {layer: per corner})."""
    soft = thing.modifiers.new("soft", "CORRECTIVE_SMOOTH")
    soft.factor, soft.iterations, soft.use_only_smooth, soft.use_pin_boundary = 0.5, 3, True, True
    fine = thing.modifiers.new("fine", "SUBSURF")
    fine.levels = fine.render_levels = 2
    fine.uv_smooth = "PRESERVE_BOUNDARIES"  # as the places are: between two schemes a straight line wobbles
    mesh = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    read = lambda items, name, wide: np.array([tuple(getattr(i, name))[:wide] for i in items])
    layers = {layer.name: read(layer.data, "uv", 2) for layer in mesh.uv_layers}
    faces = np.array([tuple(p.vertices) for p in mesh.polygons])
    result = read(mesh.vertices, "co", 3), read(mesh.vertices, "normal", 3), faces, layers
    bpy.data.objects.remove(thing)
    return result


def shell(mesh, points, material, shift, seed):
    """The garment with its finer folds, the cloth's thickness, its edges rolled."""
    coarse = add("garment", points, [tuple(t) for t in mesh.triangles], mesh.corner, None, shift)
    coarse.data.uv_layers.new(name="front").data.foreach_set("uv", np.repeat(mesh.piece == 0, 6).astype(float))
    points, normals, faces, layers = finer(coarse)
    corner = layers["pattern"] * [PATTERN["width"], PATTERN["height"]] + [PATTERN["x0"], PATTERN["y0"]]
    flat, front = np.zeros((len(points), 2)), np.ones(len(points))
    flat[faces.ravel()] = corner
    np.minimum.at(front, faces.ravel(), layers["front"][:, 0])
    folds = ghost_folds.heights(mesh.cut, flat, seed) if mesh.cut.cuff else creases.heights(flat, seed, mesh.cut)
    folds = folds * (ghost_hood.beside_pocket(flat) if mesh.cut.hood else 1)
    ink = corner.reshape(*faces.shape, 2)
    chest = (layers["front"].reshape(*faces.shape, 2)[..., 0] > 0.5).all(1) & (mesh.cut.sleeve_side(ink.mean(1)) < 0)
    ink[chest] = unstretched(points, faces[chest], ink[chest])
    points = points + normals * np.where(front > 0.5, folds, 0)[:, None]
    uv = (ink - [PATTERN["x0"], PATTERN["y0"]]) / [PATTERN["width"], PATTERN["height"]]
    thing = scene_setup.add_mesh("garment", points, faces, uv.reshape(-1, 2), material)
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = 1.6 * mesh.cut.thick, -1.0
    return thing


def neck_ring(mesh, points, n=440):
    """The neck seam in space, closed, from the right shoulder over the front: (points, angle; +90 degrees in front)."""
    halves = [mesh.neck_half(back) for back in (False, True)]
    line = np.concatenate([points[halves[0]], points[halves[1]][::-1][1:-1]])
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(np.concatenate([line, line[:1]]), axis=0), axis=1))]
    turn = len(halves[0]) - 1
    angle = np.r_[np.linspace(0, math.pi, turn + 1), np.linspace(math.pi, 2 * math.pi, len(line) - turn + 1)[1:]]
    t = np.linspace(0, s[-1], n, endpoint=False)
    closed = np.concatenate([line, line[:1]])
    ring = np.stack([np.interp(t, s, closed[:, k]) for k in range(3)], 1)
    return edges.smooth_line(ring, 60), np.interp(t, s, angle)


def collar(mesh, points, material, shift, seed):
    """A ribbed band standing on the neck seam, leaning inwards; behind, its inner face is seen."""
    cut = mesh.cut
    seam, angle = neck_ring(mesh, points)
    s, c = np.sin(angle), np.cos(angle)
    rng = np.random.default_rng(seed + 9)
    ahead, behind = np.maximum(s, 0), np.maximum(-s, 0)
    way = np.stack([-0.62 * c, 0.80 + 0.10 * behind, -0.10 - 0.46 * ahead**1.2 + 0.34 * behind], 1)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    way = edges.smooth_line(way, 120)
    across = way * (cut.band + (cut.band_back - cut.band) * behind)[:, None]
    wave = 0.0009 * cloth.smooth_field(np.stack([seam[:, 0], 0.2 * s], 1), 0.09, rng)
    free = edges.smooth_line(seam + across, 150) + np.c_[0 * s, 0.5 * wave, wave]
    across = free - seam
    tangent = np.roll(seam, -1, 0) - np.roll(seam, 1, 0)
    normal = np.cross(across, tangent)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    outwards = seam - seam.mean(0)
    normal *= np.sign((normal * outwards).sum(1).mean())
    normal = edges.smooth_line(normal, 6)
    t = cut.thick
    section = [(-0.02, -t), (0.5, -t), (0.9, -t)]
    section += [(0.93 + 0.07 * np.sin(a), -t * np.cos(a)) for a in np.linspace(0.2, np.pi - 0.2, 7)]
    section += [(0.90, t), (0.7, t * 1.15), (0.45, t * 1.2), (0.2, t), (0.08, t * 0.5), (0.0, 0.0), (-0.08, -t)]
    n = len(seam)
    rings = np.concatenate([seam + across * share + normal * height for share, height in section])
    faces = [f for k in range(len(section) - 1) for f in edges.ring_faces(k * n, (k + 1) * n, n)]
    flat = np.concatenate([seam[:, :2] + across[:, :2] * share for share, _ in section]) + [CORNER[0] + 0.2, CORNER[1]]
    thing = add("collar", rings, faces, flat, material, shift)
    seams.add_rib_coordinates(thing, np.repeat(seam[None], len(section), 0))
    return thing


def tape(mesh, points, material, shift):
    """The tape on the back neck's seam, and the label that hangs from it."""
    seam, angle = neck_ring(mesh, points)
    line = seam[np.sin(angle) < -0.25]
    line = line[np.argsort(line[:, 0])]
    n = len(line)
    inwards = -line * [1, 0, 1]
    inwards /= np.linalg.norm(inwards, axis=1, keepdims=True)
    off = 2.0 * mesh.cut.thick
    rings = [
        line + inwards * out + [0, down, 0]
        for down, out in (
            (0.003, off),
            (0.0026, off + 0.0016),
            (0.0, off + 0.002),
            (-0.006, off + 0.0018),
            (-0.0088, off + 0.0012),
            (-0.0092, 0.0),
        )
    ]
    faces = [f for k in range(5) for f in edges.ring_faces(k * n, (k + 1) * n, n, closed=False)]
    flat = np.concatenate(
        [np.c_[CORNER[0] + 0.2 + line[:, 0] * 0.5, np.full(n, CORNER[1] + 0.1 + 0.01 * k)] for k in range(6)]
    )
    middle = line[np.argmin(np.abs(line[:, 0]))]
    return [
        add("tape", np.concatenate(rings), faces, flat, material, shift),
        label(middle + [0, -0.004, off + 0.0022], shift),
    ]


def label(at, shift, width=0.042, height=0.027):
    """A plain woven label hanging below the tape: satin, not dyed with the garment."""
    material = bpy.data.materials.new("label")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.60, 0.59, 0.57, 1)
    shader.inputs["Roughness"].default_value = 0.5
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, 13), np.linspace(0, 1, 9))
    u, v = u.ravel(), v.ravel()
    points = (
        at + np.c_[u * width, -v * height, 0.0025 * np.sin(v * 2.2) * (0.7 + u * 0.5) + 0.10 * (u * width) ** 2 / 0.02]
    )
    faces = [(r * 13 + c, (r + 1) * 13 + c, (r + 1) * 13 + c + 1, r * 13 + c + 1) for r in range(8) for c in range(12)]
    return add("label", points, faces, np.c_[CORNER[0] + u * 0.03, CORNER[1] - v * 0.03], material, shift)


def sewing(cut, with_neck=True):
    """What draws a cut's seams, hems and ribs into the height map."""

    def draw(canvas, rng):
        mirror = lambda line, s: np.asarray(line) * [s, 1]
        side, fleece = cut.right_side(), bool(cut.cuff)
        double = (0.0030, 0.0090) if fleece else None
        if with_neck:
            line = cut.neck_seam()
            seams.seam(
                canvas, np.concatenate([line, mirror(line, -1)[::-1][1:]]), rng, 0.0004, topstitch=(0.0026, 0.0078)
            )
        if not cut.hem:
            hem = dict(side)["hem"]
            seams.hem(canvas, np.concatenate([hem, mirror(hem, -1)[::-1][1:]]), rng)
        else:
            outline = cut.hem_outline()
            sweat_seams.ribbed(canvas, cloth.resample(np.concatenate([outline, outline[:1]]), 0.01), (1, 0), rng)
            seams.seam(canvas, np.array([outline[0], outline[3]]), rng, 0.00055, topstitch=(0.0036,))
        _, across = cut.axes()
        for s in (1, -1):
            seams.seam(canvas, mirror(cut.armhole(), s), rng, 0.00045, topstitch=double)
            seams.seam(canvas, mirror(dict(side)["shoulder"], s) - [0, 0.010], rng, 0.0003)
            if fleece:
                cuff = mirror(cut.cuff_outline(), s)
                sweat_seams.ribbed(canvas, cuff, mirror(across, s), rng)
                seams.seam(canvas, cuff[[0, 3]], rng, 0.00055, topstitch=(0.0036,))
            else:
                seams.hem(canvas, mirror(np.array(cut.sleeve_end()), s), rng)

    return draw


# How a variant stands: cut: of sewn_pattern.py; arms: their lean and forward bend (degrees); lift: where the hem is
# held, tilt: how much higher its right end is; turn: degrees its front is turned to the viewer's right; head: where the
# middle of the head is that the hood falls round; folds: seeds the finer folds, where the seed of the rest would lay
# one badly; close: the side of the closest crop.
def build(name, facts, work):
    """The filled garment of a variant; name: of its files in the work folder. Returns (products, albedo setter, camera
    facts, top of the print in pattern space).
    """
    shift = facts["shift"]
    mesh, points = garment(facts, name, work)
    points = turned(points, facts.get("turn", 0))
    draw = sewing(mesh.cut, not mesh.cut.hood)
    if mesh.cut.hood:
        draw = ghost_hood.draw(mesh.cut, draw)
    heights = seams.height_map(work, PATTERN, "ghost-" + name.replace("/", "-"), draw, folded=True, seed=facts["seed"])
    material, albedo = seams.jersey(heights)
    rib, rib_albedo = seams.rib()
    products = [
        shell(mesh, points, material, shift, facts.get("folds", facts["seed"])),
        *tape(mesh, points, material, shift),
    ]
    if mesh.cut.hood:
        products.append(ghost_hood.pocket(mesh, points, material, shift, facts["seed"]))
        products += ghost_hood.cords(mesh, points, rib, shift, facts["seed"])
    else:
        products.append(collar(mesh, points, rib, shift, facts["seed"]))
    light_rigs.flat_lay_camera(facts["frame"])

    def both(value):
        albedo(value)
        rib_albedo(value)

    return products, both, {"height": 2.6, "frame": facts["frame"]}, round(-mesh.cut.seam_front - 3 * 0.0254, 4)
