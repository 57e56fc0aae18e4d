"""The mug: an 11 oz (325 ml) straight mug, lathe-turned body, handle joined by true fillets.

Units: metres. Pattern space: x along the outside's circumference (the print's centre at half of it,
a quarter turn from the handle), y = height on the outer wall. Inside, bottom and handle are parked above y = 0.11.
"""

import math
from functools import partial

import bpy
import numpy as np
from scipy.interpolate import CubicSpline

from lib import retouch, scene_setup
from lib.product import Product
from lib.scene import Scene
from rigs import light_rigs, presets

RADIUS, HEIGHT, WALL = 0.0410, 0.0955, 0.0037  # common 11 oz blanks: 82 mm across, 95 mm high
AROUND = 2 * math.pi * RADIUS
PATTERN = {"x0": 0.0, "y0": -0.01, "width": 0.32, "height": 0.32}
FILLET = 0.0055
GRIP = (0.0068, 0.0047)  # half axes of the handle's section: across, and towards the mug


def arc(cx, cz, r, start, stop, n):
    angles = np.radians(np.linspace(start, stop, n))
    return [(cx + r * math.cos(a), cz + r * math.sin(a)) for a in angles]


def profile():
    """(r, z) from the centre of the underside, over foot ring, wall, rim, to the centre of the inside's floor."""
    lip = WALL / 2
    line = [(1e-4, 0.0022), (0.0268, 0.0022)]
    line += arc(0.0300, 0.0016, 0.0016, 200, 300, 6)  # foot ring, rounded
    line += arc(0.0360, 0.0062, 0.0050, 262, 360, 12)  # heel
    line += [(RADIUS, z) for z in np.linspace(0.0085, HEIGHT - lip - 0.0005, 40)]
    line += arc(RADIUS - lip, HEIGHT - lip, lip, 4, 176, 18)  # rim
    line += [(RADIUS - WALL, z) for z in np.linspace(HEIGHT - lip - 0.0005, 0.0165, 34)]
    line += arc(RADIUS - WALL - 0.010, 0.0160, 0.010, -4, -86, 14)
    line += [(0.018, 0.0059), (1e-4, 0.0058)]
    return np.array(line)


def body(turns=256, back=False):
    """back: the print's middle lies on the other side, for a mug whose handle points left."""
    line = profile()
    step = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    angle = np.linspace(0, 2 * math.pi, turns, endpoint=False)
    # the potter's hand: the wall is never round or straight to better than some 0.1 mm
    points = []
    for r, z in line:
        wobble = 1 + 0.0011 * np.cos(2 * angle + 0.7) * (z / HEIGHT) + 0.0005 * np.cos(3 * angle + 2.1 + 25 * z)
        lift = 0.00010 * np.cos(2 * angle + 1.9) * (z / HEIGHT) ** 3
        points.append(np.stack([r * wobble * np.cos(angle), r * wobble * np.sin(angle), z + lift], 1))
    points = np.concatenate(points)
    wall = (np.abs(line[:, 0] - RADIUS) < 0.0062) & (np.arange(len(line)) < 60)
    wall &= line[:, 1] < HEIGHT - WALL / 2
    faces, uv = [], []
    for j in range(len(line) - 1):
        outer = wall[j] and wall[j + 1]
        for i in range(turns):
            k = (i + 1) % turns
            faces.append((j * turns + i, j * turns + k, (j + 1) * turns + k, (j + 1) * turns + i))
            for jj, ii in ((j, i), (j, i + 1), (j + 1, i + 1), (j + 1, i)):
                x = ((i / turns - (0.75 if back else 0.25)) % 1.0 + (ii - i) / turns) * AROUND
                y = line[jj][1] if outer else 0.11 + 0.5 * step[jj]
                uv.append((x, y))
    return points, faces, uv


def rounded(n, across, through):
    """A superellipse section, rounder than a box and flatter than an ellipse."""
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    power = lambda v: np.sign(v) * np.abs(v) ** 0.82
    return across * power(np.sin(t)), through * power(np.cos(t))


