"""A photograph-like try-out of a variant's .npz (output.py): knit, seams and hems by bump, a raking key, a low room.

    python -m sewing.portrait VARIANT.npz OUT.png --colour navy --size 1000 --samples 20    # from packages/scenes

Units: metres, linear colour. For looking at cloth, not for plates: light groups and passes are the scene's own matter.
Folds show by light from the side: with frontal light the same cloth looks like a smooth tube.
"""

import argparse
import math
import os
import sys
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from garments import flesh
from lib import scene_setup
from sewing import knit
from sewing.attempts import VARIANTS
from sewing.wearer import Wearer

COLOURS = {
    "white": (0.80, 0.795, 0.785),
    "navy": (0.013, 0.019, 0.042),
    "grey": (0.34, 0.345, 0.36),
    "black": (0.014, 0.014, 0.016),
    "maroon": (0.085, 0.012, 0.018),
}
HEATHER = ((0.20, 0.205, 0.215, 1), (0.43, 0.435, 0.45, 1))  # dark and light fibres of grey
RIB = 0.0024  # metres from rib to rib
WORLD = "interior.exr"  # CC0, of Blender's own studio lights


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
    """Height in units of 0.6 mm: needle lines and ledge of hems, furrow and roll of seams, and their puckers."""
    hem, seam = n.attribute("to_hem"), n.attribute("to_seam")
    dash = n.math("GREATER_THAN", n.math("SINE", n.times(along, 2 * math.pi / 0.0032)), -0.45)
    furrows = n.sum(n.bell(hem, 0.0205, 0.0011), n.bell(hem, 0.0150, 0.0011))
    thread = n.times(n.sum(n.bell(hem, 0.0205, 0.00045), n.bell(hem, 0.0150, 0.00045)), dash)
    ledge = n.math("SUBTRACT", 1.0, n.math("MULTIPLY", n.math("SUBTRACT", hem, 0.0215), 700.0, True), True)
    uneven = n.times(pucker, n.sum(n.bell(hem, 0.013, 0.014), n.times(n.bell(seam, 0.004, 0.007), 0.9)))
    seams = n.sum(n.times(n.bell(seam, 0.0, 0.0012), -1.2), n.times(n.bell(seam, 0.0045, 0.003), 0.5))
    hems = n.sum(n.times(furrows, -0.7), n.times(thread, 0.7), n.times(ledge, 0.5))
    return n.sum(hems, seams, n.times(uneven, 1.6))


