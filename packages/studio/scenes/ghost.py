"""Garments filled as if worn and shot from the front (ghost mannequin): body, inside of the back, collar, label.

Units: metres. The scene is the flat-lay's turned upright: a wall behind, a window at the upper left.
"""
import hashlib
import math
import os

import bpy
import numpy as np

import apparatus as stage
import cloth
import edges
import rigs
import seams
import sweat_pattern
from ghost_form import SQUEEZE, Form, SweatCut, TeeCut, throat_depth
from tee_pattern import neck

WALL = 0.115             # metres from the silhouette back to the wall
PATTERN = {"x0": -0.70, "y0": -0.86, "width": 1.40, "height": 1.30}
CORNER = (-0.60, 0.30)   # where in pattern space things lie that bear no print


def squeezed(take):
    return [((x * SQUEEZE, y), size, ridge, amount) for (x, y), size, ridge, amount in sweat_pattern.TAKES[take]["patches"]]


def sweat_gathers(take):
    def gathers(points):
        return [g * 0.8 for g in sweat_pattern.gathers(points / [SQUEEZE, 1], take)]
    return gathers


TEE_1 = [((0.150, -0.300), (0.120, 0.040), 54, 0.050), ((-0.148, -0.305), (0.125, 0.042), -52, 0.048),
         ((0.150, -0.170), (0.080, 0.035), 74, 0.036), ((-0.152, -0.175), (0.080, 0.035), -70, 0.040),
         ((0.095, -0.510), (0.190, 0.050), 83, 0.034), ((-0.085, -0.520), (0.200, 0.052), -80, 0.030),
         ((0.010, -0.560), (0.150, 0.050), 92, 0.022), ((0.165, -0.450), (0.070, 0.040), 30, 0.040),
         ((-0.165, -0.440), (0.070, 0.040), -26, 0.042), ((0.255, -0.195), (0.080, 0.034), -62, 0.060),
         ((-0.257, -0.190), (0.080, 0.034), 60, 0.056), ((0.225, -0.245), (0.050, 0.030), 20, 0.060),
         ((-0.225, -0.245), (0.050, 0.030), -24, 0.060), ((0.150, -0.620), (0.080, 0.045), 78, 0.034),
         ((-0.145, -0.610), (0.090, 0.045), -84, 0.036)]
TEE_2 = [((0.140, -0.320), (0.130, 0.042), 48, 0.055), ((-0.155, -0.290), (0.110, 0.040), -60, 0.046),
         ((0.152, -0.180), (0.080, 0.035), 68, 0.042), ((-0.148, -0.165), (0.080, 0.035), -76, 0.034),
         ((0.050, -0.540), (0.180, 0.050), 74, 0.032), ((-0.110, -0.500), (0.190, 0.050), -76, 0.036),
         ((0.160, -0.500), (0.080, 0.042), 40, 0.044), ((-0.165, -0.470), (0.070, 0.040), -38, 0.036),
         ((0.258, -0.190), (0.080, 0.034), -58, 0.054), ((-0.252, -0.198), (0.080, 0.034), 66, 0.062),
         ((0.225, -0.245), (0.050, 0.030), 28, 0.060), ((-0.225, -0.245), (0.050, 0.030), -16, 0.060),
         ((-0.020, -0.630), (0.090, 0.050), -86, 0.034), ((0.130, -0.640), (0.070, 0.045), 88, 0.030)]

TAKES = {
    "t-shirt/studio-front-1": {"cut": TeeCut, "seed": 17, "patches": TEE_1, "frame": 0.96, "shift": 0.340},
    "t-shirt/studio-front-2": {"cut": TeeCut, "seed": 29, "patches": TEE_2, "frame": 0.98, "shift": 0.342},
    "crewneck-sweatshirt/studio-front-1": {"cut": SweatCut, "seed": 37, "like": "crewneck-sweatshirt/flat-lay-2",
                                           "frame": 1.04, "shift": 0.362},
    "crewneck-sweatshirt/studio-front-2": {"cut": SweatCut, "seed": 53, "like": "hoodie/flat-lay-1", "frame": 1.06, "shift": 0.362},
    "hoodie/studio-front-1": {"cut": SweatCut, "seed": 71, "like": "hoodie/flat-lay-2", "frame": 1.20, "shift": 0.215},
    "hoodie/studio-front-2": {"cut": SweatCut, "seed": 97, "like": "crewneck-sweatshirt/flat-lay-1", "frame": 1.22, "shift": 0.217},
}


