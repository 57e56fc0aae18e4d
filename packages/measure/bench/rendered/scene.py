"""
scene.py FOLDER NUMBER: one made scene, all of it by its number: cloth, body, light, camera. Into FOLDER/NUMBER go
`scene.json` (camera, sheet), `mesh.bin` (triangles in space with ids and places of the sheet) and the light that Cycles
finds on a white garment and on a black one (`white.bin`, `black.bin`: three floats a pixel). `photograph.ts` makes the
photograph of them, and what is true of it.
"""

import json
import math
import sys
from pathlib import Path

import bpy
import numpy as np
import props
from cloth import INCH, UV_SPAN, collide, pocket, simulate
from mathutils import Matrix, Vector
from panels import BACK, bag, shirt

KINDS = ["worn", "hung", "laid", "held", "worn", "hoodie", "laid", "tote", "worn", "mug"]
SHEETS = {"shirt": (13, 16), "hoodie": (13, 9.5), "tote": (12, 12), "mug": (3.8, 3.3)}
LIGHT_WIDTH = 600
OVERSCAN = 1.1
SAMPLES = 10
WALL = [(0.5, 0.48, 0.44), (0.7, 0.7, 0.68), (0.2, 0.26, 0.3), (0.36, 0.2, 0.15), (0.1, 0.12, 0.11)]
TABLE = [(0.32, 0.2, 0.11), (0.6, 0.56, 0.5), (0.08, 0.08, 0.09), (0.25, 0.3, 0.33)]
SKIN = [(0.55, 0.33, 0.24), (0.25, 0.13, 0.09), (0.42, 0.24, 0.16)]


def ruffled(rest, random, waves, height, squeeze):
    """Cloth laid down carelessly, in inches: pushed together by some shares and lifted where it is."""
    x, z = rest.T
    out = np.stack([x, z, np.full_like(x, 0.25)], 1)
    for _ in range(waves):
        angle, length = random.uniform(0, math.pi), random.uniform(2.5, 9)
        across = x * math.cos(angle) + z * math.sin(angle) + random.uniform(0, 20)
        fade = np.exp(
            -((x - random.uniform(-8, 8)) ** 2 + (z - random.uniform(3, 26)) ** 2) / random.uniform(4, 11) ** 2
        )
        out[:, 0] -= squeeze * length * np.sin(across / length * 2) * math.cos(angle) * fade
        out[:, 1] -= squeeze * length * np.sin(across / length * 2) * math.sin(angle) * fade
        out[:, 2] += height * fade * (1 + np.cos(across / length * 4))
    return out


