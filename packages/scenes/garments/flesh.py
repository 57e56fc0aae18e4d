"""What the wearer is made of: skin with light under its surface and small unevenness, and jeans.

Units: metres, linear colour.
"""

import bpy
import numpy as np

from lib import scene_setup

# name: (light, dark): two shades that flow into each other
SKINS = {
    "fair": ((0.62, 0.40, 0.30), (0.52, 0.30, 0.21)),
    "tan": ((0.47, 0.295, 0.215), (0.38, 0.225, 0.155)),
    "brown": ((0.25, 0.135, 0.085), (0.19, 0.095, 0.058)),
    "deep": ((0.115, 0.060, 0.038), (0.082, 0.040, 0.025)),
}


def _noise(tree, where, scale, detail, rough=0.55):
    node = tree.nodes.new("ShaderNodeTexNoise")
    node.inputs["Scale"].default_value = scale
    node.inputs["Detail"].default_value = detail
    node.inputs["Roughness"].default_value = rough
    tree.links.new(where, node.inputs["Vector"])
    return node.outputs[0]


def _ramp(tree, value, low, high, start=0.32, end=0.70):
    node = tree.nodes.new("ShaderNodeValToRGB")
    first, second = node.color_ramp.elements
    first.position, second.position = start, end
    first.color, second.color = (*low, 1), (*high, 1)
    tree.links.new(value, node.inputs[0])
    return node.outputs[0]


def _math(tree, operation, a, b):
    node = tree.nodes.new("ShaderNodeMath")
    node.operation = operation
    for socket, value in zip(node.inputs, (a, b)):
        if isinstance(value, (int, float)):
            socket.default_value = value
        else:
            tree.links.new(value, socket)
    return node.outputs[0]


def hairs(tree):
    """How much of a place is a hair's, 0 to 1: streaks along the forearm where the mesh has "hair", and its "strand"
    (metres round the arm twice, and along it). A pixel holds several hairs, whose tangle is what is seen.
    """
    along = tree.nodes.new("ShaderNodeMapping")
    along.inputs["Scale"].default_value = (1.0, 1.0, 0.16)
    place, where = (tree.nodes.new("ShaderNodeAttribute") for _ in range(2))
    place.attribute_name, where.attribute_name = "strand", "hair"
    tree.links.new(place.outputs["Vector"], along.inputs["Vector"])
    streaks = _ramp(tree, _noise(tree, along.outputs[0], 520, 2, 0.6), (0,) * 3, (1,) * 3, 0.48, 0.68)
    patches = _ramp(tree, _noise(tree, place.outputs["Vector"], 40, 2), (0.25,) * 3, (1,) * 3, 0.35, 0.65)
    return _math(tree, "MULTIPLY", _math(tree, "MULTIPLY", streaks, patches), where.outputs["Fac"])