def handle(n=40):
    """Rings along the handle; the first and last dozen are fillets lying on the wall itself."""
    top, low = 0.0770, 0.0225
    e = RADIUS + FILLET
    key = np.array(
        [
            (e, top),
            (e + 0.006, top + 0.0007),
            (e + 0.0140, top - 0.0015),
            (e + 0.0205, top - 0.0080),
            (e + 0.0238, top - 0.0180),
            (e + 0.0240, top - 0.0285),
            (e + 0.0205, low + 0.0125),
            (e + 0.0125, low + 0.0040),
            (e + 0.0050, low + 0.0005),
            (e, low),
        ]
    )
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(key, axis=0), axis=1))]
    curve = CubicSpline(s, key, bc_type=((1, (1.0, 0.0)), (1, (-1.0, 0.0))))
    t = np.linspace(0, s[-1], 90)
    centre, tangent = curve(t), curve(t, 1)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    rings = []

    def fillet(z, flip, theta):
        grow = FILLET * (1 - math.sin(theta))
        off = FILLET * (1 - math.cos(theta))
        a, b = rounded(n, GRIP[0] + grow, GRIP[1] + grow)
        x = np.sqrt(RADIUS**2 - a**2) + off
        return np.stack([x, a, z + (-b if flip else b)], 1)

    bend = np.linspace(0, math.pi / 2, 14)
    for theta in bend[:-1]:
        rings.append(fillet(top, False, theta))
    a, b = rounded(n, *GRIP)
    for i, ((x, z), (tx, tz)) in enumerate(zip(centre, tangent)):
        nx, nz = -tz, tx
        saddle = np.exp(-min(i, len(t) - 1 - i) / 8.0)  # follow the wall's roundness near the ends
        sag = (np.sqrt(RADIUS**2 - a**2) - RADIUS) * saddle * (1 if i < 45 else 1)
        rings.append(np.stack([x + b * nx + sag, a, z + b * nz], 1))
    for theta in bend[:-1][::-1]:
        rings.append(fillet(low, True, theta))
    points = np.concatenate(rings)
    length = np.r_[
        0, np.cumsum([np.linalg.norm(rings[i + 1].mean(0) - rings[i].mean(0)) for i in range(len(rings) - 1)])
    ]
    faces, uv = [], []
    for j in range(len(rings) - 1):
        for i in range(n):
            k = (i + 1) % n
            faces.append((j * n + i, (j + 1) * n + i, (j + 1) * n + k, j * n + k))
            for jj, ii in ((j, i), (j + 1, i), (j + 1, i + 1), (j, i + 1)):
                uv.append((0.265 + 0.05 * ii / n, 0.115 + 0.9 * length[jj]))
    return points, faces, uv


def glaze():
    """White body under a clear coat. Returns the material and a setter for the albedo."""
    material = bpy.data.materials.new("glaze")
    material.use_nodes = True
    tree = material.node_tree
    new, link = tree.nodes.new, tree.links.new
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = 0.045
    shader.inputs["IOR"].default_value = 1.52
    coordinates = new("ShaderNodeTexCoord")
    noise = new("ShaderNodeTexNoise")  # orange peel: waves of 8 mm, 6 µm high
    noise.inputs["Scale"].default_value = 120.0
    noise.inputs["Detail"].default_value = 1.5
    link(coordinates.outputs["Object"], noise.inputs["Vector"])
    bump = new("ShaderNodeBump")
    bump.inputs["Distance"].default_value = 0.00003
    bump.inputs["Strength"].default_value = 1.0
    link(noise.outputs[0], bump.inputs["Height"])
    link(bump.outputs[0], shader.inputs["Normal"])

    def albedo(value):
        shader.inputs["Base Color"].default_value = (value, value, value, 1)

    return material, albedo


PRODUCT = Product("mug")
STRAIGHT = (0.0095, 0.0915)  # heights between which the wall mirrors as a straight one does

