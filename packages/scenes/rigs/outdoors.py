"""A street and a park, as places.py photographs them: by day, the sun at the viewer's left as the plates' own lamp is.

Units: metres; x to the right, y away, z up. Radiance is relative: 1 is a level white ground by the product. The lens
shows a strip of 0.42 m a metre away from it: 3 m wide six metres off, 13 m wide thirty metres off, and the ground from
six metres on.
"""

import math
import random

import bpy

from lib import scene_setup
from rigs.solids import books, box, foliage, paint, turned

BULB = (1.0, 0.72, 0.42)


def daylight(sun, sky, blue=0.30):
    """A sun from the left, and a sky as bright all round. sun: its irradiance; sky: radiance; blue: its colour."""
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy, lamp.angle, lamp.color = sun, math.radians(1.2), (1.0, 0.95, 0.86)
    thing = bpy.data.objects.new("sun", lamp)
    thing.rotation_euler = (math.radians(38), 0, math.radians(-62))
    bpy.context.scene.collection.objects.link(thing)
    world = scene_setup.set_world(sky, sky)
    colour = (1 - blue / 2, 1, 1 + blue / 2, 1)
    world.node_tree.nodes["Background"].inputs["Color"].default_value = colour


def tree(at, high, spread, leaf, seed, bark, leaves=900, size=0.10):
    """A trunk and four clouds of leaves."""
    chance = random.Random(seed)
    turned((at[0], at[1], 0), ((0.17, 0), (0.12, 0.5), (0.10, high * 0.7), (0.04, high)), bark, 14)
    for k in range(4):
        middle = (at[0] + chance.gauss(0, spread), at[1] + chance.gauss(0, spread), high + chance.gauss(0.1, spread))
        foliage(middle, (spread * 0.8, spread * 0.8, spread * 0.6), leaves // 4, size, leaf, seed + k)


def park():
    """A lawn with a path, a hedge and trees behind it, a bench and a flowering shrub that the picture's edges cut."""
    grass = paint("grass", (0.085, 0.125, 0.042), 0.95, uneven=0.5, scale=1.1)
    blade = paint("blade", (0.11, 0.155, 0.05), 0.9, uneven=0.5, scale=1.4)
    bark = paint("bark", (0.13, 0.095, 0.07), 0.95, uneven=0.4, scale=6)
    shades = ((0.085, 0.145, 0.045), (0.14, 0.185, 0.055), (0.055, 0.10, 0.042), (0.185, 0.20, 0.065))
    greens = [paint(f"leaf{k}", colour, 0.55, uneven=0.45, scale=1.5) for k, colour in enumerate(shades)]
    box((0, 30, -0.05), (80, 60, 0.1), grass)
    for x, seed in ((-3.4, 1), (4.6, 2)):  # beside the path
        foliage((x, 11, 0.02), (1.6, 4.0, 0.02), 3600, 0.05, blade, seed)
    gravel = paint("gravel", (0.27, 0.235, 0.19), 0.95, uneven=0.3, scale=3)
    for k in range(-2, 14):  # the path goes away to the right and comes back behind the hedge
        y = 4.5 + 1.5 * k
        box((0.55 + 1.2 * math.sin(k / 4.2), y, 0.005), (1.35, 1.75, 0.01), gravel, 0.0, -14 * math.cos(k / 4.2))
    box((0, 26, 1.4), (60, 0.8, 2.8), paint("shade", (0.035, 0.06, 0.02), 0.9, uneven=0.5, scale=0.9))
    for k in range(9):
        foliage((-6 + 1.5 * k, 24.6, 1.2), (0.8, 0.4, 0.8), 420, 0.16, greens[k % 3], 40 + k)
    tree((-2.1, 9.5), 2.9, 0.62, greens[1], 3, bark)
    tree((2.6, 12.5), 3.3, 0.80, greens[0], 5, bark, 1200, 0.12)
    tree((-0.5, 19.0), 4.0, 1.0, greens[3], 7, bark, 1200, 0.16)
    tree((-4.6, 17.0), 3.8, 1.0, greens[2], 8, bark, 1200, 0.16)
    tree((4.9, 20.0), 4.2, 1.1, greens[1], 9, bark, 1200, 0.18)
    foliage((0.2, 23, 4.2), (4.2, 0.8, 1.1), 1900, 0.22, greens[2], 21)
    foliage((-3.6, 4.0, 4.6), (2.2, 2.6, 0.5), 1500, 0.17, greens[0], 22)  # above the picture: its shade on the lawn
    foliage((-6.0, 9.0, 6.5), (3.0, 3.4, 0.6), 1300, 0.26, greens[0], 23)
    oak = paint("plank", (0.34, 0.20, 0.11), 0.6, uneven=0.3, grain=(1, 9, 9), scale=4)
    iron = paint("iron", (0.03, 0.035, 0.035), 0.5)
    for k in range(4):
        box((-1.75, 6.0 + 0.11 * k, 0.45), (1.7, 0.09, 0.035), oak)
    for k in range(4):
        box((-1.75, 6.46 + 0.03 * k, 0.58 + 0.11 * k), (1.7, 0.03, 0.09), oak)
    for x in (-1.0, -2.5):
        for y in (6.0, 6.45):
            box((x, y, 0.22), (0.05, 0.05, 0.44), iron)
        box((x, 6.52, 0.7), (0.05, 0.05, 0.55), iron)
    foliage((1.62, 5.2, 0.55), (0.24, 0.24, 0.34), 520, 0.065, greens[2], 31)
    foliage((1.58, 5.1, 0.75), (0.22, 0.22, 0.26), 80, 0.05, paint("petal", (0.80, 0.70, 0.66), 0.7), 32)
    daylight(3.4, 0.50, 0.22)


def windows(left, right, low, high, y, frame, panes, columns, rows, chance):
    """A front's windows, framed; panes: materials to choose from."""
    for i in range(columns):
        for k in range(rows):
            x = left + (i + 0.5) * (right - left) / columns
            z = low + (k + 0.5) * (high - low) / rows
            wide, tall = 0.62 * (right - left) / columns, 0.66 * (high - low) / rows
            box((x, y - 0.02, z), (wide + 0.16, 0.06, tall + 0.16), frame)
            box((x, y - 0.06, z), (wide, 0.02, tall), chance.choice(panes))


def car(at, paint_, turn=0.0):
    """A parked one: two rounded boxes, glass, wheels, lamps."""
    glass, rubber = paint("glass", (0.05, 0.06, 0.07), 0.08), paint("rubber", (0.02, 0.02, 0.02), 0.8)
    x, y = at
    box((x, y, 0.62), (1.75, 4.1, 0.62), paint_, 0.18, turn)
    box((x, y + 0.25, 1.12), (1.5, 2.2, 0.52), glass, 0.20, turn)
    box((x, y + 0.25, 1.37), (1.3, 1.9, 0.06), paint_, 0.03, turn)
    for side in (-0.72, 0.72):
        box((x + side, y - 1.25, 0.32), (0.22, 0.64, 0.64), rubber, 0.10, turn)
        box((x + 0.85 * side, y - 2.04, 0.70), (0.30, 0.06, 0.14), paint("lamp", (0.75, 0.74, 0.72), 0.15), 0.02)
    box((x, y - 2.06, 0.50), (0.44, 0.04, 0.11), paint("plate", (0.8, 0.8, 0.78), 0.6))


def street():
    """A pavement along brick fronts, a shop with bulbs before it, parked cars, a lamp post, houses across the end."""
    chance = random.Random(4)
    brick = paint("brick", (0.30, 0.145, 0.095), 0.9, uneven=0.25, scale=3)
    stone = paint("stone", (0.46, 0.43, 0.38), 0.85, uneven=0.12, scale=2)
    white = paint("sash", (0.66, 0.65, 0.62), 0.6)
    dark, sky = paint("pane", (0.05, 0.065, 0.08), 0.06), paint("sheen", (0.38, 0.46, 0.55), 0.15)
    warm = paint("lit", (1.0, 0.74, 0.42), emitted=0.22, uneven=0.5, scale=1.2)
    box((0, 30, -0.06), (60, 80, 0.1), paint("road", (0.115, 0.115, 0.12), 0.8, uneven=0.15, scale=2))
    paving = paint("paving", (0.27, 0.255, 0.24), 0.85, uneven=0.25, scale=1.6)
    box((-1.1, 20, 0.0), (2.6, 50, 0.12), paving)
    # the fronts at the left stand along the street: their near edge is cut by the picture
    for k, goods in enumerate((brick, stone, paint("plaster", (0.55, 0.46, 0.36), 0.9, uneven=0.1), brick)):
        y = 6.0 + 5.0 * k
        box((-4.4, y + 2.5, 3.5), (4.0, 4.96, 7.0), goods)
        for i in range(3):
            for z in (2.9, 4.6, 6.1):
                box((-2.39, y + 0.95 + 1.55 * i, z), (0.08, 0.95, 1.2), white)
                box((-2.36, y + 0.95 + 1.55 * i, z), (0.08, 0.78, 1.02), chance.choice((dark, sky, sky)))
        box((-2.38, y + 2.5, 1.25), (0.10, 3.9, 1.9), paint("shop", (0.06, 0.09, 0.085), 0.5))
        box((-2.35, y + 2.5, 1.30), (0.10, 3.3, 1.5), warm if k in (0, 2) else dark)
    awning = paint("awning", (0.45, 0.10, 0.07), 0.8)
    box((-1.95, 8.5, 2.25), (0.95, 3.8, 0.06), awning)
    box((-1.49, 8.5, 2.14), (0.03, 3.8, 0.24), awning)
    bulb = paint("bulb", BULB, emitted=4.0)
    for k in range(7):  # on a line across the street, and none before another
        hung = 2.62 - 0.12 * math.sin(math.pi * k / 6)
        turned((-1.9 + 0.75 * k, 14.0, hung), ((0.0, 0), (0.05, 0.03), (0.05, 0.08), (0.0, 0.11)), bulb, 10)
    box((-5.0, -1.0, 4.5), (4.0, 13.0, 9.0), stone)  # out of the picture: what is near lies in its shade
    for x, y in ((-1.35, 7.6), (-1.2, 10.2)):  # tables, with chairs
        box((x, y, 0.76), (0.6, 0.6, 0.03), white)
        box((x, y, 0.38), (0.05, 0.05, 0.74), dark)
        box((x + 0.42, y + 0.1, 0.46), (0.38, 0.38, 0.04), paint("seat", (0.32, 0.19, 0.09), 0.6))
        box((x + 0.60, y + 0.1, 0.72), (0.03, 0.38, 0.42), paint("seat", (0.32, 0.19, 0.09), 0.6))
    books(-2.2, -1.6, 12.2, 0.5, ((0.5, 0.14, 0.1), (0.1, 0.2, 0.3), (0.6, 0.56, 0.48)), chance)
    car((2.05, 10.0), paint("red", (0.36, 0.035, 0.03), 0.25), 0.0)
    car((2.25, 15.6), paint("silver", (0.42, 0.44, 0.46), 0.25), 0.0)
    car((2.3, 21.5), paint("blue", (0.05, 0.10, 0.20), 0.25), 0.0)
    iron = paint("iron", (0.035, 0.04, 0.04), 0.5)
    turned((0.35, 11.0, 0), ((0.10, 0), (0.07, 0.4), (0.045, 0.8), (0.04, 3.4)), iron, 14)
    turned((0.35, 11.0, 3.35), ((0.06, 0), (0.16, 0.25), (0.05, 0.42)), paint("glow", BULB, emitted=1.0), 14)
    tree((0.5, 17.0), 3.4, 0.62, paint("leaf", (0.12, 0.19, 0.05), 0.55, uneven=0.4, scale=2), 11, iron, 900, 0.12)
    tree((0.6, 26.0), 3.7, 0.75, paint("leaf2", (0.17, 0.22, 0.06), 0.55, uneven=0.4, scale=2), 13, iron, 900, 0.15)
    fronts = ((6.0, 12.0, stone, 0.0), (-1.2, 44.0, brick, 0.6), (3.9, 43.0, stone, 1.4), (9.0, 44.0, brick, 0.2))
    for x, y, goods, up in fronts[1:]:
        box((x, y, 3.2 + up), (5.0, 3.0, 6.4 + 2 * up), goods)
        windows(x - 2.4, x + 2.4, 1.6, 6.0 + up, y - 1.5, white, (dark, sky, sky, warm), 4, 3, chance)
    for k, goods in enumerate((stone, brick, paint("ochre", (0.58, 0.42, 0.22), 0.9))):  # the other side of the street
        y = 13.0 + 7.0 * k
        box((6.6, y + 3.4, 3.5), (4.0, 6.8, 7.0), goods)
        for i in range(4):
            for z in (1.4, 3.1, 4.8):
                box((4.58, y + 0.9 + 1.6 * i, z), (0.08, 0.9, 1.15), chance.choice((dark, sky, warm)))
    for x, y, colour in (
        (1.15, 28.0, (1.0, 0.08, 0.05)),
        (-0.35, 33.0, (0.15, 0.9, 0.45)),
        (1.6, 36.0, (1.0, 0.1, 0.06)),
    ):
        box((x, y, 2.7), (0.26, 0.2, 0.7), iron)
        turned((x, y - 0.16, 2.75), ((0.0, 0), (0.11, 0.06), (0.0, 0.12)), paint("signal", colour, emitted=6.0), 12)
    daylight(2.6, 0.46, 0.22)
