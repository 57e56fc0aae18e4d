"""The light rigs. Each gives lights, world and a grey ground; gains of the groups are set at run time.

Units: metres. Strengths only matter within a group: every group is normalised afterwards, so that a
level ground of albedo 1 at the frame's centre has radiance 1 (see encode.normalise).
"""

import math

import bpy

from lib import scene_setup


def grey(name, albedo, roughness=0.9):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    shader = tree.nodes.new("ShaderNodeBsdfDiffuse")
    shader.inputs["Color"].default_value = (albedo,) * 3 + (1,)
    shader.inputs["Roughness"].default_value = roughness
    tree.links.new(shader.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs[0])
    return material


def seen(key, fill, env):
    """What plate.json says of a rig's lamps: directions towards them as the camera sees it (right, up, towards itself).

    key, fill: places of the lamps, in metres from what they light. env: the side that most of what comes from all
    around comes from, the shorter the more evenly it comes.
    """
    unit = lambda place: [round(part / math.hypot(*place), 3) for part in place]
    return {"key": unit(key), "fill": unit(fill), "env": list(env)}


FLAT_LAY_LAMPS = {"key": (-1.60, 1.10, 1.08), "fill": (1.9, -0.9, 1.5), "env": None}


def flat_lay():
    """A table seen from above; window-like softbox low at the upper left, weak large fill at the right."""
    scene_setup.set_world(0.55, 1.0)
    scene_setup.add_softbox("key", FLAT_LAY_LAMPS["key"], (0, 0, 0), 0.85, 0.85, 10.0)
    scene_setup.add_softbox("fill", FLAT_LAY_LAMPS["fill"], (0, 0, 0), 1.6, 1.6, 2.0)
    table = scene_setup.add_mesh(
        "ground",
        [(-3, -3, 0), (3, -3, 0), (3, 3, 0), (-3, 3, 0)],
        [(0, 1, 2, 3)],
        material=grey("table", scene_setup.GROUND_ALBEDO),
        smooth=False,
    )
    return [table]


def flat_lay_camera(frame=1.06, height=2.6):
    """85 mm on full frame from 2.6 m. Frame is the picture's width on the table."""
    camera = scene_setup.add_camera((0, 0, height), (0, 0, 0), frame)
    camera.rotation_euler = (0, 0, 0)
    return camera


def studio():
    """A sweep; tall softbox at the left front, strip at the right, overhead bank, black flags at both sides."""
    scene_setup.set_world(0.12, 0.75)
    scene_setup.add_softbox("key", (-0.52, -0.40, 0.42), (0, 0, 0.16), 0.34, 0.80, 10.0, soft=0.06)
    scene_setup.add_softbox("fill", (0.62, -0.36, 0.36), (0, 0, 0.14), 0.14, 0.68, 4.0, soft=0.14)
    scene_setup.add_softbox("env", (0.0, 0.05, 0.95), (0, 0, 0), 0.9, 0.8, 2.2, soft=0.15)
    black = grey("flag", 0.02)
    for side in (-1, 1):
        x = side * 0.36
        flag = scene_setup.add_mesh(
            "flag",
            [(x, 0.02, 0), (x, 0.42, 0), (x, 0.42, 0.5), (x, 0.02, 0.5)],
            [(0, 1, 2, 3)],
            material=black,
            smooth=False,
        )
        flag.visible_camera = False
        flag.visible_shadow = False
        flag.visible_diffuse = False  # seen by the glaze only: the sweep must not darken
    line = [(-1.6, 0.0), (0.42, 0.0)]
    line += [(0.42 + 0.40 * math.sin(t), 0.40 - 0.40 * math.cos(t)) for t in [i * math.pi / 48 for i in range(1, 25)]]
    line += [(0.82, 2.2)]
    points, faces = [], []
    for y, z in line:
        points += [(-3, y, z), (3, y, z)]
    for i in range(len(line) - 1):
        faces.append((2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2))
    return [scene_setup.add_mesh("ground", points, faces, material=grey("sweep", scene_setup.GROUND_ALBEDO))]


