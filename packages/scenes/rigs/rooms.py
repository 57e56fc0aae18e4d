"""Two rooms, as places.py photographs them: the wall BACK metres behind the product.

Units: metres; x to the right, y away, z up. Radiance is relative: 1 is a level white ground by the product.
"""

import random

import bpy

from lib import scene_setup
from rigs.solids import books, box, curtain, foliage, paint, turned

BACK = 3.7  # y of the wall


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
