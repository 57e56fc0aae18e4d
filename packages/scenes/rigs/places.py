"""Places modelled in three dimensions and photographed out of focus, as far views behind a worn product.

Units: metres; x to the right, y away, z up; the product stands at the origin. Radiance is relative: 1 is a level white
ground by the product. The lens is the plates' own, 85 mm on a frame of 36 mm, at f/2: what is blurred painted layers
lack (near things less than far ones, discs at lamps, edges that cover one another) comes from the lens itself.
"""

import math
import os
import random
import time

import bpy
import cv2
import numpy as np

from lib import scene_setup

SIZE, SAMPLES = 480, 32  # blurred all over: finer shows nothing more
BACK = 3.7  # y of the wall
BRIGHTEST = 1.5  # a lamp is white at that, and eight bits are too few for one of fifty


def paint(name, colour, rough=0.7, emitted=0.0, uneven=0.0, grain=(1, 1, 1), scale=4.0):
    """A material. emitted: radiance; uneven: how far its colour varies; grain: what stretches that, as in wood."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = rough
    if emitted:
        shader.inputs["Emission Color"].default_value = (*colour, 1)
        shader.inputs["Emission Strength"].default_value = emitted
    if uneven:
        place = tree.nodes.new("ShaderNodeMapping")
        place.inputs["Scale"].default_value = grain
        tree.links.new(tree.nodes.new("ShaderNodeTexCoord").outputs["Object"], place.inputs[0])
        noise = tree.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = scale, 5
        tree.links.new(place.outputs[0], noise.inputs["Vector"])
        ramp = tree.nodes.new("ShaderNodeValToRGB")
        for element, at, factor in zip(ramp.color_ramp.elements, (0.3, 0.7), (1 - uneven, 1 + uneven)):
            element.position, element.color = at, (*(min(1.0, c * factor) for c in colour), 1)
        tree.links.new(noise.outputs[0], ramp.inputs[0])
        tree.links.new(ramp.outputs[0], shader.inputs["Base Color"])
    return material


def box(middle, size, material, round_=0.0, turn=0.0):
    """A box, its edges rounded by so many metres, turned about the vertical by degrees."""
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    points = [tuple(a * s for a, s in zip(corner, size)) for corner in corners]
    thing = scene_setup.add_mesh("box", points, faces, material=material, smooth=bool(round_))
    thing.location, thing.rotation_euler = middle, (0, 0, math.radians(turn))
    if round_:
        bevel = thing.modifiers.new("round", "BEVEL")
        bevel.width, bevel.segments = round_, 4
    return thing


def turned(middle, profile, material, around=36):
    """A thing turned on a lathe. profile: (radius, height) from below."""
    points = [
        (r * math.cos(a), r * math.sin(a), h)
        for r, h in profile
        for a in (2 * math.pi * k / around for k in range(around))
    ]
    rings = range(len(profile) - 1)
    faces = [
        (i * around + k, i * around + (k + 1) % around, (i + 1) * around + (k + 1) % around, (i + 1) * around + k)
        for i in rings
        for k in range(around)
    ]
    thing = scene_setup.add_mesh("turned", points, faces, material=material)
    thing.location = middle
    return thing


def foliage(middle, spread, count, size, material, seed):
    """Leaves strewn about a middle: pairs of triangles, turned every way."""
    rng = np.random.default_rng(seed)
    at = np.array(middle) + rng.normal(0, 1, (count, 3)) * spread
    along = rng.normal(0, 1, (count, 3))
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = np.cross(along, rng.normal(0, 1, (count, 3)))
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    half = size * rng.uniform(0.6, 1.3, (count, 1))
    points = np.stack([at - along * half, at + across * half * 0.36, at + along * half, at - across * half * 0.36], 1)
    faces = np.arange(4 * count).reshape(-1, 4)
    return scene_setup.add_mesh("leaves", points.reshape(-1, 3), faces, material=material, smooth=False)


def curtain(left, right, y, material):
    """A sheer curtain in folds from the ceiling to the floor."""
    x = np.linspace(left, right, 90)
    y = y + 0.035 * np.sin(x * 62) + 0.015 * np.sin(x * 141 + 1)
    points = [(a, b, z) for z in (0.05, 2.6) for a, b in zip(x, y)]
    n = len(x)
    return scene_setup.add_mesh(
        "curtain", points, [(k, k + 1, n + k + 1, n + k) for k in range(n - 1)], material=material
    )


def books(left, right, y, shelf, colours, chance):
    x = left
    while x < right:
        wide, high = chance.uniform(0.018, 0.045), chance.uniform(0.17, 0.25)
        colour = paint("book", chance.choice(colours), 0.6)
        box((x + wide / 2, y, shelf + high / 2), (wide * 0.94, 0.15, high), colour)
        x += wide + (0.03 if chance.random() < 0.1 else 0.0)


def living_room():
    """A window with a sheer curtain at the left, a sofa, a shelf with books above it, a standing lamp, a plant."""
    chance = random.Random(11)
    wall = paint("wall", (0.60, 0.565, 0.52), 0.9, uneven=0.05, scale=0.8)
    oak = paint("oak", (0.40, 0.255, 0.14), 0.45, uneven=0.35, grain=(1, 9, 9), scale=4)
    box((0, BACK + 0.05, 1.4), (9, 0.1, 3.4), wall)
    box((0, 2.0, -0.01), (9, 9, 0.02), paint("floor", (0.31, 0.20, 0.12), 0.35, uneven=0.3, grain=(9, 1, 1), scale=3))
    box((0.6, 2.6, 0.01), (2.6, 1.5, 0.02), paint("rug", (0.52, 0.47, 0.40), 0.95, uneven=0.2, scale=25))
    day, frame = paint("day", (0.88, 0.94, 1.0), emitted=1.5), paint("frame", (0.78, 0.77, 0.74), 0.5)
    box((-1.02, BACK - 0.005, 1.50), (0.86, 0.02, 1.75), day)
    for x in (-1.46, -1.02, -0.58):
        box((x, BACK - 0.04, 1.50), (0.05, 0.06, 1.80), frame)
    for z in (0.62, 1.72, 2.38):
        box((-1.02, BACK - 0.04, z), (0.92, 0.06, 0.05), frame)
    curtain(-0.86, -0.40, BACK - 0.15, paint("curtain", (0.78, 0.75, 0.70), 0.95))
    linen = paint("linen", (0.25, 0.285, 0.27), 0.95, uneven=0.12, scale=30)
    box((0.85, BACK - 0.62, 0.40), (1.9, 0.9, 0.36), linen, 0.06)
    box((0.85, BACK - 0.26, 0.76), (1.9, 0.24, 0.62), linen, 0.09)
    box((-0.06, BACK - 0.60, 0.55), (0.20, 0.9, 0.52), linen, 0.08)
    for x, colour, turn in (
        (0.22, (0.53, 0.25, 0.11), 9),
        (0.62, (0.68, 0.62, 0.53), -7),
        (1.3, (0.13, 0.19, 0.25), 5),
    ):
        box(
            (x, BACK - 0.50, 0.80), (0.42, 0.15, 0.38), paint("cushion", colour, 0.95, uneven=0.1, scale=20), 0.07, turn
        )
    box((0.86, BACK - 0.11, 1.60), (1.15, 0.20, 0.03), oak)
    colours = (
        (0.5, 0.14, 0.1),
        (0.09, 0.15, 0.25),
        (0.6, 0.56, 0.48),
        (0.11, 0.11, 0.12),
        (0.2, 0.3, 0.24),
        (0.62, 0.42, 0.15),
    )
    books(0.36, 0.98, BACK - 0.11, 1.615, colours, chance)
    turned(
        (1.14, BACK - 0.11, 1.615),
        ((0.05, 0), (0.075, 0.08), (0.04, 0.2), (0.05, 0.24)),
        paint("vase", (0.62, 0.58, 0.52), 0.4),
    )
    foliage((1.14, BACK - 0.11, 1.95), (0.06, 0.05, 0.09), 60, 0.05, paint("twig", (0.16, 0.19, 0.09), 0.7), 5)
    box((0.46, BACK - 0.01, 2.08), (0.40, 0.03, 0.52), paint("black", (0.05, 0.048, 0.045), 0.4))
    box((0.46, BACK - 0.03, 2.08), (0.34, 0.02, 0.46), paint("paper", (0.78, 0.75, 0.69), 0.8))
    box((0.47, BACK - 0.045, 2.05), (0.16, 0.01, 0.22), paint("print", (0.52, 0.28, 0.17), 0.8))
    turned(
        (-0.24, BACK - 0.45, 0),
        ((0.14, 0), (0.14, 0.02), (0.012, 0.03), (0.012, 1.5)),
        paint("brass", (0.45, 0.33, 0.14), 0.3),
    )
    turned((-0.24, BACK - 0.45, 1.48), ((0.19, 0), (0.13, 0.25)), paint("shade", (1.0, 0.76, 0.48), emitted=0.75))
    turned((-0.66, BACK - 0.9, 0), ((0.12, 0), (0.17, 0.34), (0.15, 0.35)), paint("pot", (0.55, 0.50, 0.44), 0.7))
    leaf = paint("leaf", (0.055, 0.12, 0.04), 0.5, uneven=0.4, scale=9)
    foliage((-0.66, BACK - 0.9, 0.88), (0.13, 0.11, 0.24), 190, 0.085, leaf, 3)
    scene_setup.set_world(0.25, 0.45)
    scene_setup.add_softbox("key", (-3.0, 1.2, 1.9), (0.3, BACK, 1.0), 1.6, 2.0, 9.0)
    scene_setup.add_softbox("fill", (1.6, 0.3, 3.0), (0.6, BACK, 1.0), 1.6, 1.6, 1.6)


def reading_corner():
    """Dusk: a wall of shelves full of books, an armchair with a blanket, a lamp whose light is the warm one."""
    chance = random.Random(5)
    oak = paint("walnut", (0.20, 0.115, 0.06), 0.45, uneven=0.35, grain=(1, 9, 9), scale=4)
    box((0, BACK + 0.05, 1.4), (9, 0.1, 3.4), paint("wall", (0.16, 0.19, 0.165), 0.9, uneven=0.06, scale=0.8))
    box((0, 2.0, -0.01), (9, 9, 0.02), paint("floor", (0.22, 0.135, 0.08), 0.35, uneven=0.3, grain=(9, 1, 1), scale=3))
    colours = ((0.42, 0.10, 0.07), (0.08, 0.13, 0.20), (0.55, 0.50, 0.40), (0.10, 0.10, 0.10), (0.17, 0.25, 0.18))
    for z in (0.62, 0.98, 1.34, 1.70, 2.06):
        box((-0.78, BACK - 0.14, z), (1.10, 0.28, 0.025), oak)
        books(-1.30, -0.26, BACK - 0.16, z + 0.013, colours, chance)
    for x in (-1.33, -0.23):
        box((x, BACK - 0.14, 1.2), (0.03, 0.28, 2.4), oak)
    box((0.22, BACK - 0.01, 1.86), (0.62, 0.03, 0.50), paint("gilt", (0.38, 0.26, 0.10), 0.4))
    box((0.22, BACK - 0.03, 1.86), (0.52, 0.02, 0.40), paint("canvas", (0.30, 0.31, 0.25), 0.8, uneven=0.5, scale=5))
    leather = paint("leather", (0.27, 0.115, 0.05), 0.5, uneven=0.15, scale=14)
    box((0.92, BACK - 0.85, 0.40), (0.80, 0.80, 0.34), leather, 0.07, -14)
    box((0.99, BACK - 0.52, 0.80), (0.80, 0.24, 0.70), leather, 0.10, -14)
    for x, y in ((0.52, -0.90), (1.36, -0.70)):
        box((x, BACK + y, 0.55), (0.18, 0.80, 0.34), leather, 0.08, -14)
    box(
        (0.56, BACK - 0.86, 0.66),
        (0.30, 0.66, 0.16),
        paint("wool", (0.56, 0.47, 0.34), 1.0, uneven=0.3, scale=40),
        0.05,
        -14,
    )
    brass = paint("brass", (0.45, 0.33, 0.14), 0.3)
    turned((0.74, BACK - 0.40, 0), ((0.14, 0), (0.14, 0.02), (0.012, 0.03), (0.012, 1.68)), brass)
    turned((0.74, BACK - 0.40, 1.66), ((0.20, 0), (0.13, 0.25)), paint("shade", (1.0, 0.70, 0.40), emitted=1.6))
    turned((-0.10, BACK - 0.9, 0), ((0.12, 0), (0.17, 0.34), (0.15, 0.35)), paint("pot", (0.40, 0.33, 0.27), 0.7))
    leaf = paint("leaf", (0.05, 0.10, 0.04), 0.5, uneven=0.4, scale=9)
    foliage((-0.10, BACK - 0.9, 0.80), (0.12, 0.11, 0.22), 150, 0.085, leaf, 7)
    scene_setup.set_world(0.06, 0.14)
    scene_setup.add_softbox("key", (-3.0, 0.8, 1.8), (0.2, BACK, 1.0), 1.4, 1.8, 2.6)
    bulb = bpy.data.lights.new("bulb", "POINT")
    bulb.energy, bulb.color, bulb.shadow_soft_size = 22, (1.0, 0.68, 0.38), 0.10
    lamp = bpy.data.objects.new("bulb", bulb)
    lamp.location = (0.70, BACK - 0.60, 1.76)
    bpy.context.scene.collection.objects.link(lamp)


# A place's builder, and the median of its picture's light.
PLACES = {"lifestyle-indoor": (living_room, 0.33), "cozy-interior": (reading_corner, 0.14)}


def photographed(work, background, frame=0.72, height=1.30):
    """{group: radiance} of a place, rendered once into the work folder. frame, height: of the camera, as a plate's."""
    build, level = PLACES[background]
    path = os.path.join(work, f"place-{background}.exr")
    if not os.path.exists(path):
        scene = scene_setup.reset()
        build()
        away = 85 * frame / 36
        camera = scene_setup.add_camera((0, -away, height), (0, 0, height - 0.06), frame)
        lens = camera.data.dof
        lens.use_dof, lens.focus_distance, lens.aperture_fstop, lens.aperture_blades = True, away, 2.0, 9
        scene.render.resolution_x = scene.render.resolution_y = SIZE
        scene.cycles.samples, scene.cycles.max_bounces = SAMPLES, 5
        scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
        scene.use_nodes = False
        image = scene.render.image_settings
        image.file_format, image.color_depth, image.color_mode = "OPEN_EXR", "32", "RGB"
        scene.render.filepath = path
        started = time.time()
        bpy.ops.render.render(write_still=True)
        print(f"place {background} {SIZE} px: {time.time() - started:.0f} s", flush=True)
    light = cv2.imread(path, cv2.IMREAD_UNCHANGED)[..., :3][..., ::-1].astype(np.float32)
    light *= level / np.median(light.mean(axis=2))
    light = np.minimum(light, BRIGHTEST)
    return {group: light for group in scene_setup.GROUPS}