def dressed(kind, random):
    """The garment of a kind (a list of objects, the printed one first), the sheet's size and its top (inches, z)."""
    skin = SKIN[random.integers(len(SKIN))]
    if kind == "mug":
        body, rest = props.mug(1.65, 3.8, 3.8, 0)
        for part in bpy.data.objects:
            part.rotation_euler.z = math.radians(random.uniform(-14, 14))
        bpy.context.view_layer.update()
        if random.random() < 0.5:
            for k in range(4):
                z = 1.0 + 0.62 * k
                props.painted(props.rod("finger", (-3.2, 0.4, z), (-1.78, -0.55, z), 0.32), skin, 0.6)
            props.painted(props.rod("wrist", (-9, 2, 0.5), (-3.2, 0.6, 1.8), 1.1), skin, 0.6)
        else:
            props.plane("table", (0, 5 * INCH, 0), (1.2, 0, 0), (0, 0.6, 0), TABLE[random.integers(len(TABLE))])
        return [body, *rest], SHEETS["mug"], 3.55
    if kind == "tote":
        panels = bag(15, 16)
        x, z = panels.rest.T
        near = random.uniform(0.86, 0.97)
        start = np.stack([x * near, 0.25 * np.sin(x * random.uniform(0.5, 1.1) + 1) * (z / 16), z], 1) * INCH
        pins = np.where((z > 15.7) & (np.abs(np.abs(x) - 3.6) < 0.6), 1.0, 0)
        obj = simulate(panels, start, pins, 34, 12, wind=random.uniform(1, 4))
        straps = []
        for hand in (-1, 1):
            spots = [(hand * 3.6 * near, -0.05, 14.2), (hand * 3.4 * near, -0.1, 17), (hand * 1.4, 0, 26)]
            straps += [props.rod("strap", a, b, 0.4) for a, b in zip(spots, spots[1:])]
        props.painted(props.rod("hook", (0, 5, 26.2), (0, -1.4, 26.2), 0.3), (0.3, 0.3, 0.3))
        return [obj, *straps], SHEETS["tote"], 13.7
    hoodie = kind == "hoodie"
    angle = math.radians(random.uniform(38, 66))
    length = 27 if hoodie else 28.5
    both = kind in ("worn", "hoodie")
    size = dict(width=random.uniform(21, 23), length=length, neck=3.6, drop=2.6 if hoodie else 3.4)
    panels = shirt(**size, sleeve=19 if hoodie else 7.5, angle=angle, cuff=5 if hoodie else 7, both=both)
    x, z = panels.rest.T
    if both:
        parts = props.torso(length, angle, random.uniform(0.97, 1.16), skin)
        for part in parts:
            collide(part)
        bulge = 6.4 * np.sqrt(np.maximum(0, 1 - (1 - np.minimum(1, panels.seam / 5)) ** 2))
        start = np.stack([x, panels.side * bulge, z], 1) * INCH
        obj = simulate(panels, start, None, 26, random.uniform(6, 14), wind=random.uniform(0, 2))
        if hoodie:
            extra = pocket(obj, -6.5, 6.5, 2, 9.5)
            return [obj, extra], SHEETS["hoodie"], 21.8
        return [obj], SHEETS["shirt"], 23.2
    if kind == "laid":
        table = props.plane("table", (0, 15 * INCH, 0), (1.4, 0, 0), (0, 1.4, 0), TABLE[random.integers(len(TABLE))])
        collide(table, friction=60)
        start = (
            ruffled(panels.rest, random, random.integers(2, 6), random.uniform(0.2, 0.8), random.uniform(0.01, 0.04))
            * INCH
        )
        obj = simulate(panels, start, None, 22, 12)
        if random.random() < 0.6:
            props.painted(props.rod("pen", (14, 18, 0.9), (16, 9, 0.9), 0.9), (0.1, 0.15, 0.3))
            props.painted(props.loft("cup", [(0, 1.6, 1.6), (4, 1.8, 1.8)], 40, 2), (0.5, 0.1, 0.08)).location = (
                -0.4,
                0.15,
                0,
            )
        return [obj], SHEETS["shirt"], 23.2
    near = random.uniform(0.88, 0.97)
    wave = 0.5 * np.sin(x * random.uniform(0.35, 0.8) + random.uniform(0, 6)) * (1 - z / length)
    start = np.stack([x * near, wave, z], 1) * INCH
    top = length - 0.22 * np.maximum(0, np.abs(x) - 3.6)
    reach = random.uniform(6, 9.5) if kind == "held" else random.uniform(4.2, 6)
    held = (z > top - 0.5) & (np.abs(np.abs(x) - reach) < (0.8 if kind == "held" else 2.2))
    obj = simulate(panels, start, np.where(held, 1.0, 0), 34, 12, wind=random.uniform(1, 7))
    if kind == "hung":
        height = length - 0.2
        props.painted(props.rod("line", (-60, 0.1, height + 0.2), (60, 0.1, height - 0.6), 0.09), (0.2, 0.2, 0.22))
        for hand in (-1, 1):
            at = (hand * reach * near, -0.12, height)
            props.painted(
                props.rod("peg", (at[0], at[1], at[2] - 1.6), (at[0], at[1], at[2] + 1), 0.2), (0.5, 0.35, 0.16)
            )
    else:
        for hand in (-1, 1):
            at = (hand * (reach + 0.2) * near, -0.1, length - 0.22 * (reach - 3.6) - 0.8)
            props.hand(at, (hand * 0.8, 0.3, -0.5), skin)
    return [obj], SHEETS["shirt"], 23.2