def skin(tone):
    light, dark = SKINS[tone]
    material = bpy.data.materials.new("skin")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    place = tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]
    blotches = _math(tree, "MULTIPLY", _noise(tree, place, 260, 3), 0.35)
    mixed = _math(tree, "ADD", _math(tree, "MULTIPLY", _noise(tree, place, 16, 5), 0.72), blotches)
    flushed = tree.nodes.new("ShaderNodeMix")  # blood shows here more and there less
    flushed.data_type, flushed.blend_type = "RGBA", "MULTIPLY"
    tree.links.new(_math(tree, "MULTIPLY", _noise(tree, place, 22, 3), 0.7), flushed.inputs["Factor"])
    tree.links.new(_ramp(tree, mixed, dark, light, 0.40, 0.66), flushed.inputs["A"])
    flushed.inputs["B"].default_value = (1.0, 0.84, 0.80, 1)
    shaggy = tree.nodes.new("ShaderNodeMix")
    shaggy.data_type = "RGBA"
    hair = hairs(tree)
    tree.links.new(_math(tree, "MULTIPLY", hair, 0.55), shaggy.inputs["Factor"])
    tree.links.new(flushed.outputs["Result"], shaggy.inputs["A"])
    shaggy.inputs["B"].default_value = (0.045, 0.028, 0.018, 1)
    tree.links.new(shaggy.outputs["Result"], shader.inputs["Base Color"])
    shader.inputs["Subsurface Weight"].default_value = 0.55
    shader.inputs["Subsurface Radius"].default_value = (1.0, 0.36, 0.20)
    shader.inputs["Subsurface Scale"].default_value = 0.0035  # more glows at every edge
    shader.inputs["Coat Weight"].default_value = 0.05  # what is moist lies over what is dry; more shone along an arm
    shader.inputs["Coat Roughness"].default_value = 0.36
    rough = _ramp(tree, _noise(tree, place, 90, 4), (0.44,) * 3, (0.68,) * 3)
    tree.links.new(rough, shader.inputs["Roughness"])
    shader.inputs["Specular IOR Level"].default_value = 0.34
    pores = tree.nodes.new("ShaderNodeTexVoronoi")
    pores.inputs["Scale"].default_value = 1100
    tree.links.new(place, pores.inputs["Vector"])
    fine = _math(tree, "ADD", _math(tree, "MULTIPLY", pores.outputs["Distance"], 0.5), hair)
    sinews = _math(tree, "MULTIPLY", _noise(tree, place, 38, 2), 5.0)
    height = _math(
        tree, "ADD", _math(tree, "ADD", fine, sinews), _math(tree, "MULTIPLY", _noise(tree, place, 140, 5), 2.2)
    )
    relief = tree.nodes.new("ShaderNodeBump")
    relief.inputs["Distance"].default_value = 0.00045
    relief.inputs["Strength"].default_value = 0.55
    tree.links.new(height, relief.inputs["Height"])
    tree.links.new(relief.outputs[0], shader.inputs["Normal"])
    return material


def denim():
    material = bpy.data.materials.new("denim")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    place = tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]
    worn = _math(
        tree,
        "ADD",
        _math(tree, "MULTIPLY", _noise(tree, place, 9, 4), 0.6),
        _math(tree, "MULTIPLY", _noise(tree, place, 700, 2), 0.5),
    )
    tree.links.new(
        _ramp(tree, worn, (0.010, 0.017, 0.036), (0.060, 0.085, 0.135), 0.38, 0.72), shader.inputs["Base Color"]
    )
    stretched = tree.nodes.new("ShaderNodeMapping")  # creases run round the leg
    stretched.inputs["Scale"].default_value = (5.0, 5.0, 26.0)
    stretched.inputs["Rotation"].default_value = (0.0, 0.35, 0.0)
    tree.links.new(place, stretched.inputs["Vector"])
    creased = _math(
        tree,
        "ADD",
        _noise(tree, stretched.outputs[0], 1.0, 3),
        _math(tree, "MULTIPLY", _noise(tree, place, 900, 1), 0.03),
    )
    relief = tree.nodes.new("ShaderNodeBump")
    relief.inputs["Distance"].default_value, relief.inputs["Strength"].default_value = 0.022, 0.8
    tree.links.new(creased, relief.inputs["Height"])
    tree.links.new(relief.outputs[0], shader.inputs["Normal"])
    shader.inputs["Roughness"].default_value = 0.92
    shader.inputs["Specular IOR Level"].default_value = 0.15
    return material


def fine(points, faces):
    """(places, faces) of a surface in twice the detail and smooth."""
    thing = scene_setup.add_mesh("coarse", points, faces)
    soft = thing.modifiers.new("fine", "SUBSURF")
    soft.levels = soft.render_levels = 2
    mesh = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    result = np.array([tuple(v.co) for v in mesh.vertices]), np.array([tuple(p.vertices) for p in mesh.polygons])
    bpy.data.objects.remove(thing)
    return result


