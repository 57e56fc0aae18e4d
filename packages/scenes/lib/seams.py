"""What is sewn: stitches and puckers as one height map in pattern space, and the cloth's materials.

Units: metres in pattern space; the map has 0.25 mm a pixel and holds heights of -3.5…+3.5 mm in 16 bits.
"""

import os

import bpy
import cv2
import numpy as np
from scipy.spatial import cKDTree

from lib import cloth

PIXEL, SPAN = 0.00025, 0.0035
STITCH = 0.0031  # length of a coverstitch: 8 per inch


class Canvas:
    def __init__(self, area):
        self.area = area
        self.shape = (int(round(area["height"] / PIXEL)), int(round(area["width"] / PIXEL)))
        self.height = np.zeros(self.shape, np.float32)

    def near(self, line, reach):
        """(slice, distance, arc length) around a polyline, both in metres, within `reach`."""
        line = cloth.resample(np.asarray(line, float), 0.0002)
        px = np.stack(
            [(line[:, 0] - self.area["x0"]) / PIXEL, (self.area["y0"] + self.area["height"] - line[:, 1]) / PIXEL], 1
        )
        pad = int(reach / PIXEL) + 4
        x0, y0 = np.maximum(np.floor(px.min(0)).astype(int) - pad, 0)
        x1, y1 = np.minimum(np.ceil(px.max(0)).astype(int) + pad, self.shape[::-1])
        x, y = np.meshgrid(np.arange(x0, x1), np.arange(y0, y1))
        distance, nearest = cKDTree(px).query(np.stack([x, y], -1), distance_upper_bound=pad)
        distance = np.where(np.isfinite(distance), distance, pad).astype(np.float32)
        return (slice(y0, y1), slice(x0, x1)), distance * PIXEL, np.minimum(nearest, len(px) - 1) * np.float32(0.0002)

    def add(self, where, value):
        self.height[where] += value


def bump(d, centre, width):
    return np.exp(-(((d - centre) / width) ** 2))


def stitched(d, s, centre):
    """One needle line: a furrow with a thread that surfaces once a stitch."""
    phase = np.clip(0.5 + 0.9 * np.cos(2 * np.pi * s / STITCH), 0, 1)
    return -0.00050 * bump(d, centre, 0.0010) + 0.00048 * phase * bump(d, centre, 0.00042)


def pucker(d, s, low, high, depth, rng):
    """Soft waves across a sewn strip, 6 to 11 mm long, uneven as sewing is."""
    n = 4000
    knots = rng.standard_normal(n)
    fine = np.convolve(knots, np.hanning(9), "same")
    fine = np.convolve(fine, np.hanning(7), "same")
    fine -= fine.mean()
    fine /= fine.std()
    wave = np.interp(s / 0.0011, np.arange(n), fine).astype(np.float32)
    within = np.clip((d - low) / 0.004, 0, 1) * np.clip((high - d) / 0.006, 0, 1)
    return depth * wave * within


def crumpled(shape, rng):
    """What an iron leaves (metres): soft swells of 1 to 3 cm, for cloth is never flat."""
    coarse = 4
    low = (shape[0] // coarse + 1, shape[1] // coarse + 1)
    height = np.zeros(low, np.float32)
    for sigma, depth in (0.0044, 0.00006), (0.012, 0.00016):
        soft = cv2.GaussianBlur(rng.standard_normal(low).astype(np.float32), (0, 0), sigma / (PIXEL * coarse))
        height += depth * soft / soft.std()
    return cv2.resize(height, shape[::-1], interpolation=cv2.INTER_CUBIC)


def crease(height, step, start, lean, rng):
    """Adds one: 5 to 17 cm long, 8 to 22 mm wide, up to 2.8 mm high, or deep, steeper on one side."""
    long, wide, bend = rng.uniform(0.05, 0.17), rng.uniform(0.004, 0.011), rng.normal(0, 1.2)
    depth = rng.uniform(0.4, 2.8) * 0.001 * (wide / 0.011) ** 0.7 * rng.choice((1, 1, -1))
    reach = long + 4 * wide
    (y0, x0), (y1, x1) = (np.clip(((start + s * reach) / step).astype(int), 0, height.shape) for s in (-1, 1))
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32) * step
    dx, dy = x - start[1], y - start[0]
    u = dx * np.cos(lean) + dy * np.sin(lean)
    v = -dx * np.sin(lean) + dy * np.cos(lean) - bend * u * u
    along = np.clip(1 - np.abs(2 * u / long - 1), 0, 1)
    width = wide * (0.6 + 0.6 * along) * np.where(v > 0, 1.6, 0.8)
    height[y0:y1, x0:x1] += depth * np.sin(along * np.pi / 2) ** 2 * np.exp(-((v / width) ** 2))


def height_map(work, area, name, draw, seed=3):
    """Path of a product's height map; drawn once."""
    path = os.path.join(work, f"{name}-height.png")
    if os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(__file__):
        return path
    os.makedirs(work, exist_ok=True)
    rng = np.random.default_rng(seed)
    canvas = Canvas(area)
    draw(canvas, rng)
    canvas.height += crumpled(canvas.shape, rng)
    coded = np.clip((canvas.height + SPAN) / (2 * SPAN), 0, 1)
    cv2.imwrite(path, (coded * 65535).astype(np.uint16))
    return path


def _principled(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = 0.88
    shader.inputs["Specular IOR Level"].default_value = 0.16
    shader.inputs["Sheen Weight"].default_value = 0.06  # the fuzz of cotton: lifts black cloth at grazing angles
    shader.inputs["Sheen Roughness"].default_value = 0.45
    return material, tree, shader


def _set(shader):
    def albedo(value):
        shader.inputs["Base Color"].default_value = (value, value, value, 1)

    return albedo


def canvas(heights):
    """Cotton duck. heights: of height_map."""
    material, tree, shader = _principled("canvas")
    new, link = tree.nodes.new, tree.links.new
    uv = new("ShaderNodeUVMap")
    uv.uv_map = "pattern"
    image = new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(heights)
    image.image.colorspace_settings.name = "Non-Color"
    image.interpolation = "Cubic"
    link(uv.outputs[0], image.inputs[0])
    relief = new("ShaderNodeBump")
    relief.inputs["Distance"].default_value = 2 * SPAN
    relief.inputs["Strength"].default_value = 1.0
    link(image.outputs[0], relief.inputs["Height"])
    link(relief.outputs[0], shader.inputs["Normal"])
    return material, _set(shader)


def rib():
    """1 × 1 rib: ribs of 2.3 mm running across the band."""
    material, tree, shader = _principled("rib")
    new, link = tree.nodes.new, tree.links.new
    uv = new("ShaderNodeUVMap")
    uv.uv_map = "rib"
    split = new("ShaderNodeSeparateXYZ")
    link(uv.outputs[0], split.inputs[0])
    wave = new("ShaderNodeMath")
    wave.operation = "MULTIPLY"
    wave.inputs[1].default_value = 2 * np.pi / 0.0023
    link(split.outputs[0], wave.inputs[0])
    sine = new("ShaderNodeMath")
    sine.operation = "SINE"
    link(wave.outputs[0], sine.inputs[0])
    relief = new("ShaderNodeBump")
    relief.inputs["Distance"].default_value = 0.00026
    relief.inputs["Strength"].default_value = 1.0
    link(sine.outputs[0], relief.inputs["Height"])
    link(relief.outputs[0], shader.inputs["Normal"])
    return material, _set(shader)
