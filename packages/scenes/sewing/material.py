"""Cloth of a sewn garment as Cycles shades it: seams, hems and ribs by bump, drawn where the flat pattern has them.

Units: metres.
"""

import math
import os
from typing import Any

import bpy
import cv2
import numpy as np

from lib import seams
from sewing import knit
from sewing.layout import Layout

RIB, HIGH = 0.0024, 0.0005  # metres from rib to rib and up: at half the height none was seen on a table
LOOP = 0.0006  # metres from the bottom of a loop to its top
STEP = 0.001  # metres: pixels of the picture of creases
CREASES, SHALLOW = 80, 0.90  # a square metre; share of the depth of one in a garment that lay folded


class Nodes:
    """Shorthand for a material's tree."""

    def __init__(self, material: Any):
        material.use_nodes = True
        self.tree = material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def put(self, value: Any, socket: Any) -> None:
        if isinstance(value, (int, float, tuple)):
            socket.default_value = value
        else:
            self.tree.links.new(value, socket)

    def new(self, kind: str, **facts: Any) -> Any:
        node = self.tree.nodes.new(kind)
        for name, value in facts.items():
            setattr(node, name, value)
        return node

    def math(self, operation: str, a: Any, b: Any = 0.0, is_clamped: bool = False) -> Any:
        node = self.new("ShaderNodeMath", operation=operation, use_clamp=is_clamped)
        self.put(a, node.inputs[0])
        self.put(b, node.inputs[1])
        return node.outputs[0]

    def sum(self, *values: Any) -> Any:
        total = values[0]
        for value in values[1:]:
            total = self.math("ADD", total, value)
        return total

    def times(self, a: Any, b: Any) -> Any:
        return self.math("MULTIPLY", a, b)

    def bell(self, distance: Any, centre: float, width: float) -> Any:
        off = self.math("DIVIDE", self.math("SUBTRACT", distance, centre), width)
        return self.math("EXPONENT", self.times(self.times(off, off), -1.0))

    def attribute(self, name: str) -> Any:
        return self.new("ShaderNodeAttribute", attribute_name=name).outputs["Fac"]

    def tile(self, path: str, width: float, uv: Any, turn: float = 0.0) -> Any:
        place = self.new("ShaderNodeMapping")
        place.inputs["Scale"].default_value = (1 / width, 1 / width, 1)
        place.inputs["Rotation"].default_value = (0, 0, turn)
        self.put(uv, place.inputs[0])
        image = bpy.data.images.load(path)
        image.colorspace_settings.name = "Non-Color"
        node = self.new("ShaderNodeTexImage", image=image, interpolation="Cubic")
        self.put(place.outputs[0], node.inputs[0])
        return node.outputs[0]

    def bump(self, height: Any, distance: float, normal: Any = None) -> Any:
        node = self.new("ShaderNodeBump")
        node.inputs["Strength"].default_value, node.inputs["Distance"].default_value = 1.0, distance
        self.put(height, node.inputs["Height"])
        if normal is not None:
            self.put(normal, node.inputs["Normal"])
        return node.outputs[0]


def sewing(n: Nodes, along: Any, pucker: Any) -> Any:
    """Height in units of 0.6 mm: needle lines and ledge of hems, furrow and roll of seams, and their puckers. A rib's
    seam is shallower: cloth that turns over above it is dark enough.
    """
    hem, seam, rib = n.attribute("to_hem"), n.attribute("to_seam"), n.attribute("into_rib")
    dash = n.math("GREATER_THAN", n.math("SINE", n.times(along, 2 * math.pi / 0.0032)), -0.45)
    furrows = n.sum(n.bell(hem, 0.0205, 0.0011), n.bell(hem, 0.0150, 0.0011))
    thread = n.times(n.sum(n.bell(hem, 0.0205, 0.00045), n.bell(hem, 0.0150, 0.00045)), dash)
    ledge = n.math("SUBTRACT", 1.0, n.math("MULTIPLY", n.math("SUBTRACT", hem, 0.0215), 700.0, True), True)
    uneven = n.times(
        pucker, n.sum(n.bell(hem, 0.013, 0.014), n.times(n.bell(seam, 0.004, 0.007), 0.9), n.bell(rib, -0.004, 0.009))
    )
    seams = n.sum(n.times(n.bell(seam, 0.0, 0.0012), -1.2), n.times(n.bell(seam, 0.0045, 0.003), 0.5))
    ribs = n.sum(n.times(n.bell(rib, 0.0, 0.0011), -0.6), n.times(n.bell(rib, -0.0045, 0.003), 0.5))
    hems = n.sum(n.times(furrows, -0.7), n.times(thread, 0.7), n.times(ledge, 0.5))
    return n.sum(hems, seams, ribs, n.times(uneven, 1.6))


