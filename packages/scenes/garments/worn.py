"""A tee worn by a man or a woman: the draped cloth, its sewn collar, the person, the light of a room or of the open.

Units: metres. The person is part of the backdrops of the plate's own rig: skin and jeans keep
their colours there, and the plate itself holds the garment alone, as every other plate does.
"""

import hashlib
import inspect
import os

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree
from scipy.interpolate import RBFInterpolator
from scipy.spatial import cKDTree

from garments import body as people
from garments import creases, dress, flesh, tee
from garments import tee_pattern as pattern
from lib import drape, edges, scene_setup, seams
from rigs import person as person_rig

PATTERN = {"x0": -0.62, "y0": -0.82, "width": 1.24, "height": 1.70}
BACK_UP = 0.86  # the back lies above the front in pattern space
SPACING = 0.011
SMOOTH = 0.09  # metres: the shortest wave of cloth that moves the print
KNOTS = 3500  # of the thin plate: a centimetre apart
DEEP = 1.7  # a worn tee's folds are deeper than those of one that is filled


def draped(name, facts, work, spacing=SPACING):
    """(cut, cloth places, body, body places, height of the shoulder's top); the drape is kept in the work folder."""
    cut = dress.Cut(spacing, facts["scale"])
    person = people.Body(facts["person"], facts["height"])
    points, limbs = person.posed({s: (dress.START_ANGLE, 0, 0, 0) for s in "LR"})
    sources = "".join(inspect.getsource(m) for m in (drape, dress, people, stand))
    sources += repr([facts[k] for k in ("scale", "arms", "turn", "tilt", "sway", "seed")] + [spacing])
    path = os.path.join(work, f"worn-{name.replace('/', '-')}-{hashlib.sha1(sources.encode()).hexdigest()[:10]}.npz")
    if not os.path.exists(path):
        os.makedirs(work, exist_ok=True)
        start, top = dress.wrapped(cut, person, points, limbs)
        start += 0.0015 * np.random.default_rng(facts["seed"]).standard_normal(start.shape)  # no two hang alike
        cloth, rested = dress.dressed(
            cut, person, facts["arms"], start, lambda p, share: stand(p, facts, top - 0.37, share)
        )
        np.savez(path, cloth=cloth, body=rested)
    kept = np.load(path)
    return cut, kept["cloth"], person, kept["body"]


def stand(points, facts, middle, share=1.0):
    """Weight on one leg: hips to one side, shoulders tilted against them, the whole turned a little."""
    x, y, z = points.T
    up = dress.smoothstep((z - middle + 0.35) / 0.60)
    x = x + share * facts["sway"] * (1 - 2 * up)
    tilt = np.radians(share * facts["tilt"]) * up
    z = z + x * np.sin(tilt)
    a = np.radians(share * facts["turn"]) * (0.55 + 0.45 * up)
    return np.stack([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a), z], 1)


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


def coordinates(cut, faces):
    """Per face corner: (place in the worn pattern space, place in the flat tee's, where seams are drawn), 0 to 1."""
    ids = np.array(faces)
    flat, size = cut.flat[ids], cut.size[ids]
    sleeve = pattern.is_sleeve(cut.flat[ids].mean(1))[:, None, None]
    back = cut.back[ids].any(1)[:, None, None]  # a face with one point at a seam lies on the back
    parked = pattern.sleeve_pattern(cut.flat)[ids]
    ink = np.where(sleeve, parked, size + np.where(back, [0, BACK_UP], 0))
    relief = np.where(sleeve, parked, flat)
    to = lambda p, area: (p - [area["x0"], area["y0"]]) / [area["width"], area["height"]]
    return to(ink, PATTERN).reshape(-1, 2), to(relief, tee.PATTERN).reshape(-1, 2)


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


def cloth_thing(cut, places, material, seed):
    ink, relief = coordinates(cut, cut.triangles)
    coarse = scene_setup.add_mesh("cloth", places, cut.triangles, ink)
    coarse.data.uv_layers.new(name="relief").data.foreach_set("uv", relief.ravel())
    flat = cut.flat[cut.triangles]
    coarse.data.uv_layers.new(name="flat").data.foreach_set("uv", flat.ravel())
    coarse.data.uv_layers.new(name="back").data.foreach_set(
        "uv", np.repeat(cut.back[cut.triangles].any(1), 6).astype(float)
    )
    points, normals, faces, layers = finer(coarse)
    at, back = np.zeros((len(points), 2)), np.zeros(len(points))
    at[faces.ravel()] = layers["flat"]
    np.maximum.at(back, faces.ravel(), layers["back"][:, 0])
    ink, corner = layers["pattern"].reshape(*faces.shape, 2), layers["flat"].reshape(*faces.shape, 2)
    front = ~(pattern.is_sleeve(corner.mean(1)) | (layers["back"].reshape(*faces.shape, 2)[..., 0] > 0.5).any(1))
    ink[front] = unstretched(points, faces[front], ink[front])
    points = points + normals * np.where(back < 0.5, creases.heights(at, seed, deep=DEEP), 0)[:, None]
    thing = scene_setup.add_mesh("cloth", points, faces, ink.reshape(-1, 2), material)
    thing.data.uv_layers.new(name="relief").data.foreach_set("uv", layers["relief"].ravel())
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = 0.0013, -1.0
    return thing