def lit(kind, random, middle, laid):
    """Window and lamp within walls, or sun and sky; in some what throws a shadow across."""
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    turn = Matrix.Rotation(-math.pi / 2, 4, "X") if laid else Matrix.Identity(4)
    place = lambda x, y, z: Vector(middle) + (turn @ Vector((x, y, z)))

    def lamp(kind, at, **settings):
        data = bpy.data.lights.new(kind, kind)
        for name, value in settings.items():
            setattr(data, name, value)
        obj = bpy.data.objects.new(kind, data)
        obj.location = at
        obj.rotation_euler = (Vector(middle) - at).to_track_quat("-Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(obj)

    side = random.choice([-1, 1])
    outside = random.random() < 0.35
    at = place(side * random.uniform(0.7, 1.5), -random.uniform(0.9, 1.6), random.uniform(0.2, 1.3))
    if outside:
        sky = random.uniform(0.25, 0.7)
        back.inputs[0].default_value = (sky * 0.8, sky * 0.95, sky * 1.2, 1)
        lamp(
            "SUN",
            at,
            energy=random.uniform(1.5, 3.5),
            angle=math.radians(random.uniform(0.6, 6)),
            color=(1, 0.95, 0.86),
        )
    else:
        room = random.uniform(0.06, 0.2)
        back.inputs[0].default_value = (room, room, room * 1.1, 1)
        lamp("AREA", at, energy=random.uniform(40, 70), shape="RECTANGLE", size=0.9, size_y=1.4, color=(0.86, 0.94, 1))
        warm = place(-side * random.uniform(0.6, 1.3), -random.uniform(0.4, 1.3), random.uniform(0.3, 1))
        lamp(
            "AREA",
            warm,
            energy=random.uniform(5, 22),
            shape="DISK",
            size=random.uniform(0.06, 0.3),
            color=(1, 0.66, 0.36),
        )
    if not laid:
        wall = WALL[random.integers(len(WALL))]
        gap = 0.12 if kind == "hung" and not outside else random.uniform(0.5, 1.4)
        props.plane("wall", (0, gap, 0.5), (4, 0, 0), (0, 0, 2.5), wall)
        props.plane("floor", (0, -1, -1.1), (4, 0, 0), (0, 3, 0), TABLE[random.integers(len(TABLE))])
    if random.random() < 0.4:
        towards = at - Vector(middle)
        for _ in range(random.integers(1, 4)):
            spot = Vector(middle) + towards * random.uniform(0.3, 0.6) + Vector(random.uniform(-0.2, 0.2, 3))
            end = spot + Vector(random.uniform(-1, 1, 3)).normalized() * 0.35
            scale = 1 / INCH
            props.painted(props.rod("bar", spot * scale, end * scale, random.uniform(0.3, 1.1)), (0.1, 0.12, 0.08))
    return "outdoors" if outside else "indoors"


def seen_by(random, middle, wide, laid, aspect=4 / 3):
    focal = float(random.choice([24, 28, 35, 50, 85]))
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_height, data.lens = "VERTICAL", 36, focal / OVERSCAN
    camera = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    distance = wide * focal / 36 * aspect / random.uniform(0.74, 0.92)
    pitch, yaw, roll = (math.radians(random.uniform(-a, a)) for a in (11, 13, 5))
    way = Matrix.Rotation(yaw, 4, "Z") @ Matrix.Rotation(pitch, 4, "X")
    frame = Matrix.Rotation(math.pi / 2, 4, "X")
    whole = way @ frame @ Matrix.Rotation(roll, 4, "Z") @ Matrix.Translation((0, 0, distance))
    if laid:
        whole = Matrix.Rotation(-math.pi / 2, 4, "X") @ whole
    camera.matrix_world = Matrix.Translation(middle) @ whole
    bpy.context.view_layer.update()
    return camera, focal


def exported(garment, camera, path):
    """Every triangle's corners as seen (right, down, depth), places, id: 0 printed, 1 garment, 2 not."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    view = camera.matrix_world.inverted()
    rows = []
    for obj in bpy.data.objects:
        if obj.type != "MESH":
            continue
        mesh = obj.evaluated_get(depsgraph).to_mesh()
        mesh.calc_loop_triangles()
        count = len(mesh.loop_triangles)
        points = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", points)
        whole = np.array(view @ obj.matrix_world)
        points = points.reshape(-1, 3) @ whole[:3, :3].T + whole[:3, 3]
        vertices, loops, owner = np.empty(count * 3, np.int32), np.empty(count * 3, np.int32), np.empty(count, np.int32)
        mesh.loop_triangles.foreach_get("vertices", vertices)
        mesh.loop_triangles.foreach_get("loops", loops)
        mesh.loop_triangles.foreach_get("polygon_index", owner)
        ids = np.empty(len(mesh.polygons), np.int32)
        mesh.polygons.foreach_get("material_index", ids)
        places = np.full((count * 3, 2), 1e3, np.float32)
        if "sheet" in mesh.uv_layers:
            uvs = np.empty(len(mesh.loops) * 2, np.float32)
            mesh.uv_layers["sheet"].uv.foreach_get("vector", uvs)
            places = ((uvs.reshape(-1, 2) - 0.5) * UV_SPAN)[loops]
        kinds = np.repeat(ids[owner] if obj is garment[0] else np.full(count, 1 if obj in garment else 2), 3)
        at = points[vertices] / INCH
        rows.append(np.column_stack([at[:, 0], -at[:, 1], -at[:, 2], places, kinds]))
    np.concatenate(rows).astype(np.float32).tofile(path)


def rendered(path, width, height, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 3, 2, 1
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    exr = path.with_suffix(".exr")
    scene.render.filepath = str(exr)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(exr))
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    pixels.reshape(height, width, 4)[::-1, :, :3].copy().tofile(path)
    exr.unlink()


def main(folder, number):
    out = Path(folder) / str(number)
    if (out / "scene.json").exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(9100 + number)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    kind = KINDS[number % len(KINDS)]
    garment, sheet, top = dressed(kind, random)
    laid = kind == "laid"
    high = (top - sheet[1] / 2) * INCH
    middle = (0, high, 0.01) if laid else (0, -0.1 if kind in ("worn", "hoodie") else 0, high)
    span = {"mug": 5.6, "tote": 18, "hoodie": 27}.get(kind, 25) * INCH
    place = lit(kind, random, middle, laid)
    camera, focal = seen_by(random, middle, span, laid)
    exported(garment, camera, out / "mesh.bin")
    gloss = 0.5 if kind == "mug" else 0.15
    for name, colour, samples, width in (("white", 0.8, SAMPLES, LIGHT_WIDTH), ("black", 0.0, 8, LIGHT_WIDTH // 2)):
        cloth = props.material(name, (colour,) * 3, 0.25 if kind == "mug" else 0.8, gloss if name == "black" else 0)
        for part in garment:
            part.data.materials.clear()
            for _ in (0, BACK):
                part.data.materials.append(cloth)
        rendered(out / f"{name}.bin", width, width * 4 // 3, samples)
    facts = dict(number=number, kind=kind, place=place, focal=focal, overscan=OVERSCAN, sheet=sheet, top=top)
    facts |= dict(light=[LIGHT_WIDTH, LIGHT_WIDTH * 4 // 3], black=[LIGHT_WIDTH // 2, LIGHT_WIDTH // 2 * 4 // 3])
    (out / "scene.json").write_text(json.dumps(facts))


main(sys.argv[1], int(sys.argv[2]))
