"""What the wearer is made of: skin with light under its surface and small unevenness, and jeans.

Units: metres, linear colour.
"""
import bpy
import numpy as np

import apparatus as stage

# name: (light, dark): two shades that flow into each other
SKINS = {
    "fair": ((0.62, 0.40, 0.30), (0.52, 0.30, 0.21)),
    "tan": ((0.47, 0.275, 0.185), (0.38, 0.205, 0.13)),
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


def skin(tone):
    light, dark = SKINS[tone]
    material = bpy.data.materials.new("skin")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    place = tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]
    blotches = _math(tree, "MULTIPLY", _noise(tree, place, 260, 3), 0.35)
    mixed = _math(tree, "ADD", _math(tree, "MULTIPLY", _noise(tree, place, 16, 5), 0.72), blotches)
    tree.links.new(_ramp(tree, mixed, dark, light, 0.40, 0.66), shader.inputs["Base Color"])
    shader.inputs["Subsurface Weight"].default_value = 0.75
    shader.inputs["Subsurface Radius"].default_value = (1.0, 0.36, 0.20)
    shader.inputs["Subsurface Scale"].default_value = 0.006
    rough = _ramp(tree, _noise(tree, place, 90, 4), (0.40,) * 3, (0.58,) * 3)
    tree.links.new(rough, shader.inputs["Roughness"])
    shader.inputs["Specular IOR Level"].default_value = 0.40
    pores = tree.nodes.new("ShaderNodeTexVoronoi")
    pores.inputs["Scale"].default_value = 1100
    tree.links.new(place, pores.inputs["Vector"])
    height = _math(tree, "ADD", _math(tree, "MULTIPLY", pores.outputs["Distance"], 0.5), _math(tree, "MULTIPLY", _noise(tree, place, 140, 5), 2.2))
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
    worn = _math(tree, "ADD", _math(tree, "MULTIPLY", _noise(tree, place, 9, 4), 0.6), _math(tree, "MULTIPLY", _noise(tree, place, 700, 2), 0.5))
    tree.links.new(_ramp(tree, worn, (0.010, 0.017, 0.036), (0.060, 0.085, 0.135), 0.38, 0.72), shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.92
    shader.inputs["Specular IOR Level"].default_value = 0.15
    return material


def figure(person, points, bare, tone, hem):
    """The person's things: skin (the faces `bare`), and jeans from the waist down. hem: height of the garment's lowest point."""
    things = [stage.add_mesh("skin", points, bare, material=skin(tone))]
    legs = (person.arm < 0.02) & (points[:, 2] < hem + 0.22)
    faces = person.faces[legs[person.faces].all(1)]
    off = person.jeans * np.clip((hem + 0.010 - points[:, 2]) / 0.035, 0, 1)       # above the hem cloth lies on them: they draw in
    things.append(stage.add_mesh("jeans", points + person.outwards(points) * off[:, None], faces, material=denim()))
    for thing in things:
        fine = thing.modifiers.new("fine", "SUBSURF")
        fine.levels = fine.render_levels = 2
    return things
