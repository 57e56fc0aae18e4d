"""A person who wears the product: light, passes, and the picture of the person alone, with what stands behind.

Units: metres; relative radiance.
"""

import json
import os

import bpy
import cv2
import numpy as np

from lib import encode, scene_setup
from rigs import light_rigs

EXPOSED = 0.84  # of the person's light: skin is shown a little darker than a white shirt's exposure makes it
# Light of a paper lit for itself: white burns out, also behind cloth that takes a third more of the lamp than most (2.4
# was 254 there, not 255).
PLAIN_TINTS = {"white-studio": 3.0}
SOFT = 1.2  # pixels of 2048 by which the outline is blurred: a person lies a little behind the plane of focus
QUALITY = 90  # WebP, of the person; of the coverage, whose edge is a few pixels wide, 95
BEYOND = 14  # pixels that the person's colour goes on beyond the outline, for the codec's sake
BRIGHTEST_VIEW = 1.75  # light that any of the views has (places.py): what is behind is encoded as the person is
BENEATH = 40  # pixels of 2048 within a garment's edge from which on the person is not rendered


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
    unrendered = covering(folder)
    bpy.context.scene.cycles.adaptive_min_samples = 6
    scene_setup.render_pass(
        folder, "figure", sizes["figure"], samples["figure"], transparent=True, bounces=2, fresh=fresh
    )
    for thing in [*products, *figure, unrendered]:
        thing.hide_render = True
    card.hide_render = False
    scene_setup.render_pass(folder, "empty", 128, 48, bounces=2, fresh=fresh)


def covering(folder):
    """A card before the lens on which rays end where the garment hides the person: most of a dark inside, which took as
    long as the skin that is seen.
    """
    garment = (encode.grey(encode.read(folder, "w", "alpha")) > 0.999).astype(np.uint8)
    across = 2 * round(BENEATH * garment.shape[0] / 2048) + 1
    path = os.path.join(folder, "covering.png")
    cv2.imwrite(path, 255 * cv2.erode(garment, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))))
    scene = bpy.context.scene
    camera = scene.camera
    corners = [camera.matrix_world @ (corner * (0.2 / -corner.z)) for corner in camera.data.view_frame(scene=scene)]
    material = bpy.data.materials.new("covering")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    image, mix = new("ShaderNodeTexImage"), new("ShaderNodeMixShader")
    image.image = bpy.data.images.load(path)
    image.image.colorspace_settings.name = "Non-Color"
    image.interpolation = "Closest"
    link(image.outputs["Color"], mix.inputs[0])
    link(new("ShaderNodeBsdfTransparent").outputs[0], mix.inputs[1])
    link(new("ShaderNodeHoldout").outputs[0], mix.inputs[2])
    link(mix.outputs[0], new("ShaderNodeOutputMaterial").inputs[0])
    card = scene_setup.add_mesh(
        "covering", corners, [(0, 1, 2, 3)], uv=[(1, 1), (1, 0), (0, 0), (0, 1)], material=material, smooth=False
    )
    card.visible_diffuse = card.visible_glossy = card.visible_transmission = card.visible_shadow = False
    return card


def outlined(person, garment):
    """The person's coverage: soft before the far view, a little out of focus as few samples leave it, and going on
    beneath the garment, which has a sharp edge of its own: between the two the far view would shine through. Beside
    the garment only where the person is at hand: farther off, skin that lies behind a collar would stand over its edge.
    """
    odd = lambda pixels: 2 * round(pixels * person.shape[0] / 4096) + 1  # of a picture of 2048
    wider = lambda image, by: cv2.dilate(
        np.clip(image, 0, 1), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (odd(by), odd(by)))
    )
    near = lambda by: np.clip(3 * wider(person, by) - 1, 0, 1)
    soft = cv2.GaussianBlur(person, (0, 0), SOFT * person.shape[0] / 2048)
    beneath, beside = near(24) * np.clip(garment, 0, 1), near(8) * np.clip(3 * wider(garment, 8), 0, 1)
    return np.clip(np.max([soft, beneath, beside, person * wider(garment, 18)], axis=0), 0, 1)


def unseen(garment):
    """Where the garment hides the person wholly, a little within its edge: 0 to 1."""
    hidden = cv2.erode((garment > 0.999).astype(np.float32), np.ones((25, 25)))
    return cv2.GaussianBlur(hidden, (0, 0), 4)[..., None]


def write(folder, target, rig, backgrounds, part):
    """Writes the rig's person: colour and coverage of the person alone, and what stands behind for each background.
    part: of the shared far views (places.part).
    """
    factors = encode.normalise(folder, "air")
    alpha = encode.grey(encode.read(folder, "figure", "alpha"))
    garment = cv2.resize(encode.grey(encode.read(folder, "w", "alpha")), alpha.shape[::-1])
    hidden = unseen(garment)
    outline = np.maximum(outlined(alpha, garment), hidden[..., 0])
    os.makedirs(target, exist_ok=True)
    rng = np.random.default_rng(9)
    lights = {}
    for group in scene_setup.GROUPS:
        light = np.maximum(encode.read(folder, "figure", group), 0) * factors[group] * EXPOSED
        light = encode.beyond(light, alpha[..., None], BEYOND)
        lights[group] = light + (cv2.GaussianBlur(light, (0, 0), 48) - light) * hidden  # nobody sees it: a few bytes do
    brightest = [float(np.quantile(light, 0.9999)) * 1.05 for light in lights.values()]
    full = round(max(BRIGHTEST_VIEW, *brightest, *(PLAIN_TINTS.get(b, 0) for b in backgrounds)), 4)
    for group, light in lights.items():
        encode.save_webp(os.path.join(target, f"{group}.webp"), encode.code(light, full, rng), QUALITY)
    encode.save_webp(os.path.join(target, "coverage.webp"), np.round(255 * outline).astype(np.uint8), 95)
    about = {
        "version": 1,
        "rig": rig,
        "licence": "our own render",
        "source": "scenes/rigs/person.py",
        "size": alpha.shape[0],
        "range": full,
        "behind": {b: {"light": PLAIN_TINTS[b]} if b in PLAIN_TINTS else part for b in backgrounds},
    }
    with open(os.path.join(target, "person.json"), "w") as out:
        json.dump(about, out, indent=2)