def add(name, points, faces, flat, relief, material, shift):
    """flat, relief: pattern and silhouette coordinates of every point (metres)."""
    points = np.asarray(points) + [0, shift, WALL]
    order = np.concatenate([list(face) for face in faces])
    to_uv = lambda p: (np.asarray(p)[order] - [PATTERN["x0"], PATTERN["y0"]]) / [PATTERN["width"], PATTERN["height"]]
    thing = stage.add_mesh(name, points, faces, to_uv(flat), material)
    layer = thing.data.uv_layers.new(name="relief")
    layer.data.foreach_set("uv", to_uv(relief).ravel().astype(float))
    return thing


def front(form, material, shift):
    """The filled front; silhouettes run back round the form, hems are turned in."""
    n, edge = form.n, form.edge
    rim = form.points[:n].copy()
    normals = edges.outward(edge)
    round_back = edges.smooth_line(np.isin(form.kinds, ("neck", "hem", "cuff")).astype(float)[:, None], 6)[:, 0]
    thick = form.cut.thick
    silhouette = ((0.0, 0.012), (-0.006, 0.030), (-0.020, 0.050), (-0.045, 0.065))
    turned = ((0.4 * thick, 0.3 * thick), (0.6 * thick, 1.2 * thick), (0.0, 2.4 * thick), (-0.012, 2.8 * thick))
    points, faces = [form.points], [tuple(t) for t in form.triangles]
    flats, reliefs = [form.flat], [form.place]
    base, previous = len(form.points), 0
    for (out_s, back_s), (out_h, back_h) in zip(silhouette, turned):
        out = out_s * (1 - round_back) + out_h * round_back
        back = back_s * (1 - round_back) + back_h * round_back
        points.append(rim + np.c_[normals * out[:, None], -back])
        flats.append(form.flat[:n])
        reliefs.append(edge)
        faces += edges.ring_faces(previous, base, n)
        previous, base = base, base + n
    return add("front", np.concatenate(points), faces, np.concatenate(flats), np.concatenate(reliefs), material, shift)


def neck_ring(cut, n=110):
    """The neck seam in space, closed, from the right shoulder over the front: (points, angle)."""
    angle = np.linspace(0, 2 * math.pi, 4 * n, endpoint=False)
    c, s = np.cos(angle), np.sin(angle)
    low = np.where(s > 0, cut.seam_front, cut.seam_back)
    x = np.sign(c) * cut.seam_x * np.abs(c) ** 0.92
    y = -low * np.abs(s) ** 0.92
    return np.stack([x, y, throat_depth(cut, angle)], 1), angle


def collar(cut, material, shift, seed):
    """A ribbed band standing on the neck seam, leaning inwards; behind, its inner face is seen."""
    seam, angle = neck_ring(cut)
    s = np.sin(angle)
    rng = np.random.default_rng(seed + 9)
    behind = np.clip(0.5 - 1.6 * s, 0, 1)
    behind = behind * behind * (3 - 2 * behind)
    inwards = seam[:, :2] + [0, 0.02]
    inwards = -inwards / np.linalg.norm(inwards, axis=1, keepdims=True)
    ahead = np.c_[inwards * 0.80, np.full(len(seam), -0.50)] * cut.band
    upright = np.c_[0.10 * inwards[:, 0], np.full(len(seam), 1.0), np.full(len(seam), 0.16)] * cut.band_back
    side = np.exp(-(s / 0.30) ** 2)[:, None]
    lift = np.c_[np.zeros(len(seam)), np.full(len(seam), 0.0015), np.zeros(len(seam))] * side
    free = seam + ahead * (1 - behind[:, None]) + upright * behind[:, None] + lift
    wave = 0.0008 * cloth.smooth_field(np.stack([seam[:, 0], 0.2 * s], 1), 0.09, rng)
    free = edges.smooth_line(free, 150) + np.c_[0 * s, 0 * s, wave]
    across = free - seam
    tangent = np.roll(seam, -1, 0) - np.roll(seam, 1, 0)
    normal = np.cross(across, tangent)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    normal *= np.where(normal[:, 2:] > 0, 1, -1)
    normal = edges.smooth_line(normal, 6)
    t = cut.thick
    section = [(-0.02, -t), (0.5, -t), (0.9, -t)]
    section += [(0.93 + 0.07 * np.sin(a), -t * np.cos(a)) for a in np.linspace(0.2, np.pi - 0.2, 7)]
    section += [(0.90, t), (0.7, t * 1.12), (0.45, t * 1.15), (0.2, t), (0.08, t * 0.6), (0.0, t * 0.1), (-0.06, -t)]
    n = len(seam)
    points = np.concatenate([seam + across * share + normal * height for share, height in section])
    faces = [f for k in range(len(section) - 1) for f in edges.ring_faces(k * n, (k + 1) * n, n)]
    flat = np.concatenate([seam[:, :2] + across[:, :2] * share for share, _ in section])
    flat = flat + [CORNER[0] + 0.2, CORNER[1]]
    thing = add("collar", points, faces, flat, flat, material, shift)
    rings = np.repeat(seam[None], len(section), 0)
    seams.add_rib_coordinates(thing, rings)
    return thing


