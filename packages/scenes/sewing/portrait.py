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
from sewing import hooded, knit, layout, worn
from sewing import material as cloths
from sewing.attempts import VARIANTS
from sewing.cuts import CUTS
from sewing.material import RIB, Nodes, sewing
from sewing.wearer import Wearer

COLOURS = {
    "white": (0.80, 0.795, 0.785),
    "navy": (0.013, 0.019, 0.042),
    "grey": (0.34, 0.345, 0.36),
    "black": (0.014, 0.014, 0.016),
    "maroon": (0.085, 0.012, 0.018),
}
HEATHER = ((0.20, 0.205, 0.215, 1), (0.43, 0.435, 0.45, 1))  # dark and light fibres of grey
WORLD = "interior.exr"  # CC0, of Blender's own studio lights


def fabric(colour: str, work: str, art: str | None, print_top: float) -> Any:
    """Jersey or fleece with its rib, seams and an ink that takes on the knit."""
    material = bpy.data.materials.new("cloth")
    n = Nodes(material)
    uv = n.new("ShaderNodeUVMap", uv_map="metres").outputs[0]
    split = n.new("ShaderNodeSeparateXYZ")
    n.put(uv, split.inputs[0])
    across = split.outputs[0]
    loops, soft = knit.tiles(work)
    yarn = n.tile(loops, knit.LOOPS_WIDE, uv)
    parts = n.new("ShaderNodeSeparateColor")
    n.put(n.tile(soft, knit.SOFT_WIDE, uv, 0.0), parts.inputs[0])
    pucker, heather = parts.outputs[0], parts.outputs[2]
    rib = cloths.ribbed(n)
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
    cut = CUTS[variant.cut]
    worn.cloth(data, material, cut)
    if cut.hood:
        hooded.pocket(data, cut, material, layout.layout_of(cut))
        hooded.cords(data, material, layout.layout_of(cut), hooded.HANGING)
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