def collar(cut, places, material):
    """The collar's band on the three rows that were draped."""
    rings = []  # seam, middle, free edge
    for row in range(3):
        front, back = (cut.collar_rings[side][row] for side in (0, 1))
        line = places[np.r_[front, back[-2:0:-1]]]
        closed = np.concatenate([line, line[:1]])
        s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
        t = np.linspace(0, s[-1], 361)[:-1]
        ring = np.stack([np.interp(t, s, closed[:, k]) for k in range(3)], 1)
        rings.append(edges.smooth_line(ring, 5 + 4 * row))
    return band(rings, 0.0012, material)


def band(rings, thick, material):
    """A doubled ribbed band with a rounded free edge along three closed lines: seam, middle, edge."""
    seam, middle, edge = rings

    def at(share):
        s = min(max(share, -0.1), 1.0)
        return seam * (1 - s) * (1 - 2 * s) + middle * 4 * s * (1 - s) + edge * s * (2 * s - 1)

    tangent = np.roll(seam, -1, 0) - np.roll(seam, 1, 0)
    normal = np.cross(tangent, edge - seam)
    centre = seam.mean(0)
    normal *= np.sign(((seam - centre) * normal).sum(1).mean())
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    normal = edges.smooth_line(normal, 8)
    t = thick
    section = [(-0.10, -1.6 * t), (0.4, -t), (0.85, -t)]
    section += [(0.93 + 0.07 * np.sin(a), -t * np.cos(a)) for a in np.linspace(0.2, np.pi - 0.2, 7)]
    section += [(0.85, t), (0.6, t * 1.15), (0.3, t * 1.12), (0.12, t * 0.8), (0.03, t * 0.3), (-0.06, -t * 0.8)]
    n = len(seam)
    points = np.concatenate([at(share) + normal * (height + 0.0008) for share, height in section])
    faces = [f for k in range(len(section) - 1) for f in edges.ring_faces(k * n, (k + 1) * n, n)]
    corner = [(0.02, 0.02)] * sum(len(f) for f in faces)
    thing = scene_setup.add_mesh("collar", points, faces, corner, material)
    seams.add_rib_coordinates(thing, np.repeat(seam[None], len(section), 0))
    return thing


def covered(person, points, cloth, triangles):
    """How much of a body's point lies under cloth (0…1), so that it may be drawn in and not come through."""
    tree = BVHTree.FromPolygons([Vector(p) for p in cloth], [tuple(map(int, t)) for t in triangles])
    normals = person.outwards(points)
    under = np.array(
        [tree.ray_cast(Vector(p - 0.004 * n), Vector(n), 0.05)[0] is not None for p, n in zip(points, normals)], float
    )
    soft = under.copy()
    for _ in range(3):
        soft = np.minimum(under, person.around(soft[:, None])[:, 0])
    return soft, normals


def bare(person, points, cut, cloth):
    """The faces of the body that the shirt may show: all but those deep beneath it."""
    distance, nearest = cKDTree(cloth).query(points)
    seam = np.concatenate([pattern.neck_seam(True), pattern.neck_seam(False)])
    from_neck = cKDTree(np.concatenate([seam, seam * [-1, 1]])).query(cut.flat)[0]
    deep = (distance < 0.05) & (np.minimum(cut.open, from_neck)[nearest] > 0.06) & (person.arm < 0.5)
    return person.faces[~deep[person.faces].all(1)]


# A variant: arms: degrees below the horizontal, back, elbow inwards, elbow back; turn: about the vertical; tilt: of the
# shoulders; slim: in the cut of the second base model.
def build(name, facts, work, spacing=SPACING):
    """The worn tee of a variant; name: of its files in the work folder. Returns (products, people's things, card,
    albedo setter, facts of the camera, top of the print).
    """
    cut, cloth, person, points = draped(name, facts, work, spacing)
    middle = (cloth[:, 2].max() + cloth[:, 2].min()) / 2 + facts["rise"]
    hidden, normals = covered(person, points, cloth, cut.triangles)
    points = points - normals * (0.006 * hidden)[:, None]
    material, albedo = seams.jersey(seams.height_map(work, tee.PATTERN, "tee", tee.draw_tee), "relief")
    rib, rib_albedo = seams.rib()
    products = [cloth_thing(cut, cloth, material, facts.get("folds", facts["seed"])), collar(cut, cloth, rib)]
    figure = flesh.figure(person, points, bare(person, points, cut, cloth), facts["skin"], cloth[:, 2].min())
    card = person_rig.light(middle)
    away = 85 * facts["frame"] / 36
    scene_setup.add_camera((0.0, -away, middle + 0.10), (0.0, 0.0, middle), facts["frame"])

    def both(value):
        albedo(value)
        rib_albedo(value)

    top = cut.sized([[0.0, -pattern.SEAM_FRONT]])[0, 1] - 3 * 0.0254
    camera = {"height": round(float(middle + 0.10), 3), "frame": facts["frame"]}
    return products, figure, card, both, camera, round(float(top), 4)