def ribbed(n: Nodes) -> Any:
    """Whether a place is rib, 0 to 1: decided here and not at the corners of triangles, whose teeth were seen."""
    return n.math("ADD", n.math("DIVIDE", n.attribute("into_rib"), 0.0012), 0.5, True)


def creased(work: str, area: dict[str, float]) -> str:
    """Path of the creases of a worn garment in its pattern space, drawn once: soft swells of 1 to 3 cm, and what
    folding left, shallow. The solver's triangles of 5 mm hold nothing as short, and without it cloth looks like rubber.
    """
    path = os.path.join(work, f"sewn-creases-{area['width']}-{area['height']}.png")
    if os.path.exists(path):
        return path
    os.makedirs(work, exist_ok=True)
    size = area["height"], area["width"]
    shape = int(size[0] / STEP), int(size[1] / STEP)
    rng, height = np.random.default_rng(12), np.zeros(shape, np.float32)
    for sigma, depth in ((0.0044, 0.00012), (0.012, 0.00072)):
        soft = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), sigma / STEP)
        height += depth * soft / soft.std()
    folds = np.zeros_like(height)
    for _ in range(int(CREASES * size[0] * size[1])):
        seams.crease(folds, STEP, rng.random(2) * size, rng.normal(0, 1.1), rng)
    height += SHALLOW * folds
    coded = np.clip((height + seams.SPAN) / (2 * seams.SPAN), 0, 1)
    cv2.imwrite(path, (coded * 65535).astype(np.uint16))
    return path


def bare(work: str, space: Layout) -> tuple[Any, Any]:
    """(material, setter of its albedo): what a plate holds of cloth, all that is sewn and none of its loops, which are
    drawn when a picture is made.
    """
    material = bpy.data.materials.new("cloth")
    n = Nodes(material)
    uv = n.new("ShaderNodeUVMap", uv_map="metres").outputs[0]
    split = n.new("ShaderNodeSeparateXYZ")
    n.put(uv, split.inputs[0])
    parts = n.new("ShaderNodeSeparateColor")
    n.put(n.tile(knit.tiles(work)[1], knit.SOFT_WIDE, uv), parts.inputs[0])
    ribs = n.math("SINE", n.times(split.outputs[0], 2 * math.pi / RIB))
    rib = ribbed(n)
    sewn = n.bump(sewing(n, split.outputs[0], parts.outputs[0]), 0.0006, n.bump(n.times(ribs, rib), HIGH))
    pattern = n.new("ShaderNodeUVMap", uv_map="pattern").outputs[0]
    folds = n.times(n.tile(creased(work, space.area), 1.0, pattern), n.math("SUBTRACT", 1.0, rib))
    n.put(n.bump(folds, 2 * seams.SPAN, sewn), n.shader.inputs["Normal"])
    n.shader.inputs["Roughness"].default_value = 0.9
    n.shader.inputs["Specular IOR Level"].default_value = 0.16
    n.shader.inputs["Sheen Weight"].default_value = 0.06  # more looks like velvet on dark cloth
    n.shader.inputs["Sheen Roughness"].default_value = 0.45

    def albedo(value: float) -> None:
        n.shader.inputs["Base Color"].default_value = (value, value, value, 1)

    return material, albedo


def dyed(work: str, space: Layout, colour: tuple[float, float, float], heather: float = 0.0) -> Any:
    """The material of a garment that belongs to the picture of its wearer, with its loops. colour: linear; heather:
    share by which its fibres differ.
    """
    material, _ = bare(work, space)
    n = Nodes(material)
    uv = n.new("ShaderNodeUVMap", uv_map="metres").outputs[0]
    loops, soft = knit.tiles(work)
    fibres = n.new("ShaderNodeSeparateColor")
    n.put(n.tile(soft, knit.SOFT_WIDE, uv), fibres.inputs[0])
    mix = n.new("ShaderNodeMix", data_type="RGBA")
    n.put(fibres.outputs[2], mix.inputs["Factor"])
    for socket, share in (("A", 1 - heather), ("B", 1 + heather)):
        n.put(tuple(min(1.0, c * share) for c in colour) + (1,), mix.inputs[socket])
    n.put(mix.outputs["Result"], n.shader.inputs["Base Color"])
    sewn = n.shader.inputs["Normal"].links[0].from_socket
    n.put(n.bump(n.tile(loops, knit.LOOPS_WIDE, uv), LOOP, sewn), n.shader.inputs["Normal"])
    return material