VARIANTS = {
    # turn: degrees the mug is turned about its axis (positive: handle away from the camera); exposure: evens out
    # variants whose camera sees less light
    "studio-1": {"turn": 3.0, **light_rigs.STUDIO_VIEW, "exposure": 1.0},
    "studio-2": {
        "turn": -13.0,
        "height": 0.270,
        "distance": 1.02,
        "frame": 0.164,
        "aim": (0.0130, 0, 0.0420),
        "exposure": 1.15,
    },
    # on a table: `at` is where the mug stands; all share the camera that the sets are painted for
    "lifestyle-1": {"turn": -6.0, "at": (0.006, 0.0), **light_rigs.TABLE_VIEW, "exposure": 1.0},
    "lifestyle-2": {"turn": 196.0, "at": (0.004, 0.012), "back": True, **light_rigs.TABLE_VIEW, "exposure": 1.0},
    # the handle on the other hand: the print that is seen is on the second side
    "studio-other-1": {
        "turn": 175.0,
        "back": True,
        **light_rigs.STUDIO_VIEW,
        "aim": (-0.0150, 0, 0.0440),
        "exposure": 1.0,
    },
    "lifestyle-other-1": {
        "turn": 187.0,
        "at": (0.022, 0.004),
        "back": True,
        **light_rigs.TABLE_VIEW,
        "exposure": 1.0,
    },
}


def prints_besides(variant, height):
    """What plate.json says of the print areas of other sides that are seen too. height: centerY and top of them all.
    What goes round has its middle opposite the handle.
    """
    is_turned = VARIANTS[variant].get("back", False)
    places = {"wrap": AROUND * (0.75 if is_turned else 0.25)}
    if is_turned and "-other-" not in variant:
        places["other"] = AROUND / 2
    return {
        side: {"centerX": round(places[side], 5), **height, **PRODUCT.side_prints[side]}
        for side in places
        if side in PRODUCT.side_prints
    }


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. Nothing is simulated in `work`."""
    rig, style = ("table", "lifestyle-use") if variant.startswith("lifestyle") else ("studio", "studio-product")
    ground = light_rigs.RIGS[rig]()
    camera = VARIANTS[variant]
    material, albedo = glaze()
    products = []
    for name, (points, faces, uv) in (("body", body(back=camera.get("back", False))), ("handle", handle())):
        scaled = [((x - PATTERN["x0"]) / PATTERN["width"], (y - PATTERN["y0"]) / PATTERN["height"]) for x, y in uv]
        thing = scene_setup.add_mesh(name, points, faces, scaled, material)
        smooth = thing.modifiers.new("smooth", "SUBSURF")
        smooth.levels = smooth.render_levels = 1
        thing.rotation_euler = (0, 0, math.radians(camera["turn"]))
        thing.location = (*camera.get("at", (0.0, 0.0)), 0.0)
        products.append(thing)
    light_rigs.camera(camera)
    y = (0.0085 + HEIGHT - 0.004) / 2
    top = y + PRODUCT.print_in["maxHeightIn"] * 0.0254 / 2
    height = {"centerY": round(y, 5), "top": round(top, 5)}
    besides = prints_besides(variant, height)
    facts = {
        "product": "mug",
        "geometry": variant,
        **({"side": "other"} if "-other-" in variant else {}),
        "rig": rig,
        "serves": [{"style": style, "baseModels": [], "backgrounds": PRODUCT.backgrounds[style], "genders": []}],
        "pattern": PATTERN,
        "print": {"centerX": round(AROUND / 2, 5), **height, **PRODUCT.print_in},
        **({"prints": besides} if besides else {}),
        "material": PRODUCT.material,
        "lights": presets.lights(rig, camera["exposure"]),
        "frames": presets.frames(),
        "camera": camera,
        "source": "products/mug/scene.py",
        "licence": "our own render",
    }
    mend = partial(retouch.calm, wall_between=STRAIGHT) if rig == "studio" else None
    return Scene(products, ground, albedo, facts, mend=mend)