def inside_back(cut, material, shift, seed):
    """The inner side of the back panel, below the back neck seam, and the tape on that seam."""
    rng = np.random.default_rng(seed + 21)
    columns, rows = np.linspace(-1, 1, 61), np.linspace(0, 1, 31)
    top_y = lambda c: -cut.seam_back * (1 - np.abs(c) ** 2.2)
    points, flat = [], []
    for r in rows:
        x = columns * (cut.seam_x + 0.004 + 0.03 * r)
        y = top_y(columns) - 0.17 * r
        z = cut.throat[2] + (cut.throat[1] - cut.throat[2]) * np.abs(columns) ** 2.4 * (1 - 0.4 * r) - 0.010 * r
        points.append(np.c_[x, y, z])
        flat.append(np.c_[CORNER[0] + 0.2 + x, np.full(61, CORNER[1] + 0.05) - 0.17 * r])
    points, flat = np.concatenate(points), np.concatenate(flat)
    points[:, 2] += 0.0012 * cloth.smooth_field(points[:, :2], 0.07, rng, 30)
    faces = [(r * 61 + c, (r + 1) * 61 + c, (r + 1) * 61 + c + 1, r * 61 + c + 1) for r in range(30) for c in range(60)]
    things = [add("inside", points, faces, flat, flat, material, shift)]
    columns = columns * 0.86                                # its ends are caught in the shoulder seams
    line = np.c_[columns * (cut.seam_x + 0.001), top_y(columns),
                 cut.throat[2] + (cut.throat[1] - cut.throat[2]) * np.abs(columns) ** 2.4]
    rings = [line + [0, down, out] for down, out in ((0.003, 0.0006), (0.0026, 0.0022), (0.0, 0.0026), (-0.006, 0.0024), (-0.0088, 0.0020), (-0.0092, 0.0002))]
    faces = [f for k in range(5) for f in edges.ring_faces(k * 61, (k + 1) * 61, 61, closed=False)]
    flat = np.concatenate([np.c_[CORNER[0] + 0.2 + line[:, 0] * 0.5, np.full(61, CORNER[1] + 0.1 + 0.01 * k)] for k in range(6)])
    things.append(add("tape", np.concatenate(rings), faces, flat, flat, material, shift))
    things.append(label(cut, shift))
    return things


def label(cut, shift, width=0.046, height=0.030):
    """A plain woven label hanging below the tape: satin, not dyed with the garment."""
    material = bpy.data.materials.new("label")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.70, 0.69, 0.67, 1)
    shader.inputs["Roughness"].default_value = 0.5
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, 13), np.linspace(0, 1, 9))
    u, v = u.ravel(), v.ravel()
    points = np.c_[u * width, -cut.seam_back - 0.004 - v * height,
                   cut.throat[2] + 0.0034 + 0.0025 * np.sin(v * 2.2) * (0.7 + u * 0.5) + 0.10 * (u * width) ** 2 / 0.02]
    faces = [(r * 13 + c, (r + 1) * 13 + c, (r + 1) * 13 + c + 1, r * 13 + c + 1) for r in range(8) for c in range(12)]
    flat = np.c_[CORNER[0] + u * 0.03, CORNER[1] - v * 0.03]
    return add("label", points, faces, flat, flat, material, shift)


