"""A person who wears the product: light, passes, and the backdrops of the plate's own rig, which hold the person.

Units: metres; relative radiance.
"""

import os

import bpy
import cv2
import numpy as np

from lib import encode, scene_setup
from rigs import light_rigs

EXPOSED = 0.84  # of the person's light: skin is shown a little darker than a white shirt's exposure makes it
PLAIN_TINTS = {"white-studio": 2.4, "neutral-gray": 0.40}  # light of papers lit for themselves: white burns out
GROUND = 1280  # pixels of the backdrops, whose person lies a little behind the plane of focus


def raking(middle, rig="raked"):
    """A window at the left whose light grazes the cloth, so that folds cast shadows; a rim from behind at the right; a
    room of its own brightness on every side (CC0, of Blender's own studio lights), in grey. rig: of light_rigs.WINDOWS.
    """
    right, up, towards = light_rigs.WINDOWS[rig]
    scene_setup.add_softbox("key", (right, -towards, middle + up), (0, 0, middle), 0.8, 1.3, 10.0, soft=0.12)
    scene_setup.add_softbox("fill", (1.75, 1.45, middle + 0.40), (0, 0, middle), 0.7, 2.0, 4.0, soft=0.2)
    panorama("interior.exr")
    return measuring(middle)


def panorama(name):
    """The env group: the light of one of Blender's own panoramas, without its colour."""
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.lightgroup = "env"
    tree = world.node_tree
    path = os.path.join(bpy.utils.system_resource("DATAFILES"), "studiolights", "world", name)
    texture = tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = bpy.data.images.load(path)
    grey = tree.nodes.new("ShaderNodeRGBToBW")
    tree.links.new(texture.outputs[0], grey.inputs[0])
    tree.links.new(grey.outputs[0], tree.nodes["Background"].inputs[0])
    bpy.context.scene.world = world
    return world


def measuring(middle):
    """The card before which no one stands yet: it measures the light and is in no picture."""
    card = scene_setup.add_mesh(
        "ground",
        [(-4, 0, middle - 4), (4, 0, middle - 4), (4, 0, middle + 4), (-4, 0, middle + 4)],
        [(0, 1, 2, 3)],
        material=light_rigs.grey("card", scene_setup.GROUND_ALBEDO),
        smooth=False,
    )
    card.visible_diffuse = card.visible_glossy = card.visible_shadow = False
    return card


def render(folder, scene, sizes, samples, fresh=False):
    """The passes: map, garment white and black before the person, the person behind the garment, the empty card."""
    products, figure, [card], albedo = scene.products, scene.figure, scene.ground, scene.albedo
    card.hide_render = True
    scene_setup.render_uv(folder, products, sizes["uv"], samples["uv"], fresh, blocking=figure)
    for thing in figure:
        thing.is_holdout = True
    for name, value in (("w", 0.80), ("k", 0.0)):
        albedo(value)
        scene_setup.render_pass(folder, name, sizes[name], samples[name], transparent=True, bounces=3, fresh=fresh)
    for thing in figure:
        thing.is_holdout = False
    for thing in products:
        thing.visible_camera = False
    albedo(0.40)
    bpy.context.scene.cycles.adaptive_min_samples = 6
    scene_setup.render_pass(
        folder, "figure", sizes["figure"], samples["figure"], transparent=True, bounces=2, fresh=fresh
    )
    for thing in products + figure:
        thing.hide_render = True
    card.hide_render = False
    scene_setup.render_pass(folder, "empty", 128, 48, bounces=2, fresh=fresh)


def outlined(person, garment, blur):
    """The person's coverage in the backdrops: soft before the far view, a little out of focus as few samples leave it,
    and going on beneath the garment, which has a sharp edge of its own: between the two the far view would shine
    through. Beside the garment only where the person is at hand: farther off, skin that lies behind a collar would
    stand over its edge. blur: sigma in pixels.
    """
    wider = lambda image, by: cv2.dilate(np.clip(image, 0, 1), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (by, by)))
    near = lambda by: np.clip(3 * wider(person, by) - 1, 0, 1)
    soft = cv2.GaussianBlur(person, (0, 0), blur)
    beneath, beside = near(15) * np.clip(garment, 0, 1), near(5) * np.clip(3 * wider(garment, 5), 0, 1)
    return np.clip(np.max([soft, beneath, beside, person * wider(garment, 11)], axis=0), 0, 1)


def backdrops(folder, plates, rig, backgrounds, far):
    """Writes the rig's backdrops: the person before each far view. far(background): {group: light}, relative."""
    factors = encode.normalise(folder, "air")
    large = lambda image: cv2.resize(image, (GROUND, GROUND), interpolation=cv2.INTER_CUBIC)
    thin = encode.grey(encode.read(folder, "figure", "alpha"))
    enlarged = GROUND / thin.shape[0]
    outline = outlined(large(thin), large(encode.grey(encode.read(folder, "w", "alpha"))), 0.9 * enlarged)
    people_light = {}
    for group in scene_setup.GROUPS:
        image = np.maximum(encode.read(folder, "figure", group), 0) * factors[group] * EXPOSED
        people_light[group] = np.dstack(
            [encode.to_size(np.ascontiguousarray(image[..., c]), thin, outline) for c in range(3)]
        )
    for background in backgrounds:
        plain = PLAIN_TINTS.get(background)
        views = {g: np.full((8, 8, 3), plain, np.float32) for g in scene_setup.GROUPS} if plain else far(background)
        layers = {
            g: (large(views[g]) * (1 - outline[..., None]) + people_light[g]).astype(np.float32)
            for g in scene_setup.GROUPS
        }
        about = {
            "rig": rig,
            "background": background,
            "isPeopled": True,
            "licence": "our own render",
            "source": "scenes/rigs/person.py",
        }
        encode.picture(os.path.join(plates, f"{rig}-{background}"), about, layers)