def fabric(colour: str, work: str, art: str | None, print_top: float) -> Any:
    """Jersey or fleece with its rib, seams and an ink that takes on the knit."""
    material = bpy.data.materials.new("cloth")
    n = Nodes(material)
    uv = n.new("ShaderNodeUVMap", uv_map="pattern").outputs[0]
    split = n.new("ShaderNodeSeparateXYZ")
    n.put(uv, split.inputs[0])
    across = split.outputs[0]
    loops, soft = knit.tiles(work)
    yarn = n.tile(loops, knit.LOOPS_WIDE, uv)
    parts = n.new("ShaderNodeSeparateColor")
    n.put(n.tile(soft, knit.SOFT_WIDE, uv, 0.0), parts.inputs[0])
    pucker, heather = parts.outputs[0], parts.outputs[2]
    rib = n.attribute("rib")
    ribs = n.times(n.math("SINE", n.times(across, 2 * math.pi / RIB)), 2.6)
    plain, ribbed = n.times(yarn, 5.5), n.sum(ribs, n.times(yarn, 3.0))
    fine = n.sum(n.times(plain, n.math("SUBTRACT", 1.0, rib)), n.times(ribbed, rib))
    normal = n.bump(sewing(n, across, pucker), 0.0006, n.bump(fine, 0.00011))
    n.put(normal, n.shader.inputs["Normal"])
    if colour == "grey":
        ramp = n.new("ShaderNodeValToRGB")
        low, high = ramp.color_ramp.elements
        low.position, high.position = 0.34, 0.70
        low.color, high.color = HEATHER
        n.put(heather, ramp.inputs[0])
        base = ramp.outputs[0]
    else:
        flat = n.new("ShaderNodeRGB")
        flat.outputs[0].default_value = (*COLOURS[colour], 1)
        base = flat.outputs[0]
    if art:
        base = printed(n, base, art, uv, print_top)
    mottled = n.new("ShaderNodeMix", data_type="RGBA", blend_type="MULTIPLY")
    mottled.inputs[0].default_value = 1.0
    n.put(base, mottled.inputs[6])
    n.put(n.sum(n.times(yarn, 0.12), 0.94), mottled.inputs[7])
    base = mottled.outputs[2]
    n.put(base, n.shader.inputs["Base Color"])
    is_dark = COLOURS[colour][1] < 0.1
    n.shader.inputs["Roughness"].default_value = 0.92
    n.shader.inputs["Specular IOR Level"].default_value = 0.14 if is_dark else 0.2
    n.shader.inputs["Sheen Weight"].default_value = 0.06 if is_dark else 0.10  # more looks like velvet on dark cloth
    n.shader.inputs["Sheen Roughness"].default_value = 0.5
    through = n.new("ShaderNodeBsdfTranslucent")
    n.put(base, through.inputs[0])
    mixed = n.new("ShaderNodeMixShader")
    mixed.inputs[0].default_value = 0.03 if is_dark else 0.14
    n.put(n.shader.outputs[0], mixed.inputs[1])
    n.put(through.outputs[0], mixed.inputs[2])
    n.put(mixed.outputs[0], n.tree.nodes["Material Output"].inputs[0])
    return material


def printed(n: Nodes, base: Any, art: str, uv: Any, top: float) -> Any:
    """A ten-inch print three inches below the collar's seam."""
    image, wide = bpy.data.images.load(art), 0.254
    high = wide * image.size[1] / image.size[0]
    place = n.new("ShaderNodeMapping")
    place.inputs["Location"].default_value = (0.5, -(top - high) / high, 0)
    place.inputs["Scale"].default_value = (1 / wide, 1 / high, 1)
    n.put(uv, place.inputs[0])
    ink = n.new("ShaderNodeTexImage", image=image, extension="CLIP", interpolation="Cubic")
    n.put(place.outputs[0], ink.inputs[0])
    mix = n.new("ShaderNodeMix", data_type="RGBA")
    n.put(n.times(n.times(ink.outputs[1], n.attribute("front")), 0.96), mix.inputs[0])
    n.put(base, mix.inputs[6])
    n.put(ink.outputs[0], mix.inputs[7])
    return mix.outputs[2]


def cloth(data: Any, material: Any, is_fleece: bool) -> Any:
    thing = scene_setup.add_mesh("cloth", data["points"], data["triangles"], data["uv"].reshape(-1, 2), material)
    mesh, panel = thing.data, data["panel"]
    rib = np.repeat(panel == 4, 3).astype(float)
    if is_fleece:
        rib = np.maximum(rib, (data["to_hem"].ravel() < 0.06) & (np.repeat(panel, 3) < 4))
    to_hem = data["to_hem"].ravel() + 9.0 * (rib > 0)
    values = {"to_hem": to_hem, "to_seam": data["to_seam"].ravel(), "rib": rib, "front": np.repeat(panel == 0, 3)}
    for name, value in values.items():
        mesh.attributes.new(name, "FLOAT", "CORNER").data.foreach_set("value", np.asarray(value, np.float32))
    thickness = data["thickness"]
    group = thing.vertex_groups.new(name="thickness")
    for value in np.unique(thickness):
        group.add(np.flatnonzero(thickness == value).tolist(), float(value / thickness.max()), "REPLACE")
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset, solid.vertex_group = float(thickness.max()), -1.0, "thickness"
    return thing