WALL = 0.045  # metres behind the hook's middle


# The lamps as seen from the wall: right, up, out of it.
HUNG_LAMPS = {"key": (-1.50, 0.62, 1.25 + WALL), "fill": (1.7, 0.17, 1.5 + WALL), "env": None}


# The rigs whose backdrops are that wall, and the width of their cameras' view of it, metres. What a plate shows in
# mid-air has no shadow rendered: the compositor throws it on the wall.
WALL_FRAMES = {"hung": 0.78, "air": 0.90}


def hung():
    """A wall; large soft window from the left front, weak fill at the right, light ceiling."""
    scene_setup.set_world(0.35, 0.9)
    scene_setup.add_softbox("key", (-1.50, -1.25, 0.55), (0, 0, -0.1), 0.9, 1.0, 10.0, soft=0.12)
    scene_setup.add_softbox("fill", (1.7, -1.5, 0.1), (0, 0, -0.1), 1.4, 1.6, 2.0, soft=0.2)
    return [
        scene_setup.add_mesh(
            "ground",
            [(-4, WALL, -4), (4, WALL, -4), (4, WALL, 4), (-4, WALL, 4)],
            [(0, 1, 2, 3)],
            material=grey("wall", scene_setup.GROUND_ALBEDO),
            smooth=False,
        )
    ]


def table():
    """A table top by a window at the left, a light room round it; the top is waxed and mirrors a little."""
    scene_setup.set_world(0.30, 0.62)
    scene_setup.add_softbox("key", (-0.95, 0.16, 0.50), (0, 0, 0.05), 0.62, 0.74, 10.0, soft=0.05)
    scene_setup.add_softbox("fill", (0.95, -0.55, 0.55), (0, 0, 0.05), 0.26, 0.80, 3.0, soft=0.25)
    waxed = bpy.data.materials.new("waxed")
    waxed.use_nodes = True
    shader = waxed.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (scene_setup.GROUND_ALBEDO * 0.75,) * 3 + (1,)
    shader.inputs["Roughness"].default_value = 0.30
    shader.inputs["Specular IOR Level"].default_value = 0.45
    return [
        scene_setup.add_mesh(
            "ground",
            [(-90, -9, 0), (90, -9, 0), (90, 300, 0), (-90, 300, 0)],
            [(0, 1, 2, 3)],
            material=waxed,
            smooth=False,
        )
    ]


# Where the camera stands on the two rigs whose backdrops are made for one view: its height and distance, what it aims
# at, the picture's width there.
STUDIO_VIEW = {"height": 0.125, "distance": 1.05, "frame": 0.166, "aim": (0.0150, 0, 0.0440)}
TABLE_VIEW = {"height": 0.165, "distance": 0.98, "frame": 0.225, "aim": (0.012, 0, 0.0680)}


def camera(view):
    """A camera before the product that looks a little down. view: as STUDIO_VIEW, metres."""
    aim = view["aim"]
    back = math.sqrt(view["distance"] ** 2 - (view["height"] - aim[2]) ** 2)
    return scene_setup.add_camera((aim[0], -back, view["height"]), aim, view["frame"])


# Where the window of the raking rigs stands, metres from the person: right, up, towards the camera. One that stands
# farther forward is for cloth half of which would lie in shade: what is turned away from it, what a bust shades.
WINDOWS = {"raked": (-2.5, 0.80, 0.95), "raked-fore": (-2.3, 0.80, 1.30)}

# The lamps of the rigs that light cloth, as plate.json has them; what is worn has those of person.py.
LAMPS = {
    "flat-lay": seen(FLAT_LAY_LAMPS["key"], FLAT_LAY_LAMPS["fill"], (0, 0, 0.5)),
    "hung": seen((-1.50, 0.65, 1.25), (1.7, 0.2, 1.5), (0, 0.4, 0)),
    **{rig: seen(window, (1.75, 0.40, -1.45), (0, 0.4, 0.2)) for rig, window in WINDOWS.items()},
}

RIGS = {"flat-lay": flat_lay, "studio": studio, "hung": hung, "table": table}
