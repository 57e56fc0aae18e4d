"""What places are built of: paints, boxes, things turned on a lathe, leaves, a curtain, books.

Units: metres and degrees; x to the right, y away, z up; colours linear.
"""

import math

import bpy
import numpy as np

from lib import scene_setup


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
