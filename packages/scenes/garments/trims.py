"""What is sewn or tied to garments besides cloth: cords as tubes, metal.

Units: metres.
"""

import math

import bpy
import numpy as np

from lib import cloth


def tube(path, radius, around=14):
    """Mesh of a cord along a path: (points, faces, (arc length, angle) a point)."""
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    side = np.cross(tangent, [0, 0, 1.0])
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    up = np.cross(side, tangent)
    angle = np.linspace(0, 2 * math.pi, around, endpoint=False)
    radius = np.broadcast_to(radius, len(path))
    points = (
        path[:, None]
        + radius[:, None, None]
        * (np.cos(angle)[None, :, None] * side[:, None] + np.sin(angle)[None, :, None] * up[:, None])
    ).reshape(-1, 3)
    faces = []
    for i in range(len(path) - 1):
        faces += cloth.ring_faces(i * around, (i + 1) * around, around)
    faces += [tuple(range(around))[::-1], tuple(range((len(path) - 1) * around, len(path) * around))]
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    return points, faces, np.stack(np.meshgrid(s, angle, indexing="ij"), -1).reshape(-1, 2)


def metal():
    """The material of a cord's ends, eyelets and a hanger's hook: gunmetal. Bright steel has more light than a plate
    can say beside cloth (encode.dimmed): it was one flat grey.
    """
    material = bpy.data.materials.new("metal")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.13, 0.13, 0.13, 1)
    shader.inputs["Metallic"].default_value = 1.0
    shader.inputs["Roughness"].default_value = 0.34
    return material