def hollows(rest, person):
    """Metres by which a neck's skin stands out (mostly less than none): what lies beside its two tendons, between the
    collar bones, and below the larynx. rest: places on the person unposed.
    """
    x, _, z = rest.T
    low, high = person.joints["clavicle.L"][2], person.joints["head"][2]
    foot, ear = np.array([0.015, low + 0.004]), np.array([0.062, high + 0.015])
    way = ear - foot
    off = np.stack([np.abs(x), z], 1) - foot
    along = np.clip(off @ way / (way @ way), 0, 1)
    away = np.linalg.norm(off - along[:, None] * way, axis=1)
    tendon = np.exp(-((away / (0.0065 + 0.004 * along)) ** 2))
    share = (z - low) / (high - low)
    neck = np.clip(share / 0.12 + 1, 0, 1) * np.clip((0.80 - share) / 0.25, 0, 1)
    ahead = np.clip((person.joints["neck01"][1] + 0.01 - rest[:, 1]) / 0.02, 0, 1)
    pit = np.exp(-((x / 0.012) ** 2) - ((z - low - 0.012) / 0.014) ** 2)
    larynx = np.exp(-((x / 0.010) ** 2) - ((share - 0.50) / 0.10) ** 2)
    return ahead * neck * (0.0042 * (tendon - 1) - 0.0035 * pit + 0.0030 * larynx)


def forearms(rest, person):
    """(how hairy each place is, 0 to 1; its place round and along the arm, metres). rest: places on the person
    unposed. Denser outside the arm, none on its inside, the wrist's crease and the fingers.
    """
    amount, strand = np.zeros(len(rest)), rest.copy()
    for side, sign in (("L", 1.0), ("R", -1.0)):
        elbow, wrist = person.joints[f"lowerarm01.{side}"], person.joints[f"wrist.{side}"]
        axis = (wrist - elbow) / np.linalg.norm(wrist - elbow)
        off = rest - elbow
        along = off @ axis
        share = along / np.linalg.norm(wrist - elbow)
        out = np.cross(axis, [0.0, 1.0, 0.0])
        out *= np.sign(out[0]) * sign / np.linalg.norm(out)
        radial = off - along[:, None] * axis
        radial /= np.maximum(np.linalg.norm(radial, axis=1, keepdims=True), 1e-9)
        outside = np.clip(0.65 + 0.45 * (radial @ out) + 0.25 * radial[:, 1], 0.1, 1)
        mine = rest[:, 0] * sign > 0
        here = np.clip((share + 0.05) / 0.2, 0, 1) * np.clip((1.18 - share) / 0.2, 0, 1) * outside * mine
        amount = np.maximum(amount, here)
        across = np.cross(axis, out)
        strand = np.where(mine[:, None], np.stack([off @ out, off @ across, along], 1), strand)
    return amount, strand


def figure(person, points, bare, tone, hem):
    """The person's things: skin (the faces `bare`), and jeans from the waist down. hem: height of the garment's lowest
    point.
    """
    legs = (person.arm < 0.02) & (points[:, 2] < hem + 0.22)
    bare = bare[~legs[bare].all(1)]  # under jeans no skin, which would come through them at the waist
    rest, seen = fine(person.points, bare)[0], fine(points, bare)
    normals = person.outwards(seen[0], seen[1])
    things = [
        scene_setup.add_mesh("skin", seen[0] + normals * hollows(rest, person)[:, None], seen[1], material=skin(tone))
    ]
    amount, strand = forearms(rest, person)
    amount *= 0.35 if person.is_woman else 1.0
    attributes = things[0].data.attributes
    attributes.new("hair", "FLOAT", "POINT").data.foreach_set("value", amount.astype(np.float32))
    attributes.new("strand", "FLOAT_VECTOR", "POINT").data.foreach_set("vector", strand.astype(np.float32).ravel())
    faces = person.faces[legs[person.faces].all(1)]
    off = person.jeans * np.clip(
        (hem + 0.010 - points[:, 2]) / 0.035, 0, 1
    )  # above the hem cloth lies on them: they draw in
    things.append(
        scene_setup.add_mesh("jeans", points + person.outwards(points) * off[:, None], faces, material=denim())
    )
    soft = things[1].modifiers.new("fine", "SUBSURF")
    soft.levels = soft.render_levels = 2
    return things