def light(key: float, room: float) -> None:
    """Window left, high and a little in front; a rim from behind right; a room of little light."""
    scene_setup.add_softbox("key", (-2.5, -0.85, 1.95), (0, 0, 1.2), 0.9, 1.5, key)
    scene_setup.add_softbox("fill", (1.75, 1.45, 1.6), (0, 0, 1.2), 0.7, 2.0, 0.12 * key)
    world = bpy.data.worlds.new("room")
    world.use_nodes, world.lightgroup = True, "env"
    tree = world.node_tree
    path = Path(bpy.utils.system_resource("DATAFILES")) / "studiolights" / "world" / WORLD
    texture = tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = bpy.data.images.load(str(path))
    tree.links.new(texture.outputs[0], tree.nodes["Background"].inputs[0])
    tree.nodes["Background"].inputs[1].default_value = room
    bpy.context.scene.world = world


def developed(path: str, gain: float, seed: int = 1) -> NDArray:
    """8-bit picture of a linear one over a plain wall: a shoulder from 0.55 on, faint grain."""
    image = bpy.data.images.load(path)
    wide, high = image.size
    pixels = np.array(image.pixels[:], np.float32).reshape(high, wide, 4)[::-1]
    alpha = pixels[..., 3:]
    y, x = np.mgrid[0:high, 0:wide] / high - 0.5
    wall = (0.34 + 0.16 * (-x) - 0.10 * y)[..., None] * np.array([1.0, 0.94, 0.86])
    value = gain * pixels[..., :3] + wall * (1 - alpha)
    value = np.where(value > 0.55, 0.55 + 0.45 * np.tanh((value - 0.55) / 0.45), value)
    shown = np.clip(value, 0, 1) ** (1 / 2.2)
    shown += np.random.default_rng(seed).normal(0, 0.008, (high, wide, 1))
    return (255 * np.clip(shown, 0, 1) + 0.5).astype(np.uint8)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--name", choices=VARIANTS, default="tee-man-1", help="whose wearer it is")
    parser.add_argument("--colour", choices=COLOURS, default="white")
    parser.add_argument("--art")
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--samples", type=int, default=28)
    parser.add_argument("--frame", type=float, default=0.70)
    parser.add_argument("--middle", type=float, default=1.22)
    parser.add_argument("--azimuth", type=float, default=0.0)
    parser.add_argument("--key", type=float, default=42.0)
    parser.add_argument("--room", type=float, default=0.20)
    parser.add_argument("--gain", type=float, default=0.85)
    parser.add_argument("--skin", choices=flesh.SKINS, default="tan")
    asked = parser.parse_args(arguments)
    data, variant = np.load(asked.variant), VARIANTS[asked.name]
    wearer = Wearer(variant.person, variant.height)
    scene = scene_setup.reset()
    work = os.environ.get("PRINTROOM_SCENES_WORK", str(asked.out.parent))
    material = fabric(asked.colour, work, asked.art, float(data["print_top"]))
    cloth(data, material, not asked.name.startswith("tee"))
    flesh.figure(wearer.shape, data["body"].astype(float), data["faces"], asked.skin, float(data["points"][:, 2].min()))
    light(asked.key, asked.room)
    turn, away = math.radians(asked.azimuth), 85 * asked.frame / 36
    at = (away * math.sin(turn), -away * math.cos(turn), asked.middle + 0.06)
    camera = scene_setup.add_camera(at, (0.0, 0.0, asked.middle), asked.frame)
    camera.data.dof.use_dof, camera.data.dof.aperture_fstop = True, 2.8
    camera.data.dof.focus_distance = away - 0.13
    # the denoiser leaves the matte alone: silhouettes out of focus were speckled at 10 and 14 samples
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.use_adaptive_sampling = asked.samples, True, False
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    render = scene.render
    render.resolution_x = render.resolution_y = asked.size
    render.film_transparent, render.threads_mode, render.threads = True, "FIXED", 1
    render.image_settings.file_format, render.image_settings.color_mode = "OPEN_EXR", "RGBA"
    render.filepath = str(asked.out.with_suffix(".exr"))
    bpy.ops.render.render(write_still=True)
    picture = developed(render.filepath, asked.gain)
    knit.written(asked.out, picture)


if __name__ == "__main__":
    main(sys.argv[1:])