def draw_tee(canvas, rng):
    cut = TeeCut()
    side = dict(cut.right_side())
    mirror = lambda line, s: np.asarray(line) * [s, 1]
    seams.hem(canvas, np.concatenate([mirror(side["hem"], 1), mirror(side["hem"], -1)[::-1][1:]]), rng)
    front_seam = neck(np.linspace(0, math.pi / 2, 60), cut.seam_x, -cut.seam_front)
    seams.seam(canvas, np.concatenate([front_seam, mirror(front_seam, -1)[::-1][1:]]), rng, 0.0003, topstitch=(0.0024, 0.0070))
    for s in (1, -1):
        seams.seam(canvas, mirror(cut.armhole(), s), rng)
        seams.seam(canvas, mirror(side["shoulder"], s) - [0, 0.008], rng, 0.00025)
        seams.hem(canvas, mirror(side["cuff"], s), rng)


def sweat_lines(canvas, rng, with_neck):
    import sweat_seams
    cut = SweatCut()
    fit = lambda line: cut.bow(np.asarray(line, float) * [SQUEEZE, 1])
    mirror = lambda line, s: np.asarray(line) * [s, 1]
    if with_neck:
        front_seam = neck(np.linspace(0, math.pi / 2, 60), cut.seam_x, -cut.seam_front)
        seams.seam(canvas, np.concatenate([front_seam, mirror(front_seam, -1)[::-1][1:]]), rng, 0.0004, topstitch=(0.0028, 0.0088))
    _, inwards = sweat_pattern.sleeve_axes()
    for s in (1, -1):
        seams.seam(canvas, mirror(cut.armhole(), s), rng, 0.00045, topstitch=(0.0030, 0.0090))
        cuff = mirror(fit(sweat_pattern.cuff_outline()), s)
        sweat_seams.ribbed(canvas, cuff, mirror(inwards, s), rng)
        seams.seam(canvas, cuff[[0, 3]], rng, 0.00055, topstitch=(0.0036,))
    hem = cloth.resample(np.concatenate([sweat_pattern.hem_outline(), sweat_pattern.hem_outline()[:1]]), 0.01)
    sweat_seams.ribbed(canvas, fit(hem), (1, 0), rng)
    top = np.linspace(-sweat_pattern.HEM_TOP[0], sweat_pattern.HEM_TOP[0], 60)
    seams.seam(canvas, fit(np.c_[top, np.full(60, sweat_pattern.HEM_TOP[1])]), rng, 0.00055, topstitch=(0.0036,))


def draw_crew(canvas, rng):
    sweat_lines(canvas, rng, True)


def build(name, work):
    """name: product/take. Returns (products, albedo setter, camera facts, top of the print in pattern space)."""
    facts = TAKES[name]
    product = name.split("/")[0]
    cut, shift = facts["cut"](), facts["shift"]
    draw = {"t-shirt": draw_tee, "crewneck-sweatshirt": draw_crew}.get(product)
    if product == "hoodie":
        import ghost_hood
        draw = ghost_hood.draw
    heights = seams.height_map(work, PATTERN, f"ghost-{product}", draw)
    material, albedo = seams.jersey(heights, "relief")
    rib, rib_albedo = seams.rib(name)
    patches = facts.get("patches") or squeezed(facts["like"])
    here = os.path.dirname(__file__)
    sources = "".join(open(os.path.join(here, f)).read() for f in ("cloth.py", "sweat_pattern.py", "ghost_form.py"))
    digest = hashlib.sha1((sources + repr(sorted(facts.items(), key=str))).encode()).hexdigest()[:10]
    form = Form(cut, patches, facts["seed"], os.path.join(work, f"{name.replace('/', '-')}-{digest}.npy"),
                gathers=sweat_gathers(facts["like"]) if "like" in facts else None)
    products = [front(form, material, shift)]
    products += inside_back(cut, material, shift, facts["seed"])
    if product == "hoodie":
        products += ghost_hood.things(form, cut, material, rib, shift, facts["seed"])
    else:
        products.append(collar(cut, rib, shift, facts["seed"]))
    rigs.flat_lay_camera(facts["frame"])

    def both(value):
        albedo(value)
        rib_albedo(value)
    top = form.measure(np.array([[0.0, -cut.seam_front]]))[0, 1] - 3 * 0.0254
    return products, both, {"height": 2.6, "frame": facts["frame"]}, round(float(top), 4)
